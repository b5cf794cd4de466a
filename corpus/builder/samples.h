/* SPDX-License-Identifier: MIT */
/*
 * samples.h - all samples of the corpus as one list, in the order of the manifest
 *
 * FOLDER_samples.def names the lists, and formats.def has their order.
 */
#ifndef CORPUS_BUILDER_SAMPLES_H
#define CORPUS_BUILDER_SAMPLES_H

#include "corpus/builder/sample.h"

size_t samples_count(void);
const struct sample *samples_at(size_t index);
const struct sample *samples_find(const char *path); /* NULL: no such sample */

#endif
