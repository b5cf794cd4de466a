/* SPDX-License-Identifier: MIT */
/* test_bits.c - streams of bits, in any pieces */
#include <criterion/criterion.h>

#include "validator/core/bits.h"

/* Given bits, the lowest of each byte comes first, and a read that does not fit
   yields nothing from then on. */
Test(bits, in_their_order)
{
	static const uint8_t bytes[] = { 0xa5, 0x0f, 0x80, 0xff, 0x01 };
	struct bit_reader b = bits_of((struct span){ bytes, sizeof(bytes) });

	cr_expect_eq(bits_u(&b, 1), 1);
	cr_expect_eq(bits_u(&b, 3), 2);
	cr_expect_eq(bits_u(&b, 8), 0xfa);
	cr_expect_eq(bits_left(&b), 28);
	cr_expect_eq(bits_u(&b, 0), 0);
	bits_pass(&b, 4);
	cr_expect_eq(bits_u(&b, 24), 0x01ff80);
	cr_expect_eq(bits_left(&b), 0);
	cr_expect_not(b.fail);
	cr_expect_eq(bits_u(&b, 1), 0);
	cr_expect(b.fail);
	bits_pass(&b, 0);
	cr_expect_eq(bits_left(&b), 0);
}

Test(bits, up_to_32)
{
	static const uint8_t bytes[] = { 0xff, 0x78, 0x56, 0x34, 0x12, 0xff };
	struct bit_reader b = bits_of((struct span){ bytes, sizeof(bytes) });

	bits_pass(&b, 8);
	cr_expect_eq(bits_u(&b, 32), 0x12345678);
	bits_pass(&b, 9);
	cr_expect(b.fail);
}

Test(bits, texts_and_floats)
{
	static const uint8_t bytes[] = { 'h', 'i', 0, 0x00, 0x00, 0x80, 0x3f, 'x' };
	struct bit_reader b = bits_of((struct span){ bytes, sizeof(bytes) });

	bits_pass_text(&b);
	cr_expect_eq(b.pos, 24);
	cr_expect_float_eq(bits_float(&b), 1, 0);
	/* Without its NUL. */
	bits_pass_text(&b);
	cr_expect(b.fail);
}

/* A part of a stream ends before the stream does. */
Test(bits, parts)
{
	static const uint8_t bytes[] = { 0xff, 0x0f, 0xf0 };
	struct bit_reader b = bits_of((struct span){ bytes, sizeof(bytes) });
	struct bit_reader part;

	bits_pass(&b, 4);
	part = bits_part(&b, 9);
	cr_expect_eq(b.pos, 13);
	cr_expect_eq(bits_left(&part), 9);
	cr_expect_eq(bits_u(&part, 9), 0xff);
	cr_expect_not(part.fail);
	bits_pass(&part, 1);
	cr_expect(part.fail);
	part = bits_part(&b, 12);
	cr_expect(b.fail);
	cr_expect(part.fail);
	cr_expect_eq(bits_left(&part), 0);
}

Test(bits, signs)
{
	static const uint8_t bytes[] = { 0x07, 0x80, 0xff, 0xff, 0xff, 0xff };
	struct bit_reader b = bits_of((struct span){ bytes, sizeof(bytes) });

	cr_expect_eq(bits_s(&b, 3), -1);
	cr_expect_eq(bits_s(&b, 12), 0);
	cr_expect_eq(bits_s(&b, 1), -1);
	cr_expect_eq(bits_s(&b, 32), -1);
}

/* Seven bits of each byte; more than it needs, or than an int has, is told. */
Test(bits, varints)
{
	static const struct {
		uint8_t bytes[6];
		uint32_t value;
		unsigned size, quirks;
	} rows[] = {
		{ { 0x00 }, 0, 1, 0 },
		{ { 0x7f }, 127, 1, 0 },
		{ { 0x80, 0x01 }, 128, 2, 0 },
		{ { 0x85, 0x00 }, 5, 2, VARINT_LONG },
		{ { 0xff, 0xff, 0xff, 0xff, 0x0f }, UINT32_MAX, 5, 0 },
		{ { 0xff, 0xff, 0xff, 0xff, 0x1f }, UINT32_MAX, 5,
		  VARINT_TOO_LARGE },
		{ { 0x80, 0x80, 0x80, 0x80, 0x80, 0x01 }, 0, 5,
		  VARINT_TOO_LARGE },
		{ { 0x80, 0x80, 0x80, 0x80, 0x00 }, 0, 5, VARINT_LONG },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct bit_reader b = bits_of(
			(struct span){ rows[i].bytes, sizeof(rows[i].bytes) });
		unsigned quirks = 0;

		cr_expect_eq(bits_varint(&b, &quirks), rows[i].value, "%zu", i);
		cr_expect_eq(b.pos, 8 * rows[i].size, "%zu", i);
		cr_expect_eq(quirks, rows[i].quirks, "%zu", i);
	}
}

Test(bits, varint_that_is_cut)
{
	static const uint8_t bytes[] = { 0x80 };
	struct bit_reader b = bits_of((struct span){ bytes, sizeof(bytes) });
	unsigned quirks = 0;

	cr_expect_eq(bits_varint(&b, &quirks), 0);
	cr_expect(b.fail);
	cr_expect_eq(quirks, 0);
}

/* A text of `len` bytes from bit `at` on, as it is read byte by byte. */
static void
expect_text(const uint8_t *text, size_t len, unsigned at, bool ends)
{
	uint8_t bytes[64] = { 0 };
	char room[64];
	struct bit_reader b = bits_of((struct span){ bytes, sizeof(bytes) });

	for (size_t i = 0; i < 8 * (len + ends); i++) {
		const size_t bit = at + i;

		if (i < 8 * len && text[i / 8] >> i % 8 & 1)
			bytes[bit / 8] |= (uint8_t)(1 << bit % 8);
	}
	b.pos = at;
	b.end = at + 8 * (len + ends);
	for (size_t size = 0; size < sizeof(room); size++) {
		struct bit_reader again = b;
		const size_t fit = size < len ? size : len;

		memset(room, '_', sizeof(room));
		cr_expect_eq(bits_text(&again, room, size), len);
		cr_expect_eq(memcmp(room, text, fit), 0);
		cr_expect_eq(room[fit], '_', "%zu of %zu", size, len);
		cr_expect_eq(again.fail, !ends);
		cr_expect_eq(again.pos, at + 8 * (len + ends));
	}
	bits_pass_text(&b);
	cr_expect_eq(b.fail, !ends);
	cr_expect_eq(b.pos, at + 8 * (len + ends));
}

/* Texts of all lengths around those of a word, which begin at each bit. */
Test(bits, texts_of_any_length)
{
	uint8_t text[40];

	for (size_t i = 0; i < sizeof(text); i++)
		text[i] = (uint8_t)(i % 5 == 3 ? 0x80 : 0xff - i);
	for (size_t len = 0; len < sizeof(text); len++)
		for (unsigned at = 0; at < 8; at++) {
			expect_text(text, len, at, true);
			expect_text(text, len, at, false);
		}
}

/* As much of a text as there is room for, and its whole length. */
Test(bits, texts)
{
	static const uint8_t bytes[] = { 'h', 'e', 'l', 'l', 'o', 0, 'x' };
	struct bit_reader b = bits_of((struct span){ bytes, sizeof(bytes) });
	char room[3] = "___";

	cr_expect_eq(bits_text(&b, room, 2), 5);
	cr_expect_eq(memcmp(room, "he_", 3), 0);
	cr_expect_eq(b.pos, 48);
	bits_text(&b, room, sizeof(room));
	cr_expect(b.fail);
}
