/* SPDX-License-Identifier: MIT */
/*
 * data.c - checks the decoded bytes of texts and tiles (MAP-3, MAP-4), and finds the
 * items that refer to data items
 */
#include <stdio.h>

#include "validator/core/printable.h"
#include "validator/map/check.h"

void
map_data_begin(struct map_data *d, const struct map *m, uint32_t index)
{
	*d = (struct map_data){
		.index = index,
		.use = *map_use_of(m, index),
		.utf8 = utf8_init(),
		.last = 1,
	};
}

static void
keep_name(struct map_name *name, struct span bytes)
{
	const struct span part = span_head(bytes, MAP_NAME_BYTES - name->n);

	if (part.len)
		memcpy(room_at(name->bytes, MAP_NAME_BYTES, name->n, part.len),
		       part.ptr, part.len);
	name->n += (uint32_t)part.len;
}

/* The last byte of a text is its NUL.  A NUL before the last byte is a defect. */
static void
feed_text(struct map_data *d, struct span bytes)
{
	const uint64_t from = d->at;
	struct cursor c = cur_span(bytes, from);
	bool found = true;

	if (!d->inner_nul && d->last == 0)
		d->inner_nul = from;
	while (!d->inner_nul && cur_left(&c)) {
		cur_until_nul(&c, cur_left(&c), &found);
		if (found && cur_left(&c) > 1)
			d->inner_nul = cur_tell(&c) + 1;
		if (found)
			cur_u8(&c);
	}
	utf8_feed(&d->utf8, bytes);
}

/*
 *   plain   index, flags, 0, 0
 *   runs    index, flags, how many more of the same, 0
 *   speedup force, max speed, type, 0, angle (2)
 *
 * Readers stop after the last tile of plain tiles and speedups.  Readers read all whole
 * runs.
 */
static void
feed_runs(struct map_data *d, struct span bytes)
{
	struct cursor c = cur_span(bytes, d->at);

	while (cur_left(&c)) {
		const uint64_t at = cur_tell(&c);
		const uint8_t byte = cur_u8(&c);

		if (at % 4 == 2)
			d->run = byte;
		if (at % 4 != 3)
			continue;
		d->tiles += d->run + 1u;
		if (byte && !d->not_zero)
			d->not_zero = at + 1;
	}
}

/* Skips plain tiles whose last two bytes are 0, two tiles at a time.  For a map with a
   million tiles this needs half the instructions of a loop over bytes. */
static void
pass_zeros(struct cursor *c)
{
	const uint64_t unused = UINT64_C(0xffff0000ffff0000);

	while (cur_left(c) >= sizeof(unused) && !(cur_ahead(c) & unused))
		cur_bytes(c, sizeof(unused));
}

static void
feed_tiles(struct map_data *d, struct span bytes)
{
	const bool speedups = d->use.kinds & MAP_SPEEDUPS;
	const uint64_t end = (uint64_t)d->use.tiles * (speedups ? 6 : 4);
	const struct cursor all = cur_span(bytes, d->at);
	struct cursor c = cur_limit(&all, end > d->at ? end - d->at : 0);

	while (!d->not_zero) {
		if (!speedups && cur_tell(&c) % 4 == 0)
			pass_zeros(&c);
		if (!cur_left(&c))
			break;
		const uint64_t at = cur_tell(&c);
		const uint8_t byte = cur_u8(&c);

		if (byte && (speedups ? at % 6 == 3 : at % 4 >= 2))
			d->not_zero = at + 1;
	}
}

void
map_data_feed(struct map_data *d, struct span decoded)
{
	struct cursor c = cur_span(decoded, 0);

	if (d->use.kinds & (MAP_TEXT | MAP_SETTINGS))
		feed_text(d, decoded);
	if (d->use.kinds & MAP_TEXT)
		keep_name(&d->name, decoded);
	if (d->use.kinds & MAP_TILE_RUNS)
		feed_runs(d, decoded);
	else if (d->use.kinds & (MAP_TILES | MAP_SPEEDUPS))
		feed_tiles(d, decoded);
	d->at += decoded.len;
	cur_bytes(&c, decoded.len - 1);
	d->last = cur_u8(&c);
}

/* MAP-4 */
static void
end_text(const struct map_data *d, const struct map *m, struct site site)
{
	struct utf8 utf8 = d->utf8;

	utf8_end(&utf8);
	if (d->at == 0 || d->last != 0)
		map_report(m, RULE_map_text_nul, site,
			   "data item %u without a NUL at its end" WANTED
			   "one NUL, at the end",
			   d->index);
	else if (d->inner_nul && !(d->use.kinds & MAP_SETTINGS))
		map_report(m, RULE_map_text_nul, site,
			   "data item %u with a NUL at %llu" WANTED
			   "one NUL, at the end",
			   d->index, (unsigned long long)d->inner_nul - 1);
	if (utf8.bad != UTF8_CLEAN)
		map_report(m, RULE_map_text_utf8, site,
			   "data item %u with a byte at %lld that is not "
			   "UTF-8" WANTED
			   "UTF-8",
			   d->index, (long long)utf8.bad);
}

/* MAP-3 */
static void
end_runs(const struct map_data *d, const struct map *m, struct site site)
{
	if (d->tiles < d->use.tiles)
		map_report(m, RULE_map_tiles_runs, site,
			   "runs of %llu tiles" WANTED "%llu tiles",
			   (unsigned long long)d->tiles,
			   (unsigned long long)d->use.tiles);
	else if (d->tiles > d->use.tiles)
		map_report(m, RULE_map_tiles_runs_long, site,
			   "runs of %llu tiles" WANTED "%llu tiles",
			   (unsigned long long)d->tiles,
			   (unsigned long long)d->use.tiles);
	else if (d->at % 4)
		map_report(m, RULE_map_tiles_runs_long, site,
			   "%u bytes after the last run", (unsigned)d->at % 4);
}

/* MAP-5: DDNet refuses a damaged game layer, and ignores any other damaged layer. */
static void
end_tiles(const struct map_data *d, const struct map *m, struct site site)
{
	site.at_most = d->use.game ? DFK_OFF : DFK_WARNING;
	if (d->not_zero)
		map_report(
			m,
			d->use.kinds & MAP_SPEEDUPS ? RULE_map_speedup_not_zero
						    : RULE_map_tiles_not_zero,
			site,
			"data item %u with a nonzero byte at %llu" WANTED
			"a zero byte",
			d->index, (unsigned long long)d->not_zero - 1);
	if (d->use.kinds & MAP_TILE_RUNS)
		end_runs(d, m, site);
}

/* Keeps the text of a data item if the text is the name of an image or sound. */
static void
note_name(struct map *m, const struct map_use *use, const struct map_name *name)
{
	const struct map_item item = m->source.item(m->source.container,
						    use->item);

	if ((item.type == MAP_TYPE_image && use->at == MAP_image_name) ||
	    (item.type == MAP_TYPE_sound && use->at == MAP_sound_name)) {
		m->name = *name;
		m->name.item = use->item;
	}
}

void
map_data_end(const struct map_data *d, struct map *m)
{
	const struct map_slice s = m->source.data(m->source.container,
						  d->index);
	const struct site site = { .off = s.off,
				   .len = s.len,
				   .field = "data" };

	if (d->use.kinds & (MAP_TEXT | MAP_SETTINGS))
		end_text(d, m, site);
	if (d->name.n)
		note_name(m, &d->use, &d->name);
	if (d->use.by_tiles)
		end_tiles(d, m, site);
}

/* ------------------------------------------- the items that refer to a data item */

enum {
	NAME_INTS = 3,
	NAME_TEXT = 4 * MAP_NAME_BYTES + 1, /* each byte as \xNN, and a NUL */
};

/* Returns the first int of the name of a layer. 0: layers of this version have no
   name. */
static uint32_t
name_at(const struct map_item *item)
{
	const int32_t type = map_int(item, MAP_layer_type);

	if (item->type != MAP_TYPE_layer)
		return 0;
	if (type == MAP_LAYER_tiles)
		return map_int(item, MAP_tiles_version) >= 3 ? MAP_tiles_name_0
							     : 0;
	if (type == MAP_LAYER_quads)
		return map_int(item, MAP_quads_version) >= 2 ? MAP_quads_name_0
							     : 0;
	return MAP_sounds_name_0;
}

/* MAP-4 */
static struct map_name
layer_name(const struct map_item *item)
{
	const uint32_t k = name_at(item);
	struct map_name name = { .n = 0 };

	if (k == 0 || !map_has_name(item, k, NAME_INTS))
		return name;
	/* The last byte is 0. */
	for (uint32_t i = 0; i < 4 * NAME_INTS - 1; i++) {
		const uint32_t v = (uint32_t)map_int(item, k + i / 4);

		AT(name.bytes, i) = (uint8_t)((v >> (24 - 8 * (i % 4))) ^ 128);
		name.n = i + 1;
	}
	return name;
}

/* Prints the name of a layer, image or sound up to its NUL.  Prints nothing if no name
   is known. */
static void
print_name(const struct map *m, const struct map_item *item,
	   char out[NAME_TEXT])
{
	const bool noted = m->name.n && m->name.item == item->index;
	const struct map_name name = noted ? m->name : layer_name(item);
	struct cursor c = cur_span((struct span){ name.bytes, name.n }, 0);
	bool found;

	printable(cur_until_nul(&c, name.n, &found), out, NAME_TEXT);
}

void
map_print_use(const struct map *m, uint32_t data, char out[MAP_USE_TEXT])
{
	const struct map_use *use = m->known ? map_use_of(m, data) : NULL;
	char name[NAME_TEXT];

	out[0] = '\0';
	if (!use || !use->kinds)
		return;
	const struct map_item item = m->source.item(m->source.container,
						    use->item);
	const char *field = map_int_name(m, &item, use->at);

	print_name(m, &item, name);
	snprintf(out, MAP_USE_TEXT, ", the %s of %s%s %u%s%s%s",
		 field ? field : "data", use->game ? "the game layer, " : "",
		 map_item_name(&item), item.id, *name ? " '" : "", name,
		 *name ? "'" : "");
}
