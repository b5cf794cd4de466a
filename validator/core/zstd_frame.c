/* SPDX-License-Identifier: MIT */
/* zstd_frame.c - finds the places where the pieces of a zstd frame begin (RFC 8878,
   3.1) */
#include "validator/core/zstd_frame.h"

void
zstd_frame_begin(struct zstd_frame *f)
{
	*f = (struct zstd_frame){ .piece = ZSTD_MAGIC,
				  .left = 4,
				  .content = UINT64_MAX };
}

/* Reads the rest of the descriptor: dictionary, and size of the content.  True: a window
   comes before them. */
static bool
read_descriptor(struct zstd_frame *f, uint32_t descriptor)
{
	static const uint8_t dictionary[] = { 0, 1, 2, 4 };
	static const uint8_t content[] = { 0, 2, 4, 8 };
	/* A single segment has no window. */
	const bool single = descriptor >> 5 & 1;

	f->checksum = descriptor >> 2 & 1;
	f->reserved = descriptor >> 3 & 1;
	f->content_bytes = AT(content, descriptor >> 6);
	/* A single segment always has a size, of one byte if the descriptor gives no
	   other. */
	if (single && f->content_bytes == 0)
		f->content_bytes = 1;
	f->header_bytes = (uint8_t)(AT(dictionary, descriptor & 3) +
				    f->content_bytes);
	return !single;
}

/* A size of two bytes is stored minus 256, because one byte holds smaller sizes. */
static void
read_content(struct zstd_frame *f, uint64_t value)
{
	if (f->content_bytes == 0)
		return;
	f->content = value >> (64 - 8 * f->content_bytes);
	if (f->content_bytes == 2)
		f->content += 256;
}

/* Returns the number of bytes of a block.  A block that repeats a byte has one byte. */
static uint64_t
block_bytes(uint32_t head)
{
	return (head >> 1 & 3) == 1 ? 1 : head >> 3;
}

static void
begin_zstd_piece(struct zstd_frame *f, enum zstd_piece piece, uint64_t bytes)
{
	f->piece = piece;
	f->left = bytes;
	if (piece == ZSTD_BLOCK_HEAD || piece == ZSTD_CHECKSUM)
		f->off = f->at;
}

/* Chooses the next piece of the header, after the descriptor or after the window. */
static void
next_header(struct zstd_frame *f)
{
	if (f->header_bytes > 0)
		begin_zstd_piece(f, ZSTD_HEADER, f->header_bytes);
	else
		begin_zstd_piece(f, ZSTD_BLOCK_HEAD, 3);
}

/* Chooses the piece after a block. */
static void
next_block(struct zstd_frame *f)
{
	if (!f->last)
		begin_zstd_piece(f, ZSTD_BLOCK_HEAD, 3);
	else if (f->checksum)
		begin_zstd_piece(f, ZSTD_CHECKSUM, 4);
	else
		begin_zstd_piece(f, ZSTD_AFTER, UINT64_MAX);
}

/* Handles a complete piece. */
static void
end_zstd_piece(struct zstd_frame *f, uint64_t value)
{
	switch (f->piece) {
	case ZSTD_MAGIC:
		if (value >> 32 == 0xfd2fb528)
			begin_zstd_piece(f, ZSTD_DESCRIPTOR, 1);
		else
			begin_zstd_piece(f, ZSTD_SKIP_SIZE, 4);
		break;
	case ZSTD_DESCRIPTOR:
		if (read_descriptor(f, (uint32_t)(value >> 56)))
			begin_zstd_piece(f, ZSTD_WINDOW, 1);
		else
			next_header(f);
		break;
	case ZSTD_WINDOW:
		f->window_log = (uint8_t)(10 + (value >> 59));
		next_header(f);
		break;
	case ZSTD_HEADER:
		read_content(f, value);
		begin_zstd_piece(f, ZSTD_BLOCK_HEAD, 3);
		break;
	case ZSTD_BLOCK_HEAD:
		value >>= 40;
		f->last = value & 1;
		f->stored = (value >> 1 & 3) == 0;
		begin_zstd_piece(f, ZSTD_BLOCK, block_bytes((uint32_t)value));
		if (f->left == 0)
			next_block(f);
		break;
	case ZSTD_BLOCK: next_block(f); break;
	case ZSTD_SKIP_SIZE:
		if (value > 0)
			begin_zstd_piece(f, ZSTD_SKIPPED, value >> 32);
		else
			begin_zstd_piece(f, ZSTD_AFTER, UINT64_MAX);
		break;
	case ZSTD_CHECKSUM:
	case ZSTD_SKIPPED:
	case ZSTD_AFTER: begin_zstd_piece(f, ZSTD_AFTER, UINT64_MAX); break;
	}
}

void
zstd_frame_take(struct zstd_frame *f, struct span bytes)
{
	struct cursor c = cur_span(bytes, 0);

	f->at += bytes.len;
	f->left -= bytes.len;
	/* The value is used only for small pieces. */
	if (f->piece != ZSTD_BLOCK && f->piece != ZSTD_SKIPPED)
		while (cur_left(&c))
			f->value = f->value >> 8 | (uint64_t)cur_u8(&c) << 56;
	if (f->left)
		return;
	const uint64_t value = f->value;

	f->value = 0;
	end_zstd_piece(f, value);
}
