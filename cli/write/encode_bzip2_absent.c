/* SPDX-License-Identifier: MIT */
/* encode_bzip2_absent.c - replaces encode_bzip2.c in a build without libbz2 */
#include "cli/write/encoder.h"

const struct encoder_kind bzip2_encoder = { .compression = "bzip2" };
