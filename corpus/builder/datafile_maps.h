/* SPDX-License-Identifier: MIT */
/* datafile_maps.h - the maps that samples begin with */
#ifndef CORPUS_BUILDER_DATAFILE_MAPS_H
#define CORPUS_BUILDER_DATAFILE_MAPS_H

#include "corpus/builder/datafile_writer.h"

/* A map with one of everything: the .c file says what the numbers are. */
void datafile_full_map(struct datafile_model *d, int32_t version);

/* What a client needs: version, a group, a game layer of 2 x 2. */
void datafile_small_map(struct datafile_model *d, int32_t version);

#endif
