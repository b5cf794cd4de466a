/* SPDX-License-Identifier: MIT */
/* huffman.c - the fixed Huffman code of Teeworlds demos and network packets */
#include "validator/core/huffman.h"

struct code {
	uint8_t bits;
	uint16_t code; /* lowest bit first */
};

static const struct code codes[HUFFMAN_SYMBOLS] = {
#define CODE(bits, code) { bits, code },
#include "validator/core/huffman_codes.def"
#undef CODE
};

enum {
	ROW_BITS = 14,
	MORE_BITS = HUFFMAN_MAX_BITS - ROW_BITS,
};

/* The decoding table, which huffman_table.py made.  The number of bits is in the lowest
   byte of a row.  The next lookup waits for this number, and can use the lowest byte
   without a shift. */
static const uint64_t rows[] = {
#define ROW(bits, n, value) (bits) | UINT64_C(value) << 8 | UINT64_C(n) << 61,
#include "validator/core/huffman_table.def"
#undef ROW
};

static unsigned
row_bits(uint64_t row)
{
	return row & 63;
}

static unsigned
row_n(uint64_t row)
{
	return (unsigned)(row >> 61);
}

/* Returns the decoded bytes of the row.  The bits of n stay above these bytes, because
   later bytes overwrite these bits. */
static uint64_t
row_value(uint64_t row)
{
	return row >> 8;
}

/* Returns the row for a code that is longer than ROW_BITS. */
static uint64_t
longer_row(uint64_t row, uint64_t bits)
{
	return AT(rows,
		  row_value(row) + (bits >> ROW_BITS) % (1u << MORE_BITS));
}

/* A stream during its decoding. */
struct lane {
	struct huffman_stream *stream;
	size_t bit, end; /* positions in the window: the next bit, and the
	                    end of the stream */
	size_t to;       /* position of the next byte in the output */
	bool ended;      /* the end symbol was read; it may be after `end` */
};

/* 8 bytes, from any bit of the first byte on, contain this number of rows.  The last row
   may be longer.  A row is always written as a whole word. */
enum {
	LANE_ROWS = 4,
	LANE_ROOM = HUFFMAN_SPARE,
};

/* Decodes some rows, which may lie behind lane->end. */
__attribute__((always_inline)) static inline void
decode_rows(struct lane *lane, struct span window, uint8_t *out, size_t room)
{
	uint64_t bits = cur_word(bytes_at(window.ptr, window.len, lane->bit / 8,
					  HUFFMAN_SLACK)) >>
			lane->bit % 8;
	uint8_t *to = room_at(out, room, lane->to, LANE_ROOM);
	uint64_t row = 0, used = 0; /* the lowest byte is the number of bits */
	unsigned n = 0;

	/* The row of a longer code consumes no bits, so this row is found again.  Nobody
	   reads such a row before the end. */
	for (unsigned i = 0; i < LANE_ROWS; i++) {
		row = AT(rows, bits % (1u << ROW_BITS));
		put_le64(to, LANE_ROOM, n, row_value(row));
		n += row_n(row);
		used += row;
		bits >>= row_bits(row);
	}
	if (row_n(row) == 0) {
		row = longer_row(row, bits);
		put_le64(to, LANE_ROOM, n, row_value(row));
		n += row_n(row);
		used += row;
		lane->ended = row_n(row) == 0;
	}
	lane->bit += used & 0xff;
	lane->to += n;
}

/* Judges the end of a stream.  `padding`: the unused bits of the last byte.  `rest`: the
   bytes after it. */
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

/* Notes the end of a stream whose end symbol ends before this bit. */
static void
note_end(struct huffman_decoded *d, struct span stream, size_t bit)
{
	const unsigned unused = (unsigned)(-bit % 8);
	struct cursor last = cur_span(stream, 0);

	d->used = (bit + 7) / 8;
	cur_bytes(&last, d->used - 1);
	d->tail = tail_of((uint64_t)cur_u8(&last) >> (8 - unused), unused,
			  span_tail(stream, d->used));
}

/* ------------------------------------------------------------- one stream */

/* Decodes one symbol after the other, near the end of the input or of the room. */
static enum huffman_status
take_symbols(struct lane *lane, struct span in, uint8_t *out, size_t room)
{
	for (;;) {
		struct cursor at = cur_span(span_tail(in, lane->bit / 8), 0);
		const uint64_t bits = cur_ahead(&at) >> lane->bit % 8;
		uint64_t row = AT(rows, bits % (1u << ROW_BITS));
		unsigned symbol;

		if (row_n(row) == 0)
			row = longer_row(row, bits);
		symbol = row_n(row) ? row_value(row) & 0xff : HUFFMAN_END;
		if (AT(codes, symbol).bits > lane->end - lane->bit)
			return HUFFMAN_OPEN;
		lane->bit += AT(codes, symbol).bits;
		if (symbol == HUFFMAN_END)
			return HUFFMAN_OK;
		if (lane->to == room)
			return HUFFMAN_FULL;
		poke(out, room, lane->to++, (uint8_t)symbol);
	}
}

static enum huffman_status
decode_stream(struct lane *lane, struct span in, uint8_t *out, size_t room)
{
	while (in.len - lane->bit / 8 >= HUFFMAN_SLACK &&
	       room - lane->to >= LANE_ROOM) {
		decode_rows(lane, in, out, room);
		if (lane->ended)
			return HUFFMAN_OK;
	}
	return take_symbols(lane, in, out, room);
}

struct huffman_decoded
huffman_decode(struct span in, uint8_t *out, size_t room)
{
	struct lane lane = { .end = 8 * in.len };
	struct huffman_decoded r = { .status = decode_stream(&lane, in, out,
							     room) };

	r.size = lane.to;
	r.used = r.status == HUFFMAN_OPEN ? in.len : (lane.bit + 7) / 8;
	if (r.status == HUFFMAN_OK)
		note_end(&r, in, lane.bit);
	return r;
}

/* ----------------------------------------------------------- side by side */

/*
 * Each lookup of a row needs the result of the lookup before, so a single stream mostly
 * waits.  Other streams are decoded meanwhile.  There are enough registers for three
 * streams.
 */
enum { LANES = 3 };

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

/* The stream may be cut before its end symbol. */
static void
close_lane(const struct lane *lane, struct span window)
{
	struct huffman_stream *s = lane->stream;
	struct huffman_decoded *d = &s->decoded;

	if (!lane->ended || lane->bit > lane->end)
		return;
	d->status = HUFFMAN_OK;
	d->size = lane->to - s->to;
	note_end(d, span_head(span_tail(window, s->at), s->len),
		 lane->bit - 8 * s->at);
}

/* Decodes one step.  False: the lane has ended. */
__attribute__((always_inline)) static inline bool
advance_lane(struct lane *lane, struct span window, uint8_t *out, size_t room)
{
	if (lane->bit >= lane->end)
		return false;
	decode_rows(lane, window, out, room);
	return !lane->ended;
}

struct lanes {
	struct lane at[LANES];
};

/* Decodes until one of the first n lanes ends, and returns the number of this lane.
   Lanes are variables, not an array, and n is a constant.  So the lanes stay in
   registers, which halves the time. */
__attribute__((always_inline)) static inline unsigned
run_lanes(struct lanes *lanes, unsigned n, struct span window, uint8_t *out,
	  size_t room)
{
	struct lane a = AT(lanes->at, 0), b = AT(lanes->at, 1),
		    c = AT(lanes->at, 2);
	unsigned at;

	for (;;) {
		at = 0;
		if (!advance_lane(&a, window, out, room))
			break;
		at = 1;
		if (n > 1 && !advance_lane(&b, window, out, room))
			break;
		at = 2;
		if (n > 2 && !advance_lane(&c, window, out, room))
			break;
	}
	AT(lanes->at, 0) = a;
	AT(lanes->at, 1) = b;
	AT(lanes->at, 2) = c;
	return at;
}

static unsigned
run_some(struct lanes *lanes, unsigned n, struct span window, uint8_t *out,
	 size_t room)
{
	switch (n) {
	case 1: return run_lanes(lanes, 1, window, out, room);
	case 2: return run_lanes(lanes, 2, window, out, room);
	default: return run_lanes(lanes, LANES, window, out, room);
	}
}

void
huffman_decode_batch(struct huffman_batch *batch, struct span window,
		     uint8_t *out, size_t room)
{
	struct lanes lanes = { 0 };
	size_t next = 0;
	unsigned n = 0;

	for (; n < LANES && next < batch->n; n++, next++)
		AT(lanes.at, n) = open_lane(&AT(batch->at, next));
	while (n) {
		const unsigned at = run_some(&lanes, n, window, out, room);

		close_lane(&AT(lanes.at, at), window);
		if (next < batch->n)
			AT(lanes.at, at) = open_lane(&AT(batch->at, next++));
		else
			AT(lanes.at, at) = AT(lanes.at, --n);
	}
}

/*
 * The highest bit that is set belongs to the end symbol.  After the end symbol come zeros
 * up to the end of the byte.  Older writers may add a zero byte.
 *
 *   bits   ...  e e e e e 1 0 0 | 0 0 0 0 0        of the last four bytes
 *               ^ start     ^ highest ^ unused
 */
bool
huffman_may_be(struct span in)
{
	enum { BITS = 8 * HUFFMAN_LAST };
	const struct span last = span_tail(
		in, in.len > HUFFMAN_LAST ? in.len - HUFFMAN_LAST : 0);
	const struct code *end = &AT(codes, HUFFMAN_END);
	const unsigned before = BITS - 8 * (unsigned)last.len;
	struct cursor at = cur_span(last, 0);
	uint32_t bits = 0;
	int start, unused;

	if (before == 0)
		bits = (uint32_t)cur_le32(&at);
	while (cur_left(&at))
		bits = bits >> 8 | (uint32_t)cur_u8(&at) << (BITS - 8);
	if (bits == 0)
		return false;
	start = __builtin_clz(end->code) - __builtin_clz(bits);
	unused = BITS - start - end->bits;
	return start >= (int)before && bits >> start == end->code &&
	       unused >= 0 && unused <= 8;
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
	size_t room, size; /* size: number of bytes, with bytes that do not
	                      fit */
};

/* Writes the whole bytes of the held bits. */
static void
write_whole_bytes(struct encoder *e)
{
	for (; e->held >= 8; e->held -= 8) {
		poke(e->out, e->room, e->size++, (uint8_t)e->bits);
		e->bits >>= 8;
	}
}

static void
encode_symbol(struct encoder *e, unsigned symbol)
{
	uint16_t code;
	const unsigned n = huffman_code(symbol, &code);

	e->bits |= (uint64_t)code << e->held;
	e->held += n;
	if (e->held >= 64 - HUFFMAN_MAX_BITS)
		write_whole_bytes(e);
}

size_t
huffman_encode(struct span in, bool old, uint8_t *out, size_t room)
{
	struct encoder e = { .out = out, .room = room };
	struct cursor c = cur_span(in, 0);

	while (cur_left(&c))
		encode_symbol(&e, cur_u8(&c));
	encode_symbol(&e, HUFFMAN_END);
	write_whole_bytes(&e);
	if (e.held || old)
		poke(e.out, e.room, e.size++, (uint8_t)e.bits);
	return e.size <= room ? e.size : 0;
}
