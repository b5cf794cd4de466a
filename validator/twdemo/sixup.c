/* SPDX-License-Identifier: MIT */
/*
 * sixup.c - removes items of 0.7 from a server's demo of 0.6 (TW-5.1)
 *
 * Servers of DDNet 14.0 to 15.9.1 wrote items of 0.7 with the negative of their type.
 * Deltas have a size for each such item, so all other items can be read.
 */
#include "validator/twdemo/stream.h"

/* The types of 0.7 are 1 to 24.  Some of them have no fixed size. */
enum { LAST_TYPE = 24 };

/* Is this negative type the negative of a type of 0.7? */
static bool
is_sixup_type(int32_t type)
{
	return type >= -LAST_TYPE;
}

/* Can an item of this negative type with n ints be an item of 0.7? */
static bool
is_sixup(int32_t type, uint32_t n)
{
	uint32_t agreed;

	if (!is_sixup_type(type))
		return false;
	agreed = snapshot_agreed_size(DFK_PROTOCOL_07, -type);
	return agreed == 0 || agreed == n;
}

static int32_t
signed_type(int32_t key)
{
	return (int16_t)snapshot_type(key);
}

/* Does each int of the payload belong to the snapshot?  Other ints would be dropped
   without a finding. */
static bool
takes_all(const struct twdemo *d, const struct snapshot *s)
{
	return d->room.payload.ints.n ==
	       SNAPSHOT_HEAD_INTS + 2 * s->n_items + s->n_data;
}

/* Writes the snapshot without items of 0.7.  Returns the number of removed items. 0:
   there are no such items, or the snapshot has another defect. */
static uint32_t
clean_snapshot(struct twdemo *d, struct ints *out)
{
	const struct snapshot *s = d->state.next;
	enum snapshot_status status = SNAPSHOT_OK;
	uint32_t removed = 0;

	if (!takes_all(d, s))
		return 0;
	snapshot_clear(&d->room.probe);
	for (uint32_t i = 0; i < s->n_items; i++) {
		const struct snapshot_item *item = &AT(s->items, i);
		uint16_t to;

		if (item->key < 0) {
			if (!is_sixup(signed_type(item->key), item->n))
				return 0;
			removed++;
			continue;
		}
		to = snapshot_add(&d->room.probe, item->key, item->n, &status);
		for (uint32_t k = 0; k < item->n; k++)
			*snapshot_value(&d->room.probe, &AT(d->room.probe.items, to),
					k) = snapshot_get(s, item, k);
	}
	snapshot_write(&d->room.probe, out);
	return removed;
}

/* Writes the delta without items of 0.7.  The result is like that of clean_snapshot(). */
static uint32_t
clean_delta(struct twdemo *d, struct ints *out)
{
	const struct snapshot_delta *delta = &d->room.delta;
	const struct ints *in = &d->room.payload.ints;
	uint32_t removed = 0, keys = 0;

	if (delta->reading.end != in->n)
		return 0;
	out->n = 0;
	for (uint32_t i = 0; i < SNAPSHOT_DELTA_HEAD_INTS; i++)
		ints_put(out, AT(in->at, i));
	for (uint32_t i = 0; i < delta->n_removed; i++) {
		const int32_t key = AT(in->at, SNAPSHOT_DELTA_HEAD_INTS + i);

		if (key >= 0)
			ints_put(out, key);
		else if (is_sixup_type(signed_type(key)))
			keys++;
		else
			return 0;
	}
	for (uint32_t i = 0; i < delta->n_updates; i++) {
		const struct snapshot_update *u = &AT(delta->updates, i);

		if (u->type >= 0) {
			for (uint32_t k = u->head; k < (uint32_t)u->at + u->n;
			     k++)
				ints_put(out, AT(in->at, k));
		} else if (is_sixup(u->type, u->n)) {
			removed++;
		} else {
			return 0;
		}
	}
	AT(out->at, 0) -= (int32_t)keys;
	AT(out->at, 1) -= (int32_t)removed;
	return removed + keys;
}

bool
twdemo_clean_sixup(struct twdemo *d, const struct twdemo_chunk *chunk)
{
	const uint64_t bytes = twdemo_chunk_bytes(chunk);
	uint32_t removed;
	size_t n;

	if (d->header.client || d->header.protocol != DFK_PROTOCOL_06)
		return false;
	removed = chunk->type == TWDEMO_SNAPSHOT
			  ? clean_snapshot(d, &d->room.tried.ints)
			  : clean_delta(d, &d->room.tried.ints);
	if (removed == 0)
		return false;
	n = twdemo_pack(chunk->type, &d->room.tried.ints, &d->room.tried, d->room.coded);
	if (n == 0)
		return false;
	/* Only the used ints are copied, because the whole array has 64 KiB for each
	   chunk. */
	d->room.payload.ints.n = d->room.tried.ints.n;
	memcpy(d->room.payload.ints.at, d->room.tried.ints.at,
	       d->room.tried.ints.n * sizeof(*d->room.tried.ints.at));
	struct fix fix = fix_replace(chunk->off, bytes,
				     (struct span){ d->room.coded, n });

	fix.lossy = true;
	fix.mark = twdemo_cut(d, chunk->off);
	d->at.sixup = true;
	report(d->report, RULE_twdemo_sixup_items,
	       &(struct site){ .off = chunk->off, .len = bytes, .fix = fix },
	       "%u item%s or key%s with a negative type", removed,
	       removed == 1 ? "" : "s", removed == 1 ? "" : "s");
	return true;
}
