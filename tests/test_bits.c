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
