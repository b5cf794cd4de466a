/* SPDX-License-Identifier: MIT */
/*
 * merge.c - copies all rows into temporary tables, and chooses and numbers them there
 *
 * The order of the databases decides nothing.  Runs are numbered by their time, files by
 * root and path.  If several databases have a file, the latest reading counts, and then the
 * database with the latest run.  A run or a reading in the future has the time of a wrong
 * clock, and counts as the earliest.
 *
 * The runs of one database keep their order, whatever their clock said: a run counts as not
 * earlier than the runs before it.  At the same time, the number in the database decides.
 * Of a run that several databases have, the least time and the least number count: each of
 * these databases also has the runs before this run.
 */
#include "cli/scrub/merge.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/report/text.h"
#include "cli/scrub/db.h"
#include "cli/write/output.h"
#include "cli/write/target.h"

/* clang-format off */
#define RUN_COLUMNS                                                     \
	"began, ended, shard, files, read, damaged, rotten, undecided, " \
	"changed, gone, exit"
#define PLAIN_COLUMNS                                                   \
	"root, path, size, mtime_ns, sha256, sha256_before, format, "    \
	"version, server, map, verdict, problem, errors, warnings, "     \
	"notes, ok_up_to, decoded_size, repairable, read_at"
#define NUMBER_COLUMNS                                                     \
	"reader, read_run, new_run, damaged_run, rotten_run, undecided_run, " \
	"changed_run, gone_run"
#define FINDING_COLUMNS "number, rule, severity, offset, length, space, tick"

/* The clocks of machines differ by less than a day, even if a clock has another time
   zone. */
#define IS_IN_FUTURE(time) \
	"(" time " > CAST(strftime('%s', 'now') AS INTEGER) + 86400)"

/* Before the first database. */
static const char prepare_sql[] =
	"CREATE TEMP TABLE all_run (source, run, uid, " RUN_COLUMNS ");"
	"CREATE TEMP TABLE all_reader (source, reader, tool, ruleset, settings);"
	"CREATE TEMP TABLE all_file (source, file, " PLAIN_COLUMNS
	", " NUMBER_COLUMNS ");"
	"CREATE TEMP TABLE all_finding (source, file, " FINDING_COLUMNS ");";

/* For each database, which is attached as `source`; ?1 is its number. */
static const char *const copy_sql[] = {
	"INSERT INTO temp.all_run SELECT ?1, run, uid, " RUN_COLUMNS
	" FROM source.run",
	"INSERT INTO temp.all_reader SELECT ?1, reader, tool, ruleset, settings "
	"FROM source.reader",
	"INSERT INTO temp.all_file SELECT ?1, file, " PLAIN_COLUMNS
	", " NUMBER_COLUMNS " FROM source.file",
	"INSERT INTO temp.all_finding SELECT ?1, file, " FINDING_COLUMNS
	" FROM source.finding",
};

/* A copy of a database may have been made during a run: the later state counts. */
#define RUN_OF(name)                                                        \
	"(SELECT number FROM temp.run_number AS n WHERE n.source = f.source " \
	"AND n.run = f." name ")"

/* After the last database. */
static const char finish_sql[] =
	"INSERT INTO main.run SELECT row_number() OVER (ORDER BY moment, own, uid), "
	"uid, " RUN_COLUMNS
	" FROM (SELECT *, min(not_before) OVER (PARTITION BY uid) AS moment, "
	"min(run) OVER (PARTITION BY uid) AS own, row_number() OVER (PARTITION BY "
	"uid ORDER BY ended IS NULL, files DESC, read DESC, ended, exit) AS place "
	"FROM (SELECT *, max(CASE WHEN " IS_IN_FUTURE("began") " THEN 0 ELSE "
	"began END) OVER (PARTITION BY source ORDER BY run) AS not_before "
	"FROM temp.all_run)) WHERE place = 1;"

	"CREATE TEMP TABLE run_number (source, run, number, "
	"PRIMARY KEY (source, run)) WITHOUT ROWID;"
	"INSERT INTO temp.run_number SELECT a.source, a.run, r.run "
	"FROM temp.all_run AS a JOIN main.run AS r USING (uid);"

	"INSERT INTO main.reader SELECT row_number() OVER "
	"(ORDER BY tool, ruleset, settings), tool, ruleset, settings FROM "
	"(SELECT DISTINCT tool, ruleset, settings FROM temp.all_reader);"

	"CREATE TEMP TABLE chosen (source, old, file, "
	"PRIMARY KEY (source, old)) WITHOUT ROWID;"
	"INSERT INTO temp.chosen SELECT source, file, "
	"row_number() OVER (ORDER BY root, path) FROM "
	"(SELECT source, file, root, path, row_number() OVER (PARTITION BY "
	"root, path ORDER BY " IS_IN_FUTURE("read_at") ", read_at DESC, "
	"(SELECT max(number) FROM temp.run_number AS n WHERE n.source = f.source) DESC, "
	RUN_OF("gone_run") " DESC, " RUN_OF("read_run") " DESC, sha256, size, "
	"mtime_ns, verdict, " RUN_OF("new_run") ", " RUN_OF("damaged_run") ", "
	RUN_OF("rotten_run") ", " RUN_OF("changed_run") ") AS place "
	"FROM temp.all_file AS f) WHERE place = 1;"

	"INSERT INTO main.file (file, " PLAIN_COLUMNS ", " NUMBER_COLUMNS ") "
	"SELECT c.file, " PLAIN_COLUMNS ", (SELECT r.reader FROM main.reader AS r "
	"JOIN temp.all_reader AS a USING (tool, ruleset, settings) WHERE "
	"a.source = f.source AND a.reader = f.reader), "
	RUN_OF("read_run") ", " RUN_OF("new_run") ", " RUN_OF("damaged_run") ", "
	RUN_OF("rotten_run") ", " RUN_OF("undecided_run") ", "
	RUN_OF("changed_run") ", " RUN_OF("gone_run")
	" FROM temp.chosen AS c JOIN temp.all_file AS f ON f.source = c.source "
	"AND f.file = c.old ORDER BY c.file;"

	"INSERT INTO main.finding SELECT c.file, " FINDING_COLUMNS
	" FROM temp.all_finding AS f JOIN temp.chosen AS c ON "
	"f.source = c.source AND f.file = c.old ORDER BY c.file, number;";
/* clang-format on */

/* Runs a statement with one parameter. */
static bool
run_with_number(struct scrub_db *db, const char *sql, int64_t number)
{
	struct sqlite3_stmt *statement = scrub_db_prepare(db, sql);
	bool good;

	if (statement == NULL)
		return false;
	scrub_db_bind(statement, 1, number);
	good = scrub_db_run(db, statement);
	scrub_db_finish(statement);
	return good;
}

static bool
attach(struct scrub_db *db, const char *path)
{
	struct sqlite3_stmt *statement = scrub_db_prepare(
		db, "ATTACH ?1 AS source");
	char *name;
	bool good;

	if (statement == NULL)
		return false;
	if (asprintf(&name, "%s%s", *path == '/' ? "" : "./", path) < 0) {
		text_complain(path, "out of memory");
		scrub_db_finish(statement);
		return false;
	}
	scrub_db_bind_text(statement, 1, name);
	good = scrub_db_run(db, statement);
	scrub_db_finish(statement);
	free(name);
	return good;
}

static bool
copy_database(struct scrub_db *db, const char *path, size_t number)
{
	const char *const out = db->path;
	bool good = attach(db, path) && scrub_db_begin(db);

	db->path = path; /* a message is about this database */
	for (size_t i = 0; i < sizeof(copy_sql) / sizeof(copy_sql[0]) && good;
	     i++)
		good = run_with_number(db, copy_sql[i], (int64_t)number);
	good = good && scrub_db_commit(db) &&
	       scrub_db_exec(db, "DETACH source");
	db->path = out;
	return good;
}

static bool
merge_all(struct scrub_db *db, const struct args_what *what)
{
	bool good = scrub_db_exec(db, prepare_sql);

	for (size_t i = 0; i < what->n_inputs && good; i++)
		good = copy_database(db, what->inputs[i], i);
	return good && scrub_db_begin(db) && scrub_db_exec(db, finish_sql) &&
	       scrub_db_commit(db);
}

static enum exitcode
refuse_merge(const char *out, int error)
{
	text_complain(out, "%s",
		      error == EEXIST ? "exists; --merge makes a new file"
				      : strerror(error));
	return EXITCODE_IO;
}

static enum exitcode
check_databases(const struct args *args)
{
	struct scrub_db db;
	struct stat status;

	if (lstat(args->scrub.merge, &status) == 0)
		return refuse_merge(args->scrub.merge, EEXIST);
	for (size_t i = 0; i < args->what.n_inputs; i++) {
		if (!scrub_db_open_to_read(&db, args->what.inputs[i]))
			return EXITCODE_IO;
		scrub_db_close(&db);
	}
	return EXITCODE_OK;
}

/* Merges into a file that exists under the path `part`. */
static bool
merge_into(const struct args *args, const char *part)
{
	struct scrub_db db;
	bool good = scrub_db_open(&db, part);

	if (!good)
		return false;
	db.path = args->scrub.merge;
	/* A file that is not complete is removed, so no journal is needed. */
	good = scrub_db_exec(&db, "PRAGMA main.journal_mode = OFF") &&
	       merge_all(&db, &args->what);
	scrub_db_close(&db);
	return good;
}

/* Merges into a temporary file, which gets the name of the target at the end. */
static enum exitcode
merge_beside(const struct args *args, const struct target *target)
{
	const char *const out = args->scrub.merge;
	const size_t below = strlen(out) - strlen(target->name);
	/* SQLite adds "-journal" to the temporary name. */
	char name[200], *part;
	struct output output;
	enum exitcode code = EXITCODE_IO;
	int error;

	snprintf(name, sizeof(name), "%.199s", target->name);
	error = output_create_named(&output, target->directory, name, 0644);
	if (error != 0)
		return refuse_merge(out, error);
	if (asprintf(&part, "%.*s%s", (int)below, out, output.temp) < 0) {
		text_complain(out, "out of memory");
	} else {
		if (merge_into(args, part)) {
			error = output_publish(&output, target->directory,
					       target->name, false);
			code = error == 0 ? EXITCODE_OK
					  : refuse_merge(out, error);
		}
		free(part);
	}
	/* SQLite would lose its locks if the file were closed earlier. */
	output_close(&output);
	return code;
}

enum exitcode
scrub_merge(const struct args *args)
{
	const struct args_out out = { .output = args->scrub.merge };
	struct target_tree none = { .path = NULL };
	enum exitcode code = check_databases(args);
	struct target target;
	int error;

	if (code != EXITCODE_OK)
		return code;
	error = target_open(&target, &none, &out, NULL);
	if (error != 0)
		return refuse_merge(args->scrub.merge, error);
	code = merge_beside(args, &target);
	target_close(&target);
	return code;
}
