/* SPDX-License-Identifier: MIT */
/* items.c - item types: their sizes, their names, and the names of their ints */
#include "validator/snapshot/delta.h"

struct type_row {
	uint8_t ints;
	bool open; /* deltas always contain the size */
	const char *name, *fields;
};

enum { AGREED = false, OPEN = true };

static const struct type_row types[][25] = {
#define ITEM(protocol, type, n, size, name_, fields_) \
	[DFK_PROTOCOL_##protocol][type] = { n, size, name_, fields_ },
#include "validator/snapshot/items.def"
#undef ITEM
};

static const struct snapshot_kind kinds[] = {
#define SIZES(from, to) ((2u << (to)) - (1u << (from)))
#define SIZE(n)         SIZES(n, n)
#define KIND(name_, a, b, c, d, sizes_, fields_) \
	{ name_, { a, b, c, d }, sizes_, fields_ },
#include "validator/snapshot/kinds.def"
#undef KIND
#undef SIZE
#undef SIZES
};

enum dfk_protocol
snapshot_protocol_of(struct span net_version)
{
	if (span_starts(net_version, "0.7", 3))
		return DFK_PROTOCOL_07;
	return span_starts(net_version, "0.5", 3) ? DFK_PROTOCOL_05
						  : DFK_PROTOCOL_06;
}

static const struct type_row *
type_row(enum dfk_protocol protocol, int32_t type)
{
	static const struct type_row none;

	if (type < 0 || (size_t)type >= COUNT_OF(types[0]))
		return &none;
	return &AT(AT(types, protocol), type);
}

uint32_t
snapshot_agreed_size(enum dfk_protocol protocol, int32_t type)
{
	const struct type_row *row = type_row(protocol, type);

	return row->open ? 0 : row->ints;
}

uint32_t
snapshot_listed_size(enum dfk_protocol protocol, int32_t type)
{
	return type_row(protocol, type)->ints;
}

/* Returns the usual size of a type.  Returns 0 if the size is not known, if there are
   several sizes, or if deltas contain the size. */
static uint32_t
usual_size(const struct snapshot_sizes *sizes, int32_t type)
{
	uint16_t n;

	if (type <= 0 || type >= SNAPSHOT_SIZED_TYPES)
		return 0;
	n = AT(sizes->of, type);
	return n != SNAPSHOT_MANY_SIZES && n != AT(sizes->carried, type) ? n
									 : 0;
}

uint32_t
snapshot_size_of(const struct snapshot_context *c, int32_t type)
{
	const uint32_t agreed = snapshot_agreed_size(c->protocol, type);
	const uint32_t n = c->sizes && (agreed || !c->listed)
				   ? usual_size(c->sizes, type)
				   : 0;

	return n ? n : agreed;
}

bool
snapshot_is_odd_size(const struct snapshot_sizes *sizes, int32_t type,
		     uint32_t n)
{
	const uint32_t usual = usual_size(sizes, type);

	return usual && usual != n;
}

/* If a snapshot has two sizes of one type, returns the size in the snapshots before,
   because the other size may be damage. */
static uint16_t
either(uint16_t before, uint16_t a, uint16_t b)
{
	return before == a || before == b ? before : SNAPSHOT_MANY_SIZES;
}

void
snapshot_learn(struct snapshot_sizes *sizes, enum dfk_protocol protocol,
	       const struct snapshot *s)
{
	const struct snapshot_sizes was = *sizes;
	uint64_t seen = 0; /* types in this snapshot */

	for (uint32_t i = 0; i < s->n_items; i++) {
		const struct snapshot_item *item = &AT(s->items, i);
		const int32_t type = snapshot_type(item->key);
		const uint32_t agreed = snapshot_agreed_size(protocol, type);
		uint16_t *n;

		if (type <= 0 || type >= SNAPSHOT_SIZED_TYPES || item->n == 0)
			continue;
		/* SN-6: in 0.7 deltas contain the sizes of all other types. */
		if (agreed == 0 && protocol == DFK_PROTOCOL_07)
			continue;
		n = &AT(sizes->of, type);
		if (!(seen >> type & 1) && *n != 0)
			AT(sizes->carried, type) = 0;
		if (!(seen >> type & 1))
			*n = item->n;
		else if (*n != item->n)
			*n = either(AT(was.of, type), *n, (uint16_t)item->n);
		seen |= UINT64_C(1) << type;
		if (agreed == 0)
			sizes->more = true;
		else
			sizes->differ |= item->n != agreed;
	}
}

void
snapshot_note_carried(struct snapshot_sizes *sizes, enum dfk_protocol protocol,
		      const struct snapshot_delta *delta)
{
	for (uint32_t i = 0; i < delta->n_updates; i++) {
		const struct snapshot_update *u = &AT(delta->updates, i);

		if (u->type <= 0 || u->type >= SNAPSHOT_SIZED_TYPES ||
		    snapshot_agreed_size(protocol, u->type) || u->n == 0)
			continue;
		AT(sizes->carried, u->type) = u->n;
	}
}

/* ----------------------------------------------------------------- kinds */

size_t
snapshot_kind_count(void)
{
	return COUNT_OF(kinds);
}

const struct snapshot_kind *
snapshot_kind_at(size_t index)
{
	return &AT(kinds, index);
}

const struct snapshot_kind *
snapshot_find_kind(const uint32_t uuid[SNAPSHOT_UUID_INTS])
{
	for (size_t i = 0; i < COUNT_OF(kinds); i++)
		if (AT(kinds, i).uuid[0] == uuid[0] &&
		    memcmp(AT(kinds, i).uuid, uuid,
			   SNAPSHOT_UUID_INTS * sizeof(*uuid)) == 0)
			return &AT(kinds, i);
	return NULL;
}

bool
snapshot_kind_has(const struct snapshot_kind *kind, uint32_t ints)
{
	return !kind || (ints < 32 && kind->sizes >> ints & 1);
}

bool
snapshot_uuid(const struct snapshot *s, int32_t type,
	      uint32_t uuid[SNAPSHOT_UUID_INTS])
{
	const uint16_t found = snapshot_find(s, snapshot_key(0, type));

	if (found == SNAPSHOT_NO_ITEM)
		return false;
	const struct snapshot_item *item = &AT(s->items, found);

	if (item->n < SNAPSHOT_UUID_INTS)
		return false;
	memcpy(uuid, &AT(s->data, item->start),
	       SNAPSHOT_UUID_INTS * sizeof(*uuid));
	return true;
}

/* ----------------------------------------------------------------- names */

static const struct snapshot_kind *
find_declared_kind(const struct snapshot *s, int32_t type)
{
	uint32_t uuid[SNAPSHOT_UUID_INTS];

	if (!s || type < SNAPSHOT_FIRST_UUID_TYPE ||
	    !snapshot_uuid(s, type, uuid))
		return NULL;
	return snapshot_find_kind(uuid);
}

const char *
snapshot_type_name(enum dfk_protocol protocol, const struct snapshot *s,
		   int32_t type)
{
	const struct snapshot_kind *kind = find_declared_kind(s, type);
	const char *name = type_row(protocol, type)->name;

	if (type == 0)
		return "type_declaration";
	if (kind)
		return kind->name;
	return name ? name : "item";
}

const char *
snapshot_fields_of(enum dfk_protocol protocol, const struct snapshot *s,
		   int32_t type)
{
	const struct snapshot_kind *kind = find_declared_kind(s, type);

	if (type == 0)
		return "uuid[4]";
	return kind ? kind->fields : type_row(protocol, type)->fields;
}

/* ---------------------------------------------------------------- fields */

/* The fields of an item, from the row of its type in the table. */

struct cursor
snapshot_open_fields(const char *fields)
{
	return cur_init(fields, fields ? strlen(fields) : 0, 0);
}

/* Reads the number after `open`, and one byte after the number.  Returns `other` if
   `open` does not come next. */
static uint32_t
read_bracketed_number(struct cursor *in, uint8_t open, uint32_t otherwise)
{
	struct cursor ahead = *in;
	uint32_t n = 0;

	if (cur_left(in) == 0 || cur_u8(&ahead) != open)
		return otherwise;
	for (uint8_t c = cur_u8(&ahead); c >= '0' && c <= '9';
	     c = cur_u8(&ahead))
		n = 10 * n + c - '0';
	*in = ahead;
	return n;
}

bool
snapshot_next_field(struct cursor *fields, struct snapshot_field *out)
{
	const struct span rest = cur_rest(fields);

	if (rest.len == 0)
		return false;
	out->name = cur_bytes(fields, strcspn((const char *)rest.ptr, " [<"));
	out->count = read_bracketed_number(fields, '[', 1);
	out->ints = read_bracketed_number(fields, '<', 0);
	cur_some(fields, 1); /* skips the blank */
	return true;
}
