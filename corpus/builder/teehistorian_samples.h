/* SPDX-License-Identifier: MIT */
/*
 * teehistorian_samples.h - the lists of samples; each ends with a NULL path
 */
#ifndef CORPUS_BUILDER_TEEHISTORIAN_SAMPLES_H
#define CORPUS_BUILDER_TEEHISTORIAN_SAMPLES_H

#include "corpus/builder/sample.h"
#include "corpus/builder/teehistorian_script.h"

extern const struct sample samples_good[];
extern const struct sample samples_vectors[];
extern const struct sample samples_header[];
extern const struct sample samples_values[];
extern const struct sample samples_framing[];
extern const struct sample samples_sizes[];
extern const struct sample samples_ticks[];
extern const struct sample samples_players[];
extern const struct sample samples_clients[];
extern const struct sample samples_ex[];
extern const struct sample samples_container[];
extern const struct sample samples_crash[];
extern const struct sample samples_mixed[];
extern const struct sample samples_stored[];

#endif
