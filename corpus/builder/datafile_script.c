/* SPDX-License-Identifier: MIT */
/* datafile_script.c - changes one thing in a map */
#include "corpus/builder/datafile_script.h"

#include <stdlib.h>
#include <string.h>

#include "corpus/builder/datafile_maps.h"

static const struct {
	const char *name;
	unsigned type;
} types[] = {
	{ "version", 0 },     { "info", 1 },     { "image", 2 },
	{ "envelope", 3 },    { "group", 4 },    { "layer", 5 },
	{ "points", 6 },      { "sound", 7 },    { "uuid", 0xffff },
	{ "custom", 0xfffe }, { "old", 0x8001 },
};

/* Skips `name`, if no letter follows it. */
unsigned
datafile_script_type(const char *name)
{
	const size_t n = strspn(name, "abcdefghijklmnopqrstuvwxyz");

	for (size_t i = 0; i < sizeof(types) / sizeof(*types); i++)
		if (strlen(types[i].name) == n &&
		    strncmp(types[i].name, name, n) == 0)
			return types[i].type;
	return 0x10000;
}

/* --------------------------------------------------------------- changes */

static struct datafile_model_item *
find(struct datafile_model *d, unsigned type, unsigned long id)
{
	for (size_t i = 0; i < d->n_items; i++)
		if (d->items[i].type == type &&
		    (d->items[i].id == id || type >= 0xfffe))
			return &d->items[i];
	return NULL;
}

/* Reads "=5", or "=+5", which adds. */
static bool
value(const char *text, int32_t *v)
{
	char *end;

	if (text[0] != '=')
		return false;
	const char *digits = text + (text[1] == '+' ? 2 : 1);
	const long long number = strtoll(digits, &end, 0);

	*v = text[1] == '+' ? (int32_t)((uint32_t)*v + (uint32_t)number)
			    : (int32_t)number;
	return end != digits && (*end == ' ' || *end == '\0');
}

static bool
change_data(struct datafile_model *d, unsigned long index, const char *at)
{
	struct datafile_model_data *data = &d->data[index];
	int32_t v = (int32_t)data->size;
	char *end;

	if (index >= d->n_data)
		return false;
	if (strncmp(at, ".n", 2) == 0) {
		if (!value(at + 2, &v) || v < 0)
			return false;
		data->bytes = realloc(data->bytes, (size_t)v + 1);
		if (!data->bytes)
			return false;
		if ((size_t)v > data->size)
			memset(data->bytes + data->size, 0,
			       (size_t)v - data->size);
		data->size = (size_t)v;
		return true;
	}
	const unsigned long k = strtoul(at + 1, &end, 10);

	v = 0;
	if (*at != '[' || k >= data->size || !value(end + 1, &v))
		return false;
	data->bytes[k] = (unsigned char)v;
	return true;
}

static bool
change_item(struct datafile_model *d, const char *name, unsigned long id,
	    const char *at)
{
	struct datafile_model_item *item = find(d, datafile_script_type(name),
						id);
	int32_t v = 0;
	char *end;

	if (!item)
		return false;
	if (strncmp(at, ".n", 2) == 0 && value(at + 2, &v) && v >= 0 &&
	    v <= DATAFILE_MODEL_INTS) {
		item->n = (size_t)v;
		return true;
	}
	if (strncmp(at, ".id", 3) == 0 && value(at + 3, &v)) {
		item->id = (unsigned)v;
		return true;
	}
	if (strncmp(at, ".type", 5) == 0 && value(at + 5, &v)) {
		item->type = (unsigned)v;
		return true;
	}
	const unsigned long k = strtoul(at + 1, &end, 10);

	return *at == '[' && k < DATAFILE_MODEL_INTS &&
	       value(end + 1, &item->ints[k]);
}

/* Adds copies of an item: "+sound0", "+sound0=64".  `at` is the text after the name. */
static bool
copy_item(struct datafile_model *d, const struct datafile_model_item *item,
	  const char *at)
{
	const struct datafile_model_item from = *item;
	int32_t n = 1;

	if (*at == '=' ? !value(at, &n) : *at != ' ' && *at != '\0')
		return false;
	while (n-- > 0) {
		struct datafile_model_item *copy = datafile_model_add_item(
			d, from.type, from.n, from.ints);

		/* The type gets a second name. */
		if (copy->type == 0xffff)
			copy->id = from.id;
	}
	return true;
}

static bool
change_model(struct datafile_model *d, const char *change)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz";
	const char sign = *change == '-' || *change == '+' ? *change++ : '\0';
	char *at;
	const unsigned long id = strtoul(change + strspn(change, letters), &at,
					 10);
	struct datafile_model_item *item = find(d, datafile_script_type(change),
						id);

	if (sign == '+' && item)
		return copy_item(d, item, at);
	if (sign == '-' && item) {
		memmove(item, item + 1,
			(size_t)(&d->items[--d->n_items] - item) *
				sizeof(*item));
		return true;
	}
	if (strncmp(change, "data", 4) == 0)
		return change_data(d, id, at);
	return sign == '\0' && change_item(d, change, id, at);
}

/* Returns the offset at which a change of bytes begins: "12", "types+8". */
static size_t
place(const struct buffer *w, const char *text, char **end)
{
	static const char *const marks[] = {
		"types",      "item_offsets", "data_offsets",
		"data_sizes", "items",        "data",
	};
	size_t from = 0;

	for (size_t i = 0; i < sizeof(marks) / sizeof(*marks); i++) {
		const size_t n = strlen(marks[i]);

		if (strncmp(text, marks[i], n) == 0 && text[n] == '+') {
			from = buffer_offset(w, marks[i]);
			text += n + 1;
			break;
		}
	}
	return from + strtoul(text, end, 10);
}

static bool
change_bytes(struct buffer *w, const char *change)
{
	char *end;

	if (strncmp(change, "cut=", 4) == 0) {
		const long n = strtol(change + 4, NULL, 10);

		buffer_cut(w, n < 0 ? w->size - (size_t)-n : (size_t)n);
		return true;
	}
	if (strncmp(change, "pad=", 4) == 0) {
		buffer_fill(w, 0, strtoul(change + 4, NULL, 10));
		return true;
	}
	if (strncmp(change, "text=", 5) == 0) {
		for (unsigned long n = strtoul(change + 5, NULL, 10); n; n--)
			buffer_as_text(w);
		return true;
	}
	if (*change != '@')
		return false;
	const size_t at = place(w, change + 1, &end);

	if (at >= w->size)
		return false;
	if (*end == ':') {
		w->bytes[at] = (unsigned char)strtoul(end + 1, NULL, 0);
		return true;
	}
	int32_t v = buffer_peek(w, at);

	if (!value(end, &v))
		return false;
	buffer_poke(w, at, v);
	return true;
}

static bool
is_of_bytes(const char *change)
{
	return *change == '@' || strncmp(change, "cut=", 4) == 0 ||
	       strncmp(change, "pad=", 4) == 0 ||
	       strncmp(change, "text=", 5) == 0;
}

void
datafile_script_write(struct datafile_model *d, struct buffer *w,
		      const char *changes)
{
	bool ok = true;

	for (int bytes = 0; bytes < 2; bytes++) {
		const char *at = changes ? changes : "";

		if (bytes)
			datafile_model_write(d, w);
		while (*at) {
			if (is_of_bytes(at) == (bytes == 1))
				ok &= bytes ? change_bytes(w, at)
					    : change_model(d, at);
			at += strcspn(at, " ");
			at += strspn(at, " ");
		}
	}
	w->failed |= !ok;
}

void
datafile_build_empty(struct buffer *w, const struct sample *s)
{
	struct datafile_model d;

	datafile_model_init(&d, s->number ? s->number : 4);
	datafile_script_write(&d, w, s->text);
	datafile_model_free(&d);
}

void
datafile_build_full(struct buffer *w, const struct sample *s)
{
	struct datafile_model d;

	datafile_full_map(&d, s->number ? s->number : 4);
	datafile_script_write(&d, w, s->text);
	datafile_model_free(&d);
}

void
datafile_build_small(struct buffer *w, const struct sample *s)
{
	struct datafile_model d;

	datafile_small_map(&d, s->number ? s->number : 4);
	datafile_script_write(&d, w, s->text);
	datafile_model_free(&d);
}
