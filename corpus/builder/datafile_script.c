/* SPDX-License-Identifier: MIT */
/* datafile_script.c - maps to start from, and one thing changed in them */
#include "corpus/builder/datafile_script.h"

#include <stdlib.h>
#include <string.h>

static const struct {
	const char *name;
	unsigned type;
} types[] = {
	{ "version", 0 },     { "info", 1 },     { "image", 2 },
	{ "envelope", 3 },    { "group", 4 },    { "layer", 5 },
	{ "points", 6 },      { "sound", 7 },    { "uuid", 0xffff },
	{ "custom", 0xfffe }, { "old", 0x8001 },
};

/* As long as `name` goes on with no letter. */
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

/* ------------------------------------------------------------------ maps */

/* An empty name in three ints: each byte plus 128, the last one 0. */
#define EMPTY   INT32_C(-0x7f7f7f80)
#define NO_NAME EMPTY, EMPTY, INT32_C(-0x7f7f8000)

static void
version(struct dfw *d)
{
	dfw_item(d, 0, 1, (const int32_t[]){ 1 });
}

static void
group(struct dfw *d, int32_t start, int32_t n)
{
	const int32_t ints[] = { 3, 0, 0, 100, 100, start,  n,
				 0, 0, 0, 0,   0,   NO_NAME };

	dfw_item(d, 4, 15, ints);
}

/* A tile layer of version 3; own: bytes of its own data item, 0: none. */
static void
tiles(struct dfw *d, int32_t flags, size_t n, size_t own)
{
	const int32_t data = dfw_data(d, NULL, 16);
	const int32_t ints[] = { 0,    2,       0,   3,   2,  2,  flags,
				 255,  255,     255, 255, -1, 0,  -1,
				 data, NO_NAME, -1,  -1,  -1, -1, -1 };
	struct dfw_item *item = dfw_item(d, 5, n, ints);

	if (own)
		item->ints[n - 1] = dfw_data(d, NULL, own);
}

void
datafile_script_small(struct dfw *d, int32_t file_version)
{
	dfw_init(d, file_version);
	version(d);
	group(d, 0, 1);
	tiles(d, 1, 18, 0);
}

static void
images(struct dfw *d)
{
	const int32_t name = dfw_text(d, "grass");
	const int32_t data = dfw_data(d, NULL, 16);
	const int32_t other = dfw_text(d, "desert_main");
	const int32_t embedded[] = { 1, 2, 2, 0, name, data };
	const int32_t external[] = { 2, 64, 64, 1, other, -1, 1 };

	dfw_item(d, 2, 6, embedded);
	dfw_item(d, 2, 7, external);
}

static void
envelopes(struct dfw *d)
{
	const int32_t color[] = { 1, 4, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0 };
	const int32_t position[] = { 2,     3,     2,     1,       EMPTY, EMPTY,
				     EMPTY, EMPTY, EMPTY, NO_NAME, 1 };
	const int32_t points[] = { 0, 0, 1, 2, 3, 4, 1000, 1, 4,
				   3, 2, 1, 0, 2, 0, 0,    0, 0 };

	dfw_item(d, 3, 12, color);
	dfw_item(d, 3, 13, position);
	dfw_item(d, 6, 18, points);
}

static void
quads_and_sounds(struct dfw *d)
{
	const int32_t quads = dfw_data(d, NULL, 152);
	const int32_t sources = dfw_data(d, NULL, 52);
	const int32_t name = dfw_text(d, "wind");
	const int32_t opus = dfw_data(d, "OggS", 4);
	const int32_t quad_layer[] = { 0, 3, 0, 2, 1, quads, 0, NO_NAME };
	const int32_t sound_layer[] = { 0, 10, 0, 1, 1, sources, 0, NO_NAME };
	const int32_t sound[] = { 1, 0, name, opus, 4 };

	dfw_item(d, 5, 10, quad_layer);
	dfw_item(d, 5, 10, sound_layer);
	dfw_item(d, 7, 5, sound);
}

/* mapitemtype-automapper-config@ddnet.tw, and one of them. */
static void
automapper(struct dfw *d)
{
	const int32_t uuid[] = { 0x3e1b2716, 0x178c3978, (int32_t)0x9bd9b11au,
				 (int32_t)0xe0410dd8u };

	dfw_item(d, 0xffff, 4, uuid)->id = 0xfffe;
	dfw_item(d, 0xfffe, 6, NULL);
}

/*
 * Items, by name and id, and their data:
 *
 *   info0      author 0, version 1, credits 2, license 3, settings 4
 *   image0     embedded: name 5, pixels 6     image1  external: name 7
 *   envelope0  points 0 and 1                 envelope1  point 2
 *   group0     layers 0 to 4                  group1     layers 5 to 8
 *   layer0     design 8     layer1  game 9    layer2  tele 10, 11
 *   layer3     speedup 12, 13                 layer4  front 14, 15
 *   layer5     switch 16, 17                  layer6  tune 18, 19
 *   layer7     quads 20     layer8  sources 21
 *   sound0     name 22, opus 23               uuid, custom0
 */
void
datafile_script_full(struct dfw *d, int32_t file_version)
{
	int32_t info[] = { 1, 0, 0, 0, 0, 0 };

	dfw_init(d, file_version);
	version(d);
	info[1] = dfw_text(d, "nameless tee");
	info[2] = dfw_text(d, "1.0");
	info[3] = dfw_text(d, "the builder");
	info[4] = dfw_text(d, "CC0");
	info[5] = dfw_data(d, "sv_gametype ctf\0tune_zone 1 gravity 1", 38);
	dfw_item(d, 1, 6, info);
	images(d);
	envelopes(d);
	group(d, 0, 5);
	group(d, 5, 4);
	tiles(d, 0, 18, 0);
	tiles(d, 1, 18, 0);
	tiles(d, 2, 19, 8);
	tiles(d, 4, 20, 24);
	tiles(d, 8, 21, 16);
	tiles(d, 16, 22, 16);
	tiles(d, 32, 23, 8);
	quads_and_sounds(d);
	automapper(d);
}

/* --------------------------------------------------------------- changes */

static struct dfw_item *
find(struct dfw *d, unsigned type, unsigned long id)
{
	for (size_t i = 0; i < d->n_items; i++)
		if (d->items[i].type == type &&
		    (d->items[i].id == id || type >= 0xfffe))
			return &d->items[i];
	return NULL;
}

/* "=5", or "=+5" to add. */
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
change_data(struct dfw *d, unsigned long index, const char *at)
{
	struct dfw_data *data = &d->data[index];
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
change_item(struct dfw *d, const char *name, unsigned long id, const char *at)
{
	struct dfw_item *item = find(d, datafile_script_type(name), id);
	int32_t v = 0;
	char *end;

	if (!item)
		return false;
	if (strncmp(at, ".n", 2) == 0 && value(at + 2, &v) && v >= 0 &&
	    v <= DFW_INTS) {
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

	return *at == '[' && k < DFW_INTS && value(end + 1, &item->ints[k]);
}

static bool
change_model(struct dfw *d, const char *change)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz";
	const char sign = *change == '-' || *change == '+' ? *change++ : '\0';
	char *at;
	const unsigned long id = strtoul(change + strspn(change, letters), &at,
					 10);
	struct dfw_item *item = find(d, datafile_script_type(change), id);

	if (sign == '+' && item) {
		const unsigned old = item->id;
		struct dfw_item *copy = dfw_item(d, item->type, item->n,
						 item->ints);

		/* A second name of the same type. */
		if (copy->type == 0xffff)
			copy->id = old;
		return true;
	}
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

/* Where a change of bytes begins: "12", "types+8". */
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
	       strncmp(change, "pad=", 4) == 0;
}

void
datafile_script_write(struct dfw *d, struct buffer *w, const char *changes)
{
	bool ok = true;

	for (int bytes = 0; bytes < 2; bytes++) {
		const char *at = changes ? changes : "";

		if (bytes)
			dfw_write(d, w);
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
	struct dfw d;

	dfw_init(&d, s->number ? s->number : 4);
	datafile_script_write(&d, w, s->text);
	dfw_free(&d);
}

void
datafile_build_full(struct buffer *w, const struct sample *s)
{
	struct dfw d;

	datafile_script_full(&d, s->number ? s->number : 4);
	datafile_script_write(&d, w, s->text);
	dfw_free(&d);
}

void
datafile_build_small(struct buffer *w, const struct sample *s)
{
	struct dfw d;

	datafile_script_small(&d, s->number ? s->number : 4);
	datafile_script_write(&d, w, s->text);
	dfw_free(&d);
}
