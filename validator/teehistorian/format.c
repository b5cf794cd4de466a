/* SPDX-License-Identifier: MIT */
/* format.c - the functions of the format teehistorian, and its facts */
#include "validator/core/format.h"

#include "validator/teehistorian/tail.h"

static const double ticks_per_second = 50;

static void
open_teehistorian_state(void *state, struct report *report,
			const struct limits *limits, struct tap tap,
			const struct dfk_allocator *allocator)
{
	struct teehistorian *th = state;

	(void)allocator;
	memset(th, 0,
	       offsetof(struct teehistorian, header) +
		       offsetof(struct teehistorian_header, listed));
	th->report = report;
	th->limits = limits;
	th->tap = tap;
	/* Before the first tick, any player message begins a tick. */
	th->clock.last_cid = INT32_MAX;
	report->tick = 0;
}

static void
given(void *state, const struct given *what)
{
	struct teehistorian *th = state;

	th->given_map = what->map;
}

static void
emit(const struct teehistorian *th, const struct teehistorian_event *ev)
{
	if (th->tap.event)
		th->tap.event(th->tap.ctx, th, ev);
}

static enum pull
read_messages(struct teehistorian *th, struct cursor *in, bool closed)
{
	const struct teehistorian_event *ev;

	while (th->phase == TEEHISTORIAN_IN_MESSAGES) {
		if (!th->reading.active && !th->tap.event)
			teehistorian_scan(th, in);
		const enum pull p = teehistorian_next(th, in, closed, &ev);

		if (p == PULL_HALT)
			th->phase = TEEHISTORIAN_CUT;
		if (p != PULL_EVENT)
			return p;
		if (!teehistorian_check(th, ev))
			return PULL_HALT;
		emit(th, ev);
	}
	return PULL_END;
}

static enum pull
step(void *state, struct cursor *in, bool closed)
{
	struct teehistorian *th = state;

	if (th->phase == TEEHISTORIAN_IN_HEADER) {
		const enum pull p = teehistorian_read_header(th, in, closed);

		if (p != PULL_EVENT)
			return p;
		emit(th, &th->reading.ev);
	}
	return read_messages(th, in, closed);
}

static void
close_teehistorian_state(void *state, uint64_t size)
{
	struct teehistorian *th = state;

	if (th->phase != TEEHISTORIAN_DEAD)
		teehistorian_check_end(th, size);
}

/* Was the header read?  Then there is a first tick. */
static bool
has_header(const struct teehistorian *th)
{
	return th->here.off > 0;
}

static struct mark
here(const void *state)
{
	const struct teehistorian *th = state;
	struct mark mark = th->here;

	if (!has_header(th))
		mark.tick = -1;
	return mark;
}

static const char *
version(const void *state)
{
	const struct teehistorian *th = state;

	return has_header(th) ? th->header.text.version : NULL;
}

static bool
unsupported(const void *state)
{
	const struct teehistorian *th = state;

	return th->header.other_version;
}

/* Returns a fact from a number that is a text in the header.  Any other text is not a
   fact. */
static struct dfk_fact
number_fact(const char *name, const char *text)
{
	struct dfk_fact number = { .name = name, .kind = DFK_FACT_TEXT };
	uint64_t value;

	if (teehistorian_decimal(text, UINT32_MAX, &value)) {
		number.kind = DFK_FACT_INT;
		number.integer = (int64_t)value;
	}
	return number;
}

static bool
fact(const void *state, const struct mark *kept, size_t index,
     struct dfk_fact *out)
{
	const struct teehistorian *th = state;
	const struct teehistorian_header *h = &th->header;
	const int64_t ticks = kept->tick > 0 ? kept->tick : 0;
	const struct dfk_fact facts[] = {
		{ .name = "duration_s",
		  .kind = DFK_FACT_REAL,
		  .real = (double)ticks / ticks_per_second },
		{ .name = "finished",
		  .kind = DFK_FACT_BOOL,
		  .truth = th->phase == TEEHISTORIAN_FINISHED },
		{ .name = "players", .integer = th->clients.players },
#define TEXT(key) \
	{ .name = #key, \
	  .kind = DFK_FACT_TEXT, \
	  .text = format_text_or_null(h->text.key) }
		TEXT(version_minor),
		TEXT(server_version),
		TEXT(start_time),
		TEXT(game_uuid),
		TEXT(prev_game_uuid),
		TEXT(game_type),
		TEXT(map_name),
		number_fact("map_size", h->text.map_size),
		TEXT(map_sha256),
		TEXT(map_crc),
#undef TEXT
	};

	if (index >= COUNT_OF(facts))
		return false;
	*out = AT(facts, index);
	return true;
}

const struct format teehistorian_format = {
	.id = FORMAT_teehistorian,
	.state_size = sizeof(struct teehistorian),
	.match = teehistorian_match,
	.open = open_teehistorian_state,
	.given = given,
	.step = step,
	.tail = teehistorian_tail,
	.close = close_teehistorian_state,
	.here = here,
	.version = version,
	.unsupported = unsupported,
	.fact = fact,
	.describe = teehistorian_describe,
};
