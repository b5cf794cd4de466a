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
	ROW_BITS = 14,
	MORE_BITS = HUFFMAN_MAX_BITS - ROW_BITS,
	ROWS = 4, /* that are decoded without a look at what is left */
};

/* What the next bits decode to: huffman_table.def says how.  The value is in the
   low bits, so that a row can be written as it is. */
static const uint32_t rows[] = {
#define ROW(bits, n, value) \
	(value) | (uint32_t)(bits) << 24 | (uint32_t)(n) << 30,
#include "validator/core/huffman_table.def"
#undef ROW
};

static unsigned
row_bits(uint32_t row)
{
	return row >> 24 & 63;
}

static unsigned
row_n(uint32_t row)
{
	return row >> 30;
}

static uint32_t
row_value(uint32_t row)
{
	return row & 0xffffff;
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
			put_le32(d.out, d.room, d.size, row);
			d.size += row_n(row);
			drop(&d, row_bits(row));
		}
	}
}

/* The row of a code that is longer than ROW_BITS. */
static uint32_t
longer_row(uint32_t row, uint64_t bits)
{
	return AT(rows,
		  row_value(row) + (bits >> ROW_BITS) % (1u << MORE_BITS));
}

/* The symbol that comes next, if its bits are held. */
static unsigned
symbol_of(uint64_t bits)
{
	uint32_t row = AT(rows, bits % (1u << ROW_BITS));

	if (row_n(row) == 0) {
		row = longer_row(row, bits);
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
		/* After some rows fewer bits may be held than a code has. */
		refill(d);

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

/* `padding` is in the bits of the last byte that are unused, `rest` follows. */
static enum huffman_tail
tail_of(uint64_t padding, unsigned unused, struct span rest)
{
	if (padding % (1u << unused))
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
		/* What is held is the rest of the last byte, and maybe more. */
		r.tail = tail_of(d.bits, d.held % 8, span_tail(in, r.used));
	return r;
}

/* ----------------------------------------------------------- side by side */

/*
 * A row can only be looked up when the one before it is known: one stream waits
 * for that most of the time, and others fill the gaps.
 */
enum {
	LANES = 6,
	LANE_ROWS = 3, /* 8 bytes have as many from any bit of the first on */
};

/* A stream on the way. */
struct lane {
	struct huffman_stream *stream;
	size_t bit, end; /* in the window: the next one, and where it is cut */
	size_t to;       /* the next byte of output */
};

/* False: the end symbol was read, or the stream is cut before it. */
static bool
advance(struct lane *lane, struct span window, uint8_t *out, size_t room)
{
	enum { ROOM = LANE_ROWS * sizeof(uint32_t) };
	unsigned used = 0, n = 0;
	uint64_t bits;
	uint8_t *to;

	if (lane->bit >= lane->end)
		return false;
	bits = cur_word(bytes_at(window.ptr, window.len, lane->bit / 8,
				 HUFFMAN_SLACK)) >>
	       lane->bit % 8;
	to = room_at(out, room, lane->to, ROOM);
	for (unsigned i = 0; i < LANE_ROWS; i++) {
		uint32_t row = AT(rows, bits % (1u << ROW_BITS));

		if (row_n(row) == 0)
			row = longer_row(row, bits);
		put_le32(to, ROOM, n, row);
		n += row_n(row);
		used += row_bits(row);
		bits >>= row_bits(row);
		if (row_n(row) == 0) {
			lane->bit += used;
			lane->to += n;
			lane->stream->decoded.status = HUFFMAN_OK;
			return false;
		}
	}
	lane->bit += used;
	lane->to += n;
	return true;
}

static struct lane
open_lane(struct huffman_stream *s)
{
	s->decoded = (struct huffman_decoded){ .status = HUFFMAN_OPEN };
	return (struct lane){
		.stream = s,
		.bit = 8 * s->at,
		.end = 8 * (s->at + s->len),
		.to = s->to,
	};
}

static void
close_lane(const struct lane *lane, struct span window)
{
	struct huffman_stream *s = lane->stream;
	struct huffman_decoded *d = &s->decoded;
	const size_t end = (lane->bit + 7) / 8;
	const unsigned unused = (unsigned)(8 * end - lane->bit);
	struct cursor last = cur_span(window, 0);

	if (lane->bit > lane->end)
		d->status = HUFFMAN_OPEN;
	if (d->status != HUFFMAN_OK)
		return;
	cur_bytes(&last, end - 1);
	d->size = lane->to - s->to;
	d->used = end - s->at;
	d->tail = tail_of((uint64_t)cur_u8(&last) >> (8 - unused), unused,
			  span_head(span_tail(window, end), s->len - d->used));
}

void
huffman_decode_batch(struct huffman_batch *batch, struct span window,
		     uint8_t *out, size_t room)
{
	struct lane lanes[LANES];
	size_t next = 0;
	unsigned n = 0;

	for (; n < LANES && next < batch->n; n++, next++)
		AT(lanes, n) = open_lane(&AT(batch->at, next));
	while (n)
		for (unsigned i = 0; i < n; i++) {
			struct lane *lane = &AT(lanes, i);

			if (advance(lane, window, out, room))
				continue;
			close_lane(lane, window);
			if (next < batch->n)
				*lane = open_lane(&AT(batch->at, next++));
			else
				*lane = AT(lanes, --n);
		}
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
