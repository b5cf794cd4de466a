/* SPDX-License-Identifier: MIT */
/* teehistorian_samples.h - macros that the rows of all recordings share */
#ifndef CORPUS_BUILDER_TEEHISTORIAN_SAMPLES_H
#define CORPUS_BUILDER_TEEHISTORIAN_SAMPLES_H

#include "corpus/builder/sample.h"
#include "corpus/builder/teehistorian_script.h"

#define SAMPLE(path_, about_, ...) \
	{ \
		.path = "teehistorian/" path_, .about = about_, \
		.build = __VA_ARGS__ \
	}

#endif
