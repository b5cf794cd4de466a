/* SPDX-License-Identifier: MIT */
/* check.c - checks the tables of a datafile and their items (DF-2, DF-3) */
#include "validator/datafile/datafile.h"

/* A set of 16-bit numbers. */
struct number_set {
	uint8_t bits[65536 / 8];
};

/* Adds n.  False: the set already contains n. */
static bool
add_number(struct number_set *set, uint16_t n)
{
	uint8_t *byte = &AT(set->bits, n / 8);
	const uint8_t bit = (uint8_t)(1u << n % 8);

	if (*byte & bit)
		return false;
	*byte |= bit;
	return true;
}

/* Returns the site of an int of a table. */
static struct site
entry(uint64_t off, const char *field)
{
	return datafile_site(off, 4, field);
}

/* ----------------------------------------------------------------- types */

/* DF-2 */
static bool
check_type_entry(const struct datafile *df, uint32_t i, struct number_set *seen,
		 int64_t next)
{
	const struct datafile_type t = datafile_type_at(&df->tables, i);
	const uint64_t off = df->tables.layout.types +
			     (uint64_t)i * DATAFILE_TYPE_BYTES;
	const bool in_range = t.id >= 0 && t.id <= 0xffff;
	const bool once = in_range && add_number(seen, (uint16_t)t.id);

	if (!in_range)
		datafile_report(df, RULE_datafile_type_id,
				entry(off, "type_id"), "%d" WANTED "0 to 65535",
				t.id);
	else if (!once)
		datafile_report(df, RULE_datafile_type_duplicate,
				entry(off, "type_id"), "type %d again",
				t.id);
	if (t.count <= 0)
		datafile_report(df, RULE_datafile_type_count,
				entry(off + 8, "num"), "%d" WANTED "at least 1",
				t.count);
	if (t.start != next)
		datafile_report(df, RULE_datafile_type_start,
				entry(off + 4, "start"), "%d" WANTED "%lld",
				t.start, (long long)next);
	return once && t.count > 0 && t.start == next;
}

/* DF-2 */
void
datafile_check_types(struct datafile *df)
{
	struct number_set seen = { { 0 } };
	int64_t next = 0, last = -1;
	bool ok = true;

	for (uint32_t i = 0; i < (uint32_t)df->tables.header.n_types; i++) {
		const struct datafile_type t = datafile_type_at(&df->tables, i);
		const uint64_t off = df->tables.layout.types +
				     (uint64_t)i * DATAFILE_TYPE_BYTES;

		ok &= check_type_entry(df, i, &seen, next);
		if (ok && t.id < last)
			datafile_report(df, RULE_datafile_type_order,
					entry(off, "type_id"),
					"type %d after type %lld", t.id,
					(long long)last);
		last = t.id;
		next += t.count > 0 ? t.count : 0;
	}
	if (next != df->tables.header.n_items) {
		datafile_report(df, RULE_datafile_type_sum,
				entry(DATAFILE_AT_ITEMS, "num_items"),
				"%d" WANTED "%lld, the sum of all types",
				df->tables.header.n_items, (long long)next);
		ok = false;
	}
	df->tables.items_known = ok;
}

/* ----------------------------------------------------------------- items */

static uint64_t
table_offset(const struct datafile_tables *t, uint64_t table, uint32_t i)
{
	return (uint32_t)datafile_int(t, table + (uint64_t)i * 4);
}

/* DF-2: checks that each entry begins at least `least` bytes after the entry before. */
static bool
check_table_offsets(const struct datafile *df, enum rule_id rule,
		    uint64_t table, uint32_t n, uint64_t least, uint64_t size)
{
	uint64_t floor = 0;
	bool ok = true;

	for (uint32_t i = 0; i < n; i++) {
		const uint64_t off = table_offset(&df->tables, table, i);
		const struct site site = entry(table + (uint64_t)i * 4,
					       "offset");

		if ((i == 0 ? off == 0 : off >= floor) && off < size &&
		    size - off >= least) {
			floor = off + least;
			continue;
		}
		if (i == 0)
			datafile_report(df, rule, site, "%d" WANTED "0",
					(int32_t)off);
		else
			datafile_report(df, rule, site,
					"%d" WANTED
					"at least %llu, and less than %llu",
					(int32_t)off, (unsigned long long)floor,
					(unsigned long long)size);
		ok = false;
		/* Later offsets are compared with the last good offset. */
	}
	return ok;
}

/* DF-2 */
static void
check_item_size(struct datafile *df, const struct datafile_item *item)
{
	const int64_t room = (int64_t)item->n_ints * 4;
	const int32_t size = datafile_int(&df->tables, item->off + 4);

	if (size == room)
		return;
	datafile_report(
		df, RULE_datafile_item_size, entry(item->off + 4, "size"),
		"%d" WANTED "%lld, the size up to the next item", size,
		(long long)room);
	df->tables.items_known = false;
}

/* DF-2 */
static void
check_item_head(struct datafile *df, const struct datafile_item *item,
		const struct datafile_type *type)
{
	if (item->type == type->id)
		return;
	datafile_report(df, RULE_datafile_item_type, entry(item->off, "type"),
			"%u" WANTED "%d", item->type, type->id);
	df->tables.items_known = false;
}

/* DF-2: checks that offsets of items are multiples of 4, like the sizes of items. */
static bool
check_alignment(const struct datafile *df)
{
	bool ok = true;

	for (uint32_t i = 0; i < (uint32_t)df->tables.header.n_items; i++) {
		const uint64_t table = df->tables.layout.item_offsets;
		const uint64_t off = table_offset(&df->tables, table, i);

		if (off % 4 == 0)
			continue;
		datafile_report(df, RULE_datafile_item_offset,
				entry(table + (uint64_t)i * 4, "offset"),
				"%llu" WANTED "a multiple of 4",
				(unsigned long long)off);
		ok = false;
	}
	return ok;
}

/* Ids of one type that no item has. */
struct spare_ids {
	struct number_set used;
	uint32_t next; /* all ids before this id are used */
};

static void
find_spare_ids(const struct datafile_tables *t,
	       const struct datafile_type *type, struct spare_ids *spare)
{
	struct datafile_item item;

	*spare = (struct spare_ids){ .next = 0 };
	for (uint32_t k = 0; k < (uint32_t)type->count; k++) {
		datafile_item(t, (uint32_t)type->start + k, &item);
		add_number(&spare->used, item.id);
	}
}

/* Returns an unused id: the position of the item if possible, otherwise the lowest
   unused id.  False: all ids are used. */
static bool
take_spare_id(struct spare_ids *spare, uint32_t place, uint16_t *id)
{
	*id = (uint16_t)place;
	if (place <= UINT16_MAX && add_number(&spare->used, *id))
		return true;
	while (spare->next <= UINT16_MAX) {
		*id = (uint16_t)spare->next++;
		if (add_number(&spare->used, *id))
			return true;
	}
	return false;
}

/* DF-2, MAP-6: reports an id that occurs twice.  If readers find items of this type by
   their positions, a repair gives the item another id. */
static void
report_duplicate_id(const struct datafile *df, const struct datafile_item *item,
		    uint32_t place, struct spare_ids *spare)
{
	struct site site = entry(item->off, "id");
	uint8_t bytes[2]; /* the lower half of the int is the id */
	uint16_t id;

	if (!spare || !take_spare_id(spare, place, &id)) {
		if (item->type == DATAFILE_TYPE_UUID)
			site.at_most = DFK_WARNING;
		datafile_report(df, RULE_datafile_item_duplicate, site,
				"type %u, id %u again", item->type,
				item->id);
		return;
	}
	AT(bytes, 0) = (uint8_t)id;
	AT(bytes, 1) = (uint8_t)(id >> 8);
	site.fix = fix_replace(site.off, sizeof(bytes),
			       (struct span){ bytes, sizeof(bytes) });
	datafile_report(df, RULE_map_envelope_duplicate, site,
			"id %u again" WANTED "id %u, which is unused",
			item->id, id);
}

/* DF-2: checks that the ids of one type are unique, and in the order 0, 1, 2 ...
   `spare` is NULL if readers search for these items by their ids. */
static void
check_ids(const struct datafile *df, const struct datafile_type *type,
	  struct number_set *seen, struct spare_ids *spare)
{
	const uint32_t first = (uint32_t)type->start;
	const uint32_t n = (uint32_t)type->count;
	bool in_order = type->id != DATAFILE_TYPE_UUID;
	struct datafile_item item;

	if (spare)
		find_spare_ids(&df->tables, type, spare);
	for (uint32_t k = 0; k < n; k++) {
		datafile_item(&df->tables, first + k, &item);
		if (!add_number(seen, item.id)) {
			report_duplicate_id(df, &item, k, spare);
		} else if (item.id != k && in_order) {
			in_order = false;
			datafile_report(df, RULE_datafile_item_order,
					entry(item.off, "id"),
					"type %u with id %u at place %u",
					item.type, item.id, k);
		}
	}
	for (uint32_t k = 0; k < n; k++) {
		datafile_item(&df->tables, first + k, &item);
		AT(seen->bits, item.id / 8) = 0;
	}
}

/* DF-3: checks the form of the items that name types. */
static void
check_uuid_items(const struct datafile *df, const struct datafile_type *type)
{
	struct datafile_item item;

	for (uint32_t k = 0; k < (uint32_t)type->count; k++) {
		datafile_item(&df->tables, (uint32_t)type->start + k, &item);
		if (item.n_ints < 4 || item.id <= DATAFILE_FIRST_UUID_TYPE ||
		    item.id == DATAFILE_TYPE_UUID)
			datafile_report(df, RULE_datafile_uuid_item,
					datafile_site(item.off, 8, "id"),
					"id %u with %u ints" WANTED
					"4 ints, and an id of 32769 to 65534",
					item.id, item.n_ints);
	}
}

/* DF-3: reports the first item of a type that needs a name and has none. */
static void
check_uuid_declared(const struct datafile *df, const struct datafile_type *type,
		    const struct number_set *declared)
{
	struct datafile_item item;

	if (type->id < DATAFILE_FIRST_UUID_TYPE ||
	    AT(declared->bits, type->id / 8) >> type->id % 8 & 1)
		return;
	datafile_item(&df->tables, (uint32_t)type->start, &item);
	datafile_report(df, RULE_datafile_uuid_undeclared,
			entry(item.off, "type"),
			"type %d without an item with the UUID of this type",
			type->id);
}

/* Collects the ids of the items that name a type by UUID. */
static void
declared_types(const struct datafile_tables *t, struct number_set *out)
{
	uint32_t start, count;
	struct datafile_item item;

	datafile_type(t, DATAFILE_TYPE_UUID, &start, &count);
	for (uint32_t k = 0; k < count; k++) {
		datafile_item(t, start + k, &item);
		add_number(out, item.id);
	}
}

/* DF-2 */
void
datafile_check_items(struct datafile *df)
{
	const uint32_t n = (uint32_t)df->tables.header.n_items;
	struct number_set seen = { { 0 } }, declared = { { 0 } };
	struct spare_ids spare;
	struct datafile_item item;
	uint32_t start, count;

	if (!check_table_offsets(df, RULE_datafile_item_offset,
				 df->tables.layout.item_offsets, n,
				 DATAFILE_ITEM_BYTES,
				 (uint64_t)df->tables.header.item_size) ||
	    !check_alignment(df))
		df->tables.items_known = false;
	if (n == 0 && df->tables.header.item_size > 0) {
		datafile_report(
			df, RULE_datafile_item_sum,
			datafile_site(df->tables.layout.items,
				      (uint64_t)df->tables.header.item_size,
				      "item_size"),
			"%d bytes that belong to no item",
			df->tables.header.item_size);
		df->tables.items_known = false;
	}
	if (!df->tables.items_known)
		return;
	for (uint32_t i = 0; i < (uint32_t)df->tables.header.n_types; i++) {
		const struct datafile_type t = datafile_type_at(&df->tables, i);

		for (uint32_t k = 0; k < (uint32_t)t.count; k++) {
			datafile_item(&df->tables, (uint32_t)t.start + k,
				      &item);
			check_item_head(df, &item, &t);
			check_item_size(df, &item);
		}
	}
	if (!df->tables.items_known)
		return;
	declared_types(&df->tables, &declared);
	/* Maps without a version item are older than UUIDs.  The types of such maps have
	   other meanings. */
	const bool released = datafile_type(&df->tables, 0, &start, &count);

	if (!released)
		memset(&declared, 0xff, sizeof(declared));
	for (uint32_t i = 0; i < (uint32_t)df->tables.header.n_types; i++) {
		const struct datafile_type t = datafile_type_at(&df->tables, i);

		check_ids(df, &t, &seen,
			  released && map_finds_by_place(t.id) ? &spare : NULL);
		if (t.id == DATAFILE_TYPE_UUID)
			check_uuid_items(df, &t);
		else
			check_uuid_declared(df, &t, &declared);
	}
}

/* ------------------------------------------------------------------ data */

/* DF-2 */
void
datafile_check_data(struct datafile *df)
{
	const uint32_t n = (uint32_t)df->tables.header.n_data;

	df->tables.data_known = check_table_offsets(
		df, RULE_datafile_data_offset, df->tables.layout.data_offsets,
		n, 1, (uint64_t)df->tables.header.data_size);
	if (n == 0 && df->tables.header.data_size > 0) {
		/* The file may end before these bytes. */
		datafile_report(df, RULE_datafile_data_unowned,
				entry(DATAFILE_AT_DATA_SIZE, "data_size"),
				"%d bytes that belong to no data item",
				df->tables.header.data_size);
		df->tables.data_known = false;
	}
}
