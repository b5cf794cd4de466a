/* SPDX-License-Identifier: MIT */
/*
 * scan.c - runs of messages that are plainly clean, without reading their values
 *
 * Nine of ten messages are a PLAYER_DIFF, an INPUT_DIFF or a TICK_SKIP that
 * nothing is wrong with.  Here they are stepped over by the bits that say where
 * their ints end, a word at a time.  What each of them changes in the state is
 * kept in struct scan, and put back by finish(); what only a TICK_SKIP changes
 * is put back at once.  The first message that this code does not like, for
 * whatever reason, is left to teehistorian_next() and teehistorian_check(): here
 * nothing is ever reported.
 *
 *   PLAYER_DIFF  | cid | dx | dy |                      3 bytes, nearly always
 *   INPUT_DIFF   | 44 | cid | ten ints ...            | 12 to 14 bytes
 *   TICK_SKIP    | 41 | dt |
 *
 * In a word of 8 bytes the first byte is the lowest one.  A byte with its highest
 * bit set is followed by another one of the same int.
 */
#include "validator/teehistorian/teehistorian.h"

enum { WORD = 8, ONE_BYTE_CIDS = 64 };
enum { SKIP_BYTE = 0x41, INPUT_BYTE = 0x44 };
enum { SKIP_LENGTH = 2, PLAYER_LENGTH = 3, INPUT_LENGTH = 12 };
/* The clock goes on by 64 ticks at most, with a TICK_SKIP of one byte for dt. */
enum { MOST_TICKS = 64 };
/* Of dx and dy, if both have one byte: do they go on; are they zero? */
enum { PLAYER_MORE = 0x808000, PLAYER_MOVES = 0x7f7f00 };

/* The bits that say that the int goes on. */
static const uint64_t more_bits = UINT64_C(0x8080808080808080);

/* What the last message was, for a player who comes next. */
enum scan_last { OTHER, NETWORK, SKIP };

struct scan {
	struct teehistorian *th;
	struct cur_stretch in;
	uint64_t end;           /* offset of the end of `in` */
	uint64_t alive, active; /* clients, as bits */
	int64_t tick;
	uint64_t records;
	int32_t last_cid;
	enum scan_last last;
};

/* --------------------------------------------------------------- the words */

static inline uint64_t
first_bytes(uint64_t word, unsigned n)
{
	return n < WORD ? word & ((UINT64_C(1) << 8 * n) - 1) : word;
}

/* In how many bytes that bit is set; all others are 0. */
static inline unsigned
count_more(uint64_t more)
{
	return (unsigned)((more >> 7) * UINT64_C(0x0101010101010101) >> 56);
}

/*
 * Are the ints of these bytes in their shortest form, and of at most four bytes?
 * more: those of the bytes that go on; before: of the word before this one.  A
 * zero byte ends an int that is too long.
 */
static inline bool
are_short(uint64_t word, uint64_t more, uint64_t before)
{
	const uint64_t second = more << 8 | before >> 56;
	const uint64_t fourth = more & second & (more << 16 | before >> 48) &
				(more << 24 | before >> 40);
	/* Their highest bits; the others mean nothing. */
	const uint64_t zeros = ~(((word & ~more_bits) + ~more_bits) | word);

	return !(zeros & second) && !fourth;
}

/* ----------------------------------------------------------------- lengths */

/* Of a PLAYER_DIFF with ints of more than one byte; 0: it is left to others. */
static __attribute__((noinline)) unsigned
long_player(uint64_t word)
{
	uint64_t ends = ~word & more_bits & ~UINT64_C(0xff);
	unsigned n;

	ends &= ends - 1; /* without that of dx */
	if (!ends)
		return 0;
	n = (unsigned)__builtin_ctzll(ends) / 8 + 1;
	word = first_bytes(word, n);
	return are_short(word, word & more_bits, 0) ? n : 0;
}

/*
 * The same of an INPUT_DIFF, which has six ints that end in the first word, less
 * those bytes of it that go on; the others end in the next word.
 */
static __attribute__((noinline)) unsigned
long_input(uint64_t word, uint64_t next)
{
	const uint64_t more = word & more_bits;
	uint64_t ends = ~next & more_bits;
	unsigned n;

	for (unsigned i = 3 + count_more(more); i; i--)
		ends &= ends - 1;
	if (!ends || !are_short(word, more, 0))
		return 0;
	n = (unsigned)__builtin_ctzll(ends) / 8 + 1;
	next = first_bytes(next, n);
	if ((next & more_bits || more >> 56) &&
	    !are_short(next, next & more_bits, more))
		return 0;
	return WORD + n;
}

/* ---------------------------------------------------------------- messages */

/* Nothing is wrong with the message, which has so many bytes. */
static inline void
go_on(struct scan *s, unsigned length, enum scan_last last)
{
	cur_stretch_pass(&s->in, length);
	s->records++;
	s->last = last;
}

static inline bool
go_on_long(struct scan *s, unsigned length, enum scan_last last)
{
	if (length)
		go_on(s, length, last);
	return length > 0;
}

/* After input no player comes in the same tick; a skip must have been needed. */
static inline bool
may_follow(const struct scan *s, int32_t cid)
{
	if (s->last == NETWORK)
		return cid <= s->last_cid;
	return s->th->skip_dt > 0 || cid > s->th->highest_cid_before;
}

static inline bool
take_player(struct scan *s, uint64_t word)
{
	const int32_t cid = (int32_t)(word & 0xff);

	if (!(s->alive >> cid & 1) || (s->last != OTHER && !may_follow(s, cid)))
		return false;
	if (word & PLAYER_MORE) {
		if (!go_on_long(s, long_player(word), OTHER))
			return false;
	} else if (word & PLAYER_MOVES) {
		go_on(s, PLAYER_LENGTH, OTHER);
	} else {
		return false;
	}
	s->tick += cid <= s->last_cid;
	s->last_cid = cid;
	return true;
}

static inline bool
take_input(struct scan *s, uint64_t word, uint64_t next)
{
	const unsigned cid = word >> 8 & 0xff;
	const uint64_t four = next & 0xffffffff;

	if (cid >= ONE_BYTE_CIDS || !(s->active >> cid & 1))
		return false;
	if ((word | four) & more_bits)
		return go_on_long(s, long_input(word, next), NETWORK);
	if (!(word >> 16 | four)) /* it changes nothing */
		return false;
	go_on(s, INPUT_LENGTH, NETWORK);
	return true;
}

static struct mark
mark_here(const struct scan *s)
{
	return (struct mark){ .off = s->end - s->in.left,
			      .records = s->records,
			      .tick = s->tick };
}

static bool
take_skip(struct scan *s, uint64_t word)
{
	struct teehistorian *th = s->th;
	const int32_t dt = (int32_t)(word >> 8 & 0xff);

	if (s->last == SKIP || dt >= MOST_TICKS)
		return false;
	th->cut_point = mark_here(s);
	th->skips.off = th->skip_row_off = th->cut_point.off;
	th->skip_row_dt = th->skip_dt = dt;
	th->highest_cid_before = s->last_cid;
	s->last_cid = -1;
	s->tick += dt + 1;
	go_on(s, SKIP_LENGTH, SKIP);
	return true;
}

static inline bool
take(struct scan *s, uint64_t word, uint64_t next)
{
	if ((word & 0xff) < ONE_BYTE_CIDS)
		return take_player(s, word);
	if ((word & 0xff) == INPUT_BYTE)
		return take_input(s, word, next);
	return (word & 0xff) == SKIP_BYTE && take_skip(s, word);
}

/*
 * As if teehistorian_check() had seen each of them.  What accept() and the checks
 * change besides is as it was: `begun`, as only a message that came before made a
 * client alive or its input known; `after_joinver` and joinvers.count, which need
 * `in_run`; and what was reported, as nothing was.
 */
static void
finish(const struct scan *s)
{
	struct teehistorian *th = s->th;

	th->here = mark_here(s);
	th->tick = th->report->tick = s->tick;
	th->report->record = s->records - 1;
	th->last_cid = s->last_cid;
	th->network_seen = s->last == NETWORK;
	th->after_skip = th->in_run = s->last == SKIP;
	th->skips.count = s->last == SKIP;
	if (s->last != SKIP)
		th->cut_point = th->here;
}

/* So many messages, and so many bytes all the more, do not bring the clock so far
   that it is doubted. */
static uint64_t
most_bytes(const struct teehistorian *th)
{
	const int64_t most = (TEEHISTORIAN_PLAUSIBLE_TICKS - th->tick) /
			     MOST_TICKS;

	return most > 0 ? (uint64_t)most : 0;
}

void
teehistorian_scan(struct teehistorian *th, struct cursor *in)
{
	const struct teehistorian_clients *clients = &th->clients;
	struct scan s = { .th = th,
			  .in = cur_stretch(in, most_bytes(th)),
			  .alive = clients->alive.bits[0],
			  .active = clients->input.bits[0] &
				    clients->joined.bits[0],
			  .tick = th->tick,
			  .records = th->here.records,
			  .last_cid = th->last_cid,
			  .last = th->network_seen ? NETWORK : OTHER };
	uint64_t word, next;

	/* Runs of skips and joins: what follows decides what they are. */
	if (th->in_run)
		return;
	s.end = cur_tell(in) + s.in.left;
	while (cur_stretch_words(&s.in, &word, &next) && take(&s, word, next))
		;
	if (s.records > th->here.records)
		finish(&s);
	cur_stretch_follow(in, &s.in);
}
