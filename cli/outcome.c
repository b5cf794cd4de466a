/* SPDX-License-Identifier: MIT */
/* outcome.c - feeds one input to the library and keeps what comes of it */
#include "cli/outcome.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/names.h"
#include "cli/progress.h"
#include "cli/report.h"
#include "cli/text.h"

const char *
outcome_verdict_name(int verdict)
{
	return verdict == OUTCOME_UNREADABLE
		       ? "unreadable"
		       : dfk_verdict_name((enum dfk_verdict)verdict);
}

void
outcome_init(struct outcome *outcome, struct report *report, const char *path)
{
	*outcome = (struct outcome){
		.path = path,
		.report = report,
		.verdict = OUTCOME_UNREADABLE,
	};
}

static void refuse(struct outcome *outcome, enum exitcode code,
		   const char *format, va_list arguments)
	__attribute__((format(printf, 3, 0)));

static void
refuse(struct outcome *outcome, enum exitcode code, const char *format,
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
	refuse(outcome, code, format, arguments);
	va_end(arguments);
}

void
outcome_fail(struct outcome *outcome, enum exitcode code, const char *format,
	     ...)
{
	va_list arguments;

	va_start(arguments, format);
	refuse(outcome, code, format, arguments);
	va_end(arguments);
	progress_clear();
	text_complain(outcome->path, "%s", outcome->error);
}

void
outcome_out_of_memory(struct outcome *outcome)
{
	outcome->result = NULL;
	outcome->verdict = OUTCOME_UNREADABLE;
	outcome_fail(outcome, EXITCODE_IO, "out of memory");
}

static void
fail_status(struct outcome *outcome, enum dfk_status status)
{
	if (status == DFK_NO_MEMORY)
		outcome_out_of_memory(outcome);
	else
		outcome_fail(outcome, EXITCODE_INTERNAL,
			     "error in demofsck: %s", dfk_status_text(status));
}

enum dfk_status
outcome_open_check(const struct report *report,
		   const struct dfk_options *callbacks,
		   struct dfk_check **check)
{
	const struct args *args = report->args;
	struct dfk_options options = *callbacks;
	enum dfk_status status;

	options.as = args->as;
	options.level = args->level;
	options.fix_warnings = args->fix_warnings;
	options.no_hash = args->no_hash;
	status = dfk_open(&options, check);
	for (size_t i = 0; i < args->n_limits && status == DFK_OK; i++)
		status = dfk_set_limit(*check, args->limits[i].name,
				       args->limits[i].value);
	for (size_t i = 0; i < args->n_rules && status == DFK_OK; i++)
		status = dfk_set_severity(*check, args->rules[i].rule->id,
					  args->rules[i].severity);
	if (status == DFK_OK)
		status = dfk_set_protocol(*check, args->protocol);
	if (status == DFK_OK)
		status = dfk_set_base(*check, args->base);
	if (status != DFK_OK) {
		dfk_close(*check);
		*check = NULL;
	}
	return status;
}

/* ------------------------------------------------------- one look at it -- */

struct look {
	struct outcome *outcome;
	void (*on_record)(void *ctx, const struct dfk_record *record);
	int (*tee)(void *ctx, const void *bytes, size_t size);
	void *ctx;
	bool no_memory; /* for the report */
};

static size_t
rule_index(const struct dfk_rule *rule)
{
	size_t index = 0;

	while (index < dfk_rule_count() && dfk_rule(index) != rule)
		index++;
	return index;
}

static void
look_finding(void *ctx, const struct dfk_finding *finding)
{
	struct look *look = ctx;
	const size_t index = rule_index(finding->rule);

	if (index < dfk_rule_count())
		look->outcome->listed[index]++;
	if (!look->no_memory && !report_finding(look->outcome, finding))
		look->no_memory = true;
}

static void
look_record(void *ctx, const struct dfk_record *record)
{
	struct look *look = ctx;

	look->on_record(look->ctx, record);
}

/* Reads to the end; false: failed, and the outcome says how. */
static bool
feed(struct look *look, struct input *in)
{
	struct outcome *outcome = look->outcome;
	const uint64_t total = in->regular ? (uint64_t)in->before.st_size : 0;
	enum dfk_status status = DFK_OK;
	const uint64_t limit = args_limit_value(outcome->report->args,
						"input_bytes");
	const void *bytes;
	uint64_t done = 0;
	size_t size;
	int error;

	/* An endless pipe must not be read for ever: one byte too many tells. */
	while (status == DFK_OK && !look->no_memory && done <= limit) {
		error = input_read(in, &bytes, &size);
		if (error != 0) {
			outcome_fail(outcome, EXITCODE_IO, "%s",
				     strerror(error));
			return false;
		}
		if (size == 0)
			break;
		if (look->tee != NULL) {
			error = look->tee(look->ctx, bytes, size);
			if (error != 0) {
				outcome_fail(outcome, EXITCODE_IO,
					     "temporary copy: %s",
					     strerror(error));
				return false;
			}
		}
		status = dfk_feed(outcome->check, bytes, size);
		done += size;
		progress_show(outcome->path, done, total);
	}
	if (status == DFK_OK)
		status = dfk_finish(outcome->check);
	if (look->no_memory)
		status = DFK_NO_MEMORY;
	if (status != DFK_OK)
		fail_status(outcome, status);
	return status == DFK_OK;
}

void
outcome_examine(struct outcome *outcome, struct input *in,
		void (*on_record)(void *ctx, const struct dfk_record *record),
		int (*tee)(void *ctx, const void *bytes, size_t size),
		void *ctx)
{
	struct look look = { .outcome = outcome,
			     .on_record = on_record,
			     .tee = tee,
			     .ctx = ctx };
	const struct dfk_options callbacks = {
		.on_finding = look_finding,
		.on_record = on_record != NULL ? look_record : NULL,
		.ctx = &look,
	};
	enum dfk_status status;
	bool changed;
	int error;

	outcome->listed = calloc(dfk_rule_count(), sizeof(*outcome->listed));
	if (outcome->listed == NULL) {
		outcome_out_of_memory(outcome);
		return;
	}
	status = outcome_open_check(outcome->report, &callbacks,
				    &outcome->check);
	if (status != DFK_OK) {
		fail_status(outcome, status);
		return;
	}
	if (!feed(&look, in))
		return;
	error = input_changed(in, &changed);
	if (error != 0) {
		outcome_fail(outcome, EXITCODE_IO, "%s", strerror(error));
		return;
	}
	outcome->result = dfk_result(outcome->check);
	outcome->verdict = (int)outcome->result->verdict;
	outcome->errors = outcome->result->errors;
	outcome->warnings = outcome->result->warnings;
	outcome->notes = outcome->result->notes;
	if (in->regular && !in->borrowed)
		names_check(outcome);
	if (changed)
		outcome_growing(outcome);
}

/* -------------------------------------------------- what it comes to -- */

uint64_t
outcome_more(const struct outcome *outcome, size_t rule)
{
	const uint64_t hits = dfk_rule_hits(outcome->check, dfk_rule(rule));

	if (args_severity(outcome->report->args, dfk_rule(rule)) == DFK_OFF)
		return 0;
	return hits > outcome->listed[rule] ? hits - outcome->listed[rule] : 0;
}

bool
outcome_fact(const struct outcome *outcome, const char *name,
	     struct dfk_fact *fact)
{
	for (size_t i = 0; dfk_fact(outcome->check, i, fact); i++) {
		if (strcmp(fact->name, name) == 0)
			return true;
	}
	return false;
}

const char *
outcome_fact_text(const struct outcome *outcome, const char *name)
{
	struct dfk_fact fact;

	return outcome_fact(outcome, name, &fact) && fact.kind == DFK_FACT_TEXT
		       ? fact.text
		       : NULL;
}

static void
count(struct outcome *outcome, const struct dfk_rule *rule,
      enum dfk_severity severity)
{
	switch (severity) {
	case DFK_OFF: break;
	case DFK_NOTE: outcome->notes++; break;
	case DFK_WARNING: outcome->warnings++; break;
	case DFK_ERROR:
		outcome->errors++;
		if (outcome->verdict == (int)DFK_VALID && rule->stops_early)
			outcome->verdict = (int)DFK_TRUNCATED;
		else if (outcome->verdict == (int)DFK_VALID ||
			 (outcome->verdict == (int)DFK_TRUNCATED &&
			  !rule->stops_early))
			outcome->verdict = (int)DFK_DAMAGED;
		break;
	}
}

void
outcome_add(struct outcome *outcome, const char *rule, uint64_t offset,
	    const char *field, const char *found, const char *expected)
{
	struct dfk_finding finding = {
		.rule = dfk_rule_find(rule),
		.space = outcome->result != NULL &&
					 outcome->result->compression != NULL
				 ? DFK_SPACE_DECODED
				 : DFK_SPACE_FILE,
		.offset = offset,
		.field = field,
		.found = found,
		.expected = expected,
		.record = UINT64_MAX,
		.tick = -1,
		.client = -1,
	};

	if (finding.rule == NULL || outcome->result == NULL)
		return;
	finding.severity = args_severity(outcome->report->args, finding.rule);
	count(outcome, finding.rule, finding.severity);
	if (finding.severity != DFK_OFF && !report_finding(outcome, &finding))
		outcome_out_of_memory(outcome);
}

void
outcome_growing(struct outcome *outcome)
{
	outcome_add(outcome, "file.growing", 0, "", "", "");
	if (outcome->result != NULL)
		outcome->verdict = (int)DFK_UNDECIDED;
}

const char *
outcome_undecided(const struct outcome *outcome)
{
	return outcome->result->verdict == DFK_UNDECIDED
		       ? "a limit was reached; --limit can raise it"
		       : "it changed while it was read";
}

void
outcome_judge(struct outcome *outcome)
{
	const enum dfk_severity level = outcome->report->args->fail_on;
	const bool failed = level != DFK_OFF &&
			    (outcome->errors > 0 ||
			     (level <= DFK_WARNING && outcome->warnings > 0) ||
			     (level <= DFK_NOTE && outcome->notes > 0));

	if (outcome->result == NULL)
		return;
	if (outcome->verdict == (int)DFK_UNDECIDED)
		outcome->code = EXITCODE_UNDECIDED;
	else if (failed)
		outcome->code = EXITCODE_FINDINGS;
}

void
outcome_close(struct outcome *outcome)
{
	dfk_close(outcome->check);
	free(outcome->listed);
	outcome->check = NULL;
	outcome->listed = NULL;
}
