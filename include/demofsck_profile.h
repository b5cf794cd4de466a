/* SPDX-License-Identifier: MIT */
/*
 * demofsck_profile.h - how grave findings are for a purpose
 *
 * An archive, a player and the author of a recorder do not mean the same by
 * "damaged".  A profile gives each rule a severity for one of them:
 *
 *   dfk_open(&options, &check);
 *   dfk_set_profile(check, "playback");
 *
 * It decides how findings are reported, and with that the verdict.  What is found
 * and what a repair does stay the same: a repair answers the errors of the profile
 * "archive", and what dfk_set_severity() makes of them.
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

/* The first one is the default.  Names never change. */
DFK_API size_t dfk_profile_count(void);
DFK_API const struct dfk_profile *dfk_profile_at(size_t index); /* or NULL */

/* The severity of a rule in a profile; DFK_OFF if either is not of the tables. */
DFK_API enum dfk_severity
dfk_profile_severity(const struct dfk_profile *profile,
		     const struct dfk_rule *rule);

/* Why this rule is an exception there, or NULL: it is as the others. */
DFK_API const char *dfk_profile_reason(const struct dfk_profile *profile,
				       const struct dfk_rule *rule);

/*
 * Before the first dfk_feed().  Before or after dfk_set_severity(): what that
 * function was told counts more.  DFK_BAD_ARGUMENT: an unknown name.
 * DFK_BAD_STATE: bytes were fed.
 */
DFK_API DFK_MUST_CHECK enum dfk_status dfk_set_profile(struct dfk_check *check,
						       const char *name);

#ifdef __cplusplus
}
#endif

#endif
