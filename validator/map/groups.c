/* SPDX-License-Identifier: MIT */
/* groups.c - which layers belong to which group (MAP-2) */
#include "validator/core/memory.h"
#include "validator/map/check.h"

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
		   "%d layers from %d" WANTED "a range within %u layers", n,
		   start, m->layers.count);
	return false;
}

/*
 * MAP-2: marks the layers of a group.  It stops at the first that has a group
 * already: so each layer is marked once, however the groups overlap.
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
				"layer %u, which another group has" WANTED
				"layers of its own",
				i);
			return;
		}
		*layer = 1;
		const struct map_item taken = m->source.item(
			m->source.container, m->layers.first + i);

		map_note_layer(m, &taken);
	}
}

/* MAP-5 */
void
map_report_unowned(const struct map *m)
{
	uint32_t n = 0, first = m->layers.count;

	for (uint32_t i = m->layers.count; i > 0; i--) {
		if (map_is_owned(m, i - 1))
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

bool
map_is_owned(const struct map *m, uint32_t layer)
{
	return *(const uint8_t *)room_at(m->owned, m->layers.count, layer, 1);
}

/* MAP-5 */
bool
map_check_groups(struct map *m)
{
	/* One byte a layer: each has an item of at least 8. */
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
			   "0 game layers" WANTED "1");
	return true;
}
