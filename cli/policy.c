/* SPDX-License-Identifier: MIT */
/* policy.c - reads the names of profiles, severities, limits, formats and the fail
   level */
#include "cli/policy.h"

#include <string.h>

#include "cli/nearest.h"
#include "cli/report/text.h"
#include "cli/scalar.h"

bool
policy_profile(struct args_how *how, const char *from, const char *name)
{
	struct nearest nearest = { .word = name, .length = strlen(name) };
	char known[64] = "";

	for (size_t i = 0; i < dfk_profile_count(); i++) {
		const struct dfk_profile *profile = dfk_profile_at(i);

		if (strcmp(profile->name, name) == 0) {
			how->profile = profile;
			return true;
		}
		scalar_list(known, sizeof(known), profile->name);
		nearest_offer(&nearest, profile->name);
	}
	if (nearest.best != NULL)
		nearest_complain(from, &nearest, "profile");
	else
		text_complain(from, "'%s' is not one of %s", name, known);
	return false;
}

static bool
refuse_rule(const char *from, const char *id)
{
	const struct dfk_rule *like = nearest_rule(id);

	if (like != NULL)
		text_complain(from, "'%s' is no rule; did you mean %s?", id,
			      like->id);
	else
		text_complain(from, "'%s' is no rule; see demofsck rules", id);
	return false;
}

bool
policy_rule(struct args_how *how, const char *from, const char *id,
	    const char *severity)
{
	static const char *const words[] = { "off", "note", "warning", "error",
					     NULL };
	const struct dfk_rule *rule = dfk_rule_find(id);
	int at;

	if (rule == NULL)
		return refuse_rule(from, id);
	if (!scalar_word(from, severity, words, &at))
		return false;
	if (rule->fatal && at < (int)DFK_ERROR) {
		text_complain(from,
			      "%s stays an error: a fatal rule reports data "
			      "that cannot be read",
			      rule->id);
		return false;
	}
	if (strcmp(rule->format, "limit") == 0 && at < (int)DFK_ERROR) {
		text_complain(from,
			      "%s stays an error: a file that hits a limit is "
			      "undecided; see --limit",
			      rule->id);
		return false;
	}
	how->rules.at[how->rules.n++] = (struct args_rule){
		rule, (enum dfk_severity)at
	};
	return true;
}

static const struct dfk_limit *
find_limit(const char *name)
{
	for (size_t i = 0; i < dfk_limit_count(); i++) {
		if (strcmp(dfk_limit_at(i)->name, name) == 0)
			return dfk_limit_at(i);
	}
	return NULL;
}

static bool
refuse_limit(const char *from, const char *name)
{
	struct nearest nearest = { .word = name, .length = strlen(name) };
	char known[512] = "";

	for (size_t i = 0; i < dfk_limit_count(); i++) {
		scalar_list(known, sizeof(known), dfk_limit_at(i)->name);
		nearest_offer(&nearest, dfk_limit_at(i)->name);
	}
	if (nearest.best != NULL)
		nearest_complain(from, &nearest, "limit");
	else
		text_complain(from, "'%s' is not one of the limits: %s", name,
			      known);
	return false;
}

bool
policy_limit(struct args_how *how, const char *from, const char *name,
	     const char *value)
{
	const struct dfk_limit *limit = find_limit(name);
	uint64_t number;

	if (limit == NULL)
		return refuse_limit(from, name);
	if (*value < '0' || *value > '9' || !scalar_number(value, &number)) {
		text_complain(from, "'%s' is not a number of %s", value,
			      limit->unit);
		return false;
	}
	if (number > limit->maximum) {
		text_complain(from, "%s is at most %llu %s", limit->name,
			      (unsigned long long)limit->maximum, limit->unit);
		return false;
	}
	how->limits.at[how->limits.n++] = (struct args_limit){ limit->name,
							       number };
	return true;
}

/* Returns the number of the format with this name, or the number of all formats. */
static size_t
find_format(const char *name, size_t length)
{
	size_t i = 0;

	while (i < dfk_format_count() &&
	       (strlen(dfk_format_at(i)->id) != length ||
		memcmp(dfk_format_at(i)->id, name, length) != 0))
		i++;
	return i;
}

static bool
refuse_format(const char *from, const char *name, size_t length)
{
	struct nearest nearest = { .word = name, .length = length };
	char known[256] = "";

	for (size_t i = 0; i < dfk_format_count(); i++) {
		scalar_list(known, sizeof(known), dfk_format_at(i)->id);
		nearest_offer(&nearest, dfk_format_at(i)->id);
	}
	if (nearest.best != NULL)
		nearest_complain(from, &nearest, "format");
	else
		text_complain(from, "'%.*s' is not one of the formats: %s",
			      (int)length, name, known);
	return false;
}

bool
policy_accept(struct args_how *how, const char *from, const char *names)
{
	unsigned accept = 0;

	for (const char *name = names;; name++) {
		const size_t length = strcspn(name, ",");
		const size_t at = find_format(name, length);

		if (at == dfk_format_count())
			return refuse_format(from, name, length);
		accept |= 1U << at;
		name += length;
		if (*name == '\0')
			break;
	}
	how->accept = accept;
	return true;
}

bool
policy_fail_on(struct args_how *how, const char *from, const char *level)
{
	static const char *const words[] = { "never", "note", "warning",
					     "error", NULL };
	int at;

	if (!scalar_word(from, level, words, &at))
		return false;
	how->fail_on = (enum dfk_severity)at;
	how->has_fail_on = true;
	return true;
}
