/* SPDX-License-Identifier: MIT */
/*
 * samples.h - all samples of the corpus as one list, in the order of the
 * manifest
 *
 * The lists are those of FOLDER_samples.def, in the order of formats.def.
 */
#ifndef CORPUS_BUILDER_SAMPLES_H
#define CORPUS_BUILDER_SAMPLES_H

#include "corpus/builder/sample.h"

size_t samples_count(void);
const struct sample *samples_at(size_t index);
const struct sample *samples_find(const char *path); /* or NULL */

#endif
