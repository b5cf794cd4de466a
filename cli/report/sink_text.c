/* SPDX-License-Identifier: MIT */
/* sink_text.c - the report for people: one line for each finding and action */
#include "cli/report/sink.h"

#include <inttypes.h>
#include <string.h>

#include "cli/report/report.h"
#include "cli/report/text.h"
#include "cli/report/verdict.h"

#define RED    "31"
#define GREEN  "32"
#define YELLOW "33"
#define CYAN   "36"

static void
put_colored(const struct run_report *report, const char *color,
	    const char *word)
{
	if (report->color)
		printf("\033[1;%sm%s\033[0m", color, word);
	else
		fputs(word, stdout);
}

static void
put_severity(const struct run_report *report, enum dfk_severity severity)
{
	const char *color = severity == DFK_ERROR     ? RED
			    : severity == DFK_WARNING ? YELLOW
						      : CYAN;

	put_colored(report, color, dfk_severity_name(severity));
}

static void
put_verdict(const struct outcome *outcome)
{
	put_colored(outcome->report,
		    outcome->verdict == (int)DFK_VALID ? GREEN : RED,
		    outcome_verdict_name(outcome->verdict));
}

static void
put_place(const struct outcome *outcome, uint64_t offset, bool decoded)
{
	text_put(stdout, outcome->path);
	printf(":0x%" PRIx64 "%s: ", offset, decoded ? " (decoded)" : "");
}

static bool
begin(const struct run_report *report)
{
	(void)report;
	return true;
}

/* Where it is in a part of the file that has offsets of its own. */
static void
put_part(const struct dfk_finding *finding)
{
	if (finding->part[0] == '\0')
		return;
	if (finding->part_int >= 0)
		printf(", int %" PRId64 " of the %s", finding->part_int,
		       finding->part);
	else
		printf(", at 0x%" PRIx64 " of the %s", finding->part_offset,
		       finding->part);
	if (finding->part_bit >= 0)
		printf(", bit %d", finding->part_bit);
	if (finding->part_path[0] != '\0') {
		fputs(", in ", stdout);
		text_put(stdout, finding->part_path);
	}
}

static bool
put_finding(const struct outcome *outcome, const struct dfk_finding *finding)
{
	char message[2048];

	if (finding->severity == DFK_NOTE && !args_shows_notes(outcome->args))
		return true;
	report_message(message, sizeof(message), finding);
	put_place(outcome, finding->offset,
		  finding->space == DFK_SPACE_DECODED);
	put_severity(outcome->report, finding->severity);
	fputs(": ", stdout);
	text_put(stdout, message);
	put_part(finding);
	printf(" [%s]\n", finding->rule->id);
	return true;
}

/* The rule and the place of the finding that an action answers. */
static void
put_answered(const struct outcome *outcome, const struct plan_action *action)
{
	const struct outcome_finding *finding = outcome_finding(
		outcome, action->finding);

	printf(" [%s", action->rule->id);
	if (finding)
		printf(" at 0x%" PRIx64 "%s", finding->offset,
		       finding->space == DFK_SPACE_DECODED ? " (decoded)" : "");
	else if (action->finding == OUTCOME_NO_NUMBER)
		fputs(", which is off", stdout);
	else
		fputs(", a finding that is counted but not shown", stdout);
	if (finding && finding->severity == DFK_NOTE &&
	    !args_shows_notes(outcome->args))
		fputs(", a note that -v shows", stdout);
	puts("]");
}

/* What is put there, if it is a mark or a field. */
static void
put_inserted(const struct plan_action *action)
{
	enum { SHORT_BYTES = 8 };

	printf("%" PRIu64 " byte%s", action->out_length,
	       text_plural(action->out_length));
	if (action->inserted == NULL || action->out_length > SHORT_BYTES)
		return;
	fputs(" (", stdout);
	text_put_hex(stdout, action->inserted, (size_t)action->out_length);
	putchar(')');
}

/* ", ticks 284 to 628 (6.9 s)" */
static void
put_lost_ticks(const struct outcome *outcome, const struct plan_action *action)
{
	double seconds;

	if (action->ticks == 0)
		return;
	if (action->ticks == 1)
		printf(", tick %" PRId64, action->tick);
	else
		printf(", ticks %" PRId64 " to %" PRId64, action->tick,
		       action->tick + (int64_t)action->ticks - 1);
	if (outcome_seconds(outcome, action->ticks, &seconds))
		printf(" (%.1f s)", seconds);
}

static bool
put_action(const struct outcome *outcome, const struct plan_action *action)
{
	if (action->rule == NULL)
		return true;
	put_place(outcome, action->offset,
		  outcome->result->compression != NULL &&
			  action->space == DFK_SPACE_DECODED);
	printf("%s: ", action->op);
	if (action->length > 0)
		printf("%" PRIu64 " byte%s", action->length,
		       text_plural(action->length));
	if (action->length > 0 && action->out_length > 0)
		fputs(" by ", stdout);
	if (action->out_length > 0)
		put_inserted(action);
	put_lost_ticks(outcome, action);
	printf("%s: %s", action->lossy ? ", lossy" : "", action->rule->title);
	put_answered(outcome, action);
	return true;
}

/* ------------------------------------------------------- inspect, info -- */

/* Each in quotes, with a blank between. */
static void
put_texts(const unsigned char *bytes, size_t size)
{
	for (size_t at = 0; at < size;) {
		const size_t length = strnlen((const char *)bytes + at,
					      size - at);

		if (at > 0)
			putchar(' ');
		text_put_quoted(stdout, bytes + at, length);
		at += length + 1;
	}
}

static void
put_field(const struct dfk_field *field, bool payload)
{
	char uuid[37];

	printf(" %s=", field->name);
	if (field->kind == DFK_FIELD_INT) {
		printf("%" PRId64, field->integer);
	} else if (field->bytes == NULL || (field->payload && !payload)) {
		printf("<%" PRIu64 " byte%s>", field->size,
		       text_plural(field->size));
	} else if (field->kind == DFK_FIELD_UUID && field->size == 16) {
		text_uuid(uuid, field->bytes);
		fputs(uuid, stdout);
	} else if (field->kind == DFK_FIELD_TEXT) {
		text_put_quoted(stdout, field->bytes, (size_t)field->size);
	} else if (field->kind == DFK_FIELD_TEXTS) {
		put_texts(field->bytes, (size_t)field->size);
	} else {
		text_put_hex(stdout, field->bytes, (size_t)field->size);
	}
}

static void
put_fields(const struct outcome *outcome, const struct dfk_record *record)
{
	text_put_name(stdout, record->name);
	for (size_t i = 0; i < record->n_fields; i++)
		put_field(&record->fields[i], outcome->args->payload);
	putchar('\n');
}

static bool
put_record(const struct outcome *outcome, const struct dfk_record *record)
{
	printf("0x%08" PRIx64 " %6" PRIu64 " tick ", record->offset,
	       record->length);
	if (record->tick != -1)
		printf("%6" PRId64 "  ", record->tick);
	else
		printf("%6s  ", "-");
	put_fields(outcome, record);
	return true;
}

static bool
put_item(const struct outcome *outcome, const struct dfk_record *item)
{
	fputs("    ", stdout);
	put_fields(outcome, item);
	return true;
}

static void
put_fact(const struct dfk_fact *fact)
{
	switch (fact->kind) {
	case DFK_FACT_INT:
		if (fact->integer == -1 && strcmp(fact->name, "last_tick") == 0)
			putchar('-');
		else
			printf("%" PRId64, fact->integer);
		break;
	case DFK_FACT_REAL: printf("%.7g", fact->real); break;
	case DFK_FACT_TEXT:
		text_put(stdout, fact->text != NULL ? fact->text : "-");
		break;
	case DFK_FACT_BOOL: fputs(fact->truth ? "yes" : "no", stdout); break;
	}
	putchar('\n');
}

/* Width of the names in `info`. */
#define INFO_COLUMN "%-17s"

/* For a map that is not compressed, both digests are the same. */
static bool
is_input_digest(const struct dfk_result *result, const char *text)
{
	char input[2 * sizeof(result->sha256) + 1];

	for (size_t i = 0; i < sizeof(result->sha256); i++)
		snprintf(input + 2 * i, 3, "%02x", (unsigned)result->sha256[i]);
	return result->has_sha256 && text != NULL && strcmp(input, text) == 0;
}

static void
put_info(const struct outcome *outcome)
{
	const struct dfk_result *result = outcome->result;
	struct dfk_fact fact;

	printf(INFO_COLUMN, "path");
	text_put(stdout, outcome->path);
	printf("\n" INFO_COLUMN "%s", "format",
	       result->format != NULL ? result->format : "-");
	if (result->version != NULL) {
		putchar(' ');
		text_put(stdout, result->version);
	}
	printf("\n" INFO_COLUMN "%" PRIu64 "\n", "size", result->size);
	if (result->compression != NULL)
		printf(INFO_COLUMN "%s, %" PRIu64 " byte%s decoded\n",
		       "compression", result->compression, result->decoded_size,
		       text_plural(result->decoded_size));
	if (result->has_sha256) {
		printf(INFO_COLUMN, "sha256");
		text_put_hex(stdout, result->sha256, sizeof(result->sha256));
		putchar('\n');
	}
	printf(INFO_COLUMN, "verdict");
	put_verdict(outcome);
	verdict_put_damage(outcome);
	putchar('\n');
	for (size_t i = 0; dfk_fact_at(outcome->check, i, &fact); i++) {
		const bool digest = strcmp(fact.name, "sha256") == 0;

		if (digest && is_input_digest(result, fact.text))
			continue;
		printf(INFO_COLUMN, digest ? "sha256 (decoded)" : fact.name);
		put_fact(&fact);
	}
	putchar('\n');
}

static void
put_more(const struct outcome *outcome)
{
	const struct args *args = outcome->args;

	for (size_t i = 0; i < dfk_rule_count(); i++) {
		const uint64_t more = outcome_more(outcome, i);

		if (more == 0 ||
		    (args_severity(args, dfk_rule_at(i)) == DFK_NOTE &&
		     !args_shows_notes(args)))
			continue;
		text_put(stdout, outcome->path);
		/* Some findings of a warning are only notes, which are not
		   shown. */
		if (outcome->listed[i].shown)
			printf(": %" PRIu64 " more [%s]\n", more,
			       dfk_rule_at(i)->id);
		else
			printf(": %" PRIu64 " [%s], not shown\n",
			       more + outcome->listed[i].n, dfk_rule_at(i)->id);
	}
}

static bool
put_file(const struct outcome *outcome)
{
	const struct args *args = outcome->args;

	/* The reason was printed on stderr. */
	if (outcome->result == NULL)
		return true;
	if (args->command->bit == ARGS_INFO) {
		put_info(outcome);
		return true;
	}
	if (!outcome->silent)
		put_more(outcome);
	if (args->quiet && outcome->verdict == (int)DFK_VALID &&
	    outcome->errors + outcome->warnings == 0 &&
	    (outcome->notes == 0 || !args_shows_notes(args)) &&
	    outcome->error[0] == '\0')
		return true;
	text_put(stdout, outcome->path);
	fputs(": ", stdout);
	put_verdict(outcome);
	verdict_put_reason(outcome);
	putchar('\n');
	return true;
}

static bool
put_summary(const struct run_report *report, int code)
{
	const char *separator = ": ";
	uint64_t total = 0;

	(void)code;
	if (report->args->quiet || report->args->command->bit == ARGS_INFO ||
	    report->args->command->bit == ARGS_INSPECT)
		return true;
	for (int i = 0; i < OUTCOME_VERDICTS; i++)
		total += report->files[i];
	printf("%" PRIu64 " file%s", total, text_plural(total));
	for (int i = 0; i < OUTCOME_VERDICTS; i++) {
		if (report->files[i] == 0)
			continue;
		printf("%s%" PRIu64 " %s", separator, report->files[i],
		       outcome_verdict_name(i));
		separator = ", ";
	}
	putchar('\n');
	return true;
}

const struct sink sink_text = {
	.begin = begin,
	.finding = put_finding,
	.record = put_record,
	.item = put_item,
	.action = put_action,
	.file = put_file,
	.summary = put_summary,
};
