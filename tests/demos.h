/* SPDX-License-Identifier: MIT */
/* demos.h - builds samples, and demos from a script */
#ifndef TESTS_DEMOS_H
#define TESTS_DEMOS_H

#include "corpus/builder/twdemo_samples.h"

/* Builds a demo.  Free it with buffer_free(). twdemo_script.h explains the script. */
struct buffer demo(const char *script);

/* Builds the sample with this path.  Free it with buffer_free(). */
struct buffer built(const char *path);

#endif
