/* SPDX-License-Identifier: MIT */
/* apart.c - gives each step of a repair to a worker, and waits for the answer */
#include "cli/work/apart.h"

#include <fcntl.h>
#include <stdio.h>

#include "cli/work/answer.h"

bool
apart_open(struct apart *apart, const struct args *args)
{
	*apart = (struct apart){ .owner = NULL };
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

int
apart_start(struct apart *apart)
{
	/* A writer that is gone has lost the input that was kept for a repair. */
	int error = apart->owner == NULL ? pool_start(&apart->writer) : 0;

	if (error == 0)
		error = pool_start(&apart->verifier);
	if (error != 0 && apart->owner == NULL)
		pool_stop(&apart->writer);
	return error;
}

/* --------------------------------------------------------------- begin -- */

void
apart_take(struct apart_steps *steps, struct apart *apart)
{
	steps->apart = apart;
	apart->owner = steps;
}

bool
apart_begin_read(struct apart_steps *steps, const char *path,
		 const struct input *in, int copy)
{
	const struct wire_task task = { .kind = WIRE_READ_AND_KEEP,
					.n_descriptors = copy < 0 ? 1 : 2,
					.borrowed = in->borrowed };
	const int descriptors[] = { in->fd, copy };
	struct input kept = *in;

	kept.borrowed = true; /* the caller closes the input */
	steps->read = pool_add_task(&steps->apart->writer, path, &task,
				    descriptors, &kept);
	return steps->read != NULL;
}

bool
apart_begin_fill(struct apart_steps *steps, const char *path, enum fill_way way,
		 int out)
{
	const struct wire_task task = { .kind = WIRE_FILL,
					.n_descriptors = 1,
					.way = way };

	steps->fill = pool_add_task(&steps->apart->writer, path, &task, &out,
				    NULL);
	return steps->fill != NULL;
}

/* The output is open for writing.  The verifier gets a descriptor that cannot write.
   Without /proc, the verifier gets the descriptor of the output. */
static struct input
open_to_verify(const struct verify_output *output)
{
	char path[32];
	int fd;

	snprintf(path, sizeof(path), "/proc/self/fd/%d", output->fd);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	return (struct input){ .fd = fd >= 0 ? fd : output->fd,
			       .borrowed = fd < 0 };
}

bool
apart_begin_verify(struct apart_steps *steps, const char *path,
		   const struct verify_output *output)
{
	const struct wire_task task = { .kind = WIRE_VERIFY,
					.n_descriptors = 1,
					.size = output->size,
					.encoded = output->encoded };
	struct input in = open_to_verify(output);

	/* The writer may have kept the output. */
	pool_stop(&steps->apart->writer);
	steps->verify = pool_add_task(&steps->apart->verifier, path, &task,
				      &in.fd, &in);
	if (steps->verify == NULL)
		input_close(&in);
	/* A new writer, which has no output, takes the place at once, before another
	   process of the run does.  If the start fails, the next task starts a writer. */
	(void)pool_start(&steps->apart->writer);
	return steps->verify != NULL;
}

static bool
is_going_on(const struct pool_job *job)
{
	return job != NULL && job->end == POOL_WAITING;
}

bool
apart_is_busy(const struct apart_steps *steps)
{
	return is_going_on(steps->read) || is_going_on(steps->fill) ||
	       is_going_on(steps->verify);
}

/* ---------------------------------------------------------------- take -- */

static void
drop_step(struct pool *pool, const struct pool_job **step)
{
	if (*step != NULL) {
		(void)pool_wait(pool);
		pool_drop(pool);
	}
	*step = NULL;
}

void
apart_release(struct apart_steps *steps)
{
	if (steps->apart != NULL && steps->apart->owner == steps)
		steps->apart->owner = NULL;
}

void
apart_forget(struct apart_steps *steps)
{
	if (steps->apart == NULL)
		return;
	drop_step(&steps->apart->writer, &steps->read);
	drop_step(&steps->apart->writer, &steps->fill);
	drop_step(&steps->apart->verifier, &steps->verify);
	apart_release(steps);
}

void
apart_read(struct apart_steps *steps, struct outcome *outcome,
	   const struct input *in, int copy)
{
	if (steps->read == NULL &&
	    !apart_begin_read(steps, outcome->path, in, copy)) {
		outcome_out_of_memory(outcome);
		return;
	}
	answer_report(pool_wait(&steps->apart->writer), outcome);
	drop_step(&steps->apart->writer, &steps->read);
}

bool
apart_fill(struct apart_steps *steps, struct outcome *outcome,
	   enum fill_way way, int out, struct fill_end *end)
{
	bool answered;

	if (steps->fill == NULL && steps->apart->owner != steps) {
		outcome_fail(outcome, EXITCODE_INTERNAL,
			     "error in demofsck: the input is not kept");
		return false;
	}
	if (steps->fill == NULL &&
	    !apart_begin_fill(steps, outcome->path, way, out)) {
		outcome_out_of_memory(outcome);
		return false;
	}
	answered = answer_fill(pool_wait(&steps->apart->writer), outcome, end);
	drop_step(&steps->apart->writer, &steps->fill);
	return answered;
}

bool
apart_verify(struct apart_steps *steps, struct outcome *outcome,
	     const struct verify_output *output, struct verify_end *end)
{
	bool answered;

	if (steps->verify == NULL &&
	    !apart_begin_verify(steps, outcome->path, output)) {
		outcome_out_of_memory(outcome);
		return false;
	}
	answered = answer_verify(pool_wait(&steps->apart->verifier), outcome,
				 end);
	drop_step(&steps->apart->verifier, &steps->verify);
	return answered;
}
