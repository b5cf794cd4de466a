/* SPDX-License-Identifier: MIT */
/*
 * pool.h - inputs that several worker processes read, and their answers in order
 *
 *   pool_open();
 *   for each input:
 *           while (pool_is_full()) report pool_wait(), pool_drop();
 *           pool_add();
 *   while (there is a pool_wait()) report it, pool_drop();
 *   pool_close();
 *
 * The parent opens each input, and a worker gets the descriptor.  A worker that dies, is
 * too slow, or sends what no worker sends, costs the file that it reads.  Its other files
 * go to another worker.
 */
#ifndef CLI_WORK_POOL_H
#define CLI_WORK_POOL_H

#include <sys/types.h>

#include "cli/args.h"
#include "cli/read/input.h"
#include "cli/work/wire.h"

enum pool_end {
	POOL_WAITING,
	POOL_ANSWERED,
	POOL_UNREADABLE, /* the input could not be opened: `error` or `why` */
	POOL_KILLED,     /* a signal ended the worker: `error` is its number */
	POOL_CRASHED,    /* the same, and the signal is about a fault */
	POOL_NO_MEMORY,
	POOL_TIMEOUT,
	POOL_LIED,     /* the answer is not what a worker sends */
	POOL_NO_WORKER, /* no worker could be started: `error` is an errno
	                   value */
	POOL_CANCELED, /* by pool_cancel() */
};

struct pollfd;
struct pool_worker;

/* One task: an input to read, or a step of its repair.  `in` is the input of a task that
   reads, and is open unless the end is POOL_UNREADABLE. */
struct pool_job {
	struct pool_job *later;  /* the next input of the run */
	struct pool_job *behind; /* the next input of the same worker, or that
	                            waits for a worker */
	struct pool_worker *worker; /* that has read it, or NULL */
	char *path;
	struct wire_task task;
	int descriptors[2];
	struct input in;
	uint64_t size; /* of a regular file, in bytes */
	enum pool_end end;
	int error;
	const char *why;
	struct wire_bytes answer;
};

/* A worker process, or the place for one.  The first of its jobs is being read. */
struct pool_worker {
	pid_t pid; /* 0: none */
	int socket;
	struct pool_job *first, *last;
	size_t n_jobs;
	uint64_t queued; /* bytes of its jobs that wait */
	size_t ahead; /* bytes of answers that are not reported yet */
	int64_t began;  /* time at which the first job began, in milliseconds */
	/* The end of a worker that had no job: the worker sent something, or its
	   status. */
	bool idle_lied;
	int idle_status;
	/* The record that arrives: its head, and the number of bytes that are missing. */
	union {
		struct wire_record record;
		unsigned char bytes[sizeof(struct wire_record)];
	} head;
	size_t n_head, missing;
};

struct pool {
	const struct args *args;
	struct pool_worker *workers;
	struct pollfd *polled; /* one for each worker */
	size_t n_workers;
	bool writes;
	struct pool_job *first, *last; /* inputs that are not reported yet */
	size_t n_jobs, most_jobs;
	bool draining; /* no input is added until half of them are reported */
	struct pool_job *pending, *last_pending; /* inputs without a worker */
	size_t most_answer; /* bytes of the longest answer */
	int64_t until; /* end of pool_wait_for(), in milliseconds, or -1 */
};

/* An input that the run has found.  `in` is open, or there is an error.  `path` is copied,
   and must be free to change; the texts of `why` last. */
struct pool_given {
	const char *path;
	const struct input *in;
	const char *why;
	int error;
};

/* `writes`: the tasks write to descriptors.  False: no memory. */
bool pool_open(struct pool *pool, const struct args *args, size_t n_workers,
	       bool writes);

/* Must an input be reported before another one is added? */
bool pool_is_full(struct pool *pool);

/* Adds an input, and takes over its descriptor.  False: no memory. */
bool pool_add(struct pool *pool, const struct pool_given *given);

/* Starts the workers that are not started yet.  Returns 0 or an errno value. */
int pool_start(struct pool *pool);

/* Ends the workers that have no job. */
void pool_stop(struct pool *pool);

/* Adds a task for the worker of a pool that has one worker, and begins the task.  `in` is
   the input of a task that reads, or NULL.  The job closes `in`, unless it is borrowed.
   The caller keeps the other descriptors.  Returns the job, or NULL: no memory, and
   nothing was closed. */
const struct pool_job *pool_add_task(struct pool *pool, const char *path,
				     const struct wire_task *task,
				     const int *descriptors,
				     const struct input *in);

/* Does the worker of this job, which has ended, wait for pool_drop() before the worker
   may answer again? */
bool pool_holds_back(const struct pool_job *job);

/* Waits for the first input that is not dropped.  NULL: there is none. */
const struct pool_job *pool_wait(struct pool *pool);

/* The same, but waits for `ms` milliseconds at most.  -1: without a limit.  NULL: there is
   none, or the time is over. */
const struct pool_job *pool_wait_for(struct pool *pool, int64_t ms);

/* Waits until a worker of one of these pools sends something, ends, or is too slow.
   `polled` has room for each worker. */
void pool_wait_together(struct pool *const *pools, size_t n,
			struct pollfd *polled);

/* Cancels the inputs that no worker has got yet.  Returns whether there were any. */
bool pool_cancel(struct pool *pool);

/* Shows how far a worker has read the input of this job. */
void pool_show_position(const struct pool_job *job);

/* Frees the first input. */
void pool_drop(struct pool *pool);

/* Ends the workers. */
void pool_close(struct pool *pool);

#endif
