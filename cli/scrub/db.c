/* SPDX-License-Identifier: MIT */
/* db.c - opens the database, and says plainly what is wrong with it */
#include "cli/scrub/db.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/report/text.h"
#include "cli/scrub/schema.h"
#include "cli/scrub/sqlite.h"

#define SQ(name) scrub_sqlite.f.name

/* Seconds. */
enum { WAIT_AT_FIRST = 5 };

/* ------------------------------------------------------------ failures -- */

static const char *
explain_failure(const struct scrub_db *db)
{
	const int code = SQ(extended_errcode)(db->handle);
	const int error = SQ(system_errno)(db->handle);

	if (code == SQLITE_READONLY_ROLLBACK ||
	    code == SQLITE_READONLY_RECOVERY)
		return "the last scrub of this database was killed, and left a "
		       "journal; run scrub once more";
	switch (code & 0xff) {
	case SQLITE_BUSY:
	case SQLITE_LOCKED: return "another program has locked the database";
	case SQLITE_FULL: return "the disk is full";
	case SQLITE_NOTADB: return "is not a database";
	case SQLITE_READONLY: return "the database cannot be written";
	case SQLITE_NOMEM: return "out of memory";
	case SQLITE_CANTOPEN:
		return error != 0 ? strerror(error)
				  : "the database, or its journal beside it, "
				    "cannot "
				    "be opened";
	default:
		return (code & 0xff) == SQLITE_IOERR && error != 0
			       ? strerror(error)
			       : SQ(errmsg)(db->handle);
	}
}

void
scrub_db_fail(struct scrub_db *db)
{
	if (!db->failed)
		text_complain(db->path, "%s", explain_failure(db));
	db->failed = true;
	if (db->batch && SQ(get_autocommit)(db->handle) == 0)
		(void)SQ(exec)(db->handle, "ROLLBACK", NULL, NULL, NULL);
	db->batch = false;
}

static bool
refuse_database(struct scrub_db *db, const char *why)
{
	text_complain(db->path, "%s", why);
	db->failed = true;
	return false;
}

/* ---------------------------------------------------------- statements -- */

bool
scrub_db_exec(struct scrub_db *db, const char *sql)
{
	if (SQ(exec)(db->handle, sql, NULL, NULL, NULL) == SQLITE_OK)
		return true;
	scrub_db_fail(db);
	return false;
}

bool
scrub_db_begin(struct scrub_db *db)
{
	if (!db->batch)
		db->batch = scrub_db_exec(db, "BEGIN IMMEDIATE");
	return db->batch;
}

bool
scrub_db_commit(struct scrub_db *db)
{
	if (db->batch && !scrub_db_exec(db, "COMMIT"))
		return false;
	db->batch = false;
	return true;
}

struct sqlite3_stmt *
scrub_db_prepare(struct scrub_db *db, const char *sql)
{
	struct sqlite3_stmt *statement = NULL;

	if (SQ(prepare_v2)(db->handle, sql, -1, &statement, NULL) != SQLITE_OK)
		scrub_db_fail(db);
	return statement;
}

bool
scrub_db_step(struct scrub_db *db, struct sqlite3_stmt *statement, bool *row)
{
	const int code = SQ(step)(statement);

	*row = code == SQLITE_ROW;
	if (code == SQLITE_ROW)
		return true;
	if (code != SQLITE_DONE)
		scrub_db_fail(db);
	(void)SQ(reset)(statement);
	return code == SQLITE_DONE;
}

bool
scrub_db_run(struct scrub_db *db, struct sqlite3_stmt *statement)
{
	bool row;

	return scrub_db_step(db, statement, &row);
}

void
scrub_db_finish(struct sqlite3_stmt *statement)
{
	if (statement != NULL)
		(void)SQ(finalize)(statement);
}

static bool
is_utf8(const char *text)
{
	const unsigned char *at = (const unsigned char *)text;
	size_t left = strlen(text);
	uint32_t codepoint;

	while (left > 0) {
		const size_t n = text_decode(at, left, &codepoint);

		if (n == 0)
			return false;
		at += n;
		left -= n;
	}
	return true;
}

void
scrub_db_bind_text(struct sqlite3_stmt *statement, int at, const char *text)
{
	if (text == NULL)
		(void)SQ(bind_null)(statement, at);
	else if (is_utf8(text))
		(void)SQ(bind_text)(statement, at, text, -1, SQLITE_STATIC);
	else
		(void)SQ(bind_blob)(statement, at, text, (int)strlen(text),
				    SQLITE_STATIC);
}

void
scrub_db_bind(struct sqlite3_stmt *statement, int at, int64_t number)
{
	(void)SQ(bind_int64)(statement, at, number);
}

void
scrub_db_bind_null(struct sqlite3_stmt *statement, int at)
{
	(void)SQ(bind_null)(statement, at);
}

void
scrub_db_bind_some(struct sqlite3_stmt *statement, int at, int64_t number)
{
	if (number != 0)
		scrub_db_bind(statement, at, number);
	else
		scrub_db_bind_null(statement, at);
}

const char *
scrub_db_some_text(struct sqlite3_stmt *statement, int at)
{
	/* Of a blob, SQLite takes the bytes as text, and adds a NUL. */
	return (const char *)SQ(column_text)(statement, at);
}

const char *
scrub_db_text(struct sqlite3_stmt *statement, int at)
{
	const char *text = scrub_db_some_text(statement, at);

	return text != NULL ? text : "";
}

int64_t
scrub_db_number(struct sqlite3_stmt *statement, int at)
{
	return SQ(column_int64)(statement, at);
}

bool
scrub_db_is_null(struct sqlite3_stmt *statement, int at)
{
	return SQ(column_type)(statement, at) == SQLITE_NULL;
}

bool
scrub_db_is_number(struct sqlite3_stmt *statement, int at)
{
	return SQ(column_type)(statement, at) == SQLITE_INTEGER;
}

/* ------------------------------------------------------------- opening -- */

static bool
read_pragma(struct scrub_db *db, const char *sql, int64_t *number)
{
	struct sqlite3_stmt *statement = scrub_db_prepare(db, sql);
	bool row = false;

	if (statement == NULL)
		return false;
	if (scrub_db_step(db, statement, &row) && row)
		*number = scrub_db_number(statement, 0);
	scrub_db_finish(statement);
	return row;
}

/* Have two databases the same tables, indexes, views and triggers? */
static bool
have_same_schema(struct scrub_db *one, struct scrub_db *other)
{
	/* ANALYZE adds statistics, which only SQLite reads. */
	static const char sql[] =
		"SELECT type, name, sql FROM sqlite_schema WHERE "
		"type <> 'table' OR name NOT GLOB 'sqlite_stat*' "
		"ORDER BY type, name";
	struct sqlite3_stmt *a = scrub_db_prepare(one, sql);
	struct sqlite3_stmt *b = scrub_db_prepare(other, sql);
	bool same = a != NULL && b != NULL, more_a = same, more_b = same;

	while (same && more_a && more_b) {
		same = scrub_db_step(one, a, &more_a) &&
		       scrub_db_step(other, b, &more_b) && more_a == more_b;
		for (int i = 0; i < 3 && same && more_a; i++)
			same = strcmp(scrub_db_text(a, i),
				      scrub_db_text(b, i)) == 0;
	}
	scrub_db_finish(a);
	scrub_db_finish(b);
	return same;
}

/* Is the schema exactly the one that the steps make?  A view or a generated column of a
   hostile file may take any time and memory, and so may a trigger. */
static bool
check_schema(struct scrub_db *db, int64_t version)
{
	struct scrub_db made = { .path = db->path };
	bool same = SQ(open_v2)(":memory:", &made.handle,
				SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK;

	if (!same)
		scrub_db_fail(&made);
	for (int64_t at = 0; at < version && same; at++)
		same = scrub_db_exec(&made, scrub_schema_steps[at]);
	same = same && have_same_schema(db, &made);
	scrub_db_close(&made);
	if (db->failed || made.failed)
		return false;
	return same || refuse_database(db, "has not exactly the tables, "
					   "indexes, views and triggers that "
					   "scrub makes");
}

/* Sets *version to the version of the schema; 0: the database is empty.  False: this is
   no database of scrub, or a newer one. */
static bool
read_version(struct scrub_db *db, int64_t *version)
{
	int64_t application = 0, n_tables = 0;
	char why[128];

	if (!read_pragma(db, "PRAGMA application_id", &application) ||
	    !read_pragma(db, "PRAGMA user_version", version) ||
	    !read_pragma(db, "SELECT count(*) FROM sqlite_schema", &n_tables))
		return false;
	if (application == 0 && *version == 0 && n_tables == 0)
		return true;
	if (application != SCRUB_APPLICATION || *version < 1)
		return refuse_database(db,
				       "is not a database of demofsck scrub");
	if (*version <= scrub_schema_version)
		return check_schema(db, *version);
	snprintf(
		why, sizeof(why),
		"was written by a newer demofsck: its schema is %lld, and this "
		"demofsck knows %d",
		(long long)*version, scrub_schema_version);
	return refuse_database(db, why);
}

/* Brings the schema from a version to the current version. */
static bool
migrate(struct scrub_db *db)
{
	int64_t version = 0;
	char pragmas[80];

	if (!scrub_db_begin(db) || !read_version(db, &version))
		return false;
	if (version == scrub_schema_version)
		return scrub_db_commit(db);
	for (int64_t at = version; at < scrub_schema_version; at++) {
		if (!scrub_db_exec(db, scrub_schema_steps[at]))
			return false;
	}
	snprintf(pragmas, sizeof(pragmas),
		 "PRAGMA application_id = %d; PRAGMA user_version = %d",
		 SCRUB_APPLICATION, scrub_schema_version);
	return scrub_db_exec(db, pragmas) && scrub_db_commit(db);
}

/* Opens the file.  For SQLite, the path begins with / or ./, because a few names without
   this beginning are no files. */
static bool
open_handle(struct scrub_db *db, const char *path, int flags)
{
	const size_t size = strlen(path) + sizeof("./");
	char *name;
	int code;

	*db = (struct scrub_db){ .path = path };
	if (!scrub_sqlite_load())
		return false;
	name = malloc(size);
	if (name == NULL) {
		text_complain(path, "out of memory");
		return false;
	}
	snprintf(name, size, "%s%s", *path == '/' ? "" : "./", path);
	code = SQ(open_v2)(name, &db->handle, flags, NULL);
	free(name);
	if (code != SQLITE_OK)
		scrub_db_fail(db);
	else
		scrub_db_be_patient(db, WAIT_AT_FIRST);
	/* The file may be hostile. */
	return code == SQLITE_OK &&
	       scrub_db_exec(db, "PRAGMA trusted_schema = OFF");
}

/* SQLite reads a file that it cannot create, and then reports that the file is missing.  So
   the reason is found out here. */
static bool
create_file(const char *path)
{
	const int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK,
			    0644);

	if (fd < 0)
		text_complain(path, "%s", strerror(errno));
	else
		close(fd);
	return fd >= 0;
}

bool
scrub_db_open(struct scrub_db *db, const char *path)
{
	*db = (struct scrub_db){ .path = path };
	if (scrub_sqlite_load() && create_file(path) &&
	    open_handle(db, path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE) &&
	    migrate(db))
		return true;
	scrub_db_close(db);
	return false;
}

bool
scrub_db_open_to_read(struct scrub_db *db, const char *path)
{
	int64_t version = 0;

	if (open_handle(db, path, SQLITE_OPEN_READONLY) &&
	    read_version(db, &version) &&
	    (version == scrub_schema_version ||
	     refuse_database(
		     db, version == 0 ? "the database is empty"
				      : "was written by an older demofsck; run "
					"scrub once, and its tables are "
					"brought up to date")))
		return true;
	scrub_db_close(db);
	return false;
}

void
scrub_db_be_patient(const struct scrub_db *db, int seconds)
{
	(void)SQ(busy_timeout)(db->handle, seconds * 1000);
}

void
scrub_db_close(struct scrub_db *db)
{
	if (db->handle == NULL)
		return;
	if (db->batch)
		(void)SQ(exec)(db->handle, "ROLLBACK", NULL, NULL, NULL);
	(void)SQ(close_v2)(db->handle);
	db->handle = NULL;
	db->batch = false;
}
