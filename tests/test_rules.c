/* SPDX-License-Identifier: MIT */
/* test_rules.c - the rule table is well formed, and its rows are found */
#include <criterion/criterion.h>
#include <string.h>

#include "validator/core/report.h"

Test(rules, table_is_well_formed)
{
	for (size_t i = 0; i < RULE_COUNT; i++) {
		const struct dfk_rule *r = &rules[i];
		enum rule_id found;

		cr_expect(r->title[0] && r->why[0], "%s", r->id);
		cr_expect(r->title[strlen(r->title) - 1] != '.', "%s", r->id);
		cr_expect(r->severity == DFK_ERROR || !r->stops_early, "%s",
			  r->id);
		cr_expect(rule_find(r->id, &found) && found == i, "%s", r->id);
		cr_expect(r->id[strspn(r->id, "abcdefghijklmnopqrstuvwxyz0123"
					      "456789_.")] == '\0',
			  "%s", r->id);
		cr_expect_eq(rule_is_limit((enum rule_id)i),
			     strcmp(r->format, "limit") == 0, "%s", r->id);
	}
}

/* A note is no defect: what is done about it loses nothing.  Where it could, the
   caller has to make it more than a note. */
Test(rules, notes_cost_nothing)
{
	static struct report r;

	report_open(&r);
	r.mender.fix_warnings = true;
	for (size_t i = 0; i < RULE_COUNT; i++)
		cr_expect(rules[i].repair == DFK_REPAIR_SAFE ||
				  !report_mends(&r, (enum rule_id)i, DFK_NOTE),
			  "%s", rules[i].id);
}

Test(rules, find_knows_nothing_else)
{
	enum rule_id found;

	cr_expect_not(rule_find("teehistorian.", &found));
	cr_expect_not(rule_find("missing_finish", &found));
	cr_expect_not(rule_find("", &found));
}

/* Given a row of the table, from the first to the last, its number is found. */
Test(rules, rows_have_their_numbers)
{
	enum rule_id found;

	for (size_t i = 0; i < RULE_COUNT; i++)
		cr_expect(rule_of_row(&rules[i], &found) && found == i, "%s",
			  rules[i].id);
	cr_expect_not(rule_of_row(rules + RULE_COUNT, &found));
	cr_expect_not(rule_of_row(NULL, &found));
}
