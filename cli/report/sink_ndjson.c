/* SPDX-License-Identifier: MIT */
/* sink_ndjson.c - schema demofsck.report/1: one JSON object a line */
#include "cli/report/sink.h"

#include <jansson.h>
#include <math.h>

#include "cli/report/jsonline.h"
#include "cli/report/report.h"
#include "cli/report/text.h"

static void
put_path(struct jsonline *line, const char *path)
{
	jsonline_put(line, "path", jsonline_string(path));
	if (!jsonline_is_utf8(path))
		jsonline_put(line, "path_base64", jsonline_base64(path));
}

static bool
begin(const struct run_report *report)
{
	struct jsonline line = jsonline_start("begin");

	jsonline_put(&line, "schema", json_string("demofsck.report/1"));
	jsonline_put(&line, "tool", json_string("demofsck"));
	jsonline_put(&line, "version", json_string(dfk_version()));
	jsonline_put(&line, "ruleset", jsonline_number(dfk_ruleset()));
	jsonline_put(&line, "command",
		     json_string(report->args->command->name));
	jsonline_put(&line, "profile",
		     json_string(args_profile(report->args)->name));
	return jsonline_end(&line);
}

/* The same place, in a part of the file that has offsets of its own. */
static void
put_part(struct jsonline *line, const struct dfk_finding *finding)
{
	jsonline_put(line, "part", json_string(finding->part));
	jsonline_put(line, "part_offset",
		     jsonline_number(finding->part_offset));
	jsonline_put(line, "part_length",
		     jsonline_number(finding->part_length));
	jsonline_put(line, "part_int",
		     finding->part_int >= 0 ? json_integer(finding->part_int)
					    : json_null());
	jsonline_put(line, "part_bit",
		     finding->part_bit >= 0 ? json_integer(finding->part_bit)
					    : json_null());
	jsonline_put(line, "part_path", jsonline_string(finding->part_path));
}

static json_t *
arguments(const struct dfk_finding *finding)
{
	struct jsonline line = { json_object(), true };

	jsonline_put(&line, "found", jsonline_string(finding->found));
	jsonline_put(&line, "expected", jsonline_string(finding->expected));
	jsonline_put(&line, "record",
		     finding->record != UINT64_MAX
			     ? jsonline_number(finding->record)
			     : json_null());
	jsonline_put(&line, "tick",
		     finding->tick != -1 ? json_integer(finding->tick)
					: json_null());
	jsonline_put(&line, "client",
		     finding->client >= 0 ? json_integer(finding->client)
					  : json_null());
	if (finding->part[0] != '\0')
		put_part(&line, finding);
	if (line.good)
		return line.object;
	json_decref(line.object);
	return NULL;
}

static json_t *
finding_number(uint64_t number)
{
	return number != OUTCOME_NO_NUMBER ? jsonline_number(number)
					   : json_null();
}

static bool
put_finding(const struct outcome *outcome, const struct dfk_finding *finding)
{
	struct jsonline line = jsonline_start("finding");
	char message[2048];

	report_message(message, sizeof(message), finding);
	put_path(&line, outcome->path);
	jsonline_put(&line, "format", json_string(finding->rule->format));
	jsonline_put(&line, "rule", json_string(finding->rule->id));
	jsonline_put(&line, "severity",
		     json_string(dfk_severity_name(finding->severity)));
	jsonline_put(&line, "number", finding_number(finding->number));
	jsonline_put(&line, "mended", json_boolean(finding->mended));
	jsonline_put(&line, "offset", jsonline_number(finding->offset));
	jsonline_put(&line, "length", jsonline_number(finding->length));
	jsonline_put(&line, "space",
		     json_string(dfk_space_name(finding->space)));
	jsonline_put(&line, "field", jsonline_string(finding->field));
	jsonline_put(&line, "message", jsonline_string(message));
	jsonline_put(&line, "args", arguments(finding));
	return jsonline_end(&line);
}

/* An object: any text could be what a player wrote. */
static json_t *
hidden(uint64_t size)
{
	json_t *number = jsonline_number(size);

	return number != NULL ? json_pack("{so}", "bytes", number) : NULL;
}

static json_t *
field_value(const struct dfk_field *field, bool payload)
{
	char text[37];

	if (field->kind == DFK_FIELD_INT)
		return json_integer(field->integer);
	if (field->bytes == NULL || (field->payload && !payload))
		return hidden(field->size);
	if (field->kind == DFK_FIELD_UUID && field->size == 16) {
		text_uuid(text, field->bytes);
		return json_string(text);
	}
	if (field->kind == DFK_FIELD_TEXT)
		return jsonline_text(field->bytes, (size_t)field->size);
	if (field->kind == DFK_FIELD_TEXTS)
		return jsonline_texts(field->bytes, (size_t)field->size);
	return jsonline_hex(field->bytes, (size_t)field->size);
}

static bool
put_as(const char *type, const struct outcome *outcome,
       const struct dfk_record *record)
{
	struct jsonline line = jsonline_start(type);
	struct jsonline fields = { json_object(), true };

	for (size_t i = 0; i < record->n_fields; i++)
		jsonline_put(&fields, record->fields[i].name,
			     field_value(&record->fields[i],
					 outcome->args->payload));
	jsonline_put(&line, "offset", jsonline_number(record->offset));
	jsonline_put(&line, "length", jsonline_number(record->length));
	jsonline_put(&line, "tick", json_integer(record->tick));
	jsonline_put(&line, "index", jsonline_number(record->index));
	jsonline_put(&line, "name", jsonline_string(record->name));
	jsonline_put_object(&line, "fields", &fields);
	return jsonline_end(&line);
}

static bool
put_record(const struct outcome *outcome, const struct dfk_record *record)
{
	return put_as("record", outcome, record);
}

static bool
put_item(const struct outcome *outcome, const struct dfk_record *item)
{
	return put_as("item", outcome, item);
}

static bool
put_action(const struct outcome *outcome, const struct plan_action *action)
{
	struct jsonline line = jsonline_start("action");

	put_path(&line, outcome->path);
	jsonline_put(&line, "op", json_string(action->op));
	jsonline_put(&line, "offset", jsonline_number(action->offset));
	jsonline_put(&line, "length", jsonline_number(action->length));
	jsonline_put(&line, "space",
		     json_string(dfk_space_name(action->space)));
	jsonline_put(&line, "out_offset", jsonline_number(action->out_offset));
	jsonline_put(&line, "out_length", jsonline_number(action->out_length));
	jsonline_put(&line, "rule",
		     action->rule != NULL ? json_string(action->rule->id)
					  : json_null());
	jsonline_put(&line, "finding",
		     action->rule != NULL ? finding_number(action->finding)
					  : json_null());
	jsonline_put(&line, "class",
		     action->rule == NULL
			     ? json_null()
			     : json_string(action->lossy ? "lossy" : "safe"));
	if (action->ticks > 0) {
		jsonline_put(&line, "lost_tick",
			     json_integer(action->tick));
		jsonline_put(&line, "lost_ticks",
			     jsonline_number(action->ticks));
	}
	return jsonline_end(&line);
}

/* --------------------------------------------------------- one file -- */

static json_t *
fact_value(const struct dfk_fact *fact)
{
	switch (fact->kind) {
	case DFK_FACT_INT: return json_integer(fact->integer);
	case DFK_FACT_REAL:
		return isfinite(fact->real) ? json_real(fact->real)
					    : json_null();
	case DFK_FACT_TEXT: return jsonline_string(fact->text);
	case DFK_FACT_BOOL: return json_boolean(fact->truth);
	}
	return json_null();
}

static void
put_bytes(struct jsonline *line, const char *key,
	  const struct dfk_result *result)
{
	struct jsonline bytes = { json_object(), true };

	jsonline_put(&bytes, "kept", jsonline_number(result->kept));
	jsonline_put(&bytes, "changed", jsonline_number(result->changed));
	jsonline_put(&bytes, "dropped", jsonline_number(result->dropped));
	jsonline_put(&bytes, "added", jsonline_number(result->added));
	jsonline_put_object(line, key, &bytes);
}

/* "bytes" is what was done, or can be done; "plan" is for a repair that wrote
   nothing. */
static void
put_account(struct jsonline *line, const struct outcome *outcome)
{
	const bool repair = outcome->args->command->bit == ARGS_REPAIR;
	const bool possible = outcome->result->repairable != DFK_REPAIRABLE_NO;

	if (repair ? outcome->written : possible)
		put_bytes(line, "bytes", outcome->result);
	else
		jsonline_put(line, "bytes", json_null());
	if (repair && !outcome->written)
		put_bytes(line, "plan", outcome->result);
	if (outcome->result->loss_unknown)
		jsonline_put(line, "loss_unknown", json_true());
}

static void
put_counts(struct jsonline *line, const struct outcome *outcome)
{
	struct jsonline counts = { json_object(), true };

	jsonline_put(&counts, "error", jsonline_number(outcome->errors));
	jsonline_put(&counts, "warning", jsonline_number(outcome->warnings));
	jsonline_put(&counts, "note", jsonline_number(outcome->notes));
	jsonline_put_object(line, "counts", &counts);
}

static void
put_facts(struct jsonline *line, const struct outcome *outcome)
{
	struct jsonline facts = { json_object(), true };
	struct dfk_fact fact;

	for (size_t i = 0; dfk_fact_at(outcome->check, i, &fact); i++)
		jsonline_put(&facts, fact.name, fact_value(&fact));
	jsonline_put_object(line, "facts", &facts);
}

static void
put_more(struct jsonline *line, const struct outcome *outcome)
{
	struct jsonline more = { json_object(), true };

	for (size_t i = 0; i < dfk_rule_count(); i++) {
		const uint64_t n = outcome_more(outcome, i);

		if (n > 0)
			jsonline_put(&more, dfk_rule_at(i)->id,
				     jsonline_number(n));
	}
	if (json_object_size(more.object) > 0 || !more.good)
		jsonline_put_object(line, "more", &more);
	else
		json_decref(more.object);
}

static void
put_readable(struct jsonline *line, const struct outcome *outcome)
{
	const struct dfk_result *result = outcome->result;

	jsonline_put(line, "size", jsonline_number(result->size));
	jsonline_put(line, "sha256",
		     result->has_sha256 ? jsonline_hex(result->sha256,
						       sizeof(result->sha256))
					: json_null());
	if (result->compression != NULL) {
		jsonline_put(line, "compression",
			     json_string(result->compression));
		jsonline_put(line, "decoded_size",
			     jsonline_number(result->decoded_size));
	}
	jsonline_put(line, "format", jsonline_string(result->format));
	jsonline_put(line, "version", jsonline_string(result->version));
	jsonline_put(line, "verdict",
		     json_string(outcome_verdict_name(outcome->verdict)));
	if (outcome->allowed)
		jsonline_put(line, "allowed", json_true());
	jsonline_put(line, "ok_up_to", jsonline_number(result->ok_up_to));
	put_account(line, outcome);
	jsonline_put(line, "repairable",
		     json_string(dfk_repairable_name(result->repairable)));
	if (result->more_at_resync)
		jsonline_put(line, "more_at_resync", json_true());
	if (result->mendable_warnings > 0)
		jsonline_put(line, "mendable_warnings",
			     jsonline_number(result->mendable_warnings));
	put_counts(line, outcome);
	put_facts(line, outcome);
	put_more(line, outcome);
}

static void
put_unreadable(struct jsonline *line, const struct outcome *outcome)
{
	jsonline_put(line, "size", json_null());
	jsonline_put(line, "sha256", json_null());
	jsonline_put(line, "format", json_null());
	jsonline_put(line, "version", json_null());
	jsonline_put(line, "verdict",
		     json_string(outcome_verdict_name(outcome->verdict)));
	jsonline_put(line, "ok_up_to", json_null());
	jsonline_put(line, "bytes", json_null());
	jsonline_put(line, "repairable", json_null());
	jsonline_put(line, "counts", json_null());
	jsonline_put(line, "facts", json_object());
}

static bool
put_file(const struct outcome *outcome)
{
	const struct args *args = outcome->args;
	struct jsonline line = jsonline_start("file");

	put_path(&line, outcome->path);
	if (outcome->result != NULL)
		put_readable(&line, outcome);
	else
		put_unreadable(&line, outcome);
	if (args->command->bit == ARGS_REPAIR)
		jsonline_put(&line, "output",
			     jsonline_string(outcome->repaired && !args->dry_run
						     ? outcome->output
						     : NULL));
	if (outcome->error[0] != '\0')
		jsonline_put(&line, "error", jsonline_string(outcome->error));
	return jsonline_end(&line);
}

static bool
put_summary(const struct run_report *report, int code)
{
	struct jsonline line = jsonline_start("summary");
	struct jsonline files = { json_object(), true };

	for (int i = 0; i < OUTCOME_VERDICTS; i++)
		jsonline_put(&files, outcome_verdict_name(i),
			     jsonline_number(report->files[i]));
	jsonline_put_object(&line, "files", &files);
	jsonline_put(&line, "allowed", jsonline_number(report->allowed));
	jsonline_put(&line, "exit", json_integer(code));
	return jsonline_end(&line);
}

const struct sink sink_ndjson = {
	.begin = begin,
	.finding = put_finding,
	.record = put_record,
	.item = put_item,
	.action = put_action,
	.file = put_file,
	.summary = put_summary,
};
