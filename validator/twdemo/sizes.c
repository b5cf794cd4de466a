/* SPDX-License-Identifier: MIT */
/*
 * sizes.c - the sizes of items that deltas leave out, where a mod has its own (SN-6)
 *
 * Nothing in a demo says which they are.  Each way to read them is tried where a delta
 * does not fit the last one, and kept while deltas fit.
 */
#include "validator/twdemo/stream.h"

bool
twdemo_may_have(const struct twdemo *d, enum twdemo_sizes sizes)
{
	/* TW-5.1: there they differ for another reason. */
	if (sizes == TWDEMO_AGREED || d->sixup)
		return sizes == TWDEMO_AGREED;
	return d->shown.differ || (sizes == TWDEMO_ALL && d->shown.more);
}

/* Has the delta at hand an item of another size than full snapshots show? */
static bool
has_odd_size(const struct twdemo *d)
{
	for (uint32_t i = 0; i < d->delta.n_updates; i++) {
		const struct snapshot_update *u = &AT(d->delta.updates, i);

		if (snapshot_is_odd_size(&d->shown, u->type, u->n))
			return true;
	}
	return false;
}

/* With other sizes?  If not, it is read with the last ones again. */
static bool
fits_other_sizes(struct twdemo *d)
{
	const enum twdemo_sizes last = d->sizes;
	bool tried = false;

	for (enum twdemo_sizes s = TWDEMO_AGREED; s < TWDEMO_TABLES; s++) {
		if (s == last || !d->based || !twdemo_may_have(d, s))
			continue;
		tried = true;
		d->sizes = s;
		if (twdemo_is_clean_delta(d))
			return true;
	}
	d->sizes = last;
	return tried && twdemo_is_clean_delta(d);
}

/* A size in the delta may be a value of an item that has none there.  If it is another
   one than full snapshots show, it is. */
static void
doubt_sizes(struct twdemo *d)
{
	const enum twdemo_sizes last = d->sizes;
	const bool odd = has_odd_size(d);

	twdemo_take_back(d);
	d->sizes = TWDEMO_ALL;
	d->doubtful = twdemo_is_clean_delta(d);
	if (d->doubtful && odd)
		return;
	twdemo_take_back(d);
	d->sizes = last;
	twdemo_is_clean_delta(d);
}

bool
twdemo_find_sizes(struct twdemo *d)
{
	d->doubtful = false;
	if (!twdemo_is_clean_delta(d) && !fits_other_sizes(d))
		return false;
	if (d->delta.carries && d->sizes != TWDEMO_ALL &&
	    twdemo_may_have(d, TWDEMO_ALL))
		doubt_sizes(d);
	return true;
}
