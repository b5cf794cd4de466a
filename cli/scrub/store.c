/* SPDX-License-Identifier: MIT */
/* store.c - one prepared statement for each thing that a scrub does to the database */
#include "cli/scrub/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

#include "cli/report/text.h"
#include "cli/scrub/settings.h"
#include "cli/scrub/sqlite.h"

/* Seconds that a run which has begun waits for a program that reads the database. */
enum { WAIT_IN_RUN = 60 };

/* ----------------------------------------------------------------- runs -- */

static bool
make_uid(char uid[33])
{
	unsigned char bytes[16];

	if (getrandom(bytes, sizeof(bytes), 0) != (ssize_t)sizeof(bytes))
		return false;
	for (size_t i = 0; i < sizeof(bytes); i++)
		snprintf(uid + 2 * i, 3, "%02x", bytes[i]);
	return true;
}

static bool
add_run(struct scrub_store *store, const struct args_scrub *scrub)
{
	struct sqlite3_stmt *statement = scrub_db_prepare(
		&store->db,
		"INSERT INTO run (uid, began, shard) VALUES (?1, ?2, ?3)");
	char uid[33], shard[48];
	bool good;

	if (statement == NULL)
		return false;
	good = make_uid(uid);
	if (!good)
		text_complain(NULL, "the system gives no random numbers");
	snprintf(shard, sizeof(shard), "%llu/%llu",
		 (unsigned long long)scrub->shard,
		 (unsigned long long)scrub->shards);
	scrub_db_bind_text(statement, 1, uid);
	scrub_db_bind(statement, 2, (int64_t)time(NULL));
	scrub_db_bind_text(statement, 3, shard);
	good = good && scrub_db_run(&store->db, statement);
	scrub_db_finish(statement);
	store->run = scrub_sqlite.f.last_insert_rowid(store->db.handle);
	return good;
}

/* Finds or adds the row of this program with these settings. */
static bool
find_reader(struct scrub_store *store, const char *settings)
{
	static const char *const sql[] = {
		"INSERT INTO reader (tool, ruleset, settings) VALUES (?1, ?2, "
		"?3) ON CONFLICT DO NOTHING",
		"SELECT reader FROM reader WHERE tool = ?1 AND ruleset = ?2 "
		"AND settings = ?3",
	};
	bool good = true, row = false;

	for (size_t i = 0; i < 2 && good; i++) {
		struct sqlite3_stmt *statement = scrub_db_prepare(&store->db,
								  sql[i]);

		if (statement == NULL)
			return false;
		scrub_db_bind_text(statement, 1, dfk_version());
		scrub_db_bind(statement, 2, (int64_t)dfk_ruleset());
		scrub_db_bind_text(statement, 3, settings);
		good = scrub_db_step(&store->db, statement, &row);
		if (row)
			store->reader = scrub_db_number(statement, 0);
		scrub_db_finish(statement);
	}
	return good && row;
}

static bool
prepare_statements(struct scrub_store *store)
{
	const struct {
		struct sqlite3_stmt **to;
		const char *sql;
	} rows[] = {
		/* clang-format off */
		{ &store->find,
		  "SELECT file, size, mtime_ns, sha256, sha256_before, "
		  "problem IS NOT NULL, reader, read_at, new_run, damaged_run, "
		  "rotten_run, undecided_run, changed_run, gone_run, "
		  "verdict = 'unreadable' FROM file WHERE root = ?1 AND path = ?2" },
		{ &store->find_path, "SELECT path FROM file WHERE file = ?1" },
		{ &store->put,
		  "INSERT OR REPLACE INTO file (file, root, path, size, mtime_ns, "
		  "sha256, sha256_before, format, version, server, map, verdict, "
		  "problem, errors, warnings, notes, ok_up_to, decoded_size, "
		  "repairable, reader, read_at, read_run, new_run, damaged_run, "
		  "rotten_run, undecided_run, changed_run, gone_run) VALUES "
		  "(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, "
		  "?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23, ?24, ?25, ?26, "
		  "?27, NULL)" },
		{ &store->come_back,
		  "UPDATE file SET gone_run = NULL WHERE file = ?1" },
		{ &store->leave,
		  "UPDATE file SET gone_run = ?2 WHERE file = ?1" },
		{ &store->erase, "DELETE FROM file WHERE file = ?1" },
		{ &store->drop_findings, "DELETE FROM finding WHERE file = ?1" },
		{ &store->put_finding,
		  "INSERT INTO finding (file, number, rule, severity, offset, "
		  "length, space, tick) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)" },
		{ &store->count,
		  "UPDATE run SET files = ?2, read = ?3, damaged = ?4, rotten = ?5, "
		  "undecided = ?6, changed = ?7, gone = ?8, ended = ?9, exit = ?10 "
		  "WHERE run = ?1" },
		/* clang-format on */
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		*rows[i].to = scrub_db_prepare(&store->db, rows[i].sql);
		if (*rows[i].to == NULL)
			return false;
	}
	return true;
}

bool
scrub_store_open(struct scrub_store *store, const struct args *args)
{
	char *settings;
	bool good;

	*store = (struct scrub_store){ .run = 0 };
	if (!scrub_db_open(&store->db, args->scrub.db))
		return false;
	settings = scrub_settings(args);
	if (settings == NULL)
		text_complain(NULL, "out of memory");
	good = settings != NULL && prepare_statements(store) &&
	       scrub_db_begin(&store->db) && add_run(store, &args->scrub) &&
	       find_reader(store, settings) && scrub_db_commit(&store->db);
	free(settings);
	if (!good)
		scrub_store_close(store);
	else
		scrub_db_be_patient(&store->db, WAIT_IN_RUN);
	return good;
}

/* ---------------------------------------------------------------- files -- */

static void
copy_digest(char to[SCRUB_HEX], const char *text)
{
	snprintf(to, SCRUB_HEX, "%s", text);
}

static void
read_known(struct sqlite3_stmt *row, struct scrub_known *known)
{
	*known = (struct scrub_known){
		.file = scrub_db_number(row, 0),
		.bytes = { .size = scrub_db_number(row, 1),
			   .mtime_ns = scrub_db_number(row, 2),
			   .known = !scrub_db_is_null(row, 2) },
		.problem = scrub_db_number(row, 5) != 0,
		.unreadable = scrub_db_number(row, 14) != 0,
		.reader = scrub_db_number(row, 6),
		.read_at = scrub_db_number(row, 7),
		.events = { .new_run = scrub_db_number(row, 8),
			    .damaged_run = scrub_db_number(row, 9),
			    .rotten_run = scrub_db_number(row, 10),
			    .undecided_run = scrub_db_number(row, 11),
			    .changed_run = scrub_db_number(row, 12),
			    .gone_run = scrub_db_number(row, 13) },
	};
	copy_digest(known->bytes.sha256, scrub_db_text(row, 3));
	copy_digest(known->sha256_before, scrub_db_text(row, 4));
}

bool
scrub_store_find(struct scrub_store *store, const char *root, const char *path,
		 struct scrub_known *known)
{
	bool row;

	*known = (struct scrub_known){ .file = 0 };
	if (!scrub_db_begin(&store->db))
		return false;
	scrub_db_bind_text(store->find, 1, root);
	scrub_db_bind_text(store->find, 2, path);
	if (!scrub_db_step(&store->db, store->find, &row))
		return false;
	if (row)
		read_known(store->find, known);
	(void)scrub_sqlite.f.reset(store->find);
	return true;
}

char *
scrub_store_path(struct scrub_store *store, int64_t file)
{
	char *path = NULL;
	bool row;

	scrub_db_bind(store->find_path, 1, file);
	if (!scrub_db_begin(&store->db) ||
	    !scrub_db_step(&store->db, store->find_path, &row) || !row)
		return NULL;
	path = strdup(scrub_db_text(store->find_path, 0));
	(void)scrub_sqlite.f.reset(store->find_path);
	return path;
}

static const char *
text_or_null(const char *text)
{
	return *text != '\0' ? text : NULL;
}

static void
bind_file(struct scrub_store *store, const struct scrub_known *known,
	  const struct scrub_result *result)
{
	struct sqlite3_stmt *to = store->put;
	const struct scrub_bytes *bytes = &known->bytes;
	const char *const texts[] = { text_or_null(bytes->sha256),
				      text_or_null(known->sha256_before),
				      result->format,
				      result->version,
				      result->server,
				      result->map,
				      result->verdict,
				      result->problem };
	const struct scrub_events *events = &known->events;
	const int64_t runs[] = { events->new_run, events->damaged_run,
				 events->rotten_run, events->undecided_run,
				 events->changed_run };

	scrub_db_bind_some(to, 1, known->file);
	scrub_db_bind(to, 4, bytes->size);
	scrub_db_bind(to, 5, bytes->mtime_ns);
	for (int at = 4; at <= 5 && !bytes->known; at++)
		scrub_db_bind_null(to, at);
	for (int i = 0; i < 8; i++)
		scrub_db_bind_text(to, 6 + i, texts[i]);
	scrub_db_bind(to, 14, (int64_t)result->errors);
	scrub_db_bind(to, 15, (int64_t)result->warnings);
	scrub_db_bind(to, 16, (int64_t)result->notes);
	scrub_db_bind(to, 17, (int64_t)result->ok_up_to);
	scrub_db_bind(to, 18, (int64_t)result->decoded_size);
	for (int at = 17; at <= 18 && !result->complete; at++)
		scrub_db_bind_null(to, at);
	scrub_db_bind_text(to, 19, result->repairable);
	scrub_db_bind(to, 20, store->reader);
	scrub_db_bind(to, 21, (int64_t)time(NULL));
	scrub_db_bind(to, 22, store->run);
	for (int i = 0; i < 5; i++)
		scrub_db_bind_some(to, 23 + i, runs[i]);
}

static bool
put_findings(struct scrub_store *store, int64_t file,
	     const struct scrub_result *result)
{
	struct sqlite3_stmt *to = store->put_finding;

	scrub_db_bind(store->drop_findings, 1, file);
	if (!scrub_db_run(&store->db, store->drop_findings))
		return false;
	for (size_t i = 0; i < result->n_findings; i++) {
		const struct scrub_finding *finding = &result->findings[i];

		scrub_db_bind(to, 1, file);
		scrub_db_bind(to, 2, (int64_t)i + 1);
		scrub_db_bind_text(to, 3, finding->rule->id);
		scrub_db_bind_text(to, 4, dfk_severity_name(finding->severity));
		scrub_db_bind(to, 5, (int64_t)finding->offset);
		scrub_db_bind(to, 6, (int64_t)finding->length);
		scrub_db_bind_text(
			to, 7,
			finding->space == DFK_SPACE_FILE ? "file" : "decoded");
		scrub_db_bind(to, 8, finding->tick);
		if (finding->tick < 0)
			scrub_db_bind_null(to, 8);
		if (!scrub_db_run(&store->db, to))
			return false;
	}
	return true;
}

bool
scrub_store_put(struct scrub_store *store, const char *root, const char *path,
		struct scrub_known *known, const struct scrub_result *result)
{
	if (!scrub_db_begin(&store->db))
		return false;
	scrub_db_bind_text(store->put, 2, root);
	scrub_db_bind_text(store->put, 3, path);
	bind_file(store, known, result);
	if (!scrub_db_run(&store->db, store->put))
		return false;
	if (known->file == 0)
		known->file = scrub_sqlite.f.last_insert_rowid(
			store->db.handle);
	return put_findings(store, known->file, result);
}

static bool
change_row(struct scrub_store *store, struct sqlite3_stmt *statement,
	   int64_t file)
{
	scrub_db_bind(statement, 1, file);
	return scrub_db_begin(&store->db) &&
	       scrub_db_run(&store->db, statement);
}

bool
scrub_store_come_back(struct scrub_store *store, int64_t file)
{
	return change_row(store, store->come_back, file);
}

bool
scrub_store_leave(struct scrub_store *store, int64_t file)
{
	scrub_db_bind(store->leave, 2, store->run);
	return change_row(store, store->leave, file);
}

bool
scrub_store_erase(struct scrub_store *store, int64_t file)
{
	return change_row(store, store->drop_findings, file) &&
	       change_row(store, store->erase, file);
}

/* -------------------------------------------------------------- batches -- */

static bool
write_counts(struct scrub_store *store, bool ended, int code)
{
	const struct scrub_counts *n = &store->counts;
	const int64_t values[] = { store->run, n->files,  n->read,
				   n->damaged, n->rotten, n->undecided,
				   n->changed, n->gone,   (int64_t)time(NULL),
				   code };

	for (int i = 0; i < 10; i++)
		scrub_db_bind(store->count, i + 1, values[i]);
	for (int at = 9; at <= 10 && !ended; at++)
		scrub_db_bind_null(store->count, at);
	return scrub_db_begin(&store->db) &&
	       scrub_db_run(&store->db, store->count) &&
	       scrub_db_commit(&store->db);
}

bool
scrub_store_commit(struct scrub_store *store)
{
	return !store->db.batch || write_counts(store, false, 0);
}

bool
scrub_store_end(struct scrub_store *store, int code)
{
	return write_counts(store, true, code);
}

void
scrub_store_close(struct scrub_store *store)
{
	struct sqlite3_stmt *const statements[] = {
		store->find,          store->find_path,   store->put,
		store->come_back,     store->leave,       store->erase,
		store->drop_findings, store->put_finding, store->count,
	};

	if (store->db.handle == NULL)
		return;
	for (size_t i = 0; i < sizeof(statements) / sizeof(statements[0]); i++)
		scrub_db_finish(statements[i]);
	scrub_db_close(&store->db);
}
