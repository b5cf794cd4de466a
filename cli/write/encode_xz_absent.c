/* SPDX-License-Identifier: MIT */
/* encode_xz_absent.c - replaces encode_xz.c in a build without liblzma */
#include "cli/write/encoder.h"

const struct encoder_kind xz_encoder = { .compression = "xz" };
