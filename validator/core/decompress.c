/* SPDX-License-Identifier: MIT */
/* decompress.c - decodes compressed input, which may have several streams */
#include "validator/core/decompress.h"

#include "validator/core/cursor.h"
#include "validator/core/memory.h"

/* ------------------------------------------------------------- containers */

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

/* A magic: a range for each byte.  `least`: number of bytes that identify a file that
   was cut.  `again`: number of bytes that identify a further stream, which may be
   damaged. */
static const struct magic {
	unsigned kind;
	size_t n, least, again;
	uint8_t from[COMPRESSION_HEAD_BYTES], to[COMPRESSION_HEAD_BYTES];
} magics[] = {
	/* RFC 1952: the magic, and deflate, which is the only method */
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
	/* a frame to skip; four bytes are needed, because the first two are letters */
	{ ZSTD,
	  4,
	  4,
	  4,
	  { 0x50, 0x2a, 0x4d, 0x18 },
	  { 0x5f, 0x2a, 0x4d, 0x18 } },
	{ BZIP2, 4, 3, 4, { 'B', 'Z', 'h', '1' }, { 'B', 'Z', 'h', '9' } },
};

/* Returns how many of the first n bytes of the magic `head` has.  SIZE_MAX: a byte
   differs. */
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

const char *
compression_named(const char *name)
{
	for (size_t i = 0; i < COUNT_OF(kinds); i++)
		if (strcmp(AT(kinds, i).name, name) == 0)
			return AT(kinds, i).name;
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

/* ---------------------------------------------------------------- streams */

/* Returns the status: the limit decoder_bytes is reached, or the allocator returned
   NULL. */
static enum dfk_status
out_of_memory(struct decompress *d)
{
	if (!d->decoder->ration.over)
		return DFK_NO_MEMORY;
	d->state = DECOMPRESS_LIMIT;
	d->stop_off = d->stream_off + d->decoder->wrong;
	return DFK_OK;
}

/* False: no memory, because of the limit or the allocator. */
static bool
begin_stream(struct decompress *d)
{
	d->state = DECOMPRESS_STREAM;
	d->decoder->full = false;
	d->decoder->taken = d->decoder->made = d->decoder->wrong = 0;
	return d->kind->decoder->again(d->decoder);
}

enum dfk_status
decompress_open(struct decompress **out, const struct compression *kind,
		uint64_t memory, const struct dfk_allocator *allocator)
{
	const struct decoder_kind *decoder = kind->decoder;
	enum library_status status = LIBRARY_NO_MEMORY;
	struct decompress *d;

	*out = NULL;
	if (!decoder->size)
		return DFK_OK;
	d = memory_get(allocator, sizeof(*d));
	if (!d)
		return DFK_NO_MEMORY;
	*d = (struct decompress){ .kind = kind, .allocator = allocator };
	d->decoder = memory_get(allocator, decoder->size);
	if (d->decoder) {
		d->decoder->full = false;
		d->decoder->taken = d->decoder->made = 0;
		d->decoder->wrong = 0;
		ration_open(&d->decoder->ration, allocator, memory);
		status = decoder->open(d->decoder);
	}
	if (status == LIBRARY_LOADED ||
	    (d->decoder && d->decoder->ration.over)) {
		if (status != LIBRARY_LOADED)
			d->state = DECOMPRESS_LIMIT;
		*out = d;
		return DFK_OK;
	}
	if (d->decoder)
		ration_close(&d->decoder->ration);
	memory_put(allocator, d->decoder);
	memory_put(allocator, d);
	return status == LIBRARY_ABSENT ? DFK_OK : DFK_NO_MEMORY;
}

void
decompress_close(struct decompress *d)
{
	if (!d)
		return;
	const struct dfk_allocator *allocator = d->allocator;

	d->kind->decoder->close(d->decoder);
	ration_close(&d->decoder->ration);
	memory_put(allocator, d->decoder);
	memory_put(allocator, d);
}

static void
stopped(struct decompress *d, enum decompress_state state)
{
	d->state = state;
	d->why = d->decoder->why;
	d->stop_off = d->stream_off + d->decoder->wrong;
	/* If no byte of a stream was decoded, the stream is lost from its start. */
	d->lost_off = d->decoder->made ? d->stop_off : d->stream_off;
}

/* Calls the decoder once.  Removes the consumed bytes from `in`. */
static enum dfk_status
decode_some(struct decompress *d, struct span *in, decompress_receive *receive,
	    void *ctx)
{
	struct span made = { NULL, 0 };
	const enum decoder_state state = d->kind->decoder->some(d->decoder, in,
								&made);
	bool stop = false;

	if (made.len) {
		const enum dfk_status status = receive(ctx, made, &stop);

		if (status != DFK_OK)
			return status;
	}
	if (stop) {
		d->state = DECOMPRESS_STOPPED;
		return DFK_OK;
	}
	switch (state) {
	case DECODER_GOING: break;
	case DECODER_END:
		d->state = DECOMPRESS_BETWEEN;
		d->padding = 0;
		break;
	case DECODER_BAD: stopped(d, DECOMPRESS_DAMAGED); break;
	case DECODER_UNABLE: stopped(d, DECOMPRESS_UNABLE); break;
	case DECODER_NO_MEMORY: return out_of_memory(d);
	}
	return DFK_OK;
}

/* Decodes the first bytes of a further stream. */
static enum dfk_status
decode_start(struct decompress *d, decompress_receive *receive, void *ctx)
{
	struct span in = { d->start, d->n_start };
	enum dfk_status status = DFK_OK;

	if (!begin_stream(d))
		return out_of_memory(d);
	while (status == DFK_OK && in.len && d->state == DECOMPRESS_STREAM)
		status = decode_some(d, &in, receive, ctx);
	return status;
}

/* Returns the number of bytes of padding after the last whole group. */
static uint64_t
padding_rest(const struct decompress *d)
{
	return d->kind->padding ? d->padding % d->kind->padding : 0;
}

/* Begins trailing bytes.  `in`: the first of these bytes, without padding. */
static void
trailing(struct decompress *d, uint64_t off, struct span in)
{
	d->state = DECOMPRESS_TRAILING;
	d->stop_off = off;
	d->only_zeros = span_zeros(in) == in.len;
}

/* Handles a byte after a stream: the start of another stream, padding, or a trailing
   byte. */
static enum dfk_status
between(struct decompress *d, uint8_t byte, uint64_t off,
	decompress_receive *receive, void *ctx)
{
	struct span start;

	if (d->state == DECOMPRESS_BETWEEN) {
		if (byte == 0 && d->kind->padding) {
			d->padding++;
			return DFK_OK;
		}
		d->stream_off = off - padding_rest(d);
		d->n_start = 0;
		if (padding_rest(d)) {
			trailing(d, d->stream_off, (struct span){ &byte, 1 });
			return DFK_OK;
		}
		d->state = DECOMPRESS_START;
	}
	AT(d->start, d->n_start++) = byte;
	start = (struct span){ d->start, d->n_start };
	switch (compression_start(d->kind, start)) {
	case START_NONE: trailing(d, d->stream_off, start); break;
	case START_SHORT: break;
	case START_WHOLE: return decode_start(d, receive, ctx);
	}
	return DFK_OK;
}

enum dfk_status
decompress_feed_part(struct decompress *d, struct span *in,
		     decompress_receive *receive, void *ctx)
{
	const size_t before = in->len;
	enum dfk_status status = DFK_OK;
	struct cursor c = cur_span(*in, 0);

	switch (d->state) {
	case DECOMPRESS_STREAM:
		status = decode_some(d, in, receive, ctx);
		break;
	case DECOMPRESS_BETWEEN:
	case DECOMPRESS_START:
		status = between(d, cur_u8(&c), d->fed, receive, ctx);
		*in = span_tail(*in, 1);
		break;
	case DECOMPRESS_TRAILING:
		d->only_zeros = d->only_zeros && span_zeros(*in) == in->len;
		*in = span_tail(*in, in->len);
		break;
	case DECOMPRESS_DAMAGED:
	case DECOMPRESS_UNABLE:
	case DECOMPRESS_LIMIT:
	case DECOMPRESS_STOPPED: *in = span_tail(*in, in->len); break;
	}
	d->fed += before - in->len;
	return status;
}

enum dfk_status
decompress_feed(struct decompress *d, struct span in,
		decompress_receive *receive, void *ctx)
{
	enum dfk_status status = DFK_OK;

	while (status == DFK_OK && (in.len || decompress_is_full(d)))
		status = decompress_feed_part(d, &in, receive, ctx);
	return status;
}

void
decompress_end(struct decompress *d)
{
	if (d->state == DECOMPRESS_BETWEEN && padding_rest(d))
		trailing(d, d->fed - padding_rest(d), (struct span){ NULL, 0 });
}
