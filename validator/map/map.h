/* SPDX-License-Identifier: MIT */
/*
 * map.h - checks a Teeworlds map, which consists of the items of a datafile (SPEC.md)
 *
 * These files do not depend on the container of the map, because a struct map_source
 * gives items and data.  Items are checked after all items were read.  The check of items
 * notes for each data item the right form of its bytes (struct map_use).  The bytes are
 * checked while they are read.
 */
#ifndef VALIDATOR_MAP_MAP_H
#define VALIDATOR_MAP_MAP_H

#include "validator/core/cursor.h"
#include "validator/core/report.h"
#include "validator/core/utf8.h"

/* ---------------------------------------------------------------- source */

struct map_item {
	uint16_t type, id;
	uint32_t index;   /* index among the items of all types */
	uint64_t off;     /* offset from the start of the map */
	struct span ints; /* valid as long as the source */
};

/* A range of items of one type. */
struct map_items {
	uint32_t first, count;
};

/* The bytes of a data item in the container, and the declared size after
   decompression. */
struct map_slice {
	uint64_t off, len;
	int64_t size;
};

/* The access to the container.  The container sets all members. */
struct map_source {
	const void *container;
	uint32_t n_data; /* number of data items */
	struct map_items (*items)(const void *container, uint16_t type);
	struct map_item (*item)(const void *container, uint32_t index);
	struct map_slice (*data)(const void *container, uint32_t index);
};

enum {
	MAP_ITEM_HEAD = 8, /* bytes before the ints of an item */
};

/* ------------------------------------------------------------------- map */

/* Flags: how the bytes of a data item are checked. */
enum map_kind {
	MAP_TEXT = 1 << 0,      /* UTF-8, with one NUL at the end */
	MAP_SETTINGS = 1 << 1,  /* texts, each with a NUL at its end */
	MAP_TILES = 1 << 2, /* 4 bytes for each tile, and the last two bytes
	                       are zero */
	MAP_TILE_RUNS = 1 << 3, /* version 4 of a tile layer */
	MAP_SPEEDUPS = 1 << 4, /* 6 bytes for each tile, and the fourth byte
	                          is zero */
	MAP_OTHER = 1 << 5,
};

/* The use of a data item by an item. */
struct map_use {
	uint32_t tiles; /* width * height of a tile layer, below 2^31 */
	uint32_t item;  /* the first item that refers to the data item */
	uint8_t at;     /* the int in this item */
	uint8_t kinds;
	bool by_tiles : 1; /* a tile layer owns the data item */
	bool game : 1;     /* this tile layer is a game layer */
	bool lost : 1;     /* a repair drops the bytes of the data item */
};

/* The name of an image or sound.  The name is a separate data item. */
enum { MAP_NAME_BYTES = 32 };
struct map_name {
	uint32_t item; /* index of the item */
	uint32_t n;    /* number of bytes in `text`; 0: no name */
	uint8_t bytes[MAP_NAME_BYTES];
};

struct map {
	struct map_source source;
	struct report *report;
	const struct dfk_allocator *allocator;
	struct map_use *uses; /* one entry for each data item; NULL: not
	                         checked */

	uint8_t *owned; /* one byte for each layer, during the check: the
	                   layer has a group */
	enum dfk_severity at_most; /* the highest severity of findings about
	                              the current layer */

	bool prerelease, known;
	struct map_items images, envelopes, groups, layers, points, sounds;
	uint32_t n_points; /* number of points in the first item of points */
	bool bezier;                     /* points have 22 ints */
	struct map_name name; /* the last name; editors write pixels behind
	                         it */
	uint32_t game_layers; /* number of game layers that have a group */
	int32_t game_width, game_height; /* size of the last game layer */
};

/* Opens a map.  Call this first.  Report and allocator must live longer than the map. */
void map_open(struct map *m, struct report *report,
	      const struct dfk_allocator *allocator);
void map_release(struct map *m);

/* Checks all items, after the tables were checked without an error.  False: no memory. */
bool map_check(struct map *m, const struct map_source *source);

/* Reports data items to which no item refers, after all data items were read. */
void map_end(const struct map *m);

/* ------------------------------------------------------------------ data */

/* The current data item. */
struct map_data {
	uint32_t index;
	struct map_use use;
	struct utf8 utf8;
	struct map_name name; /* the first bytes of a text */
	uint64_t at;                            /* number of bytes so far */
	uint64_t inner_nul, not_zero; /* offset of the first such byte, plus
	                                 1; 0: no such byte */
	uint64_t tiles;                         /* number of tiles in runs */
	uint8_t run;                            /* length of the current run */
	uint8_t last;
};

/* map_data_begin() begins a data item.  map_data_feed() reads its decoded bytes in
   pieces.  map_data_end() ends a data item that was decoded completely. */
void map_data_begin(struct map_data *d, const struct map *m, uint32_t index);
void map_data_feed(struct map_data *d, struct span decoded);
void map_data_end(const struct map_data *d, struct map *m);

/* Prints the item that refers to a data item, such as ", the data of tile_layer 3
   'Trees'".  Prints nothing if no such item is known. */
enum { MAP_USE_TEXT = 176 };
void map_print_use(const struct map *m, uint32_t data, char out[MAP_USE_TEXT]);

/* ---------------------------------------------------------------- access */

/* Is it true that no reader searches for items of this type by their ids?  (MAP-6) */
bool map_finds_by_place(int32_t type);

/* Return the name of the type of an item, and the name of int k of an item, or NULL. */
const char *map_item_name(const struct map_item *item);
const char *map_int_name(const struct map *m, const struct map_item *item,
			 uint32_t k);

/* Returns the use of a data item, after map_check(). */
struct map_use *map_use_of(const struct map *m, uint32_t data);

/* Returns int k of an item, or 0 if the item has fewer ints. */
int32_t map_int(const struct map_item *item, uint32_t k);

#endif
