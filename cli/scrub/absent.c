/* SPDX-License-Identifier: MIT */
/* absent.c - replaces the command scrub in a build without SQLite */
#include "cli/report/text.h"
#include "cli/scrub/scrub.h"

enum exitcode
scrub_run(const struct args *args)
{
	text_complain(args->command->name,
		      "this build of demofsck has no database: it was built without "
		      "SQLite");
	return EXITCODE_USAGE;
}
