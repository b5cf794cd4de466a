/* SPDX-License-Identifier: MIT */
/* chunk.c - the head of a chunk, and tick markers (TW-6.1) */
#include "validator/twdemo/chunk.h"

enum { ONE_BYTE = 30, TWO_BYTES = 31 };

int64_t
twdemo_most_ticks(unsigned version)
{
	return version >= 5 ? 0x1f : 0x3f;
}

uint64_t
twdemo_chunk_bytes(const struct twdemo_chunk *chunk)
{
	return (uint64_t)chunk->head + chunk->size;
}

struct twdemo_chunk
twdemo_read_marker(uint64_t off, uint8_t first, struct cursor *in,
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

static struct twdemo_chunk
read_data(uint64_t off, uint8_t first, struct cursor *in)
{
	uint32_t size = first & 0x1f, least = 0;

	if (size == ONE_BYTE) {
		size = cur_u8(in);
		least = ONE_BYTE;
	} else if (size == TWO_BYTES) {
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

struct twdemo_chunk
twdemo_read_chunk(struct cursor *in, unsigned version)
{
	const uint64_t off = cur_tell(in);
	const uint8_t first = cur_u8(in);

	return first & TWDEMO_MARKER_BIT
		       ? twdemo_read_marker(off, first, in, version)
		       : read_data(off, first, in);
}

uint32_t
twdemo_write_head(enum twdemo_type type, uint32_t size,
		  uint8_t out[TWDEMO_HEAD_BYTES])
{
	const uint8_t first = (uint8_t)((unsigned)type << 5);
	const uint8_t low = (uint8_t)size, high = (uint8_t)(size >> 8);

	if (size < ONE_BYTE) {
		poke(out, TWDEMO_HEAD_BYTES, 0, first | low);
		return 1;
	}
	poke(out, TWDEMO_HEAD_BYTES, 0, first | (high ? TWO_BYTES : ONE_BYTE));
	poke(out, TWDEMO_HEAD_BYTES, 1, low);
	poke(out, TWDEMO_HEAD_BYTES, 2, high);
	return high ? 3 : 2;
}

void
twdemo_write_marker(bool keyframe, int64_t tick,
		    uint8_t out[TWDEMO_MARKER_BYTES])
{
	poke(out, TWDEMO_MARKER_BYTES, 0, keyframe ? 0xc0 : 0x80);
	put_be32(out, TWDEMO_MARKER_BYTES, 1, (uint32_t)tick);
}

uint32_t
twdemo_write_plain_marker(unsigned version, int64_t before, int64_t tick,
		  uint8_t out[TWDEMO_MARKER_BYTES])
{
	const int64_t step = tick - before;
	const uint8_t form = version >= 5 ? 0xa0 : 0x80;

	if (before < 0 || step > twdemo_most_ticks(version) ||
	    (step == 0 && version < 5)) {
		twdemo_write_marker(false, tick, out);
		return TWDEMO_MARKER_BYTES;
	}
	poke(out, TWDEMO_MARKER_BYTES, 0, form | (uint8_t)step);
	return 1;
}
