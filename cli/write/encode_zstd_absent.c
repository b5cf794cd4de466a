/* SPDX-License-Identifier: MIT */
/* encode_zstd_absent.c - stands in for encode_zstd.c in a build without its library */
#include "cli/write/encoder.h"

const struct encoder_kind zstd_encoder = { .compression = "zstd" };
