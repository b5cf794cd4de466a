/* SPDX-License-Identifier: MIT */
/* text.c - escapes text from recordings and paths, because such text may be hostile */
#include "cli/report/text.h"

#include <limits.h>
#include <stdarg.h>
#include <string.h>

/* The longest escape is "\u{10ffff}", with a NUL at the end. */
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

/*
 * Invisible characters that move, reorder or hide other characters, and numbers that are
 * not characters.  The invisible characters are C1 controls, the categories Cf, Zl and
 * Zp, and Default_Ignorable_Code_Point of Unicode 15.
 */
static const struct {
	uint32_t first, last;
} deceptive[] = {
	{ 0x80, 0x9f },       { 0xad, 0xad },       { 0x34f, 0x34f },
	{ 0x600, 0x605 },     { 0x61c, 0x61c },     { 0x6dd, 0x6dd },
	{ 0x70f, 0x70f },     { 0x890, 0x891 },     { 0x8e2, 0x8e2 },
	{ 0x115f, 0x1160 },   { 0x17b4, 0x17b5 },   { 0x180b, 0x180f },
	{ 0x200b, 0x200f },   { 0x2028, 0x202e },   { 0x2060, 0x206f },
	{ 0x3164, 0x3164 },   { 0xfdd0, 0xfdef },   { 0xfe00, 0xfe0f },
	{ 0xfeff, 0xfeff },   { 0xffa0, 0xffa0 },   { 0xfff0, 0xfffb },
	{ 0x110bd, 0x110bd }, { 0x110cd, 0x110cd }, { 0x13430, 0x1343f },
	{ 0x1bca0, 0x1bca3 }, { 0x1d173, 0x1d17a }, { 0xe0000, 0xe0fff },
};

static bool
is_deceptive(uint32_t c)
{
	/* The last two numbers of each plane are not characters. */
	if ((c & 0xfffe) == 0xfffe)
		return true;
	for (size_t i = 0; i < sizeof(deceptive) / sizeof(deceptive[0]); i++) {
		if (c <= deceptive[i].last)
			return c >= deceptive[i].first;
	}
	return false;
}

/* One character in its printed form. */
struct glyph {
	size_t length; /* number of input bytes */
	char text[ESCAPE_MAX];
};

enum glyph_style { GLYPH_PLAIN, GLYPH_QUOTED, GLYPH_CSV, GLYPH_ASCII };

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
	} else if (style == GLYPH_CSV && c == '"') {
		snprintf(glyph->text, sizeof(glyph->text), "\"\"");
	} else {
		memcpy(glyph->text, bytes, glyph->length);
		glyph->text[glyph->length] = '\0';
	}
}

static void
put_glyphs(FILE *out, const unsigned char *bytes, size_t size,
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
	put_glyphs(out, (const unsigned char *)text, strlen(text), GLYPH_PLAIN);
}

bool
text_is_plain(const char *text)
{
	const unsigned char *bytes = (const unsigned char *)text;
	const size_t size = strlen(text);
	struct glyph glyph;

	for (size_t at = 0; at < size; at += glyph.length) {
		glyph_at(&glyph, bytes + at, size - at, GLYPH_PLAIN);
		if (strlen(glyph.text) != glyph.length)
			return false;
	}
	return true;
}

void
text_put_quoted(FILE *out, const void *bytes, size_t size)
{
	putc('"', out);
	put_glyphs(out, bytes, size, GLYPH_QUOTED);
	putc('"', out);
}

void
text_put_csv(FILE *out, const char *text)
{
	putc('"', out);
	if (*text != '\0' && strchr("=+-@", *text) != NULL)
		putc('\'', out);
	put_glyphs(out, (const unsigned char *)text, strlen(text), GLYPH_CSV);
	putc('"', out);
}

void
text_put_name(FILE *out, const char *name)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz"
				      "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				      "0123456789_-.@";

	if (*name && !name[strspn(name, letters)])
		fputs(name, out);
	else
		text_put_quoted(out, name, strlen(name));
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

size_t
text_put_markup(FILE *out, char character)
{
	const char *entity = character == '&'    ? "&amp;"
			     : character == '<'  ? "&lt;"
			     : character == '>'  ? "&gt;"
			     : character == '"'  ? "&quot;"
			     : character == '\'' ? "&#39;"
						 : NULL;

	if (entity == NULL) {
		putc(character, out);
		return 1;
	}
	fputs(entity, out);
	return strlen(entity);
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
