/* SPDX-License-Identifier: MIT */
/* progress.c - prints at most five lines a second, and no line for a quick file */
#include "cli/report/progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "cli/clock.h"
#include "cli/report/text.h"

#define INTERVAL_MS 200

static struct {
	bool wanted, terminal, shown;
	int64_t next;  /* time of the next line, in milliseconds */
	int64_t start; /* time of the first file */
	uint64_t file, files; /* number of the current file, from 1; and of
	                         all files, or 0 */
} progress;

void
progress_init(bool wanted)
{
	progress.wanted = wanted;
	progress.terminal = isatty(STDERR_FILENO) == 1;
	if (wanted)
		progress.next = clock_ms() + INTERVAL_MS;
}

bool
progress_is_wanted(void)
{
	return progress.wanted;
}

bool
progress_counts(void)
{
	return progress.wanted && progress.terminal;
}

void
progress_expect(uint64_t files)
{
	progress.files = files;
}

void
progress_next(void)
{
	if (progress_counts() && progress.file++ == 0)
		progress.start = clock_ms();
}

/* Prints the estimated time until the end of the run, from the time of the files that
   are done. */
static void
put_time_left(void)
{
	const int64_t passed = clock_ms() - progress.start;
	const uint64_t done = progress.file - 1;
	uint64_t left;

	/* Estimates from the first second are wrong too often. */
	if (done == 0 || passed < 1000)
		return;
	left = (uint64_t)((double)passed / 1000 / (double)done *
			  (double)(progress.files - done));
	if (left < 3600)
		fprintf(stderr, ", about %" PRIu64 ":%02" PRIu64 " left",
			left / 60, left % 60);
	else
		fprintf(stderr, ", about %" PRIu64 " h %02" PRIu64 " min left",
			left / 3600, left / 60 % 60);
}

/* Prints "file 3 of 120, about 1:05 left: ". */
static void
put_position(void)
{
	if (!progress_counts() || progress.files == 1)
		return;
	fprintf(stderr, "file %" PRIu64, progress.file);
	/* Files may appear after they are counted. */
	if (progress.files >= progress.file) {
		fprintf(stderr, " of %" PRIu64, progress.files);
		put_time_left();
	}
	fputs(": ", stderr);
}

void
progress_show(const char *path, uint64_t done, uint64_t total)
{
	if (!progress.wanted || clock_ms() < progress.next)
		return;
	progress.next = clock_ms() + INTERVAL_MS;
	progress_clear();
	put_position();
	text_put(stderr, path);
	fprintf(stderr, ": %.1f MiB", (double)done / (1 << 20));
	if (total > 0)
		fprintf(stderr, " (%.0f %%)",
			100.0 * (double)done / (double)total);
	/* A log file gets many lines.  A terminal gets one line that changes. */
	if (!progress.terminal)
		putc('\n', stderr);
	progress.shown = progress.terminal;
	fflush(stderr);
}

void
progress_clear(void)
{
	if (progress.shown)
		fputs("\r\033[K", stderr);
	progress.shown = false;
}
