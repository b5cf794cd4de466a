/* SPDX-License-Identifier: MIT */
/* datafile_writer.c - writes a Teeworlds datafile from items and data */
#include "corpus/builder/datafile_writer.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "corpus/builder/gzip_writer.h"

void
datafile_model_init(struct datafile_model *d, int32_t version)
{
	memset(d, 0, sizeof(*d));
	d->version = version;
}

void
datafile_model_free(struct datafile_model *d)
{
	for (size_t i = 0; i < d->n_data; i++)
		free(d->data[i].bytes);
	d->n_data = 0;
}

struct datafile_model_item *
datafile_model_add_item(struct datafile_model *d, unsigned type, size_t n,
			const int32_t *ints)
{
	static struct datafile_model_item spare;
	struct datafile_model_item *item = &spare;
	unsigned id = 0;

	if (d->n_items == DATAFILE_MODEL_ITEMS || n > DATAFILE_MODEL_INTS) {
		d->failed = true;
		return item;
	}
	for (size_t i = 0; i < d->n_items; i++)
		id += d->items[i].type == type;
	item = &d->items[d->n_items++];
	*item = (struct datafile_model_item){ .type = type, .id = id, .n = n };
	if (ints)
		memcpy(item->ints, ints, n * sizeof(*ints));
	return item;
}

int32_t
datafile_model_add_data(struct datafile_model *d, const void *bytes,
			size_t size)
{
	unsigned char *copy = calloc(1, size + 1);

	if (!copy || d->n_data == DATAFILE_MODEL_DATA) {
		free(copy);
		d->failed = true;
		return 0;
	}
	if (bytes)
		memcpy(copy, bytes, size);
	d->data[d->n_data] = (struct datafile_model_data){ copy, size };
	return (int32_t)d->n_data++;
}

int32_t
datafile_model_add_text(struct datafile_model *d, const char *text)
{
	return datafile_model_add_data(d, text, strlen(text) + 1);
}

void
datafile_model_zlib(struct buffer *w, const unsigned char *bytes, size_t size)
{
	const uint32_t sum = (uint32_t)adler32(1, bytes, (unsigned)size);

	buffer_byte(w, 0x78);
	buffer_byte(w, 0x9c);
	gzip_stored(w, bytes, size);
	for (unsigned shift = 32; shift; shift -= 8)
		buffer_byte(w, sum >> (shift - 8) & 0xff);
}

/* ----------------------------------------------------------------- parts */

/* Finds the items of one type, and sorts types in ascending order. */
static size_t
sorted(const struct datafile_model *d,
       const struct datafile_model_item *out[DATAFILE_MODEL_ITEMS])
{
	size_t n = 0;

	for (size_t i = 0; i < d->n_items; i++) {
		size_t at = n++;

		for (; at && out[at - 1]->type > d->items[i].type; at--)
			out[at] = out[at - 1];
		out[at] = &d->items[i];
	}
	return n;
}

static size_t
write_types(const struct datafile_model_item *const *items, size_t n,
	    struct buffer *w)
{
	size_t types = 0;

	for (size_t i = 0, end; i < n; i = end) {
		for (end = i; end < n && items[end]->type == items[i]->type;)
			end++;
		buffer_int(w, (int32_t)items[i]->type);
		buffer_int(w, (int32_t)i);
		buffer_int(w, (int32_t)(end - i));
		types++;
	}
	return types;
}

static void
write_items(const struct datafile_model_item *const *items, size_t n,
	    struct buffer *w)
{
	for (size_t i = 0; i < n; i++) {
		buffer_int(w, (int32_t)((uint32_t)items[i]->type << 16 |
					items[i]->id));
		buffer_int(w, (int32_t)items[i]->n * 4);
		for (size_t k = 0; k < items[i]->n; k++)
			buffer_int(w, items[i]->ints[k]);
	}
}

static void
write_offsets(const struct datafile_model_item *const *items, size_t n,
	      struct buffer *w)
{
	int32_t offset = 0;

	for (size_t i = 0; i < n; i++) {
		buffer_int(w, offset);
		offset += 8 + 4 * (int32_t)items[i]->n;
	}
}

/* Writes the streams one after the other.  Their offsets are written into the table. */
static void
write_data(const struct datafile_model *d, struct buffer *w, size_t table)
{
	const size_t begin = w->size;

	for (size_t i = 0; i < d->n_data; i++) {
		buffer_poke(w, table + 4 * i, (int32_t)(w->size - begin));
		if (d->version == 4)
			datafile_model_zlib(w, d->data[i].bytes,
					    d->data[i].size);
		else
			buffer_append(w, d->data[i].bytes, d->data[i].size);
	}
}

void
datafile_model_write(const struct datafile_model *d, struct buffer *w)
{
	const struct datafile_model_item *items[DATAFILE_MODEL_ITEMS];
	const size_t n = sorted(d, items);
	size_t types, offsets, begin;

	w->failed |= d->failed;
	buffer_append(w, "DATA", 4);
	buffer_int(w, d->version);
	buffer_fill(w, 0, 28);
	buffer_mark(w, "types");
	types = write_types(items, n, w);
	buffer_mark(w, "item_offsets");
	write_offsets(items, n, w);
	buffer_mark(w, "data_offsets");
	offsets = w->size;
	buffer_fill(w, 0, 4 * d->n_data);
	buffer_mark(w, "data_sizes");
	for (size_t i = 0; d->version == 4 && i < d->n_data; i++)
		buffer_int(w, (int32_t)d->data[i].size);
	buffer_mark(w, "items");
	begin = w->size;
	write_items(items, n, w);
	buffer_poke(w, 28, (int32_t)(w->size - begin));
	buffer_mark(w, "data");
	begin = w->size;
	write_data(d, w, offsets);
	buffer_poke(w, 8, (int32_t)w->size - 16);
	buffer_poke(w, 12, (int32_t)begin - 16);
	buffer_poke(w, 16, (int32_t)types);
	buffer_poke(w, 20, (int32_t)n);
	buffer_poke(w, 24, (int32_t)d->n_data);
	buffer_poke(w, 32, (int32_t)(w->size - begin));
}
