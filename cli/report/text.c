/* SPDX-License-Identifier: MIT */
/* text.c - escaping; a recording and its name are written by strangers */
#include "cli/report/text.h"

#include <limits.h>
#include <stdarg.h>
#include <string.h>

/* Longest escape: "\u{10ffff}" and a NUL. */
#define ESCAPE_MAX 16

size_t
text_decode(const unsigned char *bytes, size_t size, uint32_t *codepoint)
{
	static const uint32_t smallest[] = { 0, 0, 0x80, 0x800, 0x10000 };
	size_t length;
	uint32_t value;

	if (size == 0)
		return 0;
	if (bytes[0] < 0x80) {
		*codepoint = bytes[0];
		return 1;
	}
	if (bytes[0] >= 0xc2 && bytes[0] < 0xe0) {
		length = 2;
		value = bytes[0] & 0x1fU;
	} else if (bytes[0] >= 0xe0 && bytes[0] < 0xf0) {
		length = 3;
		value = bytes[0] & 0x0fU;
	} else if (bytes[0] >= 0xf0 && bytes[0] < 0xf5) {
		length = 4;
		value = bytes[0] & 0x07U;
	} else {
		return 0;
	}
	if (size < length)
		return 0;
	for (size_t i = 1; i < length; i++) {
		if ((bytes[i] & 0xc0U) != 0x80)
			return 0;
		value = value << 6 | (bytes[i] & 0x3fU);
	}
	if (value < smallest[length] || value > 0x10ffff ||
	    (value >= 0xd800 && value <= 0xdfff))
		return 0;
	*codepoint = value;
	return length;
}

/* Characters that move, reorder or vanish: none of them shows itself. */
static bool
is_deceptive(uint32_t c)
{
	return (c >= 0x80 && c <= 0x9f) || c == 0x61c || c == 0x200b ||
	       c == 0x200e || c == 0x200f || (c >= 0x2028 && c <= 0x202e) ||
	       (c >= 0x2060 && c <= 0x206f) || c == 0xfeff ||
	       (c >= 0xe0000 && c <= 0xe007f);
}

/* How one character is shown. */
struct glyph {
	size_t length; /* input bytes it stands for */
	char text[ESCAPE_MAX];
};

enum glyph_style { GLYPH_PLAIN, GLYPH_QUOTED, GLYPH_ASCII };

static void
glyph_at(struct glyph *glyph, const unsigned char *bytes, size_t size,
	 enum glyph_style style)
{
	uint32_t c = 0;

	glyph->length = text_decode(bytes, size, &c);
	if (glyph->length == 0 || c < 0x20 || c == 0x7f) {
		glyph->length = 1;
		snprintf(glyph->text, sizeof(glyph->text), "\\x%02x",
			 (unsigned)bytes[0]);
	} else if (is_deceptive(c) || (style == GLYPH_ASCII && c > 0x7f)) {
		snprintf(glyph->text, sizeof(glyph->text), "\\u{%x}",
			 (unsigned)c);
	} else if (style == GLYPH_QUOTED && (c == '"' || c == '\\')) {
		snprintf(glyph->text, sizeof(glyph->text), "\\%c", (char)c);
	} else {
		memcpy(glyph->text, bytes, glyph->length);
		glyph->text[glyph->length] = '\0';
	}
}

static void
put_bytes(FILE *out, const unsigned char *bytes, size_t size,
	  enum glyph_style style)
{
	struct glyph glyph;

	for (size_t at = 0; at < size; at += glyph.length) {
		glyph_at(&glyph, bytes + at, size - at, style);
		fputs(glyph.text, out);
	}
}

void
text_put(FILE *out, const char *text)
{
	put_bytes(out, (const unsigned char *)text, strlen(text), GLYPH_PLAIN);
}

void
text_put_quoted(FILE *out, const void *bytes, size_t size)
{
	putc('"', out);
	put_bytes(out, bytes, size, GLYPH_QUOTED);
	putc('"', out);
}

void
text_ascii(char *buffer, size_t size, const char *text)
{
	const unsigned char *bytes = (const unsigned char *)text;
	const size_t length = strlen(text);
	size_t used = 0;
	struct glyph glyph;

	for (size_t at = 0; at < length; at += glyph.length) {
		glyph_at(&glyph, bytes + at, length - at, GLYPH_ASCII);
		if (used + strlen(glyph.text) + sizeof("...") > size) {
			memcpy(buffer + used, "...", 3);
			used += 3;
			break;
		}
		memcpy(buffer + used, glyph.text, strlen(glyph.text));
		used += strlen(glyph.text);
	}
	buffer[used] = '\0';
}

void
text_put_hex(FILE *out, const unsigned char *bytes, size_t size)
{
	for (size_t i = 0; i < size; i++)
		fprintf(out, "%02x", (unsigned)bytes[i]);
}

void
text_uuid(char *buffer, const unsigned char *uuid)
{
	for (int i = 0; i < 16; i++) {
		if (i == 4 || i == 6 || i == 8 || i == 10)
			*buffer++ = '-';
		snprintf(buffer, 3, "%02x", (unsigned)uuid[i]);
		buffer += 2;
	}
}

const char *
text_plural(uint64_t n)
{
	return n == 1 ? "" : "s";
}

void
text_complain(const char *subject, const char *format, ...)
{
	char reason[PATH_MAX + 256];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(reason, sizeof(reason), format, arguments);
	va_end(arguments);
	fputs("demofsck: ", stderr);
	if (subject != NULL && *subject != '\0') {
		text_put(stderr, subject);
		fputs(": ", stderr);
	}
	text_put(stderr, reason);
	putc('\n', stderr);
}
