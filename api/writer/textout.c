/* SPDX-License-Identifier: MIT */
/* textout.c - passes bytes on when the buffer is full */
#include "api/writer/textout.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "validator/core/utf8.h"

void
textout_init(struct textout *out,
	     int (*write)(void *ctx, const void *bytes, size_t size), void *ctx)
{
	/* The buffer is not cleared: it is large, and it is empty now. */
	out->write = write;
	out->ctx = ctx;
	out->error = 0;
	out->writing = false;
	out->used = 0;
}

bool
textout_flush(struct textout *out)
{
	if (out->error == 0 && out->used > 0) {
		out->writing = true;
		out->error = out->write(out->ctx, out->buffer, out->used);
		out->writing = false;
	}
	out->used = 0;
	return out->error == 0;
}

void
textout_byte(struct textout *out, uint8_t byte)
{
	AT(out->buffer, out->used++) = (char)byte;
	if (out->used == sizeof(out->buffer))
		textout_flush(out);
}

void
textout_bytes(struct textout *out, struct span bytes)
{
	struct cursor c = cur_span(bytes, 0);

	while (cur_left(&c) > 0) {
		const struct span some = cur_some(&c, sizeof(out->buffer) -
							      out->used);

		memcpy(room_at(out->buffer, sizeof(out->buffer), out->used,
			       some.len),
		       some.ptr, some.len);
		out->used += some.len;
		if (out->used == sizeof(out->buffer))
			textout_flush(out);
	}
}

void
textout_put(struct textout *out, const char *text)
{
	textout_bytes(out, span_of_text(text));
}

void
textout_print(struct textout *out, const char *format, ...)
{
	char text[64];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	textout_put(out, text);
}

void
textout_xml(struct textout *out, const char *text)
{
	struct cursor c = cur_span(span_of_text(text), 0);

	while (cur_left(&c) > 0) {
		const uint32_t character = textout_character(&c);

		if (character >= 0x20 && character < 0x7f &&
		    !strchr("\"&<>'", (int)character))
			textout_byte(out, (uint8_t)character);
		else if (character < 0x20 || character == 0xfffe ||
			 character == 0xffff)
			textout_put(out, "&#xFFFD;");
		else
			textout_print(out, "&#x%" PRIX32 ";", character);
	}
}

uint32_t
textout_character(struct cursor *c)
{
	/* The bits of the first byte that belong to the character, by the length of the
	   character. */
	static const uint8_t first[] = { 0, 0x7f, 0x1f, 0x0f, 0x07 };
	size_t length;

	if (utf8_bad_sequence(cur_rest(c), &length) > 0) {
		cur_u8(c);
		return 0xfffd;
	}

	uint32_t character = cur_u8(c) & AT(first, length);

	while (--length > 0)
		character = character << 6 | (cur_u8(c) & 0x3fU);
	return character;
}
