/* SPDX-License-Identifier: MIT */
/* bzip2_absent.c - stands in for bzip2.c in a build without its library */
#include "validator/core/decoder.h"

const struct decoder_kind bzip2_decoder = { .size = 0 };
