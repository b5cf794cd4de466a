/* SPDX-License-Identifier: MIT */
/* scrub.c - chooses between reading an archive, printing and merging databases */
#include "cli/scrub/scrub.h"

#ifdef WITHOUT_SQLITE

#include "cli/report/text.h"

enum exitcode
scrub_run(const struct args *args)
{
	text_complain(
		args->command->name,
		"this build of demofsck has no database: it was built without "
		"SQLite");
	return EXITCODE_USAGE;
}

#else

#include "cli/scrub/merge.h"
#include "cli/scrub/print.h"
#include "cli/scrub/scan.h"

enum exitcode
scrub_run(const struct args *args)
{
	if (args->scrub.merge != NULL)
		return scrub_merge(args);
	if (args->scrub.print != ARGS_PRINT_NOTHING)
		return scrub_print(args);
	return scrub_scan(args);
}

#endif
