/* SPDX-License-Identifier: MIT */
/* format.c - the interface of Source demos to the session, and their facts */
#include "validator/dem/dem.h"

static unsigned
match(struct span head, bool closed)
{
	(void)closed; /* a file shorter than the stamp is not a demo */
	return dem_begins(head) ? 8 * DEM_MAGIC_BYTES : EVIDENCE_NONE;
}

static bool
match_lost(struct span head)
{
	struct dem_server_info info;

	return dem_find_server(head, &info);
}

static void
open_source_demo(void *state, struct report *report,
		 const struct limits *limits, struct tap tap,
		 const struct dfk_allocator *allocator)
{
	struct dem *d = state;

	report->tick = -1;
	memset(d, 0, sizeof(*d));
	d->progress.record_tick = -1;
	d->layout = &AT(dem_layouts, DEM_PLAIN);
	d->report = report;
	d->limits = limits;
	d->damage.search = (struct search_limit){ .report = report,
						  .limits = limits,
						  .what = "commands" };
	d->tap = tap;
	dem_open_contents(d, allocator);
}

static void
given(void *state, const struct given *given)
{
	struct dem *d = state;

	d->contents.depth = given->depth;
}

static void
release(void *state)
{
	dem_close_contents(state);
}

static enum pull
step(void *state, struct cursor *in, bool closed)
{
	struct dem *d = state;
	enum pull pull = PULL_EVENT;

	while (pull == PULL_EVENT) {
		switch (d->phase) {
		case DEM_IN_HEADER:
			pull = dem_read_header(d, in, closed);
			break;
		case DEM_AT_COMMANDS:
			pull = dem_choose_layout(d, in, closed);
			break;
		case DEM_IN_COMMANDS:
			pull = dem_read_next(d, in, closed);
			break;
		case DEM_IN_STRINGS:
			pull = dem_read_strings(d, in, closed);
			break;
		case DEM_SEARCHING: pull = dem_search(d, in, closed); break;
		case DEM_ENDED: pull = PULL_END; break;
		case DEM_HALTED: pull = PULL_HALT; break;
		}
	}
	return d->contents.no_memory ? PULL_NO_MEMORY : pull;
}

static void
tail(void *state, struct span bytes)
{
	struct dem *d = state;

	if (d->end.stopped)
		dem_pass_tail(&d->end, bytes);
}

static void
close_source_demo(void *state, uint64_t size)
{
	struct dem *d = state;

	d->end.size = size;
	if (d->phase == DEM_ENDED)
		dem_check_end(d);
}

static struct mark
here(const void *state)
{
	const struct dem *d = state;

	return dem_mark(d, d->progress.pos);
}

static const char *
version(const void *state)
{
	const struct dem *d = state;

	return d->header.version[0] ? d->header.version : NULL;
}

static bool
unsupported(const void *state)
{
	const struct dem *d = state;

	return d->header.version[0] &&
	       (d->header.protocol < 2 || d->header.protocol > 4);
}

static bool
fact(const void *state, const struct mark *kept, size_t index,
     struct dfk_fact *out)
{
	const struct dem *d = state;
	const struct dem_header *h = &d->header;
	const uint64_t sync = d->done.sync;
	const double interval = (double)d->server.interval;
	/* The clock begins at dem_synctick.  The negative ticks at the end of a level do
	   not count. */
	const bool timed = d->server.known && sync && kept->off > sync;
	const int64_t played = kept->tick < 0 ? d->packets.played : kept->tick;
	const struct dfk_fact facts[] = {
#define TEXT(nm, value) \
	{ .name = nm, \
	  .kind = DFK_FACT_TEXT, \
	  .text = format_text_or_null(value) }
#define PERSONAL(nm, value) \
	{ .name = nm, \
	  .kind = DFK_FACT_TEXT, \
	  .text = format_text_or_null(value), \
	  .personal = true }
#define NUMBER(nm, value) { .name = nm, .integer = (int64_t)(value) }
/* An unknown number is reported as a text that is NULL. */
#define REAL(nm, known, value) \
	{ .name = nm, \
	  .kind = (known) ? DFK_FACT_REAL : DFK_FACT_TEXT, \
	  .real = value }
		NUMBER("demo_protocol", h->protocol),
		NUMBER("network_protocol", h->network),
		TEXT("depth", dem_depth(d)),
		PERSONAL("server", h->server),
		PERSONAL("client", h->client),
		TEXT("map", h->map),
		TEXT("game", h->game),
		NUMBER("packets", d->done.packets),
		NUMBER("rewinds", d->progress.rewinds),
		NUMBER("signon_length",
		       sync ? sync - DEM_HEADER_BYTES - d->damage.repeated : 0),
		{ .name = "stv",
		  .kind = DFK_FACT_BOOL,
		  .truth = d->server.stv },
		REAL("tick_interval", d->server.known, interval),
		REAL("duration_s", timed, interval * (double)played),
		/* The last two facts are about games with a split screen. */
		NUMBER("cameras", d->layout->cameras),
		{ .name = "second_player",
		  .kind = DFK_FACT_BOOL,
		  .truth = AT(d->done.used, 1) },
#undef TEXT
#undef PERSONAL
#undef NUMBER
#undef REAL
	};

	if (index >= COUNT_OF(facts) - (d->layout->slotted ? 0 : 2))
		return false;
	*out = AT(facts, index);
	return true;
}

static void
describe(const void *state, const void *event, struct description *out)
{
	dem_describe(state, event, out);
}

static bool
item(const void *state, const void *event, size_t index,
     struct description *out)
{
	return dem_describe_item(state, event, index, out);
}

const struct format dem_format = {
	.id = FORMAT_dem,
	.state_size = sizeof(struct dem),
	.match = match,
	.match_lost = match_lost,
	.open = open_source_demo,
	.given = given,
	.release = release,
	.step = step,
	.tail = tail,
	.close = close_source_demo,
	.here = here,
	.version = version,
	.unsupported = unsupported,
	.fact = fact,
	.describe = describe,
	.item = item,
};
