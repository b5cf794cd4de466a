/* SPDX-License-Identifier: MIT */
/* test_recovery.c - the most likely reading of a damaged demo: weights, strict chunks,
   suppositions, runs and ticks */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "include/demofsck.h"
#include "tests/demos.h"
#include "validator/core/memory.h"
#include "validator/recovery/recovery.h"

#define START TW_START TW_CHAT TW_MOVE
/* A second of ticks, in which no two chunks are alike. */
#define UNLIKE \
	TW_MOVE "msg chat 0 -1 'one'; " TW_MOVE TW_MOVE \
	"msg chat 0 -1 'another'; " TW_MOVE TW_CHAT TW_MOVE

enum { AT_CHUNKS = 484 }; /* of a demo without a map */

/* A demo from a script, and a reader of its chunks. */
struct bench {
	struct buffer file;
	struct twdemo *d;
	struct recovery *r;
	struct report report;
	struct limits limits;
	struct dfk_allocator allocator;
	char said[2048]; /* the items that were read */
};

static void
open_bench(struct bench *b, const char *script)
{
	memset(b, 0, sizeof(*b));
	b->file = demo(script);
	b->d = calloc(1, sizeof(*b->d));
	cr_assert_not_null(b->d);
	report_open(&b->report);
	b->limits = limits_default();
	cr_assert(memory_pick(&b->allocator));
	twdemo_format.open(b->d, &b->report, &b->limits,
			   (struct tap){ NULL, NULL }, &b->allocator);
	b->d->header.version = 6;
	twdemo_read_game(b->d, (struct span){ b->file.bytes + 8, 64 });
	cr_assert(recovery_open(b->d));
	b->r = b->d->recovery;
	b->r->window.bytes = (struct span){ b->file.bytes + AT_CHUNKS,
					    b->file.size - AT_CHUNKS };
	b->r->window.end = (uint32_t)b->r->window.bytes.len;
	b->r->window.off = AT_CHUNKS;
	b->r->window.closed = true;
	b->r->past = (struct recovery_past){ .tick = -1,
					     .first_tick = -1,
					     .usual = 2 };
	recovery_forget(&b->r->offsets, 0);
}

static void
close_bench(struct bench *b)
{
	recovery_release(b->d);
	free(b->d);
	buffer_free(&b->file);
}

/* A letter for each item: Tick, Snapshot, Delta, Message; what is supposed of it in
   brackets behind it; and gaps as what they are. */
static const char *
say_items(struct bench *b)
{
	static const char *const kinds[] = { "?", "T", "S", "D", "M", "" };
	static const char *const causes[] = {
		"",	    "(bit)",  "(byte)", "[drop]", "[resize]",
		"[copy]", "[bare]", "[hole]", "[end]",
	};
	char *at = b->said;

	for (uint32_t i = 0; i < b->r->n_items; i++) {
		const struct recovery_item *item = &b->r->items[i];

		cr_assert_lt(at - b->said, (long)sizeof(b->said) - 12);
		at = stpcpy(at, kinds[item->kind]);
		at = stpcpy(at, causes[item->cause]);
	}
	return b->said;
}

/* Which items are read from a demo? */
static void
expect_items(const char *script, const char *want)
{
	struct bench b;

	open_bench(&b, script);
	recovery_frame(b.r, 0);
	cr_expect_str_eq(say_items(&b), want, "%s: %s", script, b.said);
	close_bench(&b);
}

/* ------------------------------------------------------------------ weights */

Test(recovery, the_log_of_a_power_of_two_is_exact)
{
	for (int i = 0; i < 64; i++)
		cr_assert_eq(recovery_log2(UINT64_C(1) << i),
			     i * RECOVERY_UNIT);
}

Test(recovery, the_log_is_never_more_than_a_unit_too_small)
{
	/* log2 of 3, 5, 10, 1000 and 2^64 - 1, times 16, rounded down. */
	cr_expect_eq(recovery_log2(0), 0);
	cr_expect_eq(recovery_log2(3), 25);
	cr_expect_eq(recovery_log2(5), 37);
	cr_expect_eq(recovery_log2(10), 53);
	cr_expect_eq(recovery_log2(1000), 159);
	cr_expect_eq(recovery_log2(UINT64_MAX), 64 * RECOVERY_UNIT - 1);
}

Test(recovery, the_log_never_falls)
{
	for (uint64_t n = 1; n < 5000; n++)
		cr_assert_leq(recovery_log2(n), recovery_log2(n + 1));
}

/* ------------------------------------------------------------ strict chunks */

Test(recovery, chunks_of_each_kind_are_read_strictly)
{
	struct bench b;
	struct recovery_item item;
	int32_t gain;

	open_bench(&b, START);
	cr_assert(recovery_read(b.r, 0, &item, &gain));
	cr_expect_eq(item.kind, RECOVERY_MARKER);
	cr_expect(item.absolute && item.keyframe);
	cr_expect_eq(item.tick, 1000);
	cr_expect_eq(gain, BITS_KEYFRAME);
	cr_assert(recovery_read(b.r, item.end, &item, &gain));
	cr_expect_eq(item.kind, RECOVERY_SNAPSHOT);
	cr_expect_eq(gain, BITS_SNAPSHOT + 4 * BITS_ITEM);
	cr_assert(recovery_read(b.r, item.end, &item, &gain));
	cr_expect_eq(item.kind, RECOVERY_MESSAGE);
	cr_expect(item.exact);
	cr_expect_eq(gain, BITS_MESSAGE);
	cr_assert(recovery_read(b.r, item.end, &item, &gain));
	cr_expect_eq(item.kind, RECOVERY_MARKER);
	cr_expect(!item.absolute && item.tick == 2);
	cr_assert(recovery_read(b.r, item.end, &item, &gain));
	cr_expect_eq(item.kind, RECOVERY_DELTA);
	cr_expect_eq(gain, BITS_DELTA + BITS_UPDATE);
	cr_expect_eq(item.end, b.r->window.end);
	cr_expect_not(recovery_read(b.r, item.end, &item, &gain), "the end");
	close_bench(&b);
}

/* Given a keyframe without its snapshot, its marker says little. */
Test(recovery, a_keyframe_is_judged_by_what_follows)
{
	struct bench b;
	struct recovery_item item;
	int32_t gain;

	open_bench(&b, "key 1000; " TW_CHAT);
	cr_assert(recovery_read(b.r, 0, &item, &gain));
	cr_expect_eq(gain, BITS_KEYFRAME_EMPTY);
	close_bench(&b);
}

/* What no writer makes is no strict chunk. */
Test(recovery, what_is_no_strict_chunk)
{
	static const char *const scripts[] = {
		"type 0; " TW_CHAT,
		"raw x40; ",
		"form 1; " TW_CHAT,
		TW_CHAT "payload -1 ^ 0x80; ",
		"append x00; " TW_CHAT,
		"coded 2 xff*9; ",
		"packed 2 x8500; ",
		"key_inline 2; ",
		"tick_full 1000 1; ",
		"tick_full 0xffffffff; ",
		"tick_full 0x6fffffff; ",
		"ints 1 0; ",
		"ints 3 0 0; ",
		"delta 9/0 2 3 20*0 pad=1; ",
		TW_CHAT "cut -1; ",
	};

	for (size_t i = 0; i < COUNT_OF(scripts); i++) {
		struct bench b;
		struct recovery_item item;
		int32_t gain;

		open_bench(&b, scripts[i]);
		cr_expect_not(recovery_read(b.r, 0, &item, &gain), "%s",
			      scripts[i]);
		cr_expect_eq(recovery_strict(b.r, 0).kind, RECOVERY_NOTHING,
			     "%s", scripts[i]);
		close_bench(&b);
	}
}

/* An unusual step says less than the usual one, and no step is 0. */
Test(recovery, usual_steps_say_most)
{
	struct bench b;

	open_bench(&b, START);
	cr_expect_gt(recovery_step_gain(b.r, 2), recovery_step_gain(b.r, 1));
	cr_expect_gt(recovery_step_gain(b.r, 1), recovery_step_gain(b.r, 9));
	cr_expect_eq(recovery_step_gain(b.r, 0), BITS_STEP_ZERO);
	close_bench(&b);
}

/* ------------------------------------------------------------- suppositions */

Test(recovery, a_demo_that_is_whole_is_read_as_it_is)
{
	expect_items(START TW_GO_ON, "TSMTDMTDMTDMTD");
}

Test(recovery, one_wrong_bit_of_a_head)
{
	/* The kind, the size, and the bit that makes it a marker. */
	expect_items(START "type 0; " TW_CHAT TW_GO_ON,
		     "TSMTDM(bit)MTDMTDMTD");
	expect_items(START "size -1; " TW_CHAT TW_GO_ON,
		     "TSMTDM(bit)MTDMTDMTD");
	expect_items(START TW_CHAT "record 0 ^ 0x80; " TW_GO_ON,
		     "TSMTDM(bit)MTDMTDMTD");
}

Test(recovery, one_wrong_bit_of_a_marker)
{
	expect_items(START "tick +2; record 0 ^ 0x80; " TW_DELTA TW_GO_ON,
		     "TSMTDT(bit)DMTDMTDMTD");
	expect_items(START "key +2; record 0 ^ 0x80; snap; " TW_GO_ON,
		     "TSMTDT(bit)SMTDMTDMTD");
}

Test(recovery, a_chunk_whose_payload_is_damaged)
{
	expect_items(START "coded 2 xff*9; " TW_GO_ON,
		     "TSMTD[drop]MTDMTDMTD");
}

Test(recovery, a_chunk_of_another_size)
{
	expect_items(START "size +1; " TW_CHAT TW_GO_ON,
		     "TSMTD[resize]MTDMTDMTD");
}

/* Given a block that is written twice, its second copy is a gap. */
Test(recovery, bytes_that_come_twice)
{
	struct bench b;
	uint32_t gaps = 0;

	open_bench(&b, TW_START UNLIKE "msg chat 0 -1 'first'; " UNLIKE
			       "msg motd x61*300 x00; " UNLIKE
			       "msg chat 0 -1 'last'; " UNLIKE UNLIKE
			       "at 700 again 512; ");
	recovery_frame(b.r, 0);
	for (uint32_t i = 0; i < b.r->n_items; i++) {
		const struct recovery_item *item = &b.r->items[i];

		gaps += item->kind == RECOVERY_GAP;
		if (item->kind != RECOVERY_GAP)
			continue;
		cr_expect_eq(item->cause, RECOVERY_COPIED, "%s", say_items(&b));
		cr_expect_eq(item->end - item->at, 512);
	}
	cr_expect_eq(gaps, 1);
	close_bench(&b);
}

/* ------------------------------------------------------------------ the search */

Test(recovery, a_hole_and_three_chunks)
{
	expect_items(START "noise 60; " TW_GO_ON, "TSMTD[hole]MTDMTDMTD");
}

/* Given nothing but noise up to the end, the end is a gap. */
Test(recovery, noise_up_to_the_end)
{
	expect_items(START "noise 300; ", "TSMTD[end]");
}

/* ------------------------------------------------------------------- ticks */

/* Reads a demo and finds the ticks; the index of the item at which the recording ends. */
static uint32_t
find_ticks(struct bench *b, const char *script, int32_t length)
{
	open_bench(b, script);
	b->r->framing.doubt = b->r->window.end; /* nothing before is settled */
	recovery_frame(b->r, 0);
	recovery_hear(b->r, NULL);
	recovery_find_runs(b->r);
	return recovery_find_ticks(b->r, length);
}

/* The tick of the last item, or -1. */
static int64_t
last_tick(const struct bench *b)
{
	const struct recovery_run *run = &b->r->runs[b->r->n_runs - 1];

	return run->known ? run->tick + run->len : -1;
}

Test(recovery, ticks_of_a_demo_that_is_whole)
{
	struct bench b;

	cr_expect_eq(find_ticks(&b, START TW_GO_ON, 0), b.r->n_items);
	cr_expect_eq(last_tick(&b), 1008);
	close_bench(&b);
}

/* Given an absolute tick with one wrong bit, characters and the next keyframe agree on
   the right one. */
Test(recovery, an_absolute_tick_with_one_wrong_bit)
{
	struct bench b;

	find_ticks(&b,
		   START TW_QUIET "key +2; record 3 ^ 0x10; snap; " TW_GO_ON
			   TW_NEXT TW_GO_ON,
		   0);
	cr_expect_eq(b.r->n_runs, 3);
	cr_expect_eq(b.r->runs[1].absolute, 1252 ^ 0x1000);
	cr_expect_eq(b.r->runs[1].tick, 1252);
	cr_expect(b.r->runs[1].known);
	close_bench(&b);
}

/* Given a hole between two keyframes, the one behind it tells the ticks behind the
   hole, and the one before it those before. */
Test(recovery, a_hole_between_two_keyframes)
{
	struct bench b;
	bool hole = false;

	find_ticks(&b,
		   START "lost { " TW_MOVE TW_MOVE TW_MOVE "} noise 60; "
			 TW_GO_ON TW_NEXT TW_GO_ON,
		   0);
	for (uint32_t i = 0; i < b.r->n_runs; i++) {
		const struct recovery_run *run = &b.r->runs[i];

		cr_expect(run->known);
		if (run->link != RECOVERY_IN_HOLE)
			continue;
		hole = true;
		/* A message, and then the marker of 1010. */
		cr_expect_eq(run->tick + b.r->items[run->first + 1].rel, 1010);
	}
	cr_expect(hole);
	close_bench(&b);
}

/* Given a hole in the last segment, nothing tells how many ticks it has. */
Test(recovery, a_hole_in_the_last_segment)
{
	struct bench b;

	find_ticks(&b, TW_START TW_CHAT "noise 60; " TW_CHAT "tick +2; " TW_CHAT
				"tick +2; " TW_CHAT "tick +2; " TW_CHAT,
		   0);
	cr_expect_eq(last_tick(&b), -1);
	close_bench(&b);
}

/* Given ticks that go back where the length of the header is met, the recording ends
   there; where it is not met, it goes on. */
Test(recovery, the_recording_ends_at_the_length_of_the_header)
{
#define OVER \
	START TW_NEXT "raw x22803c; " TW_GO_ON "key 800; snap; " TW_GO_ON TW_NEXT \
		TW_GO_ON
	struct bench b;
	uint32_t end = find_ticks(&b, OVER, 5);

	cr_expect_lt(end, b.r->n_items, "%s", say_items(&b));
	cr_expect_eq(b.r->items[end].kind, RECOVERY_GAP);
	close_bench(&b);
	end = find_ticks(&b, OVER, 60);
	cr_expect_eq(end, b.r->n_items);
	close_bench(&b);
#undef OVER
}

/* Given two messages of a server that name a tick 8 less, the step before them has a
   wrong bit. */
Test(recovery, a_step_that_two_messages_correct)
{
#define NAMED(tick) "sys snap_empty " #tick " 1; "
	struct bench b;

	find_ticks(&b,
		   "type_text 'server'; " TW_START NAMED(1000) "tick +2; "
		   NAMED(1002) "tick +2; record 0 ^ 0x08; " NAMED(1004)
		   "tick +2; " NAMED(1006) "tick +2; " NAMED(1008),
		   0);
	cr_expect_eq(last_tick(&b), 1008);
	close_bench(&b);
#undef NAMED
}

/* ------------------------------------------------------------ what is kept */

/* The ticks of the messages of a demo. */
struct heard {
	unsigned n;
	int64_t ticks[64];
};

static void
hear(void *ctx, const struct dfk_record *record)
{
	struct heard *h = ctx;

	if (strcmp(record->name, "message") == 0 && h->n < 64)
		h->ticks[h->n++] = record->tick;
}

/* How many edits there are. */
static size_t
check_demo(const char *script, struct heard *h)
{
	struct buffer w = demo(script);
	const struct dfk_options options = { DFK_OPTIONS, .on_record = hear, .ctx = h };
	struct dfk_check *check;
	struct dfk_edit edit;
	size_t n = 0;

	*h = (struct heard){ 0 };
	cr_assert_eq(dfk_open(&options, &check), DFK_OK);
	cr_assert_eq(dfk_feed(check, w.bytes, w.size), DFK_OK);
	cr_assert_eq(dfk_finish(check), DFK_OK);
	while (dfk_edit_at(check, n, &edit))
		n++;
	dfk_close(check);
	buffer_free(&w);
	return n;
}

Test(recovery, neighbours_that_are_dropped_are_one_edit)
{
	struct heard h;

	cr_expect_eq(check_demo(START "coded 2 xff*9; coded 2 xff*9; coded 2 "
				      "xff*9; " TW_GO_ON TW_NEXT TW_GO_ON,
				&h),
		     1);
	cr_expect_eq(h.n, 7);
	/* With a message between them that can be read, there are two. */
	cr_expect_eq(check_demo(START "coded 2 xff*9; " TW_CHAT
				      "coded 2 xff*9; " TW_GO_ON,
				&h),
		     2);
	cr_expect_eq(h.n, 5);
}

/* Given a hole of 20 ticks, messages behind it are at the ticks at which they were. */
Test(recovery, messages_behind_a_hole_keep_their_tick)
{
	struct heard h;

	check_demo(START "lost { repeat 10 { " TW_MOVE "} } noise 90; tick +2; "
		   TW_CHAT "tick +2; " TW_CHAT "tick +2; " TW_CHAT TW_NEXT
		   TW_GO_ON,
		   &h);
	cr_assert_eq(h.n, 7);
	cr_expect_eq(h.ticks[0], 1000);
	cr_expect_eq(h.ticks[1], 1024);
	cr_expect_eq(h.ticks[2], 1026);
	cr_expect_eq(h.ticks[3], 1028);
	cr_expect_eq(h.ticks[4], 1252);
}

/* ------------------------------------------------------------------- trials */

static void
ignore(void *ctx, const struct dfk_record *record)
{
	(void)ctx;
	(void)record;
}

/* The findings, one a line. */
static void
write_down(void *ctx, const struct dfk_finding *f)
{
	char *said = ctx;
	const size_t n = strlen(said);

	cr_assert_lt(n, 900);
	snprintf(said + n, 1000 - n, "%llu: %s at %llu\n",
		 (unsigned long long)f->number, f->rule->id,
		 (unsigned long long)f->offset);
}

static void
say_findings(const struct buffer *w, uint64_t edits, bool records,
	     char said[1000])
{
	const struct dfk_options options = {
		DFK_OPTIONS,
		.on_finding = write_down,
		.on_record = records ? ignore : NULL,
		.ctx = said,
	};
	struct dfk_check *check;

	said[0] = '\0';
	cr_assert_eq(dfk_open(&options, &check), DFK_OK);
	cr_assert_eq(dfk_set_limit(check, "edits", edits), DFK_OK);
	cr_assert_eq(dfk_feed(check, w->bytes, w->size), DFK_OK);
	cr_assert_eq(dfk_finish(check), DFK_OK);
	dfk_close(check);
}

/* Given fixes that are held until a keyframe shows that they are right, the limit of
   edits is found at the first one too many, as where each is handed over at once. */
Test(recovery, a_limit_of_edits_is_found_in_its_place)
{
	static const char padded[] = TW_CHAT "payload -1 ^ 0x20; ";
	struct buffer w;
	char script[1000], held[1000], seen[1000];

	snprintf(script, sizeof(script), "%s%s%s%s%s%s%s", START, padded,
		 padded, padded, TW_GO_ON TW_NEXT, padded, TW_GO_ON);
	w = demo(script);
	for (uint64_t edits = 0; edits <= 5; edits++) {
		say_findings(&w, edits, false, held);
		say_findings(&w, edits, true, seen);
		cr_expect_str_eq(held, seen);
		cr_expect_eq(strstr(held, "limit.edits") != NULL, edits < 4,
			     "%s", held);
	}
	buffer_free(&w);
}

/* Given more chunks before the damage than are looked at together, all of them are
   kept. */
Test(recovery, what_is_read_before_the_damage_stays)
{
	struct buffer w = demo(START "repeat 9000 { " TW_MOVE TW_CHAT "} "
			       "noise 60; " TW_NEXT TW_GO_ON);
	struct dfk_check *check;
	struct dfk_edit edit;

	cr_assert_eq(dfk_open(&(struct dfk_options){ DFK_OPTIONS, .as = NULL }, &check),
		     DFK_OK);
	cr_assert_eq(dfk_feed(check, w.bytes, w.size), DFK_OK);
	cr_assert_eq(dfk_finish(check), DFK_OK);
	cr_expect_gt(dfk_result_of(check)->ok_up_to, 9000 * 24);
	for (size_t i = 0; dfk_edit_at(check, i, &edit); i++)
		cr_expect(edit.offset < AT_CHUNKS || edit.offset > 9000 * 24);
	dfk_close(check);
	buffer_free(&w);
}

/* Given ticks that are lost without a trace, servers' messages behind them name later
   ones. */
Test(recovery, messages_behind_lost_ticks_are_at_the_tick_that_they_name)
{
	struct heard h;

	check_demo("type_text 'server'; " START
		   "tick +2; sys snap_empty 1004 3; "
		   "tick +2; sys snap_empty 1006 3; "
		   "lost { repeat 10 { tick +2; } } "
		   "tick +2; sys snap_empty 1028 3; "
		   "tick +2; sys snap_empty 1030 3; "
		   "tick +2; sys snap_empty 1032 3; "
		   "coded 2 xff*9; tick +2; sys snap_empty 1034 3; " TW_GO_ON,
		   &h);
	cr_assert_eq(h.n, 10);
	for (size_t i = 1; i < 7; i++)
		cr_expect_eq(h.ticks[i], i < 3 ? 1002 + 2 * (int64_t)i
					       : 1022 + 2 * (int64_t)i);
}

/* Given more chunks without a keyframe than a window holds; of messages behind the damage
   at the end, nobody knows the tick. */
Test(recovery, a_window_without_a_keyframe)
{
	struct heard h;

	cr_expect_eq(check_demo(START "repeat 90000 { " TW_MOVE TW_CHAT "} "
				      "noise 60; " TW_CHAT TW_CHAT,
				&h),
		     1);
	cr_expect_eq(h.n, 64);
}

/* Given more chunks behind the damage than one reading has room for, all of them are
   kept. */
Test(recovery, more_chunks_than_there_is_room_for)
{
	struct heard h;

	cr_expect_eq(check_demo(START "noise 60; key +252; " TW_SNAP
				      "repeat 12000 { " TW_MOVE "} " TW_CHAT TW_NEXT
				      TW_CHAT,
				&h),
		     1);
	cr_assert_eq(h.n, 3);
	cr_expect_eq(h.ticks[1], 1254 + 24000);
	cr_expect_eq(h.ticks[2], 1254 + 24002);
}

/* Given more markers that say their tick than one reading has room for, the same. */
Test(recovery, more_runs_than_there_is_room_for)
{
	struct heard h;

	cr_expect_eq(check_demo(START "noise 60; key +252; " TW_SNAP
				      "repeat 1400 { tick_full +2; msg raw x28; } "
				      TW_NEXT TW_CHAT,
				&h),
		     1);
	cr_expect_eq(h.n, 64);
	cr_expect_eq(h.ticks[63], 1254 + 2 * 63);
}

/* Given a hole that is longer than a window, what is behind it is kept. */
Test(recovery, a_hole_over_several_windows)
{
	struct heard h;

	check_demo(START "noise 2300000; key +252; " TW_SNAP TW_GO_ON TW_NEXT
			 TW_GO_ON,
		   &h);
	cr_assert_eq(h.n, 7);
	cr_expect_eq(h.ticks[0], 1000);
	cr_expect_eq(h.ticks[1], 1254);
	cr_expect_eq(h.ticks[6], 1510);
}
