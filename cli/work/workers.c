/* SPDX-License-Identifier: MIT */
/* workers.c - one process for one file, and one for each processor for many files */
#include "cli/work/workers.h"

#include <sched.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/work/sandbox.h"

static size_t
n_processors(void)
{
	cpu_set_t set;

	return sched_getaffinity(0, sizeof(set), &set) == 0
		       ? (size_t)CPU_COUNT(&set)
		       : 1;
}

bool
workers_are_for_one(const struct args *args)
{
	const struct args_what *what = &args->what;
	struct stat status;

	return what->files0_from == NULL && what->n_inputs == 1 &&
	       (strcmp(what->inputs[0], "-") == 0 ||
		stat(what->inputs[0], &status) != 0 ||
		!S_ISDIR(status.st_mode));
}

static bool
wants_sandbox(const struct args_how *how)
{
	return how->sandbox == SANDBOX_STRICT ||
	       (how->sandbox == SANDBOX_AUTO && sandbox_is_built());
}

size_t
workers_for(const struct args *args)
{
	const struct args_how *how = &args->how;
	/* A process can be locked only if it opens nothing more. */
	const bool apart = how->timeout_ms > 0 || wants_sandbox(how);

	switch (args->command->bit) {
	/* No file may end a scrub. */
	case ARGS_SCRUB: return how->jobs > 0 ? how->jobs : n_processors();
	case ARGS_CHECK:
	case ARGS_REPAIR: break;
	case ARGS_INFO:
	case ARGS_INSPECT:
	case ARGS_RULES:
	case ARGS_EXPLAIN: return 0;
	}
	/* A repair opens its output after its input. */
	if (how->gate || workers_are_for_one(args))
		return how->timeout_ms > 0 || how->jobs > 1 ||
				       (args->command->bit == ARGS_REPAIR &&
					apart)
			       ? 1
			       : 0;
	if (how->jobs > 0)
		return how->jobs > 1 || apart ? how->jobs : 0;
	return apart || n_processors() > 1 ? n_processors() : 0;
}
