/* SPDX-License-Identifier: MIT */
/* map_check.h - what the checks of map items share */
#ifndef VALIDATOR_DATAFILE_MAP_CHECK_H
#define VALIDATOR_DATAFILE_MAP_CHECK_H

#include "validator/datafile/datafile.h"

/* DF-4: types of items. */
enum map_type {
	MAP_VERSION = 0,
	MAP_INFO = 1,
	MAP_IMAGE = 2,
	MAP_ENVELOPE = 3,
	MAP_GROUP = 4,
	MAP_LAYER = 5,
	MAP_POINTS = 6,
	MAP_SOUND = 7,
};

/* Types of layers: the second int of a layer. */
enum { MAP_LAYER_TILES = 2, MAP_LAYER_QUADS = 3 };
enum { MAP_LAYER_OLD_SOUNDS = 9, MAP_LAYER_SOUNDS = 10 };

/* Where an item stands, or its k-th int. */
struct site map_site(const struct datafile *df,
		     const struct datafile_item *item, const char *expected);
struct site map_int_site(const struct datafile *df,
			 const struct datafile_item *item, uint32_t k,
			 const char *expected);

/* False: shorter than that, and reported as `rule`. */
bool map_has_ints(struct datafile *df, const struct datafile_item *item,
		  uint32_t least, enum rule_id rule);

/*
 * The k-th int as the index of a data item; -1 only if that may be.  True: the
 * data item is there, and noted as one of `kind`.
 */
bool map_data_index(struct datafile *df, const struct datafile_item *item,
		    uint32_t k, bool may_be_missing, enum map_kind kind,
		    enum rule_id rule);

/* The k-th int as the index of one of `count` others, or -1. */
void map_reference(struct datafile *df, const struct datafile_item *item,
		   uint32_t k, int32_t count);

/* How many bytes a data item must have; what differs is `rule`. */
void map_data_length(struct datafile *df, const struct datafile_item *item,
		     uint32_t k, uint64_t want, enum rule_id rule);

/* n ints from the k-th as text: each byte less 128, a NUL at the end. */
void map_check_name(struct datafile *df, const struct datafile_item *item,
		    uint32_t k, uint32_t n, enum rule_id rule);

/* One type of items each. */
void map_check_info(struct datafile *df, const struct datafile_item *item);
void map_check_image(struct datafile *df, const struct datafile_item *item);
void map_check_envelope(struct datafile *df, const struct datafile_item *item);
void map_check_points(struct datafile *df, const struct datafile_item *item);
void map_check_sound(struct datafile *df, const struct datafile_item *item);
/* False: no memory. */
bool map_check_groups(struct datafile *df);
void map_check_layer(struct datafile *df, const struct datafile_item *item);
void map_check_uuid(struct datafile *df, const struct datafile_item *item);

/* Before the layers: the size that the others are held against. */
void map_find_game_layer(struct datafile *df);

#endif
