/* SPDX-License-Identifier: MIT */
/* args.c - rules and limits as the command line changes them */
#include "cli/args.h"

#include <stdlib.h>
#include <string.h>

#include "include/demofsck_map.h"
#include "include/demofsck_snapshot.h"

const struct dfk_profile *
args_profile(const struct args *args)
{
	return args->profile != NULL ? args->profile : dfk_profile_at(0);
}

enum dfk_severity
args_severity(const struct args *args, const struct dfk_rule *rule)
{
	enum dfk_severity severity = dfk_profile_severity(args_profile(args),
							  rule);

	for (size_t i = 0; i < args->n_rules; i++) {
		if (args->rules[i].rule == rule)
			severity = args->rules[i].severity;
	}
	return severity;
}

bool
args_shows_notes(const struct args *args)
{
	return args->verbose || args->fail_on == DFK_NOTE;
}

uint64_t
args_limit_value(const struct args *args, const char *name)
{
	uint64_t value = UINT64_MAX;

	for (size_t i = 0; i < dfk_limit_count(); i++) {
		if (strcmp(dfk_limit_at(i)->name, name) == 0)
			value = dfk_limit_at(i)->value;
	}
	for (size_t i = 0; i < args->n_limits; i++) {
		if (strcmp(args->limits[i].name, name) == 0)
			value = args->limits[i].value;
	}
	return value;
}

bool
args_file(const struct args *args, size_t at, const char **path)
{
	const char *const paths[] = { args->files0_from, args->config_path,
				      args->map_path, args->base_path };
	const size_t n = sizeof(paths) / sizeof(paths[0]);

	if (at >= n + args->n_allow_files)
		return false;
	*path = at < n ? paths[at] : args->allow_files[at - n];
	return true;
}

void
args_free(struct args *args)
{
	free(args->limits);
	free(args->rules);
	free(args->reports);
	for (size_t i = 0; i < args->n_allow_files; i++)
		free(args->allow_files[i]);
	free(args->allow_files);
	allowed_free(&args->allowed);
	dfk_snapshot_close(args->base);
	dfk_map_close(args->map);
	free(args->map_bytes);
	dfk_known_maps_close(args->known_maps);
}
