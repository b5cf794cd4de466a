/* SPDX-License-Identifier: MIT */
/*
 * pool.c - replaces cli/work/pool.c on Windows, where there are no worker processes
 *
 * workers_for() is always 0, so no pool is opened, and nothing here is called.
 */
#include "cli/work/pool.h"

bool
pool_open(struct pool *pool, const struct args *args, size_t n_workers,
	  bool writes)
{
	(void)n_workers, (void)writes;
	*pool = (struct pool){ .args = args };
	return false;
}

bool
pool_is_full(struct pool *pool)
{
	(void)pool;
	return true;
}

bool
pool_add(struct pool *pool, const struct pool_given *given)
{
	(void)pool, (void)given;
	return false;
}

int
pool_start(struct pool *pool)
{
	(void)pool;
	return ENOSYS;
}

void
pool_stop(struct pool *pool)
{
	(void)pool;
}

const struct pool_job *
pool_add_task(struct pool *pool, const char *path, const struct wire_task *task,
	      const int *descriptors, const struct input *in)
{
	(void)pool, (void)path, (void)task, (void)descriptors, (void)in;
	return NULL;
}

bool
pool_holds_back(const struct pool_job *job)
{
	(void)job;
	return false;
}

const struct pool_job *
pool_wait(struct pool *pool)
{
	(void)pool;
	return NULL;
}

void
pool_wait_together(struct pool *const *pools, size_t n, struct pollfd *polled)
{
	(void)pools, (void)n, (void)polled;
}

void
pool_show_position(const struct pool_job *job)
{
	(void)job;
}

void
pool_drop(struct pool *pool)
{
	(void)pool;
}

void
pool_close(struct pool *pool)
{
	(void)pool;
}
