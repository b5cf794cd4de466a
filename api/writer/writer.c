/* SPDX-License-Identifier: MIT */
/* writer.c - the public interface of reports: order, failures, counts */
#include "api/writer/writer.h"

#include "validator/core/memory.h"

static const struct form *const forms[] = {
	[DFK_FORM_NDJSON] = &ndjson_form,      [DFK_FORM_SARIF] = &sarif_form,
	[DFK_FORM_SARIF_GITHUB] = &sarif_form, [DFK_FORM_JUNIT] = &junit_form,
	[DFK_FORM_GATE] = &gate_form,
};

static bool
open_form_state(struct dfk_report *report)
{
	if (report->form->state_size == 0)
		return true;
	report->state = memory_get(&report->options.allocator,
				   report->form->state_size);
	if (report->state)
		report->form->open(report);
	return report->state != NULL;
}

enum dfk_status
dfk_report_open(const struct dfk_report_options *options,
		struct dfk_report **out)
{
	struct dfk_report_options o = *options;
	struct dfk_report *report;

	*out = NULL;
	if (!memory_pick(&o.allocator) || o.form > DFK_FORM_GATE ||
	    !o.command || !o.write)
		return DFK_BAD_ARGUMENT;
	report = memory_get(&o.allocator, sizeof(*report));
	if (!report)
		return DFK_NO_MEMORY;
	*report = (struct dfk_report){ .options = o,
				       .form = AT(forms, o.form),
				       .path = "" };
	textout_init(&report->json.out, o.write, o.ctx);
	if (!open_form_state(report)) {
		memory_put(&o.allocator, report);
		return DFK_NO_MEMORY;
	}
	*out = report;
	return DFK_OK;
}

void
dfk_report_close(struct dfk_report *report)
{
	if (!report)
		return;

	const struct dfk_allocator allocator = report->options.allocator;

	if (report->state)
		report->form->close(report);
	memory_put(&allocator, report->state);
	memory_put(&allocator, report);
}

/* Writes the beginning of the report before the first record.  A run that finds nothing
   to do has no report. */
static bool
begin(struct dfk_report *report)
{
	if (report->json.out.writing)
		return false;
	if (!report->begun && report->status == DFK_OK && report->form->begin)
		report->form->begin(report);
	report->begun = true;
	return report->status == DFK_OK;
}

static enum dfk_status
status_so_far(struct dfk_report *report)
{
	/* The write function of the report called a function of the same report. */
	if (report->json.out.writing)
		return DFK_BAD_STATE;
	if (report->status == DFK_OK && report->json.out.error != 0)
		report->status = DFK_WRITE_FAILED;
	return report->status;
}

enum dfk_status
dfk_report_start(struct dfk_report *report, const char *path)
{
	if (report->json.out.writing)
		return DFK_BAD_STATE;
	report->path = path;
	if (report->form->start)
		report->form->start(report);
	return status_so_far(report);
}

enum dfk_status
dfk_report_finding(struct dfk_report *report, const struct dfk_finding *finding)
{
	if (begin(report))
		report->form->finding(report, finding);
	return status_so_far(report);
}

enum dfk_status
dfk_report_record(struct dfk_report *report, const struct dfk_record *record)
{
	if (report->form->record && begin(report))
		report->form->record(report, record);
	return status_so_far(report);
}

enum dfk_status
dfk_report_item(struct dfk_report *report, const struct dfk_record *item)
{
	if (report->form->item && begin(report))
		report->form->item(report, item);
	return status_so_far(report);
}

static bool
write_action(void *ctx, const struct dfk_action *action)
{
	struct dfk_report *report = ctx;

	report->form->action(report, action);
	return status_so_far(report) == DFK_OK;
}

enum dfk_status
dfk_report_actions(struct dfk_report *report, const struct dfk_check *check)
{
	if (report->form->action && begin(report))
		dfk_each_action(check, write_action, report);
	return status_so_far(report);
}

enum dfk_status
dfk_report_file(struct dfk_report *report, const struct dfk_report_file *file)
{
	const struct dfk_result *result = file->check
						  ? dfk_result_of(file->check)
						  : NULL;

	if (report->json.out.writing || (file->check && !result) ||
	    (file->written && !dfk_result_of(file->written)))
		return DFK_BAD_STATE;
	report->allowed += file->allowed;
	AT(report->files, result ? result->verdict : WRITER_UNREADABLE)++;
	report->omitted += file->omitted;
	if (!file->omitted && begin(report))
		report->form->file(report, file);
	return status_so_far(report);
}

enum dfk_status
dfk_report_finish(struct dfk_report *report, int exit_code)
{
	if (begin(report) && report->form->finish)
		report->form->finish(report, exit_code);
	return dfk_report_flush(report);
}

enum dfk_status
dfk_report_flush(struct dfk_report *report)
{
	if (!report->json.out.writing)
		textout_flush(&report->json.out);
	return status_so_far(report);
}
