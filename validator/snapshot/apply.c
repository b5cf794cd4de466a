/* SPDX-License-Identifier: MIT */
/* apply.c - from a snapshot and a delta to the next snapshot (SN-4) */
#include "validator/snapshot/snapshot.h"

/* Where an item of the base went: the first of them are where they were. */
static uint16_t
moved(const struct snapshot_delta *delta, uint16_t item)
{
	return item < delta->n_before ? item : AT(delta->moved, item);
}

static void
keep_data(const struct snapshot *base, uint32_t first, uint32_t n,
	  struct snapshot *out)
{
	const size_t size = sizeof(*out->data) * n;

	memcpy(room_at(out->data, sizeof(out->data),
		       sizeof(*out->data) * out->n_data, size),
	       bytes_at(base->data, sizeof(base->data),
			sizeof(*base->data) * first, size),
	       size);
	out->n_data += n;
}

/* Items that stay, from `from` up to `to`; their ints follow each other. */
static void
keep_run(const struct snapshot *base, uint32_t from, uint32_t to,
	 struct snapshot *out, struct snapshot_delta *delta)
{
	const uint32_t first = AT(base->items, from).start;
	const uint32_t start = out->n_data;
	uint32_t n = 0;

	for (uint32_t i = from; i < to; i++) {
		struct snapshot_item item = AT(base->items, i);

		item.start = (uint16_t)(item.start - first + start);
		n += item.n;
		AT(delta->moved, i) = (uint16_t)out->n_items;
		AT(out->items, out->n_items) = item;
		out->n_items++;
	}
	keep_data(base, first, n, out);
}

/* Those before the first that is removed, which are most of them. */
static void
keep_before(const struct snapshot *base, uint32_t n, struct snapshot *out)
{
	memcpy(out->items, base->items, sizeof(*out->items) * n);
	out->n_items = n;
	keep_data(base, 0,
		  n < base->n_items ? AT(base->items, n).start : base->n_data,
		  out);
}

static void
keep(const struct snapshot *base, struct snapshot_delta *delta,
     struct snapshot *out)
{
	uint32_t from = delta->n_before;

	keep_before(base, delta->n_before, out);
	for (uint32_t i = from; i < base->n_items; i++) {
		if (!AT(delta->removed.item, i))
			continue;
		if (from < i)
			keep_run(base, from, i, out, delta);
		AT(delta->moved, i) = SNAPSHOT_NO_ITEM;
		from = i + 1;
	}
	if (from < base->n_items)
		keep_run(base, from, base->n_items, out, delta);
}

/* The item that an update is about, which may be new. */
static uint16_t
target(const struct snapshot_delta *delta, uint32_t i, struct snapshot *out,
       enum snapshot_status *status)
{
	const struct snapshot_update *u = &AT(delta->updates, i);

	if (u->first != i)
		return AT(delta->updates, u->first).item;
	if (u->old != SNAPSHOT_NO_ITEM &&
	    moved(delta, u->old) != SNAPSHOT_NO_ITEM)
		return moved(delta, u->old);
	return snapshot_add(out, snapshot_key(u->type, u->id), u->n, status);
}

/* Sets the ints of an item: those of the update, which count from the base, even
   where the item was removed or updated before. */
static void
change(const struct snapshot *base, const struct snapshot_update *u,
       const struct ints *in, struct snapshot *out)
{
	const size_t one = sizeof(*in->at), size = one * u->n;
	int32_t *to = room_at(out->data, sizeof(out->data),
			      one * AT(out->items, u->item).start, size);
	const int32_t *from = bytes_at(in->at, sizeof(in->at), one * u->at,
				       size);

	if (u->old == SNAPSHOT_NO_ITEM)
		memcpy(to, from, size);
	else
		ints_add(to, from,
			 bytes_at(base->data, sizeof(base->data),
				  one * AT(base->items, u->old).start, size),
			 u->n);
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
      struct snapshot *out)
{
	uint32_t n = 0, next = 0;

	out->unique = base->unique;
	if (delta->n_new == 0 && delta->n_before == base->n_items) {
		memcpy(out->by_key, base->by_key,
		       sizeof(*out->by_key) * base->n_items);
		return;
	}
	for (uint32_t i = 0; i < base->n_items; i++) {
		const uint16_t item = moved(delta, AT(base->by_key, i));

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
	enum snapshot_status status = SNAPSHOT_OK;

	snapshot_clear(out);
	keep(base, delta, out);
	for (uint32_t i = 0; i < delta->n_updates; i++) {
		struct snapshot_update *u = &AT(delta->updates, i);

		*failed = i;
		u->item = target(delta, i, out, &status);
		if (u->item == SNAPSHOT_NO_ITEM)
			return status;
		change(base, u, in, out);
	}
	merge(base, delta, out);
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

/* What an item is comes from the last update of it. */
static void
check_lasts(const struct snapshot_context *c, const struct snapshot *s,
	    const struct snapshot_delta *delta,
	    const struct snapshot_marks *twice)
{
	for (uint32_t i = 0; i < delta->n_updates; i++) {
		const struct snapshot_update *u = &AT(delta->updates, i);

		if (AT(delta->lasts, u->item) == i)
			snapshot_check_item(
				c, s, u->item,
				&(struct snapshot_origin){
					.head = u->head,
					.first = u->at,
					.sum = u->old != SNAPSHOT_NO_ITEM,
				},
				twice);
	}
}

static void
check_updates(const struct snapshot_context *c, const struct snapshot *s,
	      struct snapshot_delta *delta)
{
	static const struct snapshot_marks none;
	bool declares = false;

	for (uint32_t i = 0; i < delta->n_updates; i++) {
		const struct snapshot_update *u = &AT(delta->updates, i);

		AT(delta->lasts, u->item) = (uint16_t)i;
		declares |= u->type == 0;
	}
	if (declares) {
		struct snapshot_marks twice;

		snapshot_mark_twice(s, c->order, &twice);
		check_lasts(c, s, delta, &twice);
	} else {
		check_lasts(c, s, delta, &none);
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
