/* SPDX-License-Identifier: MIT */
/*
 * scan.c - skips runs of messages that are plainly clean, without reading their values
 *
 * Nine of ten messages are a clean PLAYER_DIFF or INPUT_DIFF. scan.c skips such messages
 * word by word.  The bits that mark the ends of ints show where each message ends.
 * scan_other.c skips other messages int by int. struct scan collects the changes of the
 * state, and commit_scan() writes these changes.  Changes by less frequent messages are
 * written at once.  When in doubt, teehistorian_next() and teehistorian_check() read the
 * message, because these files never report.
 *
 *   PLAYER_DIFF  | cid | dx | dy |                      3 bytes, nearly always
 *   INPUT_DIFF   | 44 | cid | ten ints ...            | 12 to 14 bytes
 */
#include "validator/teehistorian/scan.h"

enum { PLAYER_LENGTH = 3, INPUT_LENGTH = 12 };

/* Masks of a word with cid, dx and dy.  `word & PLAYER_OTHER` is 0 if the client id is
   below 64 and all three ints have one byte.  `word & PLAYER_MOVES` is not 0 if dx or dy
   is not zero. */
#define PLAYER_OTHER UINT64_C(0x8080c0)
#define PLAYER_MOVES UINT64_C(0x7f7f00)

static inline bool
is_player(const struct scan *s, uint64_t word)
{
	return !(word & PLAYER_OTHER) && word & PLAYER_MOVES &&
	       s->alive >> (word & 0x3f) & 1;
}

static inline bool
pass_player(struct scan *s, uint64_t word)
{
	if (!is_player(s, word))
		return false;
	scan_pass_player(s, PLAYER_LENGTH, (int32_t)(word & 0x3f));
	return true;
}

/* Skips PLAYER_DIFFs that follow each other.  Both words hold up to five. */
static inline bool
take_players(struct scan *s, uint64_t word, uint64_t next)
{
	if (!is_player(s, word) ||
	    !scan_player_may_follow(s, (int32_t)(word & 0x3f)))
		return false;
	do {
		if (!pass_player(s, word) || !pass_player(s, word >> 24) ||
		    !pass_player(s, word >> 48 | next << 16) ||
		    !pass_player(s, next >> 8) || !pass_player(s, next >> 32))
			break;
	} while (cur_stretch_words(&s->in, &word, &next));
	return true;
}

/* The id of INPUT_DIFF, and a client id below 64. */
#define INPUT_START      UINT64_C(0x0044)
#define INPUT_START_BITS UINT64_C(0xc0ff)

/*
 * The high bits of the bytes of `next` that belong to the message: four bytes, and one
 * more byte for each int of two bytes in `word`.  The index is the number of these ints,
 * 0 to 3.
 */
static const uint64_t input_more[] = {
	HIGH_BITS >> 32,
	HIGH_BITS >> 24,
	HIGH_BITS >> 16,
	HIGH_BITS >> 8,
};

/*
 *   | 44 | cid | six bytes |  four bytes, and one for each int of two  |
 *   '------- word ---------'---------------- next ---------------------'
 *
 * The high bits in `word` give the number of ints of two bytes, and this number gives the
 * end of the last int.  The ints in `next` must have one byte each.
 */
static inline bool
take_input(struct scan *s, uint64_t word, uint64_t next)
{
	const uint64_t more = word & HIGH_BITS;
	unsigned n;

	if ((word & INPUT_START_BITS) != INPUT_START ||
	    !(s->active >> (word >> 8 & 0x3f) & 1))
		return false;
	if (!((word | (next & UINT32_MAX)) & HIGH_BITS)) {
		if (!(word >> 16 | (next & UINT32_MAX)))
			return false; /* an INPUT_DIFF without a change */
		scan_pass(s, INPUT_LENGTH, SCAN_NETWORK);
		return true;
	}
	n = scan_count(more);
	if (n >= COUNT_OF(input_more) || next & AT(input_more, n) ||
	    more >> 56 || scan_zeros(word) & more << 8)
		return false;
	scan_pass(s, INPUT_LENGTH + n, SCAN_NETWORK);
	return true;
}

/*
 * Writes the state as if teehistorian_check() had read each message.  Three other members
 * that keep_message() and the checks set do not change.  `begun` is already set, because
 * only an earlier message made a client alive or joined. joinver.is_last and
 * joinvers.count need runs.any.  The members about reports stay, because no finding was
 * reported.
 */
static void
commit_scan(const struct scan *s)
{
	struct teehistorian *th = s->th;

	th->here = scan_mark(s);
	th->clock.tick = th->report->tick = s->tick;
	th->report->record = s->records - 1;
	th->clock.last_cid = s->last_cid;
	th->clock.network_seen = s->last == SCAN_NETWORK;
	th->skip.is_last = th->runs.any = s->last == SCAN_SKIP;
	th->runs.skips.count = s->last == SCAN_SKIP;
	if (s->last != SCAN_SKIP)
		th->cut_point = th->here;
}

/* Returns a number of bytes after which the clock cannot be at an implausible tick.  A
   message has at least one byte.  A message moves the clock by at most one tick, except
   TICK_SKIP. */
static uint64_t
bytes_until_doubt(const struct teehistorian_clock *clock)
{
	const int64_t most = TEEHISTORIAN_PLAUSIBLE_TICKS - clock->tick;

	return most > 0 ? (uint64_t)most : 0;
}

/* Works on a copy of struct scan, so the members stay in registers in the loop. */
static inline bool
take_other(struct scan *s)
{
	struct scan there = *s;
	const bool taken = teehistorian_scan_other(&there);

	*s = there;
	return taken;
}

void
teehistorian_scan(struct teehistorian *th, struct cursor *in)
{
	struct scan s = { .th = th,
			  .in = cur_stretch(in, bytes_until_doubt(&th->clock)),
			  .tick = th->clock.tick,
			  .records = th->here.records,
			  .last_cid = th->clock.last_cid,
			  .last = th->clock.network_seen ? SCAN_NETWORK
							 : SCAN_OTHER };
	uint64_t word, next;

	/* After a skip or a join announcement the next message decides: see `runs`. */
	if (th->runs.any)
		return;
	s.end = cur_tell(in) + s.in.left;
	scan_see_clients(&s);
	while (cur_stretch_words(&s.in, &word, &next) &&
	       (take_players(&s, word, next) || take_input(&s, word, next) ||
		take_other(&s)))
		;
	if (s.records > th->here.records)
		commit_scan(&s);
	cur_stretch_follow(in, &s.in);
}
