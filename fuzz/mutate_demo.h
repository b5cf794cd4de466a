/* SPDX-License-Identifier: MIT */
/* mutate_demo.h - a demo taken apart into header, map and chunks, and back */
#ifndef FUZZ_MUTATE_DEMO_H
#define FUZZ_MUTATE_DEMO_H

#include <stdbool.h>

#include "fuzz/mutate.h"

enum {
	HEADER = 176,
	AT_VERSION = 7,
	AT_NET_VERSION = 8,
	AT_MAP_NAME = 72,
	AT_MAP_SIZE = 136,
	AT_MAP_CRC = 140,
	AT_TYPE = 144,
	AT_LENGTH = 152,
	MARKS = 260, /* a count, and 64 ticks */
	EXTENSION = 48,
	UUID = 16,
	CHUNKS = 4096,
	FRESH = 1 << 18,
	PAGE = 4096,
};

enum demo_kind { DATA, MARKER, BYTES, HOLE };

struct demo_chunk {
	uint8_t kind; /* enum demo_kind */
	uint8_t type; /* of data: enum payload_type */
	uint8_t form; /* of their size: 0 is the shortest, 1 and 2 are longer */
	int8_t skew;  /* how far that size is wrong */
	bool key, absolute;
	bool bare; /* a marker without its tick */
	uint8_t padding;
	int32_t tick;
	struct mutate_piece bytes;
};

struct demo_seed {
	uint8_t header[HEADER], marks[MARKS], extension[EXTENSION];
	bool has_extension;
	bool new_map; /* its size and sums are written as they are */
	struct mutate_piece map;
	size_t n, used;
	struct demo_chunk chunk[CHUNKS];
	uint8_t fresh[FRESH]; /* what is not in the old file */
};

/* Most significant byte first. */
void mutate_demo_put(uint8_t at[4], uint32_t v);

/* False: it has no header.  The chunks are those of `bytes`. */
bool mutate_demo_parse(struct demo_seed *m, const uint8_t *bytes, size_t size);

/* Writes it, most often with ticks, length and timeline markers that fit. */
size_t mutate_demo_write(struct demo_seed *m, uint8_t *out, size_t room,
			 struct mutate_random *r);

#endif
