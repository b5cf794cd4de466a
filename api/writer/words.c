/* SPDX-License-Identifier: MIT */
/* words.c - texts about findings and verdicts that several forms of the report share */
#include "api/writer/writer.h"

#include <stdio.h>

void
dfk_finding_text(const struct dfk_finding *finding, char *buffer, size_t size)
{
	const bool has_field = finding->field[0] != '\0';
	const bool has_found = finding->found[0] != '\0';
	const bool has_expected = finding->expected[0] != '\0';

	snprintf(buffer, size, "%s%s%s%s%s%s%s%s", finding->rule->title,
		 has_field || has_found || has_expected ? ": " : "",
		 finding->field,
		 has_field && (has_found || has_expected) ? ": " : "",
		 has_found ? "found " : "", finding->found,
		 has_expected ? (has_found ? ", expected " : "expected ") : "",
		 finding->expected);
}

const char *
writer_verdict(unsigned verdict)
{
	return verdict == WRITER_UNREADABLE
		       ? "unreadable"
		       : dfk_verdict_name((enum dfk_verdict)verdict);
}

const char *
writer_no_verdict(const struct dfk_report_file *file)
{
	if (file->error &&
	    (!file->check || file->outcome == DFK_OUTCOME_NOT_WRITTEN ||
	     file->check->result.verdict == DFK_UNDECIDED))
		return file->error;
	if (!file->check)
		return "no verdict";
	if (file->check->result.verdict == DFK_UNDECIDED)
		return "no verdict: a limit was reached, or the file changed "
		       "while it was read";
	return NULL;
}

const char *
writer_unchecked(const struct dfk_report_file *file)
{
	if (!file->check || file->allowed || file->check->result.errors > 0 ||
	    file->check->result.verdict != DFK_UNSUPPORTED)
		return NULL;
	return "not checked: demofsck does not read this version of the format";
}
