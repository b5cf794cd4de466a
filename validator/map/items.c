/* SPDX-License-Identifier: MIT */
/* items.c - checks info, images, sounds, and types by UUID (MAP-1) */
#include "validator/core/uuid.h"
#include "validator/map/check.h"

/* ------------------------------------------------------------------ info */

/* MAP-4: checks that a text with its NUL has at most `most` bytes. */
static void
check_text_size(struct map *m, const struct map_item *item, uint32_t k,
		int64_t most)
{
	if (!map_data_index(m, item, k, true, MAP_TEXT, RULE_map_data_index))
		return;
	const uint32_t data = (uint32_t)map_int(item, k);
	const int64_t size = m->source.data(m->source.container, data).size;

	if (size > most)
		map_report(m, RULE_map_text_long, map_at_int(m, item, k),
			   "%lld bytes" WANTED "at most %lld bytes",
			   (long long)size, (long long)most);
}

/* MAP-1 */
void
map_check_info(struct map *m, const struct map_item *item)
{
	const int32_t version = map_int(item, MAP_info_version);
	const uint32_t n = map_n_ints(item);

	if (!map_has_ints(m, item, MAP_info_settings, RULE_map_info))
		return;
	if (version != 1)
		map_report(m, RULE_map_info,
			   map_at_int(m, item, MAP_info_version),
			   "%d" WANTED "1", version);
	if (n > MAP_info_INTS)
		map_report(m, RULE_map_info, map_at(item),
			   "%u ints" WANTED "5 or 6 ints", n);
	check_text_size(m, item, MAP_info_author, 32);
	check_text_size(m, item, MAP_info_map_version, 16);
	check_text_size(m, item, MAP_info_credits, 128);
	check_text_size(m, item, MAP_info_license, 32);
	if (n > MAP_info_settings)
		map_data_index(m, item, MAP_info_settings, true, MAP_SETTINGS,
			       RULE_map_data_index);
}

/* ----------------------------------------------------------------- image */

static bool
has_variant(const struct map_item *item)
{
	return map_int(item, MAP_image_version) >= 2 &&
	       map_n_ints(item) > MAP_image_variant;
}

/* MAP-1 */
static bool
check_image_size(const struct map *m, const struct map_item *item)
{
	const int32_t width = map_int(item, MAP_image_width);
	const int32_t height = map_int(item, MAP_image_height);

	if (width >= 0 && height >= 0 &&
	    (int64_t)width * height <= INT64_C(1) << 31)
		return true;
	map_report(m, RULE_map_image_size,
		   map_at_ints(m, item, MAP_image_width, 2),
		   "%d x %d" WANTED "0 or more each, up to 2147483648 pixels",
		   width, height);
	return false;
}

/* MAP-1 */
static void
check_embedded(struct map *m, const struct map_item *item)
{
	const int32_t width = map_int(item, MAP_image_width);
	const int32_t height = map_int(item, MAP_image_height);
	/* 0.7: the last int shows whether there is an alpha channel. */
	const bool rgb = has_variant(item) &&
			 map_int(item, MAP_image_variant) == 0;

	if (width == 0 || height == 0)
		map_report(m, RULE_map_image_empty,
			   map_at_ints(m, item, MAP_image_width, 2),
			   "%d x %d" WANTED "1 x 1 or more", width, height);
	if (map_data_index(m, item, MAP_image_data, false, MAP_OTHER,
			   RULE_map_data_index))
		map_data_length(m, item, MAP_image_data,
				(uint64_t)width * (uint64_t)height *
					(rgb ? 3 : 4),
				RULE_map_image_data);
}

/* MAP-1 */
static void
check_external(struct map *m, const struct map_item *item)
{
	const int32_t data = map_int(item, MAP_image_data);

	if (data != -1 && map_data_index(m, item, MAP_image_data, true,
					 MAP_OTHER, RULE_map_data_index))
		map_report(m, RULE_map_image_external,
			   map_at_int(m, item, MAP_image_data),
			   "an external image with data item %d" WANTED
			   "data index -1",
			   data);
}

/* MAP-1 */
void
map_check_image(struct map *m, const struct map_item *item)
{
	const int32_t external = map_int(item, MAP_image_external);
	const int32_t variant = map_int(item, MAP_image_variant);

	if (!map_has_ints(m, item, MAP_image_variant, RULE_map_image_short))
		return;
	const bool fits = check_image_size(m, item);

	map_data_index(m, item, MAP_image_name, false, MAP_TEXT,
		       map_int(item, MAP_image_name) == -1
			       ? RULE_map_image_name
			       : RULE_map_data_index);
	if (external != 0 && external != 1)
		map_report(m, RULE_map_image_external,
			   map_at_int(m, item, MAP_image_external),
			   "%d" WANTED "0 or 1", external);
	if (has_variant(item) && variant != 1)
		map_report(m, RULE_map_image_variant,
			   map_at_int(m, item, MAP_image_variant),
			   "%d" WANTED "1", variant);
	if (external)
		check_external(m, item);
	else if (fits)
		check_embedded(m, item);
}

/* ----------------------------------------------------------------- sound */

/* MAP-1 */
void
map_check_sound(struct map *m, const struct map_item *item)
{
	const int32_t external = map_int(item, MAP_sound_external);

	if (!map_has_ints(m, item, MAP_sound_INTS, RULE_map_sound_short))
		return;
	if (external != 0 && external != 1)
		map_report(m, RULE_map_sound_external,
			   map_at_int(m, item, MAP_sound_external),
			   "%d" WANTED "0 or 1", external);
	map_data_index(m, item, MAP_sound_name, false, MAP_TEXT,
		       RULE_map_data_index);
	map_data_index(m, item, MAP_sound_data, external != 0, MAP_OTHER,
		       RULE_map_data_index);
}

/* ------------------------------------------------------------------ UUID */

static const char *const known_names[] = {
	"mapitemtype-automapper-config@ddnet.tw",
	"mapitemtype-envpoints-bezier@ddnet.tw",
	"mapitemtype-group@ddnet.tw",
	"mapitemtype-test@ddnet.tw",
};

struct known_uuids {
	struct uuid at[COUNT_OF(known_names)];
};

static struct known_uuids
known_uuids(void)
{
	struct known_uuids known = { 0 };

	for (size_t i = 0; i < COUNT_OF(known_names); i++) {
		const char *name = AT(known_names, i);

		AT(known.at, i) = uuid_from_name(
			span_of_text(name));
	}
	return known;
}

/* Reads a UUID whose ints are big-endian words. */
static struct uuid
read_uuid_item(const struct map_item *item)
{
	struct uuid uuid = { { 0 } };

	for (uint32_t i = 0; i < UUID_SIZE; i++) {
		const uint32_t v = (uint32_t)map_int(item,
						     MAP_uuid_uuid_0 + i / 4);

		AT(uuid.bytes, i) = (uint8_t)(v >> (24 - 8 * (i % 4)));
	}
	return uuid;
}

/* MAP-1 */
void
map_check_uuids(struct map *m, struct map_items items)
{
	const struct known_uuids known = known_uuids();

	for (uint32_t i = 0; i < items.count; i++) {
		const struct map_item item = m->source.item(m->source.container,
							    items.first + i);
		const struct uuid uuid = read_uuid_item(&item);
		/* True: already reported. */
		bool found = map_n_ints(&item) < MAP_uuid_INTS;
		char text[UUID_TEXT_SIZE];

		for (size_t k = 0; k < COUNT_OF(known.at); k++)
			found |= uuid_equal(&AT(known.at, k), &uuid);
		if (found)
			continue;
		uuid_print(&uuid, text);
		map_report(m, RULE_map_uuid_unknown, map_at(&item),
			   "type %u with the UUID %s", item.id, text);
	}
}
