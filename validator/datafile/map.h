/* SPDX-License-Identifier: MIT */
/*
 * map.h - what the items of a datafile mean: a Teeworlds map (SPEC.md, DF-4)
 *
 * Item checks run once the tables are there.  They leave a note at each data
 * item about what its bytes must be; those are checked as they stream by.
 */
#ifndef VALIDATOR_DATAFILE_MAP_H
#define VALIDATOR_DATAFILE_MAP_H

#include "validator/core/cursor.h"
#include "validator/core/utf8.h"

struct datafile;
struct datafile_item;

enum map_kind {
	MAP_TEXT = 1 << 0,      /* UTF-8, with one NUL, at the end */
	MAP_SETTINGS = 1 << 1,  /* texts, each with its NUL */
	MAP_TILES = 1 << 2,     /* 4 bytes a tile, the last two zero */
	MAP_TILE_RUNS = 1 << 3, /* version 4 of a tile layer */
	MAP_OTHER = 1 << 4,
};

/* What refers to a data item. */
struct map_use {
	uint64_t tiles; /* width * height, of a tile layer */
	uint32_t item;  /* the first that refers to it */
	uint8_t kinds;
	bool by_tiles; /* a tile layer owns it */
};

/* A map as a whole. */
struct map {
	bool prerelease, known;
	int32_t envelopes, points, images, sounds, layers, groups, game_layers;
	uint64_t game_width, game_height;
	bool bezier;
};

/* The data item that streams by. */
struct map_data {
	uint32_t index;
	struct map_use use;
	struct utf8 utf8;
	uint64_t at;                            /* bytes seen */
	uint64_t inner_nul, bad_utf8, not_zero; /* where first, + 1; 0: none */
	uint64_t tiles;                         /* in runs */
	uint8_t last;
};

/* The note of a data item; with df->uses. */
struct map_use *map_use_of(const struct datafile *df, uint32_t data);

/* Once all items are known to be where the tables say; false: no memory. */
bool map_check(struct datafile *df);

/* A data item begins, its decoded bytes in pieces, and its end. */
void map_data_begin(struct map_data *m, const struct datafile *df,
		    uint32_t index);
void map_data_feed(struct map_data *m, struct span decoded);
void map_data_end(const struct map_data *m, struct datafile *df, bool whole);

/* All data went by: what nothing refers to. */
void map_end(struct datafile *df);

/* The name of an item's type; of its k-th int, or NULL. */
const char *map_item_name(const struct datafile *df,
			  const struct datafile_item *item);
const char *map_int_name(const struct datafile *df,
			 const struct datafile_item *item, uint32_t k);

#endif
