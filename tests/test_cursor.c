/* SPDX-License-Identifier: MIT */
/* test_cursor.c - reads are total, and integers decode as DDNet decodes them */
#include <criterion/criterion.h>
#include <signal.h>

#include "validator/core/cursor.h"

static struct cursor
over(const void *bytes, size_t n)
{
	return cur_init(bytes, n, 100);
}

/* Given a read past the end, nothing is consumed and it stays failed. */
Test(cursor, short_read_consumes_nothing)
{
	struct cursor c = over("abc", 3);

	cr_expect_eq(cur_u8(&c), 'a');
	cr_expect_null(cur_bytes(&c, 3).ptr);
	cr_expect_eq(c.fail, CUR_SHORT);
	cr_expect_eq(c.need, 1);
	cr_expect_eq(cur_tell(&c), 101);
	cr_expect_eq(cur_u8(&c), 0, "the failure is latched");
	cr_expect_eq(cur_rest(&c).len, 0);
}

/* Given an int at the end of the window, all of it is read or nothing. */
Test(cursor, little_endian_ints)
{
	struct cursor c = over("\x78\x56\x34\x12\xfe\xff\xff\xff\x01\0", 10);

	cr_expect_eq(cur_le32(&c), 0x12345678);
	cr_expect_eq(cur_le32(&c), -2);
	cr_expect(cur_ok(&c));
	cr_expect_eq(cur_le32(&c), 0);
	cr_expect_eq(c.fail, CUR_SHORT);
	cr_expect_eq(c.need, 2);
	cr_expect_eq(cur_tell(&c), 108);
}

Test(cursor, big_endian_ints)
{
	struct cursor c = over("\x12\x34\x56\x78\xff\xff\xff\xfe\0\0\1", 11);

	cr_expect_eq(cur_be32(&c), 0x12345678);
	cr_expect_eq(cur_be32(&c), 0xfffffffe);
	cr_expect(cur_ok(&c));
	cr_expect_eq(cur_be32(&c), 0);
	cr_expect_eq(c.fail, CUR_SHORT);
	cr_expect_eq(c.need, 1);
	cr_expect_eq(cur_tell(&c), 108);
	cr_expect_eq(cur_be32(&c), 0, "the failure is latched");
}

Test(cursor, bytes_ahead_are_not_consumed)
{
	struct cursor c = cur_init("\1\2\3\4\5\6\7\x88\x99", 9, 0);

	cr_expect_eq(cur_ahead(&c), 0x8807060504030201);
	cr_expect_eq(cur_tell(&c), 0);
	cur_some(&c, 2);
	cr_expect_eq(cur_ahead(&c), 0x99880706050403);
	cur_some(&c, 7);
	cr_expect_eq(cur_ahead(&c), 0);
	cr_expect(cur_ok(&c));
	c = cur_init("\1\2\3\4\5\6\7\x88\x99", 9, 0);
	cur_bytes(&c, 10);
	cr_expect_eq(cur_ahead(&c), 0, "none after a failure");
}

/* Given no bytes at all, an empty window can still be asked everything. */
Test(cursor, empty_window)
{
	struct cursor c = cur_init(NULL, 0, 7);
	bool found = true;

	cr_expect_eq(cur_until_nul(&c, 10, &found).len, 0);
	cr_expect_not(found);
	cr_expect_eq(cur_some(&c, 5).len, 0);
	cr_expect(cur_ok(&c));
	cr_expect_eq(cur_end(&c), 7);
}

Test(cursor, copy_is_a_transaction)
{
	struct cursor c = over("abcdef", 6), copy = c;

	cur_bytes(&copy, 4);
	cr_expect_eq(cur_tell(&c), 100);
	c = copy;
	cr_expect_eq(cur_left(&c), 2);
}

Test(cursor, limit_hides_the_rest)
{
	struct cursor c = over("abcdef", 6), few = cur_limit(&c, 2);

	cr_expect_eq(cur_left(&few), 2);
	cr_expect_eq(cur_left(&(struct cursor){ .base = few.base }), 0);
	few = cur_limit(&c, 100);
	cr_expect_eq(cur_left(&few), 6);
}

Test(cursor, until_nul_stops_before_it_and_at_max)
{
	struct cursor c = over("ab\0cd", 5);
	bool found;

	cr_expect_eq(cur_until_nul(&c, 2, &found).len, 2);
	cr_expect_not(found, "the NUL is the third byte");
	cr_expect_eq(cur_until_nul(&c, 1, &found).len, 0);
	cr_expect(found);
	cur_u8(&c);
	cr_expect_eq(cur_until_nul(&c, 9, &found).len, 2);
	cr_expect_not(found);
	cr_expect_eq(cur_left(&c), 0);
}

/* SPEC.md, TH-16 */
static const struct int_vector {
	int32_t value;
	uint8_t size, bytes[5];
} vectors[] = {
	{ 0, 1, { 0x00 } },
	{ 1, 1, { 0x01 } },
	{ -1, 1, { 0x40 } },
	{ 63, 1, { 0x3f } },
	{ 64, 2, { 0x80, 0x01 } },
	{ -64, 1, { 0x7f } },
	{ -65, 2, { 0xc0, 0x01 } },
	{ 499, 2, { 0xb3, 0x07 } },
	{ 8191, 2, { 0xbf, 0x7f } },
	{ 8192, 3, { 0x80, 0x80, 0x01 } },
	{ -8192, 2, { 0xff, 0x7f } },
	{ 1048575, 3, { 0xbf, 0xff, 0x7f } },
	{ 1048576, 4, { 0x80, 0x80, 0x80, 0x01 } },
	{ 134217727, 4, { 0xbf, 0xff, 0xff, 0x7f } },
	{ 134217728, 5, { 0x80, 0x80, 0x80, 0x80, 0x01 } },
	{ 13010, 3, { 0x92, 0xcb, 0x01 } },
	{ 1000000, 3, { 0x80, 0x89, 0x7a } },
	{ 1000, 2, { 0xa8, 0x0f } },
	{ INT32_MAX, 5, { 0xbf, 0xff, 0xff, 0xff, 0x0f } },
	{ INT32_MIN, 5, { 0xff, 0xff, 0xff, 0xff, 0x0f } },
};

Test(cursor, int_vectors_both_ways)
{
	for (size_t i = 0; i < COUNT_OF(vectors); i++) {
		const struct int_vector *v = &vectors[i];
		struct cursor c = over(v->bytes, v->size);
		uint8_t out[INT_MAX_BYTES];
		unsigned quirks = 0;

		cr_expect_eq(cur_int(&c, &quirks), v->value, "%d", v->value);
		cr_expect_eq(quirks, 0, "%d", v->value);
		cr_expect_eq(cur_left(&c), 0, "%d", v->value);
		cr_assert_eq(int_encode(v->value, out), v->size, "%d",
			     v->value);
		cr_expect_arr_eq(out, v->bytes, v->size, "%d", v->value);
	}
}

/* Given every prefix of a five-byte int, it is short and nothing moves. */
Test(cursor, cut_int_is_short)
{
	static const uint8_t bytes[] = { 0x80, 0x80, 0x80, 0x80, 0x01 };

	for (size_t n = 0; n < sizeof(bytes); n++) {
		struct cursor c = over(bytes, n);
		unsigned quirks = 0;

		cr_expect_eq(cur_int(&c, &quirks), 0);
		cr_expect_eq(c.fail, CUR_SHORT, "%zu bytes", n);
		cr_expect_eq(cur_tell(&c), 100, "%zu bytes", n);
		cr_expect_eq(quirks, 0, "%zu bytes", n);
	}
}

static void
expect_int(const uint8_t *bytes, size_t n, int32_t value, unsigned want)
{
	struct cursor c = over(bytes, n);
	unsigned quirks = 0;

	cr_expect_eq(cur_int(&c, &quirks), value);
	cr_expect_eq(quirks, want);
	cr_expect_eq(cur_left(&c), 0);
}

Test(cursor, odd_ints_are_told)
{
	/*                      a last byte of zero: overlong */
	expect_int((const uint8_t[]){ 0x81, 0x00 }, 2, 1, INT_OVERLONG);
	expect_int((const uint8_t[]){ 0x81, 0x80, 0x00 }, 3, 1, INT_OVERLONG);
	/*                      bits 4 to 7 of the fifth byte: padding */
	expect_int((const uint8_t[]){ 0x81, 0x80, 0x80, 0x80, 0x11 }, 5,
		   (1 << 27) + 1, INT_PADDING);
	expect_int((const uint8_t[]){ 0x81, 0x80, 0x80, 0x80, 0x81 }, 5,
		   (1 << 27) + 1, INT_PADDING);
	/*                      two bytes for zero, but not overlong: 64 */
	expect_int((const uint8_t[]){ 0x80, 0x01 }, 2, 64, 0);
}

/* Given any place in a span of any length, its bytes and then zeros are ahead. */
Test(cursor, span_ahead_near_the_end)
{
	enum { MOST = 20 };
	uint8_t bytes[MOST];

	for (size_t i = 0; i < MOST; i++)
		bytes[i] = (uint8_t)(0x81 + i);
	for (size_t len = 0; len <= MOST; len++)
		for (size_t at = 0; at <= len + 1; at++) {
			const struct span s = { bytes, len };
			uint64_t want = 0;

			for (size_t i = 0; i < 8 && at + i < len; i++)
				want |= (uint64_t)bytes[at + i] << 8 * i;
			cr_expect_eq(span_ahead(s, at), want, "%zu of %zu", at,
				     len);
		}
}

/* Given values around the most, each place of eight ints is asked. */
Test(cursor, span_any_above_without_sign)
{
	static const uint32_t most[] = { 0, 1, 0x46800000, 0x7f7fffff,
					 INT32_MAX };
	static const uint32_t signs[] = { 0, UINT32_C(1) << 31 };

	for (size_t i = 0; i < 5 * 8 * 2; i++) {
		const uint32_t limit = most[i / 16], sign = signs[i % 2];
		uint8_t bytes[32];

		for (size_t k = 0; k < 8; k++)
			put_le32(bytes, sizeof(bytes), 4 * k, limit | sign);
		cr_expect_not(span_any_above((struct span){ bytes, 32 }, limit),
			      "%zu", i);
		if (limit == INT32_MAX)
			continue; /* none is above it */
		put_le32(bytes, sizeof(bytes), 4 * (i / 2 % 8),
			 (limit + 1) | sign);
		cr_expect(span_any_above((struct span){ bytes, 32 }, limit),
			  "%zu", i);
	}
	cr_expect_not(span_any_above((struct span){ NULL, 0 }, 0));
}

Test(cursor, span_helpers)
{
	const struct span s = { (const uint8_t *)"\0\0ab", 4 };

	cr_expect_eq(span_zeros(s), 2);
	cr_expect_eq(span_zeros(span_head(s, 1)), 1);
	cr_expect(span_is(span_tail(s, 2), "ab"));
	cr_expect_not(span_is(s, "ab"));
	cr_expect_eq(span_tail(s, 4).len, 0);
	cr_expect(span_starts(span_tail(s, 2), "a", 1));
	cr_expect_not(span_starts(span_tail(s, 2), "abc", 3));
	cr_expect(span_equal((struct span){ NULL, 0 }, NULL, 0));
	cr_expect(span_starts((struct span){ NULL, 0 }, NULL, 0));
}

Test(cursor, span_common_counts_from_the_start)
{
	const struct span s = { (const uint8_t *)"abcd", 4 };

	cr_expect_eq(span_common(s, s), 4);
	cr_expect_eq(span_common(s, span_head(s, 3)), 3);
	cr_expect_eq(span_common(s, span_tail(s, 1)), 0);
	cr_expect_eq(span_common(s, (struct span){ NULL, 0 }), 0);
	cr_expect_eq(span_common((struct span){ NULL, 0 }, s), 0);
	cr_expect_eq(span_common(s, (struct span){ (const uint8_t *)"abx", 3 }),
		     2);
}

Test(cursor, poke_stays_inside)
{
	char out[4] = "abc";

	poke(out, sizeof(out), 1, 'X');
	poke(out, sizeof(out), 4, 'Y');
	cr_expect_str_eq(out, "aXc");
}

/* Given a read that failed, ints are zeros, and nothing more is consumed. */
Test(cursor, ints_after_a_failure)
{
	struct cursor c = cur_init("\x01\x02\x03", 3, 0);
	int32_t ints[3] = { 7, 7, 7 };
	unsigned quirks = 0;

	cr_expect_null(cur_take(&c, 4));
	cr_expect_eq(cur_int(&c, &quirks), 0);
	cur_ints(&c, ints, 3, &quirks);
	for (size_t i = 0; i < 3; i++)
		cr_expect_eq(ints[i], 0);
	cr_expect_eq(cur_left(&c), 3);
	cr_expect_eq(quirks, 0);
	cur_back(&c, 0);
	cur_ints(&c, ints, 3, &quirks);
	cr_expect_eq(ints[2], 3);
	cr_expect(cur_ok(&c));
	cur_back(&c, 1);
	cur_ints(&c, ints, 3, &quirks);
	cr_expect_eq(ints[0], 2);
	cr_expect_eq(ints[2], 0);
	cr_expect_not(cur_ok(&c));
}

/* The next bytes as two words, while there are as many; none after a failure. */
Test(cursor, words_of_a_stretch)
{
	static const char bytes[] = "\x01\0\0\0\0\0\0\x80\x02\0\0\0\0\0\0"
				    "\x90\x03";
	struct cursor c = cur_init(bytes, 17, 100);
	struct cur_stretch s = cur_stretch(&c, UINT64_MAX);
	uint64_t first = 0, second = 0;

	cr_expect(cur_stretch_words(&s, &first, &second));
	cr_expect_eq(first, UINT64_C(0x8000000000000001));
	cr_expect_eq(cur_stretch_word(&s, 9), UINT64_C(0x0390000000000000));
	cr_expect_eq(second, UINT64_C(0x9000000000000002));
	cur_stretch_pass(&s, 1);
	cr_expect(cur_stretch_words(&s, &first, &second));
	cr_expect_eq(first, UINT64_C(0x0280000000000000));
	cr_expect_eq(second, UINT64_C(0x0390000000000000));
	cur_stretch_pass(&s, 1);
	cr_expect_not(cur_stretch_words(&s, &first, &second));
	cr_expect_eq(cur_tell(&c), 100);
	cur_stretch_follow(&c, &s);
	cr_expect_eq(cur_tell(&c), 102);
	cr_expect_null(cur_take(&c, 16));
	s = cur_stretch(&c, UINT64_MAX);
	cr_expect_eq(s.left, 0);
	cur_stretch_follow(&c, &s);
	cr_expect_eq(cur_tell(&c), 102);
	cur_back(&c, 100);
	s = cur_stretch(&c, 16);
	cr_expect_eq(s.left, 16);
	cur_stretch_pass(&s, 3);
	cur_stretch_follow(&c, &s);
	cr_expect_eq(cur_tell(&c), 103);
	s = cur_stretch(&c, 15);
	cr_expect_eq(s.left, 14);
}
