/* SPDX-License-Identifier: MIT */
/* outcome.c - verdict, counts, failures and exit code of one input */
#include "cli/report/outcome.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/report/progress.h"
#include "cli/report/text.h"
#include "include/demofsck_report.h"

const char *
outcome_verdict_name(int verdict)
{
	return verdict == OUTCOME_UNREADABLE
		       ? "unreadable"
		       : dfk_verdict_name((enum dfk_verdict)verdict);
}

int
outcome_verdict(const struct outcome *outcome)
{
	return outcome->result ? (int)outcome->result->verdict
			       : OUTCOME_UNREADABLE;
}

bool
outcome_is(const struct outcome *outcome, enum dfk_verdict verdict)
{
	return outcome_verdict(outcome) == (int)verdict;
}

void
outcome_init(struct outcome *outcome, struct run_report *report,
	     const struct args *args, const char *path)
{
	*outcome = (struct outcome){
		.path = path,
		.report = report,
		.args = args,
		.bytes = { .fd = -1 },
	};
}

static void set_error(struct outcome *outcome, enum exitcode code,
		      const char *format, va_list arguments)
	__attribute__((format(printf, 3, 0)));

static void
set_error(struct outcome *outcome, enum exitcode code, const char *format,
	  va_list arguments)
{
	vsnprintf(outcome->error, sizeof(outcome->error), format, arguments);
	outcome->code = exitcode_worse(outcome->code, code);
}

void
outcome_refuse(struct outcome *outcome, enum exitcode code, const char *format,
	       ...)
{
	va_list arguments;

	va_start(arguments, format);
	set_error(outcome, code, format, arguments);
	va_end(arguments);
}

void
outcome_fail(struct outcome *outcome, enum exitcode code, const char *format,
	     ...)
{
	va_list arguments;

	va_start(arguments, format);
	set_error(outcome, code, format, arguments);
	va_end(arguments);
	progress_clear();
	text_complain(outcome->path, "%s", outcome->error);
}

void
outcome_out_of_memory(struct outcome *outcome)
{
	outcome->result = NULL;
	outcome->repaired = false;
	outcome_fail(outcome, EXITCODE_IO, "out of memory");
}

bool
outcome_remember(struct outcome *outcome, const struct dfk_finding *finding)
{
	const size_t room = outcome->found.room * 2 + 16;

	if (finding->number == DFK_NO_NUMBER)
		return true;
	if (outcome->found.n == outcome->found.room) {
		struct outcome_finding *grown = realloc(outcome->found.at,
							room * sizeof(*grown));

		if (!grown)
			return false;
		outcome->found.at = grown;
		outcome->found.room = room;
	}
	outcome->found.at[outcome->found.n++] = (struct outcome_finding){
		.rule = finding->rule,
		.number = finding->number,
		.offset = finding->offset,
		.space = finding->space,
		.severity = finding->severity,
	};
	return true;
}

static int
by_number(const void *key, const void *element)
{
	const uint64_t number = *(const uint64_t *)key;
	const struct outcome_finding *finding = element;

	return (number > finding->number) - (number < finding->number);
}

const struct outcome_finding *
outcome_finding(const struct outcome *outcome, uint64_t number)
{
	return outcome->found.n == 0
		       ? NULL
		       : bsearch(&number, outcome->found.at,
				 outcome->found.n,
				 sizeof(*outcome->found.at), by_number);
}

const struct dfk_format *
outcome_format(const struct outcome *outcome)
{
	const char *id = outcome->result ? outcome->result->format : NULL;

	for (size_t i = 0; id && i < dfk_format_count(); i++) {
		if (strcmp(dfk_format_at(i)->id, id) == 0)
			return dfk_format_at(i);
	}
	return NULL;
}

static bool
find_named_fact(const struct dfk_check *check, const char *name,
		struct dfk_fact *fact)
{
	for (size_t i = 0; dfk_fact_at(check, i, fact); i++) {
		if (strcmp(fact->name, name) == 0)
			return true;
	}
	return false;
}

bool
outcome_fact(const struct outcome *outcome, const char *name,
	     struct dfk_fact *fact)
{
	return find_named_fact(outcome->check, name, fact);
}

bool
outcome_ticks(const struct dfk_check *check, struct outcome_ticks *ticks)
{
	struct dfk_fact fact;

	*ticks = (struct outcome_ticks){ .first = -1, .last = -1 };
	if (!find_named_fact(check, "last_tick", &fact))
		return false;
	ticks->last = fact.integer;
	if (find_named_fact(check, "first_tick", &fact))
		ticks->first = fact.integer;
	ticks->timed = find_named_fact(check, "duration_s", &fact) &&
		       fact.kind == DFK_FACT_REAL;
	if (ticks->timed)
		ticks->seconds = fact.real;
	return true;
}

const char *
outcome_fact_text(const struct outcome *outcome, const char *name)
{
	struct dfk_fact fact;

	return outcome_fact(outcome, name, &fact) && fact.kind == DFK_FACT_TEXT
		       ? fact.text
		       : NULL;
}

const struct formats_row *
outcome_row(const struct outcome *outcome)
{
	return formats_row(outcome->result ? outcome->result->format : NULL);
}

static bool
breaks_one(const struct outcome *outcome, const char *const *rules)
{
	for (; *rules != NULL; rules++) {
		if (dfk_rule_hits(outcome->check, dfk_rule_find(*rules)))
			return true;
	}
	return false;
}

static bool
has_all(const struct outcome *outcome, const char *const *facts)
{
	struct dfk_fact fact;

	for (; *facts != NULL; facts++) {
		if (!outcome_fact(outcome, *facts, &fact) || fact.integer <= 0)
			return false;
	}
	return true;
}

bool
outcome_may_be_framed(const struct outcome *outcome)
{
	const struct formats_depth *row = &outcome_row(outcome)->depth;
	const char *depth = outcome_fact_text(outcome, "depth");

	return row->least != NULL && depth != NULL &&
	       strcmp(depth, row->least) != 0 &&
	       breaks_one(outcome, row->rules) && has_all(outcome, row->facts);
}

bool
outcome_seconds(const struct outcome *outcome, uint64_t ticks, double *seconds)
{
	const struct formats_row *row = outcome_row(outcome);
	struct dfk_fact interval;

	if (row->interval_fact != NULL) {
		if (!outcome_fact(outcome, row->interval_fact, &interval) ||
		    interval.kind != DFK_FACT_REAL)
			return false;
		*seconds = (double)ticks * interval.real;
		return true;
	}
	if (row->ticks_per_second > 0)
		*seconds = (double)ticks / row->ticks_per_second;
	return row->ticks_per_second > 0;
}

/* False: all limits that were reached are at their maximum. */
static bool
may_be_raised(const struct args_how *how, const struct dfk_check *check)
{
	bool highest = false;
	char id[64];

	for (size_t i = 0; i < dfk_limit_count(); i++) {
		const struct dfk_limit *limit = dfk_limit_at(i);

		snprintf(id, sizeof(id), "limit.%s", limit->name);
		if (dfk_rule_hits(check, dfk_rule_find(id)) == 0)
			continue;
		if (args_limit_value(how, limit->name) < limit->maximum)
			return true;
		highest = true;
	}
	return !highest;
}

const char *
outcome_limit(const struct args_how *how, const struct dfk_check *check)
{
	return may_be_raised(how, check)
		       ? "a limit was reached; --limit can raise it"
		       : "a limit was reached that cannot be raised";
}

const char *
outcome_undecided(const struct outcome *outcome)
{
	if (outcome->result->stopped && outcome->error[0] != '\0')
		return outcome->error;
	return outcome->result->file_changed
		       ? "it changed while it was read"
		       : outcome_limit(&outcome->args->how, outcome->check);
}

static bool
is_failure(const struct outcome *outcome)
{
	const enum dfk_severity level = outcome->args->how.fail_on;
	const struct dfk_result *result = outcome->result;

	if (level == DFK_OFF || outcome->allowed)
		return false;
	if (outcome->args->how.gate)
		return !dfk_gate_accepts(outcome->check, level);
	return result->errors > 0 || result->verdict == DFK_UNSUPPORTED ||
	       (level <= DFK_WARNING && result->warnings > 0) ||
	       (level <= DFK_NOTE && result->notes > 0);
}

const char *
outcome_refusal(const struct outcome *outcome)
{
	const bool accepted = outcome->result == NULL ||
			      args_accepts(&outcome->args->how,
					   outcome->result->format);

	return accepted ? NULL : "the format is not one of --accept";
}

void
outcome_judge(struct outcome *outcome)
{
	if (outcome->result == NULL)
		return;
	const bool refused = outcome_refusal(outcome) != NULL &&
			     outcome->args->how.fail_on != DFK_OFF;

	if (!refused && outcome->result->verdict == DFK_UNDECIDED)
		outcome->code = exitcode_worse(outcome->code,
					       EXITCODE_UNDECIDED);
	else if (refused || is_failure(outcome))
		outcome->code = EXITCODE_FINDINGS;
}

bool
outcome_is_bad(const struct outcome *outcome)
{
	return outcome->code != EXITCODE_OK ||
	       (outcome->args->command->bit == ARGS_REPAIR &&
		!outcome_is(outcome, DFK_VALID));
}

void
outcome_close(struct outcome *outcome)
{
	dfk_close(outcome->check);
	dfk_close(outcome->output_check);
	free(outcome->found.at);
	outcome->check = outcome->output_check = NULL;
	outcome->found.at = NULL;
	outcome->found.n = outcome->found.room = 0;
}
