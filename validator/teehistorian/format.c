/* SPDX-License-Identifier: MIT */
/* format.c - teehistorian as one of the formats, and what it says of itself */
#include "validator/core/format.h"

#include "validator/teehistorian/tail.h"

static const double ticks_per_second = 50;

static void
open_state(void *state, struct report *report, const struct limits *limits,
	   struct tap tap, const struct dfk_allocator *allocator)
{
	struct teehistorian *th = state;

	(void)allocator;
	memset(th, 0,
	       offsetof(struct teehistorian, header) +
		       offsetof(struct teehistorian_header, listed));
	th->report = report;
	th->limits = limits;
	th->tap = tap;
	/* Before the first tick, any player message begins one. */
	th->last = th->highest = INT32_MAX;
	report->tick = 0;
}

static uint64_t
findings(const struct teehistorian *th)
{
	const struct report *r = th->report;

	return r->errors + r->warnings + r->notes;
}

static void
tell(struct teehistorian *th, const struct teehistorian_event *ev,
     uint64_t before)
{
	if (th->tap.event && (th->tap.every || findings(th) != before))
		th->tap.event(th->tap.ctx, th, ev);
}

static enum pull
begin(struct teehistorian *th, struct cursor *in, bool closed)
{
	const uint64_t before = findings(th);
	const enum pull p = teehistorian_read_header(th, in, closed);

	if (p == PULL_EVENT)
		tell(th, &th->reading.ev, before);
	return p;
}

static enum pull
step(void *state, struct cursor *in, bool closed)
{
	struct teehistorian *th = state;
	const struct teehistorian_event *ev;
	enum pull p = PULL_EVENT;

	if (!th->in_messages)
		p = begin(th, in, closed);
	while (p == PULL_EVENT && !th->finished) {
		const uint64_t before = findings(th);

		th->report->record = th->here.records;
		p = teehistorian_next(th, in, closed, &ev);
		if (p != PULL_EVENT)
			break;
		if (!teehistorian_check(th, ev)) {
			teehistorian_cut(th);
			return PULL_HALT;
		}
		tell(th, ev, before);
	}
	if (p == PULL_HALT && th->halted && th->cut_error)
		teehistorian_cut(th);
	return p == PULL_EVENT ? PULL_END : p;
}

static void
close_state(void *state, uint64_t size)
{
	struct teehistorian *th = state;

	th->size = size;
	if (!th->in_messages)
		return;
	teehistorian_report_zero_run(th);
	teehistorian_check_end(th);
}

static uint64_t
ok_up_to(const void *state)
{
	const struct teehistorian *th = state;

	if (!th->in_messages)
		return 0;
	return th->dropping ? th->kept.off : th->size;
}

static const char *
version(const void *state)
{
	const struct teehistorian *th = state;

	return th->in_messages ? th->header.version_text : NULL;
}

static bool
unsupported(const void *state)
{
	const struct teehistorian *th = state;

	return th->header.other_version;
}

static const char *
text_or_null(const char *text)
{
	return *text ? text : NULL;
}

static const struct teehistorian_mark *
last_mark(const struct teehistorian *th)
{
	return th->dropping ? &th->kept : &th->here;
}

bool
teehistorian_fact(const void *state, size_t index, struct dfk_fact *fact)
{
	const struct teehistorian *th = state;
	const struct teehistorian_header *h = &th->header;
	const struct teehistorian_mark *m = last_mark(th);
	const bool known = th->in_messages;
	const struct dfk_fact facts[] = {
		{ .name = "records", .integer = (int64_t)m->records },
		{ .name = "last_tick", .integer = known ? m->tick : -1 },
		{ .name = "duration_s",
		  .kind = DFK_FACT_REAL,
		  .real = (double)m->tick / ticks_per_second },
		{ .name = "finished",
		  .kind = DFK_FACT_BOOL,
		  .truth = th->finished },
		{ .name = "players", .integer = th->clients.peak },
#define TEXT(nm, member) \
	{ .name = nm, .kind = DFK_FACT_TEXT, .text = text_or_null(h->member) }
		TEXT("version_minor", minor_text),
		TEXT("server_version", server_version),
		TEXT("start_time", start_time),
		TEXT("game_uuid", game_uuid),
		TEXT("prev_game_uuid", prev_game_uuid),
		TEXT("game_type", game_type),
		TEXT("map_name", map_name),
		TEXT("map_size", map_size),
		TEXT("map_sha256", map_sha256),
		TEXT("map_crc", map_crc),
#undef TEXT
	};

	if (index >= COUNT_OF(facts))
		return false;
	*fact = AT(facts, index);
	return true;
}

const struct format teehistorian_format = {
	.id = FORMAT_teehistorian,
	.state_size = sizeof(struct teehistorian),
	.match = teehistorian_match,
	.open = open_state,
	.step = step,
	.tail = teehistorian_tail,
	.close = close_state,
	.ok_up_to = ok_up_to,
	.version = version,
	.unsupported = unsupported,
	.fact = teehistorian_fact,
	.describe = teehistorian_describe,
};
