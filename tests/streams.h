/* SPDX-License-Identifier: MIT */
/* streams.h - deflate streams for tests, written bit by bit */
#ifndef TESTS_STREAMS_H
#define TESTS_STREAMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct stream {
	uint8_t *at;
	size_t n;
	unsigned bits; /* of the last byte that are written; 0: all */
	bool gzip;
};

/* Codes, by length; 0: the symbol has none. */
struct code {
	uint8_t length[288];
	unsigned n;
};

/* The wrapper's header: of zlib, or of gzip. */
struct stream stream_begin(bool gzip);
void stream_free(struct stream *s);

void stream_bytes(struct stream *s, const void *bytes, size_t n);
/* Numbers: the lowest bit first.  Codes: the highest. */
void stream_bits(struct stream *s, uint32_t v, unsigned n);
void stream_symbol(struct stream *s, const struct code *c, unsigned symbol);

void stream_stored(struct stream *s, bool last, const void *bytes, size_t n);
void stream_fixed(struct stream *s, bool last);
/* Each length is written as it is; `kinds`: by which code, or by one that
   suffices. */
void stream_dynamic(struct stream *s, bool last, const struct code *literals,
		    const struct code *distances, const struct code *kinds);

struct code code_fixed(void);
struct code code_fixed_distances(void);
/* n symbols of one length each, from a string of letters: 'a' is length 1,
   '.' none. */
struct code code_of(const char *lengths);

/* What was made, which ends the stream. */
void stream_end(struct stream *s, const void *made, size_t n);

#endif
