/* SPDX-License-Identifier: MIT */
/* scrub.c - chooses between reading an archive, printing and merging databases */
#include "cli/scrub/scrub.h"

#include "cli/scrub/merge.h"
#include "cli/scrub/scan.h"

enum exitcode
scrub_run(const struct args *args)
{
	if (args->scrub.merge != NULL)
		return scrub_merge(args);
	return scrub_scan(args);
}
