/* SPDX-License-Identifier: MIT */
/*
 * keep.c - decides which chunks of a reading are kept, and reports the others (TW-13.4)
 *
 * A chunk is kept if its tick is proven.  A delta also needs a known snapshot before it.
 * Neighbouring dropped chunks form one gap, with one finding and one edit.  The gap
 * includes the markers of ticks without a kept chunk.
 */
#include <stdio.h>

#include "validator/core/extract.h"
#include "validator/recovery/recovery.h"
#include "validator/twdemo/stream.h"

struct gap {
	bool open;
	uint64_t off, end;
	uint64_t at; /* offset of the finding */
	enum rule_id rule;
	bool safe; /* the bytes are repeated behind the gap */
	bool ends; /* nothing follows the gap */
	struct mark mark;
	char found[120];
	const char *expected;
	char no_marker[128]; /* an expected text, which `expected` points to */
	struct loss loss; /* readable chunks in the gap */
};

struct keeper {
	struct recovery *r;
	struct twdemo *d;
	struct gap gap;
	bool reported; /* the last finding is about the gap before the current chunk */
	/* A marker in a gap.  It is dropped with the gap if no chunk of its tick is
	   kept. */
	const struct recovery_item *pending;
	const struct recovery_run *pending_run;
};

static uint64_t
file_offset(const struct keeper *k, uint32_t at)
{
	return k->r->window.off + at;
}

static struct span
bytes_of(const struct keeper *k, const struct recovery_item *item)
{
	return span_head(span_tail(k->r->window.bytes, item->at),
			 item->end - item->at);
}

static struct cursor
cursor_in_window(const struct keeper *k, uint32_t at)
{
	return cur_span(span_head(span_tail(k->r->window.bytes, at),
				  k->r->window.end - at),
			file_offset(k, at));
}

/* The chunk of an item, with its right head. */
static struct twdemo_chunk
chunk_of(const struct keeper *k, const struct recovery_item *item)
{
	const unsigned version = k->d->header.version;
	struct cursor in = cursor_in_window(k, item->at);
	struct twdemo_chunk chunk;

	if (!item->headed)
		return twdemo_read_chunk(&in, version);
	in = cur_span((struct span){ item->head, sizeof(item->head) },
		      file_offset(k, item->at));
	chunk = twdemo_read_chunk(&in, version);
	return chunk;
}

/* -------------------------------------------------------------------- gaps */

/* Reports the open gap.  `next`: the tick of the kept chunk behind the gap, or -1. */
static void
report_gap(struct keeper *k, int64_t next)
{
	struct gap *g = &k->gap;
	const uint64_t len = g->end - g->off;
	struct site site = { .off = g->at,
			     .len = g->end - g->at,
			     .expected = g->expected,
			     .fix = fix_drop(g->off, len, g->mark) };
	char chunks[64] = "";

	if (!g->open)
		return;
	g->open = false;
	if (g->ends)
		site.fix = fix_end(g->mark);
	else if (g->safe)
		site.fix = fix_replace(g->off, len, (struct span){ NULL, 0 });
	else if (next - k->d->at.tick > recovery_usual(&k->r->steps, 1))
		site.fix.next_tick = next;
	if (g->loss.records)
		snprintf(chunks, sizeof(chunks),
			 "%s%llu chunk%s that cannot be kept",
			 *g->found ? ", and " : "",
			 (unsigned long long)g->loss.records,
			 g->loss.records == 1 ? "" : "s");
	site.fix.loss = g->loss;
	report(k->d->report, g->rule, &site, "%s%s", g->found, chunks);
	k->reported = true;
}

static void
open_gap(struct keeper *k, const struct recovery_item *item, enum rule_id rule)
{
	const uint64_t off = file_offset(k, item->at);

	k->gap = (struct gap){
		.open = true,
		.off = off,
		.end = off,
		.at = off,
		.rule = rule,
		.mark = twdemo_cut(k->d, off),
	};
}

static void
pass_item(struct keeper *k, const struct recovery_item *item)
{
	struct twdemo_event event = { .kind = TWDEMO_DAMAGED,
				      .off = file_offset(k, item->at),
				      .len = item->end - item->at };

	if (item->kind != RECOVERY_GAP)
		event.chunk = chunk_of(k, item);
	/* A byte that was taken for a marker is not a chunk. */
	if (item->kind == RECOVERY_MARKER ? event.chunk.type == TWDEMO_TICK
					  : item->kind != RECOVERY_GAP)
		event.kind = TWDEMO_CHUNK;
	twdemo_pass(k->d, &event);
	k->gap.end = file_offset(k, item->end);
}

/* Drops an item.  True: a gap begins with it. */
static bool
drop_item(struct keeper *k, const struct recovery_item *item, enum rule_id rule)
{
	const bool opens = !k->gap.open;

	if (opens)
		open_gap(k, item, rule);
	else if (k->pending)
		pass_item(k, k->pending);
	k->pending = NULL;
	pass_item(k, item);
	k->reported = false;
	return opens;
}

/* Drops a readable chunk. */
static void
drop_chunk(struct keeper *k, const struct recovery_item *item,
	   enum rule_id rule)
{
	struct twdemo_counts *counts = &k->d->at.counts;
	const bool state = item->kind == RECOVERY_DELTA ||
			   item->kind == RECOVERY_SNAPSHOT;

	drop_item(k, item, rule);
	k->gap.safe = false;
	k->gap.loss.records += state || item->kind == RECOVERY_MESSAGE;
	k->gap.loss.messages += item->kind == RECOVERY_MESSAGE;
	k->gap.loss.snapshots += state;
	AT(counts->passed, TWDEMO_MESSAGE) += item->kind == RECOVERY_MESSAGE;
	AT(counts->passed, TWDEMO_DELTA) += state;
	if (item->kind == RECOVERY_DELTA || item->kind == RECOVERY_SNAPSHOT)
		twdemo_lose_state(k->d);
}

/* ------------------------------------------------------------- what gaps are */

static void
say_resized(struct keeper *k, const struct recovery_item *item)
{
	const struct recovery_claim c = recovery_claim(k->r, item->at);
	const bool missing = item->more > 0;
	const long long n = missing ? item->more : -(long long)item->more;

	k->gap.rule = RULE_twdemo_chunk_size;
	snprintf(k->gap.found, sizeof(k->gap.found),
		 "%lld byte%s %s a chunk of %u bytes", n, n == 1 ? "" : "s",
		 missing ? "missing in" : "too many in", c.size);
}

static void
say_dropped(struct keeper *k, const struct recovery_item *item)
{
	struct cursor in = cursor_in_window(k, item->at);
	const struct twdemo_chunk chunk = twdemo_read_chunk(
		&in, k->d->header.version);
	const struct span coded = cur_some(&in, chunk.size);
	const char *found;

	k->gap.rule = twdemo_problem_of(k->d, &chunk, coded, &found);
	snprintf(k->gap.found, sizeof(k->gap.found), "%s", found);
}

static bool
ends_demo(const struct recovery_window *w, uint32_t at)
{
	return at == w->end && w->closed;
}

/* Does the file end inside a chunk that begins with this item? */
static bool
is_cut_chunk(const struct keeper *k, const struct recovery_item *item)
{
	const struct recovery_claim c = recovery_claim(k->r, item->at);

	return ends_demo(&k->r->window, item->end) && !k->r->window.another &&
	       (!c.whole || (c.kind != RECOVERY_NOTHING && c.end > item->end));
}

/* Is the last tick the tick by the length in the header, which counts whole seconds?
   Without a tick no demo is complete, however short. */
static bool
is_complete(const struct twdemo *d)
{
	const int64_t length = d->header.length;
	const int64_t have = twdemo_length(d->at.first_tick, d->at.tick);

	return d->at.tick >= 0 && length > 0 && have >= length &&
	       have <= length + 1;
}

static bool
is_zeros(const struct keeper *k, const struct recovery_item *item)
{
	struct cursor in = cursor_in_window(k, item->at);
	uint32_t left = item->end - item->at;

	while (left && cur_u8(&in) == 0)
		left--;
	return left == 0;
}

static void
say_hole(struct keeper *k, const struct recovery_item *item)
{
	enum { BLOCK = 4096 };
	const struct recovery_claim c = recovery_claim(k->r, item->at);
	const uint32_t len = item->end - item->at;
	const bool zeros = is_zeros(k, item);
	const bool block = file_offset(k, item->end) % BLOCK == 0 &&
			   item->end < k->r->window.end;

	if (len == 1 && c.data && c.size == 0) {
		k->gap.rule = RULE_twdemo_size_zero;
		snprintf(k->gap.found, sizeof(k->gap.found), "no bytes");
		return;
	}
	k->gap.rule = RULE_twdemo_framing_lost;
	snprintf(k->gap.found, sizeof(k->gap.found), "%u unreadable %s%s%s",
		 len, zeros ? "zero " : "", len == 1 ? "byte" : "bytes",
		 block ? ", up to a multiple of 4096" : "");
}

static void
say_end(struct keeper *k, const struct recovery_item *item)
{
	const uint32_t len = item->end - item->at;

	if (is_cut_chunk(k, item)) {
		k->gap.rule = RULE_twdemo_chunk_truncated;
		k->d->at.cut = true;
		snprintf(k->gap.found, sizeof(k->gap.found),
			 "%u byte%s of a chunk", len, len == 1 ? "" : "s");
		k->gap.expected = "the whole chunk";
		return;
	}
	say_hole(k, item);
	if (k->gap.rule == RULE_twdemo_framing_lost && is_complete(k->d))
		k->gap.rule = RULE_twdemo_garbage_tail;
}

/* Drops a gap of the reading. */
static void
drop_gap(struct keeper *k, const struct recovery_item *item)
{
	const uint32_t len = item->end - item->at;
	const bool open = k->gap.open;

	if (!open)
		open_gap(k, item, RULE_twdemo_framing_lost);
	k->gap.ends = ends_demo(&k->r->window, item->end);
	if (k->gap.ends && (!open || k->gap.rule == RULE_twdemo_keyframe_cut)) {
		say_end(k, item);
		k->gap.at = file_offset(k, item->at);
	} else if (!open) {
		switch (item->cause) {
		case RECOVERY_DROPPED: say_dropped(k, item); break;
		case RECOVERY_RESIZED: say_resized(k, item); break;
		case RECOVERY_COPIED:
			k->gap.rule = RULE_twdemo_repeated_bytes;
			k->gap.safe = !k->d->at.edited;
			snprintf(k->gap.found, sizeof(k->gap.found),
				 "%u repeated bytes", len);
			break;
		case RECOVERY_BARE:
			k->gap.rule = RULE_twdemo_tick_bytes;
			k->gap.safe = true;
			snprintf(k->gap.found, sizeof(k->gap.found),
				 "a chunk in the place of the tick");
			break;
		default: say_hole(k, item); break;
		}
	}
	k->gap.safe &= !open;
	k->d->at.edited |= item->cause != RECOVERY_COPIED &&
			item->cause != RECOVERY_BARE;
	drop_item(k, item, k->gap.rule);
	if (!k->gap.safe)
		k->gap.loss.unread += len;
}

/* ------------------------------------------------------------------ markers */

static uint32_t
write_marker(const struct keeper *k, bool keyframe, int64_t tick,
	     uint8_t out[TWDEMO_MARKER_BYTES])
{
	if (!keyframe)
		return twdemo_write_plain_marker(k->d->header.version,
						 k->d->at.tick, tick, out);
	twdemo_write_marker(true, tick, out);
	return TWDEMO_MARKER_BYTES;
}

/* The marker chunk after the repair. */
static struct twdemo_chunk
marker_chunk(const struct keeper *k, uint64_t off, uint32_t bytes,
	     bool keyframe, int64_t tick)
{
	const int64_t step = tick - k->d->at.tick;
	const bool absolute = keyframe || k->d->at.tick < 0 ||
			      step > twdemo_most_ticks(k->d->header.version);

	return (struct twdemo_chunk){
		.off = off,
		.head = bytes,
		.type = TWDEMO_TICK,
		.keyframe = keyframe,
		.absolute = absolute,
		.ticks = absolute ? tick : step,
	};
}

static unsigned
wrong_bits(struct span a, const uint8_t *bytes, uint32_t n)
{
	struct cursor x = cur_span(a, 0);
	struct cursor y = cur_span((struct span){ bytes, n }, 0);
	unsigned bits = a.len == n ? 0 : 2;

	while (cur_left(&x) && cur_left(&y))
		bits += recovery_ones((uint32_t)(cur_u8(&x) ^ cur_u8(&y)));
	return bits;
}

/* An edit is without loss only if it changes one bit, and is the only edit of the
   chunks. */
static bool
is_lossy(struct keeper *k, unsigned bits)
{
	const bool lossy = bits != 1 || k->d->at.edited;

	k->d->at.edited = true;
	return lossy;
}

static void
say_witnesses(const struct recovery *r, const struct recovery_run *run,
	      char *out, size_t room)
{
	const uint32_t index = (uint32_t)(run - r->runs);
	const struct recovery_run *next =
		index + 1 < r->n_runs ? &AT(r->runs, index + 1) : NULL;
	const bool keyframe = next && next->keyframe && next->known &&
			      next->tick == run->tick + run->len + run->usual;
	const uint32_t n = recovery_witnesses(run);

	out[0] = '\0';
	if (n && keyframe)
		snprintf(out, room,
			 ", as %u tick%s inside chunks and the next keyframe "
			 "show",
			 n, n == 1 ? "" : "s");
	else if (n)
		snprintf(out, room, ", as %u tick%s inside chunks show%s", n,
			 n == 1 ? "" : "s", n == 1 ? "s" : "");
	else if (keyframe)
		snprintf(out, room, ", as the next keyframe shows");
}

static void
report_wrong_marker(struct keeper *k, const struct recovery_run *run,
		    const struct recovery_item *item, bool keyframe,
		    int64_t now, struct fix fix)
{
	struct cursor in = cursor_in_window(k, item->at);
	const struct twdemo_chunk there = twdemo_read_chunk(
		&in, k->d->header.version);
	const struct site site = { .off = file_offset(k, item->at),
				   .len = item->end - item->at,
				   .fix = fix };
	const int64_t was = there.absolute ? there.ticks
					   : k->d->at.tick + there.ticks;
	const bool marker = there.type == TWDEMO_TICK;
	char agree[80];

	say_witnesses(k->r, run, agree, sizeof(agree));
	if (marker && there.absolute && was != now)
		report(k->d->report, RULE_twdemo_tick_value, &site,
		       "tick %lld" WANTED "tick %lld%s", (long long)was,
		       (long long)now, agree);
	else if (marker && was != now && k->d->at.tick < 0)
		report(k->d->report, RULE_twdemo_tick_value, &site,
		       "a step of %lld without an earlier tick" WANTED
		       "tick %lld%s",
		       (long long)there.ticks, (long long)now, agree);
	else if (marker && was != now)
		report(k->d->report, RULE_twdemo_tick_value, &site,
		       "a step of %lld" WANTED "a step of %lld%s",
		       (long long)there.ticks, (long long)(now - k->d->at.tick),
		       agree);
	else if (marker && there.keyframe && !keyframe)
		report(k->d->report, RULE_twdemo_keyframe_empty, &site,
		       "no whole snapshot before the next tick");
	else if (marker && !there.keyframe && keyframe)
		report(k->d->report, RULE_twdemo_snapshot_no_keyframe, &site,
		       "a snapshot in a tick without the keyframe bit");
	else
		report(k->d->report, RULE_twdemo_chunk_head, &site,
		       "byte 0x%02x" WANTED "the marker of tick %lld%s",
		       there.first, (long long)now, agree);
}

/* The next item, if it has this kind; or NULL. */
static const struct recovery_item *
next_if(const struct keeper *k, const struct recovery_item *item, uint8_t kind)
{
	const uint32_t next = (uint32_t)(item - k->r->items) + 1;

	return next < k->r->n_items && AT(k->r->items, next).kind == kind
		       ? &AT(k->r->items, next)
		       : NULL;
}

static void
note_kept(struct keeper *k, struct recovery_item item, const struct recovery_item *from)
{
	struct recovery_output *o = &k->r->room.output;

	item.more = (int32_t)(from - k->r->items);
	item.cause = RECOVERY_STRICT;
	item.doubtful = false;
	if (o->n_kept == RECOVERY_ITEMS)
		return;
	AT(o->kept, o->n_kept) = item;
	o->n_kept++;
}

static void
note_marker(struct keeper *k, const struct twdemo_chunk *chunk, int64_t tick,
	    const struct recovery_item *from)
{
	const struct recovery_item item = {
		.at = from->at,
		.end = from->at,
		.tick = (int32_t)(chunk->absolute ? tick
						  : tick - k->d->at.tick),
		.kind = RECOVERY_MARKER,
		.absolute = chunk->absolute,
		.keyframe = chunk->keyframe,
	};

	note_kept(k, item, from);
	twdemo_take_marker(k->d, chunk, tick);
}

/* Keeps a marker, or rewrites it. */
static void
keep_marker(struct keeper *k, const struct recovery_run *run,
	    const struct recovery_item *item, bool keyframe, int64_t now)
{
	struct twdemo *d = k->d;
	const uint64_t off = file_offset(k, item->at);
	const uint32_t len = item->end - item->at;
	uint8_t bytes[TWDEMO_MARKER_BYTES];
	const uint32_t n = write_marker(k, keyframe, now, bytes);
	const struct span there = bytes_of(k, item);
	struct cursor in = cursor_in_window(k, item->at);
	const struct twdemo_chunk chunk = twdemo_read_chunk(
		&in, d->header.version);
	const bool right = item->cause == RECOVERY_STRICT &&
			   item->keyframe == keyframe &&
			   (item->absolute ? item->tick == now
					   : d->at.tick >= 0 &&
						     d->at.tick + item->tick ==
							     now);
	struct fix fix = fix_replace(off, len, (struct span){ bytes, n });

	if (right || wrong_bits(there, bytes, n) == 0) {
		note_marker(k, &chunk, now, item);
		return;
	}
	fix.mark = twdemo_mark(d, off);
	fix.lossy = is_lossy(k, wrong_bits(there, bytes, n));
	/* Behind a reported gap only the step over the gap changes. */
	if (k->reported)
		report_also(d->report, &fix);
	else
		report_wrong_marker(k, run, item, keyframe, now, fix);
	/* If a delta follows, the marker never belonged to a keyframe. */
	if (item->keyframe && !keyframe && !next_if(k, item, RECOVERY_DELTA))
		twdemo_lose_state(d);
	const struct twdemo_chunk new = marker_chunk(k, off, len, keyframe,
						     now);

	note_marker(k, &new, now, item);
}

/* Inserts a marker of tick `now` before a kept item that lacks one. */
static void
insert_marker(struct keeper *k, const struct recovery_item *item, int64_t now,
	      const uint8_t *head, uint32_t n_head)
{
	struct twdemo *d = k->d;
	const uint64_t off = file_offset(k, item->at);
	const bool keyframe = item->kind == RECOVERY_SNAPSHOT;
	uint8_t bytes[TWDEMO_MARKER_BYTES];
	const uint32_t n = write_marker(k, keyframe, now, bytes);
	const struct twdemo_chunk chunk = marker_chunk(k, off, 0, keyframe,
						       now);
	struct site site = { .off = off,
			     .len = item->end - item->at,
			     .fix = { .kind = FIX_REPLACE,
				      .off = off,
				      .ins = { bytes, n },
				      .lossy = true,
				      .apart = true,
				      .mark = twdemo_mark(d, off) } };
	struct fix right = fix_replace(off, n_head, (struct span){ head, n_head });

	d->at.edited = true;
	if (k->reported)
		report_also(d->report, &site.fix);
	else
		report(d->report, RULE_twdemo_marker_missing, &site,
		       "no marker of tick %lld before the chunk",
		       (long long)now);
	if (n_head) {
		right.lossy = true;
		right.mark = site.fix.mark;
		report_also(d->report, &right);
	}
	note_marker(k, &chunk, now, item);
}

/* -------------------------------------------------------------------- chunks */

static void
report_head(struct keeper *k, const struct recovery_item *item,
	    const struct twdemo_chunk *chunk)
{
	static const char *const names[] = { [TWDEMO_UNKNOWN] = "type 0",
					     [TWDEMO_SNAPSHOT] = "a snapshot",
					     [TWDEMO_MESSAGE] = "a message",
					     [TWDEMO_DELTA] = "a delta",
					     [TWDEMO_TICK] = "a marker" };
	struct cursor in = cursor_in_window(k, item->at);
	const struct twdemo_chunk there = twdemo_read_chunk(
		&in, k->d->header.version);
	struct site site = { .off = file_offset(k, item->at),
			     .len = chunk->head };

	site.fix = fix_replace(site.off, chunk->head,
			       (struct span){ item->head, chunk->head });
	site.fix.mark = twdemo_cut(k->d, site.off);
	/* If the size was wrong, the payload may be wrong, too. */
	site.fix.lossy = is_lossy(k, item->doubtful ? 2 : 1);
	if (there.type == chunk->type)
		report(k->d->report, RULE_twdemo_chunk_head, &site,
		       "size %u, with one wrong bit" WANTED "size %u",
		       there.size, chunk->size);
	else
		report(k->d->report, RULE_twdemo_chunk_head, &site,
		       "%s, with one wrong bit" WANTED "%s",
		       AT(names, there.type), AT(names, chunk->type));
}

/* The snapshot of the last marker cannot be kept, so the marker loses its keyframe
   bit. */
static void
clear_keyframe(struct keeper *k)
{
	struct twdemo *d = k->d;
	struct recovery_output *o = &k->r->room.output;
	const int64_t before = d->at.group.before.tick;
	const struct twdemo_chunk *m = &d->at.group.marker;
	uint8_t bytes[TWDEMO_MARKER_BYTES];
	const uint32_t n = twdemo_write_plain_marker(d->header.version, before,
						     d->at.tick, bytes);
	struct site site = { .off = m->off, .len = m->head };

	site.fix = fix_replace(m->off, m->head, (struct span){ bytes, n });
	site.fix.lossy = true;
	site.fix.mark = d->at.group.before;
	/* The marker got the keyframe bit only for that snapshot, so it stays
	   unchanged. */
	if (!wrong_bits(
		    span_head(span_tail(k->r->window.bytes,
					(size_t)(m->off - k->r->window.off)),
			      m->head),
		    bytes, n))
		site.fix.kind = FIX_KEEP;
	report(d->report, RULE_twdemo_keyframe_empty, &site,
	       "no whole snapshot before the next tick");
	d->at.group.empty = false;
	d->at.group.marker.keyframe = false;
	if (o->n_kept) {
		struct recovery_item *kept = &AT(o->kept, o->n_kept - 1);

		kept->keyframe = false;
		kept->absolute = n == TWDEMO_MARKER_BYTES;
		kept->tick = (int32_t)(d->at.tick - (kept->absolute ? 0 : before));
	}
}

static void
keep_chunk(struct keeper *k, const struct recovery_item *item, int64_t now)
{
	struct twdemo *d = k->d;
	const struct twdemo_chunk chunk = chunk_of(k, item);
	struct cursor in = cursor_in_window(k, item->at);
	struct cursor at = in;
	struct span coded;

	cur_bytes(&at, chunk.head);
	coded = cur_bytes(&at, chunk.size);
	if (now >= 0 && d->at.tick != now)
		insert_marker(k, item, now, item->head,
			      item->headed ? chunk.head : 0);
	else if (item->headed)
		report_head(k, item, &chunk);
	k->reported = false;
	if (twdemo_take_data(d, &in, &chunk, coded))
		note_kept(k, *item, item);
	else if (item->kind == RECOVERY_SNAPSHOT)
		clear_keyframe(k);
}

/* --------------------------------------------------------------------- states */

/*
 * Do the deltas from run `index` on fit the current snapshot?  Returns bits for it.  A
 * character that moves shows the tick of the delta, if no movement is lost.
 */
static int32_t
chain_votes(struct keeper *k, uint32_t index)
{
	enum { ENOUGH = 5 };
	struct recovery *r = k->r;
	struct snapshot *s = &AT(k->d->room.states, RECOVERY_SCRATCH_STATE);
	int32_t good = 0, bad = 0;

	snapshot_copy(s, k->d->state.now);
	for (uint32_t i = index; i < r->n_runs && good + bad <= ENOUGH; i++) {
		const struct recovery_run *run = &AT(r->runs, i);

		if (!run->known ||
		    (i > index && run->link != RECOVERY_ABSOLUTE_TICK))
			break;
		for (uint32_t j = run->first; j < run->first + run->n; j++) {
			const struct recovery_item *item = &AT(r->items, j);
			const int64_t now = run->tick + item->rel;
			int32_t newest;
			bool odd;

			if (item->kind == RECOVERY_SNAPSHOT)
				return BITS_VOTE * good -
				       BITS_VOTE_AGAINST * bad;
			if (item->kind != RECOVERY_DELTA ||
			    good + bad > ENOUGH)
				continue;
			if (!recovery_follow(r, item, s, &newest, &odd))
				return -30 * RECOVERY_UNIT;
			bad += 2 * odd;
			if (newest < 0)
				continue;
			if (now - newest >= 0 &&
			    now - newest < (run->usual > 1 ? run->usual : 1))
				good++;
			else
				bad++;
		}
	}
	return BITS_VOTE * good - BITS_VOTE_AGAINST * bad;
}

/* Decides whether the chain of deltas goes on over the gap between this run and the last
   run. */
static void
judge_chain(struct keeper *k, uint32_t index)
{
	enum { SMALL = 4 };
	struct recovery *r = k->r;
	const struct recovery_run *a = &AT(r->runs, index - 1);
	const struct recovery_run *b = &AT(r->runs, index);
	const struct recovery_item *gap =
		b->cause >= 0 ? &AT(r->items, b->cause) : NULL;
	const bool none = a->known && b->known &&
			  recovery_lost_nothing(r, a, b);
	struct recovery_claim claim;
	bool after_data, read, safe, message;
	int32_t votes = 0;

	if (b->link == RECOVERY_ABSOLUTE_TICK || !k->d->at.base.known)
		return;
	if (!gap || gap->kind != RECOVERY_GAP) {
		if (!none)
			twdemo_lose_state(k->d);
		return;
	}
	if (gap->cause == RECOVERY_COPIED || gap->cause == RECOVERY_BARE)
		return;
	message = gap->lost == RECOVERY_MESSAGE;
	/* The snapshot or delta of this tick was read before the gap, or the lost chunk
	   is a message. */
	after_data = a->n && AT(r->items, a->first + a->n - 1).kind !=
				     RECOVERY_MARKER;
	claim = recovery_claim(r, gap->at);
	read = after_data || claim.kind == RECOVERY_MESSAGE;
	/* The gap begins behind a marker with the head of a delta. */
	if (!after_data && claim.kind == RECOVERY_DELTA &&
	    claim.end <= gap->end) {
		twdemo_lose_state(k->d);
		return;
	}
	safe = none &&
	       (gap->end - gap->at < SMALL ||
		(message && gap->cause != RECOVERY_IN_HOLE) ||
		((message || !gap->lost) && read));
	if (none && (message || !gap->lost))
		votes = chain_votes(k, index);
	if (votes < (safe ? -2 * BITS_VOTE_AGAINST : 2 * BITS_VOTE))
		twdemo_lose_state(k->d);
}

/* ------------------------------------------------------------------------ runs */

/* Is an item in doubt for more reasons than its head, so that it must be dropped? */
static bool
is_doubted(struct keeper *k, uint32_t index, uint32_t i)
{
	struct recovery *r = k->r;
	const struct recovery_run *run = &AT(r->runs, index);
	const struct recovery_item *item = &AT(r->items, i);
	const struct recovery_run *next =
		index + 1 < r->n_runs ? &AT(r->runs, index + 1) : NULL;

	if (!item->doubtful || item->kind == RECOVERY_MARKER)
		return false;
	if (item->kind == RECOVERY_MESSAGE && !item->exact)
		return true;
	if (!next || next->cause != (int32_t)i)
		return false;
	if (!recovery_lost_nothing(r, run, next))
		return true;
	/* A delta may fit a message by chance.  Then the chunks behind it do not fit. */
	return item->kind == RECOVERY_MESSAGE && k->d->at.base.known &&
	       recovery_claim(r, item->at).kind == RECOVERY_DELTA &&
	       chain_votes(k, index + 1) < 0;
}

/* Is the next item a snapshot of the same tick that is kept?  It may belong to the next
   run, if the marker is in doubt. */
static bool
is_before_snapshot(struct keeper *k, uint32_t index, uint32_t i)
{
	const struct recovery *r = k->r;
	const struct recovery_run *run = &AT(r->runs, index), *next = run;
	const struct recovery_item *item;

	if (i + 1 == r->n_items)
		return false;
	item = &AT(r->items, i + 1);
	if (item->kind != RECOVERY_SNAPSHOT)
		return false;
	if (i + 1 == run->first + run->n) {
		if (++index == r->n_runs)
			return false;
		next = &AT(r->runs, index);
	}
	return next->known && !is_doubted(k, index, i + 1) &&
	       next->tick + item->rel == run->tick + AT(r->items, i).rel &&
	       (AT(r->items, i).keyframe || recovery_is_faultless(k->r, item));
}

/* Keeps or drops the pending marker.  `next`: the tick of the kept chunk behind it, or
   -1. */
static void
keep_pending(struct keeper *k, int64_t next)
{
	const struct recovery_item *m = k->pending;
	int64_t now;

	if (!m)
		return;
	now = k->pending_run->tick + m->rel;
	k->pending = NULL;
	if (next >= 0 && next < now) {
		pass_item(k, m);
		return;
	}
	report_gap(k, now);
	keep_marker(k, k->pending_run, m, false, now);
	k->reported = false;
}

/* May an item have the tick of the item before?  A writer repeats a tick with a step of
   0, or without a marker up to version 4 (TW-6.1, bug F). */
static bool
may_repeat(struct keeper *k, uint32_t index, uint32_t i)
{
	const struct recovery_item *item = &AT(k->r->items, i);
	const struct twdemo_place *at = &k->d->at;

	if (item->kind == RECOVERY_MARKER)
		return !item->absolute && item->tick == 0 &&
		       !is_before_snapshot(k, index, i);
	if (item->kind == RECOVERY_SNAPSHOT)
		return at->group.empty && at->last == TWDEMO_TICK;
	return item->kind != RECOVERY_DELTA || at->last == TWDEMO_TICK ||
	       k->d->header.version <= 4;
}

/* Does the file end before the end of the snapshot of a keyframe?  Without the snapshot,
   the tick is empty. */
static bool
is_cut_keyframe(const struct recovery *r, uint32_t i)
{
	const struct recovery_item *next;

	if (!AT(r->items, i).keyframe || !r->window.closed)
		return false;
	if (i + 1 == r->n_items)
		return true;
	next = &AT(r->items, i + 1);
	return next->kind == RECOVERY_GAP && next->end == r->window.end;
}

/* Drops a byte that looks like a marker with a step where no tick is missing.  Before a
   hole it is the first byte of the hole. */
static void
drop_no_marker(struct keeper *k, const struct recovery_run *run,
	       const struct recovery_item *item)
{
	const struct recovery_item *hole = next_if(k, item, RECOVERY_GAP);
	struct cursor in = cursor_in_window(k, item->at);
	const struct twdemo_chunk there = twdemo_read_chunk(
		&in, k->d->header.version);
	const bool open = k->gap.open;
	char agree[80];

	drop_gap(k, item);
	if (open || there.type != TWDEMO_TICK || there.absolute)
		return;
	if (hole && hole->cause == RECOVERY_IN_HOLE) {
		struct recovery_item all = *item;

		all.end = hole->end;
		say_hole(k, &all);
		return;
	}
	say_witnesses(k->r, run, agree, sizeof(agree));
	k->gap.rule = RULE_twdemo_tick_value;
	snprintf(k->gap.found, sizeof(k->gap.found),
		 "a marker with a step of %lld", (long long)there.ticks);
	snprintf(k->gap.no_marker, sizeof(k->gap.no_marker), "no marker%s",
		 agree);
	k->gap.expected = k->gap.no_marker;
}

static void
keep_item(struct keeper *k, uint32_t index, uint32_t i)
{
	struct recovery *r = k->r;
	struct twdemo *d = k->d;
	const struct recovery_run *run = &AT(r->runs, index);
	const struct recovery_item *item = &AT(r->items, i);
	const bool marker = item->kind == RECOVERY_MARKER;
	const int64_t now = run->before ? -1 : run->tick + item->rel;

	if (!marker && (is_doubted(k, index, i) ||
			(item->named && item->tick != now))) {
		drop_chunk(k, item, RULE_twdemo_chunk_content);
		if (recovery_claim(r, item->at).kind != RECOVERY_MESSAGE)
			twdemo_lose_state(d);
		return;
	}
	if (now >= TWDEMO_MAX_TICK ||
	    (d->at.tick >= 0 && now - d->at.tick > TWDEMO_MOST_PAUSE)) {
		drop_chunk(k, item, RULE_twdemo_tick_value);
		return;
	}
	if (marker && item->cause != RECOVERY_STRICT && now >= 0 &&
	    now == d->at.tick) {
		drop_no_marker(k, run, item);
		return;
	}
	if (now >= 0 && d->at.tick >= 0 &&
	    (now < d->at.tick || (now == d->at.tick && !may_repeat(k, index, i)))) {
		drop_chunk(k, item, RULE_twdemo_tick_order);
		return;
	}
	if (marker && is_cut_keyframe(r, i)) {
		if (drop_item(k, item, RULE_twdemo_keyframe_cut))
			snprintf(k->gap.found, sizeof(k->gap.found),
				 "the end of the file before a whole snapshot");
		k->gap.ends = true;
		return;
	}
	if (marker && k->gap.open) {
		if (k->pending)
			pass_item(k, k->pending);
		k->pending = NULL;
	}
	if (marker && k->gap.open && !is_before_snapshot(k, index, i)) {
		k->pending = item;
		k->pending_run = run;
		return;
	}
	if (item->kind == RECOVERY_DELTA && !d->at.base.known) {
		drop_chunk(k, item, RULE_twdemo_delta_no_base);
		return;
	}
	keep_pending(k, now);
	/* A snapshot with findings does not turn its marker into the marker of a
	   keyframe. */
	if (item->kind == RECOVERY_SNAPSHOT && now == d->at.tick &&
	    !d->at.group.marker.keyframe) {
		drop_chunk(k, item, RULE_twdemo_snapshot_no_keyframe);
		return;
	}
	report_gap(k, now);
	if (marker)
		keep_marker(k, run, item, is_before_snapshot(k, index, i), now);
	else
		keep_chunk(k, item, now);
	k->reported = false;
}

static void
keep_run(struct keeper *k, uint32_t index, uint32_t end)
{
	struct recovery *r = k->r;
	const struct recovery_run *run = &AT(r->runs, index);

	if (run->cause >= 0 && AT(r->items, run->cause).kind == RECOVERY_GAP &&
	    (uint32_t)run->cause < end)
		drop_gap(k, &AT(r->items, run->cause));
	if (index)
		judge_chain(k, index);
	for (uint32_t i = run->first; i < run->first + run->n && i < end; i++) {
		if (run->known || run->before) {
			keep_item(k, index, i);
			continue;
		}
		drop_chunk(k, &AT(r->items, i), RULE_twdemo_tick_unknown);
	}
	/* The length of such a demo is not known. */
	if (!run->known && !run->before)
		k->gap.ends |= r->window.closed &&
			       k->gap.end == file_offset(k, r->window.end);
}

/* Drops the items that a split left out between two runs. */
static void
drop_between(struct keeper *k, uint32_t from, uint32_t to)
{
	for (uint32_t i = from; i < to; i++)
		if (AT(k->r->items, i).kind != RECOVERY_GAP)
			drop_chunk(k, &AT(k->r->items, i),
				   RULE_twdemo_tick_unknown);
}

/* Reports that the recording ends here, and that another one begins. */
static void
report_another(struct keeper *k, uint32_t at)
{
	struct twdemo *d = k->d;
	const uint64_t off = file_offset(k, at);
	const struct site site = { .off = off,
				   .len = k->r->window.another ? 8 : 0,
				   .fix = fix_end(twdemo_mark(d, off)) };

	if (k->r->window.another)
		report(d->report, RULE_twdemo_another_recording, &site,
		       "the header of another demo, and `%s` copies that demo",
		       extract_from(d->report, off).command);
	else if (d->header.length > 0)
		report(d->report, RULE_twdemo_another_recording, &site,
		       "a tick that is not after %lld, although the demo has "
		       "the length in the header",
		       (long long)d->at.tick);
	else
		report(d->report, RULE_twdemo_another_recording, &site,
		       "a tick that is not after %lld",
		       (long long)d->at.tick);
	d->at.edited = true;
	d->phase = TWDEMO_ENDED;
}

void
recovery_keep(struct recovery *r, uint32_t end)
{
	struct keeper k = { .r = r, .d = r->d };
	uint32_t next = 0;

	r->room.output.n_kept = 0;

	for (uint32_t i = 0; i < r->n_runs; i++) {
		const struct recovery_run *run = &AT(r->runs, i);

		drop_between(&k, next, run->first < end ? run->first : end);
		keep_run(&k, i, end);
		next = run->first + run->n;
	}
	for (uint32_t i = next; i < r->n_items && i < end; i++) {
		const struct recovery_item *item = &AT(r->items, i);

		if (item->kind == RECOVERY_GAP)
			drop_gap(&k, item);
	}
	/* The last marker is kept, because it is the end of the demo, even if chunks are
	   lost. */
	keep_pending(&k, -1);
	report_gap(&k, -1);
	if (end < r->n_items)
		report_another(&k, AT(r->items, end).at);
	else if (r->window.another)
		report_another(&k, r->window.end);
}
