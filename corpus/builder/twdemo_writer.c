/* SPDX-License-Identifier: MIT */
/* twdemo_writer.c - writes a Teeworlds demo as its recorder does */
#include "corpus/builder/twdemo_writer.h"

#include <nettle/sha2.h>
#include <string.h>
#include <zlib.h>

#include "corpus/builder/teehistorian_writer.h"

void
twdemo_big_endian(struct buffer *w, uint32_t value)
{
	for (unsigned shift = 32; shift; shift -= 8)
		buffer_byte(w, value >> (shift - 8) & 0xff);
}

void
twdemo_poke(struct buffer *w, size_t offset, uint32_t value)
{
	for (unsigned i = 0; i < 4 && offset + i < w->size; i++)
		w->bytes[offset + i] = (unsigned char)(value >> (24 - 8 * i) &
						       0xff);
}

/* ------------------------------------------------------------------ head */

void
twdemo_head_map(struct twdemo_head *h, const struct buffer *map)
{
	struct sha256_ctx sha256;

	h->map = map;
	h->map_size = (uint32_t)map->size;
	h->map_crc = (uint32_t)crc32(0, map->bytes, (unsigned)map->size);
	sha256_init(&sha256);
	sha256_update(&sha256, map->size, map->bytes);
	sha256_digest(&sha256, TWDEMO_SHA256, h->sha256);
}

/*
 * Version 1 and 2: magic 7, version 1, net version 64, map 64, CRC 4, type 8;
 * version 2 goes on with the size of the map.
 */
static void
write_old_head(struct buffer *w, const struct twdemo_head *h)
{
	twdemo_big_endian(w, h->map_crc);
	buffer_append(w, h->type, sizeof(h->type));
	if (h->version == 2)
		twdemo_big_endian(w, h->map_size);
}

static void
write_extension(struct buffer *w, const struct twdemo_head *h)
{
	unsigned char uuid[EXTENSION_UUID_LENGTH];

	extension_uuid("demoitem-sha256@ddnet.tw", uuid);
	buffer_append(w, uuid, sizeof(uuid));
	buffer_append(w, h->sha256, sizeof(h->sha256));
}

void
twdemo_write_chunk_head(struct twdemo_writer *d, const struct twdemo_head *h)
{
	struct buffer *w = d->w;

	d->version = h->version;
	buffer_append(w, "TWDEMO", 7);
	buffer_byte(w, (unsigned)h->version);
	buffer_append(w, h->net_version, sizeof(h->net_version));
	buffer_append(w, h->map_name, sizeof(h->map_name));
	if (h->version < 3) {
		write_old_head(w, h);
	} else {
		twdemo_big_endian(w, h->map_size);
		twdemo_big_endian(w, h->map_crc);
		buffer_append(w, h->type, sizeof(h->type));
		twdemo_big_endian(w, 0);
		buffer_append(w, h->timestamp, sizeof(h->timestamp));
	}
	if (h->version >= 4)
		buffer_fill(w, 0, 4 + 4 * TWDEMO_MARKERS);
	if (h->version >= 6 && h->extension)
		write_extension(w, h);
	buffer_mark(w, "map");
	if (h->map && h->version != 1)
		buffer_append(w, h->map->bytes, h->map->size);
	buffer_mark(w, "stream");
}

/* ----------------------------------------------------------------- ticks */

static void
begin_tick(struct twdemo_writer *d, int32_t tick)
{
	d->record = d->payload = d->w->size;
	if (!d->any_tick)
		d->first = tick;
	d->last = tick;
	d->any_tick = true;
}

void
twdemo_write_tick_absolute_as(struct twdemo_writer *d, unsigned flags,
			      int32_t tick)
{
	begin_tick(d, tick);
	if (flags & TWDEMO_KEYFRAME)
		d->keyframe = tick;
	buffer_byte(d->w, flags);
	twdemo_big_endian(d->w, (uint32_t)tick);
}

void
twdemo_write_tick_inline_as(struct twdemo_writer *d, unsigned flags,
			    int32_t step)
{
	begin_tick(d, (int32_t)((uint32_t)d->last + (uint32_t)step));
	if (flags & TWDEMO_KEYFRAME)
		d->keyframe = d->last;
	buffer_byte(d->w, flags | (unsigned)step);
}

void
twdemo_write_tick(struct twdemo_writer *d, int32_t tick, bool keyframe)
{
	const int64_t step = (int64_t)tick - d->last;
	const bool bits = d->version >= 5;
	const unsigned flags = TWDEMO_TICK | (keyframe ? TWDEMO_KEYFRAME : 0);

	if (keyframe || !d->any_tick || step > (bits ? 31 : 63))
		twdemo_write_tick_absolute_as(d, flags, tick);
	else
		twdemo_write_tick_inline_as(
			d, flags | (bits ? TWDEMO_INLINE : 0), (int32_t)step);
}

/* ---------------------------------------------------------------- chunks */

static const struct {
	unsigned bits, code;
} codes[] = {
#define CODE(bits, code) { bits, code },
#include "validator/core/huffman_codes.def"
#undef CODE
};

enum { SYMBOL_END = 256 };

void
twdemo_huffman(struct buffer *out, const struct buffer *in, bool old)
{
	uint64_t bits = 0;
	unsigned n = 0;

	for (size_t i = 0; i <= in->size; i++) {
		const size_t symbol = i < in->size ? in->bytes[i] : SYMBOL_END;

		bits |= (uint64_t)codes[symbol].code << n;
		for (n += codes[symbol].bits; n >= 8; n -= 8) {
			buffer_byte(out, bits & 0xff);
			bits >>= 8;
		}
	}
	if (n > 0 || old)
		buffer_byte(out, bits & 0xff);
	out->failed |= in->failed;
}

void
twdemo_write_payload(struct buffer *out, const struct buffer *ints)
{
	for (size_t i = 0; i < ints->size; i += 4)
		write_int(out, buffer_peek(ints, i));
	out->failed |= ints->failed;
}

unsigned
twdemo_size_form(size_t size)
{
	return size < 30 ? 0 : size < 256 ? 1 : 2;
}

void
twdemo_write_chunk_as(struct twdemo_writer *d, enum twdemo_chunk_type type,
		      unsigned form, size_t size, const struct buffer *payload)
{
	const unsigned first = (unsigned)type << 5;

	d->record = d->w->size;
	buffer_byte(d->w, first | (form ? 29 + form : (unsigned)size & 31));
	if (form >= 1)
		buffer_byte(d->w, size & 0xff);
	if (form >= 2)
		buffer_byte(d->w, size >> 8 & 0xff);
	d->payload = d->w->size;
	buffer_append(d->w, payload->bytes, payload->size);
	d->w->failed |= payload->failed;
}

void
twdemo_write_chunk(struct twdemo_writer *d, enum twdemo_chunk_type type,
		   const struct buffer *payload)
{
	twdemo_write_chunk_as(d, type, twdemo_size_form(payload->size),
			      payload->size, payload);
}

void
twdemo_write_ints(struct twdemo_writer *d, enum twdemo_chunk_type type,
		  const struct buffer *ints)
{
	struct buffer packed = { 0 }, payload = { 0 };

	twdemo_write_payload(&packed, ints);
	twdemo_huffman(&payload, &packed, d->old_huffman);
	twdemo_write_chunk(d, type, &payload);
	buffer_free(&packed);
	buffer_free(&payload);
}

/* ------------------------------------------------------------------- end */

int32_t
twdemo_script_length(const struct twdemo_writer *d)
{
	return (int32_t)(((int64_t)d->last - d->first) / 50);
}

void
twdemo_write_end(struct twdemo_writer *d)
{
	if (d->version < 3)
		return;
	twdemo_poke(d->w, TWDEMO_AT_LENGTH, (uint32_t)twdemo_script_length(d));
	if (d->version < 4)
		return;
	twdemo_poke(d->w, TWDEMO_AT_MARKERS, (uint32_t)d->n_markers);
	for (size_t i = 0; i < d->n_markers; i++)
		twdemo_poke(d->w, TWDEMO_AT_MARKERS + 4 + 4 * i,
			    (uint32_t)d->markers[i]);
}
