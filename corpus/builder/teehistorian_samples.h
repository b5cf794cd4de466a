/* SPDX-License-Identifier: MIT */
/*
 * teehistorian_samples.h - what the sources of all recordings include
 */
#ifndef CORPUS_BUILDER_TEEHISTORIAN_SAMPLES_H
#define CORPUS_BUILDER_TEEHISTORIAN_SAMPLES_H

#include "corpus/builder/sample.h"
#include "corpus/builder/teehistorian_script.h"

#endif
