/* SPDX-License-Identifier: MIT */
/* huffman.c - the fixed Huffman code of Teeworlds demos and network packets */
#include "validator/core/huffman.h"

static const uint16_t tree[HUFFMAN_NODES][2] = {
#define NODE(zero, one) { zero, one },
#include "validator/core/huffman_tree.def"
#undef NODE
};

struct code {
	uint8_t bits;
	uint16_t code; /* its first bit lowest */
};

static const struct code codes[HUFFMAN_SYMBOLS] = {
#define CODE(bits, code) { bits, code },
#include "validator/core/huffman_codes.def"
#undef CODE
};

static unsigned
child(unsigned node, unsigned bit)
{
	return AT(AT(tree, node - HUFFMAN_SYMBOLS), bit & 1);
}

/* The end symbol's last bit is bit `bit` of `byte`; `rest` is after it. */
static enum huffman_tail
tail_of(unsigned byte, unsigned bit, struct span rest)
{
	if (byte >> bit >> 1)
		return HUFFMAN_TAIL_OTHER;
	if (rest.len == 0)
		return HUFFMAN_TAIL_NONE;
	return bit == 7 && span_equal(rest, "", 1) ? HUFFMAN_TAIL_ZERO
						   : HUFFMAN_TAIL_OTHER;
}

struct huffman_decoded
huffman_decode(struct span in, uint8_t *out, size_t room)
{
	struct huffman_decoded d = { .status = HUFFMAN_OPEN };
	struct cursor c = cur_span(in, 0);
	unsigned node = HUFFMAN_ROOT;

	while (cur_left(&c)) {
		const unsigned byte = cur_u8(&c);

		d.used++;
		for (unsigned bit = 0; bit < 8; bit++) {
			node = child(node, byte >> bit);
			if (node >= HUFFMAN_SYMBOLS)
				continue;
			if (node == HUFFMAN_END) {
				d.status = HUFFMAN_OK;
				d.tail = tail_of(byte, bit, cur_rest(&c));
				return d;
			}
			if (d.size == room) {
				d.status = HUFFMAN_FULL;
				return d;
			}
			poke(out, room, d.size++, (uint8_t)node);
			node = HUFFMAN_ROOT;
		}
	}
	return d;
}

unsigned
huffman_code(unsigned symbol, uint16_t *code)
{
	const struct code *c = &AT(codes, symbol);

	*code = c->code;
	return c->bits;
}

struct encoder {
	uint8_t *out;
	size_t room, size;
	uint32_t bits;
	unsigned held;
};

static void
put(struct encoder *e, unsigned symbol)
{
	uint16_t code;
	const unsigned n = huffman_code(symbol, &code);

	e->bits |= (uint32_t)code << e->held;
	for (e->held += n; e->held >= 8; e->held -= 8) {
		poke(e->out, e->room, e->size++, (uint8_t)e->bits);
		e->bits >>= 8;
	}
}

size_t
huffman_encode(struct span in, bool old, uint8_t *out, size_t room)
{
	struct encoder e = { .out = out, .room = room };
	struct cursor c = cur_span(in, 0);

	while (cur_left(&c))
		put(&e, cur_u8(&c));
	put(&e, HUFFMAN_END);
	if (e.held || old)
		poke(e.out, e.room, e.size++, (uint8_t)e.bits);
	return e.size <= room ? e.size : 0;
}
