/* SPDX-License-Identifier: MIT */
/* tiles.c - checks layers of tiles (MAP-3) */
#include "validator/map/check.h"

/* The kinds of tile layers by their flags: the bytes of one tile, and the physics int
   that refers to the data.  NO_OWN: the common int refers to the data. */
enum { FLAG_GAME = 1, ALL_FLAGS = 63 };
enum { NO_OWN = MAP_physics_INTS };

static const struct flag {
	uint8_t flag, tile;
	uint8_t own; /* NO_OWN: no physics int */
	const char *name;
} all_flags[] = {
	{ 0, 4, NO_OWN, "design" },
	{ FLAG_GAME, 4, NO_OWN, "game" },
	{ 2, 2, MAP_physics_tele, "tele" },
	{ 4, 6, MAP_physics_speedup, "speedup" },
	{ 8, 4, MAP_physics_front, "front" },
	{ 16, 4, MAP_physics_switch, "switch" },
	{ 32, 2, MAP_physics_tune, "tune" },
};

/* Returns the kind of a layer.  NULL: several flags are set. */
static const struct flag *
flag_of(const struct map_item *item)
{
	const int32_t value = map_int(item, MAP_tiles_tile_flags) & ALL_FLAGS;

	for (size_t i = 0; i < COUNT_OF(all_flags); i++)
		if (AT(all_flags, i).flag == value)
			return &AT(all_flags, i);
	return NULL;
}

static bool
is_game(const struct map_item *item)
{
	const struct flag *flag = flag_of(item);

	return map_n_ints(item) > MAP_tiles_tile_flags &&
	       map_int(item, MAP_layer_type) == MAP_LAYER_tiles && flag &&
	       flag->flag == FLAG_GAME;
}

void
map_note_layer(struct map *m, const struct map_item *item)
{
	const int32_t w = map_int(item, MAP_tiles_width);
	const int32_t h = map_int(item, MAP_tiles_height);

	if (!is_game(item))
		return;
	m->game_layers++;
	m->game_width = w > 0 ? w : 0;
	m->game_height = h > 0 ? h : 0;
}

static int64_t
tiles_of(const struct map_item *item)
{
	return (int64_t)map_int(item, MAP_tiles_width) *
	       map_int(item, MAP_tiles_height);
}

/* MAP-3: checks width and height.  Readers other than DDNet count bytes in 32 bits. */
static bool
check_dimensions(const struct map *m, const struct map_item *item)
{
	const int32_t w = map_int(item, MAP_tiles_width);
	const int32_t h = map_int(item, MAP_tiles_height);

	if (w < 2 || h < 2 || tiles_of(item) > INT32_MAX) {
		map_report(m, RULE_map_tiles_size,
			   map_at_ints(m, item, MAP_tiles_width, 2),
			   "%d x %d" WANTED
			   "at least 2 x 2, and fewer than 2147483648 tiles",
			   w, h);
		return false;
	}
	if (tiles_of(item) > INT32_MAX / 4)
		map_report(m, RULE_map_tiles_size_huge,
			   map_at_ints(m, item, MAP_tiles_width, 2),
			   "%d x %d" WANTED "fewer than 536870912 tiles", w, h);
	return true;
}

/* MAP-5: checks the size of a physics layer.  DDNet compares the number of tiles with
   the number of tiles of the game layer, and uses the index of a tile in the game
   layer. */
static void
check_physics_size(const struct map *m, const struct map_item *item,
		   const struct flag *flag)
{
	const int32_t w = map_int(item, MAP_tiles_width);
	const int32_t h = map_int(item, MAP_tiles_height);
	const int64_t game = (int64_t)m->game_width * m->game_height;

	if (flag->own == NO_OWN || !m->game_layers)
		return;
	if (tiles_of(item) < game)
		map_report(m, RULE_map_tiles_physics_size,
			   map_at_ints(m, item, MAP_tiles_width, 2),
			   "a %s layer of %d x %d" WANTED
			   "as many tiles as %d x %d have",
			   flag->name, w, h, m->game_width, m->game_height);
	else if (w != m->game_width)
		map_report(m, RULE_map_tiles_shape,
			   map_at_int(m, item, MAP_tiles_width),
			   "a %s layer of %d x %d" WANTED "a width of %d",
			   flag->name, w, h, m->game_width);
}

/* MAP-3 */
static void
check_color(const struct map *m, const struct map_item *item)
{
	for (uint32_t k = MAP_tiles_red; k <= MAP_tiles_alpha; k++) {
		const int32_t v = map_int(item, k);

		if (v < 0 || v > 255)
			map_report(m, RULE_map_tiles_color,
				   map_at_int(m, item, k),
				   "%d" WANTED "0 to 255", v);
	}
}

/* Returns how the data of a layer is checked. */
static enum map_kind
tile_data_kind(const struct map_item *item, const struct flag *flag)
{
	const bool runs = map_int(item, MAP_tiles_version) == 4;

	if (flag->own == NO_OWN)
		return runs ? MAP_TILE_RUNS : MAP_TILES;
	if (runs)
		return MAP_OTHER; /* an unknown version, which was already
		                     reported */
	if (flag->own == MAP_physics_speedup)
		return MAP_SPEEDUPS;
	return flag->own == MAP_physics_front ? MAP_TILES : MAP_OTHER;
}

/* MAP-5: checks the size of tile data.  DDNet needs every tile of a game layer. */
static void
check_tile_data_size(const struct map *m, const struct map_item *item,
		     uint32_t k, const struct flag *flag)
{
	const bool runs = map_int(item, MAP_tiles_version) == 4;
	const bool game = flag->flag == FLAG_GAME;
	const uint32_t data = (uint32_t)map_int(item, k);
	const int64_t size = m->source.data(m->source.container, data).size;
	const int64_t want = tiles_of(item) * flag->tile;
	struct site site = map_at_int(m, item, k);

	if (size < 0)
		return; /* reported together with the data */
	if (size == 0 ? game : !runs && size < want) {
		site.at_most = game ? DFK_OFF : DFK_WARNING;
		map_report(m, RULE_map_tiles_data_short, site,
			   "data item %u with %lld bytes" WANTED "%lld bytes",
			   data, (long long)size, (long long)want);
	} else if (size > want && !runs) {
		map_report(m, RULE_map_tiles_data_long, site,
			   "data item %u with %lld bytes" WANTED "%lld bytes",
			   data, (long long)size, (long long)want);
	}
}

/* MAP-3: checks that only this layer uses the data item at int k.  False: there is no
   such data item. */
static bool
take_tile_data(struct map *m, const struct map_item *item, uint32_t k,
	       const struct flag *flag)
{
	/* The tiles of a layer without a group are not checked, because no reader uses
	   these tiles. */
	const bool owned = m->at_most == DFK_OFF;

	if (!map_data_index(m, item, k, false,
			    owned ? tile_data_kind(item, flag) : MAP_OTHER,
			    RULE_map_tiles_data))
		return false;
	struct map_use *use = map_use_of(m, (uint32_t)map_int(item, k));

	if (use->by_tiles)
		map_report(m, RULE_map_tiles_data, map_at_int(m, item, k),
			   "data item %d, which another tile layer has" WANTED
			   "a data item that only this layer has",
			   map_int(item, k));
	if (owned) {
		use->by_tiles = true;
		use->game = flag->flag == FLAG_GAME;
		use->tiles = (uint32_t)tiles_of(item);
	}
	return true;
}

/* MAP-3 */
static void
check_own_data(struct map *m, const struct map_item *item,
	       const struct flag *flag, uint32_t base, bool fits)
{
	uint32_t k = MAP_tiles_data;

	if (flag->own != NO_OWN) {
		/* Such a layer has an empty game layer as its common data. */
		map_data_index(m, item, MAP_tiles_data, true, MAP_OTHER,
			       RULE_map_data_index);
		k = base + flag->own;
		if (!map_has_ints(m, item, k + 1, RULE_map_tiles_short))
			return;
	}
	if (fits && take_tile_data(m, item, k, flag))
		check_tile_data_size(m, item, k, flag);
}

/* MAP-3: returns the kind of the layer.  NULL: the layer cannot be judged, and the
   reason was reported. */
static const struct flag *
check_version_and_flags(const struct map *m, const struct map_item *item)
{
	const int32_t version = map_int(item, MAP_tiles_version);
	const int32_t flags = map_int(item, MAP_tiles_tile_flags);
	const struct flag *flag = flag_of(item);

	if (!map_has_ints(m, item, MAP_tiles_INTS, RULE_map_tiles_short))
		return NULL;
	if (version < 2 || version > 4) {
		map_report(m, RULE_map_tiles_version,
			   map_at_int(m, item, MAP_tiles_version),
			   "%d" WANTED "2 to 4", version);
		return NULL;
	}
	if (version > 2 &&
	    !map_has_ints(m, item, MAP_tiles_name_INTS, RULE_map_tiles_short))
		return NULL;
	if (flags & ~ALL_FLAGS)
		map_report(m, RULE_map_tiles_flags_unknown,
			   map_at_int(m, item, MAP_tiles_tile_flags),
			   "%d" WANTED "0 to %d", flags, ALL_FLAGS);
	if (!flag)
		map_report(m, RULE_map_tiles_flags,
			   map_at_int(m, item, MAP_tiles_tile_flags),
			   "%d" WANTED "one of 1, 2, 4, 8, 16, 32, or none",
			   flags);
	return flag;
}

/* MAP-3, MAP-4 */
void
map_check_tiles(struct map *m, const struct map_item *item)
{
	const int32_t version = map_int(item, MAP_tiles_version);
	const struct flag *flag = check_version_and_flags(m, item);

	if (!flag)
		return;
	const bool fits = check_dimensions(m, item);

	if (fits)
		check_physics_size(m, item, flag);
	if (version == 4 && flag->own != NO_OWN)
		map_report(m, RULE_map_tiles_packed,
			   map_at_int(m, item, MAP_tiles_version),
			   "version 4 in a %s layer" WANTED "version 2 or 3",
			   flag->name);
	if (flag->flag == 0)
		check_color(m, item);
	map_reference(m, item, MAP_tiles_color_envelope, m->envelopes.count);
	map_reference(m, item, MAP_tiles_image, m->images.count);
	if (version >= 3)
		map_check_name(m, item, MAP_tiles_name_0, 3,
			       RULE_map_tiles_name);
	check_own_data(m, item, flag,
		       version == 2 ? MAP_tiles_INTS : MAP_tiles_name_INTS,
		       fits);
}
