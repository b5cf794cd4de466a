/* SPDX-License-Identifier: MIT */
/* encode_xz_absent.c - stands in for encode_xz.c in a build without its library */
#include "cli/write/encoder.h"

const struct encoder_kind xz_encoder = { .compression = "xz" };
