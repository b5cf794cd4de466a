/* SPDX-License-Identifier: MIT */
/* test_limits.c - limits have names, and defaults within their bounds */
#include <criterion/criterion.h>
#include <string.h>

#include "validator/core/limits.h"
#include "validator/core/report.h"

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
