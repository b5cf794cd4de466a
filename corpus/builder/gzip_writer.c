/* SPDX-License-Identifier: MIT */
/*
 * gzip_writer.c - writes members of RFC 1952 with the two simplest blocks of RFC 1951
 *
 *   1f 8b 08 FLG  MTIME(4)  XFL OS  [XLEN(2) extra] [name 0] [comment 0] [CRC16]
 *   deflate blocks
 *   CRC32(4)  ISIZE(4)
 */
#include "corpus/builder/gzip_writer.h"

#include <string.h>
#include <zlib.h>

#define BLOCK_MAX  65535
#define RUN        258 /* the longest match, whose code has no extra bits */
#define CODE_END   256
#define CODE_RUN   285
#define OS_UNKNOWN 255

static void
put_le(struct buffer *w, uint32_t value, unsigned bytes)
{
	for (unsigned i = 0; i < bytes; i++)
		buffer_byte(w, value >> 8 * i & 0xff);
}

static void
put_header(struct buffer *w, unsigned flags)
{
	buffer_append(w, "\x1f\x8b\x08", 3);
	buffer_byte(w, flags);
	put_le(w, 0, 4); /* no time */
	buffer_byte(w, 0);
	buffer_byte(w, OS_UNKNOWN);
}

void
gzip_header(struct buffer *w)
{
	put_header(w, 0);
}

void
gzip_long_header(struct buffer *w, const char *name)
{
	enum { FHCRC = 2, FEXTRA = 4, FNAME = 8, FCOMMENT = 16 };
	const size_t start = w->size;

	put_header(w, FHCRC | FEXTRA | FNAME | FCOMMENT);
	put_le(w, 6, 2);
	buffer_append(w, "sa\x02\0\x01\x02", 6);
	buffer_text(w, name);
	buffer_text(w, "a sample");
	if (buffer_ok(w))
		put_le(w,
		       (uint32_t)(crc32(0, w->bytes + start,
					(uInt)(w->size - start)) &
				  0xffff),
		       2);
}

void
gzip_trailer(struct buffer *w, const unsigned char *bytes, size_t size)
{
	put_le(w, (uint32_t)crc32_z(0, bytes, size), 4);
	put_le(w, (uint32_t)size, 4);
}

void
gzip_stored(struct buffer *w, const unsigned char *bytes, size_t size)
{
	do {
		const size_t n = size < BLOCK_MAX ? size : BLOCK_MAX;

		buffer_byte(w, n == size); /* the last block; type 0 */
		put_le(w, (uint32_t)n, 2);
		put_le(w, ~(uint32_t)n & 0xffff, 2);
		buffer_append(w, bytes, n);
		bytes += n;
		size -= n;
	} while (size > 0);
}

/* -------------------------------------------------------------- bits -- */

struct bits {
	struct buffer *w;
	unsigned byte, n; /* `byte` contains n bits */
};

/* Writes a field, the lowest bit first. */
static void
put_field(struct bits *b, unsigned value, unsigned n)
{
	for (; n > 0; n--, value >>= 1) {
		b->byte |= (value & 1) << b->n;
		if (++b->n == 8) {
			buffer_byte(b->w, b->byte);
			b->byte = b->n = 0;
		}
	}
}

/* Writes a code, the highest bit first. */
static void
put_code(struct bits *b, unsigned code, unsigned n)
{
	while (n-- > 0)
		put_field(b, code >> n & 1, 1);
}

/* RFC 1951, 3.2.6 */
static void
put_symbol(struct bits *b, unsigned symbol)
{
	if (symbol < 144)
		put_code(b, 0x30 + symbol, 8);
	else if (symbol < 256)
		put_code(b, 0x190 + symbol - 144, 9);
	else if (symbol < 280)
		put_code(b, symbol - 256, 7);
	else
		put_code(b, 0xc0 + symbol - 280, 8);
}

static bool
repeats(const unsigned char *bytes, size_t at, size_t size)
{
	return at > 0 && size - at >= RUN &&
	       memcmp(bytes + at - 1, bytes + at, RUN) == 0;
}

void
gzip_fixed(struct buffer *w, const unsigned char *bytes, size_t size)
{
	struct bits b = { .w = w };

	put_field(&b, 1, 1); /* the last block */
	put_field(&b, 1, 2); /* fixed codes */
	for (size_t at = 0; at < size;) {
		if (repeats(bytes, at, size)) {
			put_symbol(&b, CODE_RUN);
			put_code(&b, 0, 5); /* at distance 1 */
			at += RUN;
		} else {
			put_symbol(&b, bytes[at++]);
		}
	}
	put_symbol(&b, CODE_END);
	while (b.n > 0)
		put_field(&b, 0, 1);
}
