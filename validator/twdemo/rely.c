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
#include "validator/twdemo/twdemo.h"

/* Of several, all between the first and the last one. */
void
twdemo_rely(struct twdemo *d, uint64_t off, uint64_t end)
{
	struct twdemo_relied *r = &d->relied;

	if (r->end == 0 || off < r->off)
		r->off = off;
	if (end > r->end)
		r->end = end;
}

void
twdemo_rely_on_start(struct twdemo *d)
{
	twdemo_rely(d, d->map.off, d->map.off);
	d->relied.start = true;
}

bool
twdemo_relies_on(const struct twdemo *d, uint64_t off, uint64_t end)
{
	const struct twdemo_relied *r = &d->relied;
	const uint64_t start = r->start ? d->at.first_snapshot_end : 0;

	return end > r->off && off < (r->end > start ? r->end : start);
}
