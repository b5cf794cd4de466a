/* SPDX-License-Identifier: MIT */
/* inflate.c - decodes deflate streams through a buffer of fixed size */
#include "validator/core/inflate.h"

#include "validator/core/always.h"
#include "validator/core/foreign.h"

/* The allocation callbacks of zlib get the allocator as `opaque`. */
static void *
allocate_for_zlib(void *opaque, unsigned items, unsigned size)
{
	const struct inflate *f = opaque;
	size_t bytes;

	if (__builtin_mul_overflow((size_t)items, (size_t)size, &bytes))
		return NULL;
	return f->allocator->alloc(f->allocator->ctx, bytes);
}

static void
release_for_zlib(void *opaque, void *ptr)
{
	const struct inflate *f = opaque;

	f->allocator->free(f->allocator->ctx, ptr);
}

static void
begin_deflate(struct inflate *f)
{
	f->phase = f->blocks ? INFLATE_HEADER : INFLATE_WHOLE;
	f->full = false;
	f->why = NULL;
	f->taken = f->made = 0;
	f->sum = f->wrapper == INFLATE_ZLIB;
	f->n_sums = 0;
}

bool
inflate_open(struct inflate *f, const struct dfk_allocator *allocator,
	     int wrapper)
{
	f->z = (z_stream){ .zalloc = allocate_for_zlib,
			   .zfree = release_for_zlib,
			   .opaque = f };
	f->allocator = allocator;
	f->wrapper = wrapper;
	if (inflateInit2(&f->z, wrapper) != Z_OK)
		return false;
	if (!blocks_open(&f->blocks, allocator)) {
		inflateEnd(&f->z);
		return false;
	}
	begin_deflate(f);
	return true;
}

void
inflate_again(struct inflate *f)
{
	/* inflateReset2() fails only for a stream that was never opened. */
	(void)inflateReset2(&f->z, f->wrapper);
	begin_deflate(f);
}

void
inflate_close(struct inflate *f)
{
	inflateEnd(&f->z);
	blocks_close(f->blocks, f->allocator);
}

static enum inflate_state
state_by_zlib(struct inflate *f, int result)
{
	switch (result) {
	case Z_OK:
	case Z_BUF_ERROR: return INFLATE_GOING;
	case Z_STREAM_END: return INFLATE_END;
	case Z_NEED_DICT: f->why = "a preset dictionary is needed"; break;
	case Z_MEM_ERROR: return INFLATE_NO_MEMORY;
	default:
		if (NEVER(result == Z_STREAM_ERROR))
			return INFLATE_NO_MEMORY;
		f->why = f->z.msg ? f->z.msg : "damaged";
		break;
	}
	return INFLATE_BAD;
}

/* Decodes with zlib. */
static enum inflate_state
decode_with_zlib(struct inflate *f, struct span *in, struct span *made,
		 int flush)
{
	const size_t take = in->len < 65536 ? in->len : 65536;
	union {
		const uint8_t *in;
		uint8_t *z; /* this pointer of zlib 1.2 lacks const, but zlib
		               does not write to the input */
	} bytes = { .in = in->ptr };

	f->z.next_in = bytes.z;
	f->z.avail_in = (unsigned)take;
	f->z.next_out = f->out;
	f->z.avail_out = sizeof(f->out);
	const int result = inflate(&f->z, flush);

	*made = (struct span){ f->out, sizeof(f->out) - f->z.avail_out };
	FOREIGN_WROTE(&f->z, sizeof(f->z));
	FOREIGN_WROTE(f->out, made->len);
	*in = span_tail(*in, take - f->z.avail_in);
	f->full = f->z.avail_out == 0;
	return state_by_zlib(f, result);
}

/* --------------------------------------------------------------- by ISA-L */

/* Reads the header of the wrapper with zlib, which stops before the first block. */
static enum inflate_state
read_wrapper_header(struct inflate *f, struct span *in, struct span *made)
{
	enum { BEFORE_A_BLOCK = 128 };
	const enum inflate_state state = decode_with_zlib(f, in, made, Z_BLOCK);

	if (state == INFLATE_GOING && f->z.data_type & BEFORE_A_BLOCK) {
		f->phase = INFLATE_BLOCKS;
		blocks_begin(f->blocks);
	}
	return state;
}

/* Sets zlib to the start of the current block. */
static bool
begin_rest(struct inflate *f)
{
	const struct blocks_point at = blocks_point(f->blocks);
	struct cursor c = cur_span(at.bytes, 0);
	int result = inflateReset2(&f->z, -MAX_WBITS);

	f->phase = INFLATE_REST;
	f->again = at.bytes;
	f->skip = at.made;
	if (at.bit) {
		result |= inflatePrime(&f->z, 8 - (int)at.bit,
				       cur_u8(&c) >> at.bit);
		f->again = span_tail(at.bytes, 1);
	}
	if (at.window.len)
		result |= inflateSetDictionary(&f->z, at.window.ptr,
					       (unsigned)at.window.len);
	return result == Z_OK;
}

static enum inflate_state
read_remaining_blocks(struct inflate *f, struct span *in, struct span *made)
{
	enum inflate_state state;

	do {
		const uint64_t skip = f->skip;

		state = decode_with_zlib(f, f->again.len ? &f->again : in, made,
					 Z_NO_FLUSH);
		f->skip -= skip < made->len ? skip : made->len;
		*made = span_tail(*made, (size_t)(skip - f->skip));
	} while (state == INFLATE_GOING && !made->len &&
		 (f->full || f->again.len));
	f->full |= f->again.len > 0;
	if (state != INFLATE_END)
		return state;
	f->phase = INFLATE_SUMS;
	f->full = false;
	return INFLATE_GOING;
}

static enum inflate_state
read_blocks(struct inflate *f, struct span *in, struct span *made)
{
	switch (blocks_some(f->blocks, in, made, &f->full)) {
	case BLOCKS_GOING: break;
	case BLOCKS_END:
		f->phase = INFLATE_SUMS;
		f->full = false;
		break;
	case BLOCKS_UNSURE:
		return begin_rest(f) ? read_remaining_blocks(f, in, made)
				     : INFLATE_NO_MEMORY;
	}
	return INFLATE_GOING;
}

static bool
is_right(struct inflate *f, size_t from, uint32_t sum)
{
	uint8_t is[4];

	if (f->wrapper == INFLATE_ZLIB)
		put_be32(is, sizeof(is), 0, sum);
	else
		put_le32(is, sizeof(is), 0, sum);
	return memcmp(is, bytes_at(f->sums, sizeof(f->sums), from, 4), 4) == 0;
}

/* Reads the checksum, and in a gzip member also the length.  The texts of errors are
   those of zlib. */
static enum inflate_state
read_sums(struct inflate *f, struct span *in)
{
	f->full = false;
	while (in->len) {
		struct cursor c = cur_span(*in, 0);

		AT(f->sums, f->n_sums++) = cur_u8(&c);
		*in = span_tail(*in, 1);
		if (f->n_sums == 4 && !is_right(f, 0, f->sum)) {
			f->why = "incorrect data check";
			return INFLATE_BAD;
		}
		if (f->n_sums == 8 && !is_right(f, 4, (uint32_t)f->made)) {
			f->why = "incorrect length check";
			return INFLATE_BAD;
		}
		if (f->n_sums == (f->wrapper == INFLATE_ZLIB ? 4 : 8))
			return INFLATE_END;
	}
	return INFLATE_GOING;
}

static enum inflate_state
read_phase(struct inflate *f, struct span *in, struct span *made)
{
	switch (f->phase) {
	case INFLATE_HEADER: return read_wrapper_header(f, in, made);
	case INFLATE_BLOCKS: return read_blocks(f, in, made);
	case INFLATE_REST: return read_remaining_blocks(f, in, made);
	case INFLATE_SUMS: return read_sums(f, in);
	case INFLATE_WHOLE: break;
	}
	return decode_with_zlib(f, in, made, Z_NO_FLUSH);
}

enum inflate_state
inflate_some(struct inflate *f, struct span *in, struct span *made)
{
	const size_t before = in->len;

	*made = (struct span){ f->out, 0 };
	const enum inflate_state state = read_phase(f, in, made);

	f->taken += before - in->len;
	f->made += made->len;
	if (!f->blocks)
		return state;
	blocks_earn(f->blocks, before - in->len);
	if (made->len && f->wrapper == INFLATE_ZLIB)
		f->sum = blocks_adler32(f->blocks, f->sum, *made);
	else if (made->len)
		f->sum = blocks_crc32(f->blocks, f->sum, *made);
	return state;
}
