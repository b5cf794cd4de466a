/* SPDX-License-Identifier: MIT */
/* table.h - the numbers of files by format and verdict, for the end of a text report */
#ifndef CLI_REPORT_TABLE_H
#define CLI_REPORT_TABLE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "cli/report/outcome.h"

/* A row for each format, and a last row for files without a format. */
struct table {
	uint64_t (*rows)[OUTCOME_VERDICTS];
};

/* False: no memory. */
bool table_open(struct table *table);
void table_close(struct table *table);

void table_count(struct table *table, const struct outcome *outcome);

/* Prints the rows and columns that have a number.  Prints nothing if the files are of one
   format, because the summary has the same numbers then. */
void table_put(FILE *out, const struct table *table);

#endif
