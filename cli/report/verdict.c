/* SPDX-License-Identifier: MIT */
/* verdict.c - prints the line about a file: its verdict, its repair, and how to repair
   it */
#include "cli/report/verdict.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/report/color.h"
#include "cli/report/lost.h"
#include "cli/report/text.h"
#include "cli/report/word.h"

/* Prints the profile if it is not the default, and whether the file is an allowed
   file. */
static void
put_policy(FILE *out, const struct outcome *outcome)
{
	const struct dfk_profile *profile = args_profile(&outcome->args->how);

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

/* Prints the number of records, such as "12 messages".  The format has its own name for
   records. */
static void
put_records(FILE *out, const struct outcome *outcome, int64_t n)
{
	const struct dfk_format *format = outcome_format(outcome);

	if (format)
		fprintf(out, "%" PRId64 " %s%s", n, format->record,
			text_plural((uint64_t)n));
}

/* Prints the contents that were not checked because of --depth. */
static void
put_unchecked(FILE *out, const struct outcome *outcome)
{
	const struct formats_depth *row = &outcome_row(outcome)->depth;
	const char *depth = outcome_fact_text(outcome, "depth");
	const size_t n = sizeof(row->partial) / sizeof(row->partial[0]);
	struct dfk_fact records;

	if (outcome_fact(outcome, "records", &records) && records.integer == 0)
		return;
	for (size_t i = 0; depth != NULL && i < n; i++) {
		if (row->partial[i].depth != NULL &&
		    strcmp(depth, row->partial[i].depth) == 0)
			fprintf(out, ", %s", row->partial[i].unchecked);
	}
}

/* Prints a hint to -v, because a note may give the reason why a file is unsupported. */
static void
put_verbose_hint(FILE *out, const struct outcome *outcome)
{
	if (outcome_is(outcome, DFK_UNSUPPORTED) &&
	    !outcome->args->out.verbose && outcome->result->notes > 0)
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
	/* The ticks of a level that goes on count backwards, so the duration may be
	   negative. */
	if (outcome_fact(outcome, "duration_s", &fact) &&
	    fact.kind == DFK_FACT_REAL && fact.real >= 0)
		fprintf(out, ", %.1f s", fact.real);
	put_unchecked(out, outcome);
	if (outcome->result->warnings > 0)
		fprintf(out, ", %" PRIu64 " warning%s",
			outcome->result->warnings,
			text_plural(outcome->result->warnings));
	if (result->mendable_warnings == 0)
		return;
	if (result->mendable_warnings == result->warnings)
		fputs(" (see repair --fix-warnings)", out);
	else
		fprintf(out, " (repair --fix-warnings repairs %" PRIu64 ")",
			result->mendable_warnings);
}

/* Prints the first and the last tick.  Maps and raw snapshots have no ticks.  The ticks
   of a demo may begin at any number. */
static void
put_tick_range(FILE *out, const struct outcome_ticks *ticks)
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

/* Does the repair keep something after the first loss? */
static bool
keeps_after_loss(const struct dfk_result *result)
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
	put_tick_range(out, &ticks);
	/* If nothing is dropped, the damage is in the counted bytes. */
	fprintf(out, " %s%s (%" PRIu64 " of %" PRIu64 "%s byte%s)",
		outcome_is(outcome, DFK_DAMAGED) &&
				result->ok_up_to == result->decoded_size
			? "can be read"
		: records.integer == 1 ? "is whole"
				       : "are whole",
		keeps_after_loss(result) ? " before the first loss" : "",
		result->ok_up_to, result->decoded_size,
		result->space == DFK_SPACE_DECODED ? " decoded" : "",
		text_plural(result->decoded_size));
	put_unchecked(out, outcome);
}

/* ------------------------------------------------- the command that repairs */

static void
put_named(FILE *out, const char *option, const char *path, const char *instead)
{
	if (path == NULL)
		return;
	fprintf(out, "--%s=", option);
	word_put(out, path, instead);
	putc(' ', out);
}

/* Prints the options that decide how the file is read.  Snapshots have more such
   options, but cannot be repaired. */
static void
put_reading(FILE *out, const struct outcome *outcome)
{
	const struct args *args = outcome->args;
	const char *depth = outcome_fact_text(outcome, "depth");

	if (args->what.as != NULL)
		fprintf(out, "--as=%s ", args->what.as);
	if (args->how.depth != DFK_DEPTH_FULL && depth != NULL)
		fprintf(out, "--depth=%s ", depth);
	put_named(out, "map", args->what.map_path, "MAP");
}

/* Prints the options that decide which findings are errors.  No repair depends on the
   profile, so the profile is not printed.  If the profile is from the file of --config,
   an option restores the default profile. */
static void
put_judgement(FILE *out, const struct args_how *how)
{
	put_named(out, "config", how->config_path, "CONFIG");
	if (how->config_profile)
		fprintf(out, "--profile=%s ", dfk_profile_at(0)->name);
	for (size_t i = how->rules.n - how->rules.own; i < how->rules.n; i++)
		fprintf(out, "--rule=%s=%s ", how->rules.at[i].rule->id,
			dfk_severity_name(how->rules.at[i].severity));
	for (size_t i = how->limits.n - how->limits.own; i < how->limits.n; i++)
		fprintf(out, "--limit=%s=%" PRIu64 " ", how->limits.at[i].name,
			how->limits.at[i].value);
}

/* Prints the command that repairs a checked file, for a shell.  The command has those
   options of the check that change the repair. */
static void
put_command(FILE *out, const struct outcome *outcome)
{
	fputs("demofsck repair ", out);
	put_reading(out, outcome);
	put_judgement(out, &outcome->args->how);
	word_put(out, outcome->path, "FILE");
	/* The output of a repair does not replace its input. */
	fputs(strcmp(outcome->path, "OUT") == 0 ? " -o OUT2" : " -o OUT", out);
}

/* ------------------------------------------------------- what a repair does */

#define UNKNOWN "how much of the cut stream is missing is not known"

/* Prints the cost of a repair: "drops 17 bytes, adds 1 byte". */
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

/* The loss behind `before`, if anything is known about it. */
static void
put_known_loss(FILE *out, const struct dfk_result *result, const char *before,
	       const char *behind)
{
	const bool replaces = result->changed > 0 && result->dropped == 0 &&
			      result->undecoded == 0;

	if (!lost_says(&result->loss) && !replaces)
		return;
	fputs(before, out);
	if (lost_says(&result->loss))
		lost_put(out, &result->loss);
	else
		fputs("the changed bytes may not be the original bytes", out);
	fputs(behind, out);
}

static void
put_loss(FILE *out, const struct dfk_result *result)
{
	if (result->repairable != DFK_REPAIRABLE_LOSSY) {
		fputs(", without loss", out);
		return;
	}
	fputs(", with loss", out);
	put_known_loss(out, result, ": ", "");
}

/* Prints how another depth may help a file that cannot be repaired. */
static void
put_depth_help(FILE *out, const struct outcome *outcome)
{
	const struct formats_depth *row = &outcome_row(outcome)->depth;

	fprintf(out, "; --depth=%s %s", row->least, row->help);
}

/* Prints what another depth keeps at the default level, or what may be wrong because this
   depth does not read contents. */
static void
put_depth_hint(FILE *out, const struct outcome *outcome, const char *keeps)
{
	const struct dfk_result *result = outcome->result;
	const struct formats_depth *row = &outcome_row(outcome)->depth;
	const bool salvage = outcome->args->how.level == DFK_LEVEL_SALVAGE;
	const char *depth = outcome_fact_text(outcome, "depth");

	if (row->tables != NULL && salvage && result->loss.string_tables > 0 &&
	    outcome->args->how.depth != DFK_DEPTH_FRAMING)
		fprintf(out, "; --depth=%s %s", row->least, row->tables);
	else if (row->least != NULL && depth != NULL &&
		 strcmp(depth, row->least) == 0 && keeps_after_loss(result) &&
		 result->repairable == DFK_REPAIRABLE_LOSSY)
		fprintf(out, "; %s: --level=prefix ends the recording there",
			row->price);
	else if (result->more_at_framing && result->ok_up_to > 0 &&
	    row->least != NULL)
		fprintf(out, "; %s--depth=%s %s more, but %s",
			salvage ? "" : "--level=salvage ", row->least, keeps,
			row->price);
}

/* Prints why a damaged file cannot be repaired. */
static void
put_nothing_left(FILE *out, const struct outcome *outcome)
{
	const char *why = outcome_row(outcome)->nothing_left;

	if (why != NULL && outcome->result->ok_up_to == 0 &&
	    (outcome_is(outcome, DFK_DAMAGED) ||
	     outcome_is(outcome, DFK_TRUNCATED)))
		fprintf(out, ", %s", why);
}

static void
put_way_on(FILE *out, const struct outcome *outcome)
{
	const struct dfk_result *result = outcome->result;

	if (result->repairable == DFK_REPAIRABLE_NO) {
		fprintf(out, "%s not repairable",
			result->ok_up_to == 0 ? ":" : ";");
		if (outcome_may_be_framed(outcome))
			put_depth_help(out, outcome);
		else
			put_nothing_left(out, outcome);
	} else if (result->repairable != DFK_REPAIRABLE_NOT_NEEDED) {
		fputs("; to repair: ", out);
		put_command(out, outcome);
		put_price(out, outcome);
		put_loss(out, result);
		put_depth_hint(out, outcome, "keeps");
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
		put_verbose_hint(out, outcome);
	} else if (outcome_is(outcome, DFK_UNDECIDED)) {
		fprintf(out, ": %s", outcome_undecided(outcome));
	} else if (outcome_is(outcome, DFK_TRUNCATED) ||
		   outcome_is(outcome, DFK_DAMAGED)) {
		put_readable(out, outcome);
		put_way_on(out, outcome);
	}
}

/* Returns the level that refuses the repair.  At another level a recording may keep
   something after its first loss, even if nothing that plays is before this loss. */
static const char *
refusing_level(const struct outcome *outcome)
{
	const bool broken = outcome_is(outcome, DFK_TRUNCATED) ||
			    outcome_is(outcome, DFK_DAMAGED);

	if (outcome->result->ok_up_to > 0)
		return " at level safe";
	return broken && outcome->args->how.level == DFK_LEVEL_PREFIX
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
		put_depth_help(out, outcome);
	put_verbose_hint(out, outcome);
}

/* Prints the name of the repaired file, and the name under which --in-place keeps the
   original. */
static void
put_output(FILE *out, const struct outcome *outcome)
{
	const char *would = outcome->args->out.dry_run ? " would be"
			    : outcome->written == OUTCOME_FOUND
				    ? " exists already with these bytes:"
				    : ":";
	const char *suffix = outcome->args->out.suffix;

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

/* Prints the end of the repaired recording.  In a dry run the facts end at the first
   loss.  So nothing is printed then if the repair keeps something after the first loss,
   or if the end mark may get another tick. */
static void
put_end(FILE *out, const struct outcome *outcome)
{
	const struct dfk_result *result = outcome->result;
	const bool truncated = result->verdict == DFK_TRUNCATED;
	const bool lossy = result->repairable == DFK_REPAIRABLE_LOSSY;
	struct outcome_ticks ticks;

	if ((!truncated && !lossy) ||
	    result->repairable == DFK_REPAIRABLE_NOT_NEEDED ||
	    (!outcome->written &&
	     (keeps_after_loss(result) || outcome_row(outcome)->end_moves)) ||
	    !outcome_ticks(outcome->written ? outcome->output_check
					    : outcome->check,
			   &ticks) ||
	    ticks.last < 0)
		return;
	fputs("; what is left goes", out);
	put_tick_range(out, &ticks);
	if (!truncated)
		return;
	if (!lossy && result->all_there)
		fputs(", and the header counts no more packets", out);
	else if (!result->all_there && !lost_is_measured(&result->loss))
		fputs(", and nobody knows what came after", out);
}

static void
put_repaired(FILE *out, const struct outcome *outcome)
{
	const struct dfk_result *result = outcome->result;
	const bool dry = outcome->args->out.dry_run;

	if (result->repairable == DFK_REPAIRABLE_NOT_NEEDED &&
	    result->mendable_warnings > 0)
		fprintf(out,
			": nothing to repair (--fix-warnings repairs %" PRIu64
			" warning%s)",
			result->mendable_warnings,
			text_plural(result->mendable_warnings));
	else if (result->repairable == DFK_REPAIRABLE_NOT_NEEDED)
		fputs(": nothing to repair", out);
	else
		fprintf(out, ": %s %s loss",
			dry ? "would be repaired" : "repaired",
			result->repairable == DFK_REPAIRABLE_LOSSY ? "with"
								   : "without");
	fputs(": ", out);
	if (result->repairable == DFK_REPAIRABLE_LOSSY)
		put_known_loss(out, result, "", "; ");
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
	put_unchecked(out, outcome);
	put_output(out, outcome);
	if (outcome->error[0]) {
		fputs("; ", out);
		text_put(out, outcome->error);
	}
}

/* -------------------------------------------------------- the map of a demo */

static uint64_t
hits_of(const struct outcome *outcome, const char *rule)
{
	return rule == NULL
		       ? 0
		       : dfk_rule_hits(outcome->check, dfk_rule_find(rule));
}

/* Does this edit lose bytes of the map, or its checksums? */
static bool
loses_map(const struct formats_map *row, const struct dfk_edit *edit)
{
	return row->edits != NULL && edit->lossy &&
	       strncmp(edit->rule->name, row->edits, strlen(row->edits)) == 0;
}

/* Is the map of a demo damaged, or are its checksums dropped? */
static bool
is_map_damaged(const struct outcome *outcome)
{
	const struct formats_map *row = &outcome_row(outcome)->map;
	const struct dfk_rule *damaged = dfk_rule_find(row->damaged);
	bool repaired = false;
	struct dfk_edit edit;

	if (damaged == NULL || outcome_is(outcome, DFK_UNDECIDED))
		return false;
	for (size_t i = 0; dfk_edit_at(outcome->check, i, &edit); i++) {
		if (loses_map(row, &edit))
			return true;
		repaired |= edit.rule == damaged;
	}
	return !repaired && dfk_rule_hits(outcome->check, damaged) > 0;
}

/* The writer did not know the digest if all its letters are the same. */
static bool
is_known_digest(const char *digest)
{
	return digest &&
	       strspn(digest, (char[]){ digest[0], '\0' }) != strlen(digest);
}

/* Prints the map that the header names: "dm1, SHA-256 77b9…". */
static void
put_map_name(FILE *out, const struct outcome *outcome)
{
	const char *name = outcome_fact_text(outcome, "map_name");
	const char *sha256 = outcome_fact_text(outcome, "map_sha256");
	const char *crc = outcome_fact_text(outcome, "map_crc");

	text_put(out, name ? name : "no name");
	if (is_known_digest(sha256))
		fprintf(out, ", SHA-256 %s", sha256);
	else if (crc)
		fprintf(out, ", CRC %s", crc);
}

static bool
is_map_dropped(const struct outcome *outcome)
{
	const struct formats_map *row = &outcome_row(outcome)->map;
	struct dfk_edit edit;

	for (size_t i = 0; dfk_edit_at(outcome->check, i, &edit); i++)
		if (loses_map(row, &edit) && edit.remove > 0 &&
		    edit.insert_length == 0)
			return true;
	return false;
}

/* Prints how a file may be repaired with the right map.  If nothing can be repaired, the
   map may not be the only reason. */
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

/* Prints the map that players need, if the demo has no map.  Also prints how a damaged
   map can be saved. */
static void
put_map(FILE *out, const struct outcome *outcome)
{
	const struct formats_map *row = &outcome_row(outcome)->map;

	if (outcome_is(outcome, DFK_VALID) &&
	    outcome->args->command->bit != ARGS_REPAIR &&
	    hits_of(outcome, row->external) > 0) {
		fputs("; without a map, players need ", out);
		put_map_name(out, outcome);
	}
	if (!is_map_damaged(outcome))
		return;
	if (outcome->args->what.map == NULL)
		put_map_way_on(out, outcome);
	else if (hits_of(outcome, row->mismatch) > 0)
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

/* Prints a hint to --as if no format is recognized. */
static void
put_as_hint(FILE *out, const struct outcome *outcome)
{
	if (outcome_is(outcome, DFK_UNRECOGNIZED) &&
	    outcome->args->what.as == NULL)
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
		put_depth_hint(out, outcome, "would keep");
	put_as_hint(out, outcome);
	put_map(out, outcome);
	if (!outcome_is(outcome, DFK_VALID) &&
	    hits_of(outcome, "file.open_elsewhere") > 0)
		fputs("; another process has the file open for writing", out);
}
