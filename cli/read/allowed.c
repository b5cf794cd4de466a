/* SPDX-License-Identifier: MIT */
/* allowed.c - a sorted array of digests, for one digest or for millions */
#include "cli/read/allowed.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "cli/read/lines.h"
#include "cli/report/text.h"

static int
hex_value(char letter)
{
	if (letter >= '0' && letter <= '9')
		return letter - '0';
	letter = (char)tolower((unsigned char)letter);
	return letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : -1;
}

/* Reads the 64 digits at the start of `text`.  False: there are fewer or more digits. */
static bool
read_digest_digits(const char *text, struct allowed_digest *digest)
{
	for (size_t i = 0; i < sizeof(digest->bytes); i++) {
		const int high = hex_value(text[2 * i]);
		const int low = high < 0 ? -1 : hex_value(text[2 * i + 1]);

		if (low < 0)
			return false;
		digest->bytes[i] = (unsigned char)(high << 4 | low);
	}
	text += 2 * sizeof(digest->bytes);
	return *text == '\0' || *text == '#' || lines_is_blank(*text);
}

/* Makes room for one more digest.  False: no memory. */
static bool
make_digest_room(struct allowed *allowed)
{
	const size_t room = allowed->room * 2 + 64;
	struct allowed_digest *grown;

	if (allowed->n < allowed->room)
		return true;
	grown = realloc(allowed->at, room * sizeof(*grown));
	if (grown == NULL)
		return false;
	allowed->at = grown;
	allowed->room = room;
	return true;
}

static enum exitcode
add_line(struct allowed *allowed, const struct lines *lines)
{
	const char *text = lines->line;

	while (lines_is_blank(*text))
		text++;
	if (*text == '\0' || *text == '#')
		return EXITCODE_OK;
	/* sha256sum writes a backslash if the name contains a newline or a backslash. */
	if (*text == '\\')
		text++;
	if (allowed->n == ALLOWED_MOST)
		return lines_refuse(lines, "more than %zu digests",
				    ALLOWED_MOST);
	if (!make_digest_room(allowed)) {
		text_complain(lines->path, "out of memory");
		return EXITCODE_IO;
	}
	if (!read_digest_digits(text, &allowed->at[allowed->n]))
		return lines_refuse(lines,
				    "does not begin with a SHA-256, which has "
				    "64 hexadecimal digits");
	allowed->n++;
	return EXITCODE_OK;
}

enum exitcode
allowed_read(struct allowed *allowed, const char *path)
{
	struct lines lines;
	enum exitcode code = lines_open(&lines, path);

	if (code != EXITCODE_OK)
		return code;
	while (code == EXITCODE_OK && lines_next(&lines, &code))
		code = add_line(allowed, &lines);
	lines_close(&lines);
	return code;
}

static int
compare_digests(const void *a, const void *b)
{
	return memcmp(a, b, sizeof(struct allowed_digest));
}

void
allowed_sort(struct allowed *allowed)
{
	if (allowed->n > 0)
		qsort(allowed->at, allowed->n, sizeof(*allowed->at),
		      compare_digests);
}

bool
allowed_has(const struct allowed *allowed, const unsigned char sha256[32])
{
	return allowed->n > 0 &&
	       bsearch(sha256, allowed->at, allowed->n, sizeof(*allowed->at),
		       compare_digests) != NULL;
}

void
allowed_free(struct allowed *allowed)
{
	free(allowed->at);
	*allowed = (struct allowed){ .at = NULL };
}
