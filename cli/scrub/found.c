/* SPDX-License-Identifier: MIT */
/* found.c - the parts of a result that the database keeps: nothing that names a person */
#include "cli/scrub/found.h"

#include <stdlib.h>
#include <string.h>

#include "cli/report/sink.h"

/* The output is the only one of the run. */
static struct scrub_found *
found_of(const struct outcome *outcome)
{
	return (struct scrub_found *)outcome->report->outputs.list;
}

static bool
forget_findings(const struct report_output *to, const struct outcome *outcome)
{
	(void)to;
	found_of(outcome)->n = 0;
	return true;
}

static bool
collect_finding(const struct report_output *to, const struct outcome *outcome,
		const struct dfk_finding *finding)
{
	struct scrub_found *found = found_of(outcome);
	const size_t room = found->room * 2 + 64;
	struct scrub_finding *grown;

	(void)to;
	if (found->n == found->room) {
		grown = realloc(found->at, room * sizeof(*grown));
		if (grown == NULL)
			return false;
		found->at = grown;
		found->room = room;
	}
	found->at[found->n++] = (struct scrub_finding){
		.rule = finding->rule,
		.severity = finding->severity,
		.offset = finding->offset,
		.length = finding->length,
		.space = finding->space,
		.tick = finding->tick,
	};
	return true;
}

static const struct sink sink_found = {
	.start = forget_findings,
	.finding = collect_finding,
};

void
scrub_found_open(struct scrub_found *found, struct run_report *report,
		 const struct args *args)
{
	*found = (struct scrub_found){ .output.sink = &sink_found };
	*report = (struct run_report){
		.args = args,
		.outputs = { .list = &found->output, .n = 1 },
	};
}

void
scrub_found_close(struct scrub_found *found)
{
	free(found->at);
	*found = (struct scrub_found){ .n = 0 };
}

/* Returns the text of a fact that is no personal fact, or NULL. */
static const char *
find_plain_text(const struct outcome *outcome, const char *name)
{
	struct dfk_fact fact;

	return outcome_fact(outcome, name, &fact) &&
			       fact.kind == DFK_FACT_TEXT && !fact.personal
		       ? fact.text
		       : NULL;
}

struct scrub_result
scrub_found_result(const struct scrub_found *found,
		   const struct outcome *outcome)
{
	const struct dfk_result *from = outcome->result;
	struct scrub_result result = {
		.verdict = outcome_verdict_name(outcome_verdict(outcome)),
		.problem = outcome->error[0] != '\0' ? outcome->error : NULL,
		.findings = found->at,
		.n_findings = found->n,
	};

	if (from == NULL)
		return result;
	if (result.problem == NULL && from->file_changed)
		result.problem = "the file changed while it was read";
	result.format = from->format;
	result.version = from->version;
	result.server = find_plain_text(outcome, "server_version");
	result.map = find_plain_text(outcome, "map_name");
	if (result.map == NULL)
		result.map = find_plain_text(outcome, "map");
	result.errors = from->errors;
	result.warnings = from->warnings;
	result.notes = from->notes;
	result.complete = result.problem == NULL;
	result.ok_up_to = from->ok_up_to;
	result.decoded_size = from->decoded_size;
	if (result.complete)
		result.repairable = dfk_repairable_name(from->repairable);
	return result;
}
