/* SPDX-License-Identifier: MIT */
/*
 * fuzz_report.c - whatever a file and its name hold, a report can be read
 *
 *   parses    every line of NDJSON is one object with a type, in ASCII
 *   whole     the sinks write whole lines, whatever is in a file name
 *   tame      text has no control byte, and nothing that is not UTF-8
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/report/examine.h"
#include "cli/report/report.h"
#include "cli/report/sink.h"
#include "cli/report/text.h"
#include "fuzz/harness.h"

struct capture {
	char *text;
	size_t size;
	FILE *before;
};

/* Sinks write to stdout: let it be memory for a while. */
static void
capture_begin(struct capture *c)
{
	FILE *memory = open_memstream(&c->text, &c->size);

	if (!memory)
		exit(0);
	c->before = stdout;
	stdout = memory;
}

static void
capture_end(struct capture *c)
{
	fclose(stdout);
	stdout = c->before;
}

static void
on_finding(void *ctx, const struct dfk_finding *finding)
{
	report_finding(ctx, finding);
}

static void
on_record(void *ctx, const struct dfk_record *record)
{
	report_record(ctx, record);
}

/* One file through a sink: findings or records, actions, file, summary. */
static void
run(struct report *report, const char *path, const struct blob *in,
    bool records)
{
	struct outcome outcome;
	struct dfk_options options = { .ctx = &outcome };

	outcome_init(&outcome, report, report->args, path);
	options.on_finding = records ? NULL : on_finding;
	options.on_record = records ? on_record : NULL;
	outcome.listed = calloc(dfk_rule_count(), sizeof(*outcome.listed));
	if (!outcome.listed ||
	    examine_open(report->args, &options, &outcome.check) != DFK_OK ||
	    dfk_feed(outcome.check, in->at, in->size) != DFK_OK ||
	    dfk_finish(outcome.check) != DFK_OK)
		exit(0);
	outcome.result = dfk_result(outcome.check);
	outcome.verdict = (int)outcome.result->verdict;
	if (!records)
		report_actions(&outcome);
	report_file(&outcome);
	outcome_close(&outcome);
}

static void
parses(const char *text, size_t size)
{
	while (size) {
		const char *end = memchr(text, '\n', size);
		json_t *line;

		HOLDS(end);
		line = json_loadb(text, (size_t)(end - text),
				  JSON_REJECT_DUPLICATES, NULL);
		HOLDS(json_is_object(line));
		HOLDS(json_is_string(json_object_get(line, "type")));
		json_decref(line);
		for (; text <= end; text++, size--)
			HOLDS(text == end || (*text >= 0x20 && *text < 0x7f));
	}
}

static void
tame(const char *text, size_t size)
{
	const unsigned char *at = (const unsigned char *)text;

	HOLDS(size == 0 || text[size - 1] == '\n');
	while (size) {
		uint32_t c;
		const size_t n = text_decode(at, size, &c);

		HOLDS(n > 0);
		HOLDS(c == '\n' || (c >= 0x20 && c != 0x7f));
		HOLDS(c < 0x80 || c > 0x9f);
		HOLDS(c < 0x202a || c > 0x202e);
		HOLDS(c < 0x2066 || c > 0x2069);
		at += n;
		size -= n;
	}
}

static void
one(const struct args *args, const struct sink *sink, const char *path,
    const struct blob *in, bool records)
{
	struct capture c = { NULL, 0, NULL };
	struct report report;

	capture_begin(&c);
	report_init(&report, args);
	report.sink = sink;
	run(&report, path, in, records);
	report_end(&report);
	capture_end(&c);
	if (sink == &sink_ndjson)
		parses(c.text, c.size);
	else
		tame(c.text, c.size);
	free(c.text);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct args_entry entry = { .name = "check" };
	const struct args args = {
		.command = &entry,
		.verbose = true,
		.payload = size && data[0] & 1,
	};
	const size_t name = size ? data[0] >> 2 : 0;
	const size_t head = 1 + name < size ? 1 + name : size;
	char path[80] = "p";

	if (size)
		memcpy(path + 1, data + 1, head - 1);
	for (size_t i = 1; i < head; i++)
		if (!path[i])
			path[i] = '\n';
	struct blob in = blob_copy(size ? data + head : data, size - head);

	/* An engine tries one form of report on an input, a replay both. */
	if (harness_all || size % 2)
		one(&args, &sink_ndjson, path, &in, size && data[0] & 2);
	if (harness_all || size % 2 == 0)
		one(&args, &sink_text, path, &in, size && data[0] & 2);
	blob_free(&in);
	return 0;
}
