/* SPDX-License-Identifier: MIT */
/* profile.c - computes the severities of each profile from a general rule and
   exceptions */
#include "validator/core/profile.h"

#include "validator/core/cursor.h"

const struct dfk_profile profiles[PROFILE_COUNT] = {
	[PROFILE_archive] = { "archive", "data that no conforming writer makes" },
	[PROFILE_strict] = { "strict",
			     "also data no writer should make today" },
	[PROFILE_playback] = { "playback",
			       "data that players refuse or misread" },
	[PROFILE_lenient] = { "lenient", "damage that stops the reading" },
};

/* If a profile has two rows for one rule, this does not compile. */
enum {
#define PROFILE(profile, format, name, severity, reason) \
	PROFILE_ROW_##profile##_##format##_##name,
#include "validator/profiles.def"
#undef PROFILE
	PROFILE_ROWS
};

struct profile_row {
	enum profile_id profile;
	enum rule_id rule;
	enum dfk_severity severity;
	const char *reason;
};

/* clang-format off */
static const struct profile_row rows[PROFILE_ROWS] = {
#define PROFILE(profile, format, name, severity, why) \
	{ PROFILE_##profile, RULE_##format##_##name, DFK_##severity, why },
#include "validator/profiles.def"
#undef PROFILE
};
/* clang-format on */

bool
profile_find(const char *name, enum profile_id *out)
{
	for (size_t i = 0; i < PROFILE_COUNT; i++) {
		if (strcmp(AT(profiles, i).name, name) == 0) {
			*out = (enum profile_id)i;
			return true;
		}
	}
	return false;
}

bool
profile_of_row(const struct dfk_profile *row, enum profile_id *out)
{
	for (size_t i = 0; i < PROFILE_COUNT; i++) {
		if (&AT(profiles, i) == row) {
			*out = (enum profile_id)i;
			return true;
		}
	}
	return false;
}

static const struct profile_row *
find_row(enum profile_id profile, enum rule_id rule)
{
	for (size_t i = 0; i < PROFILE_ROWS; i++)
		if (AT(rows, i).profile == profile && AT(rows, i).rule == rule)
			return &AT(rows, i);
	return NULL;
}

static enum dfk_severity
law(enum profile_id profile, enum dfk_severity severity)
{
	if (profile == PROFILE_strict && severity == DFK_WARNING)
		return DFK_ERROR;
	if (profile == PROFILE_lenient && severity == DFK_ERROR)
		return DFK_WARNING;
	return severity;
}

enum dfk_severity
profile_severity(enum profile_id profile, enum rule_id rule)
{
	const struct profile_row *row = find_row(profile, rule);

	if (rule_row(rule)->fatal || rule_is_limit(rule))
		return DFK_ERROR;
	return row ? row->severity : law(profile, rule_row(rule)->severity);
}

/* A run may check millions of files, so the severities of all rules are computed
   together. */
struct profile_severities
profile_severities(enum profile_id profile)
{
	struct profile_severities all;

	for (size_t i = 0; i < RULE_COUNT; i++) {
		const struct dfk_rule *rule = &AT(rules, i);
		const bool fixed = rule->fatal ||
				   rule_is_limit((enum rule_id)i);

		AT(all.of, i) = fixed ? DFK_ERROR
				      : law(profile, rule->severity);
	}
	for (size_t i = 0; i < PROFILE_ROWS; i++)
		if (AT(rows, i).profile == profile)
			AT(all.of, AT(rows, i).rule) = AT(rows, i).severity;
	return all;
}

const char *
profile_reason(enum profile_id profile, enum rule_id rule)
{
	const struct profile_row *row = find_row(profile, rule);

	return row ? row->reason : NULL;
}
