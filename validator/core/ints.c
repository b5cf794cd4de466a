/* SPDX-License-Identifier: MIT */
/* ints.c - reads the 32-bit ints of a demo chunk, snapshot or snapshot delta */
#include "validator/core/ints.h"

static void
note_quirks(struct ints_unpacked *r, unsigned quirks, uint32_t n)
{
	if (quirks && !r->quirks)
		r->first_noncanonical = n;
	r->quirks |= quirks;
}

/* Returns the number of bytes before the first byte whose high bit is set.  The caller
   knows that the high bit of byte 0 is clear. */
static unsigned
count_short(uint64_t word, uint64_t next)
{
	if (word & HIGH_BITS)
		return (unsigned)__builtin_ctzll(word & HIGH_BITS) / 8;
	if (next & HIGH_BITS)
		return 8 + (unsigned)__builtin_ctzll(next & HIGH_BITS) / 8;
	return INT_VECTOR;
}

/*
 * Reads ints while there are 16 bytes and enough room.  Most ints have one byte, so 16
 * bytes are decoded as if they were 16 ints:
 *
 *   high bits   0 0 0 1 1 0 0 0 | 0 ...
 *               one one one       and all over again from here
 *
 * Returns the number of ints.  This needs 0.4 of the time of cur_int() for the deltas of
 * a demo.  For messages of a demo the factor is 0.9, because texts are ints of several
 * bytes.
 */
static uint32_t
unpack_words(struct cursor *in, struct ints *out, struct ints_unpacked *r)
{
	const size_t one = sizeof(*out->at);
	struct cur_stretch s = cur_stretch(in, cur_left(in));
	uint64_t word, next;
	uint32_t n = 0;

	while (n < INTS_MAX - INT_VECTOR &&
	       cur_stretch_words(&s, &word, &next)) {
		unsigned size, quirks = 0;

		if (!(word & 0x80)) {
			cur_stretch_ints(&s,
					 room_at(out->at, sizeof(out->at),
						 one * n, one * INT_VECTOR));
			size = count_short(word, next);
			n += size;
		} else {
			AT(out->at, n) = int_of_word(word, &size, &quirks);
			if (quirks)
				note_quirks(r, quirks, n);
			n++;
		}
		cur_stretch_pass(&s, size);
	}
	cur_stretch_follow(in, &s);
	return n;
}

struct ints_unpacked
ints_unpack(struct span packed, struct ints *out)
{
	struct ints_unpacked r = { .status = INTS_OK };
	struct cursor in = cur_span(packed, 0);
	uint32_t n = unpack_words(&in, out, &r);

	for (; cur_left(&in) && n < INTS_MAX; n++) {
		unsigned quirks = 0;

		AT(out->at, n) = cur_int(&in, &quirks);
		note_quirks(&r, quirks, n);
		if (!cur_ok(&in))
			break;
	}
	out->n = n;
	if (cur_left(&in))
		r.status = cur_ok(&in) ? INTS_FULL : INTS_OPEN;
	return r;
}

size_t
ints_pack(const struct ints *in, uint8_t *out, size_t room)
{
	size_t size = 0;

	for (uint32_t i = 0; i < in->n; i++) {
		uint8_t bytes[INT_MAX_BYTES];
		const size_t n = int_encode(AT(in->at, i), bytes);

		if (n > room - size)
			return 0;
		if (n == 1) /* most ints have one byte, and need no call */
			poke(out, room, size, bytes[0]);
		else
			memcpy(room_at(out, room, size, n), bytes, n);
		size += n;
	}
	return size;
}

size_t
ints_position(struct span packed, uint32_t index)
{
	struct cursor in = cur_span(packed, 0);
	unsigned quirks = 0;

	while (index-- && cur_ok(&in))
		cur_int(&in, &quirks);
	return (size_t)cur_tell(&in);
}

void
ints_append(struct ints *out, struct cursor *in)
{
	while (out->n < INTS_MAX && cur_left(in) >= sizeof(int32_t)) {
		AT(out->at, out->n) = cur_le32(in);
		out->n++;
	}
}
