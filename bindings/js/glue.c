/* SPDX-License-Identifier: MIT */
/*
 * glue.c - what engine.js cannot call in the library by itself
 *
 * engine.js calls functions of the library that take numbers and addresses.  The
 * functions here fill structures, and pass callbacks on to JavaScript.  An instance of
 * the module serves one input, and has one report.
 */
#include "include/demofsck.h"
#include "include/demofsck_map.h"
#include "include/demofsck_report.h"
#include "include/demofsck_strip.h"

#define JS_IMPORT(name) \
	__attribute__((import_module("demofsck"), import_name(name)))
#define JS_EXPORT(name) __attribute__((export_name(name)))

/* What the bytes are that JavaScript gets. */
enum js_stream { JS_REPORT = 0, JS_OUTPUT = 1, JS_RULES = 2, JS_STRIP = 3 };

/* Passes bytes to JavaScript, which copies them.  Returns 0. */
JS_IMPORT("write")
int js_write(enum js_stream stream, const void *bytes, size_t size);

static struct dfk_report *report;
static enum dfk_status report_status; /* the first failure in a callback */
static struct dfk_strip *strip;
static struct dfk_check *drawn; /* the check whose strip is drawn */

static int
write_report(void *ctx, const void *bytes, size_t size)
{
	(void)ctx;
	return js_write(JS_REPORT, bytes, size);
}

static int
write_output(void *ctx, const void *bytes, size_t size)
{
	(void)ctx;
	return js_write(JS_OUTPUT, bytes, size);
}

static int
write_rules(void *ctx, const void *bytes, size_t size)
{
	(void)ctx;
	return js_write(JS_RULES, bytes, size);
}

static int
write_strip(void *ctx, const void *bytes, size_t size)
{
	(void)ctx;
	return js_write(JS_STRIP, bytes, size);
}

static void
draw_record(void *ctx, const struct dfk_record *record)
{
	(void)ctx;
	dfk_strip_record(strip, drawn, record);
}

static void
report_finding(void *ctx, const struct dfk_finding *finding)
{
	(void)ctx;
	if (report_status == DFK_OK)
		report_status = dfk_report_finding(report, finding);
}

/* Starts the report on one input.  The texts must live as long as the instance. */
JS_EXPORT("report_open")
enum dfk_status
js_report_open(const char *command, const char *profile, const char *path)
{
	const struct dfk_report_options options = {
		.command = command,
		.profile = profile,
		.write = write_report,
	};
	enum dfk_status status = dfk_report_open(&options, &report);

	return status == DFK_OK ? dfk_report_start(report, path) : status;
}

enum { JS_FIX_WARNINGS = 1, JS_NO_HASH = 2, JS_FINDINGS = 4, JS_DRAW = 8 };

/* Opens a check.  `flags` is a sum of the numbers above.  With JS_FINDINGS the findings go
   to the report.  With JS_DRAW the strip is drawn. */
JS_EXPORT("check_open")
enum dfk_status
js_check_open(struct dfk_check **check, const char *as, enum dfk_level level,
	      enum dfk_depth depth, unsigned flags, const char *modified,
	      const struct dfk_map *map)
{
	const struct dfk_options options = {
		DFK_OPTIONS,
		.as = as,
		.level = level,
		.depth = depth,
		.fix_warnings = (flags & JS_FIX_WARNINGS) != 0,
		.no_hash = (flags & JS_NO_HASH) != 0,
		.modified = modified,
		.map = map,
		.on_finding = (flags & JS_FINDINGS) != 0 ? report_finding
							 : NULL,
		.on_record = (flags & JS_DRAW) != 0 ? draw_record : NULL,
	};
	enum dfk_status status = DFK_OK;

	if ((flags & JS_DRAW) != 0)
		status = dfk_strip_open(NULL, &strip);
	if (status == DFK_OK)
		status = dfk_open(&options, check);
	if ((flags & JS_DRAW) != 0)
		drawn = *check;
	return status;
}

/* Writes the strip of the finished check as JSON. */
JS_EXPORT("strip")
enum dfk_status
js_strip(void)
{
	enum dfk_status status = dfk_strip_finish(strip, drawn);

	return status == DFK_OK ? dfk_strip_json(strip, write_strip, NULL)
				: status;
}

/* Returns the seconds from the start of the recording to this offset, or -1 if they are
   not known.  Call this after strip(). */
JS_EXPORT("strip_seconds")
double
js_strip_seconds(double offset)
{
	double seconds;

	return dfk_strip_seconds(strip, (uint64_t)offset, &seconds) ? seconds
								    : -1;
}

/* A callback cannot return a failure, so engine.js asks after each call. */
JS_EXPORT("report_status")
enum dfk_status
js_report_status(void)
{
	return report_status;
}

/* The members of dfk_result that engine.js needs. */
struct js_result {
	double verdict, repairable, size, decoded_size, output_size;
	double carriage_returns, errors, errors_outside, repair_errors;
	double file_changed;
};

JS_EXPORT("result")
void
js_result(const struct dfk_check *check, struct js_result *to)
{
	const struct dfk_result *from = dfk_result_of(check);

	*to = (struct js_result){
		.verdict = from->verdict,
		.repairable = from->repairable,
		.size = (double)from->size,
		.decoded_size = (double)from->decoded_size,
		.output_size = (double)(from->kept + from->changed +
					from->added),
		.carriage_returns = (double)from->carriage_returns,
		.errors = (double)from->errors,
		.errors_outside = (double)from->errors_outside,
		.repair_errors = (double)from->repair_errors,
		.file_changed = from->file_changed,
	};
}

JS_EXPORT("report_actions")
enum dfk_status
js_report_actions(const struct dfk_check *check)
{
	return dfk_report_actions(report, check);
}

/* Ends the report.  `error` and `output` may be NULL. */
JS_EXPORT("report_close")
enum dfk_status
js_report_close(const struct dfk_check *check, enum dfk_outcome outcome,
		const char *output, const char *error,
		const struct dfk_check *written, int exit_code)
{
	const struct dfk_report_file file = {
		.check = check,
		.outcome = outcome,
		.output = output,
		.error = error,
		.written = written,
	};
	enum dfk_status status = dfk_report_file(report, &file);

	if (status == DFK_OK)
		status = dfk_report_finish(report, exit_code);
	if (status == DFK_OK)
		status = dfk_report_flush(report);
	return status;
}

/* Returns the number of findings of a rule, or -1 if there is no such rule. */
JS_EXPORT("rule_hits")
double
js_rule_hits(const struct dfk_check *check, const char *id)
{
	const struct dfk_rule *rule = dfk_rule_find(id);

	return rule != NULL ? (double)dfk_rule_hits(check, rule) : -1;
}

/* The members of dfk_limit that engine.js needs. */
struct js_limit {
	double value, maximum;
};

/* Returns the name of the limit, or NULL after the last limit. */
JS_EXPORT("limit_at")
const char *
js_limit_at(size_t index, struct js_limit *to)
{
	const struct dfk_limit *limit = index < dfk_limit_count()
						? dfk_limit_at(index)
						: NULL;

	if (limit == NULL)
		return NULL;
	*to = (struct js_limit){ (double)limit->value, (double)limit->maximum };
	return limit->name;
}

JS_EXPORT("repair_open")
enum dfk_status
js_repair_open(const struct dfk_check *check, struct dfk_repair **repair)
{
	return dfk_repair_open(check, write_output, NULL, repair);
}

JS_EXPORT("rules")
enum dfk_status
js_rules(void)
{
	return dfk_report_rules(write_rules, NULL);
}
