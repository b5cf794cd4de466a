/* SPDX-License-Identifier: MIT */
/*
 * cursor.h - the one place where an offset becomes a pointer
 *
 *   base                pos                     end
 *    |---- consumed -----|------- unread --------|
 *    ^
 *    `-- file offset `origin`
 *
 * Invariant: pos <= end.  Nothing outside this file may touch ->base.
 *
 * Every read returns a value.  A read beyond the end consumes nothing, returns zero, and
 * sets `fail`.  After that every read returns zero.  So a parser reads a whole record
 * without checks, and calls cur_ok() once.
 *
 * Cursors are plain values.  A copy of a cursor starts a transaction.  Assigning the copy
 * back commits the transaction, and a copy that is dropped undoes it.  For every record,
 * cur_back() is the cheaper way to undo a transaction.
 */
#ifndef VALIDATOR_CORE_CURSOR_H
#define VALIDATOR_CORE_CURSOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "validator/core/packed_int.h"
#include "validator/core/span.h"

UNCHECKED_BEGIN

enum cur_fail {
	CUR_OK,
	CUR_SHORT, /* the window ended; `need` more bytes may be enough */
	CUR_BAD,   /* the bytes cannot be decoded */
};

struct cursor {
	const uint8_t *base;
	size_t pos, end;
	uint64_t origin;
	size_t need; /* set with CUR_SHORT: at least this many bytes are
	                missing */
	enum cur_fail fail;
};

static inline struct cursor
cur_init(const void *data, size_t size, uint64_t origin)
{
	return (struct cursor){
		/* NULL + 0 is undefined in C11, so an empty window points to "" */
		.base = size ? data : (const void *)"",
		.end = size,
		.origin = origin,
	};
}

static inline struct cursor
cur_span(struct span s, uint64_t origin)
{
	return cur_init(s.ptr, s.len, origin);
}

static inline bool
cur_ok(const struct cursor *c)
{
	return c->fail == CUR_OK;
}

static inline size_t
cur_left(const struct cursor *c)
{
	return c->end - c->pos;
}

static inline uint64_t
cur_tell(const struct cursor *c)
{
	return c->origin + c->pos;
}

/* Returns the file offset of the end of the window. */
static inline uint64_t
cur_end(const struct cursor *c)
{
	return c->origin + c->end;
}

/* Returns a copy that ends after the next n bytes. */
static inline struct cursor
cur_limit(const struct cursor *c, uint64_t n)
{
	struct cursor r = *c;

	if (n < cur_left(c))
		r.end = r.pos + (size_t)n;
	return r;
}

/* Moves to the position of `ahead`, which is a copy or a limited copy of c. */
static inline void
cur_follow(struct cursor *c, const struct cursor *ahead)
{
	c->pos = ahead->pos;
}

/* Moves back to the file offset `offset`, and clears a failure. */
static inline void
cur_back(struct cursor *c, uint64_t offset)
{
	const uint64_t pos = offset - c->origin;

	if (pos > c->pos)
		__builtin_trap();
	c->pos = (size_t)pos;
	c->fail = CUR_OK;
}

/* cur_take() is the only check of bounds.  Reviewers should read this function twice. */
static inline const uint8_t *
cur_take(struct cursor *c, size_t n)
{
	if (c->fail != CUR_OK)
		return NULL;
	if (n > cur_left(c)) {
		c->fail = CUR_SHORT;
		c->need = n - cur_left(c);
		return NULL;
	}
	const uint8_t *p = c->base + c->pos;
	c->pos += n;
	return p;
}

static inline uint8_t
cur_u8(struct cursor *c)
{
	const uint8_t *p = cur_take(c, 1);
	return p ? p[0] : 0;
}

/* Reads an int of 32 bits, least significant byte first. */
static inline int32_t
cur_le32(struct cursor *c)
{
	const uint8_t *p = cur_take(c, 4);
	return p ? (int32_t)(p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 |
			     (uint32_t)p[3] << 24)
		 : 0;
}

/* Reads an int of 32 bits, most significant byte first. */
static inline uint32_t
cur_be32(struct cursor *c)
{
	const uint8_t *p = cur_take(c, 4);
	return p ? (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 |
			   (uint32_t)p[2] << 8 | (uint32_t)p[3]
		 : 0;
}

/* This function is one load instruction.  Without always_inline, gcc made a call, which
   cost 2 % for long messages of teehistorian files. */
__attribute__((always_inline)) static inline uint64_t
cur_word(const uint8_t *p)
{
	return p[0] | (uint64_t)p[1] << 8 | (uint64_t)p[2] << 16 |
	       (uint64_t)p[3] << 24 | (uint64_t)p[4] << 32 |
	       (uint64_t)p[5] << 40 | (uint64_t)p[6] << 48 |
	       (uint64_t)p[7] << 56;
}

/*
 * Returns the next 8 bytes, least significant byte first, without consuming them.  After
 * the end come zeros.
 */
static inline uint64_t
cur_ahead(const struct cursor *c)
{
	const uint8_t *p = c->base + c->pos;
	const size_t left = cur_ok(c) ? cur_left(c) : 0;
	uint64_t v = 0;

	if (left >= 8)
		return cur_word(p);
	for (size_t i = left; i--;)
		v = v << 8 | p[i];
	return v;
}

/* Returns the same for the bytes from `index` on. */
static inline uint64_t
span_ahead(struct span s, size_t index)
{
	/* This is the usual case.  A cursor for each read made a Source demo 7 % slower.
	   A cursor only for reads near the end made a Source demo 3 % slower, because
	   each packet has such reads. */
	if (s.len >= 8 && index <= s.len - 8)
		return cur_word(s.ptr + index);
	if (s.len >= 8 && index < s.len)
		return cur_word(s.ptr + s.len - 8) >> 8 * (8 - (s.len - index));
	const struct cursor c = cur_span(span_tail(s, index), 0);

	return cur_ahead(&c);
}

/* Is one of the ints of 32 bits greater than `most`, without its highest bit?  The
   number of bytes is a multiple of 8, because two ints are compared together. */
static inline bool
span_any_above(struct span s, uint32_t most)
{
	const uint64_t each = UINT64_C(1) << 32 | 1;
	uint64_t carries = 0;

	for (size_t i = 0; i + 8 <= s.len; i += 8)
		carries |= (cur_word(s.ptr + i) & each * INT32_MAX) +
			   each * (INT32_MAX - most);
	return (carries & each << 31) != 0;
}

/*
 * Reads many small records of at most CUR_STRIDE bytes each.  While CUR_STRIDE bytes are
 * left, the bounds are checked once for each record, not for each field.
 *
 *              at
 *    | consumed | CUR_STRIDE ... ... |
 *               |------- left -------|
 */
enum { CUR_STRIDE = 16 };

struct cur_stretch {
	const uint8_t *at;
	size_t left, size; /* size: number of bytes at first */
};

/* Returns a stretch of at most `most` bytes.  The stretch is empty after a failure. */
static inline struct cur_stretch
cur_stretch(const struct cursor *c, uint64_t most)
{
	const size_t left = cur_ok(c) ? cur_left(c) : 0;
	const size_t size = most < left ? (size_t)most : left;

	return (struct cur_stretch){ c->base + c->pos, size, size };
}

/* Returns the next CUR_STRIDE bytes as two words, least significant byte first.  False:
   there are fewer bytes. */
static inline bool
cur_stretch_words(const struct cur_stretch *s, uint64_t *first,
		  uint64_t *second)
{
	if (s->left < CUR_STRIDE)
		return false;
	*first = cur_word(s->at);
	*second = cur_word(s->at + 8);
	return true;
}

/* Decodes the next INT_VECTOR bytes as if each byte were an int. */
static inline void
cur_stretch_ints(const struct cur_stretch *s, int32_t out[INT_VECTOR])
{
	ints_of_bytes(out, bytes_at(s->at, s->left, 0, INT_VECTOR));
}

/* Returns the 8 bytes that begin `ahead` bytes later. */
__attribute__((always_inline)) static inline uint64_t
cur_stretch_word(const struct cur_stretch *s, size_t ahead)
{
	if (s->left < 8 || ahead > s->left - 8)
		__builtin_trap();
	return cur_word(s->at + ahead);
}

static inline void
cur_stretch_pass(struct cur_stretch *s, size_t n)
{
	if (n > s->left)
		__builtin_trap();
	s->at += n;
	s->left -= n;
}

/* The cursor consumes the bytes that the stretch consumed. */
static inline void
cur_stretch_follow(struct cursor *c, const struct cur_stretch *s)
{
	c->pos += s->size - s->left;
}

static inline struct span
cur_bytes(struct cursor *c, size_t n)
{
	const uint8_t *p = cur_take(c, n);
	return (struct span){ p, p ? n : 0 };
}

/* Returns all unread bytes, without consuming them. */
static inline struct span
cur_rest(const struct cursor *c)
{
	return (struct span){ c->base + c->pos, cur_ok(c) ? cur_left(c) : 0 };
}

/* Consumes n bytes, or all bytes if there are fewer. */
static inline struct span
cur_some(struct cursor *c, uint64_t n)
{
	return cur_bytes(c, n < cur_left(c) ? (size_t)n : cur_left(c));
}

/*
 * Consumes bytes before the next `byte`, among the next `max` bytes. *found: there is
 * such a byte.  Without it, all these bytes are consumed.
 */
static inline struct span
cur_until(struct cursor *c, uint8_t byte, uint64_t max, bool *found)
{
	const size_t left = max < cur_left(c) ? (size_t)max : cur_left(c);
	const uint8_t *start = c->base + c->pos;
	const uint8_t *at = cur_ok(c) ? memchr(start, byte, left) : NULL;

	*found = at != NULL;
	return cur_bytes(c, at ? (size_t)(at - start) : left);
}

static inline struct span
cur_until_nul(struct cursor *c, uint64_t max, bool *found)
{
	return cur_until(c, 0, max, found);
}

/* The rare case of cur_int() (packed_int.h): the int has more than one byte, or no byte
   is left. */
static inline int32_t
cur_int_long(struct cursor *c, unsigned *quirks)
{
	const size_t left = cur_ok(c) ? cur_left(c) : 0;
	unsigned size, odd = 0;
	const int32_t v = int_of_word(cur_ahead(c), &size, &odd);

	if (size > left) {
		(void)cur_take(c, left + 1);
		return 0;
	}
	*quirks |= odd;
	c->pos += size;
	return v;
}

static inline int32_t
cur_int(struct cursor *c, unsigned *quirks)
{
	/* Nine of ten ints in recordings have one byte. */
	if (c->fail == CUR_OK && c->pos < c->end && c->base[c->pos] < 0x80)
		return int_of_one_byte(c->base[c->pos++]);
	return cur_int_long(c, quirks);
}

/*
 * Reads n ints.  `out` has room for n ints.  A read beyond the end returns zeros, so call
 * cur_ok() once.
 */
static inline void
cur_ints(struct cursor *c, int32_t *out, unsigned n, unsigned *quirks)
{
	const uint8_t *base = c->base;
	const size_t limit = c->fail == CUR_OK ? c->end : 0;
	size_t pos = c->pos;

	for (unsigned i = 0; i < n; i++) {
		if (pos < limit && base[pos] < 0x80) {
			out[i] = int_of_one_byte(base[pos++]);
		} else {
			c->pos = pos;
			out[i] = cur_int_long(c, quirks);
			pos = c->pos;
		}
	}
	c->pos = pos;
}

/* Writes the shortest form of v.  Returns its length, 1 to 5. */
static inline size_t
int_encode(int32_t v, uint8_t out[INT_MAX_BYTES])
{
	uint32_t u = v < 0 ? ~(uint32_t)v : (uint32_t)v;
	size_t n = 0;

	out[0] = (uint8_t)((v < 0 ? 0x40 : 0) | (u & 0x3f));
	for (u >>= 6; u; u >>= 7) {
		out[n++] |= 0x80;
		out[n] = u & 0x7f;
	}
	return n + 1;
}

UNCHECKED_END

#endif
