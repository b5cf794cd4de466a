/* SPDX-License-Identifier: MIT */
/* test_entities.c - the entities of a Source demo: who enters, changes and goes */
#include <criterion/criterion.h>

#include "game.h"

static const struct property byte = { SENDTABLE_INT, SENDTABLE_UNSIGNED, 8, 0 };

/* -------------------------------------------------------------- snapshots */

enum { CHANGE, LEAVE, ENTER, DELETE };

/* So far after the last one, and what happens; without properties. */
static void
update(struct game *g, uint32_t distance, unsigned kind, unsigned class)
{
	game_say(g, 3, 2);
	game_say(g, distance, 32);
	game_say(g, kind, 2);
	if (kind == ENTER) {
		game_say(g, class, 2);
		game_say(g, 9, 10);
	}
	if (kind == ENTER || kind == CHANGE)
		game_say(g, 0, 1);
}

static enum entities_error
snapshot(struct game *g, uint32_t updates, bool delta,
	 struct entities_count *count)
{
	struct bit_reader b = game_said(g);
	enum entities_error error;

	*count = (struct entities_count){ 0 };
	error = entities_snapshot(&g->entities, &b, updates, delta, 20, count);
	if (error == ENTITIES_READ) {
		cr_expect_eq(b.pos, g->bits.n);
		entities_commit(&g->entities);
	}
	g->bytes.size = g->bits.n = 0;
	return error;
}

static void
enter(struct game *g, uint32_t index, unsigned class)
{
	struct entities_count count;

	update(g, index, ENTER, class);
	cr_assert_eq(snapshot(g, 1, false, &count), ENTITIES_READ);
}

Test(entities, enter_change_leave_and_go)
{
	struct game *g = game_begin(&byte);
	struct entities_count count;

	update(g, 3, ENTER, 0);
	update(g, 15, ENTER, 1);
	g->entities.baseline[1] = true;
	cr_expect_eq(snapshot(g, 2, false, &count), ENTITIES_READ);
	cr_expect_eq(count.enters, 2);
	cr_expect_eq(count.bare, 1);
	cr_expect_eq(count.too_high, 0);
	update(g, 3, LEAVE, 0);
	update(g, 15, CHANGE, 0);
	game_say(g, 0, 1);
	cr_expect_eq(snapshot(g, 2, true, &count), ENTITIES_READ);
	cr_expect_eq(count.leaves, 1);
	cr_expect_eq(count.changes, 1);
	cr_expect_not(count.cut);
	/* What left is still of its class. */
	update(g, 3, CHANGE, 0);
	update(g, 15, DELETE, 0);
	game_say(g, 0, 1);
	cr_expect_eq(snapshot(g, 2, true, &count), ENTITIES_READ);
	cr_expect_eq(count.deletes, 1);
	cr_expect_eq(count.unknown_leaves, 0);
	update(g, 19, DELETE, 0);
	game_say(g, 1, 1);
	game_say(g, 3, 11);
	game_say(g, 0, 1);
	cr_expect_eq(snapshot(g, 1, true, &count), ENTITIES_READ);
	cr_expect_eq(count.unknown_leaves, 1);
	cr_expect_eq(count.removed, 1);
	update(g, 3, CHANGE, 0);
	cr_expect_eq(snapshot(g, 1, true, &count), ENTITIES_UNKNOWN);
	game_end(g);
}

Test(entities, all_entities_are_new_ones)
{
	struct game *g = game_begin(&byte);
	struct entities_count count;

	enter(g, 5, 0);
	enter(g, 6, 0);
	update(g, 5, CHANGE, 0);
	cr_expect_eq(snapshot(g, 1, true, &count), ENTITIES_UNKNOWN);
	entities_clear(&g->entities);
	update(g, 6, CHANGE, 0);
	cr_expect_eq(snapshot(g, 1, true, &count), ENTITIES_UNKNOWN);
	enter(g, 5, 0);
	update(g, 5, CHANGE, 0);
	cr_expect_eq(snapshot(g, 1, false, &count), ENTITIES_UNKNOWN);
	game_end(g);
}

Test(entities, numbers_out_of_range)
{
	struct game *g = game_begin(&byte);
	struct entities_count count;

	enter(g, 2047, 0);
	update(g, 2048, LEAVE, 0);
	cr_expect_eq(snapshot(g, 1, true, &count), ENTITIES_INDEX);
	update(g, UINT32_MAX, LEAVE, 0);
	update(g, 0, LEAVE, 0);
	cr_expect_eq(snapshot(g, 2, true, &count), ENTITIES_INDEX);
	update(g, 5, ENTER, 2);
	cr_expect_eq(snapshot(g, 1, true, &count), ENTITIES_CLASS);
	update(g, 19, LEAVE, 0);
	update(g, 0, LEAVE, 0);
	game_say(g, 0, 1);
	cr_expect_eq(snapshot(g, 2, true, &count), ENTITIES_READ);
	cr_expect_eq(count.too_high, 1);
	game_say(g, 3, 2);
	game_say(g, 5, 32);
	game_say(g, ENTER, 2);
	game_say(g, 0, 12);
	game_say(g, 1, 1);
	game_say(g, 1, 2);
	game_say(g, 1, 4);
	cr_expect_eq(snapshot(g, 1, true, &count), ENTITIES_OVERRUN);
	game_say(g, 3, 2);
	game_say(g, 5, 32);
	game_say(g, ENTER, 2);
	game_say(g, 0, 12);
	game_say(g, 1, 1);
	game_say(g, 0, 2);
	game_say(g, 1, 4);
	cr_expect_eq(snapshot(g, 1, true, &count), ENTITIES_PROP);
	game_end(g);
}

/* An engine whose buffer is full leaves out how the list ends. */
Test(entities, a_list_of_removed_ones_without_an_end)
{
	struct game *g = game_begin(&byte);
	struct entities_count count;

	enter(g, 5, 0);
	cr_expect_eq(snapshot(g, 0, true, &count), ENTITIES_READ);
	cr_expect(count.cut);
	game_say(g, 1, 1);
	game_say(g, 5, 11);
	cr_expect_eq(snapshot(g, 0, true, &count), ENTITIES_READ);
	cr_expect(count.cut);
	cr_expect_eq(count.removed, 1);
	game_say(g, 1, 1);
	game_say(g, 5, 10);
	cr_expect_eq(snapshot(g, 0, true, &count), ENTITIES_READ);
	cr_expect(count.cut);
	cr_expect_eq(count.removed, 0);
	game_end(g);
}

/* Where it was wrong. */
Test(entities, the_path_to_what_is_read)
{
	struct game *g = game_begin(&byte);
	struct entities_count count;
	char path[64];

	enter(g, 12, 1);
	update(g, 4, LEAVE, 0);
	game_say(g, 2, 2);
	game_say(g, 7, 12);
	game_say(g, CHANGE, 2);
	game_say(g, 1, 1);
	game_say(g, 0, 2);
	game_say(g, 0, 4);
	game_say(g, 0, 7);
	cr_expect_eq(snapshot(g, 2, true, &count), ENTITIES_OVERRUN);
	entities_path(&g->entities, path, sizeof(path));
	cr_expect_str_eq(path, "entity 12 > CTwo > m_value");
	cr_expect_eq(g->entities.walk.at.bit, 37 - 1 + 16);
	update(g, 4, LEAVE, 0);
	update(g, 0, CHANGE, 0);
	cr_expect_eq(snapshot(g, 2, true, &count), ENTITIES_UNKNOWN);
	entities_path(&g->entities, path, sizeof(path));
	cr_expect_str_eq(path, "entity 5");
	cr_expect_eq(g->entities.walk.at.bit, 36);
	game_end(g);
}

/* Given the end in what happens to an entity, nothing of it is on the path. */
Test(entities, the_path_to_half_a_change)
{
	struct game *g = game_begin(&byte);
	struct entities_count count;
	char path[64];

	enter(g, 12, 1);
	game_say(g, 3, 2);
	game_say(g, 12, 32);
	game_say(g, CHANGE, 1);
	cr_expect_eq(snapshot(g, 1, true, &count), ENTITIES_OVERRUN);
	entities_path(&g->entities, path, sizeof(path));
	cr_expect_str_eq(path, "entity 12");
	cr_expect_eq(count.changes, 0);
	game_end(g);
}

/* Given less room than the path needs, it is cut there. */
Test(entities, the_path_in_a_small_room)
{
	static const char all[] = "entity 12 > CTwo > m_value";
	struct game *g = game_begin(&byte);
	struct entities_count count;

	enter(g, 12, 1);
	game_say(g, 3, 2);
	game_say(g, 12, 32);
	game_say(g, CHANGE, 2);
	game_say(g, 1, 1);
	game_say(g, 0, 6);
	cr_expect_eq(snapshot(g, 1, true, &count), ENTITIES_OVERRUN);
	for (size_t size = 1; size <= sizeof(all); size++) {
		char room[64];

		memset(room, '#', sizeof(room));
		entities_path(&g->entities, room, size);
		cr_expect_eq(strlen(room), size - 1);
		cr_expect_eq(strncmp(room, all, size - 1), 0, "%s", room);
		cr_expect_eq(room[size], '#', "%zu", size);
	}
	game_end(g);
}

/* ----------------------------------------------------- temporary entities */

static enum entities_error
temporary(struct game *g, uint32_t n)
{
	struct bit_reader b = game_said(g);
	const enum entities_error error = entities_temporary(
		&g->entities, &b, n, &(struct entities_count){ 0 });

	if (error == ENTITIES_READ)
		cr_expect_eq(b.pos, g->bits.n);
	g->bytes.size = g->bits.n = 0;
	return error;
}

/* A delay, a class counted from 1, and no property. */
static void
event(struct game *g, bool delay, unsigned class)
{
	game_say(g, delay, 1);
	if (delay)
		game_say(g, 99, 8);
	game_say(g, class != UINT32_MAX, 1);
	if (class != UINT32_MAX)
		game_say(g, class, 2);
	game_say(g, 0, 1);
}

/* Where it was wrong. */
Test(entities, the_path_to_a_temporary_one)
{
	struct game *g = game_begin(&byte);
	char path[64];

	game_say(g, 0, 1);
	game_say(g, 1, 1);
	game_say(g, 2, 2);
	game_say(g, 1, 1);
	game_say(g, 0, 6);
	cr_expect_eq(temporary(g, 1), ENTITIES_OVERRUN);
	entities_path(&g->entities, path, sizeof(path));
	cr_expect_str_eq(path, "CTwo > m_value");
	game_end(g);
}

Test(entities, temporary_ones)
{
	struct game *g = game_begin(&byte);

	event(g, true, 2);
	event(g, false, UINT32_MAX);
	event(g, false, 1);
	cr_expect_eq(temporary(g, 3), ENTITIES_READ);
	event(g, false, 1);
	cr_expect_eq(temporary(g, 0), ENTITIES_READ);
	event(g, false, UINT32_MAX);
	cr_expect_eq(temporary(g, 1), ENTITIES_FIRST);
	event(g, false, 0);
	cr_expect_eq(temporary(g, 1), ENTITIES_CLASS);
	event(g, false, 3);
	cr_expect_eq(temporary(g, 1), ENTITIES_CLASS);
	game_say(g, 2, 2);
	cr_expect_eq(temporary(g, 1), ENTITIES_OVERRUN);
	cr_expect_eq(temporary(g, 1), ENTITIES_OVERRUN);
	game_end(g);
}
