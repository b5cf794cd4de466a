/* SPDX-License-Identifier: MIT */
/*
 * demofsck_profile.h - the severity of findings for a purpose
 *
 * "Damaged" has different meanings for an archive, a player and the author of a recorder.
 * A profile gives each rule a severity for one purpose:
 *
 *   dfk_open(&options, &check);
 *   dfk_set_profile(check, "playback");
 *
 * The profile decides the severity of findings, so the profile also decides the verdict.
 * The profile does not change findings and repairs.  A repair removes the errors of the
 * profile "archive", with the changes by dfk_set_severity().
 */
#ifndef DEMOFSCK_PROFILE_H
#define DEMOFSCK_PROFILE_H

#include "demofsck.h"

#ifdef __cplusplus
extern "C" {
#endif

struct dfk_profile {
	const char *name;  /* "archive" */
	const char *title; /* the errors: "damage that stops the reading" */
};

/* The first profile is the default.  Names never change. */
DFK_API size_t dfk_profile_count(void);
DFK_API const struct dfk_profile *dfk_profile_at(size_t index); /* or NULL */

/* The severity of a rule in a profile.  DFK_OFF if the rule or the profile is not from
   the tables of this library. */
DFK_API enum dfk_severity
dfk_profile_severity(const struct dfk_profile *profile,
		     const struct dfk_rule *rule);

/* The reason why the severity of the rule is different in this profile.  NULL: the
   severity is not different. */
DFK_API const char *dfk_profile_reason(const struct dfk_profile *profile,
				       const struct dfk_rule *rule);

/*
 * Sets the profile, before the first dfk_feed().  The calls of dfk_set_severity()
 * override the profile, before or after this call.  DFK_BAD_ARGUMENT: the name is
 * unknown.  DFK_BAD_STATE: bytes were fed already.
 */
DFK_API DFK_MUST_CHECK enum dfk_status dfk_set_profile(struct dfk_check *check,
						       const char *name);

#ifdef __cplusplus
}
#endif

#endif
