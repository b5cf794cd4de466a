/* SPDX-License-Identifier: MIT */
/*
 * sizes.c - the sizes of items that deltas leave out, where a mod has its own (SN-6)
 *
 * Nothing in a demo says which they are.  Each way to read them is tried where a delta
 * does not fit the last one well, and kept while deltas fit.
 */
#include "validator/twdemo/stream.h"

const struct snapshot_sizes *
twdemo_sizes_of(const struct twdemo *d)
{
	if (d->sizes == TWDEMO_AGREED)
		return NULL;
	return d->sizes == TWDEMO_EARLIER ? &d->sized.earlier : &d->sized.shown;
}

bool
twdemo_may_have(const struct twdemo *d, enum twdemo_sizes sizes)
{
	/* TW-5.1: there they differ for another reason. */
	if (d->sixup)
		return sizes == TWDEMO_AGREED;
	switch (sizes) {
	case TWDEMO_LISTED: return d->sized.shown.differ;
	case TWDEMO_ALL: return d->sized.shown.differ || d->sized.shown.more;
	case TWDEMO_EARLIER:
		return d->sized.earlier.differ || d->sized.earlier.more;
	case TWDEMO_AGREED: break;
	}
	return sizes == TWDEMO_AGREED;
}

/* Has the delta at hand an item of another size than full snapshots show? */
static bool
has_odd_size(const struct twdemo *d)
{
	for (uint32_t i = 0; i < d->delta.n_updates; i++) {
		const struct snapshot_update *u = &AT(d->delta.updates, i);

		if (snapshot_is_odd_size(&d->sized.shown, u->type, u->n))
			return true;
	}
	return false;
}

/* NONE: it cannot be read.  ODD: it can, with a size that is another one than full
   snapshots show; these may be values that make sense by chance. */
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
	d->sizes = sizes;
	return try_last_sizes(d);
}

/* The last ones if they are as good as others. */
static enum fit
best_sizes(struct twdemo *d, enum twdemo_sizes *best)
{
	enum fit fit = try_last_sizes(d);

	*best = d->sizes;
	for (enum twdemo_sizes s = TWDEMO_AGREED;
	     s <= TWDEMO_EARLIER && fit != FIT_GOOD; s++) {
		enum fit other;

		if (s == *best || !d->based || !twdemo_may_have(d, s))
			continue;
		other = try_sizes(d, s);
		if (other <= fit)
			continue;
		fit = other;
		*best = s;
	}
	return fit;
}

/* A size in the delta may be a value of an item that has none there. */
static bool
fits_without_sizes(struct twdemo *d)
{
	const enum twdemo_sizes best = d->sizes;
	bool doubtful;

	if (!d->delta.carries || best == TWDEMO_ALL ||
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

	if (d->sizes != best)
		try_sizes(d, best);
	d->doubtful = fit != FIT_NONE && fits_without_sizes(d);
	return fit != FIT_NONE;
}

void
twdemo_learn_sizes(struct twdemo *d, const struct twdemo_chunk *chunk)
{
	bool changed = d->sizes != d->sized.used;

	d->sized.used = d->sizes;
	if (chunk->type == TWDEMO_SNAPSHOT) {
		d->sized.earlier = d->sized.shown;
		snapshot_learn(&d->sized.shown, d->header.protocol, d->now);
		changed |= d->sized.shown.differ || d->sized.shown.more;
	} else if (d->delta.carries && d->sizes != TWDEMO_ALL && !d->doubtful) {
		changed |= snapshot_note_carried(&d->sized.shown,
						 d->header.protocol, &d->delta);
	}
	if (changed)
		d->sized.off = chunk->off;
}

/* There may be a tick in full every five bytes, with nothing between them. */
void
twdemo_note_sizes(struct twdemo *d)
{
	if (d->before_anchor.off != d->sized.off)
		d->before_anchor = d->sized;
}

void
twdemo_forget_sizes(struct twdemo *d)
{
	if (d->before_anchor.off == d->sized.off)
		return;
	d->sized = d->before_anchor;
	d->sizes = d->sized.used;
	d->doubtful = false;
}
