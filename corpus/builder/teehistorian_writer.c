/* SPDX-License-Identifier: MIT */
/*
 * teehistorian_writer.c - the bytes, ints, header and messages of a recording
 *
 *   int   ESdddddd Eddddddd Eddddddd Eddddddd PPPPdddd
 *         E another byte follows, S sign (the magnitude is inverted),
 *         d digits, lowest first, P padding, zero in the canonical form
 */
#include "corpus/builder/teehistorian_writer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void
thw_init(struct thw *w)
{
	memset(w, 0, sizeof(*w));
}

void
thw_free(struct thw *w)
{
	free(w->bytes);
	thw_init(w);
}

bool
thw_ok(const struct thw *w)
{
	return !w->failed;
}

static bool
reserve(struct thw *w, size_t more)
{
	size_t capacity = w->capacity ? w->capacity : 4096;
	unsigned char *bytes;

	if (w->failed)
		return false;
	if (more <= w->capacity - w->size)
		return true;
	while (capacity - w->size < more) {
		if (capacity > SIZE_MAX / 2)
			goto failed;
		capacity *= 2;
	}
	bytes = realloc(w->bytes, capacity);
	if (!bytes)
		goto failed;
	w->bytes = bytes;
	w->capacity = capacity;
	return true;

failed:
	w->failed = true;
	return false;
}

void
thw_bytes(struct thw *w, const void *bytes, size_t size)
{
	if (size == 0 || !reserve(w, size))
		return;
	memcpy(w->bytes + w->size, bytes, size);
	w->size += size;
}

void
thw_byte(struct thw *w, unsigned byte)
{
	const unsigned char b = (unsigned char)(byte & 0xff);

	thw_bytes(w, &b, 1);
}

void
thw_fill(struct thw *w, unsigned byte, size_t count)
{
	if (count == 0 || !reserve(w, count))
		return;
	memset(w->bytes + w->size, (int)(byte & 0xff), count);
	w->size += count;
}

void
thw_str(struct thw *w, const char *text)
{
	thw_bytes(w, text, strlen(text) + 1);
}

/* The digits of an int in `length` bytes, or in as few as it takes (0). */
static void
put_int(struct thw *w, int32_t value, size_t length, unsigned padding)
{
	const unsigned sign = value < 0 ? 0x40 : 0;
	uint32_t rest = value < 0 ? ~(uint32_t)value : (uint32_t)value;
	unsigned byte = sign | (rest & 0x3f);
	size_t n = 1;

	for (rest >>= 6; length ? n < length : rest != 0; n++) {
		thw_byte(w, byte | 0x80);
		byte = rest & 0x7f;
		rest >>= 7;
	}
	thw_byte(w, byte | padding << 4);
}

void
thw_int(struct thw *w, int32_t value)
{
	put_int(w, value, 0, 0);
}

void
thw_int_overlong(struct thw *w, int32_t value, size_t length)
{
	put_int(w, value, length, 0);
}

void
thw_int_padded(struct thw *w, int32_t value, unsigned padding)
{
	put_int(w, value, 5, padding & 0x0f);
}

void
thw_mark(struct thw *w, const char *name)
{
	thw_mark_at(w, name, w->size);
}

void
thw_mark_at(struct thw *w, const char *name, size_t offset)
{
	if (w->n_marks == THW_MARKS) {
		w->failed = true;
		return;
	}
	w->marks[w->n_marks++] = (struct thw_mark){ name, offset };
}

size_t
thw_offset(const struct thw *w, const char *name)
{
	for (size_t i = w->n_marks; i > 0; i--)
		if (strcmp(w->marks[i - 1].name, name) == 0)
			return w->marks[i - 1].offset;
	return SIZE_MAX;
}

void
thw_cut(struct thw *w, size_t size)
{
	if (size < w->size)
		w->size = size;
}

void
thw_remove(struct thw *w, size_t offset, size_t count)
{
	if (offset >= w->size)
		return;
	if (count > w->size - offset)
		count = w->size - offset;
	memmove(w->bytes + offset, w->bytes + offset + count,
		w->size - offset - count);
	w->size -= count;
}

/* ------------------------------------------------------------- header -- */

void
thw_magic(struct thw *w)
{
	unsigned char magic[THW_UUID_LENGTH];

	thw_uuid("teehistorian@ddnet.tw", magic);
	thw_bytes(w, magic, sizeof(magic));
}

void
thw_header_open(struct thw *w)
{
	thw_magic(w);
	thw_byte(w, '{');
	w->n_keys = 0;
}

/* A JSON string, escaped as DDNet does it (json.cpp, EscapeJson). */
static void
put_json_string(struct thw *w, const char *text)
{
	static const char plain[] = "\"\\\b\n\r\t", letters[] = "\"\\bnrt";

	thw_byte(w, '"');
	for (; *text; text++) {
		const unsigned char c = (unsigned char)*text;
		const char *escape = strchr(plain, *text);
		char hex[sizeof("\\u0000")];

		if (escape) {
			thw_byte(w, '\\');
			thw_byte(w, (unsigned char)letters[escape - plain]);
		} else if (c < 0x20) {
			snprintf(hex, sizeof(hex), "\\u%04X", (unsigned)c);
			thw_bytes(w, hex, sizeof(hex) - 1);
		} else {
			thw_byte(w, c);
		}
	}
	thw_byte(w, '"');
}

static void
put_key(struct thw *w, const char *key)
{
	if (w->n_keys++ > 0)
		thw_byte(w, ',');
	thw_mark(w, key);
	put_json_string(w, key);
	thw_byte(w, ':');
}

void
thw_key(struct thw *w, const char *key, const char *text)
{
	put_key(w, key);
	put_json_string(w, text);
}

void
thw_key_json(struct thw *w, const char *key, const char *json)
{
	put_key(w, key);
	thw_bytes(w, json, strlen(json));
}

void
thw_header_close(struct thw *w)
{
	thw_byte(w, '}');
	thw_byte(w, 0);
}

/* ----------------------------------------------------------- messages -- */

void
thw_player_diff(struct thw *w, int32_t cid, int32_t dx, int32_t dy)
{
	thw_int(w, cid);
	thw_int(w, dx);
	thw_int(w, dy);
}

void
thw_finish(struct thw *w)
{
	thw_int(w, THW_FINISH);
}

void
thw_tick_skip(struct thw *w, int32_t dt)
{
	thw_int(w, THW_TICK_SKIP);
	thw_int(w, dt);
}

void
thw_player_new(struct thw *w, int32_t cid, int32_t x, int32_t y)
{
	thw_int(w, THW_PLAYER_NEW);
	thw_int(w, cid);
	thw_int(w, x);
	thw_int(w, y);
}

void
thw_player_old(struct thw *w, int32_t cid)
{
	thw_int(w, THW_PLAYER_OLD);
	thw_int(w, cid);
}

static void
put_input(struct thw *w, enum thw_id id, int32_t cid,
	  const int32_t input[THW_INPUT])
{
	thw_int(w, id);
	thw_int(w, cid);
	for (size_t i = 0; i < THW_INPUT; i++)
		thw_int(w, input[i]);
}

void
thw_input_diff(struct thw *w, int32_t cid, const int32_t diff[THW_INPUT])
{
	put_input(w, THW_INPUT_DIFF, cid, diff);
}

void
thw_input_new(struct thw *w, int32_t cid, const int32_t input[THW_INPUT])
{
	put_input(w, THW_INPUT_NEW, cid, input);
}

void
thw_message(struct thw *w, int32_t cid, const void *payload, size_t size)
{
	thw_int(w, THW_MESSAGE);
	thw_int(w, cid);
	thw_int(w, (int32_t)size);
	thw_bytes(w, payload, size);
}

void
thw_join(struct thw *w, int32_t cid)
{
	thw_int(w, THW_JOIN);
	thw_int(w, cid);
}

void
thw_drop(struct thw *w, int32_t cid, const char *reason)
{
	thw_int(w, THW_DROP);
	thw_int(w, cid);
	thw_str(w, reason);
}

void
thw_console_command(struct thw *w, int32_t cid, int32_t flags,
		    const char *command, int32_t count,
		    const char *const *arguments)
{
	thw_int(w, THW_CONSOLE_COMMAND);
	thw_int(w, cid);
	thw_int(w, flags);
	thw_str(w, command);
	thw_int(w, count);
	for (int32_t i = 0; i < count; i++)
		thw_str(w, arguments[i]);
}
