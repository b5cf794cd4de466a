/* SPDX-License-Identifier: MIT */
/* sqlite.h - the functions of SQLite, which is loaded when a database is opened */
#ifndef CLI_SCRUB_SQLITE_H
#define CLI_SCRUB_SQLITE_H

#include <sqlite3.h>
#include <stdbool.h>

#define SCRUB_SQLITE_FUNCTIONS(F) \
	F(bind_blob) \
	F(bind_int64) \
	F(bind_null) \
	F(bind_text) \
	F(busy_timeout) \
	F(close_v2) \
	F(column_blob) \
	F(column_bytes) \
	F(column_count) \
	F(column_int64) \
	F(column_name) \
	F(column_text) \
	F(column_type) \
	F(errmsg) \
	F(exec) \
	F(extended_errcode) \
	F(finalize) \
	F(get_autocommit) \
	F(last_insert_rowid) \
	F(open_v2) \
	F(prepare_v2) \
	F(reset) \
	F(step) \
	F(system_errno)

#define SCRUB_SQLITE_MEMBER(name) __typeof__(&sqlite3_##name) name;

/* The functions without the prefix sqlite3_. */
extern struct scrub_sqlite {
	struct scrub_sqlite_functions {
		SCRUB_SQLITE_FUNCTIONS(SCRUB_SQLITE_MEMBER)
	} f;
	bool loaded;
} scrub_sqlite;

/* False: the library is missing or too old, and a message was printed. */
bool scrub_sqlite_load(void);

#endif
