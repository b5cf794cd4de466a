/* SPDX-License-Identifier: MIT */
/*
 * chunk.h - reads the head of a chunk, and tick markers (TW-6.1)
 *
 *            7 6 5 4 3 2 1 0
 *   marker   1 K D D D D D D    versions 1 to 4; D = 0: an absolute tick follows
 *            1 K I D D D D D    from version 5; I = 0: an absolute tick follows
 *   data     0 T T S S S S S    S = 30: one byte of size follows, 31: two, the
 *                               low one first
 *
 * K keyframe I inline D ticks since the last marker T type S size
 */
#ifndef VALIDATOR_TWDEMO_CHUNK_H
#define VALIDATOR_TWDEMO_CHUNK_H

#include "validator/core/cursor.h"

enum twdemo_type {
	TWDEMO_UNKNOWN = 0,
	TWDEMO_SNAPSHOT = 1,
	TWDEMO_MESSAGE = 2,
	TWDEMO_DELTA = 3,
	TWDEMO_TICK = 4,
};

enum {
	TWDEMO_MAX_TICK = 0x6fffffff, /* all ticks are less than this number */
	TWDEMO_MAX_SIZE = 0xffff,
	TWDEMO_MARKER_BYTES = 5,
	TWDEMO_HEAD_BYTES = 3,
	/* The bit of a marker in its first byte.  The first byte of a keyframe marker is
	   the same in all versions. */
	TWDEMO_MARKER_BIT = 0x80,
	TWDEMO_KEYFRAME_BYTE = 0xc0,
	TWDEMO_INLINE_BIT = 0x20, /* from version 5 on */
	/* Values of S, if one or two bytes of size follow. */
	TWDEMO_SIZE_BYTE = 30,
	TWDEMO_SIZE_BYTES = 31,
};

struct twdemo_chunk {
	uint64_t off;
	uint32_t head, size; /* bytes of the head, and bytes of the payload */
	enum twdemo_type type;
	bool long_form; /* the size has a longer form than necessary */

	/* Members of a tick marker. */
	bool keyframe, absolute, padded;
	int64_t ticks; /* a relative marker: ticks since the last marker; an
	                  absolute marker: the tick */
	uint8_t first; /* the first byte of the marker */
};

/* Reads the head of a chunk.  The cursor fails if the window ends inside the head. */
struct twdemo_chunk twdemo_read_chunk(struct cursor *in, unsigned version);

/* Writes the shortest head for this type and size.  Returns its length in bytes. */
uint32_t twdemo_write_head(enum twdemo_type type, uint32_t size,
			   uint8_t out[TWDEMO_HEAD_BYTES]);
void twdemo_write_marker(bool keyframe, int64_t tick,
			 uint8_t out[TWDEMO_MARKER_BYTES]);

/* Writes a marker that is not a keyframe, in the form that a writer of this version
   chooses. before: the tick before this marker, or -1.  Returns the length of the marker
   in bytes. */
uint32_t twdemo_write_plain_marker(unsigned version, int64_t before, int64_t tick,
			   uint8_t out[TWDEMO_MARKER_BYTES]);

/* Returns the highest number of ticks in a relative marker of this version. */
int64_t twdemo_most_ticks(unsigned version);

/* Returns the length of a whole chunk: head and payload. */
uint64_t twdemo_chunk_bytes(const struct twdemo_chunk *chunk);

/* -------------------------------------------------------------- in line */

static inline struct twdemo_chunk
twdemo_marker_at(uint64_t off, uint8_t first, struct cursor *in,
		 unsigned version)
{
	const uint8_t ticks = first & (uint8_t)twdemo_most_ticks(version);
	const bool absolute = version >= 5 ? !(first & TWDEMO_INLINE_BIT)
					   : ticks == 0;
	const int64_t number = absolute ? (int64_t)(int32_t)cur_be32(in)
					: ticks;

	return (struct twdemo_chunk){
		.off = off,
		.head = (uint32_t)(cur_tell(in) - off),
		.type = TWDEMO_TICK,
		.keyframe = first & 0x40,
		.absolute = absolute,
		.padded = absolute && ticks,
		.ticks = number,
		.first = first,
	};
}

static inline struct twdemo_chunk
twdemo_data_at(uint64_t off, uint8_t first, struct cursor *in)
{
	uint32_t size = first & 0x1f, least = 0;

	if (size == TWDEMO_SIZE_BYTE) {
		size = cur_u8(in);
		least = TWDEMO_SIZE_BYTE;
	} else if (size == TWDEMO_SIZE_BYTES) {
		size = cur_u8(in);
		size |= (uint32_t)cur_u8(in) << 8;
		least = 0x100;
	}
	return (struct twdemo_chunk){
		.off = off,
		.head = (uint32_t)(cur_tell(in) - off),
		.size = size,
		.type = (enum twdemo_type)(first >> 5 & 3),
		.long_form = size < least,
		.first = first,
	};
}

/* Does the same as twdemo_read_chunk(), but inline, because recovery tries each byte as
   the start of a chunk. */
static inline __attribute__((always_inline)) struct twdemo_chunk
twdemo_chunk_at(struct cursor *in, unsigned version)
{
	const uint64_t off = cur_tell(in);
	const uint8_t first = cur_u8(in);

	return first & TWDEMO_MARKER_BIT
		       ? twdemo_marker_at(off, first, in, version)
		       : twdemo_data_at(off, first, in);
}

#endif
