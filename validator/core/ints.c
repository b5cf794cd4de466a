/* SPDX-License-Identifier: MIT */
/* ints.c - the 32-bit ints of one demo chunk, snapshot or snapshot delta */
#include "validator/core/ints.h"

/* Bytes that are read together, and ints that are written together. */
enum { WORD = 8 };

/* These bytes as ints of one byte each: their values, one's complement resolved,
   are bytes as well. */
static void
spread(uint64_t word, struct ints *out, uint32_t n)
{
	const uint64_t ones = HIGH_BITS >> 7;
	const uint64_t signs = (word >> 6 & ones) * 0xff;
	int8_t bytes[WORD];

	word = (word & ones * 0x3f) ^ signs;
	if (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)
		word = __builtin_bswap64(word);
	memcpy(bytes, &word, sizeof(bytes));
	ints_of_bytes(room_at(out->at, sizeof(out->at), sizeof(*out->at) * n,
			      WORD * sizeof(*out->at)),
		      bytes, WORD);
}

static void
note_quirks(struct ints_unpacked *r, unsigned quirks, uint32_t n)
{
	if (quirks && !r->quirks)
		r->first_noncanonical = n;
	r->quirks |= quirks;
}

/*
 * Reads ints while there are 16 bytes, and room for all that is written.  Most
 * have one byte, and eight bytes without a high bit are eight of them:
 *
 *   high bits   0 0 0 1 1 0 0 0 | 0 ...
 *               one one one long, and all over again from here
 *
 * Returns how many there are.  Texts are long ints, one after the other.  Takes 0.6
 * of the time of cur_int() for the deltas of a demo, and 0.9 for its messages.
 */
static uint32_t
unpack_words(struct cursor *in, struct ints *out, struct ints_unpacked *r)
{
	struct cur_stretch s = cur_stretch(in, cur_left(in));
	uint64_t word, next;
	uint32_t n = 0;

	while (n < INTS_MAX - WORD && cur_stretch_words(&s, &word, &next)) {
		const uint64_t high = word & HIGH_BITS;
		unsigned short_bits = 0, size, quirks = 0;

		if (!(word & 0x80)) {
			spread(word, out, n);
			if (!high) {
				cur_stretch_pass(&s, WORD);
				n += WORD;
				continue;
			}
			short_bits = (unsigned)__builtin_ctzll(high) - 7;
			n += short_bits / 8;
			word = word >> short_bits | next << (64 - short_bits);
		}
		AT(out->at, n) = int_of_word(word, &size, &quirks);
		if (quirks)
			note_quirks(r, quirks, n);
		n++;
		cur_stretch_pass(&s, short_bits / 8 + size);
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
		if (n == 1) /* most of them: without a call */
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
