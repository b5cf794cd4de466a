/* SPDX-License-Identifier: MIT */
/* reading.c - the loop between an input and a check */
#include "cli/read/reading.h"

#include <stdio.h>
#include <time.h>

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
reading_open(const struct args *args, const struct dfk_options *callbacks,
	     struct dfk_check **check)
{
	const struct args_what *what = &args->what;
	const struct args_how *how = &args->how;
	struct dfk_options options = { DFK_OPTIONS };
	enum dfk_status status;

	if (callbacks != NULL)
		options = *callbacks;
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

/*
 * Is the file certain to be refused, whatever bytes follow?  A gate asks once, after the
 * same number of bytes of each input, so the answer does not depend on the size of the
 * pieces.  Allowed files are known only at the end, so the gate does not refuse early if
 * there is a list.  A limit and a format that is not accepted override the list.
 */
static bool
is_rejected_already(const struct args *args, const struct dfk_check *check)
{
	const char *format = dfk_format_so_far(check);

	if (format != NULL && !args_accepts(&args->how, format))
		return true;
	switch (dfk_verdict_so_far(check)) {
	case DFK_VALID: return false;
	case DFK_UNDECIDED: return true;
	case DFK_TRUNCATED:
	case DFK_DAMAGED:
	case DFK_UNSUPPORTED:
	case DFK_UNRECOGNIZED: break;
	}
	return args->how.allow.digests.n == 0;
}

static struct reading_end
ended(enum reading_end_kind kind, int error)
{
	return (struct reading_end){ .kind = kind, .error = error };
}

static struct reading_end
ended_by(enum dfk_status status)
{
	return (struct reading_end){ .kind = READING_NO_CHECK,
				     .status = status };
}

/* Reads the input to its end, or until a gate refuses it. */
static struct reading_end
feed_input(const struct args *args, struct input *in,
	   const struct reading_taps *taps, void *ctx, struct dfk_check *check)
{
	const bool gate = args->how.gate;
	const uint64_t total = in->regular ? (uint64_t)in->before.st_size : 0;
	enum dfk_status status = DFK_OK;
	const void *bytes;
	uint64_t done = 0;
	bool lost = false;
	size_t size;
	int error;

	/* One byte more than the limit is enough.  A pipe may be endless. */
	while (status == DFK_OK && !taps->has_failed(ctx) && !lost &&
	       dfk_wants(check)) {
		error = gate && done == 0 ? input_read_head(in, &bytes, &size)
					  : input_read(in, &bytes, &size);
		if (error != 0)
			return ended(READING_NO_INPUT, error);
		if (size == 0)
			break;
		if (taps->tee != NULL) {
			error = taps->tee(ctx, bytes, size);
			if (error != 0)
				return ended(READING_NO_COPY, error);
		}
		status = dfk_feed(check, bytes, size);
		done += size;
		lost = gate && done == INPUT_HEAD &&
		       is_rejected_already(args, check);
		if (taps->progress != NULL)
			taps->progress(ctx, done, total);
	}
	if (status == DFK_OK)
		status = lost ? dfk_stop(check) : dfk_finish(check);
	if (taps->has_failed(ctx))
		status = DFK_NO_MEMORY;
	return status == DFK_OK ? ended(READING_DONE, 0) : ended_by(status);
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

/* The check has all options of the command line, and now what depends on the input. */
static enum dfk_status
describe_input(const struct args *args, const char *path, const struct input *in,
	       struct dfk_check *check)
{
	enum dfk_status status = DFK_OK;

	if (in->regular && args->how.gate)
		status = dfk_set_size(check, input_size(in));
	if (status == DFK_OK && in->regular && !in->borrowed)
		status = dfk_set_name(check, path);
	return status;
}

struct reading_end
reading_run(const struct args *args, const char *path, struct input *in,
	    const struct dfk_options *callbacks, const struct reading_taps *taps,
	    struct dfk_check **check)
{
	struct dfk_options options = *callbacks;
	struct reading_end end;
	enum dfk_status status;
	char modified[32];
	bool changed;
	int error;

	print_modified(in, modified, sizeof(modified));
	options.modified = modified;
	status = reading_open(args, &options, check);
	if (status == DFK_OK)
		status = describe_input(args, path, in, *check);
	if (status != DFK_OK)
		return ended_by(status);
	end = feed_input(args, in, taps, options.ctx, *check);
	if (end.kind != READING_DONE)
		return end;
	error = input_changed(in, &changed);
	if (error != 0)
		return ended(READING_NO_INPUT, error);
	if (!changed)
		return end;
	status = dfk_changed(*check);
	if (taps->has_failed(options.ctx))
		status = DFK_NO_MEMORY;
	return status == DFK_OK ? ended(READING_CHANGED, 0) : ended_by(status);
}
