/* SPDX-License-Identifier: MIT */
/* access.c - reads the items of a map and their ints, and reports findings about items */
#include "validator/map/check.h"

int32_t
map_int(const struct map_item *item, uint32_t k)
{
	struct cursor c = cur_span(span_tail(item->ints, 4 * (size_t)k), 0);

	return cur_le32(&c);
}

void
map_each(struct map *m, struct map_items items, map_item_check *check)
{
	for (uint32_t i = 0; i < items.count; i++) {
		const struct map_item item = m->source.item(
			m->source.container, items.first + i);

		check(m, &item);
	}
}

/* -------------------------------------------------------------------- names */

/* Layers refer to envelopes by their position, and no item refers to envelopes by id. */
bool
map_finds_by_place(int32_t type)
{
	return type == MAP_TYPE_envelope;
}

enum { MOST_INTS = 16 };

struct item_names {
	uint16_t type;
	const char *name;
	const char *ints[MOST_INTS];
};

/* clang-format off */
#define INT(item, name) #name,
#define ITEM(number, item, text, ints) { number, text, { ints NULL } },
static const struct item_names item_table[] = {
#include "validator/map/items.def"
};

#define INT(item, name) #name,
#define LAYER(number, layer, text, ints) { number, text, { ints NULL } },
static const struct item_names layer_table[] = {
#include "validator/map/items.def"
};

#define INT(item, name) #name,
#define TILES_NAME(ints) ints
static const char *const tiles_name[] = {
#include "validator/map/items.def"
};

#define INT(item, name) #name,
#define PHYSICS(ints) ints
static const char *const physics[] = {
#include "validator/map/items.def"
};
/* clang-format on */

static const struct item_names *
find_layer(const struct map_item *item)
{
	if (item->type != MAP_TYPE_layer || map_n_ints(item) < MAP_layer_INTS)
		return NULL;
	for (size_t i = 0; i < COUNT_OF(layer_table); i++)
		if (AT(layer_table, i).type == map_int(item, MAP_layer_type))
			return &AT(layer_table, i);
	return NULL;
}

static const struct item_names *
find_item(const struct map_item *item)
{
	for (size_t i = 0; i < COUNT_OF(item_table); i++)
		if (AT(item_table, i).type == item->type)
			return &AT(item_table, i);
	return NULL;
}

const char *
map_item_name(const struct map_item *item)
{
	const struct item_names *names = find_item(item);
	const struct item_names *layer = find_layer(item);

	if (layer)
		return layer->name;
	return names ? names->name : "item";
}

/* Returns the name of an int after the ints that all tile layers have. */
static const char *
tiles_int_name(const struct map_item *item, uint32_t k)
{
	const bool named = map_int(item, MAP_tiles_version) >= 3;
	const uint32_t base = named ? MAP_tiles_name_INTS : MAP_tiles_INTS;

	if (k < base)
		return AT(tiles_name, k - MAP_tiles_INTS);
	return k - base < COUNT_OF(physics) ? AT(physics, k - base) : NULL;
}

const char *
map_int_name(const struct map *m, const struct map_item *item, uint32_t k)
{
	const struct item_names *names = find_item(item);
	const struct item_names *layer = find_layer(item);

	/* Before the first release the ints had other meanings. */
	if (m->prerelease)
		return NULL;
	if (layer && k >= MAP_layer_INTS) {
		if (layer->type == MAP_LAYER_tiles && k >= MAP_tiles_INTS)
			return tiles_int_name(item, k);
		names = layer;
		k -= MAP_layer_INTS;
	}
	return names && k < MOST_INTS ? AT(names->ints, k) : NULL;
}

/* --------------------------------------------------------------- findings */

struct site
map_at(const struct map_item *item)
{
	return (struct site){ .off = item->off,
			      .len = MAP_ITEM_HEAD + item->ints.len };
}

struct site
map_at_ints(const struct map *m, const struct map_item *item, uint32_t k,
	    uint32_t n)
{
	return (struct site){ .off = item->off + MAP_ITEM_HEAD +
				     4 * (uint64_t)k,
			      .len = 4 * (uint64_t)n,
			      .field = map_int_name(m, item, k) };
}

struct site
map_at_int(const struct map *m, const struct map_item *item, uint32_t k)
{
	return map_at_ints(m, item, k, 1);
}

void
map_report(const struct map *m, enum rule_id rule, struct site site,
	   const char *format, ...)
{
	va_list arguments;

	if (m->at_most != DFK_OFF)
		site.at_most = m->at_most;
	va_start(arguments, format);
	report_list(m->report, rule, &site, format, arguments);
	va_end(arguments);
}

/* MAP-1 */
bool
map_has_ints(const struct map *m, const struct map_item *item, uint32_t least,
	     enum rule_id rule)
{
	if (map_n_ints(item) >= least)
		return true;
	map_report(m, rule, map_at(item),
		   "%s %u with %u ints" WANTED "%u or more",
		   map_item_name(item), item->id, map_n_ints(item), least);
	return false;
}

/* ---------------------------------------------------------------- indices */

struct map_use *
map_use_of(const struct map *m, uint32_t data)
{
	const size_t size = m->source.n_data * sizeof(struct map_use);

	return room_at(m->uses, size, data * sizeof(struct map_use),
		       sizeof(struct map_use));
}

/* MAP-1 */
bool
map_data_index(struct map *m, const struct map_item *item, uint32_t k,
	       bool may_be_missing, enum map_kind kind, enum rule_id rule)
{
	const int32_t index = map_int(item, k);

	if (index >= 0 && (uint32_t)index < m->source.n_data) {
		struct map_use *use = map_use_of(m, (uint32_t)index);

		if (!use->kinds) {
			use->item = item->index;
			/* Indices are among the first ints of an item. */
			use->at = (uint8_t)k;
		}
		use->kinds |= (uint8_t)kind;
		return true;
	}
	if (index == -1 && may_be_missing)
		return false;
	map_report(m, rule, map_at_int(m, item, k),
		   "data index %d" WANTED "%sbelow %u", index,
		   may_be_missing ? "-1, or " : "0 or more, ",
		   m->source.n_data);
	return false;
}

/* MAP-1 */
void
map_reference(const struct map *m, const struct map_item *item, uint32_t k,
	      uint32_t count)
{
	const int32_t index = map_int(item, k);

	if (k < map_n_ints(item) && (index < -1 || index >= (int64_t)count))
		map_report(m, RULE_map_reference, map_at_int(m, item, k),
			   "index %d" WANTED "-1, or below %u", index, count);
}

void
map_data_length(const struct map *m, const struct map_item *item, uint32_t k,
		uint64_t want, enum rule_id rule)
{
	const uint32_t data = (uint32_t)map_int(item, k);
	const int64_t size = m->source.data(m->source.container, data).size;

	/* A size of 0 is reported with the data, because the true size is not known. */
	if (size > 0 && (uint64_t)size != want)
		map_report(m, rule, map_at_int(m, item, k),
			   "data item %u with %lld bytes" WANTED "%llu bytes",
			   data, (long long)size, (unsigned long long)want);
}

/* ------------------------------------------------------------------ names */

/* Old writers wrote zeros for an empty name. */
bool
map_has_name(const struct map_item *item, uint32_t k, uint32_t n)
{
	bool any = false;

	for (uint32_t i = 0; i < n; i++)
		any |= map_int(item, k + i) != 0;
	return any;
}

int64_t
map_bad_name(const struct map_item *item, uint32_t k, uint32_t n)
{
	struct utf8 utf8 = utf8_init();
	bool over = false;

	/* The last byte is the NUL, which is always 0. */
	for (uint32_t i = 0; i < 4 * n - 1 && !over; i++) {
		const uint32_t v = (uint32_t)map_int(item, k + i / 4);
		const uint8_t c = (uint8_t)((v >> (24 - 8 * (i % 4))) ^ 128);

		over = c == 0;
		if (!over)
			utf8_feed(&utf8, (struct span){ &c, 1 });
	}
	utf8_end(&utf8);
	return utf8.bad;
}

void
map_check_name(const struct map *m, const struct map_item *item, uint32_t k,
	       uint32_t n, enum rule_id rule)
{
	if (k + n > map_n_ints(item))
		return;
	const int64_t bad = map_bad_name(item, k, n);

	if (bad != UTF8_CLEAN)
		map_report(m, rule, map_at_ints(m, item, k, n),
			   "a byte at place %lld that is not UTF-8" WANTED "UTF-8",
			   (long long)bad);
}
