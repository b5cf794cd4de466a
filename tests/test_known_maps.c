/* SPDX-License-Identifier: MIT */
/* test_known_maps.c - as many maps are kept as there is room for */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "tests/support.h"
#include "validator/core/known_maps.h"
#include "validator/core/memory.h"

static const uint8_t sum[SHA256_BYTES];

/* All but one byte of the block that all maps here are made of. */
enum { ODD = KNOWN_BLOCK - 1 };

static uint8_t block[KNOWN_BLOCK];

static struct known_maps *
opened(const struct dfk_allocator *given)
{
	struct known_maps *k = calloc(1, sizeof(*k));
	struct dfk_allocator allocator = { 0 };

	cr_assert_not_null(k);
	if (given)
		allocator = *given;
	cr_assert(memory_pick(&allocator));
	known_maps_open(k, &allocator);
	return k;
}

static void
closed(struct known_maps *k)
{
	known_maps_close(k);
	cr_expect_eq(k->n_blocks, 0);
	free(k);
}

/* A map of so many bytes, all of them `byte`; NULL: there is no place. */
static struct known_map *
written(struct known_maps *k, size_t size, uint8_t byte)
{
	struct known_map *map = known_maps_new(k);

	if (!map)
		return NULL;
	memset(block, byte, sizeof(block));
	while (size) {
		const size_t n = size < ODD ? size : ODD;

		if (!known_maps_append(k, map, (struct span){ block, n })) {
			known_maps_leave(k, map);
			return NULL;
		}
		size -= n;
	}
	return map;
}

static bool
kept(struct known_maps *k, size_t size, uint8_t byte)
{
	struct known_map *map = written(k, size, byte);

	if (map)
		known_maps_keep(map, byte, sum);
	return map != NULL;
}

static bool
is_known(struct known_maps *k, size_t size, uint8_t byte)
{
	struct known_map *map = known_maps_find(k, size, byte);
	bool same = map != NULL;

	memset(block, byte, sizeof(block));
	for (size_t at = 0; map && at < size; at += KNOWN_BLOCK) {
		const size_t left = size - at;
		const size_t n = left < KNOWN_BLOCK ? left : KNOWN_BLOCK;
		const struct span bytes = { block, KNOWN_BLOCK };

		same = same && known_map_common(map, at, bytes) == n;
	}
	if (map)
		known_maps_leave(k, map);
	return same;
}

/* Each new map takes the place of the oldest, and no other one changes. */
Test(known_maps, the_oldest_is_given_up)
{
	struct known_maps *k = opened(NULL);

	for (unsigned i = 0; i < 3 * KNOWN_MAPS; i++) {
		cr_assert(kept(k, 3U * KNOWN_BLOCK + i, (uint8_t)i));
		for (unsigned j = 0; j <= i; j++)
			cr_expect_eq(
				is_known(k, 3U * KNOWN_BLOCK + j, (uint8_t)j),
				j + KNOWN_MAPS > i, "%u after %u", j, i);
	}
	cr_expect_eq(k->n_blocks, KNOWN_MAPS * 4);
	closed(k);
}

/* While all are in use, there is no place, and none of them is touched. */
Test(known_maps, what_is_in_use_stays)
{
	struct known_maps *k = opened(NULL);
	struct known_map *maps[KNOWN_MAPS];

	for (uint8_t i = 0; i < KNOWN_MAPS; i++)
		cr_assert(kept(k, 10, i));
	for (uint8_t i = 0; i < KNOWN_MAPS; i++)
		cr_assert_not_null(maps[i] = known_maps_find(k, 10, i));
	cr_expect_null(known_maps_new(k));
	for (uint8_t i = 0; i < KNOWN_MAPS; i++)
		cr_expect(is_known(k, 10, i));
	known_maps_leave(k, maps[5]);
	cr_expect(kept(k, 10, 100));
	for (uint8_t i = 0; i < KNOWN_MAPS; i++)
		cr_expect_eq(is_known(k, 10, i), i != 5);
	for (uint8_t i = 0; i < KNOWN_MAPS; i++)
		if (i != 5)
			known_maps_leave(k, maps[i]);
	closed(k);
}

/* One that fills all the room drives the others out; a byte more is too much,
   and leaves nothing. */
Test(known_maps, all_maps_together_are_bounded)
{
	struct known_maps *k = opened(NULL);
	struct known_map *first;

	cr_assert(kept(k, KNOWN_BLOCK + 1, 1));
	cr_expect(kept(k, KNOWN_BYTES, 2));
	cr_expect_not(is_known(k, KNOWN_BLOCK + 1, 1));
	cr_expect(is_known(k, KNOWN_BYTES, 2));
	cr_expect_eq(k->n_blocks, KNOWN_BLOCKS);
	cr_expect_not(kept(k, KNOWN_BYTES + 1, 3));
	cr_expect_eq(k->n_blocks, 0);
	/* What is in use is not driven out. */
	cr_assert(kept(k, 1, 4));
	first = known_maps_find(k, 1, 4);
	cr_assert_not_null(first);
	cr_expect_not(kept(k, KNOWN_BYTES, 5));
	cr_expect_eq(k->n_blocks, 1);
	known_maps_leave(k, first);
	cr_expect(is_known(k, 1, 4));
	closed(k);
}

/* Where memory ends, the map that is written is given up. */
Test(known_maps, no_memory)
{
	struct starving left = { .left = 2 };
	const struct dfk_allocator allocator = { starving_get, starving_put,
						 &left };
	struct known_maps *k = opened(&allocator);

	cr_expect_not(kept(k, 2 * KNOWN_BLOCK + 1, 1));
	cr_expect_eq(left.refused, 1);
	cr_expect_eq(k->n_blocks, 0);
	closed(k);
}

/* Parts end with their block, and with the map. */
Test(known_maps, parts)
{
	struct known_maps *k = opened(NULL);
	struct known_map *map = written(k, 2 * KNOWN_BLOCK + 5, 7);

	cr_assert_not_null(map);
	cr_expect_eq(known_map_part(map, 0).len, KNOWN_BLOCK);
	cr_expect_eq(known_map_part(map, KNOWN_BLOCK - 1).len, 1);
	cr_expect_eq(known_map_part(map, KNOWN_BLOCK + 1).len, KNOWN_BLOCK - 1);
	cr_expect_eq(known_map_part(map, 2 * KNOWN_BLOCK + 1).len, 4);
	cr_expect_eq(known_map_part(map, 2 * KNOWN_BLOCK + 5).len, 0);
	cr_expect_eq(known_map_common(map, 2 * KNOWN_BLOCK - 1,
				      (struct span){ block, 9 }),
		     6);
	known_maps_leave(k, map);
	cr_expect_eq(k->n_blocks, 0, "it was not whole");
	closed(k);
}
