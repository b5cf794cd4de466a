/* SPDX-License-Identifier: MIT */
/* mutate_demo.h - splits a demo into header, map and chunks, and joins them again */
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
	uint8_t type; /* type of a data chunk: enum payload_type */
	uint8_t form; /* form of the size: 0 is the shortest form, 1 and 2
	                 are longer forms */
	int8_t skew;  /* the error of the size */
	bool key, absolute;
	bool bare; /* a marker without its tick */
	uint8_t padding;
	int32_t tick;
	struct mutate_piece bytes;
};

struct demo_seed {
	uint8_t header[HEADER], marks[MARKS], extension[EXTENSION];
	bool has_extension;
	bool new_map; /* size and checksums of the map are written unchanged */
	struct mutate_piece map;
	size_t n, used;
	struct demo_chunk chunk[CHUNKS];
	uint8_t fresh[FRESH]; /* new bytes, which are not in the old file */
};

/* Writes a number, most significant byte first. */
void mutate_demo_put(uint8_t at[4], uint32_t v);

/* Splits a demo.  False: there is no header.  The chunks point into `bytes`. */
bool mutate_demo_parse(struct demo_seed *m, const uint8_t *bytes, size_t size);

/* Writes a demo, usually with ticks, length and timeline markers that fit. */
size_t mutate_demo_write(struct demo_seed *m, uint8_t *out, size_t room,
			 struct mutate_random *r);

#endif
