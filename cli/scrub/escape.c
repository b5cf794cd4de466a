/* SPDX-License-Identifier: MIT */
/* escape.c - text of a path or a file can be no code of the form that it is printed in */
#include "cli/scrub/escape.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cli/report/text.h"
#include "cli/scrub/crypto.h"

static void
put_json_unit(FILE *out, uint32_t unit)
{
	if (unit == '"' || unit == '\\')
		fprintf(out, "\\%c", (int)unit);
	else if (unit >= ' ' && unit < 0x7f)
		putc((int)unit, out);
	else
		fprintf(out, "\\u%04x", (unsigned)unit);
}

bool
scrub_put_json(FILE *out, const char *text)
{
	const unsigned char *at = (const unsigned char *)text;
	size_t left = strlen(text);
	bool good = true;

	putc('"', out);
	while (left > 0) {
		uint32_t codepoint = 0xfffd;
		size_t n = text_decode(at, left, &codepoint);

		if (n == 0) {
			codepoint = 0xfffd;
			good = false;
			n = 1;
		}
		if (codepoint > 0xffff) {
			put_json_unit(out, 0xd7c0 + (codepoint >> 10));
			codepoint = 0xdc00 + (codepoint & 0x3ff);
		}
		put_json_unit(out, codepoint);
		at += n;
		left -= n;
	}
	putc('"', out);
	return good;
}

void
scrub_put_base64(FILE *out, const void *bytes, size_t size)
{
	enum { BYTES = 192 };
	char text[SCRUB_BASE64(BYTES)];
	const unsigned char *at = bytes;

	while (size > 0) {
		const size_t n = size < BYTES ? size : BYTES;

		scrub_base64(text, at, n);
		fputs(text, out);
		at += n;
		size -= n;
	}
}

/* Returns the text of text_put().  Free it.  NULL: no memory. */
static char *
make_visible(const char *text)
{
	char *visible = NULL;
	size_t size;
	FILE *out = open_memstream(&visible, &size);

	if (out == NULL)
		return NULL;
	text_put(out, text);
	if (fclose(out) == 0)
		return visible;
	free(visible);
	return NULL;
}

size_t
scrub_put_html(FILE *out, const char *text)
{
	char *visible = make_visible(text);
	size_t size = 0;

	for (const char *at = visible; at != NULL && *at != '\0'; at++)
		size += text_put_markup(out, *at);
	free(visible);
	return size;
}
