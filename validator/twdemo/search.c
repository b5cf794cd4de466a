/* SPDX-License-Identifier: MIT */
/* search.c - where to go on when the place of the next chunk is not known: at the
   next keyframe with a whole snapshot (TW-13) */
#include <stdio.h>

#include "validator/twdemo/stream.h"

void
twdemo_lose(struct twdemo *d, enum rule_id rule, uint64_t off, uint64_t len,
	    const char *found, const char *expected)
{
	const struct twdemo_chunk *m = &d->group.marker;
	/* A keyframe that now has no snapshot goes, too. */
	const bool alone = d->group.empty && m->off + m->head == off;

	d->loss = (struct twdemo_loss){
		.rule = rule,
		.mark = alone ? d->group.cut : twdemo_mark(d, off),
		.off = off,
		.len = len,
		.expected = expected,
	};
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
	enum rule_id rule = l->rule;
	uint8_t bytes[TWDEMO_MARKER_BYTES];
	struct fix clear;

	if (next_tick >= 0) {
		site.fix.kind = FIX_LEAP;
		site.fix.next_tick = next_tick;
		site.fix.del = end - l->mark.off;
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
	return twdemo_probe_keyframe(d, at, closed);
}

/* The keyframe marker here was probed. */
static int64_t
keyframe_tick(const struct twdemo *d, const struct cursor *at)
{
	struct cursor c = *at;

	return twdemo_read_chunk(&c, d->header.version).ticks;
}

static void
end_search(struct twdemo *d, int64_t next_tick)
{
	const uint64_t off = d->loss.off;

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
			end_search(d, keyframe_tick(d, in));
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
