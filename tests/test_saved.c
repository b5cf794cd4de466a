/* SPDX-License-Identifier: MIT */
/* test_saved.c - a result that was saved and loaded makes the same report */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "corpus/builder/sample.h"
#include "corpus/tool/manifest.h"
#include "include/demofsck_report.h"
#include "include/demofsck_saved.h"
#include "tests/stored.h"
#include "tests/support.h"

static const enum dfk_form forms[] = { DFK_FORM_NDJSON, DFK_FORM_SARIF,
				       DFK_FORM_JUNIT, DFK_FORM_GATE };

enum { FORMS = sizeof(forms) / sizeof(forms[0]) };

/* Reports on the same file: from the check itself, and from what it saved. */
struct both {
	struct bytes own[FORMS], loaded[FORMS];
	struct dfk_report *of_own[FORMS], *of_loaded[FORMS];
	bool to_own, to_loaded; /* which reports get the next finding */
};

static void
open_reports(struct both *both)
{
	*both = (struct both){ .to_own = true, .to_loaded = true };
	for (size_t i = 0; i < FORMS; i++) {
		struct dfk_report_options options = { .form = forms[i],
						      .command = "check",
						      .write = collect,
						      .ctx = &both->own[i] };

		cr_assert_eq(dfk_report_open(&options, &both->of_own[i]),
			     DFK_OK);
		options.ctx = &both->loaded[i];
		cr_assert_eq(dfk_report_open(&options, &both->of_loaded[i]),
			     DFK_OK);
	}
}

static void
close_reports(struct both *both)
{
	for (size_t i = 0; i < FORMS; i++) {
		dfk_report_close(both->of_own[i]);
		dfk_report_close(both->of_loaded[i]);
		free(both->own[i].at);
		free(both->loaded[i].at);
	}
}

static void
report_twice(void *ctx, const struct dfk_finding *finding)
{
	struct both *both = ctx;
	struct bytes saved = { 0, NULL };
	struct dfk_finding loaded;

	cr_assert_eq(dfk_save_finding(finding, collect, &saved), DFK_OK);
	cr_assert_eq(dfk_load_finding(saved.at, saved.n, &loaded), DFK_OK,
		     "%s", finding->rule->id);
	for (size_t i = 0; i < FORMS; i++) {
		cr_assert(!both->to_own ||
			  dfk_report_finding(both->of_own[i], finding) ==
				  DFK_OK);
		cr_assert(!both->to_loaded ||
			  dfk_report_finding(both->of_loaded[i], &loaded) ==
				  DFK_OK);
	}
	free(saved.at);
}

static void
end_report(struct dfk_report *report, const struct dfk_check *check)
{
	const struct dfk_report_file file = { .check = check };

	cr_assert_eq(dfk_report_actions(report, check), DFK_OK);
	cr_assert_eq(dfk_report_file(report, &file), DFK_OK);
	cr_assert_eq(dfk_report_finish(report, 0), DFK_OK);
}

static struct dfk_check *
opened(struct both *both)
{
	const struct dfk_options options = { DFK_OPTIONS,
					     .on_finding = report_twice,
					     .md5 = true,
					     .ctx = both };
	struct dfk_check *check;

	cr_assert_eq(dfk_open(&options, &check), DFK_OK);
	return check;
}

static void
expect_same(const struct bytes *a, const struct bytes *b, const char *what)
{
	cr_expect(a->n == b->n && memcmp(a->at, b->at, a->n) == 0, "%s: %.*s %.*s",
		  what, (int)a->n, (char *)a->at, (int)b->n, (char *)b->at);
}

/* Tells a check what was found out about its file. */
typedef enum dfk_status tell(struct dfk_check *check);

/* The check has read a file.  `later`: NULL, or what is found out about the file after the
   result was saved. */
static void
compare(struct both *both, struct dfk_check *check, tell *later,
	const char *what)
{
	struct dfk_check *loaded = opened(both);
	struct bytes first = { 0, NULL }, second = { 0, NULL };

	cr_assert_eq(dfk_save_result(check, collect, &first), DFK_OK);
	cr_assert_eq(dfk_load_result(loaded, first.at, first.n), DFK_OK, "%s",
		     what);
	cr_assert_eq(dfk_save_result(loaded, collect, &second), DFK_OK);
	expect_same(&first, &second, what);
	if (later) {
		both->to_loaded = false;
		cr_assert_eq(later(check), DFK_OK);
		both->to_loaded = true;
		both->to_own = false;
		cr_assert_eq(later(loaded), DFK_OK);
	}
	for (size_t i = 0; i < FORMS; i++) {
		end_report(both->of_own[i], check);
		end_report(both->of_loaded[i], loaded);
		expect_same(&both->own[i], &both->loaded[i], what);
	}
	dfk_close(loaded);
	free(first.at);
	free(second.at);
}

static void
compare_samples(tell *later)
{
	struct manifest m = stored_manifest();
	struct manifest_row row;
	size_t n = 0;

	for (; manifest_next(&m, &row); n++) {
		const char *path = row.column[MANIFEST_PATH];
		struct buffer bytes = stored_file(path);
		struct both both;
		struct dfk_check *check;

		open_reports(&both);
		for (size_t i = 0; i < FORMS; i++) {
			cr_assert_eq(dfk_report_start(both.of_own[i], path),
				     DFK_OK);
			cr_assert_eq(dfk_report_start(both.of_loaded[i], path),
				     DFK_OK);
		}
		check = opened(&both);
		cr_assert_eq(dfk_set_name(check, path), DFK_OK);
		cr_assert_eq(dfk_feed(check, bytes.bytes, bytes.size), DFK_OK);
		cr_assert_eq(dfk_finish(check), DFK_OK);
		compare(&both, check, later, path);
		dfk_close(check);
		close_reports(&both);
		buffer_free(&bytes);
	}
	cr_expect_gt(n, 100);
	stored_manifest_close(&m);
}

Test(saved, each_sample_has_the_same_report)
{
	compare_samples(NULL);
}

Test(saved, a_file_that_changed_later_has_the_same_report)
{
	compare_samples(dfk_changed);
}

Test(saved, a_file_that_is_open_elsewhere_has_the_same_report)
{
	compare_samples(dfk_open_elsewhere);
}

/* Ends of the last places of the findings, in the file and in the decoded bytes. */
struct ends {
	uint64_t of[DFK_SPACE_DECODED + 1];
};

static void
note_end(void *ctx, const struct dfk_finding *finding)
{
	uint64_t *end = &((struct ends *)ctx)->of[finding->space];

	if (finding->offset + finding->length > *end)
		*end = finding->offset + finding->length;
}

/* A process that gets the answer of another one refuses places outside the file. */
static void
expect_places(const struct buffer *bytes, const char *limit, const char *path)
{
	struct ends ends = { { 0 } };
	const struct dfk_options options = { DFK_OPTIONS,
					     .on_finding = note_end,
					     .ctx = &ends };
	struct dfk_check *check;

	cr_assert_eq(dfk_open(&options, &check), DFK_OK);
	cr_assert_eq(dfk_set_limit(check, limit, 0), DFK_OK);
	cr_assert_eq(dfk_feed(check, bytes->bytes, bytes->size), DFK_OK);
	cr_assert_eq(dfk_finish(check), DFK_OK);
	cr_expect_leq(ends.of[DFK_SPACE_FILE], dfk_result_of(check)->size,
		      "%s, %s", path, limit);
	cr_expect_leq(ends.of[DFK_SPACE_DECODED],
		      dfk_result_of(check)->decoded_size, "%s, %s", path, limit);
	dfk_close(check);
}

/* Given more edits than a limit, in whatever part, the findings lie inside the file. */
Test(saved, the_place_of_an_edit_too_many)
{
	struct manifest m = stored_manifest();
	struct manifest_row row;

	while (manifest_next(&m, &row)) {
		const char *path = row.column[MANIFEST_PATH];
		struct buffer bytes;

		if (strstr(path, "/bad/") == NULL)
			continue;
		bytes = stored_file(path);
		expect_places(&bytes, "edits", path);
		expect_places(&bytes, "insert_bytes", path);
		buffer_free(&bytes);
	}
	stored_manifest_close(&m);
}

/* The saved result of a recording without its end. */
static struct bytes
saved_result(void)
{
	struct bytes b = recording(), saved = { 0, NULL };
	struct dfk_check *check;

	cr_assert_eq(dfk_open(NULL, &check), DFK_OK);
	feed_in(check, &b, b.n);
	cr_assert_eq(dfk_save_result(check, collect, &saved), DFK_OK);
	dfk_close(check);
	free(b.at);
	return saved;
}

static enum dfk_status
load(const struct bytes *saved, size_t n, struct dfk_check **check)
{
	/* The exact size shows an overread. */
	unsigned char *copy = malloc(n ? n : 1);
	enum dfk_status status;

	cr_assert_not_null(copy);
	if (n)
		memcpy(copy, saved->at, n);
	cr_assert_eq(dfk_open(NULL, check), DFK_OK);
	status = dfk_load_result(*check, copy, n);
	free(copy);
	return status;
}

/* Given a part of a result, nothing is loaded, and the check can still be used. */
Test(saved, a_part_of_a_result_is_malformed)
{
	struct bytes saved = saved_result(), b = recording();
	struct dfk_check *check;

	for (size_t n = 0; n < saved.n; n++) {
		cr_assert_eq(load(&saved, n, &check), DFK_MALFORMED, "%zu", n);
		cr_assert_null(dfk_result_of(check));
		feed_in(check, &b, b.n);
		cr_expect_eq(dfk_result_of(check)->verdict, DFK_TRUNCATED);
		dfk_close(check);
	}
	put(&saved, "", 1);
	cr_expect_eq(load(&saved, saved.n, &check), DFK_MALFORMED);
	dfk_close(check);
	free(saved.at);
	free(b.at);
}

/* Given a result with one other byte, all that is loaded can be reported. */
/* The end of the actions so far. */
static bool
tile(void *ctx, const struct dfk_action *action)
{
	uint64_t *at = ctx;

	cr_expect_eq(action->offset, *at);
	*at += action->length;
	return true;
}

Test(saved, a_changed_result_is_harmless)
{
	static const unsigned char wrong[] = { 0x01, 0x80, 0xff, 0x0a };
	struct bytes saved = saved_result();
	size_t n_loaded = 0;

	for (size_t i = 0; i < saved.n * sizeof(wrong); i++) {
		unsigned char *byte = &saved.at[i / sizeof(wrong)];
		const unsigned char was = *byte;
		struct dfk_check *check;

		*byte ^= wrong[i % sizeof(wrong)];
		if (load(&saved, saved.n, &check) == DFK_OK) {
			const struct dfk_result *result = dfk_result_of(check);
			struct both both;
			uint64_t at = 0;

			n_loaded++;
			cr_expect(dfk_each_action(check, tile, &at));
			cr_expect(at == result->decoded_size ||
				  result->repairable == DFK_REPAIRABLE_NO);
			open_reports(&both);
			for (size_t f = 0; f < FORMS; f++)
				end_report(both.of_loaded[f], check);
			close_reports(&both);
		}
		dfk_close(check);
		*byte = was;
	}
	cr_expect_gt(n_loaded, 0);
	cr_expect_lt(n_loaded, saved.n * sizeof(wrong) / 2);
	free(saved.at);
}

Test(saved, misuse)
{
	struct bytes saved = saved_result(), out = { 0, NULL };
	struct dfk_repair *repair;
	struct dfk_check *check;

	cr_assert_eq(load(&saved, saved.n, &check), DFK_OK);
	cr_expect_eq(dfk_load_result(check, saved.at, saved.n), DFK_BAD_STATE);
	cr_expect_eq(dfk_feed(check, "", 1), DFK_BAD_STATE);
	cr_expect_eq(dfk_finish(check), DFK_BAD_STATE);
	cr_expect_eq(dfk_stop(check), DFK_BAD_STATE);
	cr_expect_eq(dfk_repair_open(check, collect, &out, &repair),
		     DFK_BAD_STATE);
	cr_expect_eq(dfk_save_result(check, refuse, NULL), DFK_WRITE_FAILED);
	dfk_close(check);

	cr_assert_eq(dfk_open(NULL, &check), DFK_OK);
	cr_expect_eq(dfk_save_result(check, collect, &out), DFK_BAD_STATE);
	cr_assert_eq(dfk_feed(check, "", 1), DFK_OK);
	cr_expect_eq(dfk_load_result(check, saved.at, saved.n), DFK_BAD_STATE);
	dfk_close(check);
	cr_expect_eq(out.n, 0);
	free(saved.at);
}

/* Without memory nothing is loaded, whichever allocation fails. */
Test(saved, without_memory_nothing_is_loaded)
{
	struct bytes saved = saved_result();
	struct starving starving = { 0 };
	struct dfk_check *check;
	size_t n_failed = 0;

	for (size_t left = 1; left < 64; left++) {
		const struct dfk_options options = {
			DFK_OPTIONS,
			.allocator = { starving_get, starving_put, &starving },
		};
		enum dfk_status status;

		starving = (struct starving){ .left = left };
		if (dfk_open(&options, &check) != DFK_OK)
			continue;
		status = dfk_load_result(check, saved.at, saved.n);
		n_failed += status == DFK_NO_MEMORY;
		cr_expect(status == DFK_OK || status == DFK_NO_MEMORY);
		cr_expect((dfk_result_of(check) != NULL) == (status == DFK_OK));
		dfk_close(check);
	}
	cr_expect_gt(n_failed, 1);
	free(saved.at);
}

/* Given a file that cannot be repaired, its edits are malformed. */
Test(saved, edits_need_a_repair)
{
	struct bytes saved = saved_result();
	struct dfk_check *check;
	size_t n_malformed = 0;

	for (size_t i = 0; i + 8 <= saved.n; i++) {
		static const unsigned char lossless[8] = {
			DFK_REPAIRABLE_LOSSLESS
		};

		if (memcmp(&saved.at[i], lossless, sizeof(lossless)) != 0)
			continue;
		saved.at[i] = DFK_REPAIRABLE_NO;
		n_malformed += load(&saved, saved.n, &check) == DFK_MALFORMED;
		saved.at[i] = DFK_REPAIRABLE_LOSSLESS;
		dfk_close(check);
	}
	cr_expect_gt(n_malformed, 0);
	free(saved.at);
}

static void
save_meanwhile(void *ctx, const struct dfk_finding *finding)
{
	struct dfk_check **check = ctx;
	struct bytes out = { 0, NULL };

	(void)finding;
	cr_expect_eq(dfk_save_result(*check, collect, &out), DFK_BAD_STATE);
}

Test(saved, findings_that_no_check_makes)
{
	struct dfk_finding finding = { .rule = dfk_rule_at(0),
				       .severity = DFK_ERROR,
				       .part = "",
				       .part_int = -1,
				       .part_bit = -1,
				       .part_path = "",
				       .field = "",
				       .found = "",
				       .expected = "" };
	const struct dfk_finding good = finding;
	struct dfk_finding bad[4] = { finding, finding, finding, finding };
	struct dfk_finding loaded;
	struct bytes b = recording(), saved = { 0, NULL };
	struct dfk_check *check;

	cr_assert_eq(dfk_save_finding(&good, collect, &saved), DFK_OK);
	cr_expect_eq(dfk_load_finding(saved.at, saved.n, &loaded), DFK_OK);
	bad[0].severity = DFK_OFF;
	bad[1].severity = (enum dfk_severity)9;
	bad[2].part = NULL;
	bad[3].field = "\n";
	for (size_t i = 0; i < 4; i++) {
		saved.n = 0;
		cr_assert_eq(dfk_save_finding(&bad[i], collect, &saved), DFK_OK);
		cr_expect_eq(dfk_load_finding(saved.at, saved.n, &loaded),
			     DFK_MALFORMED, "%zu", i);
	}
	cr_assert_eq(dfk_open(&(struct dfk_options){ DFK_OPTIONS,
						     .on_finding = save_meanwhile,
						     .ctx = &check },
			      &check),
		     DFK_OK);
	feed_in(check, &b, b.n);
	cr_expect_eq(dfk_changed(check), DFK_OK);
	dfk_close(check);
	free(saved.at);
	free(b.at);
}

/* An error is the reason of a verdict only if there is no other verdict. */
Test(saved, an_undecided_file_has_its_reason)
{
	struct bytes b = finished();

	for (int stopped = 0; stopped < 2; stopped++) {
		struct both both;
		struct dfk_check *check;

		open_reports(&both);
		cr_assert_eq(dfk_open(NULL, &check), DFK_OK);
		if (stopped)
			cr_assert_eq(dfk_stop(check), DFK_OK);
		else
			feed_in(check, &b, b.n);
		for (size_t i = 0; i < FORMS; i++) {
			const struct dfk_report_file file = { .check = check,
							      .error = "killed" };

			cr_assert_eq(dfk_report_start(both.of_own[i], "x"), DFK_OK);
			cr_assert_eq(dfk_report_file(both.of_own[i], &file), DFK_OK);
			cr_assert_eq(dfk_report_finish(both.of_own[i], 0), DFK_OK);
		}
		put(&both.own[2], "", 1);
		cr_expect_eq(count_of(&both.own[2], "killed") > 0, stopped == 1,
			     "%s", (char *)both.own[2].at);
		dfk_close(check);
		close_reports(&both);
	}
	free(b.at);
}
