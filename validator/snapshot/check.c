/* SPDX-License-Identifier: MIT */
/* check.c - defects of the items of a snapshot (SN-9) */
#include <stdio.h>

#include "validator/snapshot/snapshot.h"

/* A checked item, and the places of its ints. */
struct subject {
	const struct snapshot_context *c;
	const struct snapshot *s;
	const struct snapshot_item *item;
	int32_t type, id;
	const struct snapshot_origin *origin;
};

static struct snapshot_place
whole(const struct subject *it)
{
	const uint32_t n = it->origin->first - it->origin->head;

	return (struct snapshot_place){ .at = it->origin->head,
					.n = n,
					.field = n == 1 ? "key" : NULL };
}

/* Returns the place of int k of the item. */
static struct snapshot_place
value(const struct subject *it, uint32_t k, const char *field)
{
	return SNAPSHOT_AT(it->origin->first + k, 1, field);
}

/* ---------------------------------------------------------- declarations */

static void
check_declaration(const struct subject *it, uint16_t item)
{
	const struct snapshot_place place = whole(it);
	uint32_t uuid[SNAPSHOT_UUID_INTS];

	if (it->id < SNAPSHOT_FIRST_UUID_TYPE || it->id > SNAPSHOT_LAST_TYPE)
		snapshot_report(it->c, RULE_snapshot_declaration_id, place,
				"a declaration of type %d" WANTED
				"type 16384 to 32767",
				it->id);
	if (it->item->n < SNAPSHOT_UUID_INTS) {
		snapshot_report(it->c, RULE_snapshot_declaration_short, place,
				"%u ints" WANTED "4 ints", it->item->n);
		return;
	}
	memcpy(uuid, &AT(it->s->data, it->item->start), sizeof(uuid));
	if (snapshot_is_declared_twice(it->s, item))
		snapshot_report(it->c, RULE_snapshot_declared_twice, place,
				"type %d, with the UUID of another type",
				it->id);
	if (!snapshot_find_kind(uuid))
		snapshot_report(it->c, RULE_snapshot_unknown_uuid, place,
				"type %d with the UUID "
				"%08x-%04x-%04x-%04x-%04x%08x",
				it->id, uuid[0], uuid[1] >> 16,
				uuid[1] & 0xffff, uuid[2] >> 16,
				uuid[2] & 0xffff, uuid[3]);
}

static void
add_type(struct snapshot_types *types, int32_t type)
{
	if (!types)
		return;
	AT(types->type, types->n) = (uint16_t)type;
	types->n++;
}

/*
 * SN-5: servers before DDNet 18.3 declared a type one snapshot after the first item of
 * the type.
 */
static void
report_undeclared(const struct subject *it, struct snapshot_place place)
{
	const bool in_demo = it->c->tick >= 0;
	struct site site = { .off = 4ull * place.at,
			     .len = 4ull * place.n,
			     .field = place.field };

	if (in_demo && it->origin->fresh) {
		site.at_most = DFK_NOTE;
		add_type(it->c->fresh, it->type);
	}
	report(it->c->report, RULE_snapshot_undeclared, &site, "type %d",
	       it->type);
}

static void
check_uuid_item(const struct subject *it)
{
	const struct snapshot_place place = whole(it);
	uint32_t uuid[SNAPSHOT_UUID_INTS];

	if (!snapshot_uuid(it->s, it->type, uuid)) {
		/* Each type is reported once, at its item with the lowest id. */
		if (snapshot_find_type(it->s, it->type) != it->item)
			return;
		report_undeclared(it, place);
		return;
	}
	const struct snapshot_kind *kind = snapshot_find_kind(uuid);
	const uint32_t n = it->item->n;

	if (!snapshot_kind_has(kind, n))
		snapshot_report(it->c, RULE_snapshot_uuid_size, place,
				"%s with %u ints", kind->name, n);
}

/* ---------------------------------------------------------------- values */

struct range {
	const char *field;
	enum rule_id rule;
	int32_t type;
	uint32_t k;
	int32_t least, most;
	bool tick; /* the value must not be greater than the tick of the demo */
};

static const struct range ranges[] = {
#define TYPE(type, ints)
#define RANGE(rule, type, k, field, least, most) \
	{ field, RULE_snapshot_##rule, type, k, least, most, false },
#define TICK(type, k, field, least) \
	{ field, RULE_snapshot_item_tick, type, k, least, INT32_MAX, true },
#include "validator/snapshot/ranges.def"
#undef TYPE
#undef RANGE
#undef TICK
};

/* The types that have rows in the table. */
static const bool ranged[] = {
#define TYPE(type, ints) [type] = true,
#define RANGE(rule, type, k, field, least, most)
#define TICK(type, k, field, least)
#include "validator/snapshot/ranges.def"
#undef TYPE
#undef RANGE
#undef TICK
};

/* The ints of a delta are differences, so the reported value is not in the file. */
static const char *
after_delta(const struct subject *it)
{
	return it->origin->sum ? " after the delta" : "";
}

static void
report_value_range(const struct subject *it, const struct range *r,
		   int32_t found, int32_t most)
{
	const struct snapshot_place place = value(it, r->k, r->field);

	if (r->least > INT32_MIN)
		snapshot_report(it->c, r->rule, place, "%d%s" WANTED "%d to %d",
				found, after_delta(it), r->least, most);
	else
		snapshot_report(it->c, r->rule, place, "%d%s" WANTED "up to %d",
				found, after_delta(it), most);
}

static void
check_ranges(const struct subject *it)
{
	const size_t type = (size_t)it->type;

	if (type >= COUNT_OF(ranged) || !AT(ranged, type))
		return;
	for (size_t i = 0; i < COUNT_OF(ranges); i++) {
		const struct range *r = &AT(ranges, i);

		if (r->type != it->type)
			continue;
		const int32_t found = snapshot_get(it->s, it->item, r->k);
		const int32_t most = r->tick && it->c->tick >= 0 ? it->c->tick
								 : r->most;

		if (found < r->least || found > most)
			report_value_range(it, r, found, most);
	}
}

/* Checks the values of an item that has the size of its type. */
static void
check_values(const struct subject *it)
{
	enum { PLAYER_INFO = 10, CLIENT_ID = 1 };

	check_ranges(it);
	if (it->type == PLAYER_INFO &&
	    snapshot_get(it->s, it->item, CLIENT_ID) != it->id)
		snapshot_report(it->c, RULE_snapshot_player_range,
				value(it, CLIENT_ID, "client_id"),
				"%d in item %d%s" WANTED "the id of the item",
				snapshot_get(it->s, it->item, CLIENT_ID),
				it->id, after_delta(it));
}

/* ---------------------------------------------------------- usual values */

/*
 * Do all values of an item come from a game (SN-9)?  Nine of ten updates in a demo change
 * a character.  So the rows of ranges.def are comparisons with constants here.  This
 * takes a third of the time of a loop over a table.
 */

static inline bool
is_in_range(int32_t value, int32_t least, int32_t most)
{
	return value >= least && value <= most;
}

/* If `type` is a constant, the compiler keeps only the rows of this type. */
static inline bool
has_usual(int32_t type, const int32_t *values, uint32_t n, int32_t tick)
{
#define TYPE(type_, ints)
#define RANGE(rule, type_, k, field, least, most) \
	if (type == (type_) && \
	    !is_in_range(ints_at(values, n, k), least, most)) \
		return false;
#define TICK(type_, k, field, least) RANGE(, type_, k, field, least, tick)
#include "validator/snapshot/ranges.def"
#undef TYPE
#undef RANGE
#undef TICK
	return true;
}

bool
snapshot_is_usual(int32_t type, int32_t id, const int32_t *values, uint32_t n,
		  int32_t tick)
{
	enum { PLAYER_INFO = 10, CLIENT_ID = 1 };

	if (type == PLAYER_INFO && ints_at(values, n, CLIENT_ID) != id)
		return false;
	switch (type) {
#define TYPE(type_, ints) \
	case type_: \
		return n == (ints) && has_usual(type_, values, ints, tick);
#define RANGE(rule, type_, k, field, least, most)
#define TICK(type_, k, field, least)
#include "validator/snapshot/ranges.def"
#undef TYPE
#undef RANGE
#undef TICK
	default: return true;
	}
}

/* ----------------------------------------------------------------- items */

void
snapshot_check_item(const struct snapshot_context *c, const struct snapshot *s,
		    uint16_t item, const struct snapshot_origin *origin)
{
	const struct snapshot_item *i = &AT(s->items, item);
	const struct subject it = {
		.c = c,
		.s = s,
		.item = i,
		.type = snapshot_type(i->key),
		.id = snapshot_id(i->key),
		.origin = origin,
	};
	const uint32_t agreed = snapshot_size_of(c, it.type);
	/* If a mod has changed a type, the fields of the type are not known. */
	const uint32_t usual = snapshot_agreed_size(c->protocol, it.type);

	if (it.type == 0) {
		check_declaration(&it, item);
	} else if (it.type > SNAPSHOT_LAST_TYPE) {
		return;
	} else if (it.type >= SNAPSHOT_FIRST_UUID_TYPE) {
		check_uuid_item(&it);
	} else if (agreed && agreed != i->n) {
		snapshot_report(c, RULE_snapshot_item_size, whole(&it),
				"%s (type %d) of %u ints" WANTED "%u ints",
				snapshot_type_name(c->protocol, s, it.type),
				it.type, i->n, agreed);
	} else if (c->protocol == DFK_PROTOCOL_06 &&
		   (!usual || usual == i->n)) {
		check_values(&it);
	}
}
