/* SPDX-License-Identifier: MIT */
/* hexdump.c - prints rows of 16 bytes, with marks between the bytes */
#include "cli/report/hexdump.h"

#include <inttypes.h>
#include <stdbool.h>
#include <unistd.h>

enum { ROW = 16, ROWS = 3 };

/* Returns the character before the byte at this offset. */
static char
mark_at(uint64_t at, uint64_t offset, uint64_t length)
{
	if (at == offset)
		return length > 0 ? '[' : '|';
	return length > 0 && at - offset == length ? ']' : ' ';
}

/* Prints one row.  If the range ends with a row, the closing bracket is in this row.  If
   the range begins at the end of the file, the mark follows the last row. */
static void
put_row(FILE *out, const unsigned char *row, size_t n, uint64_t at,
	uint64_t offset, uint64_t length, bool last)
{
	char end = mark_at(at + n, offset, length);

	fprintf(out, "      0x%04" PRIx64 " ", at);
	for (size_t i = 0; i < n; i++) {
		const char mark = mark_at(at + i, offset, length);

		fprintf(out, "%c%02x", i == 0 && mark == ']' ? ' ' : mark,
			(unsigned)row[i]);
	}
	if (end != ']' && !last)
		end = ' ';
	if (end != ' ')
		putc(end, out);
	putc('\n', out);
}

void
hexdump_put(FILE *out, const struct hexdump_bytes *bytes, uint64_t offset,
	    uint64_t length)
{
	const uint64_t row = offset - offset % ROW;
	const uint64_t first = row >= ROW ? row - ROW : row;
	unsigned char rows[ROWS * ROW];
	ssize_t n;

	if (bytes->fd < 0 || offset > INT64_MAX / 2)
		return;
	n = pread(bytes->fd, rows, sizeof(rows), bytes->start + (off_t)first);
	for (size_t at = 0; n > 0 && at < (size_t)n; at += ROW)
		put_row(out, rows + at,
			(size_t)n - at < ROW ? (size_t)n - at : ROW, first + at,
			offset, length, at + ROW >= (size_t)n);
}
