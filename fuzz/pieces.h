/* SPDX-License-Identifier: MIT */
/*
 * pieces.h - the payloads of a demo without their commands, one after the other
 *
 *   input:  | head | kind, length u16, bytes | kind, length u16, bytes | ...
 *   head:   | network protocol, an index of 3 bits | narrow types, 1 |
 *           | errors can be mended, 1 | ... |
 *
 * The last piece has all remaining bytes, if they are fewer than its length.
 */
#ifndef FUZZ_PIECES_H
#define FUZZ_PIECES_H

#include "validator/netmessage/message.h"
#include "validator/sendtable/sendtable.h"

enum piece_kind { PIECE_PACKET, PIECE_TABLES, PIECE_STRINGS, PIECE_KINDS };

enum {
	PIECE_HEAD = 3,
	PIECE_NETWORKS = 8,
	PIECE_NARROW = 8, /* a bit of the head */
	PIECE_MENDED = 16
};

struct payload_piece {
	enum piece_kind kind;
	uint64_t off; /* offset in the input */
	struct span bytes;
};

/* The network protocols that are checked.  Common protocols have more than one index. */
static inline int32_t
piece_network(uint8_t head)
{
	static const int32_t networks[PIECE_NETWORKS] = { 24, 15, 14, 11,
							  23, 24, 15, 24 };

	return networks[head % PIECE_NETWORKS];
}

static inline struct netmessage_layout
piece_messages_layout(uint8_t head)
{
	return netmessage_layout_of(piece_network(head), head & PIECE_NARROW);
}

static inline struct sendtable_layout
piece_tables_layout(uint8_t head)
{
	const bool wide = piece_messages_layout(head).type_bits == 6;

	return (struct sendtable_layout){ .vector_xy = wide,
					  .size_bits = wide ? 7 : 6 };
}

/* Reads the next piece, and skips it.  False: there is no further piece. */
static inline bool
piece_next(struct cursor *c, struct payload_piece *piece)
{
	size_t size;

	if (cur_left(c) < PIECE_HEAD)
		return false;
	piece->kind = (enum piece_kind)(cur_u8(c) % PIECE_KINDS);
	size = cur_u8(c);
	size |= (size_t)cur_u8(c) << 8;
	piece->off = cur_tell(c);
	piece->bytes = cur_bytes(c, size < cur_left(c) ? size : cur_left(c));
	return true;
}

/* Writes a piece in this form.  Returns the size; 0: there is no room. */
static inline size_t
piece_write(enum piece_kind kind, const uint8_t *bytes, size_t size,
	    uint8_t *out, size_t room)
{
	if (size > UINT16_MAX || room < PIECE_HEAD || size > room - PIECE_HEAD)
		return 0;
	out[0] = (uint8_t)kind;
	out[1] = (uint8_t)size;
	out[2] = (uint8_t)(size >> 8);
	if (size)
		memmove(out + PIECE_HEAD, bytes, size);
	return PIECE_HEAD + size;
}

#endif
