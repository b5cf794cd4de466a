/* SPDX-License-Identifier: MIT */
/* verdict_map.c - the map of a demo in the line about the demo */
#include "cli/report/verdict_map.h"

#include <string.h>

#include "cli/report/text.h"

/* Is the map of a demo damaged, or are its sums given up? */
static bool
is_map_damaged(const struct outcome *outcome)
{
	const struct dfk_rule *damaged = dfk_rule_find("twdemo.map_damaged");
	bool repaired = false;
	struct dfk_edit edit;

	if (outcome_is(outcome, DFK_UNDECIDED))
		return false;
	for (size_t i = 0; dfk_edit_at(outcome->check, i, &edit); i++) {
		if (edit.lossy && strncmp(edit.rule->name, "map_", 4) == 0)
			return true;
		repaired |= edit.rule == damaged;
	}
	return !repaired && dfk_rule_hits(outcome->check, damaged) > 0;
}

/* A digest of which all letters are the same was not known to the writer. */
static bool
is_known(const char *digest)
{
	return digest &&
	       strspn(digest, (char[]){ digest[0], '\0' }) != strlen(digest);
}

/* "dm1, SHA-256 77b9…": the map as the header names it. */
static void
put_name(FILE *out, const struct outcome *outcome)
{
	const char *name = outcome_fact_text(outcome, "map_name");
	const char *sha256 = outcome_fact_text(outcome, "map_sha256");
	const char *crc = outcome_fact_text(outcome, "map_crc");

	text_put(out, name ? name : "no name");
	if (is_known(sha256))
		fprintf(out, ", SHA-256 %s", sha256);
	else if (crc)
		fprintf(out, ", CRC %s", crc);
}

static bool
is_map_dropped(const struct outcome *outcome)
{
	struct dfk_edit edit;

	for (size_t i = 0; dfk_edit_at(outcome->check, i, &edit); i++)
		if (edit.lossy && strncmp(edit.rule->name, "map_", 4) == 0 &&
		    edit.remove > 0 && edit.insert_length == 0)
			return true;
	return false;
}

/* Where nothing can be repaired, the map may not be the only reason. */
static void
put_way_on(FILE *out, const struct outcome *outcome)
{
	const bool repairable = outcome->result->repairable !=
				DFK_REPAIRABLE_NO;

	fputs("; the map is damaged", out);
	if (repairable && is_map_dropped(outcome))
		fputs(", and goes", out);
	fputs(": --map=FILE ", out);
	fputs(repairable ? "puts a whole one in its place" : "may help", out);
	fputs(", if FILE is ", out);
	put_name(out, outcome);
}

void
verdict_put_map(FILE *out, const struct outcome *outcome)
{
	const struct dfk_rule *other = dfk_rule_find("twdemo.map_mismatch");

	if (outcome_is(outcome, DFK_VALID) &&
	    outcome->args->command->bit != ARGS_REPAIR &&
	    dfk_rule_hits(outcome->check,
			  dfk_rule_find("twdemo.map_external")) > 0) {
		fputs("; without a map, players need ", out);
		put_name(out, outcome);
	}
	if (!is_map_damaged(outcome))
		return;
	if (outcome->args->map == NULL)
		put_way_on(out, outcome);
	else if (dfk_rule_hits(outcome->check, other) > 0)
		fputs("; the map that was given is another one, and does not "
		      "help",
		      out);
}
