/* SPDX-License-Identifier: MIT */
/*
 * scan.c - runs of messages that are plainly clean, without reading their values
 *
 * Nine of ten messages are a PLAYER_DIFF or an INPUT_DIFF that nothing is wrong
 * with.  Here they are stepped over by the bits that say where their ints end, a
 * word at a time; the others by scan_other.c, int by int.  What each of them
 * changes in the state is kept in struct scan, and put back by commit_scan(); what
 * other messages change is put back at once.  The first message that this code does
 * not like, for whatever reason, is left to teehistorian_next() and
 * teehistorian_check(): here nothing is ever reported.
 *
 *   PLAYER_DIFF  | cid | dx | dy |                      3 bytes, nearly always
 *   INPUT_DIFF   | 44 | cid | ten ints ...            | 12 to 14 bytes
 */
#include "validator/teehistorian/scan.h"

enum { PLAYER_LENGTH = 3, INPUT_LENGTH = 12 };

/* Of cid, dx and dy: a client id below 64 and ints of one byte have none of these
   bits, and one of the others is set if they are not zero. */
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

/* All that come in a row: the words have room for five. */
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

/* The id, and a client id below 64. */
#define INPUT_START      UINT64_C(0x0044)
#define INPUT_START_BITS UINT64_C(0xc0ff)

/*
 * Of `next`, which bits say that ints after those of two bytes go on, of which
 * there are none, one, two or three.
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
 * The bytes of `word` say how many of the ints go on, and so where the last one
 * ends; those after them must not go on.
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
			return false; /* it changes nothing */
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
 * As if teehistorian_check() had seen each of them.  What keep_message() and the checks
 * change besides is as it was: `begun`, as only a message that came before made a
 * client alive, or joined; joinver.is_last and joinvers.count, which need runs.any;
 * and what was reported, as nothing was.
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

/* A message has a byte at least, and brings the clock one tick further at most, but
   for a TICK_SKIP: so many bytes do not bring it so far that it is doubted. */
static uint64_t
bytes_until_doubt(const struct teehistorian_clock *clock)
{
	const int64_t most = TEEHISTORIAN_PLAUSIBLE_TICKS - clock->tick;

	return most > 0 ? (uint64_t)most : 0;
}

/* The members are in registers, but for the few messages that are others. */
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

	/* Runs of skips and joins: what follows decides what they are. */
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
