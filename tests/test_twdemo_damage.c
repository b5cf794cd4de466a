/* SPDX-License-Identifier: MIT */
/* test_twdemo_damage.c - demos: what is decided when only some of the bytes are
   there, at the largest sizes, and at the levels of repair */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/demos.h"
#include "tests/support.h"
#include "validator/recovery/recovery.h"

#define START TW_START TW_CHAT TW_MOVE
/* A message with the byte of 0 that old writers add. */
#define ZERO "msg chat 0 -1 x61*19 x00; "

/* What a check said. */
struct said {
	unsigned n, errors;
	char rules[16][40];
	uint64_t offsets[16];
};

enum { AT_EXTENSION = 436 }; /* in the header of version 6 */

static void
see(void *ctx, const struct dfk_finding *f)
{
	struct said *said = ctx;

	if (said->n < 16) {
		strncpy(said->rules[said->n], f->rule->id, 39);
		said->offsets[said->n] = f->offset;
	}
	said->n++;
	said->errors += f->severity == DFK_ERROR;
}

/* In pieces of so many bytes, but the first one of `first`. */
static struct said
check(const struct buffer *w, size_t first, size_t piece)
{
	struct said said = { 0 };
	const struct dfk_options options = { DFK_OPTIONS, .on_finding = see, .ctx = &said };
	struct dfk_check *check;
	size_t n = first;

	cr_assert_eq(dfk_open(&options, &check), DFK_OK);
	for (size_t at = 0; at < w->size; at += n, n = piece) {
		const size_t left = w->size - at;

		n = left < n ? left : n;
		cr_assert_eq(dfk_feed(check, w->bytes + at, n), DFK_OK);
	}
	cr_assert_eq(dfk_finish(check), DFK_OK);
	dfk_close(check);
	return said;
}

static unsigned
hits(const struct said *said, const char *rule)
{
	unsigned n = 0;

	for (unsigned i = 0; i < said->n && i < 16; i++)
		n += strcmp(said->rules[i], rule) == 0;
	return n;
}

/* ----------------------------------------------------------------- pieces */

static void
expect_said(const struct said *want, const struct buffer *w, size_t first,
	    size_t piece, const char *script)
{
	const struct said said = check(w, first, piece);

	cr_expect(memcmp(&said, want, sizeof(said)) == 0,
		  "%zu bytes, and pieces of %zu: %s", first, piece, script);
}

/* Given a place where what follows decides, the findings are the same however
   little of it is there at first. */
Test(twdemo_damage, pieces_change_nothing)
{
	static const char *const scripts[] = {
		"map small; map_size +60; map_crc +1; sha flip; raw x55*60; "
		START,
		"map small; map_size +1; map_crc +1; sha flip; raw x55; " START,
		"map small; map_size -9; map_crc +1; sha flip; " START,
		"map small; map_size 20; " START,
		"sha none; map_size 200; raw xa5*31 x01; " START,
		START "raw x493cfde6; " TW_MOVE TW_GO_ON,
		START "raw x4d5200d0; raw x30a042271ce354dc00; " TW_GO_ON,
		"map small; map_stored none; msg motd 'hi'; " START TW_GO_ON,
		START TW_CHAT "payload 4 ^ 0x02; " TW_GO_ON,
		START "size +16; " TW_CHAT TW_GO_ON,
		START "raw x00*300; " TW_QUIET "key +2; snap; " TW_GO_ON,
		"version 4; " START "tick +0; " TW_DELTA TW_GO_ON,
		START ZERO "size 2; " ZERO TW_GO_ON,
		"length 0; " START "tick +2; tick_full 0x400003ec; " TW_DELTA
			TW_GO_ON,
	};

	for (size_t i = 0; i < sizeof(scripts) / sizeof(*scripts); i++) {
		struct buffer w = demo(scripts[i]);
		const struct said all = check(&w, w.size, w.size);

		cr_expect_gt(all.errors, 0, "%s", scripts[i]);
		for (size_t piece = 1; piece < 40; piece += 13)
			expect_said(&all, &w, piece, piece, scripts[i]);
		/* Any part of it, and then the rest. */
		for (size_t first = 1; first < w.size; first++)
			expect_said(&all, &w, first, w.size, scripts[i]);
		buffer_free(&w);
	}
}

/* Given a file that begins as a demo does, its first bytes tell, and no bytes
   tell nothing. */
Test(twdemo_damage, first_bytes)
{
	const struct span magic = { (const uint8_t *)"TWDEMO", 7 };

	cr_expect_eq(twdemo_format.match(magic, false), 56);
	cr_expect_eq(twdemo_format.match(span_head(magic, 4), true), 32);
	cr_expect_eq(twdemo_format.match(span_head(magic, 4), false), 0);
	cr_expect_eq(twdemo_format.match(span_head(magic, 0), true), 0);
	cr_expect_eq(twdemo_format.match(span_tail(magic, 1), true), 0);
}

/* -------------------------------------------------------------------- map */

/* Given the digest of the map without its UUID, as in late 2019, the map is found
   behind it, and the digest is the right one. */
Test(twdemo_damage, digest_without_its_uuid)
{
	struct buffer w = demo("map small; " START);
	struct buffer old = { 0 };
	struct said said;

	buffer_append(&old, w.bytes, AT_EXTENSION);
	buffer_append(&old, w.bytes + AT_EXTENSION + UUID_SIZE,
		      w.size - AT_EXTENSION - UUID_SIZE);
	said = check(&old, old.size, old.size);
	cr_expect_eq(said.n, 1);
	cr_expect_eq(hits(&said, "twdemo.sha256_missing"), 1);
	/* One bit of it. */
	old.bytes[AT_EXTENSION] ^= 1;
	said = check(&old, old.size, old.size);
	cr_expect_eq(said.n, 2);
	cr_expect_eq(hits(&said, "twdemo.map_sha256"), 1);
	buffer_free(&old);
	/* DATA in the place of the UUID, and 32 bytes later. */
	memcpy(w.bytes + AT_EXTENSION, "DATA", 4);
	memcpy(w.bytes + AT_EXTENSION + SHA256_BYTES, "DATA", 4);
	said = check(&w, w.size, w.size);
	cr_expect_eq(hits(&said, "twdemo.sha256_missing"), 1);
	cr_expect_eq(hits(&said, "twdemo.map_damaged"), 1);
	buffer_free(&w);
}

/* ----------------------------------------------------------------- memory */

static size_t n_allocations, failing;

static void *
allocate(void *ctx, size_t size)
{
	(void)ctx;
	return n_allocations++ == failing ? NULL : malloc(size);
}

static void
release(void *ctx, void *at)
{
	(void)ctx;
	free(at);
}

/* Given memory that runs out while `w` is checked, the check says so: at each of its
   allocations, of which there are some. */
static void
expect_no_memory(const struct buffer *w, size_t piece)
{
	const struct dfk_options options = {
		DFK_OPTIONS,
		.allocator = { allocate, release, NULL },
	};
	enum dfk_status status = DFK_NO_MEMORY;

	for (failing = 0; status != DFK_OK && failing < 100; failing++) {
		struct dfk_check *check;

		n_allocations = 0;
		status = dfk_open(&options, &check);
		if (status == DFK_OK)
			status = dfk_feed(check, w->bytes, piece);
		if (status == DFK_OK)
			status = dfk_feed(check, w->bytes + piece,
					  w->size - piece);
		if (status == DFK_OK)
			status = dfk_finish(check);
		cr_expect(status == DFK_OK || status == DFK_NO_MEMORY);
		dfk_close(check);
	}
	cr_expect_eq(status, DFK_OK);
	cr_expect_gt(failing, 2);
}

/* The map ends in another piece than it begins. */
Test(twdemo_damage, no_memory_for_the_map)
{
	struct buffer w = demo("map full; " START);

	expect_no_memory(&w, 1500);
	buffer_free(&w);
}

/* Wherever the recovery is asked first: for the digest, for the map or its end, for the
   version, or for chunks. */
Test(twdemo_damage, no_memory_for_the_recovery)
{
	static const char *const scripts[] = {
		"at 436 x00*48; " START,
		"map_size 200; " START,
		"map small; map_size -9; map_crc +1; sha flip; " START,
		"map small; map_size +9; map_crc +1; sha flip; raw x55*9; " START,
		"version 9; sha none; " START,
		START "raw x55*60; " TW_GO_ON,
	};

	for (size_t i = 0; i < COUNT_OF(scripts); i++) {
		struct buffer w = demo(scripts[i]);

		expect_no_memory(&w, 400);
		buffer_free(&w);
	}
}

/* ------------------------------------------------------------------ sizes */

enum { ROOM = 80000 };

/* Symbols of a long code: fills `size` bytes with an end symbol at their end, or
   more of them without one.  Returns how many symbols there are. */
static size_t
fill(uint8_t *coded, size_t size)
{
	static uint8_t plain[ROOM];

	for (unsigned byte = 0x3f; byte > 0; byte--) {
		size_t n = 0;

		memset(plain, (int)byte, sizeof(plain));
		/* A code of eleven bits at most. */
		for (n = size * 8 / 11; n < TWDEMO_MAX_PACKED; n++) {
			const size_t used = huffman_encode(
				(struct span){ plain, n }, false, coded, ROOM);

			if (used == size)
				return n;
			if (used > size)
				break;
			n += (size - used) * 8 / 14;
		}
	}
	cr_assert_fail("no code is so long");
	return 0;
}

/* Bytes of chunks, without what is before them. */
static void
append_chunks(struct buffer *w, const char *before, const char *chunks)
{
	char script[8192];
	struct buffer a = demo(before), b;

	snprintf(script, sizeof(script), "%s%s", before, chunks);
	b = demo(script);
	buffer_append(w, b.bytes + a.size, b.size - a.size);
	buffer_free(&a);
	buffer_free(&b);
}

/* Given a payload of the largest size, which is too many ints, only this is said:
   no size is tried that is larger than a chunk can have. */
Test(twdemo_damage, the_largest_size)
{
	static uint8_t coded[ROOM];
	struct buffer w = demo(START);
	struct said said;

	cr_assert_gt(fill(coded, TWDEMO_MAX_SIZE), INTS_MAX);
	buffer_append(&w, "\x5f\xff\xff", 3);
	buffer_append(&w, coded, TWDEMO_MAX_SIZE);
	append_chunks(&w, START, TW_GO_ON);
	said = check(&w, w.size, w.size);
	cr_expect_eq(hits(&said, "twdemo.int_count"), 1);
	cr_expect_eq(said.errors, 1);
	buffer_free(&w);
}

/* Given more bytes without an end symbol than a payload can have, nothing waits
   for further ones. */
Test(twdemo_damage, no_end_in_the_largest_size)
{
	static uint8_t coded[ROOM];
	struct buffer w = demo("length 0; " START);
	struct said said;

	fill(coded, TWDEMO_MAX_SIZE + 200);
	buffer_append(&w, "\x5e\x64", 2);
	buffer_append(&w, coded, TWDEMO_MAX_SIZE + 100);
	append_chunks(&w, START, TW_QUIET "key +2; snap; " TW_GO_ON);
	said = check(&w, w.size, w.size);
	cr_expect_eq(hits(&said, "twdemo.framing_lost"), 1);
	cr_expect_eq(said.errors, 1);
	buffer_free(&w);
}

/* ------------------------------------------------------------------- the end */

/* Given the end of the file in a chunk, it is not taken for a shorter chunk: what
   is cut has no end symbol.  One that has it, has a wrong size. */
Test(twdemo_damage, a_cut_chunk_is_no_shorter_one)
{
	struct buffer whole = demo(START TW_GO_ON "tick +2; " TW_DELTA);
	struct buffer wrong = demo(START TW_GO_ON
				   "tick +2; size +2; " TW_DELTA);
	const size_t size = whole.size;
	struct said said;

	for (whole.size--; whole.size > 500; whole.size--) {
		said = check(&whole, whole.size, whole.size);
		cr_expect_eq(hits(&said, "twdemo.chunk_size"), 0, "%zu",
			     whole.size);
	}
	cr_assert_eq(wrong.size, size);
	said = check(&wrong, wrong.size, wrong.size);
	cr_expect_eq(hits(&said, "twdemo.chunk_head"), 1);
	cr_expect_eq(said.errors, 1);
	buffer_free(&whole);
	buffer_free(&wrong);
}
