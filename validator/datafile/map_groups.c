/* SPDX-License-Identifier: MIT */
/* map_groups.c - which layers belong to which group (DF-4) */
#include <stdio.h>

#include "validator/core/memory.h"
#include "validator/datafile/map_check.h"

enum { GROUP_START = 5, GROUP_COUNT = 6, GROUP_NAME = 12 };

static bool
check_group(struct datafile *df, const struct datafile_item *item)
{
	const int32_t version = datafile_value(df, item, 0);
	const int32_t start = datafile_value(df, item, GROUP_START);
	const int32_t n = datafile_value(df, item, GROUP_COUNT);
	char expected[40];
	struct site site = map_int_site(df, item, GROUP_START, expected);

	if (!map_has_ints(df, item, 7, RULE_datafile_map_group_short))
		return false;
	if (version >= 2)
		map_has_ints(df, item, version >= 3 ? 15 : 12,
			     RULE_datafile_map_group_clip);
	if (version >= 3)
		map_check_name(df, item, GROUP_NAME, 3,
			       RULE_datafile_map_layer_name);
	if (start >= 0 && n >= 0 && (int64_t)start + n <= df->map.layers)
		return true;
	site.len = 8;
	snprintf(expected, sizeof(expected), "a part of %d layers",
		 df->map.layers);
	report(df->report, RULE_datafile_map_group_layers, &site,
	       "%d layers from %d", n, start);
	return false;
}

/*
 * Marks the layers of a group.  It stops at the first that has a group
 * already: so each layer is marked once, however the groups overlap.
 */
static void
take_layers(struct datafile *df, const struct datafile_item *item,
	    uint8_t *owned, size_t layers)
{
	const uint32_t start = (uint32_t)datafile_value(df, item, GROUP_START);
	const uint32_t n = (uint32_t)datafile_value(df, item, GROUP_COUNT);
	struct site site = map_int_site(df, item, GROUP_START,
					"layers of its own");

	site.len = 8;
	for (uint32_t i = start; i < start + n; i++) {
		uint8_t *layer = room_at(owned, layers, i, 1);

		if (*layer) {
			report(df->report, RULE_datafile_map_group_shared,
			       &site, "layer %u, which another group has", i);
			return;
		}
		*layer = 1;
	}
}

static void
report_unowned(struct datafile *df, uint8_t *owned, size_t layers)
{
	struct datafile_item item;
	uint32_t start, count, n = 0, first = 0;

	for (size_t i = layers; i > 0; i--) {
		if (*(uint8_t *)room_at(owned, layers, i - 1, 1))
			continue;
		first = (uint32_t)i - 1;
		n++;
	}
	if (n == 0)
		return;
	datafile_type(df, MAP_LAYER, &start, &count);
	datafile_item(df, start + first, &item);
	const struct site site = map_site(df, &item, NULL);

	report(df->report, RULE_datafile_map_layer_unowned, &site,
	       "%u of %zu layers, the first is layer %u", n, layers, first);
}

bool
map_check_groups(struct datafile *df)
{
	/* One byte a layer: each has an item of at least 8. */
	const size_t layers = (size_t)df->map.layers;
	uint8_t *owned = memory_get(df->allocator, layers + 1);
	struct datafile_item item;
	uint32_t start, count;

	if (!owned)
		return false;
	memset(owned, 0, layers + 1);
	datafile_type(df, MAP_GROUP, &start, &count);
	for (uint32_t i = 0; i < count; i++) {
		datafile_item(df, start + i, &item);
		if (check_group(df, &item))
			take_layers(df, &item, owned, layers);
	}
	report_unowned(df, owned, layers);
	memory_put(df->allocator, owned);
	return true;
}
