/* SPDX-License-Identifier: MIT */
/* test_twdemo.c - demos: places inside a chunk or map, levels of repair, and what
   is mended at other places than where it is found */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/demos.h"
#include "tests/support.h"

#define START TW_START TW_CHAT TW_MOVE

/* The last finding of a rule. */
struct wanted {
	const char *rule;
	size_t n;
	struct dfk_finding finding;
	char part[16];
};

static void
see(void *ctx, const struct dfk_finding *f)
{
	struct wanted *wanted = ctx;

	if (strcmp(f->rule->id, wanted->rule) != 0)
		return;
	wanted->n++;
	wanted->finding = *f;
	strncpy(wanted->part, f->part, sizeof(wanted->part) - 1);
}

static struct dfk_check *
checked(const struct buffer *w, enum dfk_level level, struct wanted *wanted)
{
	const struct dfk_options options = { DFK_OPTIONS, .level = level,
					     .on_finding = wanted ? see : NULL,
					     .ctx = wanted };
	struct dfk_check *check;

	cr_assert_eq(dfk_open(&options, &check), DFK_OK);
	cr_assert_eq(dfk_feed(check, w->bytes, w->size), DFK_OK);
	cr_assert_eq(dfk_finish(check), DFK_OK);
	return check;
}

static struct buffer
repaired(const struct buffer *w, enum dfk_level level)
{
	struct dfk_check *check = checked(w, level, NULL);
	struct bytes out = { 0, NULL };
	struct buffer made = { 0 };
	struct dfk_repair *to;

	cr_assert_eq(dfk_repair_open(check, collect, &out, &to), DFK_OK);
	cr_assert_eq(dfk_repair_feed(to, w->bytes, w->size), DFK_OK);
	cr_assert_eq(dfk_repair_finish(to), DFK_OK);
	dfk_repair_close(to);
	dfk_close(check);
	buffer_append(&made, out.at, out.n);
	free(out.at);
	return made;
}

static int64_t
fact(const struct dfk_check *check, const char *name)
{
	struct dfk_fact f;

	for (size_t i = 0; dfk_fact_at(check, i, &f); i++)
		if (strcmp(f.name, name) == 0)
			return f.integer;
	cr_assert_fail("no fact %s", name);
	return 0;
}

static struct wanted
find(const char *script, const char *rule)
{
	struct buffer w = demo(script);
	struct wanted wanted = { .rule = rule };
	struct dfk_check *check = checked(&w, DFK_LEVEL_SALVAGE, &wanted);

	dfk_close(check);
	buffer_free(&w);
	cr_expect_eq(wanted.n, 1, "%zu of %s", wanted.n, rule);
	return wanted;
}

/* ----------------------------------------------------------------- places */

/* Given an item of a wrong size, the finding names the chunk, and the int in it:
   two of the head, two offsets, and the item before come first. */
Test(twdemo, places_in_a_chunk)
{
	const struct wanted w = find(
		"key 1000; snap 10/0 5*0 4/0 1 2 3; " TW_CHAT,
		"snapshot.item_size");

	cr_expect_str_eq(w.part, "chunk");
	cr_expect_eq(w.finding.offset, 484 + 5);
	cr_expect_eq(w.finding.part_int, 2 + 2 + 6);
	cr_expect_gt(w.finding.part_offset, 2 + 2 + 6);
	cr_expect_eq(w.finding.tick, 1000);
}

/* Given items of 0.7 in the demo of a server, what they make odd is a note from
   that chunk on, and not before. */
Test(twdemo, soft_after_sixup)
{
	static const struct {
		const char *text;
		enum dfk_severity severity;
	} rows[] = {
		{ "tick +2; delta 9/0 16*0 30 5*0; tick +2; "
		  "delta -22/0#7 320 480 0 0 1 0 0; ",
		  DFK_WARNING },
		{ "tick +2; delta 9/0 16*0 30 5*0 -22/0#7 320 480 0 0 1 0 0; ",
		  DFK_NOTE },
		{ "tick +2; delta -22/0#7 320 480 0 0 1 0 0; "
		  "tick +2; delta ~-22/0 9/0 16*0 30 5*0; ",
		  DFK_NOTE },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		char text[512];
		struct wanted w;

		snprintf(text, sizeof(text), "type_text 'server'; %s%s", START,
			 rows[i].text);
		w = find(text, "snapshot.character_range");
		cr_expect_eq(w.finding.severity, rows[i].severity, "%s", text);
	}
}

/* Given a defect of the map in a demo, the finding has both offsets, and costs
   nobody anything. */
Test(twdemo, places_in_the_map)
{
	const struct wanted w = find("map small @data_sizes+0=17; " START,
				     "map.tiles_data_long");

	cr_expect_str_eq(w.part, "map");
	cr_expect_eq(w.finding.offset, 484 + w.finding.part_offset);
	cr_expect_eq(w.finding.part_int, -1);
	cr_expect_eq(w.finding.severity, DFK_WARNING);
	cr_expect(!w.finding.mended, "its SHA-256 is in the header");
}

/* Given a warning, it is counted as one that can be mended if it has a fix. */
Test(twdemo, warnings_that_can_be_mended)
{
	static const struct {
		const char *script;
		uint64_t mendable;
	} rows[] = {
		{ "length -1; " START, 1 },
		{ "map small @data_sizes+0=17; " START, 0 },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct buffer w = demo(rows[i].script);
		struct dfk_check *check = checked(&w, DFK_LEVEL_SALVAGE, NULL);
		const struct dfk_result *r = dfk_result_of(check);

		cr_expect_gt(r->warnings, 0, "%zu", i);
		cr_expect_eq(r->mendable_warnings, rows[i].mendable, "%zu", i);
		dfk_close(check);
		buffer_free(&w);
	}
}

/* ----------------------------------------------------------------- levels */

#define HOLE START "raw x00*300; " TW_GO_ON TW_QUIET "key +2; snap; " TW_GO_ON

/* Given a hole, a repair goes on at the next keyframe; level prefix ends there. */
Test(twdemo, levels_of_repair)
{
	struct buffer w = demo(HOLE);
	struct buffer part = repaired(&w, DFK_LEVEL_PREFIX);
	struct buffer more = repaired(&w, DFK_LEVEL_SALVAGE);
	struct dfk_check *a = checked(&part, DFK_LEVEL_SALVAGE, NULL);
	struct dfk_check *b = checked(&more, DFK_LEVEL_SALVAGE, NULL);

	cr_expect_eq(dfk_result_of(a)->verdict, DFK_VALID);
	cr_expect_eq(dfk_result_of(b)->verdict, DFK_VALID);
	cr_expect_eq(fact(a, "last_tick"), 1002);
	cr_expect_gt(fact(b, "last_tick"), 1252);
	cr_expect_eq(fact(a, "keyframes"), 1);
	cr_expect_eq(fact(b, "keyframes"), 2);
	cr_expect_eq(fact(a, "length_s"), 0);
	cr_expect_eq(fact(b, "length_s"), 5);
	dfk_close(a);
	dfk_close(b);
	buffer_free(&w);
	buffer_free(&part);
	buffer_free(&more);
}

/* Given a first keyframe that is lost, the next one tells the ticks of the messages
   before it. */
Test(twdemo, keeps_messages_before_the_first_keyframe)
{
	struct buffer w = demo("key 1000; raw x00*300; " TW_GO_ON TW_QUIET
			       "key +2; snap; " TW_GO_ON);
	struct buffer out = repaired(&w, DFK_LEVEL_SALVAGE);
	struct dfk_check *check = checked(&out, DFK_LEVEL_SALVAGE, NULL);

	cr_expect_eq(dfk_result_of(check)->verdict, DFK_VALID);
	cr_expect_eq(fact(check, "first_tick"), 1000);
	cr_expect_eq(fact(check, "keyframes"), 1);
	dfk_close(check);
	buffer_free(&w);
	buffer_free(&out);
}

/* ------------------------------------------------------------------ ticks */

/* Does the repair of the damaged demo give the whole one? */
static bool
comes_back(const char *whole_script, const char *damaged_script)
{
	struct buffer whole = demo(whole_script), w = demo(damaged_script);
	struct buffer out = repaired(&w, DFK_LEVEL_SALVAGE);
	const bool same = out.size == whole.size &&
			  memcmp(out.bytes, whole.bytes, out.size) == 0;

	cr_expect_neq(memcmp(w.bytes, whole.bytes, w.size), 0);
	buffer_free(&whole);
	buffer_free(&w);
	buffer_free(&out);
	return same;
}

#define FLIPPED \
	START TW_QUIET "key +2; %s; snap; " TW_GO_ON TW_QUIET \
		       "key +2; snap; " TW_GO_ON

/* Given a flipped bit in the tick of a keyframe, up or down, the tick before the
   damage comes out, whether it is noticed at once or at the next keyframe. */
Test(twdemo, flipped_ticks_come_back)
{
	static const char *const flips[] = { "record 3 ^ 0x10", "record 2 ^ 8",
					     "record 3 ^ 4", "record 1 ^ 0x40",
					     "record 1 ^ 0x80" };

	for (size_t i = 0; i < sizeof(flips) / sizeof(*flips); i++) {
		char script[4096];

		snprintf(script, sizeof(script), FLIPPED, flips[i]);
		cr_expect(comes_back(START TW_QUIET
				     "key +2; snap; " TW_GO_ON TW_QUIET
				     "key +2; snap; " TW_GO_ON,
				     script),
			  "%s", flips[i]);
	}
}

/* The same, where only tick 0 is before it. */
Test(twdemo, a_flipped_tick_after_tick_0)
{
#define TICK_0(flip) \
	"key 0; snap 10/0 1 0 0 0 20; key 252; " flip "snap; quiet; key +2; " \
	"snap; "
	cr_expect(comes_back(TICK_0(""), TICK_0("record 2 ^ 1; ")));
#undef TICK_0
}

/* However many ticks are missing between it and what shows that it is wrong. */
Test(twdemo, a_flipped_tick_and_a_pause)
{
#define PAUSE(flip, ticks) \
	START TW_QUIET "key +2; " flip \
		       "snap; repeat 123 { tick +2; } key +" ticks \
		       "; snap; " TW_GO_ON
	cr_expect(comes_back(PAUSE("", "500"),
			     PAUSE("record 2 ^ 0x10; ", "500")));
	cr_expect(comes_back(PAUSE("", "5001"),
			     PAUSE("record 2 ^ 0x10; ", "5001")));
#undef PAUSE
}

/* ------------------------------------------------------------------- mods */

/* Given a mod with an item of another size, deltas are read with the size that
   snapshots show. */
Test(twdemo, sizes_of_mods_are_learned)
{
	struct buffer w = demo("net '0.6 mod'; key 1000; snap 4/0 1 2 3 4 5; "
			       "tick +2; delta 4/0 1 0 0 0 0; tick +2; "
			       "delta 4/0 1 0 0 0 0; ");
	struct dfk_check *check = checked(&w, DFK_LEVEL_SALVAGE, NULL);

	cr_expect_eq(dfk_result_of(check)->verdict, DFK_VALID);
	cr_expect_eq(fact(check, "deltas"), 2);
	dfk_close(check);
	buffer_free(&w);
}

/* Given such a delta with an int too many, the sizes that were learned hold after
   it as before. */
Test(twdemo, sizes_of_mods_are_kept)
{
	struct wanted wanted = { .rule = "snapshot.delta_excess" };
	struct buffer w = demo("net '0.6 mod'; key 1000; snap 4/0 1 2 3 4 5; "
			       "tick +2; delta 4/0 1 0 0 0 0; tick +2; "
			       "delta 4/0 1 0 0 0 0 pad=1; quiet; key +2; "
			       "snap 4/0 1 2 3 4 5; tick +2; "
			       "delta 4/0 1 0 0 0 0; ");
	struct dfk_check *check = checked(&w, DFK_LEVEL_SALVAGE, &wanted);

	cr_expect_eq(wanted.n, 1);
	cr_expect_eq(dfk_result_of(check)->errors, 1);
	cr_expect_eq(fact(check, "deltas"), 2, "those that are whole");
	dfk_close(check);
	buffer_free(&w);
}

/* Is the time of the recording reported? */
static void
expect_time(const char *time, bool reported)
{
	struct wanted wanted = { .rule = "twdemo.timestamp" };
	char script[400];
	struct buffer w;

	snprintf(script, sizeof(script), "time '%s'; " START, time);
	w = demo(script);
	dfk_close(checked(&w, DFK_LEVEL_SALVAGE, &wanted));
	cr_expect_eq(wanted.n, reported, "%s", time);
	buffer_free(&w);
}

/* Given the last day of each month, it is a date; the day after it is none. */
Test(twdemo, dates)
{
	static const int days[] = { 31, 29, 31, 30, 31, 30,
				    31, 31, 30, 31, 30, 31 };

	for (int month = 1; month <= 12; month++)
		for (int more = 0; more <= 1; more++) {
			char time[40];

			snprintf(time, sizeof(time), "2024-%02d-%02d_03-04-05",
				 month, days[month - 1] + more);
			expect_time(time, more);
		}
}

/* The first and the last of each part, and what is beyond. */
Test(twdemo, times)
{
	expect_time("0000-01-01_00-00-00", false);
	expect_time("9999-12-31_23-59-60", false);
	expect_time("2024-00-01_00-00-00", true);
	expect_time("2024-13-01_00-00-00", true);
	expect_time("2024-01-00_00-00-00", true);
	expect_time("2024-01-01_24-00-00", true);
	expect_time("2024-01-01_00-60-00", true);
	expect_time("2024-01-01_00-00-61", true);
}
