/* SPDX-License-Identifier: MIT */
/* demos.h - samples, and demos from a script as those are made */
#ifndef TESTS_DEMOS_H
#define TESTS_DEMOS_H

#include "corpus/builder/twdemo_samples.h"

/* To be given to buffer_free(); twdemo_script.h explains the script. */
struct buffer demo(const char *script);

/* The sample of that path, likewise. */
struct buffer built(const char *path);

#endif
