/* SPDX-License-Identifier: MIT */
/* stream.c - reads one chunk after the other, strictly (TW-6) */
#include <stdio.h>

#include "validator/core/always.h"
#include "validator/twdemo/stream.h"

/* Moves to the next chunk.  `read`: the contents of the chunk were understood. */
static void
consume(struct twdemo *d, const struct twdemo_chunk *chunk, bool read)
{
	const uint64_t bytes = twdemo_chunk_bytes(chunk);

	if (bytes == 0)
		return; /* a repair inserts this marker */
	d->at.pos += bytes;
	AT(d->at.counts.passed, chunk->type)++;
	if (!d->tap.event) {
		d->report->record = ++d->at.records;
		return;
	}
	if (read)
		snprintf(d->text.checksum, sizeof(d->text.checksum), "%08x",
			 snapshot_checksum(d->state.now));
	twdemo_emit(d, &(struct twdemo_event){ .kind = TWDEMO_CHUNK,
					       .off = chunk->off,
					       .len = bytes,
					       .chunk = *chunk,
					       .read = read,
					       .message = d->state.message });
}

/* ------------------------------------------------------------------ markers */

int32_t
twdemo_usual_step(const struct twdemo_steps *steps)
{
	uint32_t best = 0;

	if (steps->n < 3)
		return steps->usual;
	for (uint32_t i = 1; i < COUNT_OF(steps->of); i++)
		if (AT(steps->of, i) > AT(steps->of, best))
			best = i;
	return best ? (int32_t)best : steps->usual;
}

/* Checks the distance of keyframes.  Writers make a keyframe at the first tick that is
   more than TWDEMO_KEYFRAME_TICKS after the last keyframe. */
static void
check_distance(struct twdemo *d, const struct twdemo_chunk *chunk, int64_t tick)
{
	const int64_t distance = tick - d->at.keyframes.tick;
	const int64_t most = d->at.tick - d->at.keyframes.tick;
	const struct site site = { .off = chunk->off, .len = chunk->head };

	if (d->at.keyframes.tick < 0)
		return;
	if (distance <= TWDEMO_KEYFRAME_TICKS)
		report(d->report, RULE_twdemo_keyframe_distance, &site,
		       "a distance of %lld ticks" WANTED "at least %d ticks",
		       (long long)distance, TWDEMO_KEYFRAME_TICKS + 1);
	if (most > TWDEMO_KEYFRAME_TICKS)
		report(d->report, RULE_twdemo_keyframe_distance, &site,
		       "a distance of %lld ticks" WANTED "at most %lld ticks",
		       (long long)distance, (long long)most);
}

static void
check_marker_form(struct twdemo *d, const struct twdemo_chunk *chunk,
		  int64_t tick)
{
	const int64_t step = tick - d->at.tick;
	const struct site site = { .off = chunk->off, .len = chunk->head };

	if (!chunk->absolute && step == 0)
		report(d->report, RULE_twdemo_tick_repeated, &site,
		       "a step of 0");
	if (chunk->absolute && !chunk->keyframe && d->at.tick >= 0 &&
	    step <= twdemo_most_ticks(d->header.version))
		report(d->report, RULE_twdemo_absolute_needless, &site,
		       "an absolute tick with a step of %lld", (long long)step);
	if (chunk->keyframe)
		check_distance(d, chunk, tick);
}

static void
count_step(struct twdemo_steps *steps, const struct twdemo_chunk *chunk,
	   int64_t step)
{
	if (chunk->absolute) {
		if (steps->n)
			memset(steps->of, 0, sizeof(steps->of));
		steps->n = 0;
	} else if (step >= 0 && step < (int64_t)COUNT_OF(steps->of)) {
		AT(steps->of, step)++;
		steps->n++;
	}
}

void
twdemo_take_marker(struct twdemo *d, const struct twdemo_chunk *chunk,
		   int64_t tick)
{
	struct twdemo_place *at = &d->at;

	check_marker_form(d, chunk, tick);
	count_step(&at->steps, chunk, tick - at->tick);
	at->group.before = twdemo_mark(d, chunk->off);
	at->group.marker = *chunk;
	at->group.any = true;
	at->group.empty = chunk->keyframe;
	at->group.snapshots = 0;
	if (chunk->keyframe) {
		at->keyframes.tick = tick;
		at->counts.keyframes++;
	}
	/* Before the first snapshot players show no picture. */
	if (at->first_tick < 0)
		at->first_tick = at->base.lost_tick = tick;
	at->tick = d->report->tick = tick;
	at->last = TWDEMO_TICK;
	consume(d, chunk, true);
}

/* Did recovery decide to keep the unusual ticks up to this offset, because no repair
   explains them better? */
static bool
is_trusted(const struct twdemo *d, uint64_t off)
{
	return off < d->at.trusted;
}

/* Is the step possible?  No writer repeats a tick.  In version 4, a step with the bit of
   32 may be a marker of version 5.  A keyframe at the tick where it is due excludes this
   possibility. */
static bool
is_plausible_step(const struct twdemo *d, int64_t step)
{
	return step > 0 &&
	       (d->header.version != 4 || d->at.keyframes.confirmed ||
		!(step & TWDEMO_INLINE_BIT));
}

/* Would a writer write this marker at this place? */
static bool
is_due(const struct twdemo *d, const struct twdemo_chunk *chunk)
{
	const struct twdemo_place *at = &d->at;
	const int64_t step = chunk->ticks - at->tick;

	if (at->group.empty || chunk->padded)
		return false;
	if (!chunk->absolute)
		return !chunk->keyframe && at->tick >= 0 &&
		       (is_plausible_step(d, chunk->ticks) ||
			is_trusted(d, chunk->off)) &&
		       at->tick + chunk->ticks < TWDEMO_MAX_TICK;
	if (chunk->ticks < 0 || chunk->ticks >= TWDEMO_MAX_TICK)
		return false;
	if (at->tick < 0)
		return true;
	if (step <= 0 || step > TWDEMO_MOST_PAUSE)
		return false;
	return is_trusted(d, chunk->off) ||
	       (chunk->keyframe ? step == twdemo_usual_step(&at->steps)
				: step > twdemo_most_ticks(d->header.version));
}

static enum twdemo_outcome
read_due_marker(struct twdemo *d, struct cursor *in,
		const struct twdemo_chunk *chunk, const struct cursor *after)
{
	if (!is_due(d, chunk))
		return TWDEMO_STOPPED;
	d->at.keyframes.confirmed |= chunk->keyframe && d->at.tick >= 0;
	if (chunk->absolute)
		d->at.steps.usual = twdemo_usual_step(&d->at.steps);
	twdemo_take_marker(d, chunk,
			   chunk->absolute ? chunk->ticks
					   : d->at.tick + chunk->ticks);
	cur_follow(in, after);
	return TWDEMO_TAKEN;
}

bool
twdemo_is_at_keyframe(const struct cursor *in)
{
	struct cursor c = *in;

	return cur_u8(&c) == TWDEMO_KEYFRAME_BYTE;
}

/* ------------------------------------------------------------------ payloads */

/* TW-6.1: reports a size in a longer form. */
static void
report_size_form(struct twdemo *d, const struct twdemo_chunk *chunk)
{
	uint8_t head[TWDEMO_HEAD_BYTES];
	const uint32_t n = twdemo_write_head(chunk->type, chunk->size, head);

	report(d->report, RULE_twdemo_size_form,
	       &(struct site){ .off = chunk->off,
			       .len = chunk->head,
			       .fix = fix_replace(chunk->off, chunk->head,
						  (struct span){ head, n }) },
	       "size %u in a head of %u bytes" WANTED "a head of %u byte%s",
	       chunk->size, chunk->head, n, n == 1 ? "" : "s");
}

/* TW-8: reports the bits after the end symbol, in the last byte. */
static void
report_padding(struct twdemo *d, const struct twdemo_chunk *chunk)
{
	const uint64_t last = chunk->off + twdemo_chunk_bytes(chunk) - 1;
	const struct span packed = d->room.payload.packed;
	uint8_t byte[1];
	size_t n;

	n = huffman_encode(packed, false, d->room.coded, sizeof(d->room.coded));
	/* A payload that was decoded can be encoded again. */
	if (NEVER(n == 0))
		return;
	AT(byte, 0) = AT(d->room.coded, n - 1);
	report(d->report, RULE_twdemo_huffman_padding,
	       &(struct site){
		       .off = last,
		       .len = 1,
		       .fix = fix_replace(last, 1, (struct span){ byte, 1 }) },
	       "nonzero bits after the end symbol");
}

/* TW-9.5: reports the defects of a message. */
static void
report_message(struct twdemo *d, const struct twdemo_chunk *chunk)
{
	const struct part outer = twdemo_enter(d, chunk);

	twdemo_check_message(d->report, &d->state.message, d->header.server,
			     &d->at.seen);
	report_leave(d->report, &outer);
}

/* Reports the defects of the chunk whose decoded payload is in room.payload, and moves to
   the next chunk.  False: the chunk is not kept. */
static bool
take_chunk(struct twdemo *d, const struct twdemo_chunk *chunk)
{
	bool kept = true;

	if (chunk->long_form)
		report_size_form(d, chunk);
	if (d->room.payload.padded)
		report_padding(d, chunk);
	if (chunk->type == TWDEMO_MESSAGE) {
		if (!twdemo_message_is_clean(d->report, &d->state.message,
					     &d->at.seen))
			report_message(d, chunk);
		d->at.counts.messages++;
	} else {
		kept = twdemo_take_state(d, chunk);
	}
	d->at.last = chunk->type;
	consume(d, chunk, kept);
	return kept;
}

int32_t
twdemo_named_tick(const struct twdemo *d, const struct twdemo_message *m)
{
	const int32_t first = d->header.protocol == DFK_PROTOCOL_07 ? 6 : 5;
	struct cursor in;
	unsigned quirks = 0;
	int32_t tick;

	if (!m->system || m->extended || m->id < first || m->id > first + 2)
		return -1;
	in = cur_span(m->bytes, 0);
	cur_bytes(&in, m->fields);
	tick = cur_int(&in, &quirks);
	return cur_ok(&in) ? tick : -1;
}

/* Is the message plausible at this place?  Some messages of servers contain the tick at
   which they were sent.  An unknown message that is also a whole delta is a delta with a
   damaged head. */
static bool
is_plain_message(struct twdemo *d)
{
	enum { LEAST_DELTA = 4 };
	const struct twdemo_message *m = &d->state.message;
	uint32_t updates;
	int32_t tick;

	twdemo_read_message(twdemo_bytes(&d->room.payload), d->header.protocol,
			    &d->state.message);
	tick = twdemo_named_tick(d, m);
	if (is_trusted(d, d->at.pos))
		return true;
	if (tick >= 0 && tick != d->at.tick && twdemo_message_fits(m))
		return false;
	return m->row || m->extended ||
	       d->room.payload.ints.n <= LEAST_DELTA ||
	       !twdemo_is_whole_delta(d, &d->room.payload.ints, &updates);
}

/* Would a writer write a chunk of this type at this place, and do its contents fit the
   type? */
static bool
makes_sense(struct twdemo *d, enum twdemo_type type)
{
	const struct twdemo_group *g = &d->at.group;

	switch (type) {
	case TWDEMO_SNAPSHOT: return g->empty && twdemo_try_state(d, type);
	case TWDEMO_DELTA:
		/* Up to version 4, the second delta of a tick has no marker (bug F). */
		return d->at.base.known && !g->empty &&
		       (d->at.last == TWDEMO_TICK || d->header.version <= 4) &&
		       twdemo_try_state(d, type);
	case TWDEMO_MESSAGE: return !g->empty && is_plain_message(d);
	case TWDEMO_UNKNOWN:
	case TWDEMO_TICK: break;
	}
	return false;
}

static bool
unpack_cleanly(struct twdemo *d, const struct cursor *in,
	       const struct twdemo_chunk *chunk, struct span coded)
{
	struct twdemo_payload *p = &d->room.payload;

	twdemo_unpack_ahead(&d->room.ahead, in, chunk, coded, d->header.version,
			    p);
	return p->problem == TWDEMO_FINE && !p->odd_ints;
}

bool
twdemo_take_data(struct twdemo *d, const struct cursor *in,
		 const struct twdemo_chunk *chunk, struct span coded)
{
	d->state.cleaned = false;
	if (!unpack_cleanly(d, in, chunk, coded))
		return false;
	if (chunk->type == TWDEMO_MESSAGE)
		twdemo_read_message(twdemo_bytes(&d->room.payload),
				    d->header.protocol, &d->state.message);
	else
		twdemo_try_state(d, chunk->type);
	return take_chunk(d, chunk);
}

enum twdemo_outcome
twdemo_read_next(struct twdemo *d, struct cursor *in, bool closed)
{
	struct cursor after = *in;
	struct twdemo_chunk chunk;
	struct span coded = { NULL, 0 };

	chunk = twdemo_read_chunk(&after, d->header.version);
	if (chunk.type != TWDEMO_TICK)
		coded = cur_bytes(&after, chunk.size);
	if (!cur_ok(&after)) {
		in->need = after.need;
		return closed ? TWDEMO_STOPPED : TWDEMO_SHORT;
	}
	if (chunk.type == TWDEMO_TICK)
		return read_due_marker(d, in, &chunk, &after);
	d->state.cleaned = false;
	if (chunk.size == 0 || chunk.type == TWDEMO_UNKNOWN ||
	    !unpack_cleanly(d, in, &chunk, coded) ||
	    !makes_sense(d, chunk.type))
		return TWDEMO_STOPPED;
	if (!take_chunk(d, &chunk))
		d->at.last = TWDEMO_UNKNOWN;
	cur_follow(in, &after);
	return TWDEMO_TAKEN;
}

/* ------------------------------------------------------------------- damage */

enum rule_id
twdemo_problem_of(struct twdemo *d, const struct twdemo_chunk *chunk,
		  struct span coded, const char **found)
{
	static const char *const problems[] = {
		[TWDEMO_FINE] = "",
		[TWDEMO_NO_END] = "no end symbol in the payload",
		[TWDEMO_AFTER_END] = "bytes after the end symbol",
		[TWDEMO_TOO_LONG] = "more than 65536 decoded bytes",
		[TWDEMO_HALF_INT] = "an incomplete int at the end",
		[TWDEMO_MANY_INTS] = "more than 16384 ints",
	};
	struct twdemo_payload *p = &d->room.tried;

	*found = "a chunk of type 0";
	if (chunk->type == TWDEMO_UNKNOWN)
		return RULE_twdemo_chunk_type;
	*found = "a payload of 0 bytes";
	if (chunk->size == 0)
		return RULE_twdemo_size_zero;
	twdemo_unpack(coded, p);
	*found = AT(problems, p->problem);
	if (p->problem != TWDEMO_FINE)
		return twdemo_problem_rule(p->problem);
	*found = "an int that is not in its shortest form";
	if (p->odd_ints)
		return RULE_twdemo_int_form;
	*found = "a payload that cannot be read as this type";
	return RULE_twdemo_chunk_content;
}
