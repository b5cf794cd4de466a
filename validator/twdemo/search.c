/* SPDX-License-Identifier: MIT */
/* search.c - where to go on when the place of the next chunk is not known: at the
   next keyframe with a whole snapshot (TW-13) */
#include <stdio.h>

#include "validator/twdemo/stream.h"

/* Is the last tick in full so far after the one before it that it may be wrong?  Of
   the first tick only a later one tells that. */
static bool
may_be_far(const struct twdemo_anchor *a, enum rule_id rule)
{
	if (a->any && a->before >= 0)
		return a->tick - a->before > TWDEMO_MOST_LAG;
	return a->any && rule == RULE_twdemo_tick_order;
}

void
twdemo_lose(struct twdemo *d, enum rule_id rule, uint64_t off, uint64_t len,
	    const char *found, const char *expected)
{
	const struct twdemo_anchor *a = &d->anchor;
	const struct twdemo_chunk *m = &d->group.marker;
	/* A keyframe that now has no snapshot goes, too. */
	const bool alone = d->group.empty && m->off + m->head == off;

	d->loss = (struct twdemo_loss){
		.rule = rule,
		.mark = alone ? d->group.cut : twdemo_mark(d, off),
		.off = off,
		.len = len,
		.floor = d->tick,
		.expected = expected,
	};
	if (may_be_far(a, rule))
		d->loss.floor = a->before;
	snprintf(d->loss.found, sizeof(d->loss.found), "%s", found);
	d->phase = TWDEMO_SEARCHING;
}

/* Is the last tick the one that the header says, within a second?  Without a tick,
   nothing is complete, however short it is. */
static bool
is_complete(const struct twdemo *d)
{
	const int32_t length = d->header.length;
	const int64_t last = d->loss.mark.tick;
	const int64_t have = twdemo_length(d->first_tick, last);

	return last >= 0 && length > 0 && have >= length - 1 &&
	       have <= length + 1;
}

/* `next_tick`: that of the keyframe that was found at `end`, or -1. */
static void
report_loss(struct twdemo *d, uint64_t end, int64_t next_tick)
{
	const struct twdemo_loss *l = &d->loss;
	struct site site = { .off = l->off,
			     .len = l->len,
			     .expected = l->expected,
			     .fix = fix_end(l->mark) };
	const struct mark here = twdemo_mark(d, end);
	enum rule_id rule = l->rule;
	uint8_t bytes[TWDEMO_MARKER_BYTES];
	struct fix clear;

	if (next_tick >= 0) {
		site.fix.kind = FIX_DROP;
		site.fix.next_tick = next_tick;
		site.fix.del = end - l->mark.off;
		site.fix.loss = loss_between(&l->mark, &here);
		if (rule == RULE_twdemo_chunk_truncated)
			rule = RULE_twdemo_framing_lost;
	} else if (rule == RULE_twdemo_framing_lost && is_complete(d)) {
		rule = RULE_twdemo_garbage_tail;
		site.len = end - l->off;
	}
	if (l->block && rule == RULE_twdemo_framing_lost)
		rule = RULE_twdemo_lost_block;
	if (rule == RULE_twdemo_chunk_truncated)
		twdemo_check_crash(d, end);
	report(d->report, rule, &site, "%s", l->found);
	if (rule != RULE_twdemo_chunk_truncated)
		d->kept.hole |= !report_mended(d->report);
	else if (!report_mended(d->report))
		twdemo_keep_tail(d, l->off);
	if (d->group.empty && l->mark.off == l->off) {
		twdemo_clear_keyframe(d, bytes, &clear);
		if (report_mended(d->report)) {
			report_also(d->report, &clear);
			d->keyframe_tick = d->group.keyframe_before;
		}
	}
	d->group.empty = false;
}

/* How many bytes can hold neither a keyframe nor the start of a block. */
static size_t
skip(const struct cursor *at)
{
	const size_t block = TWDEMO_BLOCK -
			     (size_t)(cur_tell(at) % TWDEMO_BLOCK);
	struct cursor c = *at;
	bool found;

	cur_u8(&c);
	return 1 + cur_until(&c, TWDEMO_KEYFRAME_BYTE, block - 1, &found).len;
}

/*
 * A keyframe that is not after the last tick:
 *
 *   ... | 1000 | key 1050404 | +2 | ... | key 1504 | +2 | ... | key 1756 | ...
 *
 * If the next tick in full fits to it, it is the last one before it that does not.
 */
static enum twdemo_proof
is_far_back(struct twdemo *d, const struct cursor *at, bool closed)
{
	const struct twdemo_anchor *a = &d->anchor;
	const int64_t tick = twdemo_keyframe_tick(d, at);
	struct cursor after = *at;

	if (!twdemo_may_follow(a->cut.tick, tick) ||
	    (a->before < 0 && a->tick - tick <= TWDEMO_MOST_LAG))
		return TWDEMO_NO;
	cur_bytes(&after, TWDEMO_MARKER_BYTES);
	return twdemo_probe_next(d, &after, closed, tick, TWDEMO_MOST_LAG);
}

static enum twdemo_proof
try_keyframe(struct twdemo *d, const struct cursor *at, bool closed)
{
	const enum twdemo_proof proof = twdemo_probe_keyframe(d, at, closed,
							      d->loss.floor);
	int64_t tick;

	if (proof != TWDEMO_YES)
		return proof;
	tick = twdemo_keyframe_tick(d, at);
	if (tick <= d->tick)
		return is_far_back(d, at, closed);
	/* The last tick may go, too. */
	if (!twdemo_may_follow(d->loss.mark.tick, tick))
		return TWDEMO_NO;
	if (tick - d->tick <= TWDEMO_MOST_PAUSE)
		return TWDEMO_YES;
	/* After a tick before the last one it may be, after the last one not. */
	return d->loss.floor < d->tick ? TWDEMO_NO : TWDEMO_YES;
}

/* Is a keyframe here?  Remembers where a block begins with chunks. */
static enum twdemo_proof
look(struct twdemo *d, const struct cursor *at, bool closed)
{
	enum twdemo_proof proof;

	if (cur_tell(at) % TWDEMO_BLOCK == 0 && !d->loss.block &&
	    cur_tell(at) > d->loss.off) {
		proof = twdemo_probe_chain(d, at, closed, TWDEMO_CHAIN);
		if (proof == TWDEMO_MORE)
			return proof;
		d->loss.block = proof == TWDEMO_YES;
	}
	return try_keyframe(d, at, closed);
}

void
twdemo_go_back(struct twdemo *d)
{
	const struct twdemo_anchor *a = &d->anchor;

	d->tick = a->before;
	d->keyframe_tick = a->keyframe_before;
	if (d->first_snapshot_end > a->off)
		d->first_snapshot_end = 0;
	d->group.empty = false;
	d->rewinds++;
	twdemo_forget_sizes(d);
}

static void
end_search(struct twdemo *d, int64_t next_tick)
{
	const uint64_t off = d->loss.off;

	if (next_tick >= 0 && next_tick <= d->tick) {
		d->loss.mark = d->anchor.cut;
		twdemo_go_back(d);
	}
	report_loss(d, d->pos, next_tick);
	/* A keyframe may have gone, too. */
	d->leapt = next_tick >= 0 && report_mended(d->report);
	/* Then the demo begins with what follows. */
	if (d->loss.mark.tick < 0)
		d->first_tick = -1;
	d->based = false;
	d->group = (struct twdemo_group){ .any = false };
	d->anchor.any = false;
	d->phase = next_tick >= 0 ? TWDEMO_IN_CHUNKS : TWDEMO_ENDED;
	twdemo_emit(d, &(struct twdemo_event){ .kind = TWDEMO_DAMAGED,
					       .off = off,
					       .len = d->pos - off });
}

enum pull
twdemo_search(struct twdemo *d, struct cursor *in, bool closed)
{
	while (cur_left(in)) {
		const enum twdemo_proof proof = look(d, in, closed);
		size_t n;

		if (proof == TWDEMO_MORE)
			return PULL_MORE;
		if (proof == TWDEMO_YES) {
			end_search(d, twdemo_keyframe_tick(d, in));
			return PULL_EVENT;
		}
		n = skip(in);
		cur_bytes(in, n);
		d->pos += n;
		d->settled = d->search.tried;
	}
	if (!closed)
		return PULL_MORE;
	end_search(d, -1);
	return PULL_END;
}
