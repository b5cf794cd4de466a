/* SPDX-License-Identifier: MIT */
/* command.c - the options of a check that its repair needs as well */
#include "cli/report/command.h"

#include <inttypes.h>

#include "cli/report/text.h"

static void
put_named(FILE *out, const char *option, const char *path, const char *instead)
{
	if (path == NULL)
		return;
	fprintf(out, "--%s=", option);
	text_put_word(out, path, instead);
	putc(' ', out);
}

/* How the file is read: snapshots, which have options of their own, cannot be
   repaired. */
static void
put_reading(FILE *out, const struct outcome *outcome)
{
	const struct args *args = outcome->args;
	const char *depth = outcome_fact_text(outcome, "depth");

	if (args->as != NULL)
		fprintf(out, "--as=%s ", args->as);
	if (args->depth != DFK_DEPTH_FULL && depth != NULL)
		fprintf(out, "--depth=%s ", depth);
	put_named(out, "map", args->map_path, "MAP");
}

/* What is wrong with it: not the profile, on which no plan depends; so that of a file
   of settings is taken back.  What else the file says comes first in both lists, and
   again with that file. */
static void
put_policy(FILE *out, const struct args *args)
{
	put_named(out, "config", args->config_path, "CONFIG");
	if (args->config_profile)
		fprintf(out, "--profile=%s ", dfk_profile_at(0)->name);
	for (size_t i = args->n_rules - args->own_rules; i < args->n_rules; i++)
		fprintf(out, "--rule=%s=%s ", args->rules[i].rule->id,
			dfk_severity_name(args->rules[i].severity));
	for (size_t i = args->n_limits - args->own_limits; i < args->n_limits;
	     i++)
		fprintf(out, "--limit=%s=%" PRIu64 " ", args->limits[i].name,
			args->limits[i].value);
}

void
command_put_repair(FILE *out, const struct outcome *outcome)
{
	fputs("demofsck repair ", out);
	put_reading(out, outcome);
	put_policy(out, outcome->args);
	text_put_word(out, outcome->path, "FILE");
	fputs(" -o OUT", out);
}
