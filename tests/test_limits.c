/* SPDX-License-Identifier: MIT */
/* test_limits.c - limits have names, and defaults within their bounds */
#include <criterion/criterion.h>
#include <string.h>

#include "validator/core/limits.h"
#include "validator/core/report.h"
#include "validator/core/search_limit.h"

Test(limits, are_set_by_name)
{
	struct limits l = limits_default();

	cr_expect_eq(l.header_bytes, 1 << 20);
	cr_expect(limits_set(&l, "header_bytes", 5));
	cr_expect_eq(l.header_bytes, 5);
	cr_expect_not(limits_set(&l, "header_bytes", UINT64_MAX));
	cr_expect_eq(l.header_bytes, 5);
	cr_expect_not(limits_set(&l, "header", 5));
}

static void
count(void *ctx, const struct dfk_finding *f)
{
	unsigned *hits = ctx;

	*hits += strcmp(f->rule->id, "limit.search_bytes") == 0;
}

/* What may be tried grows with what was read, once a limit is large; after it was
   reached nothing is tried, and that is said once. */
Test(limits, what_may_be_tried)
{
	struct limits l = limits_default();
	unsigned hits = 0;
	struct report r;
	struct search_limit s = { .report = &r, .limits = &l, .what = "x" };

	report_open(&r);
	r.emit = count;
	r.ctx = &hits;
	cr_assert(limits_set(&l, "search_bytes", 100));
	cr_expect(search_may_try(&s, 0, 100));
	cr_expect_not(search_may_try(&s, 1 << 20, 1));
	cr_expect_not(search_may_try(&s, 1 << 30, 0));
	cr_expect_eq(hits, 1);

	s = (struct search_limit){ .report = &r, .limits = &l, .what = "x" };
	cr_assert(limits_set(&l, "search_bytes", 3 << 22));
	cr_expect(search_may_try(&s, 0, 3 << 22));
	cr_expect(search_may_try(&s, 10, 30));
	cr_expect(search_may_try(&s, 5, 0) == false);
	cr_expect_eq(hits, 2);

	s = (struct search_limit){ .report = &r, .limits = &l, .what = "x" };
	cr_assert(limits_set(&l, "search_bytes", UINT64_C(1) << 40));
	cr_expect(search_may_try(&s, UINT64_MAX, UINT64_MAX));
	cr_expect_not(search_may_try(&s, UINT64_MAX, 1));
}

/* Each default can be set again, and each limit has its rule. */
Test(limits, table_is_well_formed)
{
	for (size_t i = 0; i < LIMIT_COUNT; i++) {
		const struct dfk_limit *row = &limit_rows[i];
		struct limits l = limits_default();
		char id[64] = "limit.";
		enum rule_id found;

		strncat(id, row->name, sizeof(id) - 7);
		cr_expect(limits_set(&l, row->name, row->value), "%s", id);
		cr_expect(rule_find(id, &found), "%s", id);
	}
}
