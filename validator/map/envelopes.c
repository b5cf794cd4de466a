/* SPDX-License-Identifier: MIT */
/* envelopes.c - checks envelopes and their points (MAP-1) */
#include "validator/map/check.h"

/* The number of ints of a point. */
enum { POINT_INTS = 6, BEZIER_POINT_INTS = 22 };

static uint32_t
stride(const struct map *m)
{
	return m->bezier ? BEZIER_POINT_INTS : POINT_INTS;
}

/* In a map with an envelope of version 3, all points are long. */
static void
see_envelope(struct map *m, const struct map_item *item)
{
	if (map_int(item, MAP_envelope_version) >= 3)
		m->bezier = true;
}

/* Returns the first item of points.  Further items are reported. */
static struct map_item
points_item(const struct map *m)
{
	if (!m->points.count)
		return (struct map_item){ 0 };
	return m->source.item(m->source.container, m->points.first);
}

void
map_count_points(struct map *m)
{
	const struct map_item points = points_item(m);

	map_each(m, m->envelopes, see_envelope);
	m->n_points = map_n_ints(&points) / stride(m);
}

/* Do the points of the envelope exist? */
static bool
has_points(const struct map *m, const struct map_item *item)
{
	const int32_t start = map_int(item, MAP_envelope_start_point);
	const int32_t n = map_int(item, MAP_envelope_num_points);

	return start >= 0 && n >= 0 && (int64_t)start + n <= m->n_points;
}

enum { NAME = MAP_envelope_name_0, NAME_INTS = 8 };

/* Is the name a text with its NUL, without 128 added to each byte? */
static bool
is_plain_name(const struct map_item *item)
{
	const struct span ints = span_tail(item->ints, 4 * (size_t)NAME);
	struct cursor c = cur_span(span_head(ints, 4 * (size_t)NAME_INTS), 0);
	struct utf8 utf8 = utf8_init();
	bool found;

	utf8_feed(&utf8, cur_until_nul(&c, cur_left(&c), &found));
	utf8_end(&utf8);
	return found && utf8.length && utf8.bad == UTF8_CLEAN;
}

/* MAP-4 */
static void
check_envelope_name(const struct map *m, const struct map_item *item)
{
	if (map_n_ints(item) < NAME + NAME_INTS ||
	    !map_has_name(item, NAME, NAME_INTS))
		return;
	if (map_bad_name(item, NAME, NAME_INTS) != UTF8_CLEAN &&
	    is_plain_name(item))
		map_report(m, RULE_map_envelope_name_plain,
			   map_at_ints(m, item, NAME, NAME_INTS),
			   "plain bytes" WANTED "128 added to each byte");
	else
		map_check_name(m, item, NAME, NAME_INTS,
			       RULE_map_envelope_name);
}

/* MAP-1 */
void
map_check_envelope(struct map *m, const struct map_item *item)
{
	const int32_t channels = map_int(item, MAP_envelope_channels);
	const uint32_t least = map_int(item, MAP_envelope_version) >= 2
				       ? MAP_envelope_INTS
				       : MAP_envelope_name_1;

	if (!map_has_ints(m, item, least, RULE_map_envelope_short) &&
	    map_n_ints(item) <= MAP_envelope_num_points)
		return;
	if (channels != 1 && channels != 3 && channels != 4)
		map_report(m, RULE_map_envelope_channels,
			   map_at_int(m, item, MAP_envelope_channels),
			   "%d" WANTED "1, 3 or 4", channels);
	if (!has_points(m, item))
		map_report(
			m, RULE_map_envelope_points,
			map_at_ints(m, item, MAP_envelope_start_point, 2),
			"%d points from point %d" WANTED
			"a range within %u points",
			map_int(item, MAP_envelope_num_points),
			map_int(item, MAP_envelope_start_point), m->n_points);
	check_envelope_name(m, item);
}

/* MAP-1: checks the order of the points of one envelope.  All its points exist. */
static void
check_times(const struct map *m, const struct map_item *points, uint32_t start,
	    uint32_t n)
{
	for (uint32_t i = 1; i < n; i++) {
		const uint32_t k = (start + i) * stride(m) + MAP_point_time;
		const int32_t before = map_int(points, k - stride(m));
		struct site site = map_at_int(m, points, k);

		if (map_int(points, k) >= before)
			continue;
		site.field = "time";
		map_report(m, RULE_map_points_time, site,
			   "%d" WANTED "%d or more", map_int(points, k),
			   before);
	}
}

/* MAP-1 */
static void
check_curves(const struct map *m, const struct map_item *points)
{
	for (uint32_t i = 0; i < m->n_points; i++) {
		const uint32_t k = i * stride(m) + MAP_point_curve;
		const int32_t curve = map_int(points, k);

		if (curve < 0 || curve > 5)
			map_report(m, RULE_map_points_curve,
				   map_at_int(m, points, k),
				   "%d" WANTED "0 to 5", curve);
	}
}

/* MAP-1 */
void
map_check_points(struct map *m)
{
	const struct map_item points = points_item(m);
	uint64_t seen = 0;

	if (!m->points.count)
		return;
	if (map_n_ints(&points) % stride(m))
		map_report(m, RULE_map_points_size, map_at(&points),
			   "%u ints" WANTED "%u ints a point",
			   map_n_ints(&points), stride(m));
	check_curves(m, &points);
	for (uint32_t i = 0; i < m->envelopes.count; i++) {
		const struct map_item item = m->source.item(
			m->source.container, m->envelopes.first + i);
		const uint32_t n = (uint32_t)map_int(&item,
						     MAP_envelope_num_points);

		/* Each point is checked at most once, even if envelopes share points. */
		if (!has_points(m, &item) || seen + n > m->n_points)
			continue;
		seen += n;
		check_times(m, &points,
			    (uint32_t)map_int(&item, MAP_envelope_start_point),
			    n);
	}
}
