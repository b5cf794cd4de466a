/* SPDX-License-Identifier: MIT */
/* check.h - the functions that the checks of map items share */
#ifndef VALIDATOR_MAP_CHECK_H
#define VALIDATOR_MAP_CHECK_H

#include "validator/map/map.h"

/* Constants for each item: the type (MAP_TYPE_info), the index of each int
   (MAP_info_author), and the number of ints (MAP_info_INTS). */
#define INT(item, name) MAP_##item##_##name,
#define ITEM(number, item, text, ints) \
	enum { MAP_TYPE_##item = number }; \
	enum { ints MAP_##item##_INTS };
#define LAYER(number, layer, text, ints) \
	enum { MAP_LAYER_##layer = number }; \
	enum { \
		MAP_##layer##_BEGIN = MAP_layer_INTS - 1, \
		ints MAP_##layer##_INTS \
	};
#define TILES_NAME(ints) \
	enum { \
		MAP_tiles_name_BEGIN = MAP_tiles_INTS - 1, \
		ints MAP_tiles_name_INTS \
	};
#define PHYSICS(ints) enum { ints MAP_physics_INTS };
#define POINT(ints)   enum { ints MAP_point_INTS };
#include "validator/map/items.def"

static inline uint32_t
map_n_ints(const struct map_item *item)
{
	return (uint32_t)(item->ints.len / 4);
}

/* ---------------------------------------------------------------- access.c */

/* Return the place of an item, of int k of the item, or of n ints from int k on. */
struct site map_at(const struct map_item *item);
struct site map_at_int(const struct map *m, const struct map_item *item,
		       uint32_t k);
struct site map_at_ints(const struct map *m, const struct map_item *item,
			uint32_t k, uint32_t n);

/* Reports a finding, like report(). */
void map_report(const struct map *m, enum rule_id rule, struct site site,
		const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Has the item at least `least` ints?  If not, `rule` is reported. */
bool map_has_ints(const struct map *m, const struct map_item *item,
		  uint32_t least, enum rule_id rule);

/*
 * Checks int k, which is the index of a data item, or -1 if `may_be_missing`.  True: the
 * data item exists, and its bytes will be checked as `kind`.
 */
bool map_data_index(struct map *m, const struct map_item *item, uint32_t k,
		    bool may_be_missing, enum map_kind kind, enum rule_id rule);

/* Checks int k, which is the index of one of `count` other items, or -1. */
void map_reference(const struct map *m, const struct map_item *item, uint32_t k,
		   uint32_t count);

/* Checks that the data item of int k has `want` bytes.  If not, `rule` is reported. */
void map_data_length(const struct map *m, const struct map_item *item,
		     uint32_t k, uint64_t want, enum rule_id rule);

/* MAP-4: are n ints from int k on a text?  Each byte is stored minus 128, and a NUL ends
   the text. */
bool map_has_name(const struct map_item *item, uint32_t k, uint32_t n);
/* Returns the offset in the name of the first byte that is not UTF-8, or UTF8_CLEAN. */
int64_t map_bad_name(const struct map_item *item, uint32_t k, uint32_t n);
void map_check_name(const struct map *m, const struct map_item *item,
		    uint32_t k, uint32_t n, enum rule_id rule);

/* The check of one type of items, and a function that checks all items of a type. */
typedef void map_item_check(struct map *m, const struct map_item *item);
void map_each(struct map *m, struct map_items items, map_item_check *check);

/* ------------------------------------------------------ the checks of types */

/* items.c */
map_item_check map_check_info, map_check_image, map_check_sound;
void map_check_uuids(struct map *m, struct map_items items);

/* envelopes.c */
map_item_check map_check_envelope;
void map_count_points(struct map *m);
void map_check_points(struct map *m);

/* layers.c */
/* MAP-2: notes which layers have a group.  False: no memory.  Call this before the other
   checks of layers. */
bool map_check_groups(struct map *m);
void map_report_unowned(const struct map *m);
void map_check_layers(struct map *m);

/* tiles.c */
map_item_check map_check_tiles;
/* MAP-5: notes a layer of a group.  Call this in the order of the groups.  The last game
   layer counts. */
void map_note_layer(struct map *m, const struct map_item *item);

#endif
