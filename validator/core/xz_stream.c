/* SPDX-License-Identifier: MIT */
/* xz_stream.c - finds the places where the pieces of an xz stream begin */
#include "validator/core/xz_stream.h"

enum { HEADER_BYTES = 12 };

void
xz_stream_begin(struct xz_stream *s)
{
	*s = (struct xz_stream){ .piece = XZ_HEADER, .left = HEADER_BYTES };
}

static void
begin_xz_piece(struct xz_stream *s, enum xz_piece piece, uint64_t bytes)
{
	s->piece = piece;
	s->left = bytes;
}

/* Chooses the next piece after the control byte of a chunk: both sizes of the chunk,
   decoded and compressed, and perhaps a byte of properties. */
static void
after_control(struct xz_stream *s, uint8_t control)
{
	s->control = control;
	if (control == 0)
		begin_xz_piece(s, XZ_CHECK, (4 - s->block % 4) % 4 + s->check);
	else if (control < 0x80)
		begin_xz_piece(s, XZ_SIZES, 2);
	else
		begin_xz_piece(s, XZ_SIZES, control < 0xc0 ? 4 : 5);
	if (s->left == 0)
		begin_xz_piece(s, XZ_BLOCK_SIZE, 1);
}

static void
after_sizes(struct xz_stream *s, uint64_t value)
{
	if (s->control >= 0xc0)
		value >>= 8;
	begin_xz_piece(s, XZ_BYTES, (value & 0xffff) + 1);
}

/* Handles a complete piece. */
static void
end_xz_piece(struct xz_stream *s, uint64_t value)
{
	/* The size of the check, by the low 4 bits of the flags in the header of the
	   stream. */
	static const uint8_t checks[] = { 0,  4,  4,  4,  8,  8,  8,  16,
					  16, 16, 32, 32, 32, 64, 64, 64 };

	switch (s->piece) {
	case XZ_HEADER:
		s->check = AT(checks, value >> 32 & 15);
		begin_xz_piece(s, XZ_BLOCK_SIZE, 1);
		break;
	case XZ_BLOCK_SIZE:
		s->block = 1;
		if (value == 0)
			begin_xz_piece(s, XZ_REST, UINT64_MAX);
		else
			begin_xz_piece(s, XZ_BLOCK_HEADER, 4 * value + 3);
		break;
	case XZ_BLOCK_HEADER: begin_xz_piece(s, XZ_CONTROL, 1); break;
	case XZ_CONTROL: after_control(s, (uint8_t)value); break;
	case XZ_SIZES: after_sizes(s, value); break;
	case XZ_BYTES: begin_xz_piece(s, XZ_CONTROL, 1); break;
	case XZ_CHECK: begin_xz_piece(s, XZ_BLOCK_SIZE, 1); break;
	case XZ_REST: break;
	}
}

void
xz_stream_take(struct xz_stream *s, struct span bytes)
{
	struct cursor c = cur_span(bytes, 0);

	s->block += bytes.len;
	s->left -= bytes.len;
	/* The value is used only for small pieces. */
	if (s->piece != XZ_BYTES && s->piece != XZ_REST)
		while (cur_left(&c))
			s->value = s->value << 8 | cur_u8(&c);
	if (s->left)
		return;
	const uint64_t value = s->value;

	s->value = 0;
	end_xz_piece(s, value);
}
