/* SPDX-License-Identifier: MIT */
/* chunk.c - reads the head of a chunk, and tick markers (TW-6.1) */
#include "validator/twdemo/chunk.h"

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
twdemo_read_chunk(struct cursor *in, unsigned version)
{
	return twdemo_chunk_at(in, version);
}

uint32_t
twdemo_write_head(enum twdemo_type type, uint32_t size,
		  uint8_t out[TWDEMO_HEAD_BYTES])
{
	const uint8_t first = (uint8_t)((unsigned)type << 5);
	const uint8_t low = (uint8_t)size, high = (uint8_t)(size >> 8);

	if (size < TWDEMO_SIZE_BYTE) {
		poke(out, TWDEMO_HEAD_BYTES, 0, first | low);
		return 1;
	}
	poke(out, TWDEMO_HEAD_BYTES, 0, first | (high ? TWDEMO_SIZE_BYTES : TWDEMO_SIZE_BYTE));
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
