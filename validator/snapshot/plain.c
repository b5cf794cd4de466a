/* SPDX-License-Identifier: MIT */
/*
 * plain.c - applies deltas that are plainly clean in place (SN-4)
 *
 * Nearly all deltas of a demo change items of the snapshot before, and have no finding.
 * This file adds each update at once, and copies only new items.  When in doubt, this
 * file undoes all changes.  Then delta.c and apply.c read the delta with the full check.
 */
#include "validator/core/always.h"
#include "validator/snapshot/delta.h"
#include "validator/snapshot/finder.h"

enum { HEAD = SNAPSHOT_DELTA_HEAD_INTS, REMEMBERED_TYPES = 8 };

/* The checks for items of a type, which are kept while a delta is read. */
struct plain_type {
	int32_t type;
	uint32_t size; /* size of the items; 0: deltas contain the size */
	bool ranged;   /* the values have ranges */
	const struct snapshot_kind *kind; /* NULL: the type is not known by
	                                     UUID */
};

struct plain {
	const struct snapshot_context *c;
	const struct ints *in;
	struct snapshot *s;
	struct snapshot_delta *room;
	int32_t tick;
	struct snapshot_finder finder;
	struct snapshot_bits touched; /* items that are removed or updated */
	uint32_t gone_ints, new_ints;
	int32_t last_new; /* the key of the last new item, or 0 */
	struct plain_type types[REMEMBERED_TYPES];
};

/* ----------------------------------------------------------------- types */

/* Finds the checks for a type.  False: an item of that type would be a finding. */
static bool
learn_type(const struct plain *p, int32_t type, struct plain_type *t)
{
	const enum dfk_protocol protocol = p->c->protocol;

	t->size = snapshot_size_of(p->c, type);
	p->room->reading.carries |= t->size == 0 && type < SNAPSHOT_SIZED_TYPES;
	t->kind = NULL;
	/* If a mod has changed a type, the fields of the type are not known. */
	t->ranged = protocol == DFK_PROTOCOL_06 &&
		    t->size == snapshot_agreed_size(protocol, type);
	if (type >= SNAPSHOT_FIRST_UUID_TYPE) {
		uint32_t uuid[SNAPSHOT_UUID_INTS];

		if (!snapshot_uuid(p->s, type, uuid))
			return false;
		t->kind = snapshot_find_kind(uuid);
	}
	t->type = type;
	return true;
}

/* Returns the checks for a type.  NULL: an item of that type would be a finding. */
static const struct plain_type *
type_of(struct plain *p, int32_t type)
{
	struct plain_type *t = &AT(p->types, (uint32_t)type % REMEMBERED_TYPES);

	return t->type == type || learn_type(p, type, t) ? t : NULL;
}

/* --------------------------------------------------------------- updates */

/* Marks an item.  False: the item was marked before. */
static bool
mark(struct snapshot_bits *bits, uint32_t item)
{
	const bool fresh = !snapshot_bit(bits, item);

	snapshot_set_bit(bits, item);
	return fresh;
}

static bool
are_usual(const struct plain *p, const struct plain_type *t,
	  const struct snapshot_update *u, const int32_t *values)
{
	return !t->ranged ||
	       snapshot_is_usual(u->type, u->id, values, u->n, p->tick);
}

/* This function is not inline, because gcc uses no vectors for the loop inside the
   caller.  Nine of ten updates change a character, whose size is a constant here. */
__attribute__((noinline)) static bool
add_ints(int32_t *restrict to, const int32_t *restrict ints, size_t n)
{
	enum { CHARACTER_INTS = 22 };

	return n == CHARACTER_INTS ? ints_add_to(to, ints, CHARACTER_INTS)
				   : ints_add_to(to, ints, n);
}

/* Adds an update to its item.  False: there may be a finding, and nothing was added. */
static bool
add_to_item(struct plain *p, const struct plain_type *t,
	    const struct snapshot_update *u)
{
	const int32_t *ints = snapshot_update_ints(p->in, u);
	int32_t *values;

	if (AT(p->s->items, u->old).n != u->n || !mark(&p->touched, u->old))
		return false;
	values = snapshot_item_ints(p->s, u->old, u->n);
	/* Then the sum is undone. */
	if (add_ints(values, ints, u->n) && are_usual(p, t, u, values))
		return true;
	ints_subtract_from(values, ints, u->n);
	return false;
}

/* Notes that update i makes an item.  False: the same new key came twice in a row. */
static bool
add_new(struct plain *p, uint32_t i)
{
	const struct snapshot_update *u = &AT(p->room->updates, i);
	const int32_t key = snapshot_key(u->type, u->id);

	if (p->room->made.n == SNAPSHOT_MAX_ITEMS || key == p->last_new)
		return false;
	p->last_new = key;
	p->new_ints += u->n;
	AT(p->room->sorting.loose, p->room->made.n) = (uint16_t)i;
	p->room->made.n++;
	return true;
}

/* Applies update i at *at, and moves *at behind the update.  False: there may be a
   finding. */
static inline bool
take_update(struct plain *p, uint32_t i, uint32_t *at)
{
	struct snapshot_update *u = &AT(p->room->updates, i);
	const uint32_t left = p->in->n - *at;
	const struct plain_type *t;
	uint32_t n, head = 2;

	if (left < 3)
		return false;
	u->type = AT(p->in->at, *at);
	u->id = AT(p->in->at, *at + 1);
	if (u->type <= 0 || u->type > SNAPSHOT_LAST_TYPE || u->id < 0 ||
	    u->id > 0xffff)
		return false;
	t = type_of(p, u->type);
	if (!t)
		return false;
	n = t->size ? t->size : (uint32_t)AT(p->in->at, *at + head++);
	if (n > left - head || !snapshot_kind_has(t->kind, n))
		return false;
	u->at = (uint16_t)(*at + head);
	u->n = (uint16_t)n;
	*at += head + n;
	u->old = snapshot_find_next(&p->finder, snapshot_key(u->type, u->id));
	if (u->old != SNAPSHOT_NO_ITEM)
		return add_to_item(p, t, u);
	return add_new(p, i) &&
	       are_usual(p, t, u, snapshot_update_ints(p->in, u));
}

/* Undoes the first n updates. */
static void
subtract_updates(const struct plain *p, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		const struct snapshot_update *u = &AT(p->room->updates, i);

		if (u->old != SNAPSHOT_NO_ITEM)
			ints_subtract_from(
				snapshot_item_ints(p->s, u->old, u->n),
				snapshot_update_ints(p->in, u), u->n);
	}
}

/* Sorts the updates that make an item by their keys.  False: two keys are equal. */
static bool
sort_new(struct plain *p)
{
	struct snapshot_delta *d = p->room;
	struct order *o = p->c->order;

	order_open(o, d->made.n);
	for (uint32_t i = 0; i < d->made.n; i++) {
		const struct snapshot_update *u = &AT(d->updates,
						      AT(d->sorting.loose, i));

		AT(o->key, i) = (uint32_t)snapshot_key(u->type, u->id);
	}
	order_sort(o);
	for (uint32_t i = 0; i < d->made.n; i++) {
		AT(d->made.updates, i) = AT(d->sorting.loose, AT(o->at, i));
		if (i > 0 &&
		    AT(o->key, AT(o->at, i - 1)) == AT(o->key, AT(o->at, i)))
			return false;
	}
	return true;
}

/* Does the result fit into a snapshot, by the limits of snapshot_add()? */
static bool
result_fits(const struct plain *p)
{
	const uint32_t items = p->s->n_items - p->room->n_removed +
			       p->room->made.n;
	const uint32_t data = p->s->n_data - p->gone_ints + p->new_ints;

	return items <= SNAPSHOT_MAX_ITEMS &&
	       SNAPSHOT_HEAD_INTS + 2 * items + data <= INTS_MAX;
}

/* Reads the removed keys.  False: a declaration is removed, so other items may then lack
   a declaration. */
static bool
read_removed(struct plain *p)
{
	for (uint32_t i = 0; i < p->room->n_removed; i++) {
		const int32_t key = AT(p->in->at, HEAD + i);
		uint16_t item;

		if (snapshot_type(key) == 0 ||
		    snapshot_type(key) > SNAPSHOT_LAST_TYPE)
			return false;
		item = snapshot_find_next(&p->finder, key);
		if (item == SNAPSHOT_NO_ITEM || !mark(&p->touched, item))
			return false;
		AT(p->room->gone.items, i) = item;
		p->gone_ints += AT(p->s->items, item).n;
	}
	p->finder.next = 0;
	return true;
}

/* Reads the counts.  A key or a type follows them.  Servers wrote types of 0.7 below
   0. */
static bool
read_counts(const struct ints *in, struct snapshot_delta *room)
{
	if (in->n <= HEAD || AT(in->at, HEAD) < 0)
		return false;
	const int32_t n_removed = AT(in->at, 0), n_updates = AT(in->at, 1);

	if (n_removed < 0 || n_updates < 0 || AT(in->at, 2) != 0 ||
	    (n_removed == 0 && n_updates == 0) ||
	    (uint32_t)n_removed > in->n - HEAD)
		return false;
	room->n_removed = (uint32_t)n_removed;
	room->n_updates = (uint32_t)n_updates;
	room->made.n = 0;
	room->reading.carries = false;
	return true;
}

static bool
take_updates(struct plain *p)
{
	const uint32_t n = p->room->n_updates;
	uint32_t at = HEAD + p->room->n_removed, i = 0;

	while (i < n && take_update(p, i, &at))
		i++;
	if (i == n && at == p->in->n && sort_new(p) && result_fits(p))
		return true;
	subtract_updates(p, i);
	return false;
}

/* Puts the new items into the snapshot. */
static void
put_in(const struct plain *p)
{
	struct snapshot *s = p->s;
	const uint32_t n = s->n_items;

	for (uint32_t i = 0; i < p->room->made.n; i++) {
		struct snapshot_update *u = &AT(p->room->updates,
						AT(p->room->sorting.loose, i));
		enum snapshot_status status;

		u->item = snapshot_add(s, snapshot_key(u->type, u->id), u->n,
				       &status);
		if (NEVER(u->item == SNAPSHOT_NO_ITEM))
			return;
		memcpy(snapshot_item_ints(p->s, u->item, u->n),
		       snapshot_update_ints(p->in, u), sizeof(*s->data) * u->n);
	}
	snapshot_put_in(s, n, p->room);
}

static bool
advance_in_place(const struct snapshot_context *c, const struct ints *in,
		 struct snapshot *s, struct snapshot_delta *room)
{
	struct plain p = {
		.c = c,
		.in = in,
		.s = s,
		.room = room,
		.tick = c->tick >= 0 ? c->tick : INT32_MAX,
		.finder = { .base = s },
	};

	if (!read_removed(&p) || !take_updates(&p))
		return false;
	room->gone.n = room->n_removed;
	if (room->gone.n)
		snapshot_take_out(s, &room->gone);
	if (room->made.n)
		put_in(&p);
	return true;
}

bool
snapshot_advance_plain(const struct snapshot_context *c, const struct ints *in,
		       struct snapshot *s, struct snapshot_delta *room)
{
	return s->unique && !(c->undeclared && c->undeclared->n) &&
	       read_counts(in, room) && advance_in_place(c, in, s, room);
}
