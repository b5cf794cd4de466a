/* SPDX-License-Identifier: MIT */
/* workers.c - one process for one file, and one for each processor for many files */
#include "cli/work/workers.h"

#include <sched.h>
#include <string.h>
#include <sys/stat.h>

static size_t
n_processors(void)
{
	cpu_set_t set;

	return sched_getaffinity(0, sizeof(set), &set) == 0
		       ? (size_t)CPU_COUNT(&set)
		       : 1;
}

/* Is there only one file? */
static bool
is_single(const struct args_what *what)
{
	struct stat status;

	return what->files0_from == NULL && what->n_inputs == 1 &&
	       (strcmp(what->inputs[0], "-") == 0 ||
		stat(what->inputs[0], &status) != 0 ||
		!S_ISDIR(status.st_mode));
}

size_t
workers_for(const struct args *args)
{
	const size_t wanted = args->how.jobs;

	/* A scrub outlives any file. */
	if (args->command->bit == ARGS_SCRUB)
		return wanted > 0 ? wanted : n_processors();
	if (args->command->bit != ARGS_CHECK || args->how.gate)
		return 0;
	if (wanted > 1)
		return wanted;
	if (args->how.timeout_ms > 0)
		return 1;
	if (wanted == 1 || is_single(&args->what))
		return 0;
	return n_processors() > 1 ? n_processors() : 0;
}
