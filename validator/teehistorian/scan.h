/* SPDX-License-Identifier: MIT */
/*
 * scan.h - between scan.c and scan_other.c, and the words they look at
 *
 * In a word of 8 bytes the first byte is the lowest one.  A byte with its highest
 * bit set is followed by another one of the same int.
 */
#ifndef VALIDATOR_TEEHISTORIAN_SCAN_H
#define VALIDATOR_TEEHISTORIAN_SCAN_H

#include "validator/teehistorian/teehistorian.h"

/* What the last message was, for a player who comes next. */
enum scan_last { SCAN_OTHER, SCAN_NETWORK, SCAN_SKIP };

struct scan {
	struct teehistorian *th;
	struct cur_stretch in;
	uint64_t end;           /* offset of the end of `in` */
	uint64_t alive, active; /* clients below 64, as bits */
	int64_t tick;
	uint64_t records;
	int32_t last_cid;
	enum scan_last last;
};

/* scan_other.c: any message that is not as most are; false: it is left to
   teehistorian_next(). */
bool teehistorian_scan_other(struct scan *s);

enum { SCAN_WORD = 8 };

static inline uint64_t
scan_first_bytes(uint64_t word, unsigned n)
{
	return n < SCAN_WORD ? word & ((UINT64_C(1) << 8 * n) - 1) : word;
}

/* bits: of HIGH_BITS.  In each byte, how many of it and of those before are set. */
static inline uint64_t
scan_sums(uint64_t bits)
{
	return (bits >> 7) * LOW_BITS;
}

/* How many bits of HIGH_BITS are set. */
static inline unsigned
scan_count(uint64_t bits)
{
	return (unsigned)(scan_sums(bits) >> 56);
}

/* Of the bytes that are 0, their highest bits. */
static inline uint64_t
scan_zeros(uint64_t word)
{
	return ~(((word & ~HIGH_BITS) + ~HIGH_BITS) | word) & HIGH_BITS;
}

/* Clients below 64 of whom neither PLAYER_DIFF nor INPUT_DIFF is wrong. */
static inline void
scan_see_clients(struct scan *s)
{
	const struct teehistorian_clients *clients = &s->th->clients;

	s->alive = clients->alive.bits[0];
	s->active = clients->input.bits[0] & clients->joined.bits[0];
}

/* After input no player comes in the same tick; a skip must have been needed. */
static inline bool
scan_player_may_follow(const struct scan *s, int32_t cid)
{
	if (s->last == SCAN_OTHER)
		return true;
	if (s->last == SCAN_NETWORK)
		return cid <= s->last_cid;
	return s->th->skip.dt > 0 || cid > s->th->skip.highest_cid_before;
}

/* Nothing is wrong with the message, which has so many bytes. */
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
