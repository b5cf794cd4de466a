/* SPDX-License-Identifier: MIT */
/*
 * profile.h - the severity of each rule for a purpose
 *
 * A profile changes the shown severity, so it may change the verdict.  A profile changes
 * neither the findings nor the repair: see struct report.
 */
#ifndef VALIDATOR_CORE_PROFILE_H
#define VALIDATOR_CORE_PROFILE_H

#include "include/demofsck_profile.h"
#include "validator/core/rule.h"

enum profile_id {
	PROFILE_archive, /* the default */
	PROFILE_strict,
	PROFILE_playback,
	PROFILE_lenient,
	PROFILE_COUNT
};

extern const struct dfk_profile profiles[PROFILE_COUNT];

bool profile_find(const char *name, enum profile_id *out);

/* Finds the profile that has this row.  False: the row is not in the table. */
bool profile_of_row(const struct dfk_profile *row, enum profile_id *out);

enum dfk_severity profile_severity(enum profile_id profile, enum rule_id rule);

/* The severities of all rules in a profile. */
struct profile_severities {
	enum dfk_severity of[RULE_COUNT];
};

struct profile_severities profile_severities(enum profile_id profile);

/* Returns the reason why a rule is an exception in this profile, or NULL. */
const char *profile_reason(enum profile_id profile, enum rule_id rule);

#endif
