/* SPDX-License-Identifier: MIT */
/*
 * twdemo_writer.h - writes a Teeworlds demo as its recorder does
 *
 * The order of calls is the order of the file: head, tick markers and chunks, end.  The
 * end writes the fields that a recorder writes when it is stopped.  Nothing is checked:
 * every function writes the given values.  Functions whose name ends in _as write values
 * that no recorder writes.
 */
#ifndef CORPUS_BUILDER_TWDEMO_WRITER_H
#define CORPUS_BUILDER_TWDEMO_WRITER_H

#include "corpus/builder/buffer.h"

enum {
	TWDEMO_MARKERS = 64,
	TWDEMO_TEXT = 64,
	TWDEMO_SHA256 = 32,
	/* Offsets of the fields in versions from 3 on. */
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

	/* The values in the header about the map, and the bytes of the map. */
	uint32_t map_size, map_crc;
	bool extension; /* version 6: the SHA-256 */
	unsigned char sha256[TWDEMO_SHA256];
	const struct buffer *map; /* NULL: no map */
};

struct twdemo_writer {
	struct buffer *w;
	int version;
	bool old_huffman; /* the zero byte of writers before DDNet 20.0 */

	bool any_tick;
	int32_t first, last, keyframe; /* ticks */
	int32_t markers[TWDEMO_MARKERS];
	size_t n_markers;

	/* Offsets of the chunk or marker that was written last. */
	size_t record, payload;
};

/* Sets the checksums and the size of a map, as a recorder does. */
void twdemo_head_map(struct twdemo_head *h, const struct buffer *map);

/* Marks: "map", "stream". */
void twdemo_write_chunk_head(struct twdemo_writer *d, const struct twdemo_head *h);

/* Writes a tick in the shortest form of the version.  A keyframe is always absolute. */
void twdemo_write_tick(struct twdemo_writer *d, int32_t tick, bool keyframe);

/* Writes an absolute tick.  `flags` is the whole first byte. */
void twdemo_write_tick_absolute_as(struct twdemo_writer *d, unsigned flags,
				   int32_t tick);
/* Writes a relative tick.  `flags` contains no step. */
void twdemo_write_tick_inline_as(struct twdemo_writer *d, unsigned flags,
				 int32_t step);

void twdemo_write_chunk(struct twdemo_writer *d, enum twdemo_chunk_type type,
			const struct buffer *payload);

/* form: number of bytes of size, 0, 1 or 2. size: the value of these bits. */
void twdemo_write_chunk_as(struct twdemo_writer *d, enum twdemo_chunk_type type,
			   unsigned form, size_t size,
			   const struct buffer *payload);
unsigned twdemo_size_form(size_t size); /* returns the smallest form */

/* Convert bytes to the payload of a chunk, and little-endian ints to packed ints. */
void twdemo_huffman(struct buffer *out, const struct buffer *in, bool old);
void twdemo_write_payload(struct buffer *out, const struct buffer *ints);

/* Writes ints, or the bytes of a message: packs, encodes and writes them. */
void twdemo_write_ints(struct twdemo_writer *d, enum twdemo_chunk_type type,
		       const struct buffer *ints);

/* Writes an int, the highest byte first, as in the header. */
void twdemo_big_endian(struct buffer *w, uint32_t value);
void twdemo_poke(struct buffer *w, size_t offset, uint32_t value);

/* Returns the whole seconds between the first and the last tick. */
int32_t twdemo_script_length(const struct twdemo_writer *d);

/* Writes the fields that a recorder writes when it is stopped: length and markers. */
void twdemo_write_end(struct twdemo_writer *d);

#endif
