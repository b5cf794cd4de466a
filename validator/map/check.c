/* SPDX-License-Identifier: MIT */
/* check.c - checks the items of a map, type by type (MAP-1) */
#include "validator/map/check.h"

#include "validator/core/memory.h"

/* The largest numbers of images and sounds that a client loads. */
enum { MOST_IMAGES = 64, MOST_SOUNDS = 64 };

void
map_open(struct map *m, struct report *report,
	 const struct dfk_allocator *allocator)
{
	*m = (struct map){ .report = report, .allocator = allocator };
}

void
map_release(struct map *m)
{
	memory_put(m->allocator, m->uses);
	memory_put(m->allocator, m->owned);
}

/* ----------------------------------------------------------- whole types */

static struct map_items
items_of(const struct map *m, uint16_t type)
{
	return m->source.items(m->source.container, type);
}

static struct map_item
item_at(const struct map *m, uint32_t index)
{
	return m->source.item(m->source.container, index);
}

/* MAP-1: reports items of a type above the largest number. */
static void
report_surplus_items(const struct map *m, struct map_items items, uint32_t most,
		     enum rule_id rule)
{
	if (items.count <= most)
		return;
	const struct map_item first = item_at(m, items.first + most);

	map_report(m, rule, map_at(&first), "%u items" WANTED "at most %u",
		   items.count, most);
}

/* MAP-1 */
static void
check_version_item(struct map *m, const struct map_item *item)
{
	const int32_t version = map_int(item, MAP_version_version);

	if (!map_has_ints(m, item, 1, RULE_map_version))
		return;
	if (version != 1)
		map_report(m, RULE_map_version,
			   map_at_int(m, item, MAP_version_version),
			   "%d" WANTED "1", version);
}

/* MAP-5: only the first version item with id 0 counts. */
static void
check_versions(struct map *m, struct map_items versions)
{
	for (uint32_t i = 0; i < versions.count; i++) {
		const struct map_item item = item_at(m, versions.first + i);

		if (item.id != 0)
			continue;
		check_version_item(m, &item);
		return;
	}
	map_report(m, RULE_map_version, (struct site){ .off = 0 },
		   "no version item with id 0");
}

/* Finds the items of each type once, because each search reads the table of types. */
static void
look_up_items(struct map *m)
{
	m->images = items_of(m, MAP_TYPE_image);
	m->envelopes = items_of(m, MAP_TYPE_envelope);
	m->groups = items_of(m, MAP_TYPE_group);
	m->layers = items_of(m, MAP_TYPE_layer);
	m->points = items_of(m, MAP_TYPE_points);
	m->sounds = items_of(m, MAP_TYPE_sound);
}

/* Allocates one row for each data item.  The offsets of all data items were read, so the
   memory is bounded by the length of the file. */
static bool
open_uses(struct map *m)
{
	const size_t size = m->source.n_data * sizeof(*m->uses);

	m->uses = memory_get(m->allocator, size ? size : 1);
	if (m->uses)
		memset(m->uses, 0, size);
	return m->uses != NULL;
}

/* MAP-1, MAP-5 */
bool
map_check(struct map *m, const struct map_source *source)
{
	struct map_items versions, infos;

	m->source = *source;
	if (!open_uses(m))
		return false;
	versions = items_of(m, MAP_TYPE_version);
	m->prerelease = versions.count == 0;
	if (m->prerelease) {
		map_report(m, RULE_map_prerelease, (struct site){ .off = 0 },
			   "no version item");
		return true;
	}
	m->known = true;
	look_up_items(m);
	infos = items_of(m, MAP_TYPE_info);
	report_surplus_items(m, versions, 1, RULE_map_version_count);
	report_surplus_items(m, infos, 1, RULE_map_info);
	report_surplus_items(m, m->images, MOST_IMAGES, RULE_map_image_count);
	report_surplus_items(m, m->points, 1, RULE_map_points_count);
	report_surplus_items(m, m->sounds, MOST_SOUNDS, RULE_map_sound_count);
	check_versions(m, versions);
	map_each(m, infos, map_check_info);
	map_each(m, m->images, map_check_image);
	map_count_points(m);
	map_each(m, m->envelopes, map_check_envelope);
	map_check_points(m);
	map_each(m, m->sounds, map_check_sound);
	if (!map_check_groups(m))
		return false;
	map_report_unowned(m);
	map_check_layers(m);
	map_check_uuids(m, items_of(m, MAP_TYPE_uuid));
	return true;
}

/* MAP-1: reports data items to which no item refers.  No reader needs such data items. */
void
map_end(const struct map *m)
{
	uint32_t unused = 0, first = 0;

	for (uint32_t i = m->source.n_data; i > 0 && m->known; i--) {
		if (map_use_of(m, i - 1)->kinds)
			continue;
		unused++;
		first = i - 1;
	}
	if (!unused)
		return;
	const struct map_slice s = m->source.data(m->source.container, first);

	map_report(m, RULE_map_data_unused,
		   (struct site){ .off = s.off, .len = s.len },
		   "%u of %u data items, the first is data item %u", unused,
		   m->source.n_data, first);
}
