/* SPDX-License-Identifier: MIT */
/* datafile_samples.h - the lists of samples; each ends with a NULL path */
#ifndef CORPUS_BUILDER_DATAFILE_SAMPLES_H
#define CORPUS_BUILDER_DATAFILE_SAMPLES_H

#include "corpus/builder/sample.h"

#define MAP_SAMPLE(path_, about_, ...) \
	{ \
		.path = "datafile/" path_, .about = about_, \
		.build = __VA_ARGS__ \
	}

extern const struct sample samples_datafile_container[];
extern const struct sample samples_datafile_good[];
extern const struct sample samples_datafile_layers[];
extern const struct sample samples_datafile_map[];

#endif
