/* SPDX-License-Identifier: MIT */
/* store.h - the rows of a run, of a file and of its findings, read and written */
#ifndef CLI_SCRUB_STORE_H
#define CLI_SCRUB_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/args.h"
#include "cli/scrub/db.h"
#include "include/demofsck.h"

enum { SCRUB_HEX = 65 }; /* bytes of a SHA-256 in hexadecimal, with the NUL */

/* A finding without texts, because a text may name a player. */
struct scrub_finding {
	const struct dfk_rule *rule;
	enum dfk_severity severity;
	uint64_t offset, length;
	enum dfk_space space;
	int64_t tick;
};

/* The bytes of a file by which a later run knows the file. */
struct scrub_bytes {
	int64_t size, mtime_ns;
	bool known;             /* size and time are known */
	char sha256[SCRUB_HEX]; /* "": not known */
};

/* The run in which something happened to a file, or 0. */
struct scrub_events {
	int64_t new_run, damaged_run, rotten_run, undecided_run, changed_run;
	int64_t gone_run;
};

/* The row of a file in the database. */
struct scrub_known {
	int64_t file; /* 0: there is no row */
	struct scrub_bytes bytes;
	char sha256_before[SCRUB_HEX];
	bool problem;    /* the file was not read to its end */
	bool unreadable; /* the file could not be opened or read */
	int64_t reader, read_at;
	struct scrub_events events;
};

/* What a reading has found.  NULL is an unknown text. */
struct scrub_result {
	const char *format, *version, *server, *map;
	const char *verdict, *repairable;
	const char *problem; /* NULL: the file was read to its end */
	uint64_t errors, warnings, notes;
	uint64_t ok_up_to, decoded_size;
	bool complete; /* ok_up_to and decoded_size are known */
	const struct scrub_finding *findings;
	size_t n_findings;
};

struct scrub_counts {
	int64_t files, read, damaged, rotten, undecided, changed, gone;
};

struct scrub_store {
	struct scrub_db db;
	int64_t run, reader; /* numbers of this run, and of this program with
	                        its settings */
	struct scrub_counts counts;
	struct sqlite3_stmt *find, *find_path, *put, *come_back, *leave, *erase;
	struct sqlite3_stmt *drop_findings, *put_finding, *count;
};

/* Opens the database, and adds a run.  False: a message was printed. */
bool scrub_store_open(struct scrub_store *store, const struct args *args);

/* Reads the row of a file. */
bool scrub_store_find(struct scrub_store *store, const char *root,
		      const char *path, struct scrub_known *known);

/* Copies the path of a row.  Free the path.  NULL: there is no row, or a failure. */
char *scrub_store_path(struct scrub_store *store, int64_t file);

/* Writes the row of a file that was read in this run, and its findings.  known->file
   becomes the number of the row. */
bool scrub_store_put(struct scrub_store *store, const char *root,
		     const char *path, struct scrub_known *known,
		     const struct scrub_result *result);

/* Each changes the row of a file: the file is there again, or gone, or the row goes. */
bool scrub_store_come_back(struct scrub_store *store, int64_t file);
bool scrub_store_leave(struct scrub_store *store, int64_t file);
bool scrub_store_erase(struct scrub_store *store, int64_t file);

/* Writes the counts of the run, and commits. */
bool scrub_store_commit(struct scrub_store *store);

/* Writes the end of the run, and commits. */
bool scrub_store_end(struct scrub_store *store, int code);

void scrub_store_close(struct scrub_store *store);

#endif
