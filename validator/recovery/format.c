/* SPDX-License-Identifier: MIT */
/* format.c - the interface of Teeworlds demos to the session, and their facts */
#include <stdio.h>

#include "validator/recovery/recovery.h"

static const double ticks_per_second = TWDEMO_TICKS_PER_SECOND;

static unsigned
match(struct span head, bool closed)
{
	enum { EVIDENCE_LIKE = 24 };
	static const uint8_t magic[] = { 'T', 'W', 'D', 'E', 'M', 'O', '\0' };
	const struct span start = { magic, sizeof(magic) };

	if (span_starts(head, magic, sizeof(magic)) ||
	    span_starts(head, "TWDEMO1", 8))
		return 8 * sizeof(magic);
	/* Some bits of the magic may be wrong. */
	if (head.len >= FORMAT_HEAD_BYTES && twdemo_is_like_demo(head))
		return EVIDENCE_LIKE;
	/* A file that ends inside the magic was cut. */
	return closed && head.len && head.len < sizeof(magic) &&
			       span_starts(start, head.ptr, head.len)
		       ? 8 * (unsigned)head.len
		       : EVIDENCE_NONE;
}

/* The large members are not initialized. */
static void
open_demo(void *state, struct report *report, const struct limits *limits,
	  struct tap tap, const struct dfk_allocator *allocator)
{
	struct twdemo *d = state;

	report->tick = -1;
	memset(d, 0, offsetof(struct twdemo, trial.from));
	d->report = report;
	d->limits = limits;
	d->search = (struct search_limit){ .report = report,
					   .limits = limits,
					   .what = "chunks" };
	d->tap = tap;
	d->allocator = allocator;
	d->at.first_tick = d->at.tick = d->at.keyframes.tick = -1;
	d->at.base.lost_tick = -1;
	d->at.steps.usual = 2;
	d->state.now = &AT(d->room.states, 0);
	d->state.next = &AT(d->room.states, 1);
	d->state.saved = &AT(d->room.states, 2);
	snapshot_clear(d->state.now);
	twdemo_open_ahead(&d->room.ahead);
	d->room.silent_open = false;
}

static void
given(void *state, const struct given *what)
{
	struct twdemo *d = state;

	d->given.map = what->map;
	d->given.known = what->known_maps;
	if (what->modified)
		snprintf(d->text.modified, sizeof(d->text.modified), "%s",
			 what->modified);
}

static void
release(void *state)
{
	struct twdemo *d = state;

	twdemo_leave_known(d);
	recovery_release(d);
	if (d->map.begun)
		datafile_release(&d->map.datafile);
	d->map.begun = false;
}

static bool
is_demo_on_trial(const void *state)
{
	const struct twdemo *d = state;

	return d->trial.on;
}

static enum pull
step(void *state, struct cursor *in, bool closed)
{
	struct twdemo *d = state;
	enum pull pull = PULL_EVENT;

	while (pull == PULL_EVENT) {
		const struct cursor before = *in;

		switch (d->phase) {
		case TWDEMO_IN_HEADER:
			pull = twdemo_read_header(d, in, closed);
			break;
		case TWDEMO_IN_MARKERS:
			pull = twdemo_read_markers(d, in, closed);
			break;
		case TWDEMO_IN_EXTENSION:
			pull = twdemo_read_extension(d, in, closed);
			break;
		case TWDEMO_NO_UUID:
			pull = recovery_find_digest(d, in, closed);
			break;
		case TWDEMO_AT_MAP:
			pull = twdemo_open_map(d, in, closed);
			break;
		case TWDEMO_NO_DATAFILE:
			pull = recovery_find_map(d, in, closed);
			break;
		case TWDEMO_IN_MAP:
			pull = twdemo_read_map(d, in, closed);
			break;
		case TWDEMO_MAP_DOUBTED:
			pull = recovery_find_start(d, in, closed);
			break;
		case TWDEMO_MAP_MAY_END:
			pull = recovery_end_map(d, in, closed);
			break;
		case TWDEMO_AFTER_MAP:
			pull = twdemo_leave_map(d);
			break;
		case TWDEMO_IN_CHUNKS:
			pull = recovery_read_chunks(d, in, closed);
			break;
		case TWDEMO_ENDED: return PULL_END;
		case TWDEMO_HALTED: return PULL_HALT;
		}
		twdemo_watch_absent(
			d, span_head(cur_rest(&before), in->pos - before.pos));
	}
	return pull;
}

static void
tail(void *state, struct span bytes)
{
	(void)state;
	(void)bytes; /* only the end of the file ends a demo */
}

static void
close_demo(void *state, uint64_t size)
{
	struct twdemo *d = state;

	d->size = size;
	if (d->header.digest)
		digest_print(d->header.sha256, d->text.sha256);
	if (d->header.map_size || d->header.map_crc)
		snprintf(d->text.crc, sizeof(d->text.crc), "%08x",
			 d->header.map_crc);
	if (d->playable)
		twdemo_check_end(d);
}

static struct mark
here(const void *state)
{
	const struct twdemo *d = state;

	return twdemo_mark(d, d->at.pos);
}

static uint32_t
still(const void *state)
{
	const struct twdemo *d = state;

	return twdemo_still_ticks(&d->at);
}

static const char *
version(const void *state)
{
	static const char *const names[] = { NULL, "1", "2", "3",
					     "4",  "5", "6" };
	const struct twdemo *d = state;

	return d->header.version < COUNT_OF(names)
		       ? AT(names, d->header.version)
		       : NULL;
}

static bool
unsupported(const void *state)
{
	const struct twdemo *d = state;
	const struct report *r = d->report;

	return d->header.development || AT(r->hits, RULE_twdemo_version);
}

static const char *
fact_or_null(const char *text)
{
	return *text ? text : NULL;
}

static bool
fact(const void *state, const struct mark *kept, size_t index,
     struct dfk_fact *out)
{
	const struct twdemo *d = state;
	const struct twdemo_header *h = &d->header;
	const struct dfk_fact facts[] = {
#define TEXT(nm, value) \
	{ .name = nm, .kind = DFK_FACT_TEXT, .text = fact_or_null(value) }
#define NUMBER(nm, value) { .name = nm, .integer = (int64_t)(value) }
		TEXT("net_version", h->net_version),
		TEXT("map_name", h->map_name),
		NUMBER("map_size", h->map_size),
		TEXT("map_sha256", d->text.sha256),
		TEXT("map_crc", d->text.crc),
		TEXT("type", h->type),
		TEXT("timestamp", h->timestamp),
		NUMBER("first_tick", d->at.first_tick),
		NUMBER("length_s", h->length),
		{ .name = "duration_s",
		  .kind = DFK_FACT_REAL,
		  .real = kept->tick < 0 || d->at.first_tick < 0
				  ? 0
				  : (double)(kept->tick - d->at.first_tick) /
					    ticks_per_second },
		NUMBER("keyframes", d->at.counts.keyframes),
		NUMBER("snapshots", d->at.counts.snapshots),
		NUMBER("deltas", d->at.counts.deltas),
		NUMBER("messages", d->at.counts.messages),
		NUMBER("markers", h->n_markers),
#undef TEXT
#undef NUMBER
	};

	if (index >= COUNT_OF(facts))
		return false;
	*out = AT(facts, index);
	return true;
}

static void
describe(const void *state, const void *event, struct description *out)
{
	twdemo_describe(state, event, out);
}

static bool
item(const void *state, const void *event, size_t index,
     struct description *out)
{
	return twdemo_describe_item(state, event, index, out);
}

const struct format twdemo_format = {
	.id = FORMAT_twdemo,
	.state_size = sizeof(struct twdemo),
	.match = match,
	.open = open_demo,
	.given = given,
	.on_trial = is_demo_on_trial,
	.release = release,
	.step = step,
	.tail = tail,
	.close = close_demo,
	.here = here,
	.still = still,
	.version = version,
	.unsupported = unsupported,
	.fact = fact,
	.describe = describe,
	.item = item,
};
