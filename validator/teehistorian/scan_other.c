/* SPDX-License-Identifier: MIT */
/*
 * scan_other.c - skips other messages that are plainly clean, with ints of any length
 *
 *   PLAYER_DIFF       | cid | two ints |
 *   TICK_SKIP    41   | dt |
 *   PLAYER_NEW   42   | cid | two ints |
 *   PLAYER_OLD   43   | cid |
 *   INPUT_DIFF   44   | cid | ten ints |
 *   INPUT_NEW    45   | cid | ten ints |
 *   MESSAGE      46   | cid | size | payload |
 *
 * Ints are not decoded.  So an int of five bytes needs the same time as an int of one
 * byte, and no branch depends on the length.  For recordings with ints of all lengths,
 * this needs a fifth of the time of reading the messages.
 */
#include "validator/teehistorian/check.h"
#include "validator/teehistorian/scan.h"

enum {
	BYTE_SKIP = 0x41,
	BYTE_PLAYER_NEW = 0x42,
	BYTE_PLAYER_OLD = 0x43,
	BYTE_INPUT_DIFF = 0x44,
	BYTE_INPUT_NEW = 0x45,
	BYTE_MESSAGE = 0x46,
	BYTE_EX = 0x4a,
};
enum { PLAYER_INTS = 2, INPUT_INTS = 10 };
/* More bytes than all ints of a message have, rounded up to words. */
enum { REACH = 72 };

/* The part of a message that was read so far. */
struct other {
	uint64_t word; /* the next bytes */
	unsigned length;
	int32_t cid;
};

/* ------------------------------------------------------------------- ints */

/*
 * Are the ints of these bytes in their shortest form? more: the high bits of the bytes
 * that continue an int. before: the same bits of the previous word.  In the shortest form
 * the second and later bytes are not 0, and the four highest bits of a fifth byte are 0.
 */
static inline bool
are_shortest(uint64_t word, uint64_t more, uint64_t before)
{
	const uint64_t second = more << 8 | before >> 56;
	const uint64_t third = second & (more << 16 | before >> 48);
	const uint64_t fifth = third & (more << 24 | before >> 40) &
			       (more << 32 | before >> 32);
	const uint64_t padding = fifth | fifth >> 1 | fifth >> 2 | fifth >> 3;

	return !((scan_zeros(word) & second) | (word & padding));
}

/* Returns the end of n ints that begin at `at`. 0: an int is not in its shortest form. */
static unsigned
end_of_ints(const struct scan *s, unsigned at, unsigned n)
{
	uint64_t before = 0;

	for (;; at += SCAN_WORD) {
		const uint64_t word = cur_stretch_word(&s->in, at);
		const uint64_t more = word & HIGH_BITS;
		const uint64_t ends = scan_sums(more ^ HIGH_BITS);
		const unsigned here = (unsigned)(ends >> 56);

		if (here >= n) {
			/* End number n is where the sum reaches n. */
			const uint64_t after = (ends + (0x80 - n) * LOW_BITS) &
					       HIGH_BITS;
			const unsigned last = (unsigned)__builtin_ctzll(after) /
						      8 +
					      1;
			const uint64_t part = scan_first_bytes(word, last);

			return are_shortest(part, part & HIGH_BITS, before)
				       ? at + last
				       : 0;
		}
		if (!are_shortest(word, more, before))
			return 0;
		n -= here;
		before = more;
	}
}

/* Reads an int of one or two bytes that is in its shortest form and not negative.
   Otherwise returns -1. */
static inline int32_t
take_short_int(struct other *o)
{
	const int32_t first = (int32_t)(o->word & 0x3f);
	const int32_t second = (int32_t)(o->word >> 8 & 0xff);
	const bool two = o->word & 0x80;
	const int32_t value = two ? first | second << 6 : first;

	if (o->word & 0x40 || (two && (second == 0 || second >= 0x80)))
		return -1;
	o->length += two ? 2 : 1;
	o->word >>= two ? 16 : 8;
	return value;
}

/* --------------------------------------------------------------- messages */

/* Returns the kind of the last message after a message that is neither input nor a skip.
   Such a message only ends the effect of a skip. */
static enum scan_last
last_but_skip(const struct scan *s)
{
	return s->last == SCAN_SKIP ? SCAN_OTHER : s->last;
}

static bool
has(const struct teehistorian_client_set *set, const struct other *o)
{
	return teehistorian_client_set_has(set, o->cid);
}

static bool
take_skip(struct scan *s, struct other *o)
{
	struct teehistorian *th = s->th;
	const int32_t dt = take_short_int(o);

	if (s->last == SCAN_SKIP || dt < 0 ||
	    s->tick + dt + 1 + (int64_t)s->in.left >
		    TEEHISTORIAN_PLAUSIBLE_TICKS)
		return false;
	th->cut_point = scan_mark(s);
	th->runs.skips.off = th->skip.row_off = th->cut_point.off;
	th->skip.row_dt = th->skip.dt = dt;
	th->skip.highest_cid_before = s->last_cid;
	s->last_cid = -1;
	s->tick += dt + 1;
	scan_pass(s, o->length, SCAN_SKIP);
	return true;
}

static bool
take_player_diff(struct scan *s, const struct other *o)
{
	const unsigned end = end_of_ints(s, o->length, PLAYER_INTS);

	if (!has(&s->th->clients.alive, o) || !(o->word & 0xffff) || !end ||
	    !scan_player_may_follow(s, o->cid))
		return false;
	scan_pass_player(s, end, o->cid);
	return true;
}

static bool
take_player_new(struct scan *s, const struct other *o)
{
	struct teehistorian_clients *clients = &s->th->clients;
	const unsigned end = end_of_ints(s, o->length, PLAYER_INTS);

	if (has(&clients->alive, o) || !has(&clients->played, o) ||
	    !has(&clients->joined, o) ||
	    !teehistorian_is_ready(s->th, o->cid) || !end ||
	    !scan_player_may_follow(s, o->cid))
		return false;
	teehistorian_client_set_put(&clients->alive, o->cid, true);
	scan_pass_player(s, end, o->cid);
	return true;
}

static bool
take_player_old(struct scan *s, const struct other *o)
{
	struct teehistorian_clients *clients = &s->th->clients;

	if (!has(&clients->alive, o) || !scan_player_may_follow(s, o->cid))
		return false;
	teehistorian_client_set_put(&clients->alive, o->cid, false);
	scan_pass_player(s, o->length, o->cid);
	return true;
}

static bool
are_ten_zeros(const struct scan *s, unsigned at)
{
	return !(cur_stretch_word(&s->in, at) |
		 cur_stretch_word(&s->in, at + 2));
}

static bool
take_input_diff(struct scan *s, const struct other *o)
{
	const struct teehistorian_clients *clients = &s->th->clients;
	const unsigned end = end_of_ints(s, o->length, INPUT_INTS);

	if (!has(&clients->input, o) || !has(&clients->joined, o) || !end ||
	    are_ten_zeros(s, o->length)) /* an INPUT_DIFF without a change */
		return false;
	scan_pass(s, end, SCAN_NETWORK);
	return true;
}

static bool
take_input_new(struct scan *s, const struct other *o)
{
	struct teehistorian *th = s->th;
	const unsigned end = end_of_ints(s, o->length, INPUT_INTS);

	if (teehistorian_knows_input(th, o->cid) ||
	    !teehistorian_is_ready(th, o->cid) ||
	    !has(&th->clients.joined, o) || !end)
		return false;
	teehistorian_client_set_put(&th->clients.input, o->cid, true);
	teehistorian_client_set_put(&th->clients.renews, o->cid, false);
	scan_pass(s, end, SCAN_NETWORK);
	return true;
}

/* Skips size and payload.  Only the first int of the payload matters, because it is the
   id. */
static bool
take_message(struct scan *s, struct other *o)
{
	const struct teehistorian *th = s->th;
	const int32_t size = take_short_int(o);
	const uint64_t id = size < 0 ? 0 : cur_stretch_word(&s->in, o->length);

	if (size < 1 ||
	    (uint64_t)size > teehistorian_message_most(th, o->cid) ||
	    (size_t)size > s->in.left - o->length ||
	    !has(&th->clients.joined, o))
		return false;
	/* The id may be cut at the end of the payload, or may be the id of a system
	   message. */
	if ((id & 0x80 && size < INT_MAX_BYTES) || (id ^ id >> 6) & 1)
		return false;
	scan_pass(s, o->length + (size_t)size, SCAN_NETWORK);
	return true;
}

static bool
take_client(const struct scan *s, struct other *o)
{
	o->cid = take_short_int(o);
	return o->cid >= 0 && o->cid < TEEHISTORIAN_MAX_CLIENTS &&
	       !teehistorian_is_over_64(s->th, o->cid);
}

static bool
is_extension(const struct scan *s, enum teehistorian_extension ex)
{
	const struct uuid *uuid = &teehistorian_extension_row(ex)->uuid;
	const struct cursor bytes = cur_init(uuid->bytes, UUID_SIZE, 0);
	const struct cur_stretch words = cur_stretch(&bytes, UUID_SIZE);
	uint64_t first, second;

	return cur_stretch_words(&words, &first, &second) &&
	       first == cur_stretch_word(&s->in, 1) &&
	       second == cur_stretch_word(&s->in, 9) &&
	       AT(s->th->header.known_listed, ex);
}

/* Skips extensions that players cause frequently. */
static bool
take_frequent_extension(struct scan *s)
{
	struct teehistorian *th = s->th;
	struct other o = { .length = 1 + UUID_SIZE };
	const bool ready = is_extension(s, TEEHISTORIAN_EX_PLAYER_READY);
	int32_t size;
	unsigned payload, end;

	if ((!ready && !is_extension(s, TEEHISTORIAN_EX_PLAYER_FINISH)) ||
	    th->header.version == 1)
		return false;
	o.word = cur_stretch_word(&s->in, o.length);
	size = take_short_int(&o);
	payload = o.length;
	if (size < 0 || !take_client(s, &o) || !has(&th->clients.joined, &o))
		return false;
	end = ready ? o.length : end_of_ints(s, o.length, 1);
	if (!end || end - payload != (unsigned)size)
		return false;
	if (ready) {
		teehistorian_client_set_put(&th->clients.ready, o.cid, true);
		teehistorian_client_set_put(&th->clients.renews, o.cid, true);
	}
	scan_pass(s, end, ready ? SCAN_NETWORK : last_but_skip(s));
	return true;
}

/* Skips the rest of a message with a client id, after the byte of the id of the
   message. */
static bool
take_with_client(struct scan *s, struct other *o, uint8_t id)
{
	if (!take_client(s, o))
		return false;
	switch (id) {
	case BYTE_PLAYER_NEW: return take_player_new(s, o);
	case BYTE_PLAYER_OLD: return take_player_old(s, o);
	case BYTE_INPUT_DIFF: return take_input_diff(s, o);
	case BYTE_INPUT_NEW: return take_input_new(s, o);
	case BYTE_MESSAGE: return take_message(s, o);
	default: return take_player_diff(s, o);
	}
}

bool
teehistorian_scan_other(struct scan *s)
{
	struct other o = { .length = 0 };
	uint8_t id = 0;
	bool taken;

	if (s->in.left < REACH)
		return false;
	o.word = cur_stretch_word(&s->in, 0);
	/* Bit 0x40 is the sign of an int.  All known ids below 0 have one byte. */
	if (o.word & 0x40) {
		id = o.word & 0xff;
		if (id == BYTE_EX)
			return take_frequent_extension(s);
		if (id < BYTE_SKIP || id > BYTE_MESSAGE)
			return false;
		o.word >>= 8;
		o.length = 1;
	}
	taken = id == BYTE_SKIP ? take_skip(s, &o)
				: take_with_client(s, &o, id);
	scan_see_clients(s);
	return taken;
}
