/* SPDX-License-Identifier: MIT */
/* test_dem_severity.c - Source demos: what is kept because its rule is no error must
   not make the output another demo than the one that was planned */
#include <criterion/criterion.h>

#include "corpus/builder/dem_script.h"
#include "tests/demos.h"
#include "tests/settled.h"

static void
expect_all(const struct severity_run *runs, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct buffer file = built(runs[i].from);

		expect_settled(&runs[i], &file);
		buffer_free(&file);
	}
}

#define EXPECT_ALL(runs) expect_all(runs, sizeof(runs) / sizeof(*(runs)))

/* Given a warning whose repair would leave nothing to play, all of it stays. */
Test(dem_severity, a_warning_that_costs_the_demo)
{
	static const struct severity_run runs[] = {
		{ .changed = { { "dem.entity_prop", DFK_WARNING } },
		  .fix_warnings = true,
		  .from = "dem/bad/entity_prop.dem" },
		{ .level = DFK_LEVEL_PREFIX,
		  .from = "dem/bad/entity_prop.dem",
		  .refused = true },
	};

	EXPECT_ALL(runs);
}

/* Given a demo that stays without its dem_stop, its ticks stay what they are, too:
   the time is that of these. */
Test(dem_severity, a_time_without_a_stop)
{
	static const struct severity_run runs[] = {
		{ .changed = { { "dem.time", DFK_ERROR },
			       { "dem.stop_missing", DFK_OFF } },
		  .from = "dem/security/header-smallest-cut.dem" },
		{ .changed = { { "dem.frames", DFK_ERROR },
			       { "dem.stop_missing", DFK_OFF } },
		  .fix_warnings = true,
		  .from = "dem/security/header-smallest-cut.dem" },
		{ .changed = { { "dem.time", DFK_ERROR } },
		  .from = "dem/security/header-smallest-cut.dem" },
	};

	EXPECT_ALL(runs);
}

/* Given one whose last packet may hold a dem_stop, other numbers in the header would
   be a reason to take that out. */
Test(dem_severity, a_stop_in_a_packet)
{
	static const struct severity_run runs[] = {
		{ .changed = { { "dem.frames", DFK_ERROR },
			       { "dem.stop_missing", DFK_OFF } },
		  .from = "dem/crash/stop-swallowed-frames.dem",
		  .refused = true },
		{ .changed = { { "dem.stop_missing", DFK_OFF } },
		  .fix_warnings = true,
		  .from = "dem/crash/stop-swallowed-frames.dem" },
		{ .changed = { { "dem.frames", DFK_ERROR } },
		  .from = "dem/crash/stop-swallowed-frames.dem" },
	};

	EXPECT_ALL(runs);
}

/* Given a snapshot whose base is lost, the output does not show that something was
   lost: the base is missing there.  If that is an error, the demo ends before the
   loss; it is refused if nothing plays up to there. */
Test(dem_severity, a_snapshot_without_its_base)
{
	static const struct severity_run runs[] = {
		{ .changed = { { "dem.snapshot_lost", DFK_NOTE },
			       { "dem.snapshot_base", DFK_ERROR } },
		  .from = "dem/bad/snapshot_lost.dem" },
		{ .changed = { { "dem.snapshot_lost", DFK_WARNING },
			       { "dem.snapshot_first", DFK_ERROR } },
		  .from = "dem/crash/damage-snapshots.dem",
		  .refused = true },
		{ .changed = { { "dem.snapshot_lost", DFK_NOTE } },
		  .from = "dem/bad/snapshot_lost.dem" },
		{ .changed = { { "dem.snapshot_base", DFK_ERROR } },
		  .from = "dem/bad/snapshot_lost.dem" },
	};

	EXPECT_ALL(runs);
}

#define REST  "repeat 3 { packet; user; } "
#define BEGIN "pov; " REST

static void
expect_scripts(const struct severity_run *runs, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const struct sample s = { .text = runs[i].from };
		struct buffer file = { 0 };

		dem_build(&file, &s);
		cr_assert(buffer_ok(&file), "%s", s.text);
		expect_settled(&runs[i], &file);
		buffer_free(&file);
	}
}

#define EXPECT_SCRIPTS(runs) \
	expect_scripts(runs, sizeof(runs) / sizeof(*(runs)))

/* Given a packet before dem_synctick that becomes shorter, which only the second of
   two has before it, the signon becomes shorter, too. */
Test(dem_severity, a_shorter_packet_before_a_synctick)
{
	static const struct severity_run runs[] = {
		{ .fix_warnings = true,
		  .from = BEGIN "packet state 8; " REST
				"sync; sequence +0; " REST },
		{ .fix_warnings = true,
		  .from = BEGIN "sync; sequence +0; packet state 8; " REST },
		{ .changed = { { "dem.signon_length", DFK_ERROR } },
		  .from = BEGIN "packet state 8; " REST
				"sync; sequence +0; " REST },
		{ .changed = { { "dem.signon_length", DFK_ERROR } },
		  .from = BEGIN "raw x00*100; sequence +3; " REST
				"sync; sequence +0; " REST },
	};

	EXPECT_SCRIPTS(runs);
}

/* Given a command without a byte whose defect stays, and is said after its last byte:
   what is dropped from there on does not take it away. */
Test(dem_severity, a_defect_of_no_bytes_before_the_cut)
{
	static const struct severity_run runs[] = {
		{ .changed = { { "dem.console_text", DFK_ERROR } },
		  .from = BEGIN "console_raw; packet; cut -20; ",
		  .refused = true },
		{ .changed = { { "dem.console_text", DFK_ERROR } },
		  .from = BEGIN "console_raw; packet type 16; " REST,
		  .refused = true },
		{ .changed = { { "dem.console_text", DFK_ERROR } },
		  .from = BEGIN "console_raw; packet type 16; " REST,
		  .refused = true },
		{ .changed = { { "dem.console_text", DFK_ERROR } },
		  .from = BEGIN "packet type 16; console_raw; " REST },
		{ .from = BEGIN "console_raw; packet; cut -20; " },
	};

	EXPECT_SCRIPTS(runs);
}
