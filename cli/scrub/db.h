/* SPDX-License-Identifier: MIT */
/*
 * db.h - the database of an archive: opened, checked, migrated; statements and batches
 *
 * The database has a rollback journal, not a write-ahead log.  Then the database is one
 * file at rest, may lie on a network file system, and can be read without the right to
 * write.  A batch is one transaction: after a kill or on a full disk the database is as
 * it was after the batch before.
 */
#ifndef CLI_SCRUB_DB_H
#define CLI_SCRUB_DB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sqlite3;
struct sqlite3_stmt;

struct scrub_db {
	struct sqlite3 *handle;
	const char *path; /* for messages */
	bool batch;       /* a transaction is open */
	bool failed;      /* a message was printed */
};

/* Opens a database to write, and makes it if the file is missing or empty.  An older
   schema is migrated.  False: a message was printed. */
bool scrub_db_open(struct scrub_db *db, const char *path);

/* Opens a database that is not changed. */
bool scrub_db_open_to_read(struct scrub_db *db, const char *path);

void scrub_db_close(struct scrub_db *db);

/* Seconds that the other functions wait for another program. */
void scrub_db_be_patient(const struct scrub_db *db, int seconds);

/* Each of these functions returns false (or NULL) after a failure.  Then a message was
   printed, and the open batch is undone. */
bool scrub_db_exec(struct scrub_db *db, const char *sql);
bool scrub_db_begin(struct scrub_db *db);
bool scrub_db_commit(struct scrub_db *db);
struct sqlite3_stmt *scrub_db_prepare(struct scrub_db *db, const char *sql);

/* Runs a statement up to its next row.  *row: there is a row. */
bool scrub_db_step(struct scrub_db *db, struct sqlite3_stmt *statement,
		   bool *row);

/* Runs a statement that has no rows, and makes the statement ready for the next use. */
bool scrub_db_run(struct scrub_db *db, struct sqlite3_stmt *statement);

void scrub_db_finish(struct sqlite3_stmt *statement); /* NULL: does nothing */

/* Prints the message about the last failure. */
void scrub_db_fail(struct scrub_db *db);

/* Binds text to a parameter.  Text that is not UTF-8 becomes a blob.  NULL becomes NULL.
   The text must live until the statement has run. */
void scrub_db_bind_text(struct sqlite3_stmt *statement, int at,
			const char *text);
void scrub_db_bind(struct sqlite3_stmt *statement, int at, int64_t number);
void scrub_db_bind_null(struct sqlite3_stmt *statement, int at);
/* 0 becomes NULL. */
void scrub_db_bind_some(struct sqlite3_stmt *statement, int at, int64_t number);

/* A column of the row.  A hostile database may have NULL and any type in any column: NULL
   becomes "" or 0, and only scrub_db_some_text() returns NULL for NULL.  The text is valid
   until the next step, and ends in a NUL. */
const char *scrub_db_text(struct sqlite3_stmt *statement, int at);
const char *scrub_db_some_text(struct sqlite3_stmt *statement, int at);
int64_t scrub_db_number(struct sqlite3_stmt *statement, int at);
/* Ask before the column is read. */
bool scrub_db_is_null(struct sqlite3_stmt *statement, int at);
bool scrub_db_is_number(struct sqlite3_stmt *statement, int at);

#endif
