/* SPDX-License-Identifier: MIT */
/* view.c - totals and news, in an order that is the same in every form */
#include "cli/scrub/view.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "include/demofsck.h"

/* The sum never fails: sum() would, at 2^63.  total() is a floating-point number, exact up
   to 2^53, and the greatest integer stands for all greater sums. */
#define SCRUB_ALL_BYTES "CAST(total(size) AS INTEGER) AS bytes"

/* clang-format off */
const struct scrub_table scrub_tables[SCRUB_TABLES] = {
	{ "verdict", "Verdicts",
	  "SELECT verdict, count(*) AS files, " SCRUB_ALL_BYTES " "
	  "FROM file WHERE gone_run IS NULL GROUP BY verdict "
	  "ORDER BY files DESC, verdict" },
	{ "format", "Formats",
	  "SELECT coalesce(format, '(none)') AS format, count(*) AS files, "
	  "count(damaged_run) AS damaged, " SCRUB_ALL_BYTES " "
	  "FROM file WHERE gone_run IS NULL GROUP BY 1 ORDER BY files DESC, 1" },
	{ "server", "Server versions",
	  "SELECT substr(server, 1, 100) AS server, count(*) AS files, count(damaged_run) AS damaged "
	  "FROM file WHERE gone_run IS NULL AND server IS NOT NULL "
	  "GROUP BY 1 ORDER BY files DESC, 1 LIMIT 100" },
	{ "rule", "Errors and warnings",
	  "SELECT rule, severity, count(DISTINCT file) AS files "
	  "FROM finding JOIN file USING (file) WHERE gone_run IS NULL AND "
	  "severity <> 'note' GROUP BY rule, severity "
	  "ORDER BY severity, files DESC, rule" },
	{ "month", "Months in which the files were modified",
	  "SELECT * FROM (SELECT coalesce(strftime('%Y-%m', mtime_ns / 1000000000, "
	  "'unixepoch'), '?') AS month, count(*) AS files, count(damaged_run) AS "
	  "damaged FROM file WHERE gone_run IS NULL AND mtime_ns IS NOT NULL "
	  "GROUP BY 1 ORDER BY 1 DESC LIMIT 240) ORDER BY month" },
	{ "run", "Runs",
	  "SELECT * FROM (SELECT run, strftime('%Y-%m-%d %H:%M', began, "
	  "'unixepoch') AS began, CASE WHEN ended IS NULL THEN 'no' ELSE 'yes' "
	  "END AS ended, shard, files, read, damaged, rotten, undecided, changed, "
	  "gone FROM run ORDER BY run DESC LIMIT 100) ORDER BY run" },
};

#define NEWS_PART(place, kind, column, condition)                        \
	"SELECT " #place " AS place, '" kind "' AS kind, " column " AS run, " \
	"root, path, verdict, format, size, sha256, sha256_before, problem, " \
	"file FROM file WHERE " column " IN (SELECT run FROM new)" condition
#define STILL_THERE " AND gone_run IS NULL"

const char scrub_news_sql[] =
	SCRUB_NEW_RUNS
	"SELECT kind, run, root, path, verdict, format, size, sha256, "
	"sha256_before, problem, CASE WHEN kind = 'damaged' THEN (SELECT rule "
	"FROM finding WHERE finding.file = news.file "
	"ORDER BY severity <> 'error', number LIMIT 1) END AS rule FROM ("
	NEWS_PART(1, "damaged", "damaged_run", STILL_THERE) " UNION ALL "
	NEWS_PART(2, "rotten", "rotten_run", STILL_THERE) " UNION ALL "
	NEWS_PART(3, "undecided", "undecided_run", STILL_THERE) " UNION ALL "
	NEWS_PART(4, "gone", "gone_run", "") " UNION ALL "
	NEWS_PART(5, "changed", "changed_run", STILL_THERE)
	") AS news ORDER BY place, root, path";

/* The run after which everything is new.  -1: this run differs between the parts. */
static const char last_sql[] =
	"SELECT coalesce(max(run), 0), coalesce(began, 0), "
	"CASE WHEN (SELECT count(DISTINCT shard) FROM run WHERE " SCRUB_SAME_PARTS
	") > 1 THEN -1 ELSE coalesce((SELECT max(run) FROM run WHERE ended IS "
	"NOT NULL AND run < (SELECT max(run) FROM run)), 0) END, "
	"(SELECT count(*) FROM file WHERE gone_run IS NULL), "
	"(SELECT count(*) FROM file WHERE gone_run IS NULL AND damaged_run IS "
	"NOT NULL) FROM run";
/* clang-format on */

bool
scrub_view_rows(const struct scrub_view *view, const char *sql,
		void (*row)(void *ctx, struct sqlite3_stmt *row), void *ctx)
{
	struct sqlite3_stmt *rows = scrub_db_prepare(view->db, sql);
	bool more = rows != NULL;

	if (rows == NULL)
		return false;
	/* Not each question has a parameter. */
	if (strstr(sql, "?1") != NULL)
		scrub_db_bind(rows, 1, view->since);
	while (more && scrub_db_step(view->db, rows, &more)) {
		if (more)
			row(ctx, rows);
	}
	scrub_db_finish(rows);
	return !view->db->failed;
}

static void
take_last_run(void *ctx, struct sqlite3_stmt *row)
{
	struct scrub_view *view = ctx;

	view->last = scrub_db_number(row, 0);
	view->began = scrub_db_number(row, 1);
	view->files = scrub_db_number(row, 3);
	view->damaged = scrub_db_number(row, 4);
	if (view->since < 0)
		view->since = scrub_db_number(row, 2);
}

bool
scrub_view_open(struct scrub_view *view, struct scrub_db *db, int64_t since)
{
	*view = (struct scrub_view){ .db = db, .since = since };
	/* One transaction, so that all tables are of the same moment. */
	return scrub_db_exec(db, "BEGIN") &&
	       scrub_view_rows(view, last_sql, take_last_run, view);
}

void
scrub_view_since(const struct scrub_view *view, char text[SCRUB_SINCE])
{
	if (view->since < 0)
		snprintf(text, SCRUB_SINCE, "in the last run of each part");
	else
		snprintf(text, SCRUB_SINCE, "after run %lld",
			 (long long)view->since);
}

const char *
scrub_view_title(const char *id)
{
	const struct dfk_rule *rule = dfk_rule_find(id);

	return rule != NULL ? rule->title : "a rule of another version";
}

void
scrub_view_time(char text[32], int64_t seconds)
{
	const time_t time = (time_t)seconds;
	struct tm utc;

	if (gmtime_r(&time, &utc) == NULL ||
	    strftime(text, 32, "%Y-%m-%d %H:%M UTC", &utc) == 0)
		snprintf(text, 32, "?");
}
