/* SPDX-License-Identifier: MIT */
/* apply.c - from a snapshot and a delta to the next snapshot (SN-4) */
#include "validator/core/always.h"
#include "validator/snapshot/snapshot.h"

/* Where items of the base went. */
struct moves {
	uint16_t old[SNAPSHOT_MAX_ITEMS];
};

static enum snapshot_status
keep(const struct snapshot *base, const struct snapshot_delta *delta,
     struct snapshot *out, struct moves *moves)
{
	enum snapshot_status status = SNAPSHOT_OK;

	for (uint32_t i = 0; i < base->n_items; i++) {
		const struct snapshot_item *item = &AT(base->items, i);
		uint16_t to = SNAPSHOT_NO_ITEM;

		if (!AT(delta->removed.item, i)) {
			to = snapshot_add(out, item->key, item->n, &status);
			if (NEVER(to == SNAPSHOT_NO_ITEM))
				return status;
			for (uint32_t k = 0; k < item->n; k++)
				*snapshot_value(out, &AT(out->items, to),
						k) = snapshot_get(base, item,
								  k);
		}
		AT(moves->old, i) = to;
	}
	return status;
}

/* The item that an update is about, which may be new. */
static uint16_t
target(const struct snapshot_delta *delta, uint32_t i, struct snapshot *out,
       const struct moves *moves, enum snapshot_status *status)
{
	const struct snapshot_update *u = &AT(delta->updates, i);

	if (u->first != i)
		return AT(delta->updates, u->first).item;
	if (u->old != SNAPSHOT_NO_ITEM &&
	    AT(moves->old, u->old) != SNAPSHOT_NO_ITEM)
		return AT(moves->old, u->old);
	return snapshot_add(out, snapshot_key(u->type, u->id), u->n, status);
}

enum snapshot_status
snapshot_apply(const struct snapshot *base, struct snapshot_delta *delta,
	       const struct ints *in, struct order *order, struct snapshot *out,
	       uint32_t *failed)
{
	struct moves moves;
	enum snapshot_status status;

	snapshot_clear(out);
	*failed = 0;
	status = keep(base, delta, out, &moves);
	if (NEVER(status != SNAPSHOT_OK))
		return status;
	for (uint32_t i = 0; i < delta->n_updates; i++) {
		struct snapshot_update *u = &AT(delta->updates, i);
		const uint16_t to = target(delta, i, out, &moves, &status);

		*failed = i;
		if (to == SNAPSHOT_NO_ITEM)
			return status;
		u->item = to;
		for (uint32_t k = 0; k < u->n; k++) {
			uint32_t value = (uint32_t)AT(in->at, u->at + k);

			/* The sum wraps, and counts from the base even where
			   the item was removed or updated before. */
			if (u->old != SNAPSHOT_NO_ITEM)
				value += (uint32_t)snapshot_get(
					base, &AT(base->items, u->old), k);
			*snapshot_value(out, &AT(out->items, to),
					k) = (int32_t)value;
		}
	}
	snapshot_sort(out, order);
	return status;
}

static bool
is_updated(const struct snapshot_delta *delta, uint16_t item)
{
	for (uint32_t i = 0; i < delta->n_updates; i++)
		if (AT(delta->updates, i).item == item)
			return true;
	return false;
}

/* SN-5: types that the base did not declare, and that nothing declares now.  An
   update of their first item is looked at with the others. */
static void
check_undeclared(const struct snapshot_context *c, const struct snapshot *s,
		 const struct snapshot_delta *delta,
		 const struct snapshot *base)
{
	int32_t last = 0;

	for (uint32_t i = 0; i < s->n_items; i++) {
		const uint16_t item = AT(s->by_key, i);
		const int32_t type = snapshot_type(AT(s->items, item).key);
		uint32_t uuid[SNAPSHOT_UUID_INTS];

		if (type == last || type < SNAPSHOT_FIRST_UUID_TYPE ||
		    type > SNAPSHOT_LAST_TYPE)
			continue;
		last = type;
		if (!snapshot_uuid(s, type, uuid) &&
		    snapshot_find_type(base, type) && !is_updated(delta, item))
			snapshot_report(
				c, RULE_snapshot_undeclared,
				SNAPSHOT_AT(0, SNAPSHOT_DELTA_HEAD_INTS, NULL),
				"type %d, as in the snapshot before", type);
	}
}

struct last {
	uint16_t update[SNAPSHOT_MAX_ITEMS];
};

/* What an item is comes from the last update of it. */
static void
check_updates(const struct snapshot_context *c, const struct snapshot *s,
	      const struct snapshot_delta *delta)
{
	struct snapshot_marks twice = { { false } };
	struct last last;
	bool declares = false;

	for (uint32_t i = 0; i < delta->n_updates; i++) {
		const struct snapshot_update *u = &AT(delta->updates, i);

		AT(last.update, u->item) = (uint16_t)i;
		declares |= u->type == 0;
	}
	if (declares)
		snapshot_mark_twice(s, c->order, &twice);
	for (uint32_t i = 0; i < delta->n_updates; i++) {
		const struct snapshot_update *u = &AT(delta->updates, i);

		if (AT(last.update, u->item) == i)
			snapshot_check_item(
				c, s, u->item,
				&(struct snapshot_origin){
					.head = u->head,
					.first = u->at,
					.sum = u->old != SNAPSHOT_NO_ITEM,
				},
				&twice);
	}
}

bool
snapshot_advance(const struct snapshot_context *c, const struct ints *in,
		 const struct snapshot *base, struct snapshot_delta *delta,
		 struct snapshot *out)
{
	uint32_t failed;
	const enum snapshot_status status = snapshot_apply(
		base, delta, in, c->order, out, &failed);
	const bool many = status == SNAPSHOT_TOO_MANY;

	if (status == SNAPSHOT_OK) {
		check_updates(c, out, delta);
		if (c->undeclared)
			check_undeclared(c, out, delta, base);
		return true;
	}
	snapshot_report(c,
			many ? RULE_snapshot_result_too_many
			     : RULE_snapshot_result_too_big,
			SNAPSHOT_AT(AT(delta->updates, failed).head, 2, NULL),
			"type %d, id %d does not fit" WANTED "%s",
			AT(delta->updates, failed).type,
			AT(delta->updates, failed).id,
			many ? "up to 1024 items" : "up to 65536 bytes");
	return false;
}
