/* SPDX-License-Identifier: MIT */
/* map_layers.c - groups, and layers of tiles, quads and sounds (DF-4) */
#include <stdio.h>

#include "validator/datafile/map_check.h"

/* The ints of a tile layer. */
enum {
	TILES_VERSION = 3,
	TILES_WIDTH = 4,
	TILES_HEIGHT = 5,
	TILES_FLAGS = 6,
	TILES_COLOR = 7,
	TILES_COLOR_ENVELOPE = 11,
	TILES_IMAGE = 13,
	TILES_DATA = 14,
	TILES_NAME = 15,
	TILES_INTS_V2 = 15,
	TILES_INTS_V3 = 18,
};

/* What a tile layer is: its flags, the int with its own data index behind the
   common ones, and the bytes of one tile. */
enum { FLAG_GAME = 1, FLAG_FRONT = 8, MAX_FLAG = 63 };

static const struct flag {
	uint8_t flag, own, tile;
	const char *name;
} flags[] = {
	{ 0, 0, 4, "design" },         { FLAG_GAME, 0, 4, "game" },
	{ 2, 1, 2, "tele" },           { 4, 2, 6, "speedup" },
	{ FLAG_FRONT, 3, 4, "front" }, { 16, 4, 4, "switch" },
	{ 32, 5, 2, "tune" },
};

static const struct flag *
flag_of(const struct datafile *df, const struct datafile_item *item)
{
	const int32_t value = datafile_value(df, item, TILES_FLAGS);

	for (size_t i = 0; i < COUNT_OF(flags); i++)
		if (AT(flags, i).flag == value)
			return &AT(flags, i);
	return NULL;
}

static bool
is_tiles(const struct datafile *df, const struct datafile_item *item)
{
	return item->n_ints >= TILES_INTS_V2 &&
	       datafile_value(df, item, 1) == MAP_LAYER_TILES;
}

/* ----------------------------------------------------------------- tiles */

void
map_find_game_layer(struct datafile *df)
{
	struct datafile_item item;
	uint32_t start, count;

	datafile_type(df, MAP_LAYER, &start, &count);
	for (uint32_t i = 0; i < count; i++) {
		datafile_item(df, start + i, &item);
		if (!is_tiles(df, &item) ||
		    datafile_value(df, &item, TILES_FLAGS) != FLAG_GAME)
			continue;
		if (df->map.game_layers++ == 0) {
			const int32_t w = datafile_value(df, &item,
							 TILES_WIDTH);
			const int32_t h = datafile_value(df, &item,
							 TILES_HEIGHT);

			df->map.game_width = w > 0 ? (uint64_t)w : 0;
			df->map.game_height = h > 0 ? (uint64_t)h : 0;
		}
	}
}

static bool
check_size(struct datafile *df, const struct datafile_item *item)
{
	const int32_t w = datafile_value(df, item, TILES_WIDTH);
	const int32_t h = datafile_value(df, item, TILES_HEIGHT);
	struct site site = map_int_site(df, item, TILES_WIDTH,
					"at least 2 x 2, and fewer than "
					"536870912 tiles");

	site.len = 8;
	if (w >= 2 && h >= 2 && (int64_t)w * h <= INT32_MAX / 4)
		return true;
	report(df->report, RULE_datafile_map_tiles_size, &site, "%d x %d", w,
	       h);
	return false;
}

static void
check_physics_size(struct datafile *df, const struct datafile_item *item,
		   const struct flag *flag)
{
	const int64_t w = datafile_value(df, item, TILES_WIDTH);
	const int64_t h = datafile_value(df, item, TILES_HEIGHT);
	char expected[64];
	struct site site = map_int_site(df, item, TILES_WIDTH, expected);

	if (flag->flag <= FLAG_GAME || !df->map.game_layers ||
	    (w >= (int64_t)df->map.game_width &&
	     h >= (int64_t)df->map.game_height))
		return;
	site.len = 8;
	snprintf(expected, sizeof(expected), "at least %llu x %llu",
		 (unsigned long long)df->map.game_width,
		 (unsigned long long)df->map.game_height);
	report(df->report, RULE_datafile_map_tiles_physics_size, &site,
	       "a %s layer of %lld x %lld", flag->name, (long long)w,
	       (long long)h);
}

static void
check_color(struct datafile *df, const struct datafile_item *item)
{
	for (uint32_t k = TILES_COLOR; k < TILES_COLOR + 4; k++) {
		const int32_t v = datafile_value(df, item, k);
		const struct site site = map_int_site(df, item, k, "0 to 255");

		if (v < 0 || v > 255)
			report(df->report, RULE_datafile_map_tiles_color, &site,
			       "%d", v);
	}
}

/* The data item at int k belongs to this layer alone. */
static void
check_tile_data(struct datafile *df, const struct datafile_item *item,
		uint32_t k, enum map_kind kind, uint32_t tile)
{
	const uint64_t tiles = (uint64_t)datafile_value(df, item, TILES_WIDTH) *
			       (uint64_t)datafile_value(df, item, TILES_HEIGHT);
	const struct site site = map_int_site(df, item, k,
					      "a data item of its own");
	struct map_use *use;

	if (!map_data_index(df, item, k, false, kind,
			    RULE_datafile_map_tiles_data))
		return;
	use = map_use_of(df, (uint32_t)datafile_value(df, item, k));
	if (use->by_tiles)
		report(df->report, RULE_datafile_map_tiles_data, &site,
		       "data item %d, which another tile layer has",
		       datafile_value(df, item, k));
	use->by_tiles = true;
	use->tiles = tiles;
	if (kind != MAP_TILE_RUNS)
		map_data_length(df, item, k, tiles * tile,
				RULE_datafile_map_tiles_data_length);
}

static void
check_own_data(struct datafile *df, const struct datafile_item *item,
	       const struct flag *flag, uint32_t base, bool fits)
{
	const bool runs = datafile_value(df, item, TILES_VERSION) == 4;
	const uint32_t k = base + flag->own - 1;

	if (!flag->own) {
		if (fits)
			check_tile_data(df, item, TILES_DATA,
					runs ? MAP_TILE_RUNS : MAP_TILES, 4);
		return;
	}
	/* Physics layers hold an empty game layer where others have tiles. */
	map_data_index(df, item, TILES_DATA, true, MAP_OTHER,
		       RULE_datafile_map_tiles_data);
	if (map_has_ints(df, item, k + 1, RULE_datafile_map_tiles_short) &&
	    fits)
		check_tile_data(df, item, k,
				flag->flag == FLAG_FRONT ? MAP_TILES
							 : MAP_OTHER,
				flag->tile);
}

static void
check_tiles(struct datafile *df, const struct datafile_item *item)
{
	const int32_t version = datafile_value(df, item, TILES_VERSION);
	const struct site at_version = map_int_site(df, item, TILES_VERSION,
						    "2 to 4");
	const struct site at_packed = map_int_site(df, item, TILES_VERSION,
						   "2 or 3");
	const struct site at_flags = map_int_site(
		df, item, TILES_FLAGS, "one of 1, 2, 4, 8, 16, 32, or none");
	const uint32_t base = version == 2 ? TILES_INTS_V2 : TILES_INTS_V3;
	const struct flag *flag = flag_of(df, item);

	if (version < 2 || version > 4) {
		report(df->report, RULE_datafile_map_tiles_version, &at_version,
		       "%d", version);
		return;
	}
	if (!map_has_ints(df, item, base, RULE_datafile_map_tiles_short))
		return;
	if (!flag) {
		report(df->report, RULE_datafile_map_tiles_flags, &at_flags,
		       "%d", datafile_value(df, item, TILES_FLAGS));
		return;
	}
	const bool fits = check_size(df, item);

	if (fits)
		check_physics_size(df, item, flag);
	if (version == 4 && flag->flag > FLAG_GAME)
		report(df->report, RULE_datafile_map_tiles_version, &at_packed,
		       "4 in a %s layer", flag->name);
	if (flag->flag == 0)
		check_color(df, item);
	map_reference(df, item, TILES_COLOR_ENVELOPE, df->map.envelopes);
	map_reference(df, item, TILES_IMAGE, df->map.images);
	if (version >= 3)
		map_check_name(df, item, TILES_NAME, 3,
			       RULE_datafile_map_tiles_name);
	check_own_data(df, item, flag, base, fits);
}

/* ---------------------------------------------------- quads and sounds */

/* Things of a fixed size each: int 4 counts them, int 5 is their data. */
static void
check_things(struct datafile *df, const struct datafile_item *item,
	     uint32_t bytes, const char *what, enum rule_id rule)
{
	const int32_t n = datafile_value(df, item, 4);
	const struct site site = map_int_site(df, item, 4,
					      "no negative number");

	if (n < 0)
		report(df->report, rule, &site, "%d %s", n, what);
	else if (map_data_index(df, item, 5, n == 0, MAP_OTHER, rule))
		map_data_length(df, item, 5, (uint64_t)n * bytes, rule);
}

static void
check_quads(struct datafile *df, const struct datafile_item *item)
{
	enum { QUAD_BYTES = 152 };
	const int32_t version = datafile_value(df, item, 3);

	if (!map_has_ints(df, item, version >= 2 ? 10 : 7,
			  RULE_datafile_map_quads_short))
		return;
	check_things(df, item, QUAD_BYTES, "quads",
		     RULE_datafile_map_quads_data);
	map_reference(df, item, 6, df->map.images);
	if (version >= 2)
		map_check_name(df, item, 7, 3, RULE_datafile_map_layer_name);
}

static void
check_sounds(struct datafile *df, const struct datafile_item *item)
{
	enum { SOURCE_BYTES = 52, OLD_SOURCE_BYTES = 36 };
	const bool old = datafile_value(df, item, 1) == MAP_LAYER_OLD_SOUNDS;

	if (!map_has_ints(df, item, 7, RULE_datafile_map_sources_short))
		return;
	check_things(df, item, old ? OLD_SOURCE_BYTES : SOURCE_BYTES, "sources",
		     RULE_datafile_map_sources_data);
	map_reference(df, item, 6, df->map.sounds);
	map_check_name(df, item, 7, 3, RULE_datafile_map_layer_name);
}

void
map_check_layer(struct datafile *df, const struct datafile_item *item)
{
	const struct site site = map_int_site(df, item, 1, "2, 3, 9 or 10");

	if (!map_has_ints(df, item, 3, RULE_datafile_map_layer_short))
		return;
	switch (datafile_value(df, item, 1)) {
	case MAP_LAYER_TILES:
		if (map_has_ints(df, item, TILES_INTS_V2,
				 RULE_datafile_map_tiles_short))
			check_tiles(df, item);
		break;
	case MAP_LAYER_QUADS: check_quads(df, item); break;
	case MAP_LAYER_OLD_SOUNDS:
	case MAP_LAYER_SOUNDS: check_sounds(df, item); break;
	default:
		report(df->report, RULE_datafile_map_layer_type, &site, "%d",
		       datafile_value(df, item, 1));
		break;
	}
}
