/* SPDX-License-Identifier: MIT */
/* verify.c - is an output what was planned, and does it have no errors? */
#include "cli/write/verify.h"

#include <string.h>
#include <sys/stat.h>

#include "cli/read/input.h"
#include "cli/read/reading.h"

/* Checks the file on the disk. */
static enum dfk_status
check_output(int fd, struct dfk_check *check, int *error)
{
	enum dfk_status status = DFK_OK;
	struct input in;
	const void *bytes;
	size_t size = 1;

	*error = input_borrow(&in, fd);
	while (status == DFK_OK && *error == 0 && size > 0) {
		*error = input_read(&in, &bytes, &size);
		if (*error == 0 && size > 0)
			status = dfk_feed(check, bytes, size);
	}
	return status == DFK_OK && *error == 0 ? dfk_finish(check) : status;
}

/* Raises the limit, if the limit is lower. */
static enum dfk_status
allow(struct dfk_check *check, const struct args_how *how, const char *limit,
      uint64_t size)
{
	if (size <= args_limit_value(how, limit))
		return DFK_OK;
	return dfk_set_limit(check, limit, size);
}

/*
 * Raises the limits, which were meant for the input.  The output may be a byte longer,
 * for an end mark.  The output may be much longer if the input is compressed.  Reading
 * the output may need more memory if the output is compressed again: 9 MiB for xz.
 */
static enum dfk_status
allow_size(struct dfk_check *check, const struct args *args,
	   const struct verify_output *o)
{
	enum { DECODER = 1 << 25 };
	struct stat status;
	enum dfk_status result;

	if (fstat(o->fd, &status) != 0)
		return DFK_OK; /* Reading the file will fail, too, and will
		                  report the error */
	result = allow(check, &args->how, "input_bytes",
		       (uint64_t)status.st_size);
	if (result == DFK_OK && o->encoded)
		result = allow(check, &args->how, "decoded_bytes", o->size);
	if (result == DFK_OK && o->encoded)
		result = allow(check, &args->how, "decoder_bytes", DECODER);
	return result;
}

/* Is the output what was planned? */
static bool
as_planned(const struct verify *v, const struct dfk_result *result)
{
	const char *before = v->outcome->result->compression;

	if (result == NULL || result->verdict > DFK_DAMAGED ||
	    result->decoded_size != v->output.size)
		return false;
	if (v->plain)
		return result->size == v->output.size;
	return result->compression && strcmp(result->compression, before) == 0;
}

/* Do severities set by the user explain the remaining errors?  A finding of a rule that
   is off is not repaired, even if this causes other findings.  A raised rule may forbid
   something that a repair makes.  A finding of a lowered rule stays. */
static bool
is_by_rules(const struct args_how *how, const struct dfk_check *check)
{
	for (size_t i = 0; i < how->rules.n; i++) {
		const struct args_rule *set = &how->rules.at[i];

		if (set->severity == DFK_OFF ||
		    dfk_rule_hits(check, set->rule) > 0)
			return true;
	}
	return false;
}

/* Do errors remain?  A profile may make findings errors that no repair removes. */
static bool
has_errors(const struct verify *v, const struct dfk_check *check)
{
	if (dfk_result_of(check)->repair_errors == 0)
		return false;
	if (is_by_rules(&v->args->how, check))
		outcome_refuse(
			v->outcome, EXITCODE_FINDINGS,
			"the output would still have errors by the rules "
			"of --rule or --config; try the repair without "
			"these options");
	else
		outcome_fail(v->outcome, EXITCODE_INTERNAL,
			     "error in demofsck: the repaired file still has "
			     "errors%s",
			     v->args->how.level == DFK_LEVEL_SALVAGE
				     ? "; --level=prefix may give an output"
				     : "");
	return true;
}

struct verify_end
verify_read(const struct args *args, const struct verify_output *output,
	    struct dfk_check **check)
{
	/* The SHA-256 of the output is not used. */
	const struct dfk_options options = { DFK_OPTIONS, .no_hash = true };
	struct verify_end end = { .error = 0 };

	end.status = reading_open(args, &options, check);
	if (end.status == DFK_OK)
		end.status = allow_size(*check, args, output);
	if (end.status == DFK_OK)
		end.status = check_output(output->fd, *check, &end.error);
	return end;
}

bool
verify_judge(const struct verify *v, enum dfk_status status)
{
	struct dfk_check *check = v->outcome->output_check;
	const struct dfk_result *result = status == DFK_OK ? dfk_result_of(check)
							   : NULL;
	bool good = false;

	if (status == DFK_NO_MEMORY)
		outcome_out_of_memory(v->outcome);
	else if (result && result->verdict == DFK_UNDECIDED)
		outcome_fail(v->outcome, EXITCODE_UNDECIDED,
			     "the repaired file is undecided: %s",
			     outcome_limit(&v->args->how, check));
	else if (result && result->carriage_returns > 0)
		outcome_refuse(v->outcome, EXITCODE_FINDINGS,
			       "the repaired file would look as if it were "
			       "transferred as text again");
	else if (!as_planned(v, result))
		outcome_fail(v->outcome, EXITCODE_INTERNAL,
			     "error in demofsck: the repaired file is not as "
			     "it was planned");
	else
		good = !has_errors(v, check);
	v->outcome->left = good ? result->errors : 0;
	return good;
}
