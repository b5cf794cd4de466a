/* SPDX-License-Identifier: MIT */
/* apply.c - from a snapshot and a delta to the next snapshot (SN-4) */
#include "validator/snapshot/snapshot.h"

/* Where items of the base went. */
struct moves {
	uint16_t old[SNAPSHOT_MAX_ITEMS];
};

/* Items that stay, from `from` up to `to`; their ints follow each other. */
static void
keep_run(const struct snapshot *base, uint32_t from, uint32_t to,
	 struct snapshot *out, struct moves *moves)
{
	const uint32_t first = AT(base->items, from).start;
	const uint32_t start = out->n_data;
	size_t size;

	for (uint32_t i = from; i < to; i++) {
		struct snapshot_item item = AT(base->items, i);

		item.start = (uint16_t)(item.start - first + start);
		out->n_data += item.n;
		AT(moves->old, i) = (uint16_t)out->n_items;
		AT(out->items, out->n_items) = item;
		out->n_items++;
	}
	size = sizeof(*out->data) * (out->n_data - start);
	memcpy(room_at(out->data, sizeof(out->data), sizeof(*out->data) * start,
		       size),
	       bytes_at(base->data, sizeof(base->data),
			sizeof(*base->data) * first, size),
	       size);
}

static void
keep(const struct snapshot *base, const struct snapshot_delta *delta,
     struct snapshot *out, struct moves *moves)
{
	uint32_t from = 0;

	for (uint32_t i = 0; i < base->n_items; i++) {
		if (!AT(delta->removed.item, i))
			continue;
		if (from < i)
			keep_run(base, from, i, out, moves);
		AT(moves->old, i) = SNAPSHOT_NO_ITEM;
		from = i + 1;
	}
	if (from < base->n_items)
		keep_run(base, from, base->n_items, out, moves);
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

/* Sets the ints of an item: those of the update, which count from the base. */
static void
change(const struct snapshot *base, const struct snapshot_update *u,
       const struct ints *in, struct snapshot *out)
{
	const uint32_t start = AT(out->items, u->item).start;
	const size_t size = sizeof(*in->at) * u->n;

	memcpy(room_at(out->data, sizeof(out->data), sizeof(*out->data) * start,
		       size),
	       bytes_at(in->at, sizeof(in->at), sizeof(*in->at) * u->at, size),
	       size);
	/* Even where the item was removed or updated before. */
	if (u->old == SNAPSHOT_NO_ITEM)
		return;
	const uint32_t old = AT(base->items, u->old).start;

	for (uint32_t k = 0; k < u->n; k++) {
		int32_t *value = &AT(out->data, start + k);

		*value = (int32_t)((uint32_t)*value +
				   (uint32_t)AT(base->data,
						old + k)); /* wraps */
	}
}

static uint32_t
key_of(const struct snapshot *s, uint16_t item)
{
	return (uint32_t)AT(s->items, item).key;
}

/*
 * Sorts the result.  What it has from the base is sorted there, and what is new
 * is sorted in the delta:
 *
 *   base    | key 3 | key 5, removed | key 9 | ...
 *   delta           | key 4 | ...
 *   out     | key 3 | key 4 | key 9 | ...
 */
static void
merge(const struct snapshot *base, const struct snapshot_delta *delta,
      const struct moves *moves, struct snapshot *out)
{
	uint32_t n = 0, next = 0;

	for (uint32_t i = 0; i < base->n_items; i++) {
		const uint16_t item = AT(moves->old, AT(base->by_key, i));

		if (item == SNAPSHOT_NO_ITEM)
			continue;
		for (; next < delta->n_new; next++) {
			const uint16_t update = AT(delta->new_updates, next);
			const uint16_t made = AT(delta->updates, update).item;

			if (key_of(out, made) > key_of(out, item))
				break;
			AT(out->by_key, n++) = made;
		}
		AT(out->by_key, n++) = item;
	}
	for (; next < delta->n_new; next++)
		AT(out->by_key,
		   n++) = AT(delta->updates, AT(delta->new_updates, next)).item;
}

enum snapshot_status
snapshot_apply(const struct snapshot *base, struct snapshot_delta *delta,
	       const struct ints *in, struct snapshot *out, uint32_t *failed)
{
	struct moves moves;
	enum snapshot_status status = SNAPSHOT_OK;

	snapshot_clear(out);
	keep(base, delta, out, &moves);
	for (uint32_t i = 0; i < delta->n_updates; i++) {
		struct snapshot_update *u = &AT(delta->updates, i);

		*failed = i;
		u->item = target(delta, i, out, &moves, &status);
		if (u->item == SNAPSHOT_NO_ITEM)
			return status;
		change(base, u, in, out);
	}
	merge(base, delta, &moves, out);
	return SNAPSHOT_OK;
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
	uint32_t failed = 0;
	const enum snapshot_status status = snapshot_apply(base, delta, in, out,
							   &failed);
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
