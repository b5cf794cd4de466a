/* SPDX-License-Identifier: MIT */
/*
 * teehistorian_writer.c - writes the ints, header and messages of a recording
 *
 *   int   ESdddddd Eddddddd Eddddddd Eddddddd PPPPdddd
 *         E another byte follows, S sign (the magnitude is inverted),
 *         d digits, lowest first, P padding, zero in the canonical form
 */
#include "corpus/builder/teehistorian_writer.h"

#include <stdio.h>
#include <string.h>

/* Writes an int in `length` bytes; 0: in as few bytes as possible. */
static void
put_int(struct buffer *w, int32_t value, size_t length, unsigned padding)
{
	const unsigned sign = value < 0 ? 0x40 : 0;
	uint32_t rest = value < 0 ? ~(uint32_t)value : (uint32_t)value;
	unsigned byte = sign | (rest & 0x3f);
	size_t n = 1;

	for (rest >>= 6; length ? n < length : rest != 0; n++) {
		buffer_byte(w, byte | 0x80);
		byte = rest & 0x7f;
		rest >>= 7;
	}
	buffer_byte(w, byte | padding << 4);
}

void
write_int(struct buffer *w, int32_t value)
{
	put_int(w, value, 0, 0);
}

void
write_int_overlong(struct buffer *w, int32_t value, size_t length)
{
	put_int(w, value, length, 0);
}

void
write_int_padded(struct buffer *w, int32_t value, unsigned padding)
{
	put_int(w, value, 5, padding & 0x0f);
}

/* ------------------------------------------------------------- header -- */

void
write_magic(struct buffer *w)
{
	unsigned char magic[EXTENSION_UUID_LENGTH];

	extension_uuid("teehistorian@ddnet.tw", magic);
	buffer_append(w, magic, sizeof(magic));
}

void
write_header_open(struct buffer *w)
{
	write_magic(w);
	buffer_byte(w, '{');
}

/* Writes a JSON string, escaped as in DDNet (json.cpp, EscapeJson). */
static void
put_json_string(struct buffer *w, const char *text)
{
	static const char plain[] = "\"\\\b\n\r\t", letters[] = "\"\\bnrt";

	buffer_byte(w, '"');
	for (; *text; text++) {
		const unsigned char c = (unsigned char)*text;
		const char *escape = strchr(plain, *text);
		char hex[sizeof("\\u0000")];

		if (escape) {
			buffer_byte(w, '\\');
			buffer_byte(w, (unsigned char)letters[escape - plain]);
		} else if (c < 0x20) {
			snprintf(hex, sizeof(hex), "\\u%04X", (unsigned)c);
			buffer_append(w, hex, sizeof(hex) - 1);
		} else {
			buffer_byte(w, c);
		}
	}
	buffer_byte(w, '"');
}

static void
put_key(struct buffer *w, const char *key)
{
	if (w->size > 0 && w->bytes[w->size - 1] != '{')
		buffer_byte(w, ',');
	buffer_mark(w, key);
	put_json_string(w, key);
	buffer_byte(w, ':');
}

void
write_key(struct buffer *w, const char *key, const char *text)
{
	put_key(w, key);
	put_json_string(w, text);
}

void
write_key_json(struct buffer *w, const char *key, const char *json)
{
	put_key(w, key);
	buffer_words(w, json);
}

void
write_header_close(struct buffer *w)
{
	buffer_byte(w, '}');
	buffer_byte(w, 0);
}

/* ----------------------------------------------------------- messages -- */

void
write_player_diff(struct buffer *w, int32_t cid, int32_t dx, int32_t dy)
{
	write_int(w, cid);
	write_int(w, dx);
	write_int(w, dy);
}

void
write_finish(struct buffer *w)
{
	write_int(w, ID_FINISH);
}

void
write_tick_skip(struct buffer *w, int32_t dt)
{
	write_int(w, ID_TICK_SKIP);
	write_int(w, dt);
}

void
write_player_new(struct buffer *w, int32_t cid, int32_t x, int32_t y)
{
	write_int(w, ID_PLAYER_NEW);
	write_int(w, cid);
	write_int(w, x);
	write_int(w, y);
}

void
write_player_old(struct buffer *w, int32_t cid)
{
	write_int(w, ID_PLAYER_OLD);
	write_int(w, cid);
}

static void
put_input(struct buffer *w, enum message_id id, int32_t cid,
	  const int32_t input[INPUT_INTS])
{
	write_int(w, id);
	write_int(w, cid);
	for (size_t i = 0; i < INPUT_INTS; i++)
		write_int(w, input[i]);
}

void
write_input_diff(struct buffer *w, int32_t cid, const int32_t diff[INPUT_INTS])
{
	put_input(w, ID_INPUT_DIFF, cid, diff);
}

void
write_input_new(struct buffer *w, int32_t cid, const int32_t input[INPUT_INTS])
{
	put_input(w, ID_INPUT_NEW, cid, input);
}

void
write_message(struct buffer *w, int32_t cid, const void *payload, size_t size)
{
	write_int(w, ID_MESSAGE);
	write_int(w, cid);
	write_int(w, (int32_t)size);
	buffer_append(w, payload, size);
}

void
write_join(struct buffer *w, int32_t cid)
{
	write_int(w, ID_JOIN);
	write_int(w, cid);
}

void
write_drop(struct buffer *w, int32_t cid, const char *reason)
{
	write_int(w, ID_DROP);
	write_int(w, cid);
	buffer_text(w, reason);
}

void
write_console_command(struct buffer *w, int32_t cid, int32_t flags,
		      const char *command, int32_t count,
		      const char *const *arguments)
{
	write_int(w, ID_CONSOLE_COMMAND);
	write_int(w, cid);
	write_int(w, flags);
	buffer_text(w, command);
	write_int(w, count);
	for (int32_t i = 0; i < count; i++)
		buffer_text(w, arguments[i]);
}
