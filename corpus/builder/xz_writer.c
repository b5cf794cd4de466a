/* SPDX-License-Identifier: MIT */
/* xz_writer.c - writes the .xz format, version 1.1, with stored chunks */
#include "corpus/builder/xz_writer.h"

#include <zlib.h>

enum { CHECK_CRC32 = 1, FILTER_LZMA2 = 0x21, CHUNK = 500 };

static void
crc_of(struct buffer *w, size_t from)
{
	if (buffer_ok(w))
		buffer_int(w, (int32_t)crc32(0, w->bytes + from,
					     (unsigned)(w->size - from)));
}

/* Writes a number with seven bits in each byte, the lowest bits first. */
static void
number(struct buffer *w, size_t value)
{
	for (; value > 0x7f; value >>= 7)
		buffer_byte(w, (value & 0x7f) | 0x80);
	buffer_byte(w, (unsigned)value);
}

/* Writes zero bytes up to a multiple of four. */
static void
pad(struct buffer *w, size_t from)
{
	while ((w->size - from) % 4 && !w->failed)
		buffer_byte(w, 0);
}

static void
flags(struct buffer *w)
{
	buffer_byte(w, 0);
	buffer_byte(w, CHECK_CRC32);
}

static void
block_header(struct buffer *w, unsigned dictionary)
{
	const size_t from = w->size;

	buffer_byte(w, 12 / 4 - 1); /* the size of the header, with the CRC */
	buffer_byte(w, 0);          /* one filter, and no sizes */
	buffer_byte(w, FILTER_LZMA2);
	buffer_byte(w, 1);
	buffer_byte(w, dictionary);
	while (w->size - from < 8 && !w->failed)
		buffer_byte(w, 0);
	crc_of(w, from);
}

/* LZMA2: the first chunk resets the dictionary. */
static void
chunks(struct buffer *w, const unsigned char *bytes, size_t size)
{
	for (size_t at = 0; at < size; at += CHUNK) {
		const size_t n = size - at < CHUNK ? size - at : CHUNK;

		buffer_byte(w, at ? 2 : 1);
		buffer_byte(w, (unsigned)((n - 1) >> 8));
		buffer_byte(w, (n - 1) & 0xff);
		buffer_append(w, bytes + at, n);
	}
	buffer_byte(w, 0);
}

void
xz_stream(struct buffer *w, const unsigned char *bytes, size_t size,
	  unsigned dictionary)
{
	size_t from = w->size, unpadded, index;

	buffer_append(w,
		      "\xfd"
		      "7zXZ",
		      6); /* the size with the NUL */
	flags(w);
	crc_of(w, from + 6);

	from = w->size;
	block_header(w, dictionary);
	chunks(w, bytes, size);
	unpadded = w->size - from + 4;
	pad(w, from);
	buffer_mark(w, "check");
	buffer_int(w, (int32_t)crc32(0, bytes, (unsigned)size));

	buffer_mark(w, "index");
	from = w->size;
	buffer_byte(w, 0);
	number(w, 1);
	number(w, unpadded);
	number(w, size);
	pad(w, from);
	crc_of(w, from);
	index = w->size - from;

	/* The CRC of the footer comes first. */
	from = w->size;
	buffer_int(w, 0);
	buffer_int(w, (int32_t)(index / 4 - 1));
	flags(w);
	if (buffer_ok(w))
		buffer_poke(w, from, (int32_t)crc32(0, w->bytes + from + 4, 6));
	buffer_append(w, "YZ", 2);
}
