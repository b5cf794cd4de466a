/* SPDX-License-Identifier: MIT */
/* map_items.c - info, images, envelopes, points, sounds, UUIDs (DF-4) */
#include <stdio.h>

#include "validator/core/uuid.h"
#include "validator/datafile/map_check.h"

/* ------------------------------------------------------------------ info */

/* A text with its NUL has at most `most` bytes. */
static void
check_text(struct datafile *df, const struct datafile_item *item, uint32_t k,
	   int64_t most)
{
	const int32_t data = datafile_value(df, item, k);
	char expected[40];
	struct site site = map_int_site(df, item, k, expected);

	if (!map_data_index(df, item, k, true, MAP_TEXT,
			    RULE_datafile_map_data_index))
		return;
	snprintf(expected, sizeof(expected), "at most %lld bytes",
		 (long long)most);
	if (datafile_data_size(df, (uint32_t)data) > most)
		report(df->report, RULE_datafile_map_text_long, &site,
		       "%lld bytes",
		       (long long)datafile_data_size(df, (uint32_t)data));
}

void
map_check_info(struct datafile *df, const struct datafile_item *item)
{
	const struct site version = map_int_site(df, item, 0, "1");
	const struct site size = map_site(df, item, "5 or 6 ints");

	if (!map_has_ints(df, item, 5, RULE_datafile_map_info))
		return;
	if (datafile_value(df, item, 0) != 1)
		report(df->report, RULE_datafile_map_info, &version, "%d",
		       datafile_value(df, item, 0));
	if (item->n_ints > 6)
		report(df->report, RULE_datafile_map_info, &size, "%u ints",
		       item->n_ints);
	check_text(df, item, 1, 32);
	check_text(df, item, 2, 16);
	check_text(df, item, 3, 128);
	check_text(df, item, 4, 32);
	if (item->n_ints > 5)
		map_data_index(df, item, 5, true, MAP_SETTINGS,
			       RULE_datafile_map_data_index);
}

/* ----------------------------------------------------------------- image */

static void
check_pixels(struct datafile *df, const struct datafile_item *item)
{
	const uint64_t width = (uint32_t)datafile_value(df, item, 1);
	const uint64_t height = (uint32_t)datafile_value(df, item, 2);
	/* 0.7: the last int says whether there is an alpha channel. */
	const bool rgb = datafile_value(df, item, 0) >= 2 && item->n_ints > 6 &&
			 datafile_value(df, item, 6) == 0;

	if (map_data_index(df, item, 5, false, MAP_OTHER,
			   RULE_datafile_map_data_index))
		map_data_length(df, item, 5, width * height * (rgb ? 3 : 4),
				RULE_datafile_map_image_data);
}

static bool
check_image_size(struct datafile *df, const struct datafile_item *item)
{
	const int32_t width = datafile_value(df, item, 1);
	const int32_t height = datafile_value(df, item, 2);
	struct site site = map_int_site(
		df, item, 1, "0 or more each, up to 2147483648 pixels");

	site.len = 8;
	if (width >= 0 && height >= 0 &&
	    (int64_t)width * height <= INT64_C(1) << 31)
		return true;
	report(df->report, RULE_datafile_map_image_size, &site, "%d x %d",
	       width, height);
	return false;
}

void
map_check_image(struct datafile *df, const struct datafile_item *item)
{
	const int32_t external = datafile_value(df, item, 3);
	const struct site flag = map_int_site(df, item, 3, "0 or 1");
	const struct site variant = map_int_site(df, item, 6, "1");
	const struct site data = map_int_site(df, item, 5, "-1");

	if (!map_has_ints(df, item, 6, RULE_datafile_map_image_short))
		return;
	const bool fits = check_image_size(df, item);

	map_data_index(df, item, 4, false, MAP_TEXT,
		       datafile_value(df, item, 4) == -1
			       ? RULE_datafile_map_image_name
			       : RULE_datafile_map_data_index);
	if (external != 0 && external != 1)
		report(df->report, RULE_datafile_map_image_external, &flag,
		       "%d", external);
	if (datafile_value(df, item, 0) >= 2 && item->n_ints > 6 &&
	    datafile_value(df, item, 6) != 1)
		report(df->report, RULE_datafile_map_image_variant, &variant,
		       "%d", datafile_value(df, item, 6));
	if (external == 0 && fits)
		check_pixels(df, item);
	else if (external != 0 && datafile_value(df, item, 5) != -1 &&
		 map_data_index(df, item, 5, true, MAP_OTHER,
				RULE_datafile_map_data_index))
		report(df->report, RULE_datafile_map_image_external, &data,
		       "an external image with data item %d",
		       datafile_value(df, item, 5));
}

/* -------------------------------------------------------------- envelope */

void
map_check_envelope(struct datafile *df, const struct datafile_item *item)
{
	const int32_t version = datafile_value(df, item, 0);
	const int32_t channels = datafile_value(df, item, 1);
	const int32_t start = datafile_value(df, item, 2);
	const int32_t n = datafile_value(df, item, 3);
	const struct site channel = map_int_site(df, item, 1, "1, 3 or 4");
	const uint32_t least = version >= 2 ? 13 : 5;
	char expected[40];
	struct site points = map_int_site(df, item, 2, expected);

	if (!map_has_ints(df, item, least, RULE_datafile_map_envelope_short) &&
	    item->n_ints < 4)
		return;
	if (channels != 1 && channels != 3 && channels != 4)
		report(df->report, RULE_datafile_map_envelope_channels,
		       &channel, "%d", channels);
	points.len = 8;
	snprintf(expected, sizeof(expected), "a part of %d points",
		 df->map.points);
	if (start < 0 || n < 0 || (int64_t)start + n > df->map.points)
		report(df->report, RULE_datafile_map_envelope_points, &points,
		       "%d points from %d", n, start);
	if (item->n_ints >= 12)
		map_check_name(df, item, 4, 8, RULE_datafile_map_envelope_name);
}

/* Points of one envelope, when they are all there. */
static void
check_times(struct datafile *df, const struct datafile_item *points,
	    uint32_t start, uint32_t n)
{
	const uint32_t stride = df->map.bezier ? 22 : 6;

	for (uint32_t i = 1; i < n; i++) {
		const uint32_t k = (start + i) * stride;
		const int32_t before = datafile_value(df, points, k - stride);
		char expected[24];
		struct site site = map_int_site(df, points, k, expected);

		snprintf(expected, sizeof(expected), "%d or more", before);
		site.field = "time";
		if (datafile_value(df, points, k) < before)
			report(df->report, RULE_datafile_map_points_time, &site,
			       "%d", datafile_value(df, points, k));
	}
}

void
map_check_points(struct datafile *df, const struct datafile_item *item)
{
	const uint32_t stride = df->map.bezier ? 22 : 6;
	struct datafile_item envelope;
	uint32_t first, count;
	uint64_t seen = 0;

	datafile_type(df, MAP_POINTS, &first, &count);
	if (item->index != first)
		return;
	if (item->n_ints % stride) {
		const struct site site = map_site(
			df, item,
			df->map.bezier ? "22 ints a point" : "6 ints a point");

		report(df->report, RULE_datafile_map_points_size, &site,
		       "%u ints", item->n_ints);
	}
	for (uint32_t i = 0; i < (uint32_t)df->map.points; i++) {
		const struct site site = map_int_site(df, item, i * stride + 1,
						      "0 to 5");
		const int32_t curve = datafile_value(df, item, i * stride + 1);

		if (curve < 0 || curve > 5)
			report(df->report, RULE_datafile_map_points_curve,
			       &site, "%d", curve);
	}
	datafile_type(df, MAP_ENVELOPE, &first, &count);
	for (uint32_t i = 0; i < count; i++) {
		datafile_item(df, first + i, &envelope);
		const int32_t start = datafile_value(df, &envelope, 2);
		const int32_t n = datafile_value(df, &envelope, 3);

		/* Envelopes that share points must not cost more than one
		   look at each point. */
		if (start < 0 || n < 0 || (int64_t)start + n > df->map.points ||
		    seen + (uint64_t)n > (uint64_t)df->map.points)
			continue;
		seen += (uint64_t)n;
		check_times(df, item, (uint32_t)start, (uint32_t)n);
	}
}

/* ----------------------------------------------------------------- sound */

void
map_check_sound(struct datafile *df, const struct datafile_item *item)
{
	const int32_t external = datafile_value(df, item, 1);
	const struct site flag = map_int_site(df, item, 1, "0 or 1");

	if (!map_has_ints(df, item, 5, RULE_datafile_map_sound_short))
		return;
	if (external != 0 && external != 1)
		report(df->report, RULE_datafile_map_sound_external, &flag,
		       "%d", external);
	map_data_index(df, item, 2, false, MAP_TEXT,
		       RULE_datafile_map_data_index);
	map_data_index(df, item, 3, external != 0, MAP_OTHER,
		       RULE_datafile_map_data_index);
}

/* ------------------------------------------------------------------ UUID */

static const char *const known_uuids[] = {
	"mapitemtype-automapper-config@ddnet.tw",
	"mapitemtype-envpoints-bezier@ddnet.tw",
	"mapitemtype-test@ddnet.tw",
};

void
map_check_uuid(struct datafile *df, const struct datafile_item *item)
{
	const struct site site = map_site(df, item, NULL);
	char text[UUID_TEXT_SIZE];
	struct uuid uuid;

	if (item->n_ints < 4)
		return; /* reported */
	for (uint32_t i = 0; i < UUID_SIZE; i++) {
		const uint32_t v = (uint32_t)datafile_value(df, item, i / 4);

		AT(uuid.bytes, i) = (uint8_t)(v >> (24 - 8 * (i % 4)));
	}
	for (size_t i = 0; i < COUNT_OF(known_uuids); i++) {
		const char *name = AT(known_uuids, i);
		const struct uuid known = uuid_from_name(
			(struct span){ (const uint8_t *)name, strlen(name) });

		if (uuid_equal(&known, &uuid))
			return;
	}
	uuid_print(&uuid, text);
	report(df->report, RULE_datafile_map_uuid_unknown, &site,
	       "type %u is %s", item->id, text);
}
