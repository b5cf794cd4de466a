/* SPDX-License-Identifier: MIT */
/* map_names.c - what items and their ints are called */
#include "validator/datafile/map_check.h"

enum { MOST_INTS = 16, LAYER_COMMON = 3, TILES_COMMON = 15, TILES_NAMED = 18 };

/* clang-format off */
struct names {
	uint16_t type;
	const char *name;
	const char *ints[MOST_INTS];
};

static const struct names items[] = {
#define ITEM(number, nm, ...) { .type = number, .name = nm, .ints = { __VA_ARGS__ } },
#include "validator/datafile/map_items.def"
#undef ITEM
};

static const struct names layers[] = {
#define LAYER(number, nm, ...) { .type = number, .name = nm, .ints = { __VA_ARGS__ } },
#include "validator/datafile/map_items.def"
#undef LAYER
};

static const char *const physics[] = {
#define PHYSICS(...) __VA_ARGS__
#include "validator/datafile/map_items.def"
#undef PHYSICS
};
/* clang-format on */

static const struct names *
find_layer(const struct datafile *df, const struct datafile_item *item)
{
	if (item->type != MAP_LAYER || item->n_ints < LAYER_COMMON)
		return NULL;
	for (size_t i = 0; i < COUNT_OF(layers); i++)
		if (AT(layers, i).type == datafile_value(df, item, 1))
			return &AT(layers, i);
	return NULL;
}

static const struct names *
find_item(const struct datafile_item *item)
{
	for (size_t i = 0; i < COUNT_OF(items); i++)
		if (AT(items, i).type == item->type)
			return &AT(items, i);
	return NULL;
}

const char *
map_item_name(const struct datafile *df, const struct datafile_item *item)
{
	const struct names *names = find_item(item);
	const struct names *layer = find_layer(df, item);

	if (layer)
		return layer->name;
	return names ? names->name : "item";
}

/* Version 3 of a tile layer has its name before the physics. */
static const char *
tile_name(const struct datafile *df, const struct datafile_item *item,
	  uint32_t k)
{
	static const char *const name[] = { "name_0", "name_1", "name_2" };
	const bool named = datafile_value(df, item, 3) >= 3;
	const uint32_t base = named ? TILES_NAMED : TILES_COMMON;

	if (k < TILES_COMMON)
		return NULL;
	if (k < base)
		return AT(name, k - TILES_COMMON);
	return k - base < COUNT_OF(physics) ? AT(physics, k - base) : NULL;
}

const char *
map_int_name(const struct datafile *df, const struct datafile_item *item,
	     uint32_t k)
{
	const struct names *names = find_item(item);
	const struct names *layer = find_layer(df, item);
	uint32_t at = k;

	/* Before the first release the ints meant something else. */
	if (df->map.prerelease)
		return NULL;
	if (layer && k >= LAYER_COMMON) {
		names = layer;
		at = k - LAYER_COMMON;
		if (layer->type == MAP_LAYER_TILES && k >= TILES_COMMON)
			return tile_name(df, item, k);
	}
	return names && at < MOST_INTS ? AT(names->ints, at) : NULL;
}
