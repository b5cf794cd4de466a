/* SPDX-License-Identifier: MIT */
/* layers.c - checks groups and their layers, and layers of quads and sounds (MAP-2) */
#include "validator/core/memory.h"
#include "validator/map/check.h"

/* Bytes of one quad, and of one sound source. */
enum { QUAD_BYTES = 152, SOURCE_BYTES = 52, OLD_SOURCE_BYTES = 36 };

/* ----------------------------------------------------------------- groups */

/* MAP-2 */
static bool
check_group(const struct map *m, const struct map_item *item)
{
	const int32_t version = map_int(item, MAP_group_version);
	const int32_t start = map_int(item, MAP_group_start_layer);
	const int32_t n = map_int(item, MAP_group_num_layers);

	if (!map_has_ints(m, item, MAP_group_use_clipping,
			  RULE_map_group_short))
		return false;
	if (version >= 2)
		map_has_ints(m, item,
			     version >= 3 ? MAP_group_INTS : MAP_group_name_0,
			     RULE_map_group_clip);
	if (version >= 3 && map_has_name(item, MAP_group_name_0, 3))
		map_check_name(m, item, MAP_group_name_0, 3,
			       RULE_map_layer_name);
	if (start >= 0 && n >= 0 && (int64_t)start + n <= m->layers.count)
		return true;
	map_report(m, RULE_map_group_layers,
		   map_at_ints(m, item, MAP_group_start_layer, 2),
		   "%d layers from layer %d" WANTED "a range within %u layers",
		   n, start, m->layers.count);
	return false;
}

/*
 * MAP-2: marks the layers of a group, up to the first layer that already has a group.  So
 * each layer is marked once, even if groups overlap.
 */
static void
take_layers(struct map *m, const struct map_item *item)
{
	const uint32_t start = (uint32_t)map_int(item, MAP_group_start_layer);
	const uint32_t n = (uint32_t)map_int(item, MAP_group_num_layers);

	for (uint32_t i = start; i < start + n; i++) {
		uint8_t *layer = room_at(m->owned, m->layers.count, i, 1);

		if (*layer) {
			map_report(
				m, RULE_map_group_shared,
				map_at_ints(m, item, MAP_group_start_layer, 2),
				"layer %u, which belongs to another "
				"group" WANTED
				"a layer that belongs to no other group",
				i);
			return;
		}
		*layer = 1;
		const struct map_item taken = m->source.item(
			m->source.container, m->layers.first + i);

		map_note_layer(m, &taken);
	}
}

static bool
is_owned(const struct map *m, uint32_t layer)
{
	return *(const uint8_t *)room_at(m->owned, m->layers.count, layer, 1);
}

/* MAP-5 */
void
map_report_unowned(const struct map *m)
{
	uint32_t n = 0, first = m->layers.count;

	for (uint32_t i = m->layers.count; i > 0; i--) {
		if (is_owned(m, i - 1))
			continue;
		first = i - 1;
		n++;
	}
	if (n == 0)
		return;
	const struct map_item item = m->source.item(m->source.container,
						    m->layers.first + first);

	map_report(m, RULE_map_layer_unowned, map_at(&item),
		   "%u of %u layers, the first is layer %u", n, m->layers.count,
		   first);
}

/* MAP-5 */
bool
map_check_groups(struct map *m)
{
	/* One byte for each layer.  Each layer has an item of at least 8 bytes in the
	   file. */
	const size_t size = (size_t)m->layers.count + 1;

	m->owned = memory_get(m->allocator, size);
	if (!m->owned)
		return false;
	memset(m->owned, 0, size);
	for (uint32_t i = 0; i < m->groups.count; i++) {
		const struct map_item item = m->source.item(
			m->source.container, m->groups.first + i);

		if (check_group(m, &item))
			take_layers(m, &item);
	}
	if (!m->game_layers)
		map_report(m, RULE_map_no_game, (struct site){ .off = 0 },
			   "0 game layers" WANTED "1 game layer");
	return true;
}

/* ----------------------------------------------------------------- layers */

/* MAP-2 */
static void
check_quads_data(struct map *m, const struct map_item *item)
{
	const int32_t n = map_int(item, MAP_quads_num_quads);
	const uint32_t data = (uint32_t)map_int(item, MAP_quads_data);

	if (n < 0) {
		map_report(m, RULE_map_quads_data,
			   map_at_int(m, item, MAP_quads_num_quads),
			   "%d quads" WANTED "0 or more", n);
		return;
	}
	if (!map_data_index(m, item, MAP_quads_data, n == 0, MAP_OTHER,
			    RULE_map_quads_data))
		return;
	if (n == 0 &&
	    m->source.data(m->source.container, data).size == QUAD_BYTES)
		map_report(m, RULE_map_quads_left,
			   map_at_int(m, item, MAP_quads_data),
			   "data item %u with %d bytes" WANTED "data index -1",
			   data, QUAD_BYTES);
	else
		map_data_length(m, item, MAP_quads_data,
				(uint64_t)n * QUAD_BYTES, RULE_map_quads_data);
}

/* MAP-2 */
static void
check_quads(struct map *m, const struct map_item *item)
{
	const int32_t version = map_int(item, MAP_quads_version);

	if (!map_has_ints(m, item,
			  version >= 2 ? MAP_quads_INTS : MAP_quads_name_0,
			  RULE_map_quads_short))
		return;
	check_quads_data(m, item);
	map_reference(m, item, MAP_quads_image, m->images.count);
	if (version >= 2 && map_has_name(item, MAP_quads_name_0, 3))
		map_check_name(m, item, MAP_quads_name_0, 3,
			       RULE_map_layer_name);
}

/* MAP-2: sound layers; the deprecated form has the same ints. */
static void
check_sounds(struct map *m, const struct map_item *item, uint64_t bytes)
{
	const int32_t n = map_int(item, MAP_sounds_num_sources);

	if (!map_has_ints(m, item, MAP_sounds_name_0, RULE_map_sources_short))
		return;
	if (n < 0)
		map_report(m, RULE_map_sources_data,
			   map_at_int(m, item, MAP_sounds_num_sources),
			   "%d sources" WANTED "0 or more", n);
	else if (map_data_index(m, item, MAP_sounds_data, n == 0, MAP_OTHER,
				RULE_map_sources_data))
		map_data_length(m, item, MAP_sounds_data, (uint64_t)n * bytes,
				RULE_map_sources_data);
	map_reference(m, item, MAP_sounds_sound, m->sounds.count);
	if (map_has_name(item, MAP_sounds_name_0, 3))
		map_check_name(m, item, MAP_sounds_name_0, 3,
			       RULE_map_layer_name);
}

/* MAP-2 */
static void
check_layer(struct map *m, const struct map_item *item)
{
	const int32_t type = map_int(item, MAP_layer_type);

	if (!map_has_ints(m, item, MAP_layer_INTS, RULE_map_layer_short))
		return;
	switch (type) {
	case MAP_LAYER_tiles: map_check_tiles(m, item); break;
	case MAP_LAYER_quads: check_quads(m, item); break;
	case MAP_LAYER_sounds: check_sounds(m, item, SOURCE_BYTES); break;
	case MAP_LAYER_old_sounds:
		check_sounds(m, item, OLD_SOURCE_BYTES);
		break;
	default:
		map_report(m, RULE_map_layer_type,
			   map_at_int(m, item, MAP_layer_type),
			   "%d" WANTED "2, 3, 9 or 10", type);
		break;
	}
}

/* MAP-5: checks the layers.  Readers use only layers that have a group.  So defects of
   other layers are at most warnings. */
void
map_check_layers(struct map *m)
{
	for (uint32_t i = 0; i < m->layers.count; i++) {
		const struct map_item item = m->source.item(
			m->source.container, m->layers.first + i);

		m->at_most = is_owned(m, i) ? DFK_OFF : DFK_WARNING;
		check_layer(m, &item);
	}
	m->at_most = DFK_OFF;
	if (m->game_layers > 1)
		map_report(m, RULE_map_game_layers, (struct site){ .off = 0 },
			   "%u game layers" WANTED "1 game layer",
			   m->game_layers);
}
