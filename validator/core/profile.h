/* SPDX-License-Identifier: MIT */
/*
 * profile.h - how grave each rule is for a purpose
 *
 * A profile changes what a finding is called, and with that the verdict.  It
 * changes neither what is found nor what a repair does: see struct report.
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

/* The profile whose row this is; false: it is not in the table. */
bool profile_of_row(const struct dfk_profile *row, enum profile_id *out);

enum dfk_severity profile_severity(enum profile_id profile, enum rule_id rule);

/* The same for all rules. */
struct profile_severities {
	enum dfk_severity of[RULE_COUNT];
};

struct profile_severities profile_severities(enum profile_id profile);

/* Why a rule is an exception of that profile, or NULL. */
const char *profile_reason(enum profile_id profile, enum rule_id rule);

#endif
