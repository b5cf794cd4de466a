/* SPDX-License-Identifier: MIT */
/* datafile_maps.h - the maps from which samples are made */
#ifndef CORPUS_BUILDER_DATAFILE_MAPS_H
#define CORPUS_BUILDER_DATAFILE_MAPS_H

#include "corpus/builder/datafile_writer.h"

/* A map with one item of every type.  The .c file explains the numbers. */
void datafile_full_map(struct datafile_model *d, int32_t version);

/* A map with the items that a client needs: version, a group, and a game layer of 2 x
   2. */
void datafile_small_map(struct datafile_model *d, int32_t version);

#endif
