/* SPDX-License-Identifier: MIT */
/* compression.c - the containers that a recording may be compressed in */
#include "validator/core/compression.h"

#include "validator/core/cursor.h"

enum { GZIP, XZ, ZSTD, BZIP2, KINDS };

#define NAMES(article, name, part) \
	name, article " " name " " part, \
		name "-compressed; this build cannot read it: " name \
		     " -dc FILE | demofsck check -", \
		article " " name " archive inside another"

static const struct compression kinds[KINDS] = {
	[GZIP] = { NAMES("a", "gzip", "member"), &gzip_decoder, 0 },
	[XZ] = { NAMES("an", "xz", "stream"), &xz_decoder, 4 },
	[ZSTD] = { NAMES("a", "zstd", "frame"), &zstd_decoder, 0 },
	[BZIP2] = { NAMES("a", "bzip2", "stream"), &bzip2_decoder, 0 },
};
#undef NAMES

/* Each byte is in a range.  `least` of them tell a file that was cut, and `again`
   of them a further stream, which need not be a good one. */
static const struct magic {
	unsigned kind;
	size_t n, least, again;
	uint8_t from[COMPRESSION_HEAD_BYTES], to[COMPRESSION_HEAD_BYTES];
} magics[] = {
	/* RFC 1952: magic, and deflate as the only method there is */
	{ GZIP, 3, 2, 2, { 0x1f, 0x8b, 8 }, { 0x1f, 0x8b, 8 } },
	{ XZ,
	  6,
	  2,
	  6,
	  { 0xfd, '7', 'z', 'X', 'Z', 0 },
	  { 0xfd, '7', 'z', 'X', 'Z', 0 } },
	{ ZSTD,
	  4,
	  2,
	  4,
	  { 0x28, 0xb5, 0x2f, 0xfd },
	  { 0x28, 0xb5, 0x2f, 0xfd } },
	/* a frame that is to be skipped; all four, as the first two are letters */
	{ ZSTD,
	  4,
	  4,
	  4,
	  { 0x50, 0x2a, 0x4d, 0x18 },
	  { 0x5f, 0x2a, 0x4d, 0x18 } },
	{ BZIP2, 4, 3, 4, { 'B', 'Z', 'h', '1' }, { 'B', 'Z', 'h', '9' } },
};

/* How many of the first n bytes of the magic are there; SIZE_MAX: another byte
   is. */
static size_t
agreeing(const struct magic *m, struct span head, size_t n)
{
	struct cursor c = cur_span(span_head(head, n), 0);
	size_t i = 0;

	for (; cur_left(&c); i++) {
		const uint8_t byte = cur_u8(&c);

		if (byte < AT(m->from, i) || byte > AT(m->to, i))
			return SIZE_MAX;
	}
	return i;
}

const struct compression *
compression_of(struct span head, bool closed)
{
	for (size_t i = 0; i < COUNT_OF(magics); i++) {
		const struct magic *m = &AT(magics, i);
		const size_t n = agreeing(m, head, m->n);

		if (n != SIZE_MAX && n >= (closed ? m->least : m->n))
			return &AT(kinds, m->kind);
	}
	return NULL;
}

enum compression_start
compression_start(const struct compression *c, struct span head)
{
	enum compression_start start = START_NONE;

	for (size_t i = 0; i < COUNT_OF(magics); i++) {
		const struct magic *m = &AT(magics, i);

		if (&AT(kinds, m->kind) != c)
			continue;
		const size_t n = agreeing(m, head, m->again);

		if (n == m->again)
			return START_WHOLE;
		if (n != SIZE_MAX)
			start = START_SHORT;
	}
	return start;
}
