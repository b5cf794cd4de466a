/* SPDX-License-Identifier: MIT */
/* names.c - what items and their ints are called */
#include <stdio.h>

#include "validator/core/printable.h"
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

/* -------------------------------------------------------------- data items */

enum {
	NAME_INTS = 3,
	NAME_TEXT = 4 * MAP_NAME_BYTES + 1, /* each as \xNN */
};

/* The first int of a layer's name; 0: layers of this version have no name. */
static uint32_t
name_at(const struct map_item *item)
{
	const int32_t type = map_int(item, MAP_layer_type);

	if (item->type != MAP_TYPE_layer)
		return 0;
	if (type == MAP_LAYER_tiles)
		return map_int(item, MAP_tiles_version) >= 3 ? MAP_tiles_name_0
							     : 0;
	if (type == MAP_LAYER_quads)
		return map_int(item, MAP_quads_version) >= 2 ? MAP_quads_name_0
							     : 0;
	return MAP_sounds_name_0;
}

/* MAP-4 */
static struct map_name
layer_name(const struct map_item *item)
{
	const uint32_t k = name_at(item);
	struct map_name name = { .n = 0 };

	if (k == 0 || !map_has_name(item, k, NAME_INTS))
		return name;
	/* The last byte is 0. */
	for (uint32_t i = 0; i < 4 * NAME_INTS - 1; i++) {
		const uint32_t v = (uint32_t)map_int(item, k + i / 4);

		AT(name.bytes, i) = (uint8_t)((v >> (24 - 8 * (i % 4))) ^ 128);
		name.n = i + 1;
	}
	return name;
}

void
map_keep_name(struct map *m, const struct map_use *use,
	      const struct map_name *name)
{
	const struct map_item item = m->source.item(m->source.container,
						    use->item);

	if ((item.type == MAP_TYPE_image && use->at == MAP_image_name) ||
	    (item.type == MAP_TYPE_sound && use->at == MAP_sound_name)) {
		m->name = *name;
		m->name.item = use->item;
	}
}

/* The name of a layer, image or sound up to its NUL; empty if no name is known. */
static void
print_name(const struct map *m, const struct map_item *item,
	   char out[NAME_TEXT])
{
	const bool noted = m->name.n && m->name.item == item->index;
	const struct map_name name = noted ? m->name : layer_name(item);
	struct cursor c = cur_span((struct span){ name.bytes, name.n }, 0);
	bool found;

	printable(cur_until_nul(&c, name.n, &found), out, NAME_TEXT);
}

void
map_print_use(const struct map *m, uint32_t data, char out[MAP_USE_TEXT])
{
	const struct map_use *use = m->known ? map_use_of(m, data) : NULL;
	char name[NAME_TEXT];

	out[0] = '\0';
	if (!use || !use->kinds)
		return;
	const struct map_item item = m->source.item(m->source.container,
						    use->item);
	const char *field = map_int_name(m, &item, use->at);

	print_name(m, &item, name);
	snprintf(out, MAP_USE_TEXT, ", the %s of %s%s %u%s%s%s",
		 field ? field : "data", use->game ? "the game layer, " : "",
		 map_item_name(&item), item.id, *name ? " '" : "", name,
		 *name ? "'" : "");
}
