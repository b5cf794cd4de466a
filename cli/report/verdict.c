/* SPDX-License-Identifier: MIT */
/* verdict.c - the line about a file: what it is, or what was done */
#include "cli/report/verdict.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/report/plan.h"
#include "cli/report/text.h"

/* "12 messages": the format has its own word for records. */
static void
put_records(const struct outcome *outcome, int64_t n)
{
	const struct dfk_format *format = outcome_format(outcome);

	if (format)
		printf("%" PRId64 " %s%s", n, format->record,
		       text_plural((uint64_t)n));
}

static void
put_key_facts(const struct outcome *outcome)
{
	const struct dfk_result *result = outcome->result;
	struct dfk_fact fact;

	fputs(result->format, stdout);
	if (result->version != NULL) {
		putchar(' ');
		text_put(stdout, result->version);
	}
	if (result->compression != NULL)
		printf(" in %s", result->compression);
	if (outcome_fact(outcome, "records", &fact)) {
		fputs(", ", stdout);
		put_records(outcome, fact.integer);
	}
	/* Ticks of a level that goes on are counted backwards. */
	if (outcome_fact(outcome, "duration_s", &fact) &&
	    fact.kind == DFK_FACT_REAL && fact.real >= 0)
		printf(", %.1f s", fact.real);
	if (outcome_fact(outcome, "depth", &fact) && fact.text &&
	    strcmp(fact.text, "framing") == 0)
		fputs(", only its commands were checked", stdout);
	if (outcome->warnings > 0)
		printf(", %" PRIu64 " warning%s", outcome->warnings,
		       text_plural(outcome->warnings));
	if (result->mendable_warnings > 0)
		fputs(" (see --fix-warnings)", stdout);
}

/* Maps and raw snapshots have no ticks; those of a demo begin anywhere. */
static void
put_ticks(const struct outcome *outcome, int64_t last)
{
	struct dfk_fact first, time;

	if (last < 0)
		return;
	if (outcome_fact(outcome, "first_tick", &first) && first.integer > 0 &&
	    first.integer <= last)
		printf(" from tick %" PRId64 " to %" PRId64, first.integer,
		       last);
	else
		printf(" up to tick %" PRId64, last);
	if (outcome_fact(outcome, "duration_s", &time) &&
	    time.kind == DFK_FACT_REAL)
		printf(" (%.1f s)", time.real);
}

static void
put_readable(const struct outcome *outcome)
{
	const struct dfk_result *result = outcome->result;
	struct dfk_fact records, tick;

	if (result->ok_up_to == 0 ||
	    !outcome_fact(outcome, "records", &records) ||
	    !outcome_fact(outcome, "last_tick", &tick))
		return;
	fputs(": ", stdout);
	put_records(outcome, records.integer);
	put_ticks(outcome, tick.integer);
	printf(" %s whole%s (%" PRIu64 " of %" PRIu64 "%s byte%s)",
	       records.integer == 1 ? "is" : "are",
	       result->kept + result->changed > result->ok_up_to
		       ? " before the first loss"
		       : "",
	       result->ok_up_to, result->decoded_size,
	       result->compression != NULL ? " decoded" : "",
	       text_plural(result->decoded_size));
}

/* The path as a word for a shell, in quotes if it needs them; or FILE, if it cannot
   be shown as it is. */
static void
put_shell_word(const char *path)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
				    "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				    "0123456789-_./+,:@%=";
	const char *dash = path[0] == '-' && path[1] != '\0' ? "./" : "";

	if (!text_is_plain(path)) {
		fputs("FILE", stdout);
	} else if (path[strspn(path, plain)] == '\0') {
		printf("%s%s", dash, path);
	} else {
		printf("'%s", dash);
		for (const char *at = path; *at != '\0'; at++) {
			if (*at == '\'')
				fputs("'\\''", stdout);
			else
				putchar(*at);
		}
		putchar('\'');
	}
}

#define UNKNOWN "how much of the cut stream is missing is not known"

/* "drops 17 bytes, adds 1 byte" */
static void
put_price(const struct outcome *outcome)
{
	const struct dfk_result *result = outcome->result;
	const struct {
		const char *verb, *what;
		uint64_t n;
	} rows[] = {
		{ "changes", "", result->changed },
		{ "drops", "", result->dropped },
		{ "gives up", " compressed", result->undecoded },
		{ "adds", "", result->added },
	};
	const char *separator = " (";

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		if (rows[i].n == 0)
			continue;
		printf("%s%s %" PRIu64 "%s byte%s", separator, rows[i].verb,
		       rows[i].n, rows[i].what, text_plural(rows[i].n));
		separator = ", ";
	}
	if (outcome->result->loss_unknown) {
		printf("%s" UNKNOWN, *separator == ',' ? "; " : " (");
		separator = ",";
	}
	if (*separator == ',')
		putchar(')');
}

static bool
is_demo(const struct dfk_result *result)
{
	return result->format && (strcmp(result->format, "dem") == 0 ||
				  strcmp(result->format, "twdemo") == 0);
}

/* Are the commands of a Source demo whole enough to play it, but not what is in
   them? */
static bool
may_be_framed(const struct outcome *outcome)
{
	struct dfk_fact depth, packets, signon;

	return outcome_fact(outcome, "depth", &depth) &&
	       outcome_fact(outcome, "packets", &packets) &&
	       outcome_fact(outcome, "signon_length", &signon) && depth.text &&
	       strcmp(depth.text, "framing") != 0 && packets.integer > 0 &&
	       signon.integer > 0;
}

#define FRAMED "; --depth=framing may keep its commands"

static void
put_way_on(const struct outcome *outcome)
{
	const struct dfk_result *result = outcome->result;

	if (result->repairable == DFK_REPAIRABLE_NO) {
		printf("%s not repairable", result->ok_up_to == 0 ? ":" : ";");
		if (may_be_framed(outcome))
			fputs(FRAMED, stdout);
		else if (is_demo(result) && result->ok_up_to == 0)
			fputs(", nothing that plays would be left", stdout);
		if (result->more_at_resync)
			fputs("; --level=resync keeps a part", stdout);
	} else if (result->repairable != DFK_REPAIRABLE_NOT_NEEDED) {
		fputs("; to repair: demofsck repair ", stdout);
		put_shell_word(outcome->path);
		fputs(" -o OUT", stdout);
		put_price(outcome);
		if (result->more_at_resync)
			fputs("; --level=resync keeps more", stdout);
	}
}

static void
put_checked(const struct outcome *outcome)
{
	const struct dfk_result *result = outcome->result;

	if ((outcome->verdict == (int)DFK_VALID ||
	     outcome->verdict == (int)DFK_UNSUPPORTED) &&
	    result->format != NULL) {
		fputs(": ", stdout);
		put_key_facts(outcome);
		if (outcome->verdict == (int)DFK_UNSUPPORTED &&
		    !outcome->args->verbose)
			fputs("; -v says why", stdout);
	} else if (outcome->verdict == (int)DFK_UNDECIDED) {
		printf(": %s", outcome_undecided(outcome));
	} else if (outcome->verdict == (int)DFK_TRUNCATED ||
		   outcome->verdict == (int)DFK_DAMAGED) {
		put_readable(outcome);
		put_way_on(outcome);
	}
}

static void
put_no_output(const struct outcome *outcome)
{
	if (outcome->error[0] != '\0') {
		fputs(": no output: ", stdout);
		text_put(stdout, outcome->error);
		return;
	}
	/* What level salvage would keep. */
	printf(": not repairable%s, no output",
	       outcome->result->ok_up_to > 0 ? " at level safe" : "");
	if (outcome->result->ok_up_to == 0 && may_be_framed(outcome))
		fputs(FRAMED, stdout);
}

/* Where the repaired file is, and where --in-place keeps the original. */
static void
put_output(const struct outcome *outcome)
{
	const char *would = outcome->args->dry_run ? " would be" : ":";
	const char *suffix = outcome->args->suffix;

	if (outcome->output == NULL)
		return;
	printf("; output%s ", would);
	text_put(stdout, outcome->output);
	if (suffix == NULL)
		return;
	printf("; original%s ", would);
	text_put(stdout, outcome->output);
	text_put(stdout, suffix);
}

/* Those that lie in what is dropped, as far as is known. */
static void
put_lost_ticks(const struct outcome *outcome)
{
	struct dfk_edit edit;
	uint64_t ticks = 0;
	double seconds;

	for (size_t i = 0; dfk_edit_at(outcome->check, i, &edit); i++)
		ticks += edit.ticks;
	if (ticks == 0)
		return;
	printf(", lost %" PRIu64 " tick%s", ticks, text_plural(ticks));
	if (outcome_seconds(outcome, ticks, &seconds))
		printf(" (%.1f s)", seconds);
}

static void
put_repaired(const struct outcome *outcome)
{
	const struct dfk_result *result = outcome->result;
	const bool dry = outcome->args->dry_run;

	if (result->repairable == DFK_REPAIRABLE_NOT_NEEDED)
		fputs(": nothing to repair", stdout);
	else
		printf(": %s %s loss", dry ? "would be repaired" : "repaired",
		       result->repairable == DFK_REPAIRABLE_LOSSY ? "with"
								  : "without");
	printf(": kept %" PRIu64 ", changed %" PRIu64 ", dropped %" PRIu64
	       ", added %" PRIu64 " byte%s",
	       result->kept, result->changed, result->dropped, result->added,
	       text_plural(result->added));
	put_lost_ticks(outcome);
	if (result->undecoded > 0)
		printf(", gave up %" PRIu64 " compressed byte%s",
		       result->undecoded, text_plural(result->undecoded));
	if (outcome->result->loss_unknown)
		fputs("; " UNKNOWN, stdout);
	put_output(outcome);
	if (outcome->error[0]) {
		fputs("; ", stdout);
		text_put(stdout, outcome->error);
	}
}

/* Is the map of a demo damaged, or are its sums given up? */
static bool
lacks_map(const struct outcome *outcome)
{
	struct dfk_edit edit;

	if (outcome->args->map != NULL ||
	    outcome->verdict == (int)DFK_UNDECIDED)
		return false;
	for (size_t i = 0; dfk_edit_at(outcome->check, i, &edit); i++)
		if (edit.lossy && strncmp(edit.rule->name, "map_", 4) == 0)
			return true;
	return dfk_rule_hits(outcome->check,
			     dfk_rule_find("twdemo.map_damaged")) > 0;
}

void
verdict_put_damage(const struct outcome *outcome)
{
	if (outcome->verdict == (int)DFK_TRUNCATED ||
	    outcome->verdict == (int)DFK_DAMAGED)
		verdict_put_reason(outcome);
}

void
verdict_put_reason(const struct outcome *outcome)
{
	if (outcome->args->command->bit != ARGS_REPAIR)
		put_checked(outcome);
	else if (outcome->repaired)
		put_repaired(outcome);
	else
		put_no_output(outcome);
	if (outcome->args->command->bit == ARGS_REPAIR &&
	    outcome->result->more_at_resync &&
	    outcome->verdict != (int)DFK_UNDECIDED)
		fputs("; --level=resync would keep more", stdout);
	if (lacks_map(outcome))
		fputs("; if you have the map, --map=FILE saves it", stdout);
}
