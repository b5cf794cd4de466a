/* SPDX-License-Identifier: MIT */
/* settings.c - equal settings have equal text, however the user has spelled them */
#include "cli/scrub/settings.h"

#include <stdio.h>
#include <stdlib.h>

static void
add_changed_rules(FILE *out, const struct args_how *how)
{
	const struct dfk_profile *profile = args_profile(how);

	for (size_t i = 0; i < dfk_rule_count(); i++) {
		const struct dfk_rule *rule = dfk_rule_at(i);
		const enum dfk_severity severity = args_severity(how, rule);

		if (severity != dfk_profile_severity(profile, rule))
			fprintf(out, " %s=%s", rule->id,
				dfk_severity_name(severity));
	}
}

static void
add_limits(FILE *out, const struct args_how *how)
{
	for (size_t i = 0; i < dfk_limit_count(); i++) {
		const struct dfk_limit *limit = dfk_limit_at(i);
		const uint64_t value = args_limit_value(how, limit->name);

		if (value != limit->value)
			fprintf(out, " %s=%llu", limit->name,
				(unsigned long long)value);
	}
}

static const char *
depth_name(enum dfk_depth depth)
{
	switch (depth) {
	case DFK_DEPTH_FULL: return "full";
	case DFK_DEPTH_MESSAGES: return "messages";
	case DFK_DEPTH_FRAMING: return "framing";
	}
	return "?";
}

char *
scrub_settings(const struct args *args)
{
	const struct args_how *how = &args->how;
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (out == NULL)
		return NULL;
	fprintf(out, "profile=%s depth=%s fail-on=%s", args_profile(how)->name,
		depth_name(how->depth),
		how->fail_on == DFK_OFF ? "never"
					: dfk_severity_name(how->fail_on));
	add_changed_rules(out, how);
	add_limits(out, how);
	if (fclose(out) == 0)
		return text;
	free(text);
	return NULL;
}
