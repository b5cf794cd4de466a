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
 * Reads are total functions.  A read that does not fit consumes nothing,
 * yields zero, and latches `fail`; from then on every read yields zero.  So a
 * parser reads a whole record straight through and asks cur_ok() once.
 *
 * Cursors are plain values.  Copying one starts a transaction; assigning the
 * copy back commits it; letting it go out of scope rolls it back.  Where that
 * happens for every record, cur_back() is the cheaper way to roll back.
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
	CUR_SHORT, /* the window ended; `need` more bytes might help */
	CUR_BAD,   /* the bytes are there but cannot be decoded */
};

struct cursor {
	const uint8_t *base;
	size_t pos, end;
	uint64_t origin;
	size_t need; /* set with CUR_SHORT, a lower bound */
	enum cur_fail fail;
};

static inline struct cursor
cur_init(const void *data, size_t size, uint64_t origin)
{
	return (struct cursor){
		/* NULL + 0 is undefined in C11: an empty window gets "" */
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

/* The file offset of the end of the window. */
static inline uint64_t
cur_end(const struct cursor *c)
{
	return c->origin + c->end;
}

/* A copy that ends after the next n bytes. */
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

/* cur_take() is the only bounds check.  Reviewers: read this one twice. */
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

/* An int of 32 bits, least significant byte first. */
static inline int32_t
cur_le32(struct cursor *c)
{
	const uint8_t *p = cur_take(c, 4);
	return p ? (int32_t)(p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 |
			     (uint32_t)p[3] << 24)
		 : 0;
}

/* An int of 32 bits, most significant byte first. */
static inline uint32_t
cur_be32(struct cursor *c)
{
	const uint8_t *p = cur_take(c, 4);
	return p ? (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 |
			   (uint32_t)p[2] << 8 | (uint32_t)p[3]
		 : 0;
}

/* This compiles to one load.  Without always_inline, gcc called the function, which cost
   2 % for long messages of teehistorian files. */
__attribute__((always_inline)) static inline uint64_t
cur_word(const uint8_t *p)
{
	return p[0] | (uint64_t)p[1] << 8 | (uint64_t)p[2] << 16 |
	       (uint64_t)p[3] << 24 | (uint64_t)p[4] << 32 |
	       (uint64_t)p[5] << 40 | (uint64_t)p[6] << 48 |
	       (uint64_t)p[7] << 56;
}

/*
 * The next 8 bytes, least significant byte first, with zeros for those that are
 * after the end; consumes none.
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

/* The same from the byte at `index` on. */
static inline uint64_t
span_ahead(struct span s, size_t index)
{
	/* The usual case.  A cursor for each read cost a Source demo 7 %; a cursor only
	   for reads near the end, which each packet has, cost 3 %. */
	if (s.len >= 8 && index <= s.len - 8)
		return cur_word(s.ptr + index);
	if (s.len >= 8 && index < s.len)
		return cur_word(s.ptr + s.len - 8) >> 8 * (8 - (s.len - index));
	const struct cursor c = cur_span(span_tail(s, index), 0);

	return cur_ahead(&c);
}

/* Is one of the ints of 32 bits above `most`, without its highest bit?  The number of
   bytes is a multiple of 8, as two ints are compared together. */
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
 * Reads many small records of at most CUR_STRIDE bytes each.  While so many bytes are
 * left, the bounds are checked once for each record, not for each field.
 *
 *              at
 *    | consumed | CUR_STRIDE ... ... |
 *               |------- left -------|
 */
enum { CUR_STRIDE = 16 };

struct cur_stretch {
	const uint8_t *at;
	size_t left, size; /* size: what was left at first */
};

/* A stretch of at most so many bytes; empty after a failure. */
static inline struct cur_stretch
cur_stretch(const struct cursor *c, uint64_t most)
{
	const size_t left = cur_ok(c) ? cur_left(c) : 0;
	const size_t size = most < left ? (size_t)most : left;

	return (struct cur_stretch){ c->base + c->pos, size, size };
}

/* The next CUR_STRIDE bytes as two words, least significant byte first; false:
   there are fewer. */
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

/* The next INT_VECTOR bytes, decoded as if each were an int of one byte. */
static inline void
cur_stretch_ints(const struct cur_stretch *s, int32_t out[INT_VECTOR])
{
	ints_of_bytes(out, bytes_at(s->at, s->left, 0, INT_VECTOR));
}

/* The 8 bytes at this distance ahead. */
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

/* The cursor of the stretch consumes the bytes that the stretch passed. */
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

/* All that is unread, without consuming it. */
static inline struct span
cur_rest(const struct cursor *c)
{
	return (struct span){ c->base + c->pos, cur_ok(c) ? cur_left(c) : 0 };
}

/* Consumes up to n bytes, as many as there are. */
static inline struct span
cur_some(struct cursor *c, uint64_t n)
{
	return cur_bytes(c, n < cur_left(c) ? (size_t)n : cur_left(c));
}

/*
 * Consumes bytes up to, not including, the next `byte` of the next `max` bytes.
 * *found says whether it comes next; without one all these bytes are taken.
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

/* The rare case of cur_int() (packed_int.h): more than one byte, or no byte. */
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
 * n ints, straight through; out has room for them.  A read that does not fit
 * yields zeros: ask cur_ok() once.
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

/* Writes the shortest form of v; returns its length, 1 to 5. */
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
