/* SPDX-License-Identifier: MIT */
/* profile.c - the public interface to profiles */
#include "validator/core/profile.h"

#include "api/handles.h"

size_t
dfk_profile_count(void)
{
	return PROFILE_COUNT;
}

const struct dfk_profile *
dfk_profile_at(size_t index)
{
	return index < PROFILE_COUNT ? &AT(profiles, index) : NULL;
}

enum dfk_severity
dfk_profile_severity(const struct dfk_profile *profile,
		     const struct dfk_rule *rule)
{
	enum profile_id p;
	enum rule_id r;

	return profile_of_row(profile, &p) && rule_of_row(rule, &r)
		       ? profile_severity(p, r)
		       : DFK_OFF;
}

const char *
dfk_profile_reason(const struct dfk_profile *profile,
		   const struct dfk_rule *rule)
{
	enum profile_id p;
	enum rule_id r;

	return profile_of_row(profile, &p) && rule_of_row(rule, &r)
		       ? profile_reason(p, r)
		       : NULL;
}

enum dfk_status
dfk_set_profile(struct dfk_check *check, const char *name)
{
	struct report *report = &check->session.report;
	struct profile_severities all;
	enum profile_id profile;

	if (check->fed)
		return DFK_BAD_STATE;
	if (!name || !profile_find(name, &profile))
		return DFK_BAD_ARGUMENT;
	all = profile_severities(profile);
	for (size_t i = 0; i < RULE_COUNT; i++)
		if (!AT(check->given, i))
			AT(report->judged, i) = AT(all.of, i);
	return DFK_OK;
}
