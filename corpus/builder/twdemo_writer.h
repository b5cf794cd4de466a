/* SPDX-License-Identifier: MIT */
/*
 * twdemo_writer.h - writes a Teeworlds demo as its recorder does
 *
 * The order of calls is that of the file: head, then tick markers and chunks,
 * then the end, which patches what a recorder writes when it is stopped.
 * Nothing here judges: every function writes what it is asked for, and those
 * whose name ends in _as write what no recorder does.
 */
#ifndef CORPUS_BUILDER_TWDEMO_WRITER_H
#define CORPUS_BUILDER_TWDEMO_WRITER_H

#include "corpus/builder/buffer.h"

enum {
	TWDEMO_MARKERS = 64,
	TWDEMO_TEXT = 64,
	TWDEMO_SHA256 = 32,
	/* Where a version from 3 on has its fields. */
	TWDEMO_AT_LENGTH = 152,
	TWDEMO_AT_MARKERS = 176,
};

enum twdemo_chunk_type {
	TWDEMO_UNKNOWN,
	TWDEMO_SNAPSHOT,
	TWDEMO_MESSAGE,
	TWDEMO_DELTA,
};

/* The first byte of a tick marker. */
enum {
	TWDEMO_TICK = 0x80,
	TWDEMO_KEYFRAME = 0x40,
	TWDEMO_INLINE = 0x20, /* from version 5 on */
};

struct twdemo_head {
	int version;
	unsigned char net_version[TWDEMO_TEXT], map_name[TWDEMO_TEXT];
	unsigned char type[8], timestamp[20];

	/* What the header says of the map, and the bytes that are there. */
	uint32_t map_size, map_crc;
	bool extension; /* version 6: the SHA-256 */
	unsigned char sha256[TWDEMO_SHA256];
	const struct buffer *map; /* NULL: none */
};

struct twdemo_writer {
	struct buffer *w;
	int version;
	bool old_huffman; /* the byte of 0 of writers before DDNet 20.0 */

	bool any_tick;
	int32_t first, last, keyframe; /* ticks */
	int32_t markers[TWDEMO_MARKERS];
	size_t n_markers;

	/* Of the chunk or marker that was written last. */
	size_t record, payload;
};

/* The sums and the size of a map, as a recorder fills them in. */
void twdemo_head_map(struct twdemo_head *h, const struct buffer *map);

/* Marks: "map", "stream". */
void twdemo_write_chunk_head(struct twdemo_writer *d, const struct twdemo_head *h);

/* In the shortest form of the version; a keyframe is always absolute. */
void twdemo_write_tick(struct twdemo_writer *d, int32_t tick, bool keyframe);

/* `flags` is the whole first byte; what follows is the tick in full. */
void twdemo_write_tick_absolute_as(struct twdemo_writer *d, unsigned flags,
				   int32_t tick);
/* `flags` has no step in it. */
void twdemo_write_tick_inline_as(struct twdemo_writer *d, unsigned flags,
				 int32_t step);

void twdemo_write_chunk(struct twdemo_writer *d, enum twdemo_chunk_type type,
			const struct buffer *payload);

/* form: 0, 1 or 2 bytes of size; size: what they say, in as many bits. */
void twdemo_write_chunk_as(struct twdemo_writer *d, enum twdemo_chunk_type type,
			   unsigned form, size_t size,
			   const struct buffer *payload);
unsigned twdemo_size_form(size_t size); /* the smallest */

/* Bytes to the payload of a chunk, and little-endian ints to packed ones. */
void twdemo_huffman(struct buffer *out, const struct buffer *in, bool old);
void twdemo_write_payload(struct buffer *out, const struct buffer *ints);

/* Ints, or the bytes of a message: packed, coded, written. */
void twdemo_write_ints(struct twdemo_writer *d, enum twdemo_chunk_type type,
		       const struct buffer *ints);

/* An int with the highest byte first, as in the header. */
void twdemo_big_endian(struct buffer *w, uint32_t value);
void twdemo_poke(struct buffer *w, size_t offset, uint32_t value);

/* Whole seconds between the first and the last tick. */
int32_t twdemo_script_length(const struct twdemo_writer *d);

/* What a recorder patches when it is stopped: length and markers. */
void twdemo_write_end(struct twdemo_writer *d);

#endif
