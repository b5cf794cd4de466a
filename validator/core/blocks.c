/* SPDX-License-Identifier: MIT */
/*
 * blocks.c - the blocks of a deflate stream, decoded by ISA-L if the build has it
 *
 * ISA-L is loaded when the first compressed data is decoded.
 *
 * ISA-L stops only after the last block.  So each block that ISA-L gets is marked as the
 * last block.  Then the public members of the state of ISA-L give the bit at which ISA-L
 * stopped.
 *
 * ISA-L decodes into tmp_out_buffer, and would copy the bytes to the caller's buffer.
 * The caller's buffer has no room, so nothing is copied.
 */
#include "validator/core/blocks.h"

#ifdef WITHOUT_ISAL

const char *const blocks_library = NULL;

/* This build has no ISA-L, so the other functions are never called. */
bool
blocks_open(struct blocks **blocks, const struct dfk_allocator *allocator)
{
	(void)allocator;
	*blocks = NULL;
	return true;
}

void
blocks_close(struct blocks *b, const struct dfk_allocator *allocator)
{
	(void)b, (void)allocator;
}

void
blocks_begin(struct blocks *b)
{
	(void)b;
}

void
blocks_earn(struct blocks *b, size_t n)
{
	(void)b, (void)n;
}

enum blocks_state
blocks_some(struct blocks *b, struct span *in, struct span *made, bool *full)
{
	(void)b, (void)in, (void)made, (void)full;
	return BLOCKS_UNSURE;
}

struct blocks_point
blocks_point(const struct blocks *b)
{
	(void)b;
	return (struct blocks_point){ .made = 0 };
}

uint32_t
blocks_adler32(const struct blocks *b, uint32_t sum, struct span bytes)
{
	(void)b, (void)bytes;
	return sum;
}

uint32_t
blocks_crc32(const struct blocks *b, uint32_t sum, struct span bytes)
{
	(void)b, (void)bytes;
	return sum;
}

#else

#include <isa-l/crc.h>
#include <isa-l/igzip_lib.h>

#include "validator/core/always.h"
#include "validator/core/foreign.h"
#include "validator/core/library.h"

enum {
	WINDOW = ISAL_DEF_HIST_SIZE,
	/* Beyond this size, the window is moved to the front.  So each byte is moved at
	   most twice. */
	SLIDE = WINDOW + WINDOW / 2,
	/* zlib writes blocks of up to 64 KiB. zlib decodes larger blocks. */
	KEPT = 1 << 17,
	/* ISA-L makes its tables in the time in which zlib reads this number of bytes of
	   such blocks. */
	PRICE = 256,
	CREDIT = 64 * PRICE,
};

/* The number in the name of the library identifies the layout of struct
   inflate_state. */
const char *const blocks_library = "libisal.so.2";

struct isal {
	__typeof__(&isal_inflate_init) inflate_init;
	__typeof__(&isal_inflate) inflate;
	__typeof__(&isal_adler32) adler32;
	__typeof__(&crc32_gzip_refl) crc32;
};

struct blocks {
	struct isal isal;
	struct inflate_state s;
	int64_t credit; /* in bytes, without the cost of the blocks so far */
	bool in_head;   /* the head of a block is next */
	bool last;      /* the current block is the last block */
	unsigned bit;
	uint64_t made; /* number of decoded bytes of the block that were
	                  delivered */
	size_t shown;  /* number of decoded bytes in the buffer that were
	                  delivered */
	size_t kept_len, window_len;
	uint8_t kept[KEPT];     /* the bytes of the block that were consumed */
	uint8_t window[WINDOW]; /* the decoded bytes before the block */
};

/* Loads ISA-L.  False: ISA-L cannot be used, and zlib decodes everything.  The library
   stays loaded, so a second call takes only 0.2 us.  Threads may call this at the same
   time. */
static bool
load_isal(struct isal *isal)
{
	return library_load(&(struct library){
		       blocks_library,
		       {
			       LIBRARY_FUNCTION(isal_inflate_init,
						&isal->inflate_init),
			       LIBRARY_FUNCTION(isal_inflate, &isal->inflate),
			       LIBRARY_FUNCTION(isal_adler32, &isal->adler32),
			       LIBRARY_FUNCTION(crc32_gzip_refl, &isal->crc32),
		       },
	       }) == LIBRARY_LOADED;
}

bool
blocks_open(struct blocks **blocks, const struct dfk_allocator *allocator)
{
	struct isal isal;
	struct blocks *b;

	*blocks = NULL;
	if (!load_isal(&isal))
		return true;
	b = memory_get(allocator, sizeof(*b));
	if (!b)
		return false;
	b->isal = isal;
	b->credit = CREDIT;
	*blocks = b;
	return true;
}

void
blocks_close(struct blocks *b, const struct dfk_allocator *allocator)
{
	memory_put(allocator, b);
}

void
blocks_begin(struct blocks *b)
{
	b->isal.inflate_init(&b->s);
	FOREIGN_WROTE(&b->s, sizeof(b->s));
	b->in_head = true;
	b->bit = 0;
	b->made = 0;
	b->kept_len = b->window_len = 0;
}

void
blocks_earn(struct blocks *b, size_t n)
{
	b->credit += (int64_t)n;
}

struct blocks_point
blocks_point(const struct blocks *b)
{
	return (struct blocks_point){
		.window = { b->window, b->window_len },
		.bytes = { b->kept, b->kept_len },
		.bit = b->bit,
		.made = b->made,
	};
}

uint32_t
blocks_adler32(const struct blocks *b, uint32_t sum, struct span bytes)
{
	return b->isal.adler32(sum, bytes.ptr, bytes.len);
}

uint32_t
blocks_crc32(const struct blocks *b, uint32_t sum, struct span bytes)
{
	return b->isal.crc32(sum, bytes.ptr, bytes.len);
}

/* ------------------------------------------------------------------ ISA-L */

/* Returns the number of decoded bytes in the buffer.  Further bytes are decoded to the
   end of these bytes. */
static size_t
decoded(const struct blocks *b)
{
	return (size_t)b->s.tmp_out_valid;
}

/* Returns the decoded bytes from this place on. */
static struct span
decoded_from(const struct blocks *b, size_t from)
{
	return (struct span){ bytes_at(b->s.tmp_out_buffer,
				       sizeof(b->s.tmp_out_buffer), from,
				       decoded(b) - from),
			      decoded(b) - from };
}

static void
slide(struct blocks *b)
{
	if (decoded(b) <= SLIDE)
		return;
	memmove(b->s.tmp_out_buffer, decoded_from(b, decoded(b) - WINDOW).ptr,
		WINDOW);
	b->s.tmp_out_valid = WINDOW;
}

static bool
is_block_over(const struct blocks *b)
{
	return b->s.block_state == ISAL_BLOCK_INPUT_DONE ||
	       b->s.block_state == ISAL_BLOCK_FINISH;
}

static bool
is_output_full(const struct blocks *b)
{
	return decoded(b) >= sizeof(b->s.tmp_out_buffer) - ISAL_LOOK_AHEAD;
}

/* Returns up to n whole bytes to the input, which ISA-L read but did not use. */
static size_t
give_back_bytes(struct blocks *b, size_t n)
{
	const size_t held = (size_t)b->s.read_in_length / 8;

	n = held < n ? held : n;
	b->s.read_in_length -= (int32_t)(8 * n);
	if (b->s.read_in_length < 64)
		b->s.read_in &= (UINT64_C(1) << b->s.read_in_length) - 1;
	return n;
}

/*
 * Decodes bytes. *used: the number of consumed bytes of `in`.  False: an error, or an
 * unexpected state of ISA-L.
 *
 * After all input was read, ISA-L holds less than one symbol, so less than 48 bits.  The
 * last bit of a block is in the last piece of the input.
 */
static bool
run_isal(struct blocks *b, struct span in, size_t *used)
{
	uint8_t nothing;
	union {
		const uint8_t *in;
		uint8_t *isal; /* this pointer lacks const, but ISA-L does
		                  not write to the input */
	} bytes = { .in = in.ptr };

	b->s.next_in = bytes.isal;
	b->s.avail_in = (uint32_t)in.len;
	b->s.next_out = &nothing;
	b->s.avail_out = 0;
	b->s.tmp_out_processed = 0;
	b->shown = decoded(b);
	const int result = b->isal.inflate(&b->s);

	FOREIGN_WROTE(&b->s, sizeof(b->s));
	if (result != ISAL_DECOMP_OK || NEVER(b->s.avail_in > in.len) ||
	    NEVER(b->s.read_in_length < 0))
		return false;
	*used = in.len - b->s.avail_in;
	if (is_block_over(b) || is_output_full(b))
		*used -= give_back_bytes(b, *used);
	if (is_block_over(b))
		return !NEVER(b->s.read_in_length >= 8);
	/* A call without progress would be repeated forever. */
	return !NEVER(in.len && *used == 0 && decoded(b) == b->shown);
}

/* --------------------------------------------------------------- a block */

static void
keep_taken(struct blocks *b, size_t at, struct span bytes)
{
	if (bytes.len)
		memcpy(room_at(b->kept, sizeof(b->kept), at, bytes.len),
		       bytes.ptr, bytes.len);
}

static struct span
kept_bytes(const struct blocks *b, size_t from, size_t n)
{
	return (struct span){ bytes_at(b->kept, sizeof(b->kept), from, n), n };
}

/* Ends the block.  The next block begins with the unused bits. */
static void
end_block(struct blocks *b)
{
	const unsigned left = (unsigned)b->s.read_in_length;
	const size_t n = decoded(b) < WINDOW ? decoded(b) : WINDOW;

	b->bit = (8 - left) % 8;
	b->kept_len = left > 0;
	AT(b->kept, 0) = (uint8_t)(b->s.read_in << b->bit);
	memcpy(b->window, decoded_from(b, decoded(b) - n).ptr, n);
	b->window_len = n;
	b->made = 0;
	b->in_head = true;
}

/*
 * Decodes the head, which has `size` bytes.  ISA-L gets no further byte, so it decodes
 * only one symbol.  With more input, ISA-L decodes up to three symbols together, and
 * delivers none of them before the last symbol is complete.  But the result for a cut
 * stream must be the result of zlib.
 */
static bool
run_head(struct blocks *b, size_t size)
{
	const uint8_t first = AT(b->kept, 0);
	size_t used;

	b->s.block_state = ISAL_BLOCK_NEW_HDR;
	b->s.read_in = (uint64_t)(first >> b->bit) | 1;
	b->s.read_in_length = 8 - (int32_t)b->bit;
	b->credit -= PRICE;
	slide(b);
	if (!run_isal(b, kept_bytes(b, 1, size - 1), &used))
		return false;
	b->in_head = false;
	b->kept_len = size;
	return !NEVER(used != size - 1);
}

/* Decodes further bytes of a block. */
static bool
run_on(struct blocks *b, struct span *in)
{
	const struct span some = span_head(*in, KEPT - b->kept_len);
	size_t used;

	slide(b);
	if ((in->len && !some.len) || !run_isal(b, some, &used))
		return false;
	keep_taken(b, b->kept_len, span_head(*in, used));
	b->kept_len += used;
	*in = span_tail(*in, used);
	return true;
}

static bool
read_block_head(struct blocks *b, struct span *in)
{
	const struct span some = span_head(*in, BLOCK_HEAD_MOST - b->kept_len);
	const size_t before = b->kept_len;
	size_t size = before + some.len;

	if (b->credit < 0)
		return false;
	keep_taken(b, before, some);
	switch (block_head(kept_bytes(b, 0, size), b->bit, &b->last, &size)) {
	case BLOCK_HEAD_OTHER: return false;
	case BLOCK_HEAD_GOOD:
		if (!run_head(b, size))
			return false;
		break;
	case BLOCK_HEAD_SHORT:
		b->kept_len = size;
		b->shown = decoded(b);
		break;
	}
	*in = span_tail(*in, size - before);
	return true;
}

enum blocks_state
blocks_some(struct blocks *b, struct span *in, struct span *made, bool *full)
{
	if (!(b->in_head ? read_block_head(b, in) : run_on(b, in)))
		return BLOCKS_UNSURE;
	*made = decoded_from(b, b->shown);
	*full = !b->in_head && !is_block_over(b) && is_output_full(b);
	b->made += made->len;
	if (b->in_head || !is_block_over(b))
		return BLOCKS_GOING;
	end_block(b);
	/* The unused bits may already show damage in the next head. */
	*full = true;
	return b->last ? BLOCKS_END : BLOCKS_GOING;
}

#endif
