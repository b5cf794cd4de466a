/* SPDX-License-Identifier: MIT */
/* apart.c - gives each step of a repair to a worker, and waits for the answer */
#include "cli/work/apart.h"

#include "cli/work/answer.h"

bool
apart_open(struct apart *apart, const struct args *args)
{
	*apart = (struct apart){ .writer.n_workers = 0 };
	if (pool_open(&apart->writer, args, 1, true) &&
	    pool_open(&apart->verifier, args, 1, false))
		return true;
	apart_close(apart);
	return false;
}

void
apart_close(struct apart *apart)
{
	pool_close(&apart->writer);
	pool_close(&apart->verifier);
}

/* NULL: no memory, and the outcome says so. */
static const struct pool_job *
run_task_apart(struct pool *pool, struct outcome *outcome,
	       const struct wire_task *task, const int *descriptors,
	       const struct input *in)
{
	if (pool_add_task(pool, outcome->path, task, descriptors, in))
		return pool_wait(pool);
	outcome_out_of_memory(outcome);
	return NULL;
}

void
apart_read(struct apart *apart, struct outcome *outcome, const struct input *in,
	   int copy)
{
	const struct wire_task task = { .kind = WIRE_READ_AND_KEEP,
					.n_descriptors = copy < 0 ? 1 : 2,
					.borrowed = in->borrowed };
	const int descriptors[] = { in->fd, copy };
	const struct pool_job *job = run_task_apart(&apart->writer, outcome,
						    &task, descriptors, in);

	if (job == NULL)
		return;
	answer_report(job, outcome);
	pool_drop(&apart->writer);
}

bool
apart_fill(struct apart *apart, struct outcome *outcome, enum fill_way way,
	   int out, struct fill_end *end)
{
	const struct wire_task task = { .kind = WIRE_FILL,
					.n_descriptors = 1,
					.way = way };
	const struct pool_job *job = run_task_apart(&apart->writer, outcome,
						    &task, &out, NULL);
	bool answered;

	if (job == NULL)
		return false;
	answered = answer_fill(job, outcome, end);
	pool_drop(&apart->writer);
	return answered;
}

bool
apart_verify(struct apart *apart, struct outcome *outcome,
	     const struct verify_output *output, struct verify_end *end)
{
	const struct wire_task task = { .kind = WIRE_VERIFY,
					.n_descriptors = 1,
					.size = output->size,
					.encoded = output->encoded };
	const struct pool_job *job = run_task_apart(&apart->verifier, outcome,
						    &task, &output->fd, NULL);
	bool answered;

	if (job == NULL)
		return false;
	answered = answer_verify(job, outcome, end);
	pool_drop(&apart->verifier);
	return answered;
}
