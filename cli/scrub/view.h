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

/* Runs of a part of an archive that was divided into as many parts as by the last run. */
#define SCRUB_SAME_PARTS                                                    \
	"substr(shard, instr(shard, '/')) = (SELECT substr(shard, "         \
	"instr(shard, '/')) FROM run ORDER BY run DESC LIMIT 1)"

/* The beginning of a question that uses the table `new`: the runs whose events are news.
   ?1 is view->since. */
#define SCRUB_NEW_RUNS                                                      \
	"WITH last AS (SELECT shard, max(run) AS run FROM run WHERE "       \
	SCRUB_SAME_PARTS " GROUP BY shard), "                               \
	"before AS (SELECT run.shard, max(run.run) AS run FROM run JOIN "   \
	"last USING (shard) WHERE ended IS NOT NULL AND run.run < last.run " \
	"GROUP BY 1), "                                                     \
	"new AS (SELECT run.run FROM run LEFT JOIN before USING (shard) "   \
	"WHERE CASE WHEN ?1 < 0 THEN shard IN (SELECT shard FROM last) AND " \
	"run.run > coalesce(before.run, 0) ELSE run.run > ?1 END) "

/* The files with news, and the rule that a damaged file breaks first. */
extern const char scrub_news_sql[];

/* The database, and what is to be printed. */
struct scrub_view {
	struct scrub_db *db;
	int64_t since; /* a run, after which all is new; 0: all runs are new;
	                  -1: the last run of each part of the archive is new */
	int64_t last;  /* the last run, or 0 */
	int64_t began; /* time of the last run */
	int64_t files, damaged;
};

/* Reads the totals, and chooses the runs.  `since` < 0: the last run is new, and runs
   before it that were killed; of each part, if the archive is read in parts. */
bool scrub_view_open(struct scrub_view *view, struct scrub_db *db,
		     int64_t since);

/* Calls `row` for each row of a question; ?1 is view->since. */
bool scrub_view_rows(const struct scrub_view *view, const char *sql,
		     void (*row)(void *ctx, struct sqlite3_stmt *row),
		     void *ctx);

enum { SCRUB_SINCE = 40 };

/* Writes which runs are new: "after run 7". */
void scrub_view_since(const struct scrub_view *view, char text[SCRUB_SINCE]);

/* The title of a rule, whose id is in the database. */
const char *scrub_view_title(const char *id);

/* Writes a time as "2026-11-29 11:22 UTC". */
void scrub_view_time(char text[32], int64_t seconds);

#endif
