/* SPDX-License-Identifier: MIT */
/* scan.c - walks an archive, and has new and changed files read by worker processes */
#include "cli/scrub/scan.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cli/clock.h"
#include "cli/interrupt.h"
#include "cli/read/walk.h"
#include "cli/report/outputs.h"
#include "cli/report/text.h"
#include "cli/scrub/below.h"
#include "cli/scrub/found.h"
#include "cli/scrub/news.h"
#include "cli/scrub/own.h"
#include "cli/scrub/roots.h"
#include "cli/scrub/seen.h"
#include "cli/scrub/sqlite.h"
#include "cli/scrub/store.h"
#include "cli/work/answer.h"
#include "cli/work/workers.h"

/* A batch ends after this number of files that were read, or after this time. */
enum { BATCH_FILES = 500, BATCH_MS = 2000 };

/* An interrupt is noticed within this time. */
enum { NOTICE_MS = 500 };

struct scan_batch {
	int64_t ends_ms; /* 0: nothing is written yet */
	int files;
};

/* The part of a run under one root.  Each path begins with `prefix`, up to `below`. */
struct scan_root {
	const char *label;
	char *prefix;
	struct walk walk;
	size_t below;
	int64_t files; /* regular files, of all shards */
	bool compared; /* the name was compared with those of other roots */
	bool whole;    /* all of the root was walked, and no file had an I/O
	                  error */
};

/* The rows of files that are read again, the oldest reading first. */
struct scan_due {
	int64_t *files;
	size_t n, at, room;
};

struct scrubbing {
	const struct args *args;
	struct scrub_store store;
	struct scrub_own own;
	struct scrub_seen seen;
	struct scrub_found found;
	struct run_report report;
	struct pool pool;
	struct scan_batch batch;
	struct scan_root root;
	struct scan_due due;
	int64_t until_ms;    /* after this time --for begins no file, or
	                        INT64_MAX */
	/* Files that were read before or after these times are read again. */
	int64_t read_before, read_after;
	bool begun;          /* a process has begun to read a file */
	bool stopped;        /* by --for, or by an interrupt */
	bool failed; /* the run cannot go on, and a message was printed */
	bool unsure; /* under a root, no file is called gone */
	enum exitcode code;
};

uint64_t
scrub_shard_of(const char *path, uint64_t shards)
{
	uint64_t hash = UINT64_C(0xcbf29ce484222325);

	for (const char *at = path; *at != '\0'; at++)
		hash = (hash ^ (unsigned char)*at) * UINT64_C(0x100000001b3);
	return (hash ^ hash >> 32) % shards;
}

static bool
is_in_shard(const struct scrubbing *scan, const char *path)
{
	const struct args_scrub *scrub = &scan->args->scrub;

	return scrub->shards == 1 ||
	       scrub_shard_of(path, scrub->shards) == scrub->shard - 1;
}

static void
worsen(struct scrubbing *scan, enum exitcode code)
{
	scan->code = exitcode_worse(scan->code, code);
}

/* The run cannot go on, and the message was printed.  Returns false. */
static bool
stop_run(struct scrubbing *scan)
{
	scan->failed = true;
	worsen(scan, EXITCODE_IO);
	return false;
}

static bool
stop_without_memory(struct scrubbing *scan)
{
	text_complain(NULL, "out of memory");
	return stop_run(scan);
}

/* False: the database cannot be written. */
static bool
continue_if(struct scrubbing *scan, bool good)
{
	return good || stop_run(scan);
}

/* Prints the news of the batch, and commits the batch then: news that nobody was told
   would be lost.  False: the run cannot go on. */
static bool
commit_news(struct scrubbing *scan)
{
	return continue_if(scan, outputs_flush_stdout() &&
					 scrub_store_commit(&scan->store));
}

/* ------------------------------------------------------------ a reading -- */

/* Returns the time of modification.  A time that has no such number, after the year 2262,
   gets the number of another time. */
static int64_t
modified_ns(const struct stat *status)
{
	return (int64_t)((uint64_t)status->st_mtim.tv_sec * 1000000000 +
			 (uint64_t)status->st_mtim.tv_nsec);
}

/* Returns size, time and SHA-256 of a file that was read. */
static struct scrub_bytes
bytes_of_job(const struct pool_job *job, const struct outcome *outcome)
{
	const struct stat *status = &job->in.before;
	const struct dfk_result *result = outcome->result;
	struct scrub_bytes bytes = { .known = job->end != POOL_UNREADABLE };

	if (!bytes.known)
		return bytes;
	bytes.size = status->st_size;
	bytes.mtime_ns = modified_ns(status);
	/* A limit may end the reading early. */
	if (result == NULL || !result->has_sha256 ||
	    result->size != (uint64_t)status->st_size)
		return bytes;
	for (size_t i = 0; i < sizeof(result->sha256); i++)
		snprintf(bytes.sha256 + 2 * i, 3, "%02x", result->sha256[i]);
	return bytes;
}

/* Returns the first error of the file, or NULL. */
static const struct scrub_finding *
first_error(const struct scrub_found *found)
{
	for (size_t i = 0; i < found->n; i++)
		if (found->at[i].severity == DFK_ERROR)
			return &found->at[i];
	return NULL;
}

static void
print_news(const struct scrubbing *scan, const struct outcome *outcome,
	   const struct scrub_news *news)
{
	const struct scrub_finding *error = first_error(&scan->found);

	if (news->rotten) {
		text_put(stdout, outcome->path);
		puts(": rotten: other bytes, but the same size and time of "
		     "modification");
	}
	if (news->damaged) {
		text_put(stdout, outcome->path);
		printf(": newly damaged: %s",
		       outcome_verdict_name(outcome_verdict(outcome)));
		if (error != NULL)
			printf(": %s [%s]", error->rule->title,
			       error->rule->id);
		putchar('\n');
	}
	if (news->undecided && outcome->error[0] == '\0') {
		text_put(stdout, outcome->path);
		printf(": undecided: %s\n", outcome_undecided(outcome));
	}
}

static void
count_news(struct scrubbing *scan, const struct scrub_news *news)
{
	struct scrub_counts *counts = &scan->store.counts;

	counts->read++;
	counts->damaged += news->damaged;
	counts->rotten += news->rotten;
	counts->undecided += news->undecided;
	counts->changed += news->changed;
	if (news->damaged || news->rotten)
		worsen(scan, EXITCODE_FINDINGS);
	if (news->undecided)
		worsen(scan, EXITCODE_UNDECIDED);
}

/* Writes the rows of a file that was read.  False: the run cannot go on. */
static bool
store_outcome(struct scrubbing *scan, const struct pool_job *job,
	      const struct outcome *outcome)
{
	const char *path = job->path + scan->root.below;
	const struct scrub_result result = scrub_found_result(&scan->found,
							      outcome);
	const struct scrub_reading reading = {
		.bytes = bytes_of_job(job, outcome),
		.bad = outcome->code == EXITCODE_FINDINGS,
		.undecided = outcome->result == NULL ||
			     outcome->result->verdict == DFK_UNDECIDED,
		.problem = result.problem != NULL,
	};
	struct scrub_known known;
	struct scrub_news news;

	if (!scrub_store_find(&scan->store, scan->root.label, path, &known))
		return stop_run(scan);
	news = scrub_news_of(&known, &reading, scan->store.run);
	if (!scrub_store_put(&scan->store, scan->root.label, path, &known,
			     &result))
		return stop_run(scan);
	if (!scrub_seen_add(&scan->seen, known.file))
		return stop_without_memory(scan);
	/* An unreadable file is in no report: a message was printed. */
	news.undecided &= outcome->result != NULL;
	count_news(scan, &news);
	print_news(scan, outcome, &news);
	scan->batch.files++;
	/* A run that is killed leaves no half of a line. */
	return continue_if(scan, outputs_flush_stdout());
}

/* Takes over the result of a file.  False: the run cannot go on. */
static bool
take_job(struct scrubbing *scan, const struct pool_job *job)
{
	struct outcome outcome;
	bool going;

	outcome_init(&outcome, &scan->report, scan->args, job->path);
	(void)report_start(&outcome);
	if (job->end == POOL_UNREADABLE) {
		outcome_fail(&outcome, EXITCODE_IO, "%s",
			     input_error(job->error));
	} else {
		answer_report(job, &outcome);
		outcome_judge(&outcome);
	}
	if (outcome.result == NULL)
		scan->root.whole = false;
	going = store_outcome(scan, job, &outcome);
	/* Other codes count only if they are new. */
	if (outcome.code == EXITCODE_IO || outcome.code == EXITCODE_INTERNAL)
		worsen(scan, outcome.code);
	outcome_close(&outcome);
	return going;
}

/* --------------------------------------------------------- a second name -- */

/* Does a name of a directory end like the other name? */
static bool
ends_alike(const char *one, const char *other)
{
	const char *a = strrchr(one, '/'), *b = strrchr(other, '/');

	return strcmp(a != NULL ? a + 1 : one, b != NULL ? b + 1 : other) == 0;
}

/* Has the database no file of this root, but files of a root whose name ends alike?  Then
   an archive may have been named in another way before, and each file would be new.  The
   root has a new file, so the warning comes once. */
static void
warn_of_second_name(struct scrubbing *scan)
{
	struct scrub_db *db = &scan->store.db;
	struct sqlite3_stmt *roots = scrub_db_prepare(
		db, "SELECT DISTINCT root FROM file WHERE NOT EXISTS "
		    "(SELECT 1 FROM file WHERE root = ?1)");
	bool more = true;

	scan->root.compared = true;
	if (!continue_if(scan, roots != NULL))
		return;
	scrub_db_bind_text(roots, 1, scan->root.label);
	while (more && scrub_db_step(db, roots, &more)) {
		if (!more ||
		    !ends_alike(scrub_db_text(roots, 0), scan->root.label))
			continue;
		text_complain(
			scan->root.label,
			"is new in the database, which has files of '%s'; "
			"if this is the same archive, use --root-name",
			scrub_db_text(roots, 0));
		break;
	}
	scrub_db_finish(roots);
	continue_if(scan, !db->failed);
}

/* ------------------------------------------------------------- one file -- */

/* Is the row of the file about these bytes, and by this program? */
static bool
is_known(const struct scrubbing *scan, const struct scrub_known *known,
	 const struct stat *status)
{
	return known->file != 0 && known->bytes.known &&
	       known->reader == scan->store.reader &&
	       known->bytes.size == status->st_size &&
	       known->bytes.mtime_ns == modified_ns(status);
}

/* Did the file vanish, or become something else than a file, after its directory was
   read?  Then there is no file. */
static bool
has_vanished(int error)
{
	return error == ENOENT || error == ELOOP || error == INPUT_SPECIAL ||
	       error == EISDIR || error == ENOTDIR;
}

/* Gives a file that is open, or that cannot be opened, to a worker.  False: the run cannot
   go on. */
static bool
give_opened(struct scrubbing *scan, struct input *in, int error,
	    const char *path)
{
	if (has_vanished(error))
		return true;
	if (pool_add(&scan->pool, &(struct pool_given){
					  .path = path,
					  .in = error == 0 ? in : NULL,
					  .error = error,
				  }))
		return true;
	if (error == 0)
		input_close(in);
	return stop_without_memory(scan);
}

/* Gives a file to a worker.  `name` is its name in the open directory.  False: the run
   cannot go on. */
static bool
give_to_worker(struct scrubbing *scan, int directory, const char *name,
	       const char *path)
{
	struct input in;
	const int error = input_open_file(&in, directory, name);

	return give_opened(scan, &in, error, path);
}

/* The file is in the database under the first of its names.  False: the run cannot go
   on. */
static bool
drop_second_name(struct scrubbing *scan, const struct scrub_known *known)
{
	return known->file == 0 ||
	       continue_if(scan, scrub_store_erase(&scan->store, known->file));
}

/* Takes the row as it is, without reading the file.  A file that was not read to its end
   is read again after all new files: else such files could take the whole time of --for
   in each run.  False: the run cannot go on. */
static bool
skip_known(struct scrubbing *scan, const struct scrub_known *known)
{
	if (known->unreadable)
		scan->root.whole = false;
	if (!scrub_seen_add(&scan->seen, known->file))
		return stop_without_memory(scan);
	return known->events.gone_run == 0 ||
	       continue_if(scan,
			   scrub_store_come_back(&scan->store, known->file));
}

/* Handles one entry of the walk.  False: the run cannot go on. */
static bool
visit(struct scrubbing *scan, const struct walk_item *item)
{
	const char *path = item->path + scan->root.below;
	struct scrub_known known;
	struct stat status;
	bool again;

	if (fstatat(item->directory, item->name, &status,
		    AT_SYMLINK_NOFOLLOW) != 0) {
		if (errno != ENOENT) {
			text_complain(item->path, "%s", strerror(errno));
			scan->root.whole = false;
			worsen(scan, EXITCODE_IO);
		}
		return true;
	}
	if (scrub_own_has(&scan->own, item->name, &status))
		return true;
	scan->root.files++;
	if (!scrub_seen_link(&scan->seen, &status, &again))
		return stop_without_memory(scan);
	if (!is_in_shard(scan, path))
		return true;
	if (!scrub_store_find(&scan->store, scan->root.label, path, &known))
		return stop_run(scan);
	if (again)
		return drop_second_name(scan, &known);
	scan->store.counts.files++;
	if (is_known(scan, &known, &status))
		return skip_known(scan, &known);
	if (known.file == 0 && !scan->root.compared)
		warn_of_second_name(scan);
	return !scan->failed && give_to_worker(scan, item->directory,
					       item->name, item->path);
}

/* Takes the next entry of the walk.  False: there is no more entry. */
static bool
walk_on(struct scrubbing *scan)
{
	struct walk_item item;

	if (!walk_next(&scan->root.walk, &item))
		return false;
	if (item.error != NULL) {
		text_complain(item.path, "%s", item.error);
		scan->root.whole = false;
		worsen(scan, EXITCODE_IO);
		return true;
	}
	(void)visit(scan, &item);
	return true;
}

/* Has a file of the database taken the place of this file? */
static bool
is_own(const struct scrubbing *scan, int directory, const char *name)
{
	struct stat status;

	return fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) == 0 &&
	       scrub_own_has(&scan->own, name, &status);
}

/* Gives a file of the database to a worker.  False: the run cannot go on. */
static bool
reread_file(struct scrubbing *scan, const char *path)
{
	const char *name;
	int error, directory;
	bool going = true;
	char *whole;

	if (!scrub_below_is_path(path)) {
		text_complain(scan->args->scrub.db,
			      "the database has a file '%s', which cannot be "
			      "in the directory",
			      path);
		worsen(scan, EXITCODE_IO);
		return true;
	}
	if (asprintf(&whole, "%s%s", scan->root.prefix, path) < 0)
		return stop_without_memory(scan);
	directory = scrub_below_open(scan->root.prefix, path, &name, &error);
	if (directory < 0)
		going = give_opened(scan, NULL, error, whole);
	else if (!is_own(scan, directory, name))
		going = give_to_worker(scan, directory, name, whole);
	if (directory >= 0)
		close(directory);
	free(whole);
	return going;
}

/* Takes the next row of a file that is read again.  False: there is no more. */
static bool
reread_next(struct scrubbing *scan)
{
	struct scan_due *due = &scan->due;
	char *path;

	if (due->at == due->n)
		return false;
	path = scrub_store_path(&scan->store, due->files[due->at++]);
	if (scan->store.db.failed)
		(void)stop_run(scan);
	else if (path != NULL)
		(void)reread_file(scan, path);
	free(path);
	return true;
}

/* ------------------------------------------------------------- one root -- */

/* Commits the batch if the batch is large or old.  False: the run cannot go on. */
static bool
keep_time(struct scrubbing *scan)
{
	const int64_t now = clock_ms();

	if (!scan->store.db.batch)
		return true;
	if (scan->batch.ends_ms == 0)
		scan->batch.ends_ms = now + BATCH_MS;
	if (scan->batch.files < BATCH_FILES && now < scan->batch.ends_ms)
		return true;
	scan->batch = (struct scan_batch){ .files = 0 };
	return commit_news(scan);
}

/* Takes the next result, if there is one in time.  False: the run cannot go on. */
static bool
take_next(struct scrubbing *scan)
{
	const struct pool_job *job = pool_wait_for(&scan->pool, NOTICE_MS);
	bool going = true;

	scan->begun |= job == NULL || job->end != POOL_UNREADABLE;
	if (job == NULL)
		return true;
	if (job->end != POOL_CANCELED)
		going = take_job(scan, job);
	pool_drop(&scan->pool);
	return going;
}

/* Reads the files that `next` gives to workers.  After the time of --for, and after an
   interrupt, the files that were begun are finished.  The time ends no run that has begun
   no file: else a run whose time is too short for the walk would never read a file. */
static void
read_files(struct scrubbing *scan, bool (*next)(struct scrubbing *scan))
{
	bool more = true;

	if (!pool_open(&scan->pool, scan->args, workers_for(scan->args),
		       false)) {
		(void)stop_without_memory(scan);
		return;
	}
	while (!scan->failed && keep_time(scan)) {
		const bool late = clock_ms() >= scan->until_ms;

		if (interrupt_came() || (late && scan->begun)) {
			scan->stopped |= pool_cancel(&scan->pool) || more;
			more = false;
		}
		if (more && !pool_is_full(&scan->pool) &&
		    !(late && scan->pool.n_jobs > 0))
			more = next(scan);
		else if (scan->pool.n_jobs > 0)
			(void)take_next(scan);
		else
			break;
	}
	pool_close(&scan->pool);
	if (scan->stopped || scan->failed)
		scan->root.whole = false;
}

/* Nobody looks for a path that cannot be in the directory. */
static bool
is_skipped_path(const struct scrubbing *scan, const char *path)
{
	return scrub_below_is_path(path) &&
	       walk_skips(scan->args, scan->root.prefix, path);
}

/* Has the database files under this root that this run has not seen?  Marks them as
   gone, or only counts them.  Nobody knows whether a skipped file is still there. */
static int64_t
find_gone(struct scrubbing *scan, bool mark)
{
	struct sqlite3_stmt *rows = scrub_db_prepare(
		&scan->store.db,
		"SELECT file, path FROM file WHERE root = ?1 AND "
		"gone_run IS NULL");
	int64_t n = 0;
	bool row = rows != NULL;

	if (rows == NULL) {
		(void)stop_run(scan);
		return 0;
	}
	scrub_db_bind_text(rows, 1, scan->root.label);
	while (row && !scan->failed) {
		if (!scrub_db_step(&scan->store.db, rows, &row))
			(void)stop_run(scan);
		if (!row ||
		    scrub_seen_has(&scan->seen, scrub_db_number(rows, 0)) ||
		    !is_in_shard(scan, scrub_db_text(rows, 1)) ||
		    is_skipped_path(scan, scrub_db_text(rows, 1)))
			continue;
		n++;
		if (mark)
			continue_if(scan, scrub_store_leave(
						  &scan->store,
						  scrub_db_number(rows, 0)));
	}
	scrub_db_finish(rows);
	return n;
}

/* All files of the root are known now, so the other files of the database are gone. */
static void
mark_gone(struct scrubbing *scan)
{
	if (!continue_if(scan, scrub_db_begin(&scan->store.db)))
		return;
	if (scan->root.files > 0) {
		scan->store.counts.gone += find_gone(scan, true);
		return;
	}
	/* An archive that is not mounted looks like this. */
	if (find_gone(scan, false) == 0)
		return;
	text_complain(
		scan->root.walk.root.path,
		"the database has files of this directory, but the directory "
		"has none; is the archive mounted?  No file is called gone");
	scan->unsure = true;
	worsen(scan, EXITCODE_IO);
}

/* False: no memory. */
static bool
open_root(struct scrubbing *scan, char *directory)
{
	const char *label = scrub_roots_label(&scan->args->scrub, directory);
	char *prefix;

	/* The walk makes its paths in the same way. */
	if (asprintf(&prefix, "%s%s", directory,
		     strcmp(directory, "/") == 0 ? "" : "/") < 0)
		return stop_without_memory(scan);
	scan->root = (struct scan_root){
		.label = label,
		.prefix = prefix,
		.below = strlen(prefix),
		.whole = true,
	};
	return true;
}

/* Reads new and changed files under a root. */
static void
scan_root(struct scrubbing *scan, char *directory)
{
	const struct report_outputs none = { .n = 0 };
	struct args args = *scan->args;

	args.what.inputs = &directory;
	args.what.n_inputs = 1;
	if (!open_root(scan, directory))
		return;
	scan->root.walk = (struct walk){ .reports = &none,
					 .directories = true };
	walk_open(&scan->root.walk, &args);
	read_files(scan, walk_on);
	worsen(scan, walk_close(&scan->root.walk));
	if (scan->root.whole)
		mark_gone(scan);
	else
		scan->unsure = true;
	free(scan->root.prefix);
	if (!scan->failed)
		commit_news(scan);
}

/* False: no memory. */
static bool
add_due(struct scan_due *due, int64_t file)
{
	const size_t room = due->room * 2 + 1024;
	int64_t *grown;

	if (due->n == due->room) {
		grown = realloc(due->files, room * sizeof(*grown));
		if (grown == NULL)
			return false;
		due->files = grown;
		due->room = room;
	}
	due->files[due->n++] = file;
	return true;
}

/* Finds the rows of this root that this run has seen, has not read, and reads again.  With
   --again, a reading in the future has the time of a wrong clock, and may be the oldest.
   The rows are held in memory, because an open question would lock the database. */
static void
find_due(struct scrubbing *scan)
{
	struct scan_due *due = &scan->due;
	struct sqlite3_stmt *rows = scrub_db_prepare(
		&scan->store.db,
		"SELECT file, path FROM file WHERE root = ?1 AND "
		"(read_at < ?2 OR read_at > ?4 OR problem IS NOT NULL) AND "
		"read_run <> ?3 AND gone_run IS NULL "
		"ORDER BY read_at > ?4 DESC, read_at, file");
	bool row = rows != NULL;

	due->n = due->at = 0;
	if (rows == NULL) {
		(void)stop_run(scan);
		return;
	}
	scrub_db_bind_text(rows, 1, scan->root.label);
	scrub_db_bind(rows, 2, scan->read_before);
	scrub_db_bind(rows, 3, scan->store.run);
	scrub_db_bind(rows, 4, scan->read_after);
	while (row && !scan->failed) {
		if (!scrub_db_step(&scan->store.db, rows, &row))
			(void)stop_run(scan);
		if (!row ||
		    !scrub_seen_has(&scan->seen, scrub_db_number(rows, 0)) ||
		    !is_in_shard(scan, scrub_db_text(rows, 1)))
			continue;
		if (!add_due(due, scrub_db_number(rows, 0)))
			(void)stop_without_memory(scan);
	}
	scrub_db_finish(rows);
}

/* Reads files under a root again, the oldest reading first. */
static void
reread_root(struct scrubbing *scan, char *directory)
{
	if (!open_root(scan, directory))
		return;
	find_due(scan);
	if (!scan->failed && scan->due.n > 0)
		read_files(scan, reread_next);
	free(scan->root.prefix);
	if (!scan->failed)
		commit_news(scan);
}

/* -------------------------------------------------------------- the run -- */

static void
print_counts(const struct scrubbing *scan)
{
	const struct scrub_counts *n = &scan->store.counts;

	printf("run %lld: %lld file%s, %lld read; %lld newly damaged, %lld "
	       "rotten, %lld newly undecided, %lld changed, %lld gone%s\n",
	       (long long)scan->store.run, (long long)n->files,
	       text_plural((uint64_t)n->files), (long long)n->read,
	       (long long)n->damaged, (long long)n->rotten,
	       (long long)n->undecided, (long long)n->changed,
	       (long long)n->gone,
	       scan->failed ? " (the run has failed)"
	       : scan->stopped && interrupt_came() ? " (interrupted)"
	       : scan->stopped ? " (stopped by --for)"
	       : scan->unsure  ? " (gone files are not known)"
			       : "");
}

/* Files that are read again come last, so that --for leaves no new file unread for
   ever. */
static void
scan_roots(struct scrubbing *scan)
{
	const struct args *args = scan->args;
	const size_t n = args->what.n_inputs;

	for (size_t i = 0; i < n && !scan->failed && !scan->stopped; i++)
		scan_root(scan, args->what.inputs[i]);
	for (size_t i = 0; i < n && !scan->failed && !scan->stopped; i++)
		reread_root(scan, args->what.inputs[i]);
	if (args->how.exit_zero)
		scan->code = exitcode_forgive(scan->code);
	/* An interrupted run has no end, so its news are printed with those of the next
	   run. */
	if (scan->stopped && interrupt_came())
		return;
	if (!scan->failed && continue_if(scan, outputs_flush_stdout()))
		continue_if(scan,
			    scrub_store_end(&scan->store, (int)scan->code));
}

enum exitcode
scrub_scan(const struct args *args)
{
	static struct scrubbing scan;
	const bool again = args->scrub.has_again;
	const int64_t now = (int64_t)time(NULL);
	enum exitcode code = scrub_roots_check(args);

	if (code != EXITCODE_OK)
		return code;
	scan = (struct scrubbing){
		.args = args,
		.until_ms = args->scrub.for_ms > 0
				    ? clock_ms() + args->scrub.for_ms
				    : INT64_MAX,
		.read_before = again ? now - args->scrub.again_s + 1 : INT64_MIN,
		.read_after = again ? now : INT64_MAX,
	};
	if (!scrub_store_open(&scan.store, args))
		return EXITCODE_IO;
	if (!scrub_own_open(&scan.own, args->scrub.db)) {
		scrub_store_close(&scan.store);
		return EXITCODE_IO;
	}
	interrupt_catch();
	scrub_found_open(&scan.found, &scan.report, args);
	scan_roots(&scan);
	interrupt_report("the database");
	if (!args->out.quiet)
		print_counts(&scan);
	scrub_store_close(&scan.store);
	scrub_own_close(&scan.own);
	scrub_found_close(&scan.found);
	scrub_seen_free(&scan.seen);
	free(scan.due.files);
	interrupt_end();
	return scan.code;
}
