/* SPDX-License-Identifier: MIT */
/*
 * rely.c - what shows how to read what is wrong and stays, as its rule is no error
 * (TW-14)
 *
 * What it is read as is shown by bytes near it.  A repair of something else may
 * take these out, and then the output is another demo than the one that was
 * planned.  So they are remembered here, and repair/twdemo.c looks whether an edit
 * touches them.
 */
#include "validator/twdemo/stream.h"

/* Of several, all between the first and the last one. */
void
twdemo_rely(struct twdemo *d, uint64_t off, uint64_t end)
{
	struct twdemo_kept *k = &d->kept;

	if (k->end == 0 || off < k->off)
		k->off = off;
	if (end > k->end)
		k->end = end;
}

void
twdemo_rely_on_start(struct twdemo *d, uint64_t off)
{
	if (d->map.looked > off)
		twdemo_rely(d, off, d->map.looked);
}

void
twdemo_rely_on_probe(struct twdemo *d, enum rule_id rule, uint64_t off)
{
	const struct report *r = d->report;

	if (!report_mends(r, rule, AT(r->severity, rule)))
		twdemo_rely(d, off, d->probed);
}

void
twdemo_keep_shifted(struct twdemo *d, uint64_t off)
{
	d->kept.unread++;
	d->kept.place = off;
	twdemo_rely(d, off, UINT64_MAX);
}

void
twdemo_keep_unread(struct twdemo *d, uint64_t off)
{
	struct twdemo_kept *k = &d->kept;

	k->unread++;
	k->place = off;
	k->watched = true;
	k->watched_off = off;
	k->keyframe = false;
	k->chunks = 0;
	k->trail = (struct twdemo_trail){ .tick = d->tick };
}

void
twdemo_keep_tail(struct twdemo *d, uint64_t off)
{
	d->kept.tail = true;
	d->kept.place = off;
}

/* The payload at hand, as a probe takes it. */
static bool
is_strict(struct twdemo *d, const struct twdemo_chunk *chunk)
{
	return chunk->size && !chunk->long_form &&
	       twdemo_is_strict(&d->payload) &&
	       twdemo_is_readable(d, &d->payload, chunk->type);
}

/*
 * The output has no deltas there:
 *
 *   file     | unread | +2 | delta | +2 | delta | +2 | message | ...
 *   output   | unread | +2 | +2 | +2 | message | ...
 *
 * If what is left is as a writer makes it, it shows the end of the chunk, too.
 */
void
twdemo_watch(struct twdemo *d, const struct twdemo_chunk *chunk)
{
	struct twdemo_kept *k = &d->kept;
	const bool marker = chunk->type == TWDEMO_TICK;
	bool strict;

	if (chunk->type == TWDEMO_DELTA && !d->based)
		return;
	strict = marker ? twdemo_next_marker(&k->trail, chunk)
			: is_strict(d, chunk);
	strict = strict && (!k->keyframe || chunk->type == TWDEMO_SNAPSHOT);
	k->keyframe = marker && chunk->keyframe;
	if (!marker) {
		k->chunks++;
		k->trail.markers = 0;
	}
	if (!strict)
		twdemo_rely(d, k->watched_off, UINT64_MAX);
	k->watched = strict && k->chunks < TWDEMO_CHAIN;
}
