/* SPDX-License-Identifier: MIT */
/* verdict.c - the line about a file: what it is, what was done, and how to repair it */
#include "cli/report/verdict.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/report/color.h"
#include "cli/report/lost.h"
#include "cli/report/text.h"

/* By which profile it is judged, if that is not the default, and whether the file is
   allowed all the same. */
static void
put_policy(FILE *out, const struct outcome *outcome)
{
	const struct dfk_profile *profile = args_profile(outcome->args);

	if (profile != dfk_profile_at(0))
		fprintf(out, " (profile %s)", profile->name);
	if (outcome->allowed)
		fputs(" (on the list of allowed files)", out);
}

void
verdict_put(FILE *out, const struct outcome *outcome)
{
	color_put(out, outcome->report,
		  outcome_is(outcome, DFK_VALID) ? COLOR_GREEN : COLOR_RED,
		  outcome_verdict_name(outcome_verdict(outcome)));
	put_policy(out, outcome);
}

/* ------------------------------------------------------ how far it is whole */

/* "12 messages": the format has its own word for records. */
static void
put_records(FILE *out, const struct outcome *outcome, int64_t n)
{
	const struct dfk_format *format = outcome_format(outcome);

	if (format)
		fprintf(out, "%" PRId64 " %s%s", n, format->record,
			text_plural((uint64_t)n));
}

static void
put_framed(FILE *out, const struct outcome *outcome)
{
	const char *depth = outcome_fact_text(outcome, "depth");

	if (depth && strcmp(depth, "framing") == 0)
		fputs(", only its commands were checked", out);
	else if (depth && strcmp(depth, "messages") == 0)
		fputs(", its entities were not checked", out);
}

/* What is unsupported may be said in a note. */
static void
put_hidden(FILE *out, const struct outcome *outcome)
{
	if (outcome_is(outcome, DFK_UNSUPPORTED) && !outcome->args->verbose &&
	    outcome->result->notes > 0)
		fputs("; -v says why", out);
}

static void
put_key_facts(FILE *out, const struct outcome *outcome)
{
	const struct dfk_result *result = outcome->result;
	struct dfk_fact fact;

	fputs(result->format, out);
	if (result->version != NULL) {
		putc(' ', out);
		text_put(out, result->version);
	}
	if (result->compression != NULL)
		fprintf(out, " in %s", result->compression);
	if (outcome_fact(outcome, "records", &fact)) {
		fputs(", ", out);
		put_records(out, outcome, fact.integer);
	}
	/* Ticks of a level that goes on are counted backwards. */
	if (outcome_fact(outcome, "duration_s", &fact) &&
	    fact.kind == DFK_FACT_REAL && fact.real >= 0)
		fprintf(out, ", %.1f s", fact.real);
	put_framed(out, outcome);
	if (outcome->result->warnings > 0)
		fprintf(out, ", %" PRIu64 " warning%s",
			outcome->result->warnings,
			text_plural(outcome->result->warnings));
	if (result->mendable_warnings > 0)
		fputs(" (see repair --fix-warnings)", out);
}

/* Maps and raw snapshots have no ticks; those of a demo begin anywhere. */
static void
put_ticks(FILE *out, const struct outcome_ticks *ticks)
{
	if (ticks->last < 0)
		return;
	if (ticks->first > 0 && ticks->first <= ticks->last)
		fprintf(out, " from tick %" PRId64 " to %" PRId64, ticks->first,
			ticks->last);
	else
		fprintf(out, " up to tick %" PRId64, ticks->last);
	if (ticks->timed)
		fprintf(out, " (%.1f s)", ticks->seconds);
}

/* Is something kept after the first loss? */
static bool
goes_on(const struct dfk_result *result)
{
	return result->kept + result->changed > result->ok_up_to;
}

static void
put_readable(FILE *out, const struct outcome *outcome)
{
	const struct dfk_result *result = outcome->result;
	struct outcome_ticks ticks;
	struct dfk_fact records;

	if (result->ok_up_to == 0 ||
	    !outcome_fact(outcome, "records", &records) ||
	    !outcome_ticks(outcome->check, &ticks))
		return;
	fputs(": ", out);
	put_records(out, outcome, records.integer);
	put_ticks(out, &ticks);
	/* Where nothing is dropped, what is wrong is in them. */
	fprintf(out, " %s%s (%" PRIu64 " of %" PRIu64 "%s byte%s)",
		outcome_is(outcome, DFK_DAMAGED) &&
				result->ok_up_to == result->decoded_size
			? "can be read"
		: records.integer == 1 ? "is whole"
				       : "are whole",
		goes_on(result) ? " before the first loss" : "",
		result->ok_up_to, result->decoded_size,
		result->space == DFK_SPACE_DECODED ? " decoded" : "",
		text_plural(result->decoded_size));
	put_framed(out, outcome);
}

/* ------------------------------------------------- the command that repairs */

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
put_judgement(FILE *out, const struct args *args)
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

/* The command that repairs a file that was checked, for a shell, with those options of
   the check that decide what is repaired. */
static void
put_command(FILE *out, const struct outcome *outcome)
{
	fputs("demofsck repair ", out);
	put_reading(out, outcome);
	put_judgement(out, outcome->args);
	text_put_word(out, outcome->path, "FILE");
	fputs(" -o OUT", out);
}

/* ------------------------------------------------------- what a repair does */

#define UNKNOWN "how much of the cut stream is missing is not known"

/* "drops 17 bytes, adds 1 byte" */
static void
put_price(FILE *out, const struct outcome *outcome)
{
	const struct dfk_result *result = outcome->result;
	const struct {
		const char *verb, *what;
		uint64_t n;
	} rows[] = {
		{ "leaves out", "carriage return", result->carriage_returns },
		{ "changes", "byte", result->changed },
		{ "drops", "byte", result->dropped },
		{ "gives up", "compressed byte", result->undecoded },
		{ "adds", "byte", result->added },
	};
	const char *separator = " (";

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		if (rows[i].n == 0)
			continue;
		fprintf(out, "%s%s %" PRIu64 " %s%s", separator, rows[i].verb,
			rows[i].n, rows[i].what, text_plural(rows[i].n));
		separator = ", ";
	}
	if (outcome->result->loss_unknown) {
		fprintf(out, "%s" UNKNOWN, *separator == ',' ? "; " : " (");
		separator = ",";
	}
	if (*separator == ',')
		putc(')', out);
}

static void
put_loss(FILE *out, const struct dfk_result *result)
{
	const struct dfk_loss *loss = &result->loss;

	if (result->repairable != DFK_REPAIRABLE_LOSSY) {
		fputs(", without loss", out);
		return;
	}
	fputs(", with loss", out);
	if (lost_says(loss)) {
		fputs(": ", out);
		lost_put(out, loss);
	}
}

static bool
is_demo(const struct dfk_result *result)
{
	return result->format && (strcmp(result->format, "dem") == 0 ||
				  strcmp(result->format, "twdemo") == 0);
}

#define FRAMED "; --depth=framing may give its commands an end"

/* What another depth keeps at the default level. */
static void
put_more(FILE *out, const struct outcome *outcome, const char *keeps)
{
	const struct dfk_result *result = outcome->result;
	const bool salvage = outcome->args->level == DFK_LEVEL_SALVAGE;

	if (result->more_at_framing && result->ok_up_to > 0)
		fprintf(out,
			"; %s--depth=framing %s more, but what players see may "
			"be wrong after the damage",
			salvage ? "" : "--level=salvage ", keeps);
}

/* Why a demo that is damaged cannot be repaired. */
static void
put_nothing_left(FILE *out, const struct outcome *outcome)
{
	if (is_demo(outcome->result) && outcome->result->ok_up_to == 0 &&
	    (outcome_is(outcome, DFK_DAMAGED) ||
	     outcome_is(outcome, DFK_TRUNCATED)))
		fputs(", nothing that plays would be left", out);
}

static void
put_way_on(FILE *out, const struct outcome *outcome)
{
	const struct dfk_result *result = outcome->result;

	if (result->repairable == DFK_REPAIRABLE_NO) {
		fprintf(out, "%s not repairable",
			result->ok_up_to == 0 ? ":" : ";");
		if (outcome_may_be_framed(outcome))
			fputs(FRAMED, out);
		else
			put_nothing_left(out, outcome);
	} else if (result->repairable != DFK_REPAIRABLE_NOT_NEEDED) {
		fputs("; to repair: ", out);
		put_command(out, outcome);
		put_price(out, outcome);
		put_loss(out, result);
		put_more(out, outcome, "keeps");
	}
}

static void
put_checked(FILE *out, const struct outcome *outcome)
{
	const struct dfk_result *result = outcome->result;

	if ((outcome_is(outcome, DFK_VALID) ||
	     outcome_is(outcome, DFK_UNSUPPORTED)) &&
	    result->format != NULL) {
		fputs(": ", out);
		put_key_facts(out, outcome);
		put_hidden(out, outcome);
	} else if (outcome_is(outcome, DFK_UNDECIDED)) {
		fprintf(out, ": %s", outcome_undecided(outcome));
	} else if (outcome_is(outcome, DFK_TRUNCATED) ||
		   outcome_is(outcome, DFK_DAMAGED)) {
		put_readable(out, outcome);
		put_way_on(out, outcome);
	}
}

/* A recording whose first loss is before anything that plays may have more after it. */
static const char *
refusing_level(const struct outcome *outcome)
{
	const bool broken = outcome_is(outcome, DFK_TRUNCATED) ||
			    outcome_is(outcome, DFK_DAMAGED);

	if (outcome->result->ok_up_to > 0)
		return " at level safe";
	return broken && outcome->args->level == DFK_LEVEL_PREFIX
		       ? " at level prefix"
		       : "";
}

static void
put_no_output(FILE *out, const struct outcome *outcome)
{
	if (outcome->error[0] != '\0') {
		fputs(": no output: ", out);
		text_put(out, outcome->error);
		return;
	}
	fprintf(out, ": not repairable%s", refusing_level(outcome));
	if (!outcome_may_be_framed(outcome))
		put_nothing_left(out, outcome);
	fputs(", no output", out);
	if (outcome->result->ok_up_to == 0 && outcome_may_be_framed(outcome))
		fputs(FRAMED, out);
	put_hidden(out, outcome);
}

/* Where the repaired file is, and where --in-place keeps the original. */
static void
put_output(FILE *out, const struct outcome *outcome)
{
	const char *would = outcome->args->dry_run ? " would be" : ":";
	const char *suffix = outcome->args->suffix;

	if (outcome->output == NULL)
		return;
	fprintf(out, "; output%s ", would);
	text_put(out, outcome->output);
	if (suffix == NULL)
		return;
	fprintf(out, "; original%s ", would);
	text_put(out, outcome->output);
	text_put(out, suffix);
}

/* Of a dry run, the facts are those of what is whole before the first loss: that may
   be all that is left, but a Source demo may get a dem_stop of another tick. */
static void
put_end(FILE *out, const struct outcome *outcome)
{
	const struct dfk_result *result = outcome->result;
	const bool cut = result->verdict == DFK_TRUNCATED &&
			 result->repairable == DFK_REPAIRABLE_LOSSLESS;
	struct outcome_ticks ticks;

	if ((!cut && result->repairable != DFK_REPAIRABLE_LOSSY) ||
	    (!outcome->written &&
	     (goes_on(result) || strcmp(result->format, "dem") == 0)) ||
	    !outcome_ticks(outcome->written ? outcome->output_check
					    : outcome->check,
			   &ticks) ||
	    ticks.last < 0)
		return;
	fputs("; what is left goes", out);
	put_ticks(out, &ticks);
	if (cut)
		fputs(", and nobody knows what came after", out);
}

static void
put_repaired(FILE *out, const struct outcome *outcome)
{
	const struct dfk_result *result = outcome->result;
	const bool dry = outcome->args->dry_run;

	if (result->repairable == DFK_REPAIRABLE_NOT_NEEDED)
		fputs(": nothing to repair", out);
	else
		fprintf(out, ": %s %s loss",
			dry ? "would be repaired" : "repaired",
			result->repairable == DFK_REPAIRABLE_LOSSY ? "with"
								   : "without");
	fputs(": ", out);
	if (lost_says(&result->loss)) {
		lost_put(out, &result->loss);
		fputs("; ", out);
	}
	fprintf(out,
		"kept %" PRIu64 ", changed %" PRIu64 ", dropped %" PRIu64
		", added %" PRIu64 " byte%s",
		result->kept, result->changed, result->dropped, result->added,
		text_plural(result->added));
	if (result->carriage_returns > 0)
		fprintf(out, ", left out %" PRIu64 " carriage return%s",
			result->carriage_returns,
			text_plural(result->carriage_returns));
	if (result->undecoded > 0)
		fprintf(out, ", gave up %" PRIu64 " compressed byte%s",
			result->undecoded, text_plural(result->undecoded));
	if (outcome->result->loss_unknown)
		fputs("; " UNKNOWN, out);
	put_end(out, outcome);
	put_framed(out, outcome);
	put_output(out, outcome);
	if (outcome->error[0]) {
		fputs("; ", out);
		text_put(out, outcome->error);
	}
}

/* -------------------------------------------------------- the map of a demo */

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
put_map_name(FILE *out, const struct outcome *outcome)
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
put_map_way_on(FILE *out, const struct outcome *outcome)
{
	const bool repairable = outcome->result->repairable !=
				DFK_REPAIRABLE_NO;

	fputs("; the map is damaged", out);
	if (repairable && is_map_dropped(outcome))
		fputs(", and goes", out);
	fputs(": --map=FILE ", out);
	fputs(repairable ? "puts a whole map in its place" : "may help", out);
	fputs(", if FILE is ", out);
	put_map_name(out, outcome);
}

/* Which map players need, where the demo has none; and how a damaged map can be
   saved. */
static void
put_map(FILE *out, const struct outcome *outcome)
{
	const struct dfk_rule *other = dfk_rule_find("twdemo.map_mismatch");

	if (outcome_is(outcome, DFK_VALID) &&
	    outcome->args->command->bit != ARGS_REPAIR &&
	    dfk_rule_hits(outcome->check,
			  dfk_rule_find("twdemo.map_external")) > 0) {
		fputs("; without a map, players need ", out);
		put_map_name(out, outcome);
	}
	if (!is_map_damaged(outcome))
		return;
	if (outcome->args->map == NULL)
		put_map_way_on(out, outcome);
	else if (dfk_rule_hits(outcome->check, other) > 0)
		fputs("; the given map is not the map that the demo "
		      "names, and is not used",
		      out);
}

/* ---------------------------------------------------------------- all of it */

void
verdict_put_damage(FILE *out, const struct outcome *outcome)
{
	if (outcome_is(outcome, DFK_TRUNCATED) ||
	    outcome_is(outcome, DFK_DAMAGED))
		verdict_put_reason(out, outcome);
}

/* The way on where no format is found. */
static void
put_as(FILE *out, const struct outcome *outcome)
{
	if (outcome_is(outcome, DFK_UNRECOGNIZED) && outcome->args->as == NULL)
		fputs("; if the first bytes of a recording are lost, "
		      "--as=FORMAT names its format",
		      out);
}

void
verdict_put_reason(FILE *out, const struct outcome *outcome)
{
	if (outcome->args->command->bit != ARGS_REPAIR)
		put_checked(out, outcome);
	else if (outcome->repaired)
		put_repaired(out, outcome);
	else
		put_no_output(out, outcome);
	if (outcome->args->command->bit == ARGS_REPAIR &&
	    !outcome_is(outcome, DFK_UNDECIDED))
		put_more(out, outcome, "would keep");
	put_as(out, outcome);
	put_map(out, outcome);
}
