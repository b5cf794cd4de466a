/* SPDX-License-Identifier: MIT */
/* mutate_datafile.c - changes items and data of a map, and makes its tables fit again */
#include <stdlib.h>
#include <string.h>

#include "corpus/builder/datafile_writer.h"
#include "fuzz/mutate.h"
#include "validator/core/cursor.h"

/* ----------------------------------------------------------------- parse */

struct map_bytes {
	const uint8_t *bytes;
	size_t size;
};

static int32_t
read_int(const struct map_bytes *s, uint64_t off)
{
	uint32_t v = 0;

	for (unsigned i = 0; i < 4 && off + i < s->size; i++)
		v |= (uint32_t)s->bytes[off + i] << (8 * i);
	return (int32_t)v;
}

static void
read_items(struct datafile_model *d, const struct map_bytes *s, uint64_t table,
	   uint64_t items, int32_t n, int32_t size)
{
	for (int32_t i = 0; i < n && i < DATAFILE_MODEL_ITEMS - 8; i++) {
		const uint64_t off = items +
				     (uint32_t)read_int(
					     s, table + 4 * (uint64_t)i);
		const int32_t head = read_int(s, off);
		const int32_t bytes = read_int(s, off + 4);
		const size_t ints = bytes < 0 || bytes > size
					    ? 0
					    : (size_t)bytes / 4;
		struct datafile_model_item *item = datafile_model_add_item(
			d, (uint32_t)head >> 16,
			ints < DATAFILE_MODEL_INTS ? ints : DATAFILE_MODEL_INTS,
			NULL);

		item->id = (uint32_t)head & 0xffff;
		for (size_t k = 0; k < item->n; k++)
			item->ints[k] = read_int(s, off + 8 + 4 * k);
	}
}

/* Reads the bytes of a stored stream.  For any other stream reads zeros. */
static void
read_data(struct datafile_model *d, const struct map_bytes *s, uint64_t at,
	  uint64_t end, int32_t declared)
{
	enum { MOST = 600, STORED_HEAD = 7, SUM = 4 };
	const bool stored = d->version == 4 && at + STORED_HEAD + SUM <= end &&
			    end <= s->size && s->bytes[at + 2] == 1;

	if (stored) {
		at += STORED_HEAD;
		end -= SUM;
	}
	if (at <= end && end <= s->size && end - at <= MOST &&
	    (stored || d->version == 3))
		datafile_model_add_data(d, s->bytes + at, (size_t)(end - at));
	else
		datafile_model_add_data(
			d, NULL,
			declared > 0 && declared < MOST ? (size_t)declared : 4);
}

/* Splits a map.  False: the file has not enough information. */
static bool
parse(struct datafile_model *d, const struct map_bytes *s)
{
	const int32_t types = read_int(s, 16), items = read_int(s, 20);
	const int32_t data = read_int(s, 24), item_size = read_int(s, 28);

	datafile_model_init(d, read_int(s, 4) == 3 ? 3 : 4);
	if (s->size < 36 || types < 0 || types > 64 || items < 0 ||
	    items > 4096 || data < 0 || data > 4096 || item_size < 0)
		return false;
	const uint64_t offsets = 36 + 12 * (uint64_t)types;
	const uint64_t data_offsets = offsets + 4 * (uint64_t)items;
	const uint64_t sizes = data_offsets + 4 * (uint64_t)data;
	const uint64_t first = sizes +
			       (d->version == 4 ? 4 * (uint64_t)data : 0);
	const uint64_t base = first + (uint64_t)item_size;

	read_items(d, s, offsets, first, items, item_size);
	for (int32_t i = 0; i < data && i < DATAFILE_MODEL_DATA - 4; i++) {
		const uint64_t off = data_offsets + 4 * (uint64_t)i;
		const uint32_t begin = (uint32_t)read_int(s, off);
		const uint32_t end = i + 1 < data
					     ? (uint32_t)read_int(s, off + 4)
					     : (uint32_t)(s->size - base);

		read_data(d, s, base + begin, base + end,
			  read_int(s, sizes + 4 * (uint64_t)i));
	}
	return !d->failed;
}

/* ---------------------------------------------------------------- change */

static int32_t
value(struct mutate_random *r)
{
	static const int32_t edges[] = {
		0,   -1,   1,         2,         3,          4,  5,  6,
		7,   8,    9,         10,        15,         16, 32, 64,
		255, 256,  0x7fff,    0x10000,   -2,         18, 23, 48,
		100, 1000, INT32_MAX, INT32_MIN, 0x40000000,
	};

	return mutate_pick(r, 8) ? edges[mutate_pick(r, COUNT_OF(edges))]
				 : (int32_t)mutate_pick(r, UINT32_MAX);
}

static void
change_item(struct datafile_model *d, struct mutate_random *r)
{
	static const unsigned types[] = { 0, 1, 2, 3,      4,      5,      5,
					  5, 6, 7, 0xfffe, 0xffff, 0x8001, 9 };
	struct datafile_model_item
		*item = &d->items[mutate_pick(r, (uint32_t)d->n_items)];

	switch (mutate_pick(r, 12)) {
	case 0: item->n = mutate_pick(r, 24); break;
	case 1: item->id = mutate_pick(r, 4); break;
	case 2: item->type = types[mutate_pick(r, COUNT_OF(types))]; break;
	case 3:
		if (d->n_items < DATAFILE_MODEL_ITEMS)
			datafile_model_add_item(d, item->type, item->n,
						item->ints);
		break;
	case 4: *item = d->items[--d->n_items]; break;
	case 5:
		if (d->n_items < DATAFILE_MODEL_ITEMS)
			datafile_model_add_item(
				d, types[mutate_pick(r, COUNT_OF(types))],
				mutate_pick(r, 24), NULL);
		break;
	default:
		if (item->n)
			item->ints[mutate_pick(r, (uint32_t)item->n)] = value(
				r);
		break;
	}
}

static void
change_data(struct datafile_model *d, struct mutate_random *r)
{
	struct datafile_model_data
		*data = &d->data[mutate_pick(r, (uint32_t)d->n_data)];

	if (mutate_pick(r, 4) == 0 && d->n_data < DATAFILE_MODEL_DATA)
		datafile_model_add_data(d, NULL, mutate_pick(r, 64));
	else if (mutate_pick(r, 3) == 0 && data->size)
		data->size--;
	else if (data->size)
		data->bytes[mutate_pick(r, (uint32_t)data->size)] = (uint8_t)
			value(r);
}

/* ------------------------------------------------------------------- map */

/* Indices of ints in the items of a map (validator/map/items.def). */
enum {
	GROUP = 4,
	GROUP_START = 5,
	GROUP_NUMBER = 6,
	LAYER = 5,
	LAYER_TYPE = 1,
	LAYER_TILES = 2,
	TILES_VERSION = 3,
	TILES_WIDTH = 4,
	TILES_HEIGHT = 5,
	TILES_FLAGS = 6,
	TILES_DATA = 14,
	TILES_SPEEDUP = 19,
	FLAG_SPEEDUP = 4,
	SPEEDUP_BYTES = 6,
	MOST_TILES = 64,
};

/* Changes the range of layers of a group, so that groups share layers, refer to missing
   layers, or omit layers. */
static void
change_group(const struct datafile_model *d, struct datafile_model_item *group,
	     struct mutate_random *r)
{
	uint32_t layers = 0;

	for (size_t i = 0; i < d->n_items; i++)
		layers += d->items[i].type == LAYER;
	group->ints[GROUP_START] = (int32_t)mutate_pick(r, layers + 2);
	group->ints[GROUP_NUMBER] = (int32_t)mutate_pick(r, layers + 2);
}

/* Changes runs in the data of the layer.  The third byte of a run is its length minus
   one. */
static void
change_runs(struct datafile_model *d, struct datafile_model_item *layer,
	    struct mutate_random *r)
{
	const uint32_t index = (uint32_t)layer->ints[TILES_DATA];
	struct datafile_model_data *data;

	layer->ints[TILES_VERSION] = 4;
	if (index >= d->n_data)
		return;
	data = &d->data[index];
	if (data->size >= 4) /* fewer tiles, so that the runs may fit */
		data->size = 4 * (1 + (size_t)mutate_pick(
					      r, (uint32_t)data->size / 4));
	for (size_t at = 2; at < data->size; at += 4)
		data->bytes[at] = (uint8_t)mutate_pick(r, 4);
}

/* Adds a layer of speedup tiles whose data fit, and changes any byte of a tile. */
static void
change_speedup(struct datafile_model *d, struct datafile_model_item *layer,
	       struct mutate_random *r)
{
	const uint32_t tiles = (uint32_t)layer->ints[TILES_WIDTH] *
			       (uint32_t)layer->ints[TILES_HEIGHT];
	const size_t size = (size_t)SPEEDUP_BYTES * tiles;
	int32_t index;

	if (tiles == 0 || tiles > MOST_TILES ||
	    d->n_data == DATAFILE_MODEL_DATA)
		return;
	if (layer->n <= TILES_SPEEDUP)
		layer->n = TILES_SPEEDUP + 1;
	index = datafile_model_add_data(d, NULL, size);
	layer->ints[TILES_FLAGS] = FLAG_SPEEDUP;
	layer->ints[TILES_VERSION] = 3;
	layer->ints[TILES_SPEEDUP] = index;
	if (!d->failed)
		d->data[index].bytes[mutate_pick(r, (uint32_t)size)] = (uint8_t)
			mutate_pick(r, 256);
}

/* Changes values that the rules of a map check.  A random int would rarely break these
   rules. */
static void
change_map(struct datafile_model *d, struct mutate_random *r)
{
	struct datafile_model_item
		*item = &d->items[mutate_pick(r, (uint32_t)d->n_items)];

	if (item->type == GROUP && item->n > GROUP_NUMBER) {
		change_group(d, item, r);
		return;
	}
	if (item->type != LAYER || item->n <= TILES_DATA ||
	    item->ints[LAYER_TYPE] != LAYER_TILES)
		return;
	switch (mutate_pick(r, 3)) {
	case 0: /* one of the physics layers, or none: changes the flag of
	           the game layer */
		item->ints[TILES_FLAGS] = (1 << mutate_pick(r, 7)) >> 1;
		break;
	case 1: change_runs(d, item, r); break;
	default: change_speedup(d, item, r); break;
	}
}

/* ------------------------------------------------------------------ file */

/* Changes any int and any byte of the file. */
static void
change_file(struct buffer *w, struct mutate_random *r)
{
	if (w->size < 36)
		return;
	switch (mutate_pick(r, 5)) {
	case 0:
		buffer_poke(w, 4 + (size_t)4 * mutate_pick(r, 8), value(r));
		break;
	case 1:
		buffer_poke(w,
			    (size_t)4 * mutate_pick(r, (uint32_t)w->size / 4),
			    value(r));
		break;
	case 2:
		w->bytes[mutate_pick(r, (uint32_t)w->size)] = (uint8_t)
			mutate_pick(r, 256);
		break;
	case 3: buffer_cut(w, mutate_pick(r, (uint32_t)w->size)); break;
	default: buffer_fill(w, value(r) & 0xff, mutate_pick(r, 8)); break;
	}
}

static size_t
write(struct datafile_model *d, uint8_t *out, size_t room,
      struct mutate_random *r)
{
	struct buffer w;
	size_t size = 0;

	buffer_init(&w);
	datafile_model_write(d, &w);
	if (mutate_pick(r, 3) == 0)
		change_file(&w, r);
	if (buffer_ok(&w) && w.size) {
		size = w.size < room ? w.size : room;
		memcpy(out, w.bytes, size);
	}
	buffer_free(&w);
	return size;
}

/* --------------------------------------------------------------- engines */

size_t
LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size,
			unsigned seed)
{
	struct mutate_random r = mutate_random_from(seed);
	static struct datafile_model d;

	if (mutate_pick(&r, 4) == 0)
		return LLVMFuzzerMutate(data, size, max_size);
	if (!parse(&d, &(struct map_bytes){ data, size })) {
		datafile_model_free(&d);
		return LLVMFuzzerMutate(data, size, max_size);
	}
	for (uint32_t n = 1 + mutate_pick(&r, 4); n; n--) {
		if (d.n_data && mutate_pick(&r, 3) == 0)
			change_data(&d, &r);
		else if (d.n_items && mutate_pick(&r, 4) == 0)
			change_map(&d, &r);
		else if (d.n_items)
			change_item(&d, &r);
	}
	size = write(&d, data, max_size, &r);
	datafile_model_free(&d);
	return size;
}

/* Adds the items and data of the second map behind those of the first map. */
size_t
LLVMFuzzerCustomCrossOver(const uint8_t *data1, size_t size1,
			  const uint8_t *data2, size_t size2, uint8_t *out,
			  size_t max_out, unsigned seed)
{
	struct mutate_random r = mutate_random_from(seed);
	static struct datafile_model a, b;
	size_t size = 0;

	if (parse(&a, &(struct map_bytes){ data1, size1 }) &&
	    parse(&b, &(struct map_bytes){ data2, size2 })) {
		for (size_t i = 0;
		     i < b.n_items && a.n_items < DATAFILE_MODEL_ITEMS; i++)
			if (mutate_pick(&r, 2))
				datafile_model_add_item(&a, b.items[i].type,
							b.items[i].n,
							b.items[i].ints);
		for (size_t i = 0;
		     i < b.n_data && a.n_data < DATAFILE_MODEL_DATA; i++)
			if (mutate_pick(&r, 2))
				datafile_model_add_data(&a, b.data[i].bytes,
							b.data[i].size);
		size = write(&a, out, max_out, &r);
	}
	datafile_model_free(&a);
	datafile_model_free(&b);
	return size;
}
