/* SPDX-License-Identifier: MIT */
/* sink_text.c - the report for people: one line for each finding and action */
#include "cli/report/sink.h"

#include <inttypes.h>
#include <string.h>

#include "cli/report/color.h"
#include "cli/report/hexdump.h"
#include "cli/report/info.h"
#include "cli/report/report.h"
#include "cli/report/text.h"
#include "cli/report/verdict.h"

static void
print_place(FILE *out, const struct outcome *outcome, uint64_t offset,
	    bool decoded)
{
	text_put(out, outcome->path);
	fprintf(out, ":0x%" PRIx64 "%s: ", offset, decoded ? " (decoded)" : "");
}

static bool
start(const struct report_output *to, const struct outcome *outcome)
{
	(void)outcome;
	memset(to->repeats, 0, 2 * dfk_rule_count() * sizeof(*to->repeats));
	return true;
}

/* Prints the place of a finding in a part of the file that has its own offsets. */
static void
print_place_in_part(FILE *out, const struct dfk_finding *finding)
{
	if (finding->part[0] == '\0')
		return;
	if (finding->part_int >= 0)
		fprintf(out, ", int %" PRId64 " of the %s", finding->part_int,
			finding->part);
	else
		fprintf(out, ", at 0x%" PRIx64 " of the %s",
			finding->part_offset, finding->part);
	if (finding->part_bit >= 0)
		fprintf(out, ", bit %d", finding->part_bit);
	if (finding->part_path[0] != '\0') {
		fputs(", in ", out);
		text_put(out, finding->part_path);
	}
}

/* Returns the number of findings of one rule that are printed for one file.  The same
   number limits the actions. */
static uint64_t
shown_repeats(const struct args_out *shown)
{
	enum { FEW = 4 };

	return shown->verbose ? UINT64_MAX : FEW;
}

static bool
print_finding(const struct report_output *to, const struct outcome *outcome,
	      const struct dfk_finding *finding)
{
	FILE *out = to->file;
	char message[2048];

	if (finding->severity == DFK_NOTE && !args_shows_notes(outcome->args))
		return true;
	/* print_repeats() prints the number of other findings. */
	if (to->repeats[finding->rule - dfk_rule_at(0)]++ >=
	    shown_repeats(&outcome->args->out))
		return true;
	dfk_finding_text(finding, message, sizeof(message));
	print_place(out, outcome, finding->offset,
		    finding->space == DFK_SPACE_DECODED);
	color_severity(out, outcome->report, finding->severity);
	fputs(": ", out);
	text_put(out, message);
	print_place_in_part(out, finding);
	fprintf(out, " [%s]\n", finding->rule->id);
	if (outcome->args->out.verbose && !outcome->args->out.redact &&
	    finding->space == DFK_SPACE_FILE)
		hexdump_put(out, &outcome->bytes, finding->offset,
			    finding->length);
	return true;
}

/* The rule and the place of the finding that an action answers. */
static void
print_answered(FILE *out, const struct outcome *outcome,
	       const struct dfk_action *action)
{
	const struct outcome_finding *finding = outcome_finding(
		outcome, action->finding);

	fprintf(out, " [%s", action->rule->id);
	if (finding)
		fprintf(out, " at 0x%" PRIx64 "%s", finding->offset,
			finding->space == DFK_SPACE_DECODED ? " (decoded)"
							    : "");
	else if (action->finding == DFK_NO_NUMBER)
		fputs(", which is off", out);
	else
		fputs(", a finding that is counted but not shown", out);
	if (finding && finding->severity == DFK_NOTE &&
	    !args_shows_notes(outcome->args))
		fputs(", a note that -v shows", out);
	fputs("]\n", out);
}

/* Prints the inserted bytes if they are a mark or a field. */
static void
print_inserted(FILE *out, const struct dfk_action *action, bool redact)
{
	enum { SHORT_BYTES = 8 };

	fprintf(out, "%" PRIu64 " byte%s", action->out_length,
		text_plural(action->out_length));
	if (action->inserted == NULL || action->out_length > SHORT_BYTES ||
	    redact)
		return;
	fputs(" (", out);
	text_put_hex(out, action->inserted, (size_t)action->out_length);
	putc(')', out);
}

/* ", ticks 284 to 628 (6.9 s)" */
static void
print_lost_ticks(FILE *out, const struct outcome *outcome,
		 const struct dfk_action *action)
{
	double seconds;

	if (action->ticks == 0)
		return;
	if (action->ticks == 1)
		fprintf(out, ", tick %" PRId64, action->tick);
	else
		fprintf(out, ", ticks %" PRId64 " to %" PRId64, action->tick,
			action->tick + (int64_t)action->ticks - 1);
	if (outcome_seconds(outcome, action->ticks, &seconds))
		fprintf(out, " (%.1f s)", seconds);
}

/* Where the actions of one input are printed. */
struct destination {
	const struct report_output *to;
	const struct outcome *outcome;
};

static bool
print_action(void *ctx, const struct dfk_action *action)
{
	const struct destination *destination = ctx;
	const struct outcome *outcome = destination->outcome;
	const struct report_output *to = destination->to;
	FILE *out = to->file;

	if (action->rule == NULL)
		return true;
	/* print_action_repeats() prints the number of other actions. */
	if (to->actions[action->rule - dfk_rule_at(0)]++ >=
	    shown_repeats(&outcome->args->out))
		return true;
	print_place(out, outcome, action->offset,
		    action->space == DFK_SPACE_DECODED);
	fprintf(out, "%s: ", dfk_action_name(action->kind));
	if (action->length > 0)
		fprintf(out, "%" PRIu64 " byte%s", action->length,
			text_plural(action->length));
	if (action->length > 0 && action->out_length > 0)
		fputs(" by ", out);
	if (action->out_length > 0)
		print_inserted(out, action, outcome->args->out.redact);
	if (action->field)
		fprintf(out, ", %s = %s in the header", action->field,
			action->value);
	print_lost_ticks(out, outcome, action);
	fprintf(out, "%s; why: %s", action->lossy ? ", lossy" : "",
		action->rule->title);
	print_answered(out, outcome, action);
	return true;
}

static void
print_action_repeats(const struct report_output *to,
		     const struct outcome *outcome)
{
	const uint64_t few = shown_repeats(&outcome->args->out);

	for (size_t i = 0; i < dfk_rule_count(); i++) {
		const uint64_t more = to->actions[i] > few
					      ? to->actions[i] - few
					      : 0;

		if (more == 0)
			continue;
		text_put(to->file, outcome->path);
		fprintf(to->file,
			": %" PRIu64 " more action%s [%s], not shown without "
			"-v\n",
			more, text_plural(more), dfk_rule_at(i)->id);
	}
}

static bool
print_actions(const struct report_output *to, const struct outcome *outcome)
{
	struct destination destination = { to, outcome };
	const bool good = dfk_each_action(outcome->check, print_action,
					  &destination);

	print_action_repeats(to, outcome);
	return good;
}

/* ------------------------------------------------------------- inspect -- */

/* Prints texts in quotes, with a blank between them. */
static void
print_quoted_texts(FILE *out, const unsigned char *bytes, size_t size)
{
	for (size_t at = 0; at < size;) {
		const size_t length = strnlen((const char *)bytes + at,
					      size - at);

		if (at > 0)
			putc(' ', out);
		text_put_quoted(out, bytes + at, length);
		at += length + 1;
	}
}

static void
print_field(FILE *out, const struct dfk_field *field,
	    const struct args_out *shown)
{
	const bool hidden = (field->payload && !shown->payload) ||
			    (field->personal && shown->redact);
	char uuid[37];

	fprintf(out, " %s=", field->name);
	if (field->kind == DFK_FIELD_INT) {
		fprintf(out, "%" PRId64, field->integer);
	} else if (field->bytes == NULL || hidden) {
		fprintf(out, "<%" PRIu64 " byte%s>", field->size,
			text_plural(field->size));
	} else if (field->kind == DFK_FIELD_UUID && field->size == 16) {
		text_uuid(uuid, field->bytes);
		fputs(uuid, out);
	} else if (field->kind == DFK_FIELD_TEXT) {
		text_put_quoted(out, field->bytes, (size_t)field->size);
	} else if (field->kind == DFK_FIELD_TEXTS) {
		print_quoted_texts(out, field->bytes, (size_t)field->size);
	} else {
		text_put_hex(out, field->bytes, (size_t)field->size);
	}
}

static void
print_fields(FILE *out, const struct outcome *outcome,
	     const struct dfk_record *record)
{
	text_put_name(out, record->name);
	for (size_t i = 0; i < record->n_fields; i++)
		print_field(out, &record->fields[i], &outcome->args->out);
	putc('\n', out);
}

static bool
print_record(const struct report_output *to, const struct outcome *outcome,
	     const struct dfk_record *record)
{
	FILE *out = to->file;

	fprintf(out, "0x%08" PRIx64 " %6" PRIu64 " tick ", record->offset,
		record->length);
	if (record->tick != -1)
		fprintf(out, "%6" PRId64 "  ", record->tick);
	else
		fprintf(out, "%6s  ", "-");
	print_fields(out, outcome, record);
	return true;
}

static bool
print_indented_item(const struct report_output *to,
		    const struct outcome *outcome,
		    const struct dfk_record *item)
{
	FILE *out = to->file;

	fputs("    ", out);
	print_fields(out, outcome, item);
	return true;
}

/* Prints the rules of which not all findings were printed. */
static void
print_repeats(const struct report_output *to, const struct outcome *outcome)
{
	const struct args *args = outcome->args;
	const uint64_t few = shown_repeats(&args->out);
	const bool no_more_than_notes = outcome->result->errors == 0 &&
					outcome->result->warnings == 0;
	FILE *out = to->file;

	for (size_t i = 0; i < dfk_rule_count(); i++) {
		const uint64_t listed = to->repeats[i];
		const uint64_t more = dfk_rule_unlisted(outcome->check,
							dfk_rule_at(i)) +
				      (listed > few ? listed - few : 0);

		if (more == 0 ||
		    (!args_shows_notes(args) &&
		     (no_more_than_notes ||
		      args_severity(&args->how, dfk_rule_at(i)) == DFK_NOTE)))
			continue;
		text_put(out, outcome->path);
		/* Single findings of a rule may be notes, which are not printed.  The
		   severity of findings that are not listed is not known. */
		if (listed > 0)
			fprintf(out, ": %" PRIu64 " more [%s]\n", more,
				dfk_rule_at(i)->id);
		else
			fprintf(out,
				": %" PRIu64 " [%s], not shown without -v\n",
				dfk_rule_hits(outcome->check, dfk_rule_at(i)),
				dfk_rule_at(i)->id);
	}
}

static bool
print_file(const struct report_output *to, const struct outcome *outcome)
{
	const struct args *args = outcome->args;
	const struct dfk_result *result = outcome->result;
	FILE *out = to->file;

	/* The reason was already printed on stderr. */
	if (outcome->result == NULL)
		return true;
	if (args->command->bit == ARGS_INFO) {
		info_put(out, outcome);
		return true;
	}
	if (!outcome->silent)
		print_repeats(to, outcome);
	if (args->out.quiet && result->verdict == DFK_VALID &&
	    result->errors + result->warnings == 0 &&
	    (result->notes == 0 || !args_shows_notes(args)) &&
	    outcome->error[0] == '\0')
		return true;
	text_put(out, outcome->path);
	fputs(": ", out);
	verdict_put(out, outcome);
	verdict_put_reason(out, outcome);
	putc('\n', out);
	return true;
}

/* ------------------------------------------------------- the last line -- */

/* Prints the repairs of several files.  If there is only one file, the line of the file
   has this text. */
static void
print_repairs(FILE *out, const struct run_report *report)
{
	static const char *const texts[REPAIR_KINDS] = {
		[REPAIR_AS_IT_IS] = "needed no repair",
		[REPAIR_LOSSLESS] = "repaired without loss",
		[REPAIR_LOSSY] = "repaired with loss",
		[REPAIR_NONE] = "without output",
	};
	static const char *const would[REPAIR_KINDS] = {
		[REPAIR_AS_IT_IS] = "need no repair",
		[REPAIR_LOSSLESS] = "would be repaired without loss",
		[REPAIR_LOSSY] = "would be repaired with loss",
		[REPAIR_NONE] = "would have no output",
	};
	const bool dry = report->args->out.dry_run;
	const char *separator = "; ";
	uint64_t total = 0;

	for (int i = 0; i < REPAIR_KINDS; i++)
		total += report->repairs[i];
	for (int i = 0; i < REPAIR_KINDS && total > 1; i++) {
		if (report->repairs[i] == 0)
			continue;
		fprintf(out, "%s%" PRIu64 " %s", separator, report->repairs[i],
			dry ? would[i] : texts[i]);
		separator = ", ";
	}
}

/* Prints how many files are allowed and how many were repaired. */
static void
end_summary(FILE *out, const struct run_report *report)
{
	if (report->allowed > 0)
		fprintf(out, "; %" PRIu64 " allowed", report->allowed);
	if (report->args->command->bit == ARGS_REPAIR)
		print_repairs(out, report);
	putc('\n', out);
}

static bool
print_summary(const struct report_output *to, const struct run_report *report,
	      int code)
{
	const char *separator = ": ";
	uint64_t total = 0;
	FILE *out = to->file;

	(void)code;
	if (report->args->out.quiet ||
	    report->args->command->bit == ARGS_INFO ||
	    report->args->command->bit == ARGS_INSPECT)
		return true;
	for (int i = 0; i < OUTCOME_VERDICTS; i++)
		total += report->files[i];
	table_put(out, &report->table);
	fprintf(out, "%" PRIu64 " file%s", total, text_plural(total));
	for (int i = 0; i < OUTCOME_VERDICTS; i++) {
		if (report->files[i] == 0)
			continue;
		fprintf(out, "%s%" PRIu64 " %s", separator, report->files[i],
			outcome_verdict_name(i));
		separator = ", ";
	}
	end_summary(out, report);
	return true;
}

const struct sink sink_text = {
	.start = start,
	.finding = print_finding,
	.record = print_record,
	.item = print_indented_item,
	.actions = print_actions,
	.file = print_file,
	.summary = print_summary,
};
