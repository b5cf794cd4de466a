/* SPDX-License-Identifier: MIT */
/*
 * scan.h - the state that scan.c and scan_other.c share, and functions for words of 8
 * bytes
 *
 * The first byte of a word is the lowest byte.  A byte with its highest bit set is
 * followed by another byte of the same int.
 */
#ifndef VALIDATOR_TEEHISTORIAN_SCAN_H
#define VALIDATOR_TEEHISTORIAN_SCAN_H

#include "validator/teehistorian/teehistorian.h"

/* The kind of the last message.  It decides whether a player message may follow. */
enum scan_last { SCAN_OTHER, SCAN_NETWORK, SCAN_SKIP };

struct scan {
	struct teehistorian *th;
	struct cur_stretch in;
	uint64_t end;           /* offset of the end of `in` */
	uint64_t alive, active; /* clients below 64, one bit for each client */
	int64_t tick;
	uint64_t records;
	int32_t last_cid;
	enum scan_last last;
};

/* scan_other.c: skips a less frequent message.  False: teehistorian_next() must read the
   message. */
bool teehistorian_scan_other(struct scan *s);

enum { SCAN_WORD = 8 };

static inline uint64_t
scan_first_bytes(uint64_t word, unsigned n)
{
	return n < SCAN_WORD ? word & ((UINT64_C(1) << 8 * n) - 1) : word;
}

/* bits: some of HIGH_BITS.  Each byte of the result is the number of bits set in this
   byte and in the bytes before it. */
static inline uint64_t
scan_sums(uint64_t bits)
{
	return (bits >> 7) * LOW_BITS;
}

/* Returns the number of set bits; bits: some of HIGH_BITS. */
static inline unsigned
scan_count(uint64_t bits)
{
	return (unsigned)(scan_sums(bits) >> 56);
}

/* Returns the highest bit of each byte that is 0. */
static inline uint64_t
scan_zeros(uint64_t word)
{
	return ~(((word & ~HIGH_BITS) + ~HIGH_BITS) | word) & HIGH_BITS;
}

/* Reads the sets of clients below 64 for which PLAYER_DIFF and INPUT_DIFF are allowed. */
static inline void
scan_see_clients(struct scan *s)
{
	const struct teehistorian_clients *clients = &s->th->clients;

	s->alive = clients->alive.bits[0];
	s->active = clients->input.bits[0] & clients->joined.bits[0];
}

/* May a player message follow?  False in the same tick after input, and after a needless
   skip. */
static inline bool
scan_player_may_follow(const struct scan *s, int32_t cid)
{
	if (s->last == SCAN_OTHER)
		return true;
	if (s->last == SCAN_NETWORK)
		return cid <= s->last_cid;
	return s->th->skip.dt > 0 || cid > s->th->skip.highest_cid_before;
}

/* Skips a clean message of `length` bytes. */
static inline void
scan_pass(struct scan *s, size_t length, enum scan_last last)
{
	cur_stretch_pass(&s->in, length);
	s->records++;
	s->last = last;
}

static inline void
scan_pass_player(struct scan *s, size_t length, int32_t cid)
{
	s->tick += cid <= s->last_cid;
	s->last_cid = cid;
	scan_pass(s, length, SCAN_OTHER);
}

static inline struct mark
scan_mark(const struct scan *s)
{
	return (struct mark){ .off = s->end - s->in.left,
			      .records = s->records,
			      .tick = s->tick };
}

#endif
