/* SPDX-License-Identifier: MIT */
/*
 * suppose.c - other explanations of the bytes at an offset (TW-13.2)
 *
 * A supposition counts only if a chain of chunks behind it proves it.
 */
#include "validator/recovery/recovery.h"

static void
add_supposition(struct recovery_suppositions *s,
		const struct recovery_item *item, int32_t gain)
{
	if (s->n == RECOVERY_SUPPOSED)
		return;
	AT(s->items, s->n) = *item;
	AT(s->gains, s->n) = gain;
	s->n++;
}

/* Supposes a gap, if a strict chunk or the end of the demo is behind it. */
static void
add_gap(struct recovery *r, uint32_t at, int64_t end, int32_t cost,
	enum recovery_cause cause, const struct recovery_claim *claim)
{
	struct recovery_item gap = { .at = at,
				     .end = (uint32_t)end,
				     .tick = -1,
				     .kind = RECOVERY_GAP,
				     .cause = (uint8_t)cause };

	if (end <= at || end > r->window.end)
		return;
	if (end == r->window.end ? !r->window.closed
				 : !recovery_strict(r, (uint32_t)end).kind)
		return;
	if (cause != RECOVERY_COPIED)
		gap.lost = claim->kind;
	gap.more = (int32_t)((int64_t)claim->end - end);
	add_supposition(&r->supposed, &gap, -cost);
}

/* ----------------------------------------------- a payload that is damaged */

/* The numbers of bytes by which a payload may be longer or shorter: single bytes, blocks
   of disks and memory, a packet of a network. */
static const int32_t lengths[] = {
	-8,    -7,  -6,   -5,   -4,    -3,    -2,    -1,   1,    2,    3,
	4,     5,   6,    7,    8,     -512,  512,   -1024, 1024, -1460, 1460,
	-2048, 2048, -4096, 4096,
};

static void
suppose_payload(struct recovery *r, uint32_t at,
		const struct recovery_claim *claim)
{
	enum { BEYOND = 4200 }; /* the largest of these numbers, and some more */
	uint32_t ends[2] = { 0, 0 };
	const unsigned n = recovery_code_ends(r, at + claim->head,
					      claim->size + BEYOND, ends);
	const bool known = claim->kind != RECOVERY_NOTHING;

#define IS_END(end) (n && ((end) == ends[0] || (end) == ends[1]))
	add_gap(r, at, claim->end,
		BITS_DROP - (IS_END(claim->end) ? BITS_END_SYMBOL : 0),
		RECOVERY_DROPPED, claim);
	for (size_t i = 0; known && claim->size > 2 && i < COUNT_OF(lengths);
	     i++) {
		const int32_t more = AT(lengths, i);
		const int64_t end = (int64_t)claim->end + more;
		const bool shown = IS_END(end);
		const bool one = more == 1 || more == -1;

		if (more < -8 && claim->size <= (uint32_t)-more)
			continue;
		add_gap(r, at, end,
			(one ? BITS_RESIZE_ONE : BITS_RESIZE) -
				(shown ? BITS_END_SYMBOL : 0),
			shown ? RECOVERY_RESIZED : RECOVERY_IN_HOLE, claim);
	}
#undef IS_END
}

/* --------------------------------------------------- a head with a wrong bit */

static uint8_t
byte_at(const struct recovery_window *w, uint32_t at)
{
	struct cursor c = cur_span(span_tail(w->bytes, at), at);

	return cur_u8(&c);
}

/* The number of different bits; 0: none differ, or the bits are in several bytes. */
static unsigned
differing_bits(struct span a, struct span b)
{
	unsigned bits = 0, bytes = 0;
	struct cursor x = cur_span(a, 0), y = cur_span(b, 0);

	while (cur_left(&x)) {
		const unsigned other = recovery_ones(cur_u8(&x) ^ cur_u8(&y));

		bits += other;
		bytes += other > 0;
	}
	return bytes == 1 ? bits : 0;
}

/* The gain by the contents alone, for a chunk with a wrong kind, or for a chunk whose
   last byte is missing in the file.  The end symbol is no evidence there, because a zero
   byte may follow it. */
static int32_t
content_gain(const struct recovery_item *item, int32_t gain, uint32_t updates,
	     const struct recovery_claim *claim)
{
	const int32_t more = BITS_UPDATE * (int32_t)updates;

	if (item->kind == RECOVERY_SNAPSHOT)
		return gain < BITS_BIT_SNAPSHOT ? gain : BITS_BIT_SNAPSHOT;
	if (item->kind == RECOVERY_DELTA)
		return BITS_BIT_DELTA +
		       (more < BITS_MOST_UPDATES ? more : BITS_MOST_UPDATES);
	if (item->exact)
		return BITS_BIT_MESSAGE;
	return claim->data && claim->kind == RECOVERY_NOTHING
		       ? BITS_BIT_UNKNOWN
		       : BITS_BIT_OTHER;
}

static const enum twdemo_type types[] = {
	[RECOVERY_SNAPSHOT] = TWDEMO_SNAPSHOT,
	[RECOVERY_DELTA] = TWDEMO_DELTA,
	[RECOVERY_MESSAGE] = TWDEMO_MESSAGE,
};

/* Supposes a head of `head` bytes with another kind.  The payload behind it is in
   d->room.tried. */
static void
suppose_kind(struct recovery *r, uint32_t at, uint32_t head, uint32_t size,
	     uint8_t kind, const struct recovery_claim *claim)
{
	struct recovery_item item = { .at = at,
				      .end = at + head + size,
				      .cause = RECOVERY_ONE_BIT,
				      .headed = true };
	const bool same = claim->data && claim->head == head &&
			  claim->size == size;
	const struct span there = span_head(span_tail(r->window.bytes, at),
					    head);
	uint32_t updates;
	int32_t gain;

	if (twdemo_write_head(AT(types, kind), size, item.head) != head ||
	    differing_bits(there, (struct span){ item.head, head }) != 1 ||
	    !recovery_judge(r, kind, &item, &gain, &updates))
		return;
	if (same || (kind == RECOVERY_MESSAGE && !item.exact) ||
	    claim->end == r->window.end + 1)
		gain = content_gain(&item, gain, updates, claim);
	/* If the size differs, the payload may as well have bytes too many or too few.
	   If the file says delta, a message that fits may be a delta with other wrong
	   bits. */
	item.doubtful = !((byte_at(&r->window, at) ^ item.head[0]) & 0xe0) ||
			(kind == RECOVERY_MESSAGE &&
			 claim->kind == RECOVERY_DELTA);
	add_supposition(&r->supposed, &item, gain - BITS_BIT);
}

static void
suppose_head(struct recovery *r, uint32_t at,
	     const struct recovery_claim *claim)
{
	for (uint32_t head = 1; head <= TWDEMO_HEAD_BYTES; head++) {
		const uint32_t size = at + head < r->window.end
					      ? recovery_payload(r, at + head)
					      : 0;

		for (uint8_t kind = RECOVERY_SNAPSHOT;
		     size && kind <= RECOVERY_MESSAGE; kind++)
			suppose_kind(r, at, head, size, kind, claim);
	}
}

/* ------------------------------------------------- a marker with a wrong bit */

static void
suppose_step(struct recovery *r, uint32_t at, int32_t step, int32_t usual)
{
	const unsigned bits = recovery_ones(
		(uint32_t)(recovery_step_byte(r, step) ^
			   byte_at(&r->window, at)));
	const struct recovery_item item = {
		.at = at,
		.end = at + 1,
		.tick = step,
		.kind = RECOVERY_MARKER,
		.cause = bits == 1 ? RECOVERY_ONE_BIT : RECOVERY_ONE_BYTE,
		.doubtful = bits > 1,
	};

	if (bits && (bits == 1 || step == usual) &&
	    recovery_strict(r, at + 1).kind)
		add_supposition(
			&r->supposed, &item,
			BITS_SUPPOSED_MARKER -
				(bits == 1 ? BITS_BIT : BITS_BYTE) -
				(step != usual ? BITS_SUPPOSED_STEP : 0));
}

static void
suppose_marker(struct recovery *r, uint32_t at)
{
	const int32_t usual = recovery_usual(&r->steps, 2);

	for (int32_t step = 1; step <= twdemo_most_ticks(r->d->header.version);
	     step++)
		if (step == usual || AT(r->steps.of, step) > 3)
			suppose_step(r, at, step, usual);
}

/* The gain of an absolute marker without a keyframe that is damaged in its tick, in one
   bit of its head, or in bits that no reader uses.  INT32_MIN: more is damaged. */
static int32_t
absolute_gain(const struct recovery_claim *claim, unsigned bits, bool possible)
{
	if (bits == 0)
		return possible ? INT32_MIN : BITS_ABSOLUTE - BITS_BIT;
	if (!possible)
		return INT32_MIN;
	if (bits == 1)
		return BITS_ABSOLUTE - BITS_BIT;
	return claim->kind == RECOVERY_MARKER && claim->whole &&
			       claim->head == TWDEMO_MARKER_BYTES
		       ? BITS_ABSOLUTE + BITS_ODD
		       : INT32_MIN;
}

static void
suppose_absolute(struct recovery *r, uint32_t at, bool keyframe,
		 const struct recovery_claim *claim)
{
	struct cursor in = cur_span(span_tail(r->window.bytes, at), at);
	const uint8_t first = cur_u8(&in);
	const uint32_t tick = cur_be32(&in);
	const bool possible = tick < TWDEMO_MAX_TICK;
	const unsigned bits = recovery_ones(
		(uint32_t)(first ^ (keyframe ? TWDEMO_KEYFRAME_BYTE
					     : TWDEMO_MARKER_BIT)));
	const uint32_t end = at + TWDEMO_MARKER_BYTES;
	const int32_t gain = absolute_gain(claim, bits, possible);
	struct recovery_item item = {
		.at = at,
		.end = end,
		.tick = possible ? (int32_t)tick : -1,
		.kind = RECOVERY_MARKER,
		.cause = bits == 1 ? RECOVERY_ONE_BIT : RECOVERY_ONE_BYTE,
		.absolute = true,
		.keyframe = keyframe,
	};
	uint8_t behind;

	if (!cur_ok(&in) || end >= r->window.end)
		return;
	behind = recovery_strict(r, end).kind;
	if (keyframe && behind == RECOVERY_SNAPSHOT) {
		/* A marker with a right head is only supposed because its tick is
		   impossible. */
		item.tick = bits ? item.tick : -1;
		item.doubtful = bits != 1;
		add_supposition(&r->supposed, &item,
				BITS_KEYFRAME -
					(bits == 1 ? BITS_BIT : BITS_BYTE));
	} else if (!keyframe && gain > INT32_MIN &&
		   (behind == RECOVERY_DELTA ||
		    (behind == RECOVERY_MESSAGE &&
		     gain == BITS_ABSOLUTE + BITS_ODD))) {
		add_supposition(&r->supposed, &item, gain);
	}
}

/* Supposes a bare marker: writers of version 4 and older wrote the marker of a second
   snapshot in one tick without the tick (TW-6.1, bug F). */
static void
suppose_bare_marker(struct recovery *r, uint32_t at)
{
	const struct recovery_item gap = { .at = at,
					   .end = at + 1,
					   .tick = -1,
					   .kind = RECOVERY_GAP,
					   .cause = RECOVERY_BARE };

	if (r->d->header.version <= 4 &&
	    byte_at(&r->window, at) == TWDEMO_MARKER_BIT &&
	    at + 1 < r->window.end &&
	    recovery_strict(r, at + 1).kind >= RECOVERY_SNAPSHOT)
		add_supposition(&r->supposed, &gap, -BITS_BARE_MARKER);
}

/* ------------------------------------------------------ bytes that come twice */

/* The number of equal bytes from `at` on and `distance` later; at most `distance`,
   because no more are needed. */
static size_t
same_after(const struct recovery_window *w, uint32_t at, uint32_t distance)
{
	const uint32_t left = w->end - distance - at;

	return span_common(span_head(span_tail(w->bytes, at),
				     left < distance ? left : distance),
			   span_tail(w->bytes, at + distance));
}

static size_t
same_before(const struct recovery_window *w, uint32_t at, uint32_t distance)
{
	size_t n = 0;

	while (n < at && n < distance &&
	       byte_at(w, at - 1 - (uint32_t)n) ==
		       byte_at(w, at - 1 - (uint32_t)n + distance))
		n++;
	return n;
}

/*
 * Supposes that the bytes around `at` are repeated with their whole length, which may
 * begin before `at`:
 *
 *   | ... |=== distance bytes ===|=== the same bytes ===| ...
 *              ^ at                    ^ at + distance
 */
static void
suppose_copy(struct recovery *r, uint32_t at)
{
	enum { BLOCK = 512, FARTHEST = 65536, PACKET = 1460, NEAR = 5, MOST = 4 };
	static const struct recovery_claim none = { .kind = RECOVERY_NOTHING };
	const struct recovery_window *w = &r->window;
	const struct span here = span_head(
		span_tail(w->bytes, at > NEAR ? at - NEAR : 0), NEAR);
	unsigned compared = 0;
	size_t same;

	if (at <= 2 * NEAR)
		return;
	for (uint32_t i = 1; i <= FARTHEST / BLOCK + 1; i++) {
		const uint32_t d = i <= FARTHEST / BLOCK ? i * BLOCK : PACKET;

		if (at + d + 1 > w->end)
			continue;
		if (!span_starts(span_tail(w->bytes, at - NEAR + d), here.ptr,
				 here.len))
			continue;
		if (++compared > MOST || r->budget.credit < 2 * (uint64_t)d)
			return;
		same = same_before(w, at, d) + same_after(w, at, d);
		r->budget.credit -= same; /* comparing takes time, too */
		if (same >= d)
			add_gap(r, at, (int64_t)at + d,
				d == PACKET ? BITS_COPY_PACKET : BITS_COPY,
				RECOVERY_COPIED, &none);
	}
}

/* Supposes a chunk in an odd form that readers can read. */
static void
suppose_odd(struct recovery *r, uint32_t at)
{
	struct recovery_item item;

	if (!recovery_strict(r, at).kind && recovery_read_odd(r, at, &item))
		add_supposition(&r->supposed, &item, BITS_ODD);
}

/* Supposes a head without a payload, whose bytes alone are wrong. */
static void
suppose_no_payload(struct recovery *r, uint32_t at,
		   const struct recovery_claim *claim)
{
	static const struct recovery_claim none = { .kind = RECOVERY_NOTHING };

	if (claim->kind != RECOVERY_NOTHING && claim->data && claim->size == 0)
		add_gap(r, at, claim->end, BITS_DROP, RECOVERY_DROPPED, &none);
}

/* Supposes that the file ends inside the chunk that begins here. */
static void
suppose_cut(struct recovery *r, uint32_t at, const struct recovery_claim *claim)
{
	const bool cut = !claim->whole || (claim->kind != RECOVERY_NOTHING &&
					   claim->end > r->window.end);

	if (cut && r->window.closed && !r->window.another)
		add_gap(r, at, r->window.end, BITS_CUT, RECOVERY_AT_END, claim);
}

void
recovery_suppose(struct recovery *r, uint32_t at)
{
	const struct recovery_claim claim = recovery_claim(r, at);

	suppose_cut(r, at, &claim);
	suppose_no_payload(r, at, &claim);
	if (claim.data && claim.size)
		suppose_payload(r, at, &claim);
	suppose_odd(r, at);
	suppose_head(r, at, &claim);
	suppose_marker(r, at);
	suppose_absolute(r, at, true, &claim);
	suppose_absolute(r, at, false, &claim);
	suppose_bare_marker(r, at);
	suppose_copy(r, at);
}
