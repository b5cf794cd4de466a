/* SPDX-License-Identifier: MIT */
/* map.c - the items of a map, type by type (DF-4) */
#include <stdio.h>

#include "validator/core/uuid.h"
#include "validator/datafile/map_check.h"

struct map_use *
map_use_of(const struct datafile *df, uint32_t data)
{
	const size_t n = (size_t)df->header.n_data;

	return room_at(df->uses, n * sizeof(struct map_use),
		       data * sizeof(struct map_use), sizeof(struct map_use));
}

/* ---------------------------------------------------------------- shared */

struct site
map_site(const struct datafile *df, const struct datafile_item *item,
	 const char *expected)
{
	return (struct site){ .off = df->origin + item->off,
			      .len = DATAFILE_ITEM_BYTES +
				     4 * (uint64_t)item->n_ints,
			      .expected = expected };
}

struct site
map_int_site(const struct datafile *df, const struct datafile_item *item,
	     uint32_t k, const char *expected)
{
	return (struct site){ .off = df->origin + item->off +
				     DATAFILE_ITEM_BYTES + 4 * (uint64_t)k,
			      .len = 4,
			      .field = map_int_name(df, item, k),
			      .expected = expected };
}

bool
map_has_ints(struct datafile *df, const struct datafile_item *item,
	     uint32_t least, enum rule_id rule)
{
	char expected[24];
	struct site site = map_site(df, item, expected);

	if (item->n_ints >= least)
		return true;
	snprintf(expected, sizeof(expected), "%u or more", least);
	report(df->report, rule, &site, "%s %u has %u ints",
	       map_item_name(df, item), item->id, item->n_ints);
	return false;
}

bool
map_data_index(struct datafile *df, const struct datafile_item *item,
	       uint32_t k, bool may_be_missing, enum map_kind kind,
	       enum rule_id rule)
{
	const int32_t index = datafile_value(df, item, k);
	char expected[40];
	struct site site = map_int_site(df, item, k, expected);

	if (index >= 0 && index < df->header.n_data) {
		struct map_use *use = map_use_of(df, (uint32_t)index);

		if (!use->kinds)
			use->item = item->index;
		use->kinds |= (uint8_t)kind;
		return true;
	}
	if (index == -1 && may_be_missing)
		return false;
	snprintf(expected, sizeof(expected), "%sbelow %d",
		 may_be_missing ? "-1, or " : "0 or more, ", df->header.n_data);
	report(df->report, rule, &site, "data index %d", index);
	return false;
}

void
map_reference(struct datafile *df, const struct datafile_item *item, uint32_t k,
	      int32_t count)
{
	const int32_t index = datafile_value(df, item, k);
	char expected[32];
	struct site site = map_int_site(df, item, k, expected);

	if (k >= item->n_ints || (index >= -1 && index < count))
		return;
	snprintf(expected, sizeof(expected), "-1, or below %d", count);
	report(df->report, RULE_datafile_map_reference, &site, "index %d",
	       index);
}

void
map_data_length(struct datafile *df, const struct datafile_item *item,
		uint32_t k, uint64_t want, enum rule_id rule)
{
	const uint32_t data = (uint32_t)datafile_value(df, item, k);
	const int64_t size = datafile_data_size(df, data);
	char expected[40];
	struct site site = map_int_site(df, item, k, expected);

	/* A size of 0 was reported already, and hides the true one. */
	if (size <= 0 || (uint64_t)size == want)
		return;
	snprintf(expected, sizeof(expected), "%llu bytes",
		 (unsigned long long)want);
	report(df->report, rule, &site, "data item %u has %lld bytes", data,
	       (long long)size);
}

void
map_check_name(struct datafile *df, const struct datafile_item *item,
	       uint32_t k, uint32_t n, enum rule_id rule)
{
	struct utf8 utf8 = utf8_init();
	bool over = false, any = false;

	if (k + n > item->n_ints)
		return;
	/* Old writers left a name that nobody gave at zero. */
	for (uint32_t i = 0; i < n; i++)
		any |= datafile_value(df, item, k + i) != 0;
	if (!any)
		return;
	/* The last byte is always 0, which stands for the NUL. */
	for (uint32_t i = 0; i < 4 * n - 1 && !over; i++) {
		const uint32_t v = (uint32_t)datafile_value(df, item,
							    k + i / 4);
		const uint8_t c = (uint8_t)((v >> (24 - 8 * (i % 4))) - 128);

		over = c == 0;
		if (!over)
			utf8_feed(&utf8, (struct span){ &c, 1 });
	}
	utf8_end(&utf8);

	struct site site = map_int_site(df, item, k, "UTF-8");

	site.len = 4 * (uint64_t)n;
	if (utf8.bad != UTF8_CLEAN)
		report(df->report, rule, &site, "a bad byte at place %lld",
		       (long long)utf8.bad);
}

/* ----------------------------------------------------------- whole types */

typedef void map_item_check(struct datafile *df,
			    const struct datafile_item *item);

static int32_t
count_of(const struct datafile *df, enum map_type type)
{
	uint32_t start, count;

	datafile_type(df, (uint16_t)type, &start, &count);
	return (int32_t)count;
}

static void
each(struct datafile *df, uint16_t type, map_item_check *check)
{
	struct datafile_item item;
	uint32_t start, count;

	datafile_type(df, type, &start, &count);
	for (uint32_t i = 0; i < count; i++) {
		datafile_item(df, start + i, &item);
		check(df, &item);
	}
}

/* At most so many items of a type. */
static void
at_most(struct datafile *df, enum map_type type, int32_t most,
	enum rule_id rule)
{
	struct datafile_item item;
	uint32_t start, count;
	char expected[16];

	datafile_type(df, (uint16_t)type, &start, &count);
	if (count <= (uint32_t)most)
		return;
	datafile_item(df, start + (uint32_t)most, &item);
	snprintf(expected, sizeof(expected), "at most %d", most);
	const struct site site = map_site(df, &item, expected);

	report(df->report, rule, &site, "%u items", count);
}

static void
check_version(struct datafile *df, const struct datafile_item *item)
{
	const struct site site = map_int_site(df, item, 0, "1");
	const struct site whole = map_site(df, item, "id 0");

	if (!map_has_ints(df, item, 1, RULE_datafile_map_version))
		return;
	if (datafile_value(df, item, 0) != 1)
		report(df->report, RULE_datafile_map_version, &site, "%d",
		       datafile_value(df, item, 0));
	if (item->id != 0)
		report(df->report, RULE_datafile_map_version, &whole,
		       "a version item with id %u", item->id);
}

/* A version 3 envelope makes all points long. */
static void
see_envelope(struct datafile *df, const struct datafile_item *item)
{
	if (datafile_value(df, item, 0) >= 3)
		df->map.bezier = true;
}

/* Of the first item: the others are reported. */
static void
count_points(struct datafile *df)
{
	struct datafile_item item;
	uint32_t start, count;

	if (!datafile_type(df, MAP_POINTS, &start, &count))
		return;
	datafile_item(df, start, &item);
	df->map.points = (int32_t)(item.n_ints / (df->map.bezier ? 22 : 6));
}

bool
map_check(struct datafile *df)
{
	struct map *m = &df->map;
	uint32_t start, count;

	m->prerelease = !datafile_type(df, MAP_VERSION, &start, &count);
	if (m->prerelease) {
		report(df->report, RULE_datafile_prerelease,
		       &(struct site){ .off = df->origin }, "no version item");
		return true;
	}
	m->known = true;
	m->images = count_of(df, MAP_IMAGE);
	m->envelopes = count_of(df, MAP_ENVELOPE);
	m->sounds = count_of(df, MAP_SOUND);
	m->layers = count_of(df, MAP_LAYER);
	m->groups = count_of(df, MAP_GROUP);
	at_most(df, MAP_VERSION, 1, RULE_datafile_map_version);
	at_most(df, MAP_INFO, 1, RULE_datafile_map_info);
	at_most(df, MAP_IMAGE, 64, RULE_datafile_map_image_count);
	at_most(df, MAP_POINTS, 1, RULE_datafile_map_points_count);
	each(df, MAP_VERSION, check_version);
	each(df, MAP_INFO, map_check_info);
	each(df, MAP_IMAGE, map_check_image);
	each(df, MAP_ENVELOPE, see_envelope);
	count_points(df);
	each(df, MAP_ENVELOPE, map_check_envelope);
	each(df, MAP_POINTS, map_check_points);
	each(df, MAP_SOUND, map_check_sound);
	if (!map_check_groups(df))
		return false;
	map_find_game_layer(df);
	each(df, MAP_LAYER, map_check_layer);
	each(df, DATAFILE_TYPE_UUID, map_check_uuid);
	if (m->game_layers != 1)
		report(df->report,
		       m->game_layers ? RULE_datafile_map_game_layers
				      : RULE_datafile_map_no_game,
		       &(struct site){ .off = df->origin, .expected = "1" },
		       "%d game layers", m->game_layers);
	return true;
}

/* Nothing refers to them, so nobody reads them. */
void
map_end(struct datafile *df)
{
	const uint32_t n = (uint32_t)df->header.n_data;
	uint32_t unused = 0, first = 0;
	uint64_t off, end;

	for (uint32_t i = n; i > 0 && df->map.known; i--) {
		if (map_use_of(df, i - 1)->kinds)
			continue;
		unused++;
		first = i - 1;
	}
	if (!unused || !df->data_known)
		return;
	datafile_slice(df, first, &off, &end);
	report(df->report, RULE_datafile_map_data_unused,
	       &(struct site){ .off = df->origin + off, .len = end - off },
	       "%u of %u data items, the first is data item %u", unused, n,
	       first);
}
