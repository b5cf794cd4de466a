/* SPDX-License-Identifier: MIT */
/* test_report.c - counts, caps and severities of findings */
#include <criterion/criterion.h>
#include <string.h>

#include "validator/core/report.h"

static struct {
	size_t n;
	enum dfk_severity severity;
	uint64_t number;
	bool mended;
	char found[400], expected[400];
} seen;

static void
see(void *ctx, const struct dfk_finding *f)
{
	(void)ctx;
	seen.n++;
	seen.severity = f->severity;
	seen.number = f->number;
	seen.mended = f->mended;
	strncpy(seen.found, f->found, sizeof(seen.found) - 1);
	strncpy(seen.expected, f->expected, sizeof(seen.expected) - 1);
}

static struct report
open_report(void)
{
	struct report r;

	memset(&seen, 0, sizeof(seen));
	report_open(&r);
	r.emit = see;
	return r;
}

Test(report, caps_findings_of_one_rule_but_counts_all)
{
	struct report r = open_report();

	for (int i = 0; i < 100; i++)
		report(&r, RULE_teehistorian_message_sys,
		       &(struct site){ .off = 1 }, "number %d", i);
	cr_expect_eq(seen.n, REPORT_MAX_PER_RULE);
	cr_expect_str_eq(seen.found, "number 31");
	cr_expect_eq(r.hits[RULE_teehistorian_message_sys], 100);
	cr_expect_eq(r.tally.warnings, 100);
}

/* What a warning costs, switched off: nothing is mended. */
Test(report, what_is_off_is_not_mended)
{
	const enum rule_id id = RULE_teehistorian_varint_overlong;
	struct report r = open_report();

	cr_assert_eq(rule_row(id)->repair, DFK_REPAIR_SAFE);
	cr_expect(report_mends(&r, id, DFK_NOTE));
	cr_expect_not(report_mends(&r, id, DFK_OFF));
}

/* All rules together, each told so often that its own bound does not count. */
Test(report, caps_findings_of_all_rules)
{
	struct report r = open_report();
	uint64_t told = 0;

	for (int id = 0; id < RULE_COUNT; id++)
		for (int i = 0; i < REPORT_MAX_PER_RULE; i++)
			told += report(&r, (enum rule_id)id,
				       &(struct site){ .off = 1 },
				       "x") != DFK_OFF;
	cr_assert_gt(told, REPORT_MAX);
	cr_expect_eq(seen.n, REPORT_MAX);
	cr_expect_eq(r.findings, told);
}

Test(report, severity_can_be_lowered_and_switched_off)
{
	struct report r = open_report();
	const struct site note = { .at_most = DFK_NOTE };

	cr_expect_eq(report(&r, RULE_teehistorian_phase, &note, "x"), DFK_NOTE);
	cr_expect_eq(seen.severity, DFK_NOTE);
	r.severity[RULE_teehistorian_phase] = DFK_OFF;
	cr_expect_eq(report(&r, RULE_teehistorian_phase, &note, "x"), DFK_OFF);
	cr_expect_eq(seen.n, 1);
	cr_expect_eq(r.hits[RULE_teehistorian_phase], 1);
	r.severity[RULE_teehistorian_phase] = DFK_WARNING;
	cr_expect_eq(report(&r, RULE_teehistorian_phase,
			    &(struct site){ .off = 0 }, "x"),
		     DFK_WARNING);
	cr_expect_eq(r.errors, 0);
}

Test(report, early_errors_and_limits_are_told_apart)
{
	struct report r = open_report();
	const struct site site = { .off = 0 };

	report(&r, RULE_teehistorian_missing_finish, &site, "x");
	cr_expect_eq(r.tally.early_errors, 1);
	cr_expect_eq(r.repairs.unmended_off, 0, "it came without a fix");
	report(&r, RULE_teehistorian_truncated,
	       &(struct site){ .fix.kind = FIX_CLOSE }, "x");
	report(&r, RULE_teehistorian_truncated, &(struct site){ .off = 5 },
	       "x");
	cr_expect_eq(r.repairs.unmended_off, 0, "of the first one");
	report(&r, RULE_limit_edits, &site, "x");
	cr_expect_eq(r.limit_hits, 1);
}

Test(report, an_error_that_is_mended_or_none_does_not_count)
{
	struct report r = open_report();
	const struct site site = { .off = 0 };

	report(&r, RULE_teehistorian_truncated,
	       &(struct site){ .fix.kind = FIX_CLOSE }, "x");
	report(&r, RULE_teehistorian_not_joined, &site, "x");
	cr_expect_eq(r.repairs.unmended_off, UINT64_MAX);
}

Test(report, long_texts_are_cut)
{
	struct report r = open_report();
	char text[400];

	memset(text, 'x', sizeof(text) - 1);
	text[sizeof(text) - 1] = '\0';
	report(&r, RULE_file_empty, &(struct site){ .off = 0 }, "%s", text);
	cr_expect_eq(strlen(seen.found), 319);
	cr_expect_str_eq(seen.expected, "");
}

/* One format says both, and a site may say the second part itself. */
Test(report, expected_follows_found)
{
	struct report r = open_report();

	report(&r, RULE_file_empty, &(struct site){ .off = 0 },
	       "%d" WANTED "at least %d", 4, 5);
	cr_expect_str_eq(seen.found, "4");
	cr_expect_str_eq(seen.expected, "at least 5");
	report(&r, RULE_file_empty, &(struct site){ .expected = "six" }, "%d",
	       4);
	cr_expect_str_eq(seen.found, "4");
	cr_expect_str_eq(seen.expected, "six");
	cr_expect_eq(r.findings, 2);
}

static void
mend_and_report(void *ctx, const struct fix *fix)
{
	struct report *r = ctx;
	const struct site site = { .off = fix->off };

	r->mender.mend = NULL;
	report(r, RULE_limit_edits, &site, "reported while another is");
}

/* A finding inside of another has a number of its own. */
Test(report, numbers_are_unique)
{
	struct report r = open_report();
	const struct site site = { .fix = fix_replace(
					   7, 2, (struct span){ NULL, 0 }) };

	r.mender.mend = mend_and_report;
	r.mender.ctx = &r;
	report(&r, RULE_teehistorian_varint_overlong, &site, "x");
	cr_expect_eq(seen.number, 1);
	cr_expect(report_mended(&r), "it is still the outer one that counts");
	report(&r, RULE_file_empty, &site, "x");
	cr_expect_eq(seen.number, 2);
	cr_expect_eq(r.findings, 3);
}

/* ------------------------------------------------------------------ parts */

static struct dfk_finding last_finding;

static void
see_place(void *ctx, const struct dfk_finding *f)
{
	(void)ctx;
	last_finding = *f;
}

/* A part of a part is found in the file, and in its own offsets. */
Test(report, parts_nest)
{
	struct report r = open_report();
	const struct site site = { .off = 7, .len = 2 };
	const struct part map = { .name = "map", .off = 100, .len = 50 };
	const struct part layer = { .name = "layer", .off = 20, .len = 9 };

	r.emit = see_place;
	const struct part file = report_enter(&r, &map);
	const struct part outer = report_enter(&r, &layer);

	report(&r, RULE_teehistorian_missing_finish, &site, "x");
	cr_expect_eq(last_finding.offset, 127);
	cr_expect_eq(last_finding.length, 2);
	cr_expect_str_eq(last_finding.part, "layer");
	cr_expect_eq(last_finding.part_offset, 7);
	cr_expect_eq(last_finding.part_length, 2);
	cr_expect_eq(last_finding.part_int, -1);
	cr_expect_eq(r.tally.early_errors, 0,
		     "a part stops early, not the file");
	report_leave(&r, &outer);
	report(&r, RULE_teehistorian_missing_finish, &site, "x");
	cr_expect_eq(last_finding.offset, 107);
	cr_expect_str_eq(last_finding.part, "map");
	report_leave(&r, &file);
	report(&r, RULE_teehistorian_missing_finish, &site, "x");
	cr_expect_eq(last_finding.offset, 7);
	cr_expect_str_eq(last_finding.part, "");
	cr_expect_eq(r.tally.early_errors, 1);
}

struct mended {
	struct fix last;
	unsigned calls;
};

static void
mend(void *ctx, const struct fix *fix)
{
	struct mended *m = ctx;

	m->last = *fix;
	m->calls++;
}

/* What is mended in a part of the file is mended there; what was decoded from a
   piece can only be mended with all of it. */
Test(report, fixes_of_parts_are_of_the_file)
{
	struct report r = open_report();
	struct mended m = { .calls = 0 };
	const enum rule_id id = RULE_teehistorian_truncated;
	const struct part map = { .name = "map", .off = 100, .len = 50 };
	const struct part chunk = {
		.name = "chunk",
		.off = 200,
		.len = 30,
		.decoded = true,
		.fix = fix_drop(200, 30, (struct mark){ .off = 200 }),
	};
	const struct site site = {
		.off = 4, .fix = fix_drop(4, 3, (struct mark){ .off = 2 })
	};
	struct part file;

	r.mender.mend = mend;
	r.mender.ctx = &m;
	r.emit = see_place;
	file = report_enter(&r, &map);
	report(&r, id, &site, "x");
	cr_expect_eq(m.last.off, 104);
	cr_expect_eq(m.last.mark.off, 102);
	report_also(&r, &site.fix);
	cr_expect_eq(m.last.off, 104);
	report_leave(&r, &file);
	file = report_enter(&r, &chunk);
	report(&r, id, &(struct site){ .off = 4 }, "x");
	cr_expect_eq(m.calls, 3);
	cr_expect_eq(m.last.off, 200);
	cr_expect_eq(m.last.del, 30);
	cr_expect_eq(last_finding.offset, 200);
	cr_expect_eq(last_finding.length, 30);
	cr_expect_eq(last_finding.part_offset, 4);
	cr_expect(last_finding.mended);
	cr_expect_eq(r.repairs.unmended_off, UINT64_MAX);
	const struct part outer = report_enter(&r, &map);

	report(&r, id, &(struct site){ .off = 1 }, "x");
	cr_expect_eq(last_finding.offset, 200, "a part of what was decoded");
	cr_expect_str_eq(last_finding.part, "map");
	report_leave(&r, &outer);
	report_leave(&r, &file);
}

/* Given a rule that is soft in a part, its findings there are notes. */
Test(report, soft_rules)
{
	struct report r = open_report();
	const enum rule_id soft = RULE_snapshot_character_range;
	const struct site site = { .len = 1 };
	const struct part chunk = { .len = 9, .soft = { 1, { soft } } };
	const struct part file = report_enter(&r, &chunk);
	const struct part outer = report_enter(&r, &(struct part){ .len = 1 });

	cr_expect_eq(report(&r, soft, &site, "inside"), DFK_NOTE);
	report_leave(&r, &outer);
	cr_expect_eq(report(&r, RULE_snapshot_player_range, &site, "another"),
		     DFK_WARNING);
	AT(r.severity, soft) = DFK_ERROR;
	cr_expect_eq(report(&r, soft, &site, "asked for"), DFK_ERROR);
	AT(r.severity, soft) = DFK_WARNING;
	report_leave(&r, &file);
	cr_expect_eq(report(&r, soft, &site, "after it"), DFK_WARNING);
}

/* A fix goes on with its finding, unless the rule's severity says otherwise. */
Test(report, fixes_pass_the_same_door)
{
	struct report r = open_report();
	struct mended m = { .calls = 0 };
	const enum rule_id lossy = RULE_teehistorian_header_utf8;
	const enum rule_id safe = RULE_teehistorian_varint_overlong;
	struct site site = { .fix = fix_replace(7, 2,
						(struct span){ NULL, 0 }) };

	r.mender.mend = mend;
	r.mender.ctx = &m;
	report(&r, lossy, &site, "a warning, whose fix is not asked for");
	cr_expect_eq(m.calls, 0);
	cr_expect_not(seen.mended);
	r.mender.fix_warnings = true;
	report(&r, lossy, &site, "a warning");
	cr_expect_eq(m.calls, 1);
	cr_expect(seen.mended);
	cr_expect_eq(m.last.finding, seen.number);
	cr_expect_eq(m.last.finding, 1);
	cr_expect_eq(m.last.why, lossy);
	cr_expect_eq(m.last.off, 7);
	r.mender.fix_warnings = false;
	site.at_most = DFK_NOTE;
	report(&r, safe, &site, "a note whose fix loses nothing");
	cr_expect_eq(m.calls, 2);
	report_also(&r, &site.fix);
	cr_expect_eq(m.calls, 3);
	cr_expect_eq(m.last.finding, 2, "a further fix of the same finding");
	AT(r.severity, safe) = DFK_OFF;
	report(&r, safe, &site, "nothing");
	cr_expect_eq(m.calls, 3);
	cr_expect_eq(r.findings, 3);
	AT(r.severity, safe) = DFK_ERROR;
	r.mender.fix_warnings = true;
	report(&r, lossy, &site, "a note whose fix would cost something");
	cr_expect_not(report_mended(&r));
	report_also(&r, &site.fix);
	cr_expect_eq(m.calls, 3);
}
