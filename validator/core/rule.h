/* SPDX-License-Identifier: MIT */
/* rule.h - the rule table in C: an enumerator and a row for each rule */
#ifndef VALIDATOR_CORE_RULE_H
#define VALIDATOR_CORE_RULE_H

#include "include/demofsck.h"

enum rule_id {
#define RULE(format, name, severity, level, repair, spec, title, why) \
	RULE_##format##_##name,
#include "validator/rules.def"
#undef RULE
	RULE_COUNT
};

extern const struct dfk_rule rules[RULE_COUNT];

const struct dfk_rule *rule_row(enum rule_id id);
bool rule_find(const char *id, enum rule_id *out);

/* Finds the rule that has this row.  False: the row is not in the table. */
bool rule_of_row(const struct dfk_rule *row, enum rule_id *out);

/* The numbers of rules in each file. rules.def includes the files in this order. */
enum {
	RULE_OF_FILES = 0
#define RULE(format, name, severity, level, repair, spec, title, why) +1
#include "validator/core/file_rules.def"
#undef RULE
};
enum {
	RULE_OF_LIMITS = 0
#define LIMIT(name, unit, value, maximum, why) +1
#include "validator/core/limits.def"
#undef LIMIT
};

/* Called for each finding. */
static inline bool
rule_is_limit(enum rule_id id)
{
	const unsigned at = id;

	return at >= RULE_OF_FILES && at < RULE_OF_FILES + RULE_OF_LIMITS;
}

#endif
