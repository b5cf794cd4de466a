/* SPDX-License-Identifier: MIT */
/* datafile_samples.h - macros that the rows of all maps share */
#ifndef CORPUS_BUILDER_DATAFILE_SAMPLES_H
#define CORPUS_BUILDER_DATAFILE_SAMPLES_H

#include "corpus/builder/sample.h"

#define MAP_SAMPLE(path_, about_, ...) \
	{ \
		.path = "datafile/" path_, .about = about_, \
		.build = __VA_ARGS__ \
	}

#endif
