/* SPDX-License-Identifier: MIT */
/* demos.h - demos from a script, as the samples are made */
#ifndef TESTS_DEMOS_H
#define TESTS_DEMOS_H

#include "corpus/builder/twdemo_samples.h"

/* To be given to buffer_free(); twdemo_script.h explains the script. */
struct buffer demo(const char *script);

#endif
