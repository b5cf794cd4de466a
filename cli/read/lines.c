/* SPDX-License-Identifier: MIT */
/* lines.c - splits a text file into lines; refuses lines that are too long or not text */
#include "cli/read/lines.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "cli/report/text.h"

enum exitcode
lines_open(struct lines *lines, const char *path)
{
	int error;

	*lines = (struct lines){ .path = path };
	if (strcmp(path, "-") == 0) {
		text_complain(path, "settings and lists of files cannot come "
				    "from standard input");
		return EXITCODE_USAGE;
	}
	error = input_open(&lines->in, path);
	if (error == 0)
		return EXITCODE_OK;
	text_complain(path, "%s", strerror(error));
	return EXITCODE_IO;
}

void
lines_close(struct lines *lines)
{
	input_close(&lines->in);
}

void
lines_place(const struct lines *lines, char *text, size_t size)
{
	snprintf(text, size, "%s:%lu", lines->path, lines->number);
}

bool
lines_is_blank(char letter)
{
	return letter == ' ' || letter == '\t' || letter == '\r';
}

enum exitcode
lines_refuse(const struct lines *lines, const char *format, ...)
{
	char place[PATH_MAX + 32], why[512];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(why, sizeof(why), format, arguments);
	va_end(arguments);
	lines_place(lines, place, sizeof(place));
	text_complain(place, "%s", why);
	return EXITCODE_USAGE;
}

/* Skips a byte order mark, with which some editors begin a file. */
static void
pass_byte_order_mark(struct lines *lines)
{
	static const char mark[] = "\xef\xbb\xbf";
	const size_t size = sizeof(mark) - 1;

	if (lines->number != 1 || lines->length < size ||
	    memcmp(lines->line, mark, size) != 0)
		return;
	lines->length -= size;
	memmove(lines->line, lines->line + size, lines->length);
}

/* Reads more bytes.  False: there are no more bytes, or *code is the error. */
static bool
fill(struct lines *lines, enum exitcode *code)
{
	const void *bytes = NULL;
	size_t size = 0;
	int error = lines->ended ? 0 : input_read(&lines->in, &bytes, &size);

	if (error != 0) {
		text_complain(lines->path, "%s", strerror(error));
		*code = EXITCODE_IO;
	}
	lines->ended = size == 0;
	lines->bytes = bytes;
	lines->left = size;
	return size > 0;
}

/* Moves the bytes of the line into lines->line.  True: the end of the line was found. */
static bool
take_line_bytes(struct lines *lines, enum exitcode *code)
{
	const unsigned char *end = memchr(lines->bytes, '\n', lines->left);
	const size_t size = end != NULL ? (size_t)(end - lines->bytes)
					: lines->left;
	const size_t all = end != NULL ? size + 1 : size;

	if (size > LINES_LONGEST - lines->length) {
		*code = lines_refuse(lines, "this line has more than %d bytes",
				     (int)LINES_LONGEST);
		return true;
	}
	memcpy(lines->line + lines->length, lines->bytes, size);
	lines->length += size;
	lines->bytes += all;
	lines->left -= all;
	return end != NULL;
}

bool
lines_next(struct lines *lines, enum exitcode *code)
{
	bool whole = false;

	*code = EXITCODE_OK;
	lines->length = 0;
	lines->number++;
	while (!whole && (lines->left > 0 || fill(lines, code)))
		whole = take_line_bytes(lines, code);
	if (*code != EXITCODE_OK || (!whole && lines->length == 0))
		return false;
	pass_byte_order_mark(lines);
	lines->line[lines->length] = '\0';
	if (strlen(lines->line) == lines->length)
		return true;
	*code = lines_refuse(lines, "a NUL byte: this is no text file");
	return false;
}
