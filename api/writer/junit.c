/* SPDX-License-Identifier: MIT */
/*
 * junit.c - a report as JUnit XML: a directory is a suite, a file is a test
 *
 * The first tag of a suite contains the number of its tests.  So the tests are held in
 * memory until the next directory.  If the tests need more than 1 MiB, the suite ends,
 * and the next suite has the same name.
 */
#include "api/writer/held.h"
#include "api/writer/writer.h"

#include <inttypes.h>

enum { SUITE_MEMORY = 1 << 20 };

struct junit {
	struct held tests;           /* tests of the suite */
	struct held failures;        /* failures of the file, one line each */
	const struct dfk_rule *rule; /* rule of the first failure; NULL: no
	                                failure */
	char suite[256];             /* name of the suite, cut if too long */
	bool in_suite;
	uint64_t n, failed, without_verdict;
};

static void
open_junit(struct dfk_report *report)
{
	const struct dfk_allocator *allocator = &report->options.allocator;
	struct junit *junit = report->state;

	*junit = (struct junit){ .rule = NULL };
	/* A file has at most 10,000 findings, each of at most 3 KiB. */
	held_open(&junit->tests, allocator, 64 << 20);
	held_open(&junit->failures, allocator, 32 << 20);
}

static void
close_junit(struct dfk_report *report)
{
	struct junit *junit = report->state;

	held_close(&junit->tests);
	held_close(&junit->failures);
}

static void
begin(struct dfk_report *report)
{
	textout_put(&report->json.out,
		    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
		    "<testsuites name=\"demofsck\">\n");
}

static void
put_attribute(struct textout *out, const char *name, const char *value)
{
	textout_put(out, " ");
	textout_put(out, name);
	textout_put(out, "=\"");
	textout_xml(out, value);
	textout_put(out, "\"");
}

static void
put_count(struct textout *out, const char *name, uint64_t n)
{
	textout_print(out, " %s=\"%" PRIu64 "\"", name, n);
}

static void
end_suite(struct dfk_report *report)
{
	struct junit *junit = report->state;
	struct textout *out = &report->json.out;

	if (!junit->in_suite)
		return;
	textout_put(out, "<testsuite");
	put_attribute(out, "name", junit->suite);
	put_count(out, "tests", junit->n);
	put_count(out, "failures", junit->failed);
	put_count(out, "errors", junit->without_verdict);
	textout_put(out, ">\n");
	textout_bytes(out, held_text(&junit->tests));
	textout_put(out, "</testsuite>\n");
	held_forget(&junit->tests);
	junit->n = junit->failed = junit->without_verdict = 0;
	junit->in_suite = false;
}

/* Returns the directory of the file, or ".". */
static struct span
directory_of(const char *path, struct span *name)
{
	struct cursor c = cur_span(span_of_text(path), 0);
	uint64_t slash = 0;
	bool found;

	*name = cur_rest(&c);
	for (;;) {
		cur_until(&c, '/', SIZE_MAX, &found);
		if (!found)
			break;
		slash = cur_tell(&c);
		cur_some(&c, 1);
		*name = cur_rest(&c);
	}
	if (name->len == strlen(path))
		return span_of_text(".");
	return span_head(span_of_text(path), slash > 0 ? (size_t)slash : 1);
}

static void
start(struct dfk_report *report)
{
	struct junit *junit = report->state;
	struct span name, directory = directory_of(report->path, &name);

	directory = span_head(directory, sizeof(junit->suite) - 1);
	if (!span_is(directory, junit->suite) ||
	    junit->tests.bytes.count > SUITE_MEMORY)
		end_suite(report);
	memcpy(junit->suite, directory.ptr, directory.len);
	AT(junit->suite, directory.len) = '\0';
	held_forget(&junit->failures);
	junit->rule = NULL;
}

static enum dfk_severity
fails_from(const struct dfk_report *report)
{
	return report->options.fail_on != DFK_OFF ? report->options.fail_on
						  : DFK_ERROR;
}

static void
add_failure(struct dfk_report *report, const struct dfk_finding *finding)
{
	struct junit *junit = report->state;
	struct textout *out = &junit->failures.json.out;
	char text[2048];

	if (finding->severity < fails_from(report))
		return;
	if (!junit->rule)
		junit->rule = finding->rule;
	dfk_finding_text(finding, text, sizeof(text));
	textout_print(out, "0x%" PRIx64 ": ", finding->offset);
	textout_put(out, dfk_severity_name(finding->severity));
	textout_put(out, ": ");
	textout_xml(out, text);
	textout_put(out, " [");
	textout_put(out, finding->rule->id);
	textout_put(out, "]\n");
}

static void
put_element(struct textout *out, const char *element, const char *type,
	    const char *message, struct span text)
{
	textout_put(out, "<");
	textout_put(out, element);
	put_attribute(out, "type", type);
	put_attribute(out, "message", message);
	textout_put(out, ">");
	textout_bytes(out, text);
	textout_put(out, "</");
	textout_put(out, element);
	textout_put(out, ">");
}

static void
put_verdict(struct dfk_report *report, const struct dfk_report_file *file)
{
	struct junit *junit = report->state;
	struct textout *out = &junit->tests.json.out;
	const struct dfk_result *result = file->check ? &file->check->result
						      : NULL;
	const char *verdict = writer_verdict(result ? result->verdict
						    : WRITER_UNREADABLE);

	const char *why = writer_no_verdict(file);

	if (why) {
		junit->without_verdict++;
		put_element(out, "error", verdict, why,
			    held_text(&junit->failures));
	} else if (file->allowed) {
		textout_put(out, "<skipped message=\"allowed\"/>");
	} else if (junit->rule) {
		junit->failed++;
		put_element(out, "failure", junit->rule->id, verdict,
			    held_text(&junit->failures));
	} else if (writer_unchecked(file)) {
		junit->failed++;
		put_element(out, "failure", verdict, writer_unchecked(file),
			    held_text(&junit->failures));
	}
}

static void
put_testcase(struct dfk_report *report, const struct dfk_report_file *file)
{
	struct junit *junit = report->state;
	struct textout *out = &junit->tests.json.out;
	struct span name;

	directory_of(report->path, &name);
	junit->in_suite = true;
	junit->n++;
	textout_put(out, "<testcase");
	/* The name is the end of the path, so a NUL follows the name. */
	put_attribute(out, "name", (const char *)name.ptr);
	put_attribute(out, "classname", junit->suite);
	textout_put(out, ">");
	put_verdict(report, file);
	textout_put(out, "</testcase>\n");
	if (held_failed(&junit->tests) || held_failed(&junit->failures))
		report->status = DFK_NO_MEMORY;
}

static void
finish(struct dfk_report *report, int exit_code)
{
	(void)exit_code;
	end_suite(report);
	textout_put(&report->json.out, "</testsuites>\n");
}

const struct form junit_form = {
	.state_size = sizeof(struct junit),
	.open = open_junit,
	.close = close_junit,
	.begin = begin,
	.start = start,
	.finding = add_failure,
	.file = put_testcase,
	.finish = finish,
};
