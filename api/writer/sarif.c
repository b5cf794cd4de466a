/* SPDX-License-Identifier: MIT */
/* sarif.c - SARIF: findings as results, notices, and the document that contains them */
#include "api/writer/sarif.h"

#include <inttypes.h>
#include <stdio.h>

/* Memory for texts that are kept until the end: enough for about half a million files. */
#define SARIF_MEMORY (UINT64_C(256) << 20)
/* Memory for one result, whose texts are short. */
#define SARIF_RESULT (UINT64_C(64) << 10)
/* GitHub shows at most 5000 results, and refuses a report with five times as many. */
enum { GITHUB_RESULTS = 5000 };

static void
open_sarif(struct dfk_report *report)
{
	const struct dfk_allocator *allocator = &report->options.allocator;
	struct sarif *sarif = report->state;

	*sarif = (struct sarif){ .places = { -1, -1, -1, 0 } };
	held_open(&sarif->artifact_list, allocator, SARIF_MEMORY);
	held_open(&sarif->notices, allocator, SARIF_MEMORY);
	held_open(&sarif->open_result, allocator, SARIF_RESULT);
	for (size_t i = 0; i < COUNT_OF(sarif->sorted); i++)
		held_open(&AT(sarif->sorted, i), allocator, SARIF_MEMORY);
}

static void
close_sarif(struct dfk_report *report)
{
	struct sarif *sarif = report->state;

	held_close(&sarif->artifact_list);
	held_close(&sarif->notices);
	held_close(&sarif->open_result);
	for (size_t i = 0; i < COUNT_OF(sarif->sorted); i++)
		held_close(&AT(sarif->sorted, i));
}

static void
begin(struct dfk_report *report)
{
	struct jsonout *json = &report->json;

	jsonout_open(json, '{');
	jsonout_put_text(json, "$schema",
			 "https://json.schemastore.org/sarif-2.1.0.json");
	jsonout_put_text(json, "version", "2.1.0");
	jsonout_key(json, "runs");
	jsonout_open(json, '[');
	jsonout_open(json, '{');
	jsonout_key(json, "results");
	jsonout_open(json, '[');
}

static void
start(struct dfk_report *report)
{
	struct sarif *sarif = report->state;

	sarif->places = (struct sarif_places){ sarif->artifacts++, -1, -1, 0 };
}

/* -------------------------------------------------------------- one result */

static bool
is_github(const struct dfk_report *report)
{
	return report->options.form == DFK_FORM_SARIF_GITHUB;
}

/* Writes a region of a binary file.  GitHub knows only lines, so for GitHub this is line
   one. */
static void
put_region(struct jsonout *json, uint64_t offset, uint64_t length, bool github)
{
	jsonout_put_object(json, "region");
	jsonout_put_number(json, "byteOffset", offset);
	jsonout_put_number(json, "byteLength", length);
	if (github) {
		jsonout_put_int(json, "startLine", 1);
		jsonout_put_int(json, "startColumn", 1);
		jsonout_put_int(json, "endLine", 1);
		jsonout_put_int(json, "endColumn", 1);
	}
	jsonout_close(json, '}');
}

/* Writes a fingerprint that depends on the finding and the bytes, and not on the name of
   the file. */
static void
put_fingerprint(struct jsonout *json, const struct dfk_finding *finding,
		bool github)
{
	char text[512];
	uint8_t sum[SHA256_BYTES];
	struct digest digest;

	snprintf(text, sizeof(text),
		 "%s %" PRIu64 " %" PRIu64 " %s %" PRIu64 " %d %s",
		 finding->rule->id, finding->offset, finding->length,
		 finding->part, finding->part_offset, finding->part_bit,
		 finding->field);
	digest_open(&digest);
	digest_feed(&digest, span_of_text(text));
	digest_close(&digest, sum);
	jsonout_put_object(json, "partialFingerprints");
	jsonout_key(json,
		    github ? "primaryLocationLineHash" : "demofsckFinding/v1");
	jsonout_hex(json, span_head((struct span){ sum, sizeof(sum) }, 16));
	jsonout_close(json, '}');
}

/* Writes the values for which SARIF has no member. */
static void
put_properties(struct jsonout *json, const struct dfk_finding *finding)
{
	jsonout_put_object(json, "properties");
	jsonout_put_bool(json, "mended", finding->mended);
	jsonout_put_text(json, "field", finding->field);
	jsonout_put_text(json, "found", finding->found);
	jsonout_put_text(json, "expected", finding->expected);
	if (finding->tick != -1)
		jsonout_put_int(json, "tick", finding->tick);
	if (finding->client >= 0)
		jsonout_put_int(json, "client", finding->client);
	if (finding->part[0] != '\0') {
		jsonout_put_text(json, "part", finding->part);
		jsonout_put_number(json, "partOffset", finding->part_offset);
		jsonout_put_number(json, "partLength", finding->part_length);
	}
	if (finding->part_int >= 0)
		jsonout_put_int(json, "partInt", finding->part_int);
	if (finding->part_bit >= 0)
		jsonout_put_int(json, "partBit", finding->part_bit);
	jsonout_close(json, '}');
}

static void
put_logical(struct jsonout *json, const struct dfk_finding *finding)
{
	char name[320];

	if (finding->record == UINT64_MAX && finding->part_path[0] == '\0')
		return;
	if (finding->record == UINT64_MAX)
		snprintf(name, sizeof(name), "%s", finding->part_path);
	else
		snprintf(name, sizeof(name), "records[%" PRIu64 "]%s%s",
			 finding->record,
			 finding->part_path[0] != '\0' ? " > " : "",
			 finding->part_path);
	jsonout_key(json, "logicalLocations");
	jsonout_open(json, '[');
	jsonout_open(json, '{');
	jsonout_put_text(json, "fullyQualifiedName", name);
	jsonout_put_text(json, "kind", "member");
	jsonout_close(json, '}');
	jsonout_close(json, ']');
}

static void
put_physical(struct dfk_report *report, struct jsonout *json,
	     const struct dfk_finding *finding)
{
	struct sarif *sarif = report->state;
	const bool decoded = finding->space == DFK_SPACE_DECODED;
	const bool github = is_github(report);
	const int64_t index = decoded ? sarif_decoded(sarif)
				      : sarif->places.file;

	jsonout_key(json, "locations");
	jsonout_open(json, '[');
	jsonout_open(json, '{');
	jsonout_put_object(json, "physicalLocation");
	sarif_put_location(json, "artifactLocation",
			   decoded && !github ? "decoded" : report->path,
			   github ? sarif->places.file : index);
	put_region(json, finding->offset, finding->length, github);
	jsonout_close(json, '}');
	put_logical(json, finding);
	jsonout_close(json, '}');
	jsonout_close(json, ']');
}

/* Writes the place in the map of a demo, for tools that read maps. */
static void
put_in_map(struct dfk_report *report, struct jsonout *json,
	   const struct dfk_finding *finding)
{
	struct sarif *sarif = report->state;
	const uint64_t start = finding->offset - finding->part_offset;

	if (strcmp(finding->part, "map") != 0 ||
	    finding->offset < finding->part_offset || is_github(report))
		return;
	jsonout_key(json, "relatedLocations");
	jsonout_open(json, '[');
	jsonout_open(json, '{');
	jsonout_put_object(json, "physicalLocation");
	sarif_put_location(json, "artifactLocation", "map",
			   sarif_map(sarif, start));
	put_region(json, finding->part_offset, finding->part_length, false);
	jsonout_close(json, '}');
	jsonout_close(json, '}');
	jsonout_close(json, ']');
}

/* Writes the result of a finding without its last brace. */
static void
start_result(struct dfk_report *report, struct jsonout *json,
	     const struct dfk_finding *finding)
{
	const bool github = is_github(report);
	char text[2048], message[2176];

	dfk_finding_text(finding, text, sizeof(text));
	snprintf(message, sizeof(message), "%s at byte 0x%" PRIx64 "%s", text,
		 finding->offset,
		 finding->space == DFK_SPACE_DECODED ? " of what is decoded"
						     : "");
	jsonout_open(json, '{');
	jsonout_put_text(json, "ruleId", finding->rule->id);
	jsonout_put_number(json, "ruleIndex",
			   sarif_rule(report->state, finding->rule));
	jsonout_put_text(json, "level", dfk_severity_name(finding->severity));
	sarif_put_message(json, "message", github ? message : text);
	put_physical(report, json, finding);
	put_in_map(report, json, finding);
	put_fingerprint(json, finding, github);
	put_properties(json, finding);
}

/* ----------------------------------------------------------------- results */

/* GitHub shows only a part of the results, so errors come first. */
static void
sort_result(struct dfk_report *report, const struct dfk_finding *finding)
{
	struct sarif *sarif = report->state;
	struct held *held = &AT(sarif->sorted, finding->severity);

	if (AT(sarif->n_sorted, finding->severity)++ >= GITHUB_RESULTS)
		return;
	start_result(report, &held->json, finding);
	jsonout_close(&held->json, '}');
	/* The line feed separates the results for first_results(). */
	textout_byte(&held->json.out, '\n');
}

static void
add_result(struct dfk_report *report, const struct dfk_finding *finding)
{
	struct sarif *sarif = report->state;

	if (is_github(report)) {
		sort_result(report, finding);
	} else if (finding->mended && !sarif->has_open_result) {
		/* The result gets the fix, which is known at the end of the file. */
		sarif->has_open_result = true;
		start_result(report, &sarif->open_result.json, finding);
	} else {
		start_result(report, &report->json, finding);
		jsonout_close(&report->json, '}');
	}
}

/* -------------------------------------------------------------------- file */

static bool
keep_first(void *ctx, const struct dfk_action *action)
{
	*(struct dfk_action *)ctx = *action;
	return !action->rule;
}

/* Opens a result for a fix whose finding was not handed out. */
static void
open_unlisted(struct dfk_report *report, const struct dfk_check *check)
{
	struct sarif *sarif = report->state;
	struct dfk_action action = { .rule = NULL };

	dfk_each_action(check, keep_first, &action);
	start_result(report, &sarif->open_result.json,
		     &(struct dfk_finding){
			     .rule = action.rule,
			     .severity = DFK_NOTE,
			     .mended = true,
			     .space = action.space,
			     .offset = action.offset,
			     .length = action.length,
			     .part = "",
			     .part_int = -1,
			     .part_bit = -1,
			     .part_path = "",
			     .field = "",
			     .found = "",
			     .expected = "",
			     .record = UINT64_MAX,
			     .tick = -1,
			     .client = -1,
		     });
	sarif->has_open_result = true;
}

static void
end_open_result(struct dfk_report *report, const struct dfk_check *check)
{
	struct sarif *sarif = report->state;
	/* The inserted bytes may be text that a player wrote. */
	const bool fixed = check && !report->options.redact &&
			   sarif_has_fix(check);

	if (fixed && !sarif->has_open_result)
		open_unlisted(report, check);
	if (!sarif->has_open_result)
		return;
	jsonout_splice(&report->json, held_text(&sarif->open_result));
	held_forget(&sarif->open_result);
	if (fixed)
		sarif_put_fix(&report->json, report, sarif, check);
	jsonout_close(&report->json, '}');
	sarif->has_open_result = false;
}

/* Writes the reason why there is no verdict. */
static void
put_notice(struct dfk_report *report, const char *text)
{
	struct sarif *sarif = report->state;
	struct jsonout *json = &sarif->notices.json;

	jsonout_open(json, '{');
	jsonout_put_text(json, "level", "error");
	sarif_put_message(json, "message", text);
	jsonout_key(json, "locations");
	jsonout_open(json, '[');
	jsonout_open(json, '{');
	jsonout_put_object(json, "physicalLocation");
	sarif_put_location(json, "artifactLocation", report->path,
			   sarif->places.file);
	jsonout_close(json, '}');
	jsonout_close(json, '}');
	jsonout_close(json, ']');
	jsonout_close(json, '}');
}

static void
end_file(struct dfk_report *report, const struct dfk_report_file *file)
{
	struct sarif *sarif = report->state;

	if (!is_github(report))
		end_open_result(report, file->check);
	const char *why = file->error ? file->error : writer_no_verdict(file);

	if (!why)
		why = writer_unchecked(file);
	if (why)
		put_notice(report, why);
	sarif_add_artifacts(report, sarif, file->check);
	if (held_failed(&sarif->artifact_list) ||
	    held_failed(&sarif->notices) || held_failed(&sarif->open_result))
		report->status = DFK_NO_MEMORY;
}

/* ---------------------------------------------------------------- document */

static void
put_left_out(struct dfk_report *report, uint64_t n)
{
	struct jsonout *json = &report->json;
	char text[80];

	snprintf(text, sizeof(text), "%" PRIu64 " more findings are not shown",
		 n);
	jsonout_open(json, '{');
	jsonout_put_text(json, "level", "note");
	sarif_put_message(json, "message", text);
	jsonout_close(json, '}');
}

/* Returns the first n results of a text that has one result in each line. */
static struct span
first_results(struct span text, uint64_t n)
{
	struct cursor c = cur_span(text, 0);
	bool found;

	while (n-- > 0) {
		cur_until(&c, '\n', SIZE_MAX, &found);
		cur_some(&c, 1);
	}
	return span_head(text, text.len - cur_left(&c));
}

static void
put_sorted(struct dfk_report *report)
{
	struct sarif *sarif = report->state;
	uint64_t room = GITHUB_RESULTS, left = 0;

	for (size_t i = COUNT_OF(sarif->sorted); i-- > 0;) {
		struct held *held = &AT(sarif->sorted, i);
		const uint64_t n = AT(sarif->n_sorted, i);
		const uint64_t some = n < room ? n : room;

		room -= some;
		left += n - some;
		jsonout_splice(&report->json,
			       first_results(held_text(held), some));
		if (held_failed(held))
			report->status = DFK_NO_MEMORY;
	}
	if (left > 0)
		put_left_out(report, left);
}

static void
put_invocation(struct dfk_report *report, int exit_code)
{
	/* 2: bad usage. 4: an unreadable file. 70: a defect in demofsck. */
	const bool failed = exit_code == 2 || exit_code == 4 || exit_code == 70;
	struct sarif *sarif = report->state;
	struct jsonout *json = &report->json;

	jsonout_key(json, "invocations");
	jsonout_open(json, '[');
	jsonout_open(json, '{');
	jsonout_put_bool(json, "executionSuccessful", !failed);
	jsonout_put_int(json, "exitCode", exit_code);
	jsonout_key(json, "toolExecutionNotifications");
	jsonout_open(json, '[');
	jsonout_splice(json, held_text(&sarif->notices));
	jsonout_close(json, ']');
	jsonout_close(json, '}');
	jsonout_close(json, ']');
}

static void
finish(struct dfk_report *report, int exit_code)
{
	struct sarif *sarif = report->state;
	struct jsonout *json = &report->json;

	if (is_github(report))
		put_sorted(report);
	jsonout_close(json, ']');
	jsonout_key(json, "artifacts");
	jsonout_open(json, '[');
	jsonout_splice(json, held_text(&sarif->artifact_list));
	jsonout_close(json, ']');
	sarif_put_tool(json, sarif);
	put_invocation(report, exit_code);
	jsonout_close(json, '}');
	jsonout_close(json, ']');
	jsonout_end_line(json);
}

const struct form sarif_form = {
	.state_size = sizeof(struct sarif),
	.open = open_sarif,
	.close = close_sarif,
	.begin = begin,
	.start = start,
	.finding = add_result,
	.file = end_file,
	.finish = finish,
};
