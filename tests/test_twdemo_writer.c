/* SPDX-License-Identifier: MIT */
/*
 * test_twdemo_writer.c - the builder of demos writes what their recorders do,
 * byte for byte
 */
#include <criterion/criterion.h>
#include <nettle/sha2.h>
#include <stdio.h>
#include <string.h>

#include "corpus/builder/twdemo_script.h"
#include "corpus/builder/twdemo_state.h"
#include "corpus/builder/twdemo_writer.h"

static void
put_hex(char *out, size_t room, const unsigned char *bytes, size_t size)
{
	cr_assert(size * 2 < room);
	out[0] = '\0';
	for (size_t i = 0; i < size; i++)
		snprintf(out + 2 * i, 3, "%02x", bytes[i]);
}

static void
expect_hex(const struct buffer *w, const char *hex)
{
	char got[2048];

	cr_assert(buffer_ok(w));
	put_hex(got, sizeof(got), w->bytes, w->size);
	cr_expect_str_eq(got, hex, "%s, not %s", got, hex);
}

/* -------------------------------------------------------------- huffman -- */

Test(twdemo_writer, payloads_of_old_and_new_writers)
{
	static const struct {
		size_t size;
		const char *bytes, *old, *new;
	} cases[] = {
		{ 0, "", "8a1b", "8a1b" },
		{ 1, "\0", "153700", "1537" },
		{ 8, "\0\0\0\0\0\0\0\0", "ff8a1b", "ff8a1b" },
		{ 8, "\0\1\2\3\4\5\6\7", "515878761b37c50d",
		  "515878761b37c50d" },
		{ 1, "\377", "928a1b", "928a1b" },
		{ 2, "\0\3", "2d143700", "2d1437" },
		{ 7, "\0\1\0\2\0\200\0", "b1082a6e00", "b1082a6e00" },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct buffer in = { 0 }, old = { 0 }, new = { 0 };

		buffer_append(&in, cases[i].bytes, cases[i].size);
		twdemo_huffman(&old, &in, true);
		twdemo_huffman(&new, &in, false);
		expect_hex(&old, cases[i].old);
		expect_hex(&new, cases[i].new);
		buffer_free(&in);
		buffer_free(&old);
		buffer_free(&new);
	}
}

/* --------------------------------------------------------------- script -- */

static struct buffer
build(const char *text)
{
	struct buffer w = { 0 };

	twdemo_build(&w, &(struct sample){ .text = text });
	return w;
}

#define SNAPSHOT "snap 6/0 0 0 100 0 0 0 1 0 10/3 1 3 0 42 -1; "
#define DELTA \
	"delta ~6/0 10/3 0 0 0 1 5 0/32767#4 0x76ce455b 0xf9eb3a48 " \
	"0xadd7e04b 0x941d045c; "

/* Put together by hand, and played by DDNet. */
Test(twdemo_writer, the_smallest_demo)
{
	struct buffer w = build(
		"huffman new; map_crc 0; sha 00; key 1000; " SNAPSHOT
		"msg chat 0 -1 'hi'; tick +2; " DELTA);
	unsigned char digest[SHA256_DIGEST_SIZE];
	struct sha256_ctx sha256;
	char hex[65];

	cr_assert(buffer_ok(&w));
	cr_expect_eq(w.size, 559);
	sha256_init(&sha256);
	sha256_update(&sha256, w.size, w.bytes);
	sha256_digest(&sha256, sizeof(digest), digest);
	put_hex(hex, sizeof(hex), digest, sizeof(digest));
	cr_expect_str_eq(hex, "e3f17604ca2d641a37e9479a9704521f"
			      "551f08c11de3eec0abcd2a3b487fa8ad");
	buffer_free(&w);
}

/* What a text adds to the stream of a demo of some version. */
static void
expect_stream(const char *text, const char *hex)
{
	struct buffer w = build(text);

	cr_assert(buffer_ok(&w), "%s", text);
	buffer_remove(&w, 0, buffer_offset(&w, "stream"));
	expect_hex(&w, hex);
	buffer_free(&w);
}

Test(twdemo_writer, ticks_have_the_form_of_their_version)
{
	expect_stream("key 1000; tick +1; tick +31; tick +32; tick 1065; ",
		      "c0000003e8"
		      "a1bf"
		      "8000000428"
		      "a1");
	expect_stream("version 4; key 1000; tick +1; tick +63; tick +64; ",
		      "c0000003e8"
		      "81bf"
		      "8000000468");
	/* The defect of version 4: a step of 0 has no tick after it. */
	expect_stream("version 4; key 1000; tick +0; ", "c0000003e8"
							"80");
	expect_stream("key 1000 3; key_inline 2; tick_full +2 31; "
		      "tick_inline 0; ",
		      "c3000003e8"
		      "e2"
		      "9f000003ec"
		      "a0");
}

Test(twdemo_writer, sizes_have_their_smallest_form_or_another)
{
	expect_stream("coded 2 xab*29; cut -28; ", "5dab");
	expect_stream("coded 2 xab*30; cut -29; ", "5e1eab");
	expect_stream("coded 1 xab*255; cut -254; ", "3effab");
	expect_stream("coded 3 xab*256; cut -255; ", "7f0001ab");
	expect_stream("form 2; coded 2 xab; ", "5f0100ab");
	expect_stream("size +2; coded 2 xab; ", "43ab");
	expect_stream("type 0; form 1; size 7; coded 2 xab; ", "1e07ab");
	expect_stream("append xcd; coded 2 xab; ", "42abcd");
}

Test(twdemo_writer, a_delta_between_two_states_is_the_one_that_is_written)
{
	struct buffer by_hand = build("key 1000; " SNAPSHOT "tick +2; " DELTA);
	struct buffer computed = build(
		"key 1000; " SNAPSHOT "tick +2; next 10/3 1 3 0 43 4 "
		"0/32767 0x76ce455b 0xf9eb3a48 0xadd7e04b 0x941d045c; ");

	cr_assert(buffer_ok(&by_hand) && buffer_ok(&computed));
	cr_assert_eq(by_hand.size, computed.size);
	cr_expect_arr_eq(by_hand.bytes, computed.bytes, by_hand.size);
	buffer_free(&by_hand);
	buffer_free(&computed);
}

/* The state after a delta, written whole; and no delta without a change. */
Test(twdemo_writer, a_keyframe_has_the_state)
{
	struct buffer state = build("key 1000; snap 10/0 1 0 0 0 20; tick +2; "
				    "delta 10/0 0 0 0 1 -5; key +252; snap; "
				    "tick +2; next 10/0 1 0 0 1 15; ");
	struct buffer text = build("key 1000; snap 10/0 1 0 0 0 20; tick +2; "
				   "delta 10/0 0 0 0 1 -5; key +252; "
				   "snap 10/0 1 0 0 1 15; tick +2; ");

	cr_assert(buffer_ok(&state) && buffer_ok(&text));
	cr_assert_eq(state.size, text.size);
	cr_expect_arr_eq(state.bytes, text.bytes, state.size);
	buffer_free(&state);
	buffer_free(&text);
}

Test(twdemo_writer, a_recorder_that_is_stopped_patches_the_header)
{
	struct buffer w = build("version 5; marker 1000 1050; key 1000; "
				"repeat 75 { tick +2; } ");
	struct buffer running = build("version 5; marker 1000 1050; running; "
				      "key 1000; repeat 75 { tick +2; } ");

	cr_assert(buffer_ok(&w) && buffer_ok(&running));
	cr_expect_eq(w.bytes[TWDEMO_AT_LENGTH + 3], 3);
	cr_expect_eq(w.bytes[TWDEMO_AT_MARKERS + 3], 2);
	cr_expect_arr_eq(w.bytes + TWDEMO_AT_MARKERS + 4,
			 "\0\0\3\350\0\0\4\32\0\0\0", 12);
	cr_expect_eq(running.bytes[TWDEMO_AT_LENGTH + 3], 0);
	cr_expect_eq(running.bytes[TWDEMO_AT_MARKERS + 3], 0);
	buffer_free(&w);
	buffer_free(&running);
}

Test(twdemo_writer, blocks)
{
	struct buffer w = build("key 1000; until_page { tick +2; raw x5511; } "
				"lost { repeat 3 { tick +2; } } "
				"zeros { until_page { raw xffff; } } ");

	cr_assert(buffer_ok(&w));
	cr_expect_eq(w.size, 8192);
	cr_expect_eq(w.bytes[4096], 0);
	cr_expect_eq(w.bytes[8191], 0);
	buffer_free(&w);
}

Test(twdemo_writer, a_text_that_makes_no_sense_is_no_sample)
{
	static const char *const texts[] = {
		"nothing; ",         "key; ",           "tick +2 3 4; ",
		"snap 1/; x",        "msg nobody; ",    "key 1000; version 5; ",
		"map other; ",       "raw x1; ",        "repeat 2 { tick +2; ",
		"again { key 1; } ", "form 2; ",        "name x61*65; ",
		"at 9999 x00; ",     "until_page { } ", "msg chat 0 -1 'hi; ",
	};

	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		struct buffer w = build(texts[i]);

		cr_expect(!buffer_ok(&w), "%s", texts[i]);
		buffer_free(&w);
	}
}
