/* SPDX-License-Identifier: MIT */
/* examine.c - passes one input to the library, and reports the findings */
#include "cli/report/examine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/report/progress.h"
#include "cli/report/report.h"
#include "include/demofsck_snapshot.h"

/* Is the SHA-256 printed or used?  Its computation doubles the time for a log. */
static bool
needs_digest(const struct args *args)
{
	const struct args_how *how = &args->how;
	const bool text = args->out.format == ARGS_TEXT &&
			  args->out.n_reports == 0;

	return !how->no_hash &&
	       (!text || how->gate || how->allow.n > 0 ||
		!(args->command->bit & (ARGS_CHECK | ARGS_INSPECT)));
}

enum dfk_status
examine_open(const struct args *args, const struct dfk_options *callbacks,
	     struct dfk_check **check)
{
	const struct args_what *what = &args->what;
	const struct args_how *how = &args->how;
	struct dfk_options options = *callbacks;
	enum dfk_status status;

	options.as = what->as;
	options.level = how->level;
	options.depth = how->depth;
	options.fix_warnings = how->fix_warnings;
	options.no_hash |= !needs_digest(args);
	options.md5 = how->gate && !how->no_hash;
	options.map = what->map;
	options.known_maps = what->known_maps;
	status = dfk_open(&options, check);
	if (status == DFK_OK && how->profile != NULL)
		status = dfk_set_profile(*check, how->profile->name);
	for (size_t i = 0; i < how->limits.n && status == DFK_OK; i++)
		status = dfk_set_limit(*check, how->limits.at[i].name,
				       how->limits.at[i].value);
	for (size_t i = 0; i < how->rules.n && status == DFK_OK; i++)
		status = dfk_set_severity(*check, how->rules.at[i].rule->id,
					  how->rules.at[i].severity);
	if (status == DFK_OK)
		status = dfk_set_protocol(*check, what->protocol);
	if (status == DFK_OK)
		status = dfk_set_base(*check, what->base);
	if (status != DFK_OK) {
		dfk_close(*check);
		*check = NULL;
	}
	return status;
}

static void
fail_status(struct outcome *outcome, enum dfk_status status)
{
	if (status == DFK_NO_MEMORY)
		outcome_out_of_memory(outcome);
	else
		outcome_fail(outcome, EXITCODE_INTERNAL,
			     "error in demofsck: %s", dfk_status_text(status));
}

static void
receive_finding(void *ctx, const struct dfk_finding *finding)
{
	struct outcome *outcome = ctx;

	if (!outcome->no_memory && (!outcome_remember(outcome, finding) ||
				    !report_finding(outcome, finding)))
		outcome->no_memory = true;
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

/*
 * Is the file certain to be refused, whatever bytes follow?  A gate asks once, after the
 * same number of bytes of each input, so the answer does not depend on the size of the
 * pieces.  Allowed files are known only at the end, so the gate does not refuse early if
 * there is a list.  A limit overrides the list.
 */
static bool
is_rejected_already(const struct outcome *outcome)
{
	switch (dfk_verdict_so_far(outcome->check)) {
	case DFK_VALID: return false;
	case DFK_UNDECIDED: return true;
	case DFK_TRUNCATED:
	case DFK_DAMAGED:
	case DFK_UNSUPPORTED:
	case DFK_UNRECOGNIZED: break;
	}
	return outcome->args->how.allow.digests.n == 0;
}

/* Reads the input to its end.  False: reading failed, and the outcome has the reason. */
static bool
feed_input(struct outcome *outcome, struct input *in)
{
	const struct examine_taps *taps = outcome->taps;
	const bool gate = outcome->args->how.gate;
	const uint64_t total = in->regular ? (uint64_t)in->before.st_size : 0;
	enum dfk_status status = DFK_OK;
	const void *bytes;
	uint64_t done = 0;
	bool lost = false;
	size_t size;
	int error;

	/* One byte more than the limit is enough.  A pipe may be endless. */
	while (status == DFK_OK && !outcome->no_memory && !lost &&
	       dfk_wants(outcome->check)) {
		error = gate && done == 0 ? input_read_head(in, &bytes, &size)
					  : input_read(in, &bytes, &size);
		if (error != 0) {
			outcome_fail(outcome, EXITCODE_IO, "%s",
				     strerror(error));
			return false;
		}
		if (size == 0)
			break;
		if (taps->tee != NULL) {
			error = taps->tee(taps->ctx, bytes, size);
			if (error != 0) {
				outcome_fail(outcome, EXITCODE_IO,
					     "temporary copy: %s",
					     strerror(error));
				return false;
			}
		}
		status = dfk_feed(outcome->check, bytes, size);
		done += size;
		lost = gate && done == INPUT_HEAD &&
		       is_rejected_already(outcome);
		progress_show(outcome->path, done, total);
	}
	if (status == DFK_OK)
		status = lost ? dfk_stop(outcome->check)
			      : dfk_finish(outcome->check);
	if (outcome->no_memory)
		status = DFK_NO_MEMORY;
	if (status != DFK_OK)
		fail_status(outcome, status);
	return status == DFK_OK;
}

/* Prints the time of the last change of the file, in the form that demos use.  Prints ""
   if the time is not known. */
static void
print_modified(const struct input *in, char *text, size_t size)
{
	struct tm local;

	text[0] = '\0';
	if (!in->regular || in->borrowed ||
	    localtime_r(&in->before.st_mtime, &local) == NULL)
		return;
	/* strftime() reads the time zone again, which a sandbox refuses. */
	if (snprintf(text, size, "%d-%02d-%02d_%02d-%02d-%02d",
		     local.tm_year + 1900, local.tm_mon + 1, local.tm_mday,
		     local.tm_hour, local.tm_min, local.tm_sec) >= (int)size)
		text[0] = '\0';
}

void
examine_changed(struct outcome *outcome)
{
	enum dfk_status status = dfk_changed(outcome->check);

	if (outcome->no_memory)
		status = DFK_NO_MEMORY;
	if (status != DFK_OK)
		fail_status(outcome, status);
}

void
examine_input(struct outcome *outcome, struct input *in,
	      const struct examine_taps *taps)
{
	char modified[32];
	const struct dfk_options callbacks = {
		DFK_OPTIONS,
		.on_finding = receive_finding,
		.on_record = taps->on_record != NULL ? hand_over_record : NULL,
		.on_item = taps->on_item != NULL ? hand_over_item : NULL,
		.modified = modified,
		.ctx = outcome, /* a repair may find later that the file
		                   changed */
	};
	enum dfk_status status;
	bool changed;
	int error;

	outcome->taps = taps;
	print_modified(in, modified, sizeof(modified));
	outcome->bytes = (struct hexdump_bytes){ in->regular ? in->fd : -1,
						 in->start };
	status = examine_open(outcome->args, &callbacks, &outcome->check);
	if (status != DFK_OK) {
		fail_status(outcome, status);
		return;
	}
	if (in->regular && outcome->args->how.gate)
		status = dfk_set_size(outcome->check, input_size(in));
	if (status == DFK_OK && in->regular && !in->borrowed)
		status = dfk_set_name(outcome->check, outcome->path);
	if (status != DFK_OK || !feed_input(outcome, in))
		return;
	error = input_changed(in, &changed);
	if (error != 0) {
		outcome_fail(outcome, EXITCODE_IO, "%s", strerror(error));
		return;
	}
	outcome->result = dfk_result_of(outcome->check);
	outcome->allowed = outcome->result->has_sha256 &&
			   allowed_has(&outcome->args->how.allow.digests,
				       outcome->result->sha256);
	if (changed)
		examine_changed(outcome);
}
