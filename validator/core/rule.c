/* SPDX-License-Identifier: MIT */
/* rule.c - the rule table */
#include "validator/core/rule.h"

#include "validator/core/cursor.h"

/* The meaning of the severity column in a .def file. */
#define SEVERITY_FATAL DFK_ERROR, .fatal = true
#define SEVERITY_EARLY DFK_ERROR, .stops_early = true
#define SEVERITY_EMPTY DFK_ERROR, .fatal = true, .stops_early = true
#define SEVERITY_ERROR DFK_ERROR
#define SEVERITY_WARN  DFK_WARNING
#define SEVERITY_NOTE  DFK_NOTE

/* clang-format off */
const struct dfk_rule rules[RULE_COUNT] = {
#define RULE(fmt, nm, sev, lvl, fix, sp, ttl, y) \
	[RULE_##fmt##_##nm] = { \
		.id = #fmt "." #nm, .format = #fmt, .name = #nm, \
		.severity = SEVERITY_##sev, .level = DFK_READER_##lvl, \
		.repair = DFK_REPAIR_##fix, \
		.spec = sp, .title = ttl, .why = y, \
	},
#include "validator/rules.def"
#undef RULE
};
/* clang-format on */

const struct dfk_rule *
rule_row(enum rule_id id)
{
	return &AT(rules, id);
}

bool
rule_find(const char *id, enum rule_id *out)
{
	const struct span name = span_tail(span_of_text(id),
					   strcspn(id, ".") + 1);

	for (size_t i = 0; i < RULE_COUNT; i++) {
		/* Many names begin with the same format. */
		if (span_starts(name, AT(rules, i).name, 1) &&
		    strcmp(AT(rules, i).id, id) == 0) {
			*out = (enum rule_id)i;
			return true;
		}
	}
	return false;
}

bool
rule_of_row(const struct dfk_rule *row, enum rule_id *out)
{
	const uintptr_t table = (uintptr_t)rules, at = (uintptr_t)row;

	if (at < table || at >= table + sizeof(rules))
		return false;
	*out = (enum rule_id)((at - table) / sizeof(*rules));
	return true;
}
