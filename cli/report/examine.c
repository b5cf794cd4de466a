/* SPDX-License-Identifier: MIT */
/* examine.c - reads one input, and reports the findings */
#include "cli/report/examine.h"

#include <string.h>

#include "cli/report/progress.h"
#include "cli/report/report.h"

static void
fail_status(struct outcome *outcome, enum dfk_status status)
{
	if (status == DFK_NO_MEMORY)
		outcome_out_of_memory(outcome);
	else
		outcome_fail(outcome, EXITCODE_INTERNAL,
			     "error in demofsck: %s", dfk_status_text(status));
}

void
examine_finding(struct outcome *outcome, const struct dfk_finding *finding)
{
	if (!outcome->no_memory && (!outcome_remember(outcome, finding) ||
				    !report_finding(outcome, finding)))
		outcome->no_memory = true;
}

static void
receive_finding(void *ctx, const struct dfk_finding *finding)
{
	examine_finding(ctx, finding);
}

static void
hand_over_record(void *ctx, const struct dfk_record *record)
{
	const struct outcome *outcome = ctx;

	outcome->taps->on_record(outcome->taps->ctx, record);
}

static void
hand_over_item(void *ctx, const struct dfk_record *item)
{
	const struct outcome *outcome = ctx;

	outcome->taps->on_item(outcome->taps->ctx, item);
}

static int
tee_bytes(void *ctx, const void *bytes, size_t size)
{
	const struct outcome *outcome = ctx;

	return outcome->taps->tee(outcome->taps->ctx, bytes, size);
}

static void
show_progress(void *ctx, uint64_t done, uint64_t total)
{
	const struct outcome *outcome = ctx;

	progress_show(outcome->path, done, total);
}

static bool
has_no_memory(void *ctx)
{
	const struct outcome *outcome = ctx;

	return outcome->no_memory;
}

/* Adds a finding about a finished check. */
static void
add_finding(struct outcome *outcome, enum dfk_status (*add)(struct dfk_check *))
{
	enum dfk_status status = add(outcome->check);

	if (outcome->no_memory)
		status = DFK_NO_MEMORY;
	if (status != DFK_OK)
		fail_status(outcome, status);
}

void
examine_changed(struct outcome *outcome)
{
	add_finding(outcome, dfk_changed);
}

static struct dfk_options
callbacks_for(struct outcome *outcome)
{
	return (struct dfk_options){
		DFK_OPTIONS,
		.on_finding = receive_finding,
		.ctx = outcome, /* a repair may find later that the file
		                   changed */
	};
}

void
examine_end(struct outcome *outcome, const struct reading_end *end)
{
	switch (end->kind) {
	case READING_DONE:
	case READING_CHANGED: break;
	case READING_NO_INPUT:
		outcome_fail(outcome, EXITCODE_IO, "%s", strerror(end->error));
		return;
	case READING_NO_COPY:
		outcome_fail(outcome, EXITCODE_IO, "temporary copy: %s",
			     strerror(end->error));
		return;
	case READING_NO_CHECK: fail_status(outcome, end->status); return;
	}
	/* Findings of a worker come after the end of its reading. */
	if (outcome->no_memory) {
		fail_status(outcome, DFK_NO_MEMORY);
		return;
	}
	outcome->result = dfk_result_of(outcome->check);
	outcome->allowed = outcome->result->has_sha256 &&
			   allowed_has(&outcome->args->how.allow.digests,
				       outcome->result->sha256);
	if (outcome->open_elsewhere)
		add_finding(outcome, dfk_open_elsewhere);
}

/* The bytes that are printed around findings. */
static void
remember_bytes(struct outcome *outcome, const struct input *in)
{
	if (in != NULL && in->regular)
		outcome->bytes = (struct hexdump_bytes){ in->fd, in->start };
}

enum dfk_status
examine_open(struct outcome *outcome, const struct input *in)
{
	const struct dfk_options callbacks = callbacks_for(outcome);

	remember_bytes(outcome, in);
	return reading_open(outcome->args, &callbacks, &outcome->check);
}

void
examine_expect(struct outcome *outcome, const struct input *in)
{
	const enum dfk_status status = examine_open(outcome, in);

	if (status != DFK_OK)
		fail_status(outcome, status);
}

void
examine_input(struct outcome *outcome, struct input *in,
	      const struct examine_taps *taps)
{
	struct dfk_options callbacks = callbacks_for(outcome);
	const struct reading_taps others = {
		.tee = taps->tee != NULL ? tee_bytes : NULL,
		.progress = show_progress,
		.has_failed = has_no_memory,
	};
	struct reading_end end;

	outcome->taps = taps;
	callbacks.on_record = taps->on_record != NULL ? hand_over_record : NULL;
	callbacks.on_item = taps->on_item != NULL ? hand_over_item : NULL;
	remember_bytes(outcome, in);
	end = reading_run(outcome->args, outcome->path, in, &callbacks, &others,
			  &outcome->check);
	examine_end(outcome, &end);
}
