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

/* The check has read a file.  `changed`: the file changes after the result was saved. */
static void
compare(struct both *both, struct dfk_check *check, bool changed,
	const char *what)
{
	struct dfk_check *loaded = opened(both);
	struct bytes first = { 0, NULL }, second = { 0, NULL };

	cr_assert_eq(dfk_save_result(check, collect, &first), DFK_OK);
	cr_assert_eq(dfk_load_result(loaded, first.at, first.n), DFK_OK, "%s",
		     what);
	cr_assert_eq(dfk_save_result(loaded, collect, &second), DFK_OK);
	expect_same(&first, &second, what);
	if (changed) {
		both->to_loaded = false;
		cr_assert_eq(dfk_changed(check), DFK_OK);
		both->to_loaded = true;
		both->to_own = false;
		cr_assert_eq(dfk_changed(loaded), DFK_OK);
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
compare_samples(bool changed)
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
		compare(&both, check, changed, path);
		dfk_close(check);
		close_reports(&both);
		buffer_free(&bytes);
	}
	cr_expect_gt(n, 100);
	stored_manifest_close(&m);
}

Test(saved, each_sample_has_the_same_report)
{
	compare_samples(false);
}

Test(saved, a_file_that_changed_later_has_the_same_report)
{
	compare_samples(true);
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
			struct both both;

			n_loaded++;
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
