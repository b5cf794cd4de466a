/* SPDX-License-Identifier: MIT */
/*
 * protobuf.c - svc_ServerInfo of games whose messages are protocol buffers (DEM-7)
 *
 *   | type | size | message |
 *                 | number << 3 | kind | value |
 *     kind 0: a number; 1: 8 bytes; 2: a size, and so many bytes; 5: 4 bytes
 */
#include "validator/core/bits.h"
#include "validator/core/utf8.h"
#include "validator/dem/dem.h"

enum { NUMBER = 0, EIGHT = 1, BYTES = 2, FOUR = 5 };

#define KEY(number, kind) ((number) << 3 | (kind))

struct field {
	uint32_t key, value;
	struct bit_reader bytes;
};

/* Reading fails if the number has more than 32 bits. */
static uint32_t
read_number(struct bit_reader *b)
{
	unsigned quirks = 0;
	const uint32_t number = bits_varint(b, &quirks);

	b->fail |= (quirks & VARINT_TOO_LARGE) != 0;
	return number;
}

/* A number, which may have 64 bits.  UINT32_MAX stands for all numbers of more than 32
   bits. */
static uint32_t
read_long_number(struct bit_reader *b)
{
	enum { MOST_BYTES = 10 };
	struct bit_reader short_one = *b;
	const uint32_t number = read_number(&short_one);

	for (unsigned n = 0; n < MOST_BYTES && bits_u(b, 8) & 0x80;)
		n++;
	return short_one.fail ? UINT32_MAX : number;
}

/* False: the bytes are not a field, or end inside it. */
static bool
read_field(struct bit_reader *b, struct field *f)
{
	*f = (struct field){ .key = read_number(b) };
	switch (f->key & 7) {
	case NUMBER: f->value = read_long_number(b); break;
	case EIGHT: bits_pass(b, 64); break;
	case BYTES: {
		const uint64_t size = read_number(b);

		f->bytes = bits_part(b, 8 * size);
		break;
	}
	case FOUR: f->value = bits_u(b, 32); break;
	default: return false;
	}
	return !b->fail;
}

/* Other bytes than a text stay unknown. */
static void
copy_text_field(struct field *f, char room[DEM_TEXT_BYTES])
{
	const size_t n = (size_t)(bits_left(&f->bytes) / 8);

	memset(room, 0, DEM_TEXT_BYTES);
	if (n < DEM_TEXT_BYTES)
		bits_bytes(&f->bytes, room, n);
	if (!utf8_is_text(span_of_text(room), "") || strlen(room) != n)
		memset(room, 0, DEM_TEXT_BYTES);
}

static bool
has_folder(const char *text)
{
	return strpbrk(text, "/\\") != NULL;
}

static bool
read_message(struct bit_reader b, struct dem_server_info *info)
{
	struct field f;

	*info = (struct dem_server_info){ .slotted = true };
	while (bits_left(&b) > 0) {
		if (!read_field(&b, &f))
			return false;
		switch (f.key) {
		case KEY(1, NUMBER): info->network = (int32_t)f.value; break;
		case KEY(5, NUMBER): info->stv = f.value != 0; break;
		case KEY(14, FOUR): info->interval = real_of(f.value); break;
		case KEY(15, BYTES): copy_text_field(&f, info->game); break;
		case KEY(16, BYTES): copy_text_field(&f, info->path); break;
		case KEY(19, BYTES): copy_text_field(&f, info->host); break;
		default: break;
		}
	}
	/* No recording shows which part of a path is in the header. */
	if (has_folder(info->game))
		memset(info->game, 0, sizeof(info->game));
	if (!has_folder(info->path))
		memcpy(info->map, info->path, sizeof(info->map));
	return dem_is_slotted_network(info->network) &&
	       netmessage_is_interval(info->interval);
}

bool
dem_read_protobuf_info(struct span payload, struct dem_server_info *info)
{
	enum { SERVER_INFO = 8 };
	struct bit_reader b = bits_of(payload);

	while (bits_left(&b) > 0) {
		const uint32_t type = read_number(&b);
		const uint64_t size = read_number(&b);
		const struct bit_reader message = bits_part(&b, 8 * size);

		if (b.fail)
			return false;
		if (type == SERVER_INFO)
			return read_message(message, info);
	}
	return false;
}
