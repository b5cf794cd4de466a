/* SPDX-License-Identifier: MIT */
/* test_twdemo_severity.c - demos: what is kept because its rule is no error must
   not make the output another demo than the one that was planned */
#include <criterion/criterion.h>

#include "tests/demos.h"
#include "tests/settled.h"

#define START TW_START TW_CHAT TW_MOVE

/* Given a warning whose fix drops the snapshot of a keyframe, the keyframe is
   empty. */
Test(twdemo_severity, a_warning_that_costs_the_chunk)
{
	expect_demo_settled(&(struct severity_run){
		.changed = { { "snapshot.key", DFK_WARNING } },
		.fix_warnings = true,
		.from = START TW_QUIET
		"key +2; snap " TW_ITEMS
		"0x9000/0 1; " TW_GO_ON TW_NEXT TW_GO_ON });
}

/* Given a digest that is none, beside a damaged map that goes, nothing is left
   that could tell the true one. */
Test(twdemo_severity, a_digest_without_a_map)
{
	expect_demo_settled(&(struct severity_run){
		.changed = { { "twdemo.sha256_unknown", DFK_ERROR } },
		.from = "map small; map_crc +1; sha ff; map_stored "
			"zero; " START,
		.refused = true });
}

/* Given a digest without its UUID, which stays so, beside a damaged map that
   begins like one: without the map nothing would tell that it is a digest. */
Test(twdemo_severity, a_bare_digest_without_a_map)
{
	expect_demo_settled(&(struct severity_run){
		.changed = { { "twdemo.sha256_missing", DFK_OFF } },
		.from = "sha none; map_size 100; raw xa5*31 x01 'DATA' "
			"x00*96; " START,
		.refused = true });
}

/* Given a map that is none and is kept, the chunks behind it are repaired. */
Test(twdemo_severity, a_map_that_is_kept)
{
	static const struct severity_run runs[] = {
		{ .changed = { { "twdemo.map_damaged", DFK_NOTE } },
		  .from = "sha none; length 0; map_size 40; raw 'DATX' "
			  "xff*36; " TW_DELTA TW_CHAT START TW_GO_ON },
		{ .changed = { { "twdemo.map_damaged", DFK_NOTE } },
		  .from = "sha none; length 0; map_size 40; raw 'DATX' "
			  "xff*36; " TW_CHAT START TW_GO_ON
			  "tick +2; coded 3 xff*4; " TW_GO_ON },
	};

	for (size_t i = 0; i < sizeof(runs) / sizeof(*runs); i++)
		expect_demo_settled(&runs[i]);
}

/* Given a demo without chunks whose end is no error, nothing is playable. */
Test(twdemo_severity, an_end_in_the_map)
{
	static const struct severity_run runs[] = {
		{ .changed = { { "twdemo.map_truncated", DFK_NOTE },
			       { "twdemo.type", DFK_ERROR } },
		  .from = "type_text 'clown'; map_size 1000; ",
		  .refused = true },
		{ .changed = { { "twdemo.map_truncated", DFK_NOTE } },
		  .fix_warnings = true,
		  .from = "type_text 'clown'; map_size 1000; " },
	};

	for (size_t i = 0; i < sizeof(runs) / sizeof(*runs); i++)
		expect_demo_settled(&runs[i]);
}

/* Given a first keyframe that is lost, the marker of the next one that is cleared
   counts from no tick. */
Test(twdemo_severity, a_keyframe_that_is_lost_and_one_that_is_cleared)
{
	static const struct severity_run runs[] = {
		{ .from = "key 1000; noise 60; key +2; snap " TW_ITEMS
			  "0x9000/0 1; " TW_GO_ON TW_QUIET
			  "key +2; " TW_SNAP TW_GO_ON },
		{ .from = START TW_QUIET
		  "key +2; noise 60; key +2; snap " TW_ITEMS
		  "0x9000/0 1; " TW_GO_ON TW_QUIET
		  "key +2; " TW_SNAP TW_GO_ON },
		{ .from = START "key +2; noise 60; key +2; snap " TW_ITEMS
				"; " TW_GO_ON },
	};

	for (size_t i = 0; i < sizeof(runs) / sizeof(*runs); i++)
		expect_demo_settled(&runs[i]);
}

/* Given a hash that tells the version of the game, and a text behind it. */
Test(twdemo_severity, a_hash_after_the_end_of_its_text)
{
	static const struct severity_run runs[] = {
		{ .changed = { { "snapshot.item_size", DFK_ERROR } },
		  .from = "net '0.7 626fce9a778df4d4%00x'; " START },
	};

	for (size_t i = 0; i < sizeof(runs) / sizeof(*runs); i++)
		expect_demo_settled(&runs[i]);
}

/* What they say decides what follows: they stay errors. */
Test(twdemo_severity, what_stays_an_error)
{
	static const char *const names[] = {
		"twdemo.framing_lost",	 "twdemo.garbage_tail",
		"twdemo.delta_no_base",	 "twdemo.repeated_bytes",
		"twdemo.chunk_head",	 "twdemo.chunk_size",
		"twdemo.chunk_content",	 "twdemo.tick_value",
		"twdemo.marker_missing", "twdemo.another_recording",
		"twdemo.version_wrong",	 "twdemo.keyframe_empty",
		"twdemo.map_absent",	 "twdemo.map_size",
		"twdemo.net_version_hash", "dem.sync_missing",
	};
	struct dfk_check *check;

	cr_assert_eq(dfk_open(NULL, &check), DFK_OK);
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		cr_expect_eq(dfk_set_severity(check, names[i], DFK_NOTE),
			     DFK_BAD_ARGUMENT, "%s", names[i]);
	dfk_close(check);
}
