/* SPDX-License-Identifier: MIT */
/* test_ints.c - whole payloads of variable-width ints */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "validator/core/ints.h"

static struct span
span_of(const char *bytes, size_t n)
{
	return (struct span){ (const uint8_t *)bytes, n };
}

Test(ints, packed_ints_come_out_again)
{
	static struct ints in, out;
	static uint8_t bytes[5 * INTS_MAX];
	uint32_t value = 1;
	size_t n;

	for (in.n = 0; in.n < INTS_MAX; in.n++) {
		value = value * 1664525 + 1013904223;
		in.at[in.n] = (int32_t)(value >> value % 32);
		if (value % 3 == 0)
			in.at[in.n] = ~in.at[in.n];
	}
	n = ints_pack(&in, bytes, sizeof(bytes));
	cr_assert_gt(n, INTS_MAX);
	cr_expect_eq(ints_pack(&in, bytes, n), n);
	cr_expect_eq(ints_pack(&in, bytes, n - 1), 0);

	const struct ints_unpacked r = ints_unpack((struct span){ bytes, n },
						   &out);

	cr_expect_eq(r.status, INTS_OK);
	cr_expect_eq(r.quirks, 0);
	cr_expect(out.n == in.n &&
		  memcmp(out.at, in.at, in.n * sizeof(*in.at)) == 0);
}

Test(ints, no_bytes_are_no_ints)
{
	static struct ints out = { .n = 5 };

	cr_expect_eq(ints_unpack(span_of("", 0), &out).status, INTS_OK);
	cr_expect_eq(out.n, 0);
}

Test(ints, an_int_that_is_cut_is_left_out)
{
	static struct ints out;

	cr_expect_eq(ints_unpack(span_of("\x05\x80", 2), &out).status,
		     INTS_OPEN);
	cr_expect_eq(out.n, 1);
	cr_expect_eq(out.at[0], 5);
}

Test(ints, one_more_than_there_can_be)
{
	static struct ints out;
	static uint8_t bytes[INTS_MAX + 1];

	cr_expect_eq(ints_unpack((struct span){ bytes, INTS_MAX }, &out).status,
		     INTS_OK);
	cr_expect_eq(
		ints_unpack((struct span){ bytes, INTS_MAX + 1 }, &out).status,
		INTS_FULL);
	cr_expect_eq(out.n, INTS_MAX);
}

/* An int byte by byte, as cursor.h lays it out; false: it is cut. */
static bool
plain_int(struct span *s, int32_t *value, unsigned *quirks)
{
	uint32_t v = 0, sign = 0;
	unsigned n = 0;
	uint8_t b;

	do {
		if (n == s->len)
			return false;
		b = s->ptr[n];
		if (n == 0) {
			v = b & 0x3f;
			sign = b & 0x40 ? UINT32_MAX : 0;
		} else {
			v |= (uint32_t)(b & 0x7f) << (7 * n - 1);
		}
		n++;
	} while (b & 0x80 && n < INT_MAX_BYTES);
	if (n > 1 && b == 0)
		*quirks |= INT_OVERLONG;
	if (n == INT_MAX_BYTES && b & 0xf0)
		*quirks |= INT_PADDING;
	*s = span_tail(*s, n);
	*value = (int32_t)((v & INT32_MAX) ^ sign);
	return true;
}

/* One int after the other: what is read eight bytes at a time must be the same. */
static struct ints_unpacked
one_by_one(struct span packed, struct ints *out)
{
	struct ints_unpacked r = { .status = INTS_OK };

	for (out->n = 0; packed.len && out->n < INTS_MAX; out->n++) {
		unsigned quirks = 0;

		if (!plain_int(&packed, &out->at[out->n], &quirks)) {
			r.status = INTS_OPEN;
			return r;
		}
		if (quirks && !r.quirks)
			r.first_noncanonical = out->n;
		r.quirks |= quirks;
	}
	if (packed.len)
		r.status = INTS_FULL;
	return r;
}

static void
expect_the_same(struct span packed)
{
	static struct ints out, want;
	const struct ints_unpacked a = ints_unpack(packed, &out);
	const struct ints_unpacked b = one_by_one(packed, &want);

	cr_expect(a.status == b.status && a.quirks == b.quirks &&
		  a.first_noncanonical == b.first_noncanonical);
	cr_expect(out.n == want.n &&
		  memcmp(out.at, want.at, out.n * sizeof(*out.at)) == 0);
}

/* Given ints of any length at any place, in any form, and any end. */
Test(ints, many_at_once_are_one_after_the_other)
{
	static uint8_t bytes[INTS_MAX + 64];
	uint32_t seed = 1;

	for (unsigned round = 0; round < 4000; round++) {
		const size_t n = round % 80;

		for (size_t i = 0; i < n; i++) {
			seed = seed * 1664525 + 1013904223;
			/* From no long int to nothing else. */
			bytes[i] = (uint8_t)(seed >> 16) &
				   (seed >> 24 < round / 16 ? 0xff : 0x7f);
			if (seed >> 29 == 1)
				bytes[i] &= 0x80;
		}
		expect_the_same((struct span){ bytes, n });
	}
	for (size_t at = INTS_MAX - 20; at < INTS_MAX; at++) {
		memset(bytes, 1, sizeof(bytes));
		bytes[at] = 0x81;
		for (size_t n = INTS_MAX - 20; n < sizeof(bytes); n++)
			expect_the_same((struct span){ bytes, n });
	}
}

/* Given all values that the bytes of an int can have at the borders of its bits, by
   the cursor, and alone or with others by the unpacking. */
Test(ints, every_form_of_an_int)
{
	static const uint8_t borders[] = { 0x00, 0x01, 0x0f, 0x10, 0x3f,
					   0x40, 0x7f, 0x80, 0x81, 0x8f,
					   0x90, 0xbf, 0xc0, 0xff };
	enum { N = sizeof(borders) };
	uint8_t bytes[24] = { 0 };

	for (unsigned form = 0; form < N * N * N * N * N; form++) {
		unsigned rest = form, want = 0, quirks = 0;
		struct span all = { bytes, sizeof(bytes) };
		struct cursor c = cur_span(all, 0);
		int32_t value = 0;

		for (unsigned i = 0; i < INT_MAX_BYTES; i++, rest /= N)
			bytes[i] = borders[rest % N];
		cr_assert(plain_int(&all, &value, &want));
		cr_assert_eq(cur_int(&c, &quirks), value);
		cr_assert(quirks == want && cur_left(&c) == all.len);
		if (form % 7 == 0)
			expect_the_same((struct span){ bytes, form % 25 });
	}
}

/* Given odd forms, the first of them is named, and all kinds. */
Test(ints, odd_forms)
{
	static struct ints out;
	static const char bytes[] = "\x01\x02\x80\x00\x80\x80\x80\x80\x10\x03";
	const struct ints_unpacked r = ints_unpack(
		span_of(bytes, sizeof(bytes) - 1), &out);

	cr_expect_eq(r.status, INTS_OK);
	cr_expect_eq(r.quirks, INT_OVERLONG | INT_PADDING);
	cr_expect_eq(r.first_noncanonical, 2);
	cr_expect_eq(out.n, 5);
	cr_expect_eq(ints_position(span_of(bytes, sizeof(bytes) - 1), 3), 4);
	cr_expect_eq(ints_position(span_of(bytes, sizeof(bytes) - 1), 4), 9);
	cr_expect_eq(ints_position(span_of(bytes, sizeof(bytes) - 1), 99),
		     sizeof(bytes) - 1);
}

Test(ints, little_endian)
{
	static struct ints out;
	struct cursor in = cur_init("\1\0\0\0\xff\xff\xff\xff\0\0\0\x80\7", 13,
				    0);

	ints_append(&out, &in);
	cr_expect_eq(out.n, 3);
	cr_expect_eq(out.at[0], 1);
	cr_expect_eq(out.at[1], -1);
	cr_expect_eq(out.at[2], INT32_MIN);
	cr_expect_eq(cur_left(&in), 1);
}
