/* SPDX-License-Identifier: MIT */
/* found.h - collects the findings of one file for its rows in the database */
#ifndef CLI_SCRUB_FOUND_H
#define CLI_SCRUB_FOUND_H

#include "cli/report/outputs.h"
#include "cli/report/report.h"
#include "cli/scrub/store.h"

/* A report of the run that only remembers.  `output` is the first member. */
struct scrub_found {
	struct report_output output;
	struct scrub_finding *at;
	size_t n, room;
};

/* Opens a report whose only output collects findings.  `found` and `report` must
   live as long as the run. */
void scrub_found_open(struct scrub_found *found, struct run_report *report,
		      const struct args *args);
void scrub_found_close(struct scrub_found *found);

/* Returns what the outcome of a file says, for the database.  The texts live as long as
   the outcome. */
struct scrub_result scrub_found_result(const struct scrub_found *found,
				       const struct outcome *outcome);

#endif
