/* SPDX-License-Identifier: MIT */
/* view.h - the questions to the database, which all printed forms share */
#ifndef CLI_SCRUB_VIEW_H
#define CLI_SCRUB_VIEW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/scrub/db.h"

/* A table of totals.  Its first column is a text or a number that names the row. */
struct scrub_table {
	const char *name;  /* for programs */
	const char *title; /* for people */
	const char *sql;
};

enum { SCRUB_TABLES = 6 };

extern const struct scrub_table scrub_tables[SCRUB_TABLES];

/* The files with news.  ?1 is a run: only later news are listed. */
extern const char scrub_news_sql[];

/* The database, and what is to be printed. */
struct scrub_view {
	struct scrub_db *db;
	int64_t since; /* a run; 0: all runs are new */
	int64_t last;  /* the last run, or 0 */
	int64_t began; /* time of the last run */
	int64_t files, damaged;
};

/* Reads the totals, and chooses the runs.  `since` < 0: the last run is new, and runs
   before it that were killed. */
bool scrub_view_open(struct scrub_view *view, struct scrub_db *db,
		     int64_t since);

/* Calls `row` for each row of a question; ?1 is view->since. */
bool scrub_view_rows(const struct scrub_view *view, const char *sql,
		     void (*row)(void *ctx, struct sqlite3_stmt *row),
		     void *ctx);

/* Writes a time as "2026-11-29 11:22 UTC". */
void scrub_view_time(char text[32], int64_t seconds);

#endif
