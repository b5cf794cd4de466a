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
#include "cli/work/wire.h"
#include "include/demofsck_saved.h"

/* `packet`: what is not sent yet.  `part`: the record that is being made. */
struct worker {
	const struct args *args;
	int socket;
	struct wire_bytes packet, part;
	bool no_memory;
};

/* The tasks of one packet. */
struct tasks {
	unsigned char bytes[WIRE_PACKET];
	size_t n, at;
	int inputs[WIRE_TASKS];
	size_t n_inputs;
};

/* Ends the process, because there is nobody to answer, or no memory for an answer. */
static _Noreturn void
stop_working(enum worker_exit why)
{
	_exit(why);
}

/* -------------------------------------------------------------- answer -- */

static void
send_packet(struct worker *w)
{
	size_t at = 0;

	while (at < w->packet.n) {
		const size_t left = w->packet.n - at;
		const size_t size = left < WIRE_PACKET ? left : WIRE_PACKET;
		const ssize_t n = send(w->socket, w->packet.at + at, size,
				       MSG_NOSIGNAL);

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

static void
add_end(struct worker *w, const struct reading_end *end)
{
	const struct wire_end bytes = { .kind = end->kind,
					.error = end->error,
					.status = (int32_t)end->status };

	wire_add(&w->part, &bytes, sizeof(bytes));
}

static void
send_end(struct worker *w, const struct reading_end *end,
	 const struct dfk_check *check)
{
	const struct reading_end no_memory = { .kind = READING_NO_CHECK,
					       .status = DFK_NO_MEMORY };
	bool good = true;

	add_end(w, end);
	if (end->kind == READING_DONE || end->kind == READING_CHANGED)
		good = dfk_save_result(check, add_to_part, w) == DFK_OK;
	if (!good || !end_record(w, WIRE_END)) {
		wire_free(&w->part);
		add_end(w, &no_memory);
		if (!end_record(w, WIRE_END))
			stop_working(WORKER_NO_MEMORY);
	}
	send_packet(w);
}

/* --------------------------------------------------------------- tasks -- */

static void
read_task(struct worker *w, const char *path, int fd, bool borrowed)
{
	const struct dfk_options callbacks = { DFK_OPTIONS,
					       .on_finding = send_finding,
					       .ctx = w };
	const struct reading_taps taps = { .has_failed = is_out_of_memory };
	struct reading_end end = { .kind = READING_NO_INPUT };
	struct dfk_check *check = NULL;
	struct input in;

	w->no_memory = false;
	end.error = input_receive(&in, fd, borrowed);
	if (end.error == 0)
		end = reading_run(w->args, path, &in, &callbacks, &taps, &check);
	send_end(w, &end, check);
	dfk_close(check);
	close(fd);
}

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

static void
run_tasks(struct worker *w, struct tasks *tasks)
{
	for (size_t i = 0; i < tasks->n_inputs; i++) {
		struct wire_task task;
		const char *path;

		if (tasks->n - tasks->at < sizeof(task))
			stop_working(WORKER_UNHEARD);
		memcpy(&task, &tasks->bytes[tasks->at], sizeof(task));
		tasks->at += sizeof(task);
		if (task.path_size == 0 ||
		    task.path_size > tasks->n - tasks->at)
			stop_working(WORKER_UNHEARD);
		path = (const char *)&tasks->bytes[tasks->at];
		tasks->at += task.path_size;
		read_task(w, path, tasks->inputs[i], task.borrowed != 0);
	}
}

_Noreturn void
worker_run(const struct args *args, int socket)
{
	static struct tasks tasks;
	struct worker w = { .args = args, .socket = socket };

	while (receive_tasks(&w, &tasks))
		run_tasks(&w, &tasks);
	stop_working(WORKER_DONE);
}
