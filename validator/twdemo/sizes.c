/* SPDX-License-Identifier: MIT */
/*
 * sizes.c - the sizes of items that deltas leave out, where a mod has its own (SN-6)
 *
 * Nothing in a demo says which they are.  Each way to read them is tried where a delta
 * does not fit the last one, and kept while deltas fit.
 */
#include "validator/twdemo/stream.h"

const struct snapshot_sizes *
twdemo_sizes_of(const struct twdemo *d)
{
	switch (d->sizes) {
	case TWDEMO_LISTED: return &d->listed;
	case TWDEMO_ALL: return &d->all;
	case TWDEMO_AGREED:
	case TWDEMO_TABLES: break;
	}
	return NULL;
}

bool
twdemo_may_have(const struct twdemo *d, enum twdemo_sizes sizes)
{
	/* TW-5.1: there they differ for another reason. */
	if (sizes == TWDEMO_AGREED || d->sixup)
		return sizes == TWDEMO_AGREED;
	return sizes == TWDEMO_LISTED ? d->listed.differ : d->all.differ;
}

void
twdemo_learn_sizes(struct twdemo *d)
{
	snapshot_learn(&d->listed, d->header.protocol, d->now, false);
	snapshot_learn(&d->all, d->header.protocol, d->now, true);
}

bool
twdemo_is_odd(const struct twdemo *d)
{
	for (uint32_t i = 0; i < d->delta.n_updates; i++) {
		const struct snapshot_update *u = &AT(d->delta.updates, i);

		if (snapshot_is_odd_size(&d->all, u->type, u->n))
			return true;
	}
	return false;
}
