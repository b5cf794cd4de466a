/* SPDX-License-Identifier: MIT */
/* escape.c - text of a path or a file can be no code of the form that it is printed in */
#include "cli/scrub/escape.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cli/report/text.h"

static void
put_json_unit(FILE *out, uint32_t unit)
{
	if (unit == '"' || unit == '\\')
		fprintf(out, "\\%c", (int)unit);
	else if (unit >= ' ' && unit < 0x7f)
		fputc((int)unit, out);
	else
		fprintf(out, "\\u%04x", (unsigned)unit);
}

bool
scrub_put_json(FILE *out, const char *text)
{
	const unsigned char *at = (const unsigned char *)text;
	size_t left = strlen(text);
	bool good = true;

	fputc('"', out);
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
	fputc('"', out);
	return good;
}

void
scrub_put_base64(FILE *out, const void *bytes, size_t size)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				     "abcdefghijklmnopqrstuvwxyz0123456789+/";
	const unsigned char *at = bytes;

	for (; size > 0; at += 3) {
		const size_t n = size < 3 ? size : 3;
		const unsigned b[3] = { at[0], n > 1 ? at[1] : 0U,
					n > 2 ? at[2] : 0U };
		const unsigned bits = b[0] << 16 | b[1] << 8 | b[2];

		fputc(digits[bits >> 18 & 63], out);
		fputc(digits[bits >> 12 & 63], out);
		fputc(n > 1 ? digits[bits >> 6 & 63] : '=', out);
		fputc(n > 2 ? digits[bits & 63] : '=', out);
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

void
scrub_put_csv(FILE *out, const char *text)
{
	char *visible = make_visible(text);

	if (visible == NULL)
		return;
	fputc('"', out);
	if (*visible != '\0' && strchr("=+-@", *visible) != NULL)
		fputc('\'', out);
	for (const char *at = visible; *at != '\0'; at++) {
		if (*at == '"')
			fputc('"', out);
		fputc(*at, out);
	}
	fputc('"', out);
	free(visible);
}

size_t
scrub_put_html(FILE *out, const char *text)
{
	char *visible = make_visible(text);
	size_t size = 0;

	for (const char *at = visible; at != NULL && *at != '\0'; at++) {
		const char *entity = *at == '&'    ? "&amp;"
				     : *at == '<'  ? "&lt;"
				     : *at == '>'  ? "&gt;"
				     : *at == '"'  ? "&quot;"
				     : *at == '\'' ? "&#39;"
						   : NULL;

		if (entity != NULL)
			fputs(entity, out);
		else
			fputc(*at, out);
		size += entity != NULL ? strlen(entity) : 1;
	}
	free(visible);
	return size;
}
