/* SPDX-License-Identifier: MIT */
/* trial_events.c - compares the events of two demos */
#include "tests/extra/trial_events.h"

#include <string.h>

struct gathering {
	const struct buffer *demo;
	struct trial_events events;
};

/* Adds to an FNV-1a checksum of 64 bits. */
static void
add(struct trial_events *e, const void *bytes, size_t size)
{
	const unsigned char *at = bytes;

	for (size_t i = 0; i < size; i++)
		e->sum = (e->sum ^ at[i]) * UINT64_C(0x100000001b3);
}

static void
add_field(struct trial_events *e, const struct dfk_field *f)
{
	add(e, f->name, strlen(f->name));
	add(e, &f->integer, sizeof(f->integer));
	if (f->bytes)
		add(e, f->bytes, f->size);
}

static void
begin(struct trial_events *e, const struct dfk_record *r)
{
	add(e, r->name, strlen(r->name));
	add(e, &r->tick, sizeof(r->tick));
}

static void
on_record(void *ctx, const struct dfk_record *r)
{
	struct gathering *g = ctx;
	const bool message = strcmp(r->name, "message") == 0;
	size_t size;

	if (!message && strcmp(r->name, "snapshot") != 0 &&
	    strcmp(r->name, "delta") != 0)
		return;
	g->events.n++;
	begin(&g->events, r);
	/* The first field is the size of the coded bytes at the end of the record. */
	size = (size_t)r->fields[0].integer;
	if (message)
		add(&g->events, g->demo->bytes + r->offset + r->length - size,
		    size);
	for (size_t i = 1; i < r->n_fields && !message; i++)
		add_field(&g->events, &r->fields[i]);
}

static void
on_item(void *ctx, const struct dfk_record *r)
{
	struct gathering *g = ctx;

	begin(&g->events, r);
	for (size_t i = 0; i < r->n_fields; i++)
		add_field(&g->events, &r->fields[i]);
}

struct trial_events
trial_events_of(const struct buffer *demo)
{
	struct gathering g = { .demo = demo,
			       .events.sum = UINT64_C(0xcbf29ce484222325) };
	const struct dfk_options how = {
		DFK_OPTIONS,        .as = "twdemo",
		.no_hash = true,    .on_record = on_record,
		.on_item = on_item, .ctx = &g
	};

	dfk_close(trial_check(demo, &how));
	return g.events;
}
