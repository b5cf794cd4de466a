/* SPDX-License-Identifier: MIT */
/* names.c - what items and their ints are called */
#include "validator/map/check.h"

enum { MOST_INTS = 16 };

struct item_names {
	uint16_t type;
	const char *name;
	const char *ints[MOST_INTS];
};

/* clang-format off */
#define INT(item, name) #name,
#define ITEM(number, item, text, ints) { number, text, { ints NULL } },
static const struct item_names items[] = {
#include "validator/map/items.def"
};

#define INT(item, name) #name,
#define LAYER(number, layer, text, ints) { number, text, { ints NULL } },
static const struct item_names layers[] = {
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
	for (size_t i = 0; i < COUNT_OF(layers); i++)
		if (AT(layers, i).type == map_int(item, MAP_layer_type))
			return &AT(layers, i);
	return NULL;
}

static const struct item_names *
find_item(const struct map_item *item)
{
	for (size_t i = 0; i < COUNT_OF(items); i++)
		if (AT(items, i).type == item->type)
			return &AT(items, i);
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

/* Of the ints after those that all tile layers have. */
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

	/* Before the first release the ints meant something else. */
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
