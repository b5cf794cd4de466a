/* SPDX-License-Identifier: MIT */
/*
 * inflating.h - compares the decoding of a deflate stream with zlib
 *
 * The bytes, the end of the stream, the verdict and its text must be those of zlib.
 */
#ifndef TESTS_INFLATING_H
#define TESTS_INFLATING_H

#include "tests/streams.h"

/* Decodes in pieces of these sizes. */
void expect_zlib(const uint8_t *in, size_t n, bool gzip, const size_t *pieces,
		 size_t n_pieces);

/* Decodes in pieces of many sizes. */
void expect_in_pieces(const struct stream *s);

/* Decodes the stream cut after each byte, and with each bit flipped. */
void expect_hurt(struct stream *s);

#endif
