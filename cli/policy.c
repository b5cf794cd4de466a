/* SPDX-License-Identifier: MIT */
/* policy.c - reads the names of profiles, severities, limits, formats and the fail
   level */
#include "cli/policy.h"

#include <string.h>

#include "cli/nearest.h"
#include "cli/report/text.h"
#include "cli/scalar.h"

/* Names that the library has, by their number. */
struct names {
	const char *kind;
	size_t (*count)(void);
	const char *(*at)(size_t i);
};

const char *const policy_severity_words[] = { "off", "note", "warning", "error",
					      NULL };
const char *const policy_fail_words[] = { "never", "note", "warning", "error",
					  NULL };

static const char *
profile_name(size_t i)
{
	return dfk_profile_at(i)->name;
}

static const char *
limit_name(size_t i)
{
	return dfk_limit_at(i)->name;
}

static const char *
format_name(size_t i)
{
	return dfk_format_at(i)->id;
}

static const struct names profiles = { "profile", dfk_profile_count,
				       profile_name };
static const struct names limits = { "limit", dfk_limit_count, limit_name };
static const struct names formats = { "format", dfk_format_count, format_name };

/* Returns the number of the first `length` bytes of `name`, or the number of all names
   after a message. */
static size_t
find_name(const struct names *names, const char *from, const char *name,
	  size_t length)
{
	struct nearest nearest = { .word = name, .length = length };
	char known[512] = "";

	for (size_t i = 0; i < names->count(); i++) {
		const char *at = names->at(i);

		if (strlen(at) == length && memcmp(at, name, length) == 0)
			return i;
		scalar_list(known, sizeof(known), at);
		nearest_offer(&nearest, at);
	}
	if (nearest.best != NULL)
		nearest_complain(from, &nearest, names->kind);
	else
		text_complain(from, "'%.*s' is not one of the %ss: %s",
			      (int)length, name, names->kind, known);
	return names->count();
}

bool
policy_profile(struct args_how *how, const char *from, const char *name)
{
	const size_t at = find_name(&profiles, from, name, strlen(name));

	if (at == dfk_profile_count())
		return false;
	how->profile = dfk_profile_at(at);
	return true;
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
	const struct dfk_rule *rule = dfk_rule_find(id);
	int at;

	if (rule == NULL)
		return refuse_rule(from, id);
	if (!scalar_word(from, severity, policy_severity_words, &at))
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

bool
policy_limit(struct args_how *how, const char *from, const char *name,
	     const char *value)
{
	const size_t at = find_name(&limits, from, name, strlen(name));
	const struct dfk_limit *limit;
	uint64_t number;

	if (at == dfk_limit_count())
		return false;
	limit = dfk_limit_at(at);
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

bool
policy_accept(struct args_how *how, const char *from, const char *names)
{
	unsigned accept = 0;

	for (const char *name = names;; name++) {
		const size_t length = strcspn(name, ",");
		const size_t at = find_name(&formats, from, name, length);

		if (at == dfk_format_count())
			return false;
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
	int at;

	if (!scalar_word(from, level, policy_fail_words, &at))
		return false;
	how->fail_on = (enum dfk_severity)at;
	how->has_fail_on = true;
	return true;
}
