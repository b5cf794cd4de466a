/* SPDX-License-Identifier: MIT */
/* streams.h - writes deflate streams for tests, bit by bit */
#ifndef TESTS_STREAMS_H
#define TESTS_STREAMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct stream {
	uint8_t *at;
	size_t n;
	unsigned bits; /* number of written bits of the last byte; 0: all */
	bool gzip;
};

/* A code, by the lengths of its symbols. 0: the symbol has no code. */
struct code {
	uint8_t length[288];
	unsigned n;
};

/* Writes the header of the wrapper: zlib or gzip. */
struct stream stream_begin(bool gzip);
void stream_free(struct stream *s);

void stream_bytes(struct stream *s, const void *bytes, size_t n);
/* Writes bits.  The lowest bit of a number comes first.  The highest bit of a code comes
   first. */
void stream_bits(struct stream *s, uint32_t v, unsigned n);
void stream_symbol(struct stream *s, const struct code *c, unsigned symbol);

void stream_stored(struct stream *s, bool last, const void *bytes, size_t n);
void stream_fixed(struct stream *s, bool last);
/* Writes a block.  Each length is written alone, without repetitions.  `kinds`: the code
   of the lengths, or a sufficient code. */
void stream_dynamic(struct stream *s, bool last, const struct code *literals,
		    const struct code *distances, const struct code *kinds);

struct code code_fixed(void);
struct code code_fixed_distances(void);
/* Returns a code of n symbols.  Each letter is a length: 'a' is length 1, and '.' is no
   code. */
struct code code_of(const char *lengths);

/* Ends the stream.  `made` are the decoded bytes. */
void stream_end(struct stream *s, const void *made, size_t n);

#endif
