/* SPDX-License-Identifier: MIT */
/* datafile_maps.c - the maps from which samples are made */
#include "corpus/builder/datafile_maps.h"

/* An empty name in three ints: each byte plus 128, the last one 0. */
#define EMPTY   INT32_C(-0x7f7f7f80)
#define NO_NAME EMPTY, EMPTY, INT32_C(-0x7f7f8000)

static void
version(struct datafile_model *d)
{
	datafile_model_add_item(d, 0, 1, (const int32_t[]){ 1 });
}

static void
group(struct datafile_model *d, int32_t start, int32_t n)
{
	const int32_t ints[] = { 3, 0, 0, 100, 100, start,  n,
				 0, 0, 0, 0,   0,   NO_NAME };

	datafile_model_add_item(d, 4, 15, ints);
}

/* Adds a tile layer of version 3. own: number of bytes of its own data item; 0: no such
   data item. */
static void
tiles(struct datafile_model *d, int32_t flags, size_t n, size_t own)
{
	const int32_t data = datafile_model_add_data(d, NULL, 16);
	const int32_t ints[] = { 0,    2,       0,   3,   2,  2,  flags,
				 255,  255,     255, 255, -1, 0,  -1,
				 data, NO_NAME, -1,  -1,  -1, -1, -1 };
	struct datafile_model_item *item = datafile_model_add_item(d, 5, n,
								   ints);

	if (own)
		item->ints[n - 1] = datafile_model_add_data(d, NULL, own);
}

void
datafile_small_map(struct datafile_model *d, int32_t file_version)
{
	datafile_model_init(d, file_version);
	version(d);
	group(d, 0, 1);
	tiles(d, 1, 18, 0);
}

static void
images(struct datafile_model *d)
{
	const int32_t name = datafile_model_add_text(d, "grass");
	const int32_t data = datafile_model_add_data(d, NULL, 16);
	const int32_t other = datafile_model_add_text(d, "desert_main");
	const int32_t embedded[] = { 1, 2, 2, 0, name, data };
	const int32_t external[] = { 2, 64, 64, 1, other, -1, 1 };

	datafile_model_add_item(d, 2, 6, embedded);
	datafile_model_add_item(d, 2, 7, external);
}

static void
envelopes(struct datafile_model *d)
{
	const int32_t color[] = { 1, 4, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0 };
	const int32_t position[] = { 2,     3,     2,     1,       EMPTY, EMPTY,
				     EMPTY, EMPTY, EMPTY, NO_NAME, 1 };
	const int32_t points[] = { 0, 0, 1, 2, 3, 4, 1000, 1, 4,
				   3, 2, 1, 0, 2, 0, 0,    0, 0 };

	datafile_model_add_item(d, 3, 12, color);
	datafile_model_add_item(d, 3, 13, position);
	datafile_model_add_item(d, 6, 18, points);
}

static void
quads_and_sounds(struct datafile_model *d)
{
	const int32_t quads = datafile_model_add_data(d, NULL, 152);
	const int32_t sources = datafile_model_add_data(d, NULL, 52);
	const int32_t name = datafile_model_add_text(d, "wind");
	const int32_t opus = datafile_model_add_data(d, "OggS", 4);
	const int32_t quad_layer[] = { 0, 3, 0, 2, 1, quads, 0, NO_NAME };
	const int32_t sound_layer[] = { 0, 10, 0, 1, 1, sources, 0, NO_NAME };
	const int32_t sound[] = { 1, 0, name, opus, 4 };

	datafile_model_add_item(d, 5, 10, quad_layer);
	datafile_model_add_item(d, 5, 10, sound_layer);
	datafile_model_add_item(d, 7, 5, sound);
}

/* Adds the type mapitemtype-automapper-config@ddnet.tw, and an item of this type. */
static void
automapper(struct datafile_model *d)
{
	const int32_t uuid[] = { 0x3e1b2716, 0x178c3978, (int32_t)0x9bd9b11au,
				 (int32_t)0xe0410dd8u };

	datafile_model_add_item(d, 0xffff, 4, uuid)->id = 0xfffe;
	datafile_model_add_item(d, 0xfffe, 6, NULL);
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
datafile_full_map(struct datafile_model *d, int32_t file_version)
{
	int32_t info[] = { 1, 0, 0, 0, 0, 0 };

	datafile_model_init(d, file_version);
	version(d);
	info[1] = datafile_model_add_text(d, "nameless tee");
	info[2] = datafile_model_add_text(d, "1.0");
	info[3] = datafile_model_add_text(d, "the builder");
	info[4] = datafile_model_add_text(d, "CC0");
	info[5] = datafile_model_add_data(
		d, "sv_gametype ctf\0tune_zone 1 gravity 1", 38);
	datafile_model_add_item(d, 1, 6, info);
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
