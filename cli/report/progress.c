/* SPDX-License-Identifier: MIT */
/* progress.c - prints at most five lines a second, and no line for a quick file */
#include "cli/report/progress.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "cli/report/text.h"

#define INTERVAL_MS 200

static struct {
	bool wanted, terminal, shown;
	int64_t next; /* time of the next line, in milliseconds */
} progress;

static int64_t
milliseconds(void)
{
	struct timespec now = { 0 };

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void
progress_init(bool wanted)
{
	progress.wanted = wanted;
	progress.terminal = isatty(STDERR_FILENO) == 1;
	if (wanted)
		progress.next = milliseconds() + INTERVAL_MS;
}

void
progress_show(const char *path, uint64_t done, uint64_t total)
{
	if (!progress.wanted || milliseconds() < progress.next)
		return;
	progress.next = milliseconds() + INTERVAL_MS;
	progress_clear();
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
