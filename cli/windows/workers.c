/* SPDX-License-Identifier: MIT */
/* workers.c - replaces cli/work/workers.c on Windows: one process reads all inputs */
#include "cli/work/workers.h"

bool
workers_are_for_one(const struct args *args)
{
	return args->what.files0_from == NULL && args->what.n_inputs == 1;
}

size_t
workers_for(const struct args *args)
{
	(void)args;
	return 0;
}
