/* SPDX-License-Identifier: MIT */
/* support.c - small recordings, and bytes that grow */
#include "tests/support.h"

#include <criterion/criterion.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "validator/core/cursor.h"
#include "validator/core/poison.h"

static const unsigned char magic[] = { 0x69, 0x9d, 0xb1, 0x7b, 0x8e, 0xfb,
				       0x34, 0xff, 0xb1, 0xd8, 0xda, 0x6f,
				       0x60, 0xc1, 0x5d, 0xd1 };
static const char header[] =
	"{\"comment\":\"teehistorian@ddnet.tw\",\"version\":\"2\"}";

void
put(struct bytes *b, const void *bytes, size_t n)
{
	put_times(b, bytes, n, 1);
}

void
put_times(struct bytes *b, const void *bytes, size_t n, size_t times)
{
	const size_t more = b->n + n * times;
	size_t room = malloc_usable_size(b->at);

	if (b->at)
		ASAN_UNPOISON_MEMORY_REGION(b->at, room);
	/* Each growth is a copy with a sanitizer, so the memory grows seldom. */
	if (room < more) {
		room = room ? 2 * more : more;
		b->at = realloc(b->at, room);
		cr_assert(b->at);
	}
	for (; times; times--, b->n += n)
		memcpy(b->at + b->n, bytes, n);
	if (b->at)
		ASAN_POISON_MEMORY_REGION(b->at + b->n, room - b->n);
}

size_t
count_of(const struct bytes *b, const char *word)
{
	const unsigned char *at = b->at, *end = b->at + b->n;
	const size_t length = strlen(word);
	size_t n = 0;

	for (;; n++, at++) {
		at = memmem(at, (size_t)(end - at), word, length);
		if (!at)
			return n;
	}
}

/* Returns a recording of one player, without FINISH. */
struct bytes
recording(void)
{
	struct bytes b = { 0, NULL };

	put(&b, magic, sizeof(magic));
	put(&b, header, sizeof(header)); /* with its NUL */
	put(&b, "\x42\x00\x01\x02", 4);  /* PLAYER_NEW 0 (1, 2) */
	put_times(&b, "\x00\x01\x02", 3, 200); /* PLAYER_DIFF 0 (1, 2) */
	return b;
}

struct bytes
gzip(const struct bytes *in)
{
	struct bytes out = { 0, malloc(in->n + 1000) };
	z_stream z = { .next_in = in->at, .avail_in = (unsigned)in->n };

	cr_assert(out.at);
	z.next_out = out.at;
	z.avail_out = (unsigned)in->n + 1000;
	cr_assert_eq(deflateInit2(&z, 9, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY),
		     Z_OK);
	cr_assert_eq(deflate(&z, Z_FINISH), Z_STREAM_END);
	out.n = z.total_out;
	deflateEnd(&z);
	return out;
}

int
collect(void *ctx, const void *bytes, size_t size)
{
	put(ctx, bytes, size);
	return 0;
}

int
refuse(void *ctx, const void *bytes, size_t size)
{
	(void)ctx, (void)bytes, (void)size;
	return 1;
}

/* Returns magic, header and NUL. */
struct bytes
recording_with(const char *json)
{
	const struct bytes other = recording();
	struct bytes b = { 0, NULL };

	put(&b, other.at, sizeof(magic));
	put(&b, json, strlen(json) + 1);
	free(other.at);
	return b;
}

/* Checks in pieces of this many bytes. 0: all bytes at once. */
static struct dfk_check *
check_in(const struct bytes *b, size_t piece)
{
	struct span rest = { b->at, b->n };
	struct dfk_check *check;

	cr_assert_eq(dfk_open(NULL, &check), DFK_OK);
	for (; rest.len; rest = span_tail(rest, piece ? piece : b->n)) {
		const struct span head = span_head(rest, piece ? piece : b->n);

		cr_assert_eq(dfk_feed(check, head.ptr, head.len), DFK_OK);
	}
	cr_assert_eq(dfk_finish(check), DFK_OK);
	return check;
}

uint64_t
rule_hits(const struct bytes *b, size_t piece, const char *rule)
{
	struct dfk_check *check = check_in(b, piece);
	const struct dfk_rule *row = dfk_rule_find(rule);

	cr_assert(row, "%s", rule);
	const uint64_t n = dfk_rule_hits(check, row);

	dfk_close(check);
	return n;
}

void
feed_in(struct dfk_check *check, const struct bytes *b, size_t piece)
{
	for (size_t at = 0; at < b->n; at += piece)
		cr_assert_eq(dfk_feed(check, b->at + at,
				      b->n - at < piece ? b->n - at : piece),
			     DFK_OK);
	cr_assert_eq(dfk_finish(check), DFK_OK);
}

struct bytes
finished(void)
{
	struct bytes b = recording();

	put(&b, "\x40", 1);
	return b;
}

void *
starving_get(void *ctx, size_t size)
{
	struct starving *s = ctx;

	s->refused += s->left == 0;
	return s->left && s->left-- ? malloc(size) : NULL;
}

void
starving_put(void *ctx, void *at)
{
	(void)ctx;
	free(at);
}
