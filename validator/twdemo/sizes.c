/* SPDX-License-Identifier: MIT */
/*
 * sizes.c - finds the sizes of items that deltas omit, in a mod with its own sizes (SN-6)
 *
 * A demo does not contain these sizes.  So if a delta does not fit the current sizes
 * well, each value of enum twdemo_sizes is tried.  A value is used as long as deltas fit
 * it.
 */
#include "validator/twdemo/stream.h"

const struct snapshot_sizes *
twdemo_sizes_of(const struct twdemo *d)
{
	if (d->at.sizes.with == TWDEMO_AGREED)
		return NULL;
	return d->at.sizes.with == TWDEMO_EARLIER ? &d->at.sized.earlier
						  : &d->at.sized.shown;
}

bool
twdemo_may_have(const struct twdemo *d, enum twdemo_sizes sizes)
{
	/* TW-5.1: in such a demo sizes differ because items are from 0.7. */
	if (d->at.sixup)
		return sizes == TWDEMO_AGREED;
	switch (sizes) {
	case TWDEMO_LISTED: return d->at.sized.shown.differ;
	case TWDEMO_ALL: return d->at.sized.shown.differ || d->at.sized.shown.more;
	case TWDEMO_EARLIER:
		return d->at.sized.earlier.differ || d->at.sized.earlier.more;
	case TWDEMO_AGREED: break;
	}
	return sizes == TWDEMO_AGREED;
}

/* Does an item of the current delta have another size than in full snapshots? */
static bool
has_odd_size(const struct twdemo *d)
{
	for (uint32_t i = 0; i < d->room.delta.n_updates; i++) {
		const struct snapshot_update *u = &AT(d->room.delta.updates, i);

		if (snapshot_is_odd_size(&d->at.sized.shown, u->type, u->n))
			return true;
	}
	return false;
}

/* NONE: the delta cannot be read.  ODD: the delta can be read, but an item has another
   size than in full snapshots.  A wrong size may fit by chance. */
enum fit { FIT_NONE, FIT_ODD, FIT_GOOD };

static enum fit
try_last_sizes(struct twdemo *d)
{
	if (!twdemo_is_clean_delta(d))
		return FIT_NONE;
	return twdemo_may_have(d, TWDEMO_ALL) && has_odd_size(d) ? FIT_ODD
								 : FIT_GOOD;
}

static enum fit
try_sizes(struct twdemo *d, enum twdemo_sizes sizes)
{
	twdemo_take_back(d);
	d->at.sizes.with = sizes;
	return try_last_sizes(d);
}

/* The sizes that fit the delta best.  The current sizes win a tie. */
static enum fit
best_sizes(struct twdemo *d, enum twdemo_sizes *best)
{
	enum fit fit = try_last_sizes(d);

	*best = d->at.sizes.with;
	for (enum twdemo_sizes s = TWDEMO_AGREED;
	     s <= TWDEMO_EARLIER && fit != FIT_GOOD; s++) {
		enum fit other;

		if (s == *best || !d->at.base.known || !twdemo_may_have(d, s))
			continue;
		other = try_sizes(d, s);
		if (other <= fit)
			continue;
		fit = other;
		*best = s;
	}
	return fit;
}

/* Does the delta also fit if it contains no sizes?  Then an int that was read as a size
   may be a value of an item. */
static bool
fits_without_sizes(struct twdemo *d)
{
	const enum twdemo_sizes best = d->at.sizes.with;
	bool doubtful;

	if (!d->room.delta.reading.carries || best == TWDEMO_ALL ||
	    !twdemo_may_have(d, TWDEMO_ALL))
		return false;
	doubtful = try_sizes(d, TWDEMO_ALL) != FIT_NONE;
	try_sizes(d, best);
	return doubtful;
}

bool
twdemo_find_sizes(struct twdemo *d)
{
	enum twdemo_sizes best;
	const enum fit fit = best_sizes(d, &best);

	if (d->at.sizes.with != best)
		try_sizes(d, best);
	d->at.sizes.doubtful = fit != FIT_NONE && fits_without_sizes(d);
	return fit != FIT_NONE;
}

bool
twdemo_learn_shown(struct twdemo *d, const struct snapshot *s)
{
	struct twdemo_sized *sized = &d->at.sized;

	sized->earlier = sized->shown;
	snapshot_learn(&sized->shown, d->header.protocol, s);
	return sized->shown.differ || sized->shown.more;
}

void
twdemo_learn_sizes(struct twdemo *d, enum twdemo_type type)
{
	d->at.sized.used = d->at.sizes.with;
	if (type == TWDEMO_SNAPSHOT)
		twdemo_learn_shown(d, d->state.now);
	else if (d->room.delta.reading.carries &&
		 d->at.sizes.with != TWDEMO_ALL && !d->at.sizes.doubtful)
		snapshot_note_carried(&d->at.sized.shown, d->header.protocol,
				      &d->room.delta);
}
