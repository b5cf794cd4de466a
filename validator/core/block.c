/* SPDX-License-Identifier: MIT */
/* block.c - reads the head of a block of deflate (RFC 1951, 3.2.3), as zlib does */
#include "validator/core/block.h"

enum {
	LITERALS = 286, /* number of symbols: literals, and lengths of copies */
	END_OF_BLOCK = 256,
	DISTANCES = 30,
	KINDS = 19, /* kinds of code lengths: 0 to 15, and three repetitions */
	KIND_BITS = 7,
	CODE_BITS = 15,
};

/* The code of the code lengths: a table with the next KIND_BITS bits as index. */
struct kinds {
	uint8_t kind[1 << KIND_BITS], bits[1 << KIND_BITS];
};

/* The code lengths of both codes, one code after the other. */
struct lengths {
	uint8_t of[LITERALS + DISTANCES];
	unsigned n_literals, n, have;
};

/* Returns the next n bits, without consuming them.  After the end come zeros. */
static uint32_t
peek_bits(const struct bit_reader *b, unsigned n)
{
	const struct cursor c = cur_span(
		span_tail(b->bytes, (size_t)(b->pos / 8)), 0);

	return (uint32_t)(cur_ahead(&c) >> b->pos % 8) & ((1u << n) - 1);
}

/* Returns the Kraft sum of these code lengths, in units of codes of CODE_BITS bits.
   *longest: the longest code, in bits. */
static uint32_t
used_by(const uint8_t *lengths, size_t size, size_t from, size_t n,
	unsigned *longest)
{
	struct cursor c = cur_init(bytes_at(lengths, size, from, n), n, 0);
	uint32_t used = 0;

	*longest = 0;
	while (cur_left(&c)) {
		const unsigned length = cur_u8(&c);

		used += length ? (1u << CODE_BITS) >> length : 0;
		*longest = length > *longest ? length : *longest;
	}
	return used;
}

/* Builds the table: the first code of each length follows the last code of the length
   before. */
static void
set_kinds(struct kinds *k, const uint8_t lengths[KINDS])
{
	unsigned code = 0;

	for (unsigned length = 1; length <= KIND_BITS; length++) {
		for (unsigned kind = 0; kind < KINDS; kind++) {
			const uint8_t *is = bytes_at(lengths, KINDS, kind, 1);
			unsigned at = 0;

			if (*is != length)
				continue;
			for (unsigned i = 0; i < length; i++)
				at |= (code >> (length - 1 - i) & 1) << i;
			for (; at < 1u << KIND_BITS; at += 1u << length) {
				AT(k->kind, at) = (uint8_t)kind;
				AT(k->bits, at) = (uint8_t)length;
			}
			code++;
		}
		code <<= 1;
	}
}

static enum block_head
read_kinds(struct bit_reader *b, unsigned n, struct kinds *k)
{
	static const uint8_t order[KINDS] = { 16, 17, 18, 0,  8, 7,  9,
					      6,  10, 5,  11, 4, 12, 3,
					      13, 2,  14, 1,  15 };
	uint8_t lengths[KINDS] = { 0 };
	unsigned longest;

	for (unsigned i = 0; i < n; i++)
		AT(lengths, AT(order, i)) = (uint8_t)bits_u(b, 3);
	if (b->fail)
		return BLOCK_HEAD_SHORT;
	if (used_by(lengths, KINDS, 0, KINDS, &longest) != 1u << CODE_BITS)
		return BLOCK_HEAD_OTHER;
	set_kinds(k, lengths);
	return BLOCK_HEAD_GOOD;
}

/* Reads one length, or a repetition of one length. */
static enum block_head
read_length(struct bit_reader *b, const struct kinds *k, struct lengths *l)
{
	const uint32_t next = peek_bits(b, KIND_BITS);
	const unsigned kind = AT(k->kind, next);
	unsigned times = 1;
	uint8_t length = 0;

	bits_pass(b, AT(k->bits, next));
	if (kind < 16)
		length = (uint8_t)kind;
	else if (kind == 16)
		times = 3 + bits_u(b, 2);
	else
		times = kind == 17 ? 3 + bits_u(b, 3) : 11 + bits_u(b, 7);
	if (b->fail)
		return BLOCK_HEAD_SHORT;
	if (times > l->n - l->have || (kind == 16 && l->have == 0))
		return BLOCK_HEAD_OTHER;
	if (kind == 16)
		length = AT(l->of, l->have - 1);
	while (times--)
		AT(l->of, l->have++) = length;
	return BLOCK_HEAD_GOOD;
}

/*
 * Are the codes complete?  Only the code of distances may be incomplete: it may have no
 * code, or one code of one bit. zlib also accepts a single literal of one bit, which no
 * writer makes.
 */
static bool
are_complete(const struct lengths *l)
{
	const uint32_t all = 1u << CODE_BITS;
	unsigned longest;
	uint32_t used = used_by(l->of, sizeof(l->of), 0, l->n_literals,
				&longest);

	if (used != all || AT(l->of, END_OF_BLOCK) == 0)
		return false;
	used = used_by(l->of, sizeof(l->of), l->n_literals,
		       l->n - l->n_literals, &longest);
	return used == all || (longest <= 1 && used < all);
}

static enum block_head
read_codes(struct bit_reader *b)
{
	struct lengths l = { .have = 0 };
	struct kinds k;

	l.n_literals = 257 + bits_u(b, 5);
	l.n = l.n_literals + 1 + bits_u(b, 5);
	const unsigned n_kinds = 4 + bits_u(b, 4);

	if (b->fail)
		return BLOCK_HEAD_SHORT;
	if (l.n_literals > LITERALS || l.n - l.n_literals > DISTANCES)
		return BLOCK_HEAD_OTHER;
	enum block_head head = read_kinds(b, n_kinds, &k);

	while (head == BLOCK_HEAD_GOOD && l.have < l.n)
		head = read_length(b, &k, &l);
	if (head == BLOCK_HEAD_GOOD && !are_complete(&l))
		return BLOCK_HEAD_OTHER;
	return head;
}

static enum block_head
read_stored(struct bit_reader *b)
{
	bits_pass(b, (8 - b->pos % 8) % 8);
	const uint32_t length = bits_u(b, 16), inverse = bits_u(b, 16);

	if (b->fail)
		return BLOCK_HEAD_SHORT;
	return (length ^ inverse) == 0xffff ? BLOCK_HEAD_GOOD
					    : BLOCK_HEAD_OTHER;
}

static enum block_head
read_block_type(struct bit_reader *b)
{
	const uint32_t type = bits_u(b, 2);

	if (b->fail)
		return BLOCK_HEAD_SHORT;
	switch (type) {
	case 0: return read_stored(b);
	case 1: return BLOCK_HEAD_GOOD;
	case 2: return read_codes(b);
	default: return BLOCK_HEAD_OTHER;
	}
}

enum block_head
block_head(struct span bytes, unsigned bit, bool *last, size_t *size)
{
	struct bit_reader b = bits_of(bytes);

	bits_pass(&b, bit);
	*last = bits_u(&b, 1);
	const enum block_head head = read_block_type(&b);

	if (head == BLOCK_HEAD_GOOD)
		*size = (size_t)((b.pos + 7) / 8);
	return head;
}
