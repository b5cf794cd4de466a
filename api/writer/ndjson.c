/* SPDX-License-Identifier: MIT */
/* ndjson.c - schema demofsck.report/1: one JSON object a line */
#include "api/writer/facts.h"
#include "api/writer/writer.h"
#include "include/demofsck_profile.h"
#include "validator/core/utf8.h"
#include "validator/core/uuid.h"

/* Begins an object of this type, which jsonout_end_line() ends. */
static struct jsonout *
start_line(struct dfk_report *report, const char *type)
{
	struct jsonout *json = &report->json;

	jsonout_open(json, '{');
	jsonout_put_text(json, "type", type);
	return json;
}

static void
put_path_members(struct jsonout *json, const char *path)
{
	const struct span bytes = span_of_text(path);

	jsonout_put_text(json, "path", path);
	if (utf8_is(bytes))
		return;
	jsonout_key(json, "path_base64");
	jsonout_base64(json, bytes);
}

static void
begin(struct dfk_report *report)
{
	struct jsonout *json = start_line(report, "begin");

	jsonout_put_text(json, "schema", "demofsck.report/1");
	jsonout_put_text(json, "tool", "demofsck");
	jsonout_put_text(json, "version", dfk_version());
	jsonout_put_number(json, "ruleset", dfk_ruleset());
	jsonout_put_text(json, "command", report->options.command);
	jsonout_put_text(json, "profile",
			 report->options.profile ? report->options.profile
						 : dfk_profile_at(0)->name);
	jsonout_end_line(json);
}

/* ---------------------------------------------------------------- findings */

static void
put_unless(struct jsonout *json, const char *key, int64_t value, bool is_null)
{
	jsonout_key(json, key);
	if (is_null)
		jsonout_null(json);
	else
		jsonout_int(json, value);
}

/* Writes the number of a finding. */
static void
put_finding_number(struct jsonout *json, const char *key, uint64_t number)
{
	put_unless(json, key, (int64_t)number, number == DFK_NO_NUMBER);
}

/* Writes the place of a finding in a part of the file that has its own offsets. */
static void
put_place_in_part(struct jsonout *json, const struct dfk_finding *finding)
{
	jsonout_put_text(json, "part", finding->part);
	jsonout_put_number(json, "part_offset", finding->part_offset);
	jsonout_put_number(json, "part_length", finding->part_length);
	put_unless(json, "part_int", finding->part_int, finding->part_int < 0);
	put_unless(json, "part_bit", finding->part_bit, finding->part_bit < 0);
	jsonout_put_text(json, "part_path", finding->part_path);
}

static void
put_arguments(struct jsonout *json, const struct dfk_finding *finding)
{
	jsonout_put_object(json, "args");
	jsonout_put_text(json, "found", finding->found);
	jsonout_put_text(json, "expected", finding->expected);
	put_unless(json, "record", (int64_t)finding->record,
		   finding->record == UINT64_MAX);
	put_unless(json, "tick", finding->tick, finding->tick == -1);
	put_unless(json, "client", finding->client, finding->client < 0);
	if (finding->part[0] != '\0')
		put_place_in_part(json, finding);
	jsonout_close(json, '}');
}

static void
put_finding_line(struct dfk_report *report, const struct dfk_finding *finding)
{
	struct jsonout *json = start_line(report, "finding");
	char message[2048];

	dfk_finding_text(finding, message, sizeof(message));
	put_path_members(json, report->path);
	jsonout_put_text(json, "format", finding->rule->format);
	jsonout_put_text(json, "rule", finding->rule->id);
	jsonout_put_text(json, "severity",
			 dfk_severity_name(finding->severity));
	put_finding_number(json, "number", finding->number);
	jsonout_put_bool(json, "mended", finding->mended);
	jsonout_put_number(json, "offset", finding->offset);
	jsonout_put_number(json, "length", finding->length);
	jsonout_put_text(json, "space", dfk_space_name(finding->space));
	jsonout_put_text(json, "field", finding->field);
	jsonout_put_text(json, "message", message);
	put_arguments(json, finding);
	jsonout_end_line(json);
}

static void
put_action_line(struct dfk_report *report, const struct dfk_action *action)
{
	struct jsonout *json = start_line(report, "action");

	put_path_members(json, report->path);
	jsonout_put_text(json, "op", dfk_action_name(action->kind));
	jsonout_put_number(json, "offset", action->offset);
	jsonout_put_number(json, "length", action->length);
	jsonout_put_text(json, "space", dfk_space_name(action->space));
	jsonout_put_number(json, "out_offset", action->out_offset);
	jsonout_put_number(json, "out_length", action->out_length);
	jsonout_put_text(json, "rule", action->rule ? action->rule->id : NULL);
	put_finding_number(json, "finding", action->finding);
	jsonout_put_text(json, "class",
			 !action->rule   ? NULL
			 : action->lossy ? "lossy"
					 : "safe");
	if (action->field) {
		jsonout_put_text(json, "field", action->field);
		jsonout_put_text(json, "value", action->value);
	}
	if (action->ticks > 0) {
		jsonout_put_int(json, "lost_tick", action->tick);
		jsonout_put_number(json, "lost_ticks", action->ticks);
	}
	jsonout_end_line(json);
}

/* ----------------------------------------------------------------- records */

/* Writes the size instead of a text, because any text could come from a player. */
static void
put_hidden_size(struct jsonout *json, uint64_t size)
{
	jsonout_open(json, '{');
	jsonout_put_number(json, "bytes", size);
	jsonout_close(json, '}');
}

/* Writes an array of texts, each of which ends with a NUL. */
static void
put_text_array(struct jsonout *json, struct span texts)
{
	struct cursor c = cur_span(texts, 0);
	bool ended;

	jsonout_open(json, '[');
	while (cur_left(&c) > 0) {
		jsonout_bytes(json, cur_until_nul(&c, SIZE_MAX, &ended));
		cur_some(&c, 1);
	}
	jsonout_close(json, ']');
}

static void
put_uuid(struct jsonout *json, struct span bytes)
{
	const struct uuid uuid = uuid_from_bytes(bytes);
	char text[UUID_TEXT_SIZE];

	uuid_print(&uuid, text);
	jsonout_text(json, text);
}

static void
put_field_member(struct jsonout *json, const struct dfk_field *field,
		 const struct dfk_report_options *options)
{
	const bool hidden = (field->payload && !options->payload) ||
			    ((field->payload || field->personal) &&
			     options->redact);
	const struct span bytes = { field->bytes, (size_t)field->size };

	jsonout_key(json, field->name);
	if (field->kind == DFK_FIELD_INT)
		jsonout_int(json, field->integer);
	else if (!field->bytes || hidden)
		put_hidden_size(json, field->size);
	else if (field->kind == DFK_FIELD_UUID && field->size == UUID_SIZE)
		put_uuid(json, bytes);
	else if (field->kind == DFK_FIELD_TEXT)
		jsonout_bytes(json, bytes);
	else if (field->kind == DFK_FIELD_TEXTS)
		put_text_array(json, bytes);
	else
		jsonout_hex(json, bytes);
}

static void
put_described_line(struct dfk_report *report, const char *type,
		   const struct dfk_record *record)
{
	struct jsonout *json = start_line(report, type);

	jsonout_put_number(json, "offset", record->offset);
	jsonout_put_number(json, "length", record->length);
	jsonout_put_int(json, "tick", record->tick);
	jsonout_put_number(json, "index", record->index);
	jsonout_put_text(json, "name", record->name);
	jsonout_put_object(json, "fields");
	for (size_t i = 0; i < record->n_fields; i++)
		put_field_member(json, &record->fields[i], &report->options);
	jsonout_close(json, '}');
	jsonout_end_line(json);
}

static void
put_record_line(struct dfk_report *report, const struct dfk_record *record)
{
	put_described_line(report, "record", record);
}

static void
put_item_line(struct dfk_report *report, const struct dfk_record *item)
{
	put_described_line(report, "item", item);
}

/* ---------------------------------------------------------------- one file */

static void
put_byte_counts(struct jsonout *json, const char *key,
		const struct dfk_result *result)
{
	jsonout_put_object(json, key);
	jsonout_put_number(json, "kept", result->kept);
	jsonout_put_number(json, "changed", result->changed);
	jsonout_put_number(json, "dropped", result->dropped);
	jsonout_put_number(json, "added", result->added);
	jsonout_close(json, '}');
}

/* Writes the counts of bytes.  `key` is "bytes" if the repair was done or can be done,
   and "plan" for a repair that wrote nothing. */
static void
put_account(struct jsonout *json, const struct dfk_result *result,
	    enum dfk_outcome outcome)
{
	const bool done = outcome == DFK_OUTCOME_CHECKED
				  ? result->repairable != DFK_REPAIRABLE_NO
				  : outcome == DFK_OUTCOME_WRITTEN;

	if (done)
		put_byte_counts(json, "bytes", result);
	else
		jsonout_put_text(json, "bytes", NULL);
	if (outcome == DFK_OUTCOME_NOT_WRITTEN)
		put_byte_counts(json, "plan", result);
	if (result->loss_unknown)
		jsonout_put_bool(json, "loss_unknown", true);
}

static void
put_seconds(struct jsonout *json, const char *key, double value)
{
	jsonout_key(json, key);
	if (value < 0)
		jsonout_null(json);
	else
		jsonout_real(json, value);
}

static void
put_tick(struct jsonout *json, const char *key, int64_t tick)
{
	if (tick < 0)
		jsonout_put_text(json, key, NULL);
	else
		jsonout_put_int(json, key, tick);
}

/* Writes the numbers of lost records.  The keys depend on the format. */
static void
put_lost_records(struct jsonout *json, const struct dfk_result *result)
{
	const struct dfk_loss *loss = &result->loss;
	const bool demo = strcmp(result->format, "twdemo") == 0;
	const bool teeworlds = demo ||
			       strcmp(result->format, "teehistorian") == 0;

	if (teeworlds)
		jsonout_put_number(json, "messages", loss->messages);
	if (demo)
		jsonout_put_number(json, "snapshots", loss->snapshots);
	if (strcmp(result->format, "dem") == 0) {
		jsonout_put_number(json, "packets", loss->packets);
		jsonout_put_number(json, "string_tables", loss->string_tables);
	}
	if (teeworlds)
		jsonout_put_number(json, "unread", loss->unread);
}

static void
put_lost(struct jsonout *json, const struct dfk_result *result)
{
	const struct dfk_loss *loss = &result->loss;

	if (result->repairable != DFK_REPAIRABLE_LOSSY)
		return;
	jsonout_put_object(json, "lost");
	put_lost_records(json, result);
	jsonout_put_number(json, "ticks", loss->ticks);
	jsonout_put_number(json, "places", loss->places);
	put_tick(json, "first_tick", loss->first_tick);
	put_tick(json, "last_tick", loss->last_tick);
	put_seconds(json, "from_s", loss->from_s);
	put_seconds(json, "to_s", loss->to_s);
	if (strcmp(result->format, "twdemo") == 0)
		put_seconds(json, "still_s", loss->still_s);
	put_seconds(json, "lost_s", loss->lost_s);
	put_seconds(json, "kept_s", loss->kept_s);
	put_seconds(json, "of_s", loss->of_s);
	jsonout_put_bool(json, "more", loss->more);
	jsonout_close(json, '}');
}

/* Writes the counts of findings that were not listed, if there are such findings. */
static void
put_unlisted_counts(struct jsonout *json, const struct dfk_check *check)
{
	bool any = false;

	for (size_t i = 0; i < dfk_rule_count(); i++) {
		const struct dfk_rule *rule = dfk_rule_at(i);
		const uint64_t n = dfk_rule_unlisted(check, rule);

		if (n == 0)
			continue;
		if (!any)
			jsonout_put_object(json, "more");
		any = true;
		jsonout_put_number(json, rule->id, n);
	}
	if (any)
		jsonout_close(json, '}');
}

static void
put_input_identity(struct jsonout *json, const struct dfk_result *result,
		   bool allowed)
{
	jsonout_put_number(json, "size", result->size);
	jsonout_key(json, "sha256");
	if (result->has_sha256)
		jsonout_hex(json, (struct span){ result->sha256,
						 sizeof(result->sha256) });
	else
		jsonout_null(json);
	if (result->compression)
		jsonout_put_text(json, "compression", result->compression);
	if (result->carriage_returns > 0)
		jsonout_put_number(json, "carriage_returns",
				   result->carriage_returns);
	if (result->space == DFK_SPACE_DECODED)
		jsonout_put_number(json, "decoded_size", result->decoded_size);
	jsonout_put_text(json, "format", result->format);
	jsonout_put_text(json, "version", result->version);
	jsonout_put_text(json, "verdict", writer_verdict(result->verdict));
	if (allowed)
		jsonout_put_bool(json, "allowed", true);
}

static void
put_judged(struct dfk_report *report, const struct dfk_report_file *file)
{
	struct jsonout *json = &report->json;
	const struct dfk_result *result = &file->check->result;

	put_input_identity(json, result, file->allowed);
	jsonout_put_number(json, "ok_up_to", result->ok_up_to);
	put_account(json, result, file->outcome);
	jsonout_put_text(json, "repairable",
			 dfk_repairable_name(result->repairable));
	put_lost(json, result);
	if (result->more_at_framing)
		jsonout_put_bool(json, "more_at_framing", true);
	if (result->mendable_warnings > 0)
		jsonout_put_number(json, "mendable_warnings",
				   result->mendable_warnings);
	jsonout_put_object(json, "counts");
	jsonout_put_number(json, "error", result->errors);
	jsonout_put_number(json, "warning", result->warnings);
	jsonout_put_number(json, "note", result->notes);
	jsonout_close(json, '}');
	facts_put(json, "facts", file->check, report->options.redact, SIZE_MAX);
	put_unlisted_counts(json, file->check);
}

static void
put_unreadable(struct jsonout *json)
{
	jsonout_put_text(json, "size", NULL);
	jsonout_put_text(json, "sha256", NULL);
	jsonout_put_text(json, "format", NULL);
	jsonout_put_text(json, "version", NULL);
	jsonout_put_text(json, "verdict", writer_verdict(WRITER_UNREADABLE));
	jsonout_put_text(json, "ok_up_to", NULL);
	jsonout_put_text(json, "bytes", NULL);
	jsonout_put_text(json, "repairable", NULL);
	jsonout_put_text(json, "counts", NULL);
	jsonout_put_object(json, "facts");
	jsonout_close(json, '}');
}

static void
put_file_line(struct dfk_report *report, const struct dfk_report_file *file)
{
	struct jsonout *json = start_line(report, "file");

	put_path_members(json, report->path);
	if (file->check)
		put_judged(report, file);
	else
		put_unreadable(json);
	if (file->outcome != DFK_OUTCOME_CHECKED)
		jsonout_put_text(json, "output", file->output);
	if (file->written)
		facts_put(json, "output_facts", file->written,
			  report->options.redact, SIZE_MAX);
	if (file->error)
		jsonout_put_text(json, "error", file->error);
	jsonout_end_line(json);
}

static void
finish(struct dfk_report *report, int exit_code)
{
	struct jsonout *json = start_line(report, "summary");

	jsonout_put_object(json, "files");
	for (unsigned i = 0; i < WRITER_VERDICTS; i++)
		jsonout_put_number(json, writer_verdict(i),
				   AT(report->files, i));
	jsonout_close(json, '}');
	jsonout_put_number(json, "allowed", report->allowed);
	jsonout_put_number(json, "omitted", report->omitted);
	jsonout_put_int(json, "exit", exit_code);
	jsonout_end_line(json);
}

const struct form ndjson_form = {
	.begin = begin,
	.finding = put_finding_line,
	.record = put_record_line,
	.item = put_item_line,
	.action = put_action_line,
	.file = put_file_line,
	.finish = finish,
};
