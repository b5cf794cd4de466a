/* SPDX-License-Identifier: MIT */
/* encode_zstd_absent.c - replaces encode_zstd.c in a build without libzstd */
#include "cli/write/encoder.h"

const struct encoder_kind zstd_encoder = { .compression = "zstd" };
