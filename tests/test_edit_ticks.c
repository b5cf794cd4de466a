/* SPDX-License-Identifier: MIT */
/* test_edit_ticks.c - what is lost with edits: how many ticks may be known later */
#include <criterion/criterion.h>

#include "repair/edit.h"
#include "validator/core/memory.h"

static int32_t
lost(const struct edits *e, size_t i)
{
	struct edit edit;

	cr_assert(edits_at(e, i, &edit));
	return edit.ticks;
}

/* Given a marker that is put right, the ticks before it end there. */
Test(edit_ticks, end_at_another_tick)
{
	static const struct edit list[] = {
		{ .off = 1, .del = 1 },
		{ .off = 4, .del = 2, .tick = 100, .ticks = 9000 },
		{ .off = 8, .del = 1 },
	};
	struct dfk_allocator allocator = { .ctx = NULL };
	struct edits e;

	cr_assert(memory_pick(&allocator));
	edits_open(&e, &allocator, 9, 64);
	for (size_t i = 0; i < sizeof(list) / sizeof(list[0]); i++)
		cr_assert_eq(edits_add(&e, &list[i]), EDITS_OK);
	edits_end_ticks(&e, 0, 150); /* before all of them */
	edits_end_ticks(&e, 5, 150); /* none ends there */
	edits_end_ticks(&e, 2, 150); /* no ticks are lost with it */
	cr_expect_eq(lost(&e, 0), 0);
	cr_expect_eq(lost(&e, 1), 9000);
	edits_end_ticks(&e, 6, 150);
	cr_expect_eq(lost(&e, 1), 50);
	edits_end_ticks(&e, 6, 100);
	cr_expect_eq(lost(&e, 1), 0, "none is before it");
	edits_end_ticks(&e, 6, INT64_C(1) << 31);
	cr_expect_eq(lost(&e, 1), 0, "no tick");
	edits_close(&e);
}

static void
expect_loss(const struct edits *e, const struct edits_loss *want)
{
	const struct edits_loss loss = edits_loss(e);

	cr_expect_eq(loss.records, want->records);
	cr_expect_eq(loss.messages, want->messages);
	cr_expect_eq(loss.snapshots, want->snapshots);
	cr_expect_eq(loss.ticks, want->ticks);
	cr_expect_eq(loss.places, want->places);
	cr_expect_eq(loss.first_tick, want->first_tick);
	cr_expect_eq(loss.last_tick, want->last_tick);
	cr_expect_eq(loss.from, want->from);
	cr_expect_eq(loss.to, want->to);
}

/* Given an edit that covers others, what it loses stands for what they lose. */
Test(edit_ticks, losses_are_counted_once)
{
	static const struct edit list[] = {
		{ .off = 1,
		  .del = 1,
		  .lossy = true,
		  .loss = { .records = 1, .messages = 1 } },
		{ .off = 4,
		  .del = 2,
		  .tick = 100,
		  .ticks = 7,
		  .lossy = true,
		  .loss = { .records = 3, .messages = 1, .snapshots = 2 } },
		{ .off = 8, .del = 1, .tick = 200, .ticks = 1, .lossy = true },
	};
	static const struct edit cover = { .off = 3,
					   .del = 6,
					   .tick = 90,
					   .ticks = 120,
					   .lossy = true,
					   .loss = { .records = 9, .messages = 4, .snapshots = 5 } };
	struct dfk_allocator allocator = { .ctx = NULL };
	struct edits e;

	cr_assert(memory_pick(&allocator));
	edits_open(&e, &allocator, 9, 64);
	expect_loss(&e, &(struct edits_loss){ .first_tick = -1,
					      .last_tick = -1,
					      .from = -1,
					      .to = -1 });
	for (size_t i = 0; i < sizeof(list) / sizeof(list[0]); i++)
		cr_assert_eq(edits_add(&e, &list[i]), EDITS_OK);
	expect_loss(&e, &(struct edits_loss){ 4, 2, 2, 8, 2, 100, 200, 100, 200 });
	cr_assert_eq(edits_add(&e, &cover), EDITS_OK);
	expect_loss(&e, &(struct edits_loss){ 10, 5, 5, 120, 1, 90, 209, 90, 209 });
	edits_close(&e);
}
