/* SPDX-License-Identifier: MIT */
/* apply.c - applies a delta to a snapshot (SN-4) */
#include "validator/snapshot/delta.h"

/* If a delta changes at least this many of 1,024 declarations, sorting all declarations
   is faster than moving each declaration. */
enum { MANY_DECLARATIONS = 256 };

/* ------------------------------------------------------------- the change */

static void
remember_shape(const struct snapshot *s, struct snapshot_delta *delta)
{
	struct snapshot_shape *before = &delta->before;

	before->n_items = s->n_items;
	before->n_data = s->n_data;
	before->n_slots = s->n_slots;
	before->n_used = s->n_used;
	before->n_declared = s->n_declared;
	if (delta->gone.n || delta->made.n)
		memcpy(before->by_key, s->by_key,
		       s->n_items * sizeof(*s->by_key));
	if (delta->declares)
		memcpy(before->by_uuid, s->by_uuid,
		       s->n_declared * sizeof(*s->by_uuid));
}

static void
take_back_shape(struct snapshot *s, const struct snapshot_delta *delta)
{
	const struct snapshot_shape *before = &delta->before;

	for (uint32_t i = 0; i < delta->gone.n; i++)
		AT(s->gone.word, AT(delta->gone.items, i) / 64) &= ~(
			UINT64_C(1) << (AT(delta->gone.items, i) % 64));
	s->n_items = before->n_items;
	s->n_data = before->n_data;
	s->n_slots = before->n_slots;
	s->n_used = before->n_used;
	s->n_declared = before->n_declared;
	if (delta->gone.n || delta->made.n)
		memcpy(s->by_key, before->by_key,
		       s->n_items * sizeof(*s->by_key));
	if (delta->declares)
		memcpy(s->by_uuid, before->by_uuid,
		       s->n_declared * sizeof(*s->by_uuid));
}

/* If a delta changes 1,000 declarations, sorting takes 0.7 of the time. */
static bool
declares_many(const struct snapshot_delta *delta)
{
	return delta->declares > MANY_DECLARATIONS;
}

static void
take_out(struct snapshot *s, const struct snapshot_delta *delta, bool many)
{
	if (delta->declares && !many)
		for (uint32_t i = 0; i < delta->gone.n; i++)
			snapshot_undeclare(s, AT(delta->gone.items, i));
	if (delta->gone.n)
		snapshot_take_out(s, &delta->gone);
}

/* Returns the item that an update changes, which may be a new item. */
static uint16_t
target(const struct snapshot_delta *delta, uint32_t i, struct snapshot *s,
       enum snapshot_status *status)
{
	const struct snapshot_update *u = &AT(delta->updates, i);

	if (u->first != i)
		return AT(delta->updates, u->first).item;
	if (u->old != SNAPSHOT_NO_ITEM && !snapshot_is_gone(s, u->old))
		return u->old;
	return snapshot_add(s, snapshot_key(u->type, u->id), u->n, status);
}

/* Adds the ints of the update to the ints of the item in the base.  If the delta removed
   the item, the ints of the item are still at their old place. */
static void
set_ints(struct snapshot *s, const struct snapshot_update *u,
	 const struct ints *in)
{
	int32_t *to = snapshot_item_ints(s, u->item, u->n);

	if (u->old == u->item)
		ints_add_to(to, snapshot_update_ints(in, u), u->n);
	else if (u->old == SNAPSHOT_NO_ITEM)
		memcpy(to, snapshot_update_ints(in, u), sizeof(*to) * u->n);
	else
		ints_add(to, snapshot_update_ints(in, u),
			 snapshot_item_ints(s, u->old, u->n), u->n);
}

/* Is this the last update of its item?  Only the last update counts. */
static bool
is_last(const struct snapshot_delta *delta, uint32_t i)
{
	return AT(delta->lasts, AT(delta->updates, i).item) == i;
}

/* `many`: the caller sorts by_uuid later. */
static void
set_all(struct snapshot *s, struct snapshot_delta *delta, const struct ints *in,
	bool many)
{
	for (uint32_t i = 0; i < delta->n_updates; i++) {
		const struct snapshot_update *u = &AT(delta->updates, i);
		const bool declares = u->type == 0 && !many;

		if (!is_last(delta, i))
			continue;
		if (declares && u->old == u->item)
			snapshot_undeclare(s, u->item);
		set_ints(s, u, in);
		if (declares)
			snapshot_declare(s, u->item);
	}
}

/* Adds all items first, because they may not fit.  Then sets the ints of the items. */
static enum snapshot_status
make_changes(const struct snapshot_context *c, struct snapshot *s,
	     struct snapshot_delta *delta, const struct ints *in,
	     uint32_t *failed)
{
	const bool many = declares_many(delta);
	enum snapshot_status status = SNAPSHOT_OK;
	uint32_t kept;

	remember_shape(s, delta);
	for (uint32_t i = 0; i < delta->n_updates; i++) {
		struct snapshot_update *u = &AT(delta->updates, i);

		u->fresh = snapshot_is_fresh(s, u->type);
	}
	take_out(s, delta, many);
	kept = s->n_items;
	for (uint32_t i = 0; i < delta->n_updates; i++) {
		struct snapshot_update *u = &AT(delta->updates, i);

		*failed = i;
		u->item = target(delta, i, s, &status);
		if (u->item == SNAPSHOT_NO_ITEM) {
			take_back_shape(s, delta);
			return status;
		}
		AT(delta->lasts, u->item) = (uint16_t)i;
	}
	if (delta->made.n)
		snapshot_put_in(s, kept, delta);
	set_all(s, delta, in, many);
	if (many)
		snapshot_sort_declarations(s, c->order);
	return SNAPSHOT_OK;
}

void
snapshot_take_back(const struct ints *in, struct snapshot *s,
		   const struct snapshot_delta *delta)
{
	for (uint32_t i = 0; i < delta->n_updates; i++) {
		const struct snapshot_update *u = &AT(delta->updates, i);

		if (u->old == u->item && is_last(delta, i))
			ints_subtract_from(snapshot_item_ints(s, u->item, u->n),
					   snapshot_update_ints(in, u), u->n);
	}
	take_back_shape(s, delta);
}

/* ---------------------------------------------------------------- findings */

/* SN-5: reports types that were new in the snapshot before and still have no
   declaration.  If the first item of such a type is updated, check_updates() has already
   reported the type. */
static void
check_undeclared(const struct snapshot_context *c, const struct snapshot *s,
		 const struct snapshot_delta *delta)
{
	struct snapshot_bits updated = { { 0 } };

	for (uint32_t i = 0; i < delta->n_updates; i++)
		snapshot_set_bit(&updated, AT(delta->updates, i).item);
	for (uint32_t i = 0; i < c->undeclared->n; i++) {
		const int32_t type = AT(c->undeclared->type, i);
		const struct snapshot_item *item = snapshot_find_type(s, type);
		uint32_t uuid[SNAPSHOT_UUID_INTS];

		if (!item || snapshot_uuid(s, type, uuid))
			continue;
		if (!snapshot_bit(&updated, (uint32_t)(item - s->items)))
			snapshot_report(
				c, RULE_snapshot_undeclared,
				SNAPSHOT_AT(0, SNAPSHOT_DELTA_HEAD_INTS, NULL),
				"type %d, as in the snapshot before", type);
	}
}

static void
check_updates(const struct snapshot_context *c, const struct snapshot *s,
	      const struct snapshot_delta *delta)
{
	for (uint32_t i = 0; i < delta->n_updates; i++) {
		const struct snapshot_update *u = &AT(delta->updates, i);

		if (is_last(delta, i))
			snapshot_check_item(
				c, s, u->item,
				&(struct snapshot_origin){
					.head = u->head,
					.first = u->at,
					.sum = u->old != SNAPSHOT_NO_ITEM,
					.fresh = u->fresh,
				});
	}
}

void
snapshot_check_applied(const struct snapshot_context *c,
		       const struct snapshot *s,
		       const struct snapshot_delta *delta)
{
	check_updates(c, s, delta);
	if (c->undeclared && c->undeclared->n)
		check_undeclared(c, s, delta);
}

static void
report_no_room(const struct snapshot_context *c,
	       const struct snapshot_update *u, bool many)
{
	snapshot_report(c,
			many ? RULE_snapshot_result_too_many
			     : RULE_snapshot_result_too_big,
			SNAPSHOT_AT(u->head, 2, NULL),
			"type %d, id %d, which does not fit" WANTED "%s",
			u->type, u->id,
			many ? "up to 1024 items" : "up to 65536 bytes");
}

bool
snapshot_apply(const struct snapshot_context *c, const struct ints *in,
	       struct snapshot *s, struct snapshot_delta *delta)
{
	uint32_t failed = 0;
	const enum snapshot_status status = make_changes(c, s, delta, in,
							 &failed);

	if (status != SNAPSHOT_OK) {
		report_no_room(c, &AT(delta->updates, failed),
			       status == SNAPSHOT_TOO_MANY);
		return false;
	}
	snapshot_check_applied(c, s, delta);
	return true;
}

static void
copy(const struct snapshot *from, struct snapshot *to)
{
	snapshot_clear(to);
	to->n_items = to->n_slots = from->n_items;
	to->n_data = to->n_used = from->n_data;
	to->n_declared = from->n_declared;
	to->unique = from->unique;
	memcpy(to->items, from->items, from->n_items * sizeof(*to->items));
	memcpy(to->by_key, from->by_key, from->n_items * sizeof(*to->by_key));
	memcpy(to->by_uuid, from->by_uuid,
	       from->n_declared * sizeof(*to->by_uuid));
	memcpy(to->data, from->data, from->n_data * sizeof(*to->data));
}

bool
snapshot_advance(const struct snapshot_context *c, const struct ints *in,
		 const struct snapshot *base, struct snapshot_delta *delta,
		 struct snapshot *out)
{
	copy(base, out);
	if (!snapshot_apply(c, in, out, delta))
		return false;
	if (out->n_slots == out->n_items)
		return true;
	snapshot_pack(out, delta);
	for (uint32_t i = 0; i < delta->n_updates; i++) {
		struct snapshot_update *u = &AT(delta->updates, i);

		u->item = AT(delta->moved, u->item);
	}
	return true;
}
