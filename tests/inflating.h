/* SPDX-License-Identifier: MIT */
/*
 * inflating.h - what is said of a deflate stream is what zlib says of it
 *
 * Whatever decodes: the bytes, where they end, the verdict and its words.
 */
#ifndef TESTS_INFLATING_H
#define TESTS_INFLATING_H

#include "tests/streams.h"

/* In pieces of these sizes. */
void expect_zlib(const uint8_t *in, size_t n, bool gzip, const size_t *pieces,
		 size_t n_pieces);

/* In pieces of many sizes. */
void expect_in_pieces(const struct stream *s);

/* Cut after each byte, and with each bit flipped. */
void expect_hurt(struct stream *s);

#endif
