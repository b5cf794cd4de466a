/* SPDX-License-Identifier: MIT */
/* test_misuse.c - the public interface, used as it should not be */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "include/demofsck_report.h"
#include "include/demofsck_snapshot.h"
#include "tests/support.h"

/* ------------------------------------------- calls from inside a callback */

struct caller {
	struct dfk_check *check;
	struct dfk_repair *repair;
	struct dfk_report *report;
	unsigned calls;
	bool bad; /* an error was found */
};

/* Whatever is asked for while a call is under way comes to nothing. */
static void
call_back(struct caller *c)
{
	struct dfk_check *check = c->check;
	struct dfk_repair *repair;
	struct dfk_fact fact;
	struct dfk_edit edit;

	c->calls++;
	cr_expect_eq(dfk_feed(check, "x", 1), DFK_BAD_STATE);
	cr_expect_eq(dfk_finish(check), DFK_BAD_STATE);
	cr_expect_eq(dfk_set_limit(check, "edits", 5), DFK_BAD_STATE);
	cr_expect_eq(dfk_set_severity(check, "file.empty", DFK_NOTE),
		     DFK_BAD_STATE);
	cr_expect_eq(dfk_set_protocol(check, DFK_PROTOCOL_06), DFK_BAD_STATE);
	cr_expect_eq(dfk_set_base(check, NULL), DFK_BAD_STATE);
	cr_expect_eq(dfk_set_size(check, 1), DFK_BAD_STATE);
	cr_expect_eq(dfk_set_name(check, "y"), DFK_BAD_STATE);
	cr_expect_eq(dfk_stop(check), DFK_BAD_STATE);
	cr_expect_eq(dfk_repair_open(check, collect, NULL, &repair),
		     DFK_BAD_STATE);
	cr_expect_null(dfk_result_of(check));
	cr_expect_not(dfk_fact_at(check, 0, &fact));
	cr_expect_not(dfk_edit_at(check, 0, &edit));
	cr_expect_not(dfk_gate_accepts(check, DFK_ERROR));
	if (c->bad)
		cr_expect_neq(dfk_verdict_so_far(check), DFK_VALID);
}

static void
on_finding(void *ctx, const struct dfk_finding *finding)
{
	struct caller *c = ctx;

	c->bad |= finding->severity == DFK_ERROR;
	call_back(c);
}

static void
on_record(void *ctx, const struct dfk_record *record)
{
	(void)record;
	call_back(ctx);
}

Test(misuse, calls_from_callbacks_are_refused)
{
	struct bytes b = recording();
	struct caller caller = { .calls = 0 };
	const struct dfk_options o = { DFK_OPTIONS, .on_finding = on_finding,
				       .on_record = on_record, .ctx = &caller };

	/* TICK_SKIP 10: up to the first line feed the bytes are held. */
	put(&b, "\x41\x0a", 2);
	put(&b, "\x00\x81\x00\x02", 4); /* an int in two bytes */
	cr_assert_eq(dfk_open(&o, &caller.check), DFK_OK);
	cr_expect_eq(dfk_feed(caller.check, b.at, b.n), DFK_OK);
	cr_expect_gt(caller.calls, 2);
	caller.calls = 0;
	cr_expect_eq(dfk_set_name(caller.check, "x.demo"), DFK_OK);
	cr_expect_eq(dfk_finish(caller.check), DFK_OK);
	cr_expect_eq(caller.calls, 2, "missing_finish, file.extension");
	cr_expect_not_null(dfk_result_of(caller.check));
	dfk_close(caller.check);
	free(b.at);
}

static int
write_back(void *ctx, const void *bytes, size_t size)
{
	struct caller *c = ctx;

	(void)bytes;
	(void)size;
	c->calls++;
	cr_expect_eq(dfk_repair_feed(c->repair, "x", 1), DFK_BAD_STATE);
	cr_expect_eq(dfk_repair_finish(c->repair), DFK_BAD_STATE);
	return 0;
}

Test(misuse, repair_is_not_called_again_by_its_writer)
{
	struct bytes b = recording();
	struct caller caller = { .calls = 0 };

	cr_assert_eq(dfk_open(NULL, &caller.check), DFK_OK);
	cr_assert_eq(dfk_feed(caller.check, b.at, b.n), DFK_OK);
	cr_assert_eq(dfk_finish(caller.check), DFK_OK);
	cr_assert_eq(dfk_repair_open(caller.check, write_back, &caller,
				     &caller.repair),
		     DFK_OK);
	cr_expect_eq(dfk_repair_feed(caller.repair, b.at, b.n), DFK_OK);
	cr_expect_eq(dfk_repair_finish(caller.repair), DFK_OK);
	cr_expect_gt(caller.calls, 0);
	dfk_repair_close(caller.repair);
	dfk_close(caller.check);
	free(b.at);
}

static void
verdict_is_undecided(void *ctx, const struct dfk_finding *finding)
{
	struct caller *c = ctx;
	struct dfk_repair *repair;

	if (finding->rule != dfk_rule_find("file.growing"))
		return;
	c->calls++;
	cr_expect_eq(dfk_result_of(c->check)->verdict, DFK_UNDECIDED);
	cr_expect_not(dfk_gate_accepts(c->check, DFK_ERROR));
	cr_expect_eq(dfk_changed(c->check), DFK_BAD_STATE);
	cr_expect_eq(dfk_repair_open(c->check, collect, NULL, &repair),
		     DFK_BAD_STATE);
}

Test(misuse, what_changed_is_undecided_at_once)
{
	struct bytes b = finished();
	struct caller caller = { .calls = 0 };
	const struct dfk_options o = { DFK_OPTIONS,
				       .on_finding = verdict_is_undecided,
				       .ctx = &caller };

	cr_assert_eq(dfk_open(&o, &caller.check), DFK_OK);
	cr_assert_eq(dfk_feed(caller.check, b.at, b.n), DFK_OK);
	cr_assert_eq(dfk_finish(caller.check), DFK_OK);
	cr_expect_eq(dfk_changed(caller.check), DFK_OK);
	cr_expect_eq(caller.calls, 1);
	dfk_close(caller.check);
	free(b.at);
}

static int
report_back(void *ctx, const void *bytes, size_t size)
{
	struct caller *c = ctx;
	const struct dfk_report_file file = { .check = NULL };

	(void)bytes;
	(void)size;
	c->calls++;
	cr_expect_eq(dfk_report_start(c->report, "y"), DFK_BAD_STATE);
	cr_expect_eq(dfk_report_actions(c->report, c->check), DFK_BAD_STATE);
	cr_expect_eq(dfk_report_file(c->report, &file), DFK_BAD_STATE);
	cr_expect_eq(dfk_report_flush(c->report), DFK_BAD_STATE);
	cr_expect_eq(dfk_report_finish(c->report, 0), DFK_BAD_STATE);
	return 0;
}

Test(misuse, a_report_is_not_called_by_its_writer)
{
	struct caller caller = { .calls = 0 };
	const struct dfk_report_options o = { .command = "check",
					      .write = report_back,
					      .ctx = &caller };

	cr_assert_eq(dfk_report_open(&o, &caller.report), DFK_OK);
	cr_expect_eq(dfk_report_start(caller.report, "x"), DFK_OK);
	cr_expect_eq(dfk_report_finish(caller.report, 0), DFK_OK);
	cr_expect_eq(caller.calls, 1);
	dfk_report_close(caller.report);
}

/* ----------------------------------------------------- memory that fails */

struct meter {
	bool refuse;
};

static void *
meter_alloc(void *ctx, size_t size)
{
	const struct meter *m = ctx;

	return m->refuse ? NULL : malloc(size);
}

static void
meter_free(void *ctx, void *ptr)
{
	(void)ctx;
	free(ptr);
}

/* Given no memory for another base, the one before stays. */
Test(misuse, base_that_cannot_be_copied)
{
	static const int32_t full[] = { 16, 1, 0, 393216, 1, 2, 3 };
	static const int32_t delta[] = { 1, 0, 0, 393216 };
	struct meter meter = { .refuse = false };
	const struct dfk_options o = {
		DFK_OPTIONS,
		.as = "snapshot-delta",
		.allocator = { meter_alloc, meter_free, &meter },
	};
	struct dfk_snapshot *base;
	struct dfk_check *check;

	cr_assert_eq(dfk_snapshot_open(NULL, DFK_PROTOCOL_06, &base), DFK_OK);
	cr_assert_eq(dfk_snapshot_load(base, full, 7), DFK_OK);
	cr_assert_eq(dfk_open(&o, &check), DFK_OK);
	cr_assert_eq(dfk_set_base(check, base), DFK_OK);
	meter.refuse = true;
	cr_expect_eq(dfk_set_base(check, base), DFK_NO_MEMORY);
	meter.refuse = false;
	cr_expect_eq(dfk_feed(check, delta, sizeof(delta)), DFK_OK);
	cr_expect_eq(dfk_finish(check), DFK_OK);
	cr_expect_eq(dfk_result_of(check)->warnings, 0,
		     "the key is in the base");
	dfk_close(check);
	dfk_snapshot_close(base);
}

/* What only reading needed is given back before the next check begins. */
struct account {
	size_t held;
};

static void *
account_alloc(void *ctx, size_t size)
{
	struct account *a = ctx;
	size_t *p = malloc(size + 16);

	if (!p)
		return NULL;
	*p = size;
	a->held += size;
	return (char *)p + 16;
}

static void
account_free(void *ctx, void *ptr)
{
	struct account *a = ctx;
	size_t *p;

	if (!ptr)
		return;
	p = (size_t *)(void *)((char *)ptr - 16);
	a->held -= *p;
	free(p);
}

/* Given a map with large tables, a finished check holds none of them. */
Test(misuse, tables_are_given_back_at_the_end)
{
	enum { TABLES = 400000 };
	struct account account = { .held = 0 };
	const struct dfk_options o = {
		DFK_OPTIONS,
		.allocator = { account_alloc, account_free, &account },
	};
	static uint8_t map[36 + TABLES];
	const uint32_t header[] = { 0x41544144, 4, 0, 0, 0, 0, 0, TABLES, 0 };
	struct dfk_check *check;
	struct dfk_fact fact;

	for (size_t i = 0; i < 36; i++)
		map[i] = (uint8_t)(header[i / 4] >> 8 * (i % 4));
	cr_assert_eq(dfk_open(&o, &check), DFK_OK);
	cr_expect_eq(dfk_feed(check, map, sizeof(map)), DFK_OK);
	cr_expect_gt(account.held, TABLES);
	cr_expect_eq(dfk_finish(check), DFK_OK);
	cr_expect_lt(account.held, 100000);
	cr_expect(dfk_fact_at(check, 2, &fact));
	dfk_close(check);
	cr_expect_eq(account.held, 0);
}

Test(misuse, options_out_of_range)
{
	struct dfk_check *check;
	struct dfk_options o = { DFK_OPTIONS, .level = (enum dfk_level)3 };

	cr_expect_eq(dfk_open(&o, &check), DFK_BAD_ARGUMENT);
	cr_expect_null(check);
	o.level = (enum dfk_level)77;
	cr_expect_eq(dfk_open(&o, &check), DFK_BAD_ARGUMENT);
	o.level = DFK_LEVEL_PREFIX;
	cr_assert_eq(dfk_open(&o, &check), DFK_OK);
	dfk_close(check);
}
