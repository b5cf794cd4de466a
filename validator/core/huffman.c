/* SPDX-License-Identifier: MIT */
/* huffman.c - the fixed Huffman code of Teeworlds demos and network packets */
#include "validator/core/huffman.h"

struct code {
	uint8_t bits;
	uint16_t code; /* its first bit lowest */
};

static const struct code codes[HUFFMAN_SYMBOLS] = {
#define CODE(bits, code) { bits, code },
#include "validator/core/huffman_codes.def"
#undef CODE
};

enum {
	ROW_BITS = 12,
	MORE_BITS = HUFFMAN_MAX_BITS - ROW_BITS,
	ROWS = 4, /* that are decoded without a look at what is left */
};

/* What the next bits decode to: huffman_table.def says how. */
static const uint32_t rows[] = {
#define ROW(bits, n, value) (bits) | (n) << 6 | (uint32_t)(value) << 8,
#include "validator/core/huffman_table.def"
#undef ROW
};

static unsigned
row_bits(uint32_t row)
{
	return row & 63;
}

static unsigned
row_n(uint32_t row)
{
	return row >> 6 & 3;
}

static uint32_t
row_value(uint32_t row)
{
	return row >> 8;
}

struct decoder {
	struct cursor in;
	uint64_t bits; /* those that are next, the first of them lowest */
	unsigned held; /* how many of them `in` has passed */
	uint8_t *out;
	size_t room, size;
};

/* Holds 56 bits or more, or all that are left. */
static void
refill(struct decoder *d)
{
	const unsigned bytes = (63 - d->held) / 8;

	d->bits |= cur_ahead(&d->in) << d->held;
	d->held += 8 * (unsigned)cur_some(&d->in, bytes).len;
}

static void
drop(struct decoder *d, unsigned bits)
{
	d->bits >>= bits;
	d->held -= bits;
}

/*
 * Decodes whole rows, as long as there are bits and room for any.  Takes and
 * returns a copy, as its members are in registers then.
 */
static struct decoder
take_rows(struct decoder d)
{
	for (;;) {
		refill(&d);
		if (d.held < ROWS * ROW_BITS ||
		    d.room - d.size < ROWS * sizeof(uint32_t))
			return d;
		for (unsigned i = 0; i < ROWS; i++) {
			const uint32_t row = AT(rows,
						d.bits % (1u << ROW_BITS));

			if (row_n(row) == 0)
				return d;
			put_le32(d.out, d.room, d.size, row_value(row));
			d.size += row_n(row);
			drop(&d, row_bits(row));
		}
	}
}

/* The symbol that comes next, if its bits are held. */
static unsigned
symbol_of(uint64_t bits)
{
	uint32_t row = AT(rows, bits % (1u << ROW_BITS));

	if (row_n(row) == 0) {
		row = AT(rows, row_value(row) +
				       (bits >> ROW_BITS) % (1u << MORE_BITS));
		if (row_n(row) == 0)
			return HUFFMAN_END;
	}
	return row_value(row) & 0xff;
}

static enum huffman_status
decode(struct decoder *d)
{
	for (;;) {
		*d = take_rows(*d);

		const unsigned symbol = symbol_of(d->bits);
		const unsigned bits = AT(codes, symbol).bits;

		if (bits > d->held)
			return HUFFMAN_OPEN;
		drop(d, bits);
		if (symbol == HUFFMAN_END)
			return HUFFMAN_OK;
		if (d->size == d->room)
			return HUFFMAN_FULL;
		poke(d->out, d->room, d->size++, (uint8_t)symbol);
	}
}

/* What is held is the rest of the last byte, and maybe of what follows. */
static enum huffman_tail
tail_of(const struct decoder *d, struct span rest)
{
	const unsigned unused = d->held % 8;

	if (d->bits & ((1u << unused) - 1))
		return HUFFMAN_TAIL_OTHER;
	if (rest.len == 0)
		return HUFFMAN_TAIL_NONE;
	return unused == 0 && span_equal(rest, "", 1) ? HUFFMAN_TAIL_ZERO
						      : HUFFMAN_TAIL_OTHER;
}

struct huffman_decoded
huffman_decode(struct span in, uint8_t *out, size_t room)
{
	struct decoder d = {
		.in = cur_span(in, 0),
		.out = out,
		.room = room,
	};
	struct huffman_decoded r = { .status = decode(&d), .used = in.len };

	r.size = d.size;
	if (r.status != HUFFMAN_OPEN)
		r.used -= cur_left(&d.in) + d.held / 8;
	if (r.status == HUFFMAN_OK)
		r.tail = tail_of(&d, span_tail(in, r.used));
	return r;
}

unsigned
huffman_code(unsigned symbol, uint16_t *code)
{
	const struct code *c = &AT(codes, symbol);

	*code = c->code;
	return c->bits;
}

struct encoder {
	uint64_t bits;
	unsigned held;
	uint8_t *out;
	size_t room, size; /* size: also of what does not fit */
};

/* Writes the whole bytes that are held. */
static void
flush(struct encoder *e)
{
	for (; e->held >= 8; e->held -= 8) {
		poke(e->out, e->room, e->size++, (uint8_t)e->bits);
		e->bits >>= 8;
	}
}

static void
put(struct encoder *e, unsigned symbol)
{
	uint16_t code;
	const unsigned n = huffman_code(symbol, &code);

	e->bits |= (uint64_t)code << e->held;
	e->held += n;
	if (e->held >= 64 - HUFFMAN_MAX_BITS)
		flush(e);
}

size_t
huffman_encode(struct span in, bool old, uint8_t *out, size_t room)
{
	struct encoder e = { .out = out, .room = room };
	struct cursor c = cur_span(in, 0);

	while (cur_left(&c))
		put(&e, cur_u8(&c));
	put(&e, HUFFMAN_END);
	flush(&e);
	if (e.held || old)
		poke(e.out, e.room, e.size++, (uint8_t)e.bits);
	return e.size <= room ? e.size : 0;
}
