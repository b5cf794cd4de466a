/* SPDX-License-Identifier: MIT */
/*
 * worker.c - reads inputs that another process has opened, and sends what it finds
 *
 * A worker opens no file, prints nothing and decides nothing.
 */
#include "cli/work/worker.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "cli/read/reading.h"
#include "cli/work/room.h"
#include "cli/work/sandbox.h"
#include "cli/work/wire.h"
#include "cli/write/fill.h"
#include "cli/write/output.h"
#include "cli/write/verify.h"
#include "include/demofsck_saved.h"

/* The input that was read last, for WIRE_FILL.  `copy`: the copy of the input, or -1. */
struct kept {
	struct input in;
	struct dfk_check *check; /* NULL: there is no input */
	int copy;
};

/* `packet`: what is not sent yet.  `part`: the record that is being made. */
struct worker {
	const struct args *args;
	int socket;
	struct wire_bytes packet, part;
	bool no_memory;
	struct kept kept;
};

/* The tasks of one packet. */
struct tasks {
	unsigned char bytes[WIRE_PACKET];
	size_t n, at;
	int inputs[WIRE_DESCRIPTORS];
	size_t n_inputs;
};

/* Ends the process, because there is nobody to answer, or no memory for an answer. */
static _Noreturn void
stop_working(enum worker_exit why)
{
	_exit((int)why);
}

/* -------------------------------------------------------------- answer -- */

static void
send_packet(struct worker *w)
{
	size_t at = 0;

	while (at < w->packet.n) {
		const size_t left = w->packet.n - at;
		const size_t size = left < WIRE_PACKET ? left : WIRE_PACKET;
		struct iovec bytes = { w->packet.at + at, size };
		const struct msghdr message = { .msg_iov = &bytes,
						.msg_iovlen = 1 };
		const ssize_t n = sendmsg(w->socket, &message, MSG_NOSIGNAL);

		if (n < 0 && errno == EINTR)
			continue;
		if (n != (ssize_t)size)
			stop_working(WORKER_UNHEARD);
		at += size;
	}
	w->packet.n = 0;
}

static int
add_to_part(void *ctx, const void *bytes, size_t size)
{
	struct worker *w = ctx;

	wire_add(&w->part, bytes, size);
	return w->part.failed ? ENOMEM : 0;
}

/* Ends the record that `part` holds.  False: no memory. */
static bool
end_record(struct worker *w, enum wire_kind kind)
{
	const struct wire_record head = { .kind = kind,
					  .size = (uint32_t)w->part.n };

	if (w->part.failed || w->part.n > UINT32_MAX)
		return false;
	wire_add(&w->packet, &head, sizeof(head));
	wire_add(&w->packet, w->part.at, w->part.n);
	w->part.n = 0;
	if (w->packet.failed)
		stop_working(WORKER_NO_MEMORY);
	return true;
}

static void
send_finding(void *ctx, const struct dfk_finding *finding)
{
	struct worker *w = ctx;

	if (w->no_memory)
		return;
	if (dfk_save_finding(finding, add_to_part, w) != DFK_OK ||
	    !end_record(w, WIRE_FINDING))
		w->no_memory = true;
	if (w->packet.n >= WIRE_PACKET)
		send_packet(w);
}

static bool
is_out_of_memory(void *ctx)
{
	const struct worker *w = ctx;

	return w->no_memory;
}

/* Sends the end of an answer.  `check` has the result, or is NULL. */
static void
send_end(struct worker *w, struct wire_end end, const struct dfk_check *check)
{
	const struct wire_end no_memory = { .kind = READING_NO_CHECK,
					    .status = DFK_NO_MEMORY };
	bool good;

	wire_add(&w->part, &end, sizeof(end));
	good = check == NULL || dfk_save_result(check, add_to_part, w) == DFK_OK;
	if (!good || !end_record(w, WIRE_END)) {
		wire_free(&w->part);
		wire_add(&w->part, &no_memory, sizeof(no_memory));
		if (!end_record(w, WIRE_END))
			stop_working(WORKER_NO_MEMORY);
	}
	send_packet(w);
}

/* ------------------------------------------------------------- one task -- */

static void
forget_kept(struct kept *kept)
{
	dfk_close(kept->check);
	if (kept->in.fd >= 0)
		close(kept->in.fd);
	if (kept->copy >= 0)
		close(kept->copy);
	*kept = (struct kept){ .in.fd = -1, .copy = -1 };
}

static int
write_copy(void *ctx, const void *bytes, size_t size)
{
	const struct worker *w = ctx;

	return output_write(w->kept.copy, bytes, size);
}

static void
read_kept(struct worker *w, const struct wire_task *task, const char *path)
{
	const struct dfk_options callbacks = { DFK_OPTIONS,
					       .on_finding = send_finding,
					       .ctx = w };
	const struct reading_taps taps = {
		.tee = w->kept.copy >= 0 ? write_copy : NULL,
		.has_failed = is_out_of_memory,
	};
	struct kept *kept = &w->kept;
	struct reading_end end = { .kind = READING_NO_INPUT };
	bool has_result;

	w->no_memory = false;
	end.error = input_receive(&kept->in, kept->in.fd, task->borrowed != 0);
	if (end.error == 0)
		end = reading_run(w->args, path, &kept->in, &callbacks, &taps,
				  &kept->check);
	has_result = end.kind == READING_DONE || end.kind == READING_CHANGED;
	send_end(w,
		 (struct wire_end){ .kind = end.kind,
				    .error = end.error,
				    .status = (int32_t)end.status },
		 has_result ? kept->check : NULL);
	if (task->kind == WIRE_READ)
		forget_kept(kept);
}

static void
write_repair(struct worker *w, const struct wire_task *task, int out)
{
	struct fill_end end = { .status = DFK_BAD_STATE };
	struct input source = w->kept.in;

	if (w->kept.check != NULL && task->way < FILL_WAYS) {
		if (w->kept.copy >= 0)
			end.read_error = input_borrow(&source, w->kept.copy);
		if (end.read_error == 0)
			end = fill_run(w->kept.check, &source,
				       (enum fill_way)task->way, out);
	}
	send_end(w,
		 (struct wire_end){ .error = end.read_error,
				    .status = (int32_t)end.status,
				    .write_error = end.write_error,
				    .encoder_error = end.encoder_error },
		 NULL);
}

static void
read_output(struct worker *w, const struct wire_task *task, int out)
{
	const struct verify_output output = { .fd = out,
					      .size = task->size,
					      .encoded = task->encoded != 0 };
	struct dfk_check *check = NULL;
	const struct verify_end end = verify_read(w->args, &output, &check);

	send_end(w,
		 (struct wire_end){ .error = end.error,
				    .status = (int32_t)end.status },
		 end.error == 0 && end.status == DFK_OK ? check : NULL);
	dfk_close(check);
}

static void
run_task(struct worker *w, const struct wire_task *task, const char *path,
	 const int *descriptors)
{
	switch ((enum wire_task_kind)task->kind) {
	case WIRE_READ:
	case WIRE_READ_AND_KEEP:
		forget_kept(&w->kept);
		w->kept.in.fd = descriptors[0];
		if (task->n_descriptors > 1)
			w->kept.copy = descriptors[1];
		read_kept(w, task, path);
		return;
	case WIRE_FILL:
		write_repair(w, task, descriptors[0]);
		close(descriptors[0]);
		return;
	case WIRE_VERIFY:
		read_output(w, task, descriptors[0]);
		close(descriptors[0]);
		return;
	}
	stop_working(WORKER_UNHEARD);
}

/* --------------------------------------------------------------- tasks -- */

/* The descriptors beside a packet. */
static void
take_inputs(struct tasks *tasks, struct msghdr *message)
{
	struct cmsghdr *head = CMSG_FIRSTHDR(message);

	tasks->n_inputs = 0;
	if (head == NULL || head->cmsg_level != SOL_SOCKET ||
	    head->cmsg_type != SCM_RIGHTS)
		return;
	tasks->n_inputs = (head->cmsg_len - CMSG_LEN(0)) / sizeof(int);
	memcpy(tasks->inputs, CMSG_DATA(head), tasks->n_inputs * sizeof(int));
}

/* False: there will be no more tasks. */
static bool
receive_tasks(const struct worker *w, struct tasks *tasks)
{
	union {
		struct cmsghdr head;
		char room[CMSG_SPACE(sizeof(tasks->inputs))];
	} rights;
	struct iovec bytes = { tasks->bytes, sizeof(tasks->bytes) };
	struct msghdr message = { .msg_iov = &bytes,
				  .msg_iovlen = 1,
				  .msg_control = &rights,
				  .msg_controllen = sizeof(rights) };
	ssize_t n;

	do {
		n = recvmsg(w->socket, &message, MSG_CMSG_CLOEXEC);
	} while (n < 0 && errno == EINTR);
	if (n <= 0)
		return false;
	tasks->n = (size_t)n;
	tasks->at = 0;
	take_inputs(tasks, &message);
	return true;
}

/* The parent is trusted, but a task that is no task must not be run. */
static void
run_tasks(struct worker *w, struct tasks *tasks)
{
	size_t used = 0;

	while (used < tasks->n_inputs) {
		struct wire_task task;
		const char *path;

		if (tasks->n - tasks->at < sizeof(task))
			stop_working(WORKER_UNHEARD);
		memcpy(&task, &tasks->bytes[tasks->at], sizeof(task));
		tasks->at += sizeof(task);
		if (task.path_size == 0 ||
		    task.path_size > tasks->n - tasks->at ||
		    task.n_descriptors == 0 ||
		    task.n_descriptors > tasks->n_inputs - used)
			stop_working(WORKER_UNHEARD);
		path = (const char *)&tasks->bytes[tasks->at];
		tasks->at += task.path_size;
		run_task(w, &task, path, &tasks->inputs[used]);
		used += task.n_descriptors;
	}
}

/* A worker has few descriptors: its socket, what it has kept, and a packet.  Its memory is
   bounded, because there may be one worker for each processor. */
static bool
lock_worker(const struct args *args, bool writes)
{
	const struct sandbox_needs needs = {
		.write = writes,
		.messages = true,
		.descriptors = STDERR_FILENO + 1 + 2 + WIRE_DESCRIPTORS,
		.memory = room_for_worker(args),
	};
	struct sandbox_state state;

	return sandbox_lock(args->how.sandbox, &needs, &state);
}

_Noreturn void
worker_run(const struct args *args, int socket, bool writes)
{
	static struct tasks tasks;
	struct worker w = {
		.args = args,
		.socket = socket,
		.kept = { .in.fd = -1, .copy = -1 },
	};

	if (!lock_worker(args, writes))
		stop_working(WORKER_UNLOCKED);
	while (receive_tasks(&w, &tasks))
		run_tasks(&w, &tasks);
	stop_working(WORKER_DONE);
}
