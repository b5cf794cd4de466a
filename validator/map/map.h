/* SPDX-License-Identifier: MIT */
/*
 * map.h - a Teeworlds map, made of the items of a datafile (SPEC.md)
 *
 * These files do not depend on the container of the map: a struct map_source gives items
 * and data.  Items are checked after all of them were read.  Their check notes for each
 * data item how its bytes must be (struct map_use).  The bytes are checked as they stream
 * by.
 */
#ifndef VALIDATOR_MAP_MAP_H
#define VALIDATOR_MAP_MAP_H

#include "validator/core/cursor.h"
#include "validator/core/report.h"
#include "validator/core/utf8.h"

/* ---------------------------------------------------------------- source */

struct map_item {
	uint16_t type, id;
	uint32_t index;   /* among the items of all types */
	uint64_t off;     /* from the start of the map */
	struct span ints; /* valid as long as the source */
};

/* Items of one type follow each other. */
struct map_items {
	uint32_t first, count;
};

/* The bytes of a data item in the container, and its declared decoded size. */
struct map_slice {
	uint64_t off, len;
	int64_t size;
};

/* The access to the container, which sets all members. */
struct map_source {
	const void *container;
	uint32_t n_data; /* data items */
	struct map_items (*items)(const void *container, uint16_t type);
	struct map_item (*item)(const void *container, uint32_t index);
	struct map_slice (*data)(const void *container, uint32_t index);
};

enum {
	MAP_ITEM_HEAD = 8, /* bytes before the ints of an item */
};

/* ------------------------------------------------------------------- map */

/* How the bytes of a data item are checked; flags. */
enum map_kind {
	MAP_TEXT = 1 << 0,      /* UTF-8, with one NUL, at the end */
	MAP_SETTINGS = 1 << 1,  /* texts, each with its NUL */
	MAP_TILES = 1 << 2,     /* 4 bytes a tile, the last two zero */
	MAP_TILE_RUNS = 1 << 3, /* version 4 of a tile layer */
	MAP_SPEEDUPS = 1 << 4,  /* 6 bytes a tile, the fourth zero */
	MAP_OTHER = 1 << 5,
};

/* The use of a data item by an item. */
struct map_use {
	uint32_t tiles; /* width * height, of a tile layer; below 2^31 */
	uint32_t item;  /* the first that refers to it */
	uint8_t at;     /* the int in that item */
	uint8_t kinds;
	bool by_tiles : 1; /* a tile layer owns it */
	bool game : 1;     /* and that is a game layer */
	bool lost : 1;     /* a repair drops its bytes */
};

/* The name of an image or sound, which is a data item of its own. */
enum { MAP_NAME_BYTES = 32 };
struct map_name {
	uint32_t item; /* its index */
	uint32_t n;    /* bytes held; 0: no name */
	uint8_t bytes[MAP_NAME_BYTES];
};

struct map {
	struct map_source source;
	struct report *report;
	const struct dfk_allocator *allocator;
	struct map_use *uses; /* per data item; NULL: not checked */

	uint8_t *owned; /* per layer: a group has it; while it is checked */
	enum dfk_severity at_most; /* of findings about the layer at hand */

	bool prerelease, known;
	struct map_items images, envelopes, groups, layers, points, sounds;
	uint32_t n_points;               /* in the first item of points */
	bool bezier;                     /* points of 22 ints */
	struct map_name name; /* the last one; editors write pixels behind it */
	uint32_t game_layers;            /* that a group has */
	int32_t game_width, game_height; /* of the last of them */
};

/* Call it first.  Report and allocator must outlive the map. */
void map_open(struct map *m, struct report *report,
	      const struct dfk_allocator *allocator);
void map_release(struct map *m);

/* Checks all items, after the tables were found to be right.  False: no memory. */
bool map_check(struct map *m, const struct map_source *source);

/* After all data items: reports data items to which no item refers. */
void map_end(const struct map *m);

/* ------------------------------------------------------------------ data */

/* The data item that streams by. */
struct map_data {
	uint32_t index;
	struct map_use use;
	struct utf8 utf8;
	struct map_name name; /* the first bytes of a text */
	uint64_t at;                            /* bytes seen */
	uint64_t inner_nul, not_zero; /* where first, + 1; 0: none */
	uint64_t tiles;                         /* in runs */
	uint8_t run;                            /* of the tile at hand */
	uint8_t last;
};

/* Begins a data item, takes its decoded bytes in pieces, and ends a data item that was
   decoded completely. */
void map_data_begin(struct map_data *d, const struct map *m, uint32_t index);
void map_data_feed(struct map_data *d, struct span decoded);
void map_data_end(const struct map_data *d, struct map *m);

/* The item that refers to a data item as text, such as ", the data of tile_layer 3
   'Trees'"; empty if no such item is known. */
enum { MAP_USE_TEXT = 176 };
void map_print_use(const struct map *m, uint32_t data, char out[MAP_USE_TEXT]);

/* ---------------------------------------------------------------- access */

/* Does no reader look for items of this type by their ids? (MAP-6) */
bool map_finds_by_place(int32_t type);

/* The name of the type of an item; the name of its k-th int, or NULL. */
const char *map_item_name(const struct map_item *item);
const char *map_int_name(const struct map *m, const struct map_item *item,
			 uint32_t k);

/* After map_check(): the use of a data item. */
struct map_use *map_use_of(const struct map *m, uint32_t data);

/* The k-th int of an item; 0 if it has fewer. */
int32_t map_int(const struct map_item *item, uint32_t k);

#endif
