/* SPDX-License-Identifier: MIT */
/* args.c - the rules and limits that the command line changed */
#include "cli/args.h"

#include <stdlib.h>
#include <string.h>

#include "include/demofsck_map.h"
#include "include/demofsck_snapshot.h"

const struct dfk_profile *
args_profile(const struct args_how *how)
{
	return how->profile != NULL ? how->profile : dfk_profile_at(0);
}

enum dfk_severity
args_severity(const struct args_how *how, const struct dfk_rule *rule)
{
	enum dfk_severity severity = dfk_profile_severity(args_profile(how),
							  rule);

	for (size_t i = 0; i < how->rules.n; i++) {
		if (how->rules.at[i].rule == rule)
			severity = how->rules.at[i].severity;
	}
	return severity;
}

bool
args_accepts(const struct args_how *how, const char *id)
{
	if (!how->gate || how->accept == 0)
		return true;
	for (size_t i = 0; i < dfk_format_count(); i++) {
		if (id != NULL && strcmp(dfk_format_at(i)->id, id) == 0)
			return (how->accept >> i & 1U) != 0;
	}
	return false;
}

bool
args_shows_notes(const struct args *args)
{
	return args->out.verbose || args->how.fail_on == DFK_NOTE;
}

uint64_t
args_limit_value(const struct args_how *how, const char *name)
{
	uint64_t value = UINT64_MAX;

	for (size_t i = 0; i < dfk_limit_count(); i++) {
		if (strcmp(dfk_limit_at(i)->name, name) == 0)
			value = dfk_limit_at(i)->value;
	}
	for (size_t i = 0; i < how->limits.n; i++) {
		if (strcmp(how->limits.at[i].name, name) == 0)
			value = how->limits.at[i].value;
	}
	return value;
}

bool
args_file(const struct args *args, size_t at, const char **path)
{
	const struct args_what *what = &args->what;
	const char *const paths[] = { what->files0_from, args->how.config_path,
				      what->map_path, what->base_path };
	const size_t n = sizeof(paths) / sizeof(paths[0]);

	if (at >= n + args->how.allow.n)
		return false;
	*path = at < n ? paths[at] : args->how.allow.files[at - n];
	return true;
}

void
args_free_how(struct args_how *how)
{
	free(how->limits.at);
	free(how->rules.at);
	for (size_t i = 0; i < how->allow.n; i++)
		free(how->allow.files[i]);
	free(how->allow.files);
	allowed_free(&how->allow.digests);
}

void
args_free(struct args *args)
{
	args_free_how(&args->how);
	free(args->out.reports);
	free(args->what.excludes);
	dfk_snapshot_close(args->what.base);
	dfk_map_close(args->what.map);
	free(args->what.map_bytes);
	dfk_known_maps_close(args->what.known_maps);
}
