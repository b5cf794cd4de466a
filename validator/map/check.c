/* SPDX-License-Identifier: MIT */
/* check.c - the items of a map, type by type (MAP-1) */
#include "validator/map/check.h"

#include "validator/core/memory.h"

/* What a client has room for. */
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

struct map_use *
map_use_of(const struct map *m, uint32_t data)
{
	const size_t size = m->source.n_data * sizeof(struct map_use);

	return room_at(m->uses, size, data * sizeof(struct map_use),
		       sizeof(struct map_use));
}

int32_t
map_int(const struct map_item *item, uint32_t k)
{
	struct cursor c = cur_span(span_tail(item->ints, 4 * (size_t)k), 0);

	return cur_le32(&c);
}

/* ---------------------------------------------------------------- shared */

struct site
map_at(const struct map_item *item)
{
	return (struct site){ .off = item->off,
			      .len = MAP_ITEM_HEAD + item->ints.len };
}

struct site
map_at_ints(const struct map *m, const struct map_item *item, uint32_t k,
	    uint32_t n)
{
	return (struct site){ .off = item->off + MAP_ITEM_HEAD +
				     4 * (uint64_t)k,
			      .len = 4 * (uint64_t)n,
			      .field = map_int_name(m, item, k) };
}

struct site
map_at_int(const struct map *m, const struct map_item *item, uint32_t k)
{
	return map_at_ints(m, item, k, 1);
}

void
map_report(const struct map *m, enum rule_id rule, struct site site,
	   const char *format, ...)
{
	va_list arguments;

	if (m->at_most != DFK_OFF)
		site.at_most = m->at_most;
	va_start(arguments, format);
	report_list(m->report, rule, &site, format, arguments);
	va_end(arguments);
}

/* MAP-1 */
bool
map_has_ints(const struct map *m, const struct map_item *item, uint32_t least,
	     enum rule_id rule)
{
	if (map_n_ints(item) >= least)
		return true;
	map_report(m, rule, map_at(item),
		   "%s %u with %u ints" WANTED "%u or more",
		   map_item_name(item), item->id, map_n_ints(item), least);
	return false;
}

/* MAP-1 */
bool
map_data_index(struct map *m, const struct map_item *item, uint32_t k,
	       bool may_be_missing, enum map_kind kind, enum rule_id rule)
{
	const int32_t index = map_int(item, k);

	if (index >= 0 && (uint32_t)index < m->source.n_data) {
		struct map_use *use = map_use_of(m, (uint32_t)index);

		if (!use->kinds) {
			use->item = item->index;
			use->at = (uint8_t)k; /* few ints are indices */
		}
		use->kinds |= (uint8_t)kind;
		return true;
	}
	if (index == -1 && may_be_missing)
		return false;
	map_report(m, rule, map_at_int(m, item, k),
		   "data index %d" WANTED "%sbelow %u", index,
		   may_be_missing ? "-1, or " : "0 or more, ",
		   m->source.n_data);
	return false;
}

/* MAP-1 */
void
map_reference(const struct map *m, const struct map_item *item, uint32_t k,
	      uint32_t count)
{
	const int32_t index = map_int(item, k);

	if (k < map_n_ints(item) && (index < -1 || index >= (int64_t)count))
		map_report(m, RULE_map_reference, map_at_int(m, item, k),
			   "index %d" WANTED "-1, or below %u", index, count);
}

void
map_data_length(const struct map *m, const struct map_item *item, uint32_t k,
		uint64_t want, enum rule_id rule)
{
	const uint32_t data = (uint32_t)map_int(item, k);
	const int64_t size = m->source.data(m->source.container, data).size;

	/* A size of 0 is reported where the data is, and hides the true one. */
	if (size > 0 && (uint64_t)size != want)
		map_report(m, rule, map_at_int(m, item, k),
			   "data item %u with %lld bytes" WANTED "%llu bytes",
			   data, (long long)size, (unsigned long long)want);
}

/* Old writers wrote zeros for a name that nobody gave. */
bool
map_has_name(const struct map_item *item, uint32_t k, uint32_t n)
{
	bool any = false;

	for (uint32_t i = 0; i < n; i++)
		any |= map_int(item, k + i) != 0;
	return any;
}

int64_t
map_bad_name(const struct map_item *item, uint32_t k, uint32_t n)
{
	struct utf8 utf8 = utf8_init();
	bool over = false;

	/* The last byte is always 0: the NUL. */
	for (uint32_t i = 0; i < 4 * n - 1 && !over; i++) {
		const uint32_t v = (uint32_t)map_int(item, k + i / 4);
		const uint8_t c = (uint8_t)((v >> (24 - 8 * (i % 4))) ^ 128);

		over = c == 0;
		if (!over)
			utf8_feed(&utf8, (struct span){ &c, 1 });
	}
	utf8_end(&utf8);
	return utf8.bad;
}

void
map_check_name(const struct map *m, const struct map_item *item, uint32_t k,
	       uint32_t n, enum rule_id rule)
{
	if (k + n > map_n_ints(item))
		return;
	const int64_t bad = map_bad_name(item, k, n);

	if (bad != UTF8_CLEAN)
		map_report(m, rule, map_at_ints(m, item, k, n),
			   "a bad byte at place %lld" WANTED "UTF-8",
			   (long long)bad);
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

void
map_each(struct map *m, struct map_items items, map_item_check *check)
{
	for (uint32_t i = 0; i < items.count; i++) {
		const struct map_item item = item_at(m, items.first + i);

		check(m, &item);
	}
}

/* MAP-1: at most so many items of a type. */
static void
at_most(const struct map *m, struct map_items items, uint32_t most,
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
check_version(struct map *m, const struct map_item *item)
{
	const int32_t version = map_int(item, MAP_version_version);

	if (!map_has_ints(m, item, 1, RULE_map_version))
		return;
	if (version != 1)
		map_report(m, RULE_map_version,
			   map_at_int(m, item, MAP_version_version),
			   "%d" WANTED "1", version);
}

/* MAP-5: the first with id 0 counts. */
static void
check_versions(struct map *m, struct map_items versions)
{
	for (uint32_t i = 0; i < versions.count; i++) {
		const struct map_item item = item_at(m, versions.first + i);

		if (item.id != 0)
			continue;
		check_version(m, &item);
		return;
	}
	map_report(m, RULE_map_version, (struct site){ .off = 0 },
		   "no version item with id 0");
}

/* Each type is looked up once: a lookup reads the table of types. */
static void
find_items(struct map *m)
{
	m->images = items_of(m, MAP_TYPE_image);
	m->envelopes = items_of(m, MAP_TYPE_envelope);
	m->groups = items_of(m, MAP_TYPE_group);
	m->layers = items_of(m, MAP_TYPE_layer);
	m->points = items_of(m, MAP_TYPE_points);
	m->sounds = items_of(m, MAP_TYPE_sound);
}

/* One row per data item: its offset has arrived, so this is no more than the
   file is long. */
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
	find_items(m);
	infos = items_of(m, MAP_TYPE_info);
	at_most(m, versions, 1, RULE_map_version_count);
	at_most(m, infos, 1, RULE_map_info);
	at_most(m, m->images, MOST_IMAGES, RULE_map_image_count);
	at_most(m, m->points, 1, RULE_map_points_count);
	at_most(m, m->sounds, MOST_SOUNDS, RULE_map_sound_count);
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

/* MAP-1: nothing refers to them, so nobody reads them. */
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
