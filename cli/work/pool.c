/* SPDX-License-Identifier: MIT */
/* pool.c - hands inputs to worker processes, and collects their answers */
#include "cli/work/pool.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cli/clock.h"
#include "cli/report/progress.h"
#include "cli/work/worker.h"

enum {
	AHEAD_JOBS = 64,       /* inputs ahead for each worker */
	AHEAD_BYTES = 1 << 20, /* bytes of answers ahead for each worker */
	/* Bytes of files that wait behind the file that a worker reads.  Files that wait
	   cannot go to another worker. */
	QUEUED_BYTES = 1 << 20,
	SPARE_DESCRIPTORS = 64,
	PROGRESS_MS = 200,
	/* The time in which a worker ends that has closed its socket, and the time
	   between two looks. */
	END_MS = 1000,
	PAUSE_MS = 1,
	ANSWER_BYTES = 32 << 20, /* of findings and facts */
	EDIT_BYTES = 256,
};

/* ----------------------------------------------------------------- jobs -- */

static void
push_pending(struct pool *pool, struct pool_job *job)
{
	job->behind = NULL;
	if (pool->pending == NULL)
		pool->pending = job;
	else
		pool->last_pending->behind = job;
	pool->last_pending = job;
}

/* There is a pending job. */
static struct pool_job *
pop_pending(struct pool *pool)
{
	struct pool_job *job = pool->pending;

	pool->pending = job->behind;
	job->behind = NULL;
	return job;
}

/* Takes the first job from a worker. */
static struct pool_job *
pop_job(struct pool_worker *w)
{
	struct pool_job *job = w->first;

	w->first = job->behind;
	w->n_jobs--;
	job->behind = NULL;
	if (w->first != NULL)
		w->queued -= w->first->size;
	w->began = clock_ms();
	return job;
}

/* May the worker get this job?  A large file waits for a worker that is free. */
static bool
has_room_for(const struct pool_worker *w, const struct pool_job *job)
{
	return w->n_jobs == 0 ||
	       (w->n_jobs < AHEAD_JOBS && job->size <= QUEUED_BYTES &&
		w->queued <= QUEUED_BYTES - job->size);
}

static void
push_job(struct pool_worker *w, struct pool_job *job)
{
	if (w->n_jobs == 0) {
		w->first = job;
		w->began = clock_ms();
	} else {
		w->last->behind = job;
		w->queued += job->size;
	}
	job->worker = w;
	w->last = job;
	w->n_jobs++;
}

/* --------------------------------------------------------- the processes -- */

/* Closes all descriptors of the parent, so a worker has its socket, standard error, and
   what it is given. */
static void
close_others(int socket)
{
	(void)dup2(socket, STDIN_FILENO);
	(void)dup2(socket, STDOUT_FILENO);
	(void)syscall(SYS_close_range, STDERR_FILENO + 1, ~0U, 0);
}

/* A handler of the parent would remove files of the parent.  An interrupt from the
   terminal reaches all processes, and the parent decides. */
static void
reset_signals(void)
{
	for (int number = 1; number <= SIGRTMAX; number++)
		(void)signal(number, SIG_DFL);
	(void)signal(SIGINT, SIG_IGN);
	(void)signal(SIGPIPE, SIG_IGN);
	/* At a file size limit a write fails, as on a full disk. */
	(void)signal(SIGXFSZ, SIG_IGN);
}

static _Noreturn void
begin_worker(const struct pool *pool, int socket, pid_t parent)
{
	reset_signals();
	(void)prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(WORKER_UNHEARD);
	close_others(socket);
	worker_run(pool->args, STDIN_FILENO, pool->writes);
}

/* Starts a worker in its place.  Returns 0 or an errno value. */
static int
start_worker(struct pool *pool, struct pool_worker *w)
{
	const pid_t parent = getpid();
	int ends[2];
	pid_t pid;

	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
		return errno;
	pid = fork();
	if (pid == 0)
		begin_worker(pool, ends[1], parent);
	close(ends[1]);
	if (pid < 0) {
		const int error = errno;

		close(ends[0]);
		return error;
	}
	*w = (struct pool_worker){ .pid = pid, .socket = ends[0],
				   .ahead = w->ahead };
	return 0;
}

/* Ends a worker at once. */
static void
end_worker(struct pool_worker *w)
{
	pid_t ended;

	(void)kill(w->pid, SIGKILL);
	close(w->socket);
	do {
		ended = waitpid(w->pid, NULL, 0);
	} while (ended < 0 && errno == EINTR);
	w->pid = 0;
}

/* Takes the status of a worker that has closed its socket, as the end of a process does.
   False: the process goes on, so a file has taken over the worker. */
static bool
take_status(struct pool_worker *w, int *status)
{
	const struct timespec pause = { .tv_nsec = PAUSE_MS * 1000000L };

	for (int waited = 0; waited < END_MS; waited += PAUSE_MS) {
		if (waitpid(w->pid, status, WNOHANG) == w->pid) {
			close(w->socket);
			w->pid = 0;
			return true;
		}
		(void)nanosleep(&pause, NULL);
	}
	return false;
}

/* ------------------------------------------------------------ the answers -- */

static bool
is_fault(int number)
{
	return number == SIGSEGV || number == SIGBUS || number == SIGILL ||
	       number == SIGFPE || number == SIGABRT || number == SIGTRAP ||
	       number == SIGSYS;
}

/* Says why there is no answer, by the status of the worker. */
static void
blame(struct pool_job *job, int status)
{
	job->end = POOL_CRASHED;
	if (WIFSIGNALED(status)) {
		job->error = WTERMSIG(status);
		job->end = is_fault(job->error) ? POOL_CRASHED : POOL_KILLED;
	} else if (WIFEXITED(status) &&
		   WEXITSTATUS(status) == WORKER_NO_MEMORY) {
		job->end = POOL_NO_MEMORY;
	}
}

/* The worker is gone.  Its first job ends; the others wait for another worker, before
   those that wait already. */
static void
lose_worker(struct pool *pool, struct pool_worker *w, enum pool_end why)
{
	struct pool_job *later = pool->pending;
	struct pool_job *last_later = pool->last_pending;
	int status = 0;

	if (why == POOL_CRASHED && !take_status(w, &status))
		why = POOL_LIED;
	if (w->pid != 0)
		end_worker(w);
	if (w->n_jobs == 0) {
		w->idle_lied = why == POOL_LIED;
		w->idle_status = status;
		return;
	}
	struct pool_job *job = pop_job(w);

	w->ahead -= job->answer.n;
	wire_free(&job->answer);
	if (why == POOL_CRASHED)
		blame(job, status);
	else
		job->end = why;
	pool->pending = NULL;
	while (w->n_jobs > 0)
		push_pending(pool, pop_job(w));
	w->queued = 0;
	if (later != NULL) {
		if (pool->pending == NULL)
			pool->pending = later;
		else
			pool->last_pending->behind = later;
		pool->last_pending = last_later;
	}
}

/* Takes bytes of a record.  Returns how many belong to it; *whole: the record is whole. */
static size_t
take_part(struct pool_worker *w, const unsigned char *bytes, size_t n,
	  bool *whole)
{
	const bool in_head = w->n_head < sizeof(w->head.bytes);
	const size_t missing = in_head ? sizeof(w->head.bytes) - w->n_head
				       : w->missing;
	const size_t taken = n < missing ? n : missing;

	if (!in_head) {
		w->missing -= taken;
	} else {
		memcpy(&w->head.bytes[w->n_head], bytes, taken);
		w->n_head += taken;
		w->missing = taken == missing ? w->head.record.size : 1;
	}
	*whole = w->missing == 0;
	if (*whole)
		w->n_head = 0;
	return taken;
}

/* Takes a packet of an answer.  False: no worker sends this. */
static bool
take_packet(const struct pool *pool, struct pool_worker *w,
	    const unsigned char *bytes, size_t n)
{
	struct pool_job *job = w->first;
	size_t at = 0;
	bool whole;

	if (job == NULL || n > pool->most_answer - job->answer.n)
		return false;
	wire_add(&job->answer, bytes, n);
	w->ahead += n;
	while (at < n) {
		at += take_part(w, bytes + at, n - at, &whole);
		/* Before the head is whole, its bytes may be those of the record before,
		   or zero. */
		if (w->head.record.kind > WIRE_END)
			return false;
		if (!whole || w->head.record.kind != WIRE_END)
			continue;
		if (at < n)
			return false;
		job->end = job->answer.failed ? POOL_NO_MEMORY : POOL_ANSWERED;
		pop_job(w);
	}
	return true;
}

/* Takes what a worker has sent. */
static void
receive(struct pool *pool, struct pool_worker *w)
{
	static unsigned char packet[WIRE_PACKET];
	ssize_t n;

	do {
		n = recv(w->socket, packet, sizeof(packet), MSG_DONTWAIT);
		/* A worker that is gone has left tasks unread.  This error comes once,
		   before the packets that the worker has sent. */
		if (n < 0 && errno == ECONNRESET)
			continue;
		if (n < 0 && (errno == EAGAIN || errno == EINTR))
			return;
		if (n <= 0) {
			lose_worker(pool, w, POOL_CRASHED);
			return;
		}
		if (!take_packet(pool, w, packet, (size_t)n)) {
			lose_worker(pool, w, POOL_LIED);
			return;
		}
	} while (w->ahead < AHEAD_BYTES);
}

/* -------------------------------------------------------------- the tasks -- */

/* A packet of tasks for one worker, and the inputs beside it. */
struct batch {
	unsigned char bytes[WIRE_PACKET];
	size_t n, n_tasks, n_inputs;
	int inputs[WIRE_DESCRIPTORS];
};

/* False: the packet has no room for the job. */
static bool
add_task(struct batch *batch, const struct pool_job *job)
{
	const struct wire_task task = job->task;

	if (task.n_descriptors > WIRE_DESCRIPTORS - batch->n_inputs ||
	    sizeof(batch->bytes) - batch->n < sizeof(task) + task.path_size)
		return false;
	memcpy(&batch->bytes[batch->n], &task, sizeof(task));
	memcpy(&batch->bytes[batch->n + sizeof(task)], job->path,
	       task.path_size);
	batch->n += sizeof(task) + task.path_size;
	for (size_t i = 0; i < task.n_descriptors; i++)
		batch->inputs[batch->n_inputs++] = job->descriptors[i];
	batch->n_tasks++;
	return true;
}

/* False: the worker cannot be given anything now; if it is gone, receive() finds out. */
static bool
send_batch(const struct pool_worker *w, struct batch *batch)
{
	union {
		struct cmsghdr head;
		char room[CMSG_SPACE(sizeof(batch->inputs))];
	} rights = { .room = { 0 } };
	const size_t size = batch->n_inputs * sizeof(int);
	struct iovec bytes = { batch->bytes, batch->n };
	const struct msghdr message = { .msg_iov = &bytes,
					.msg_iovlen = 1,
					.msg_control = &rights,
					.msg_controllen = CMSG_SPACE(size) };

	rights.head.cmsg_level = SOL_SOCKET;
	rights.head.cmsg_type = SCM_RIGHTS;
	rights.head.cmsg_len = CMSG_LEN(size);
	memcpy(CMSG_DATA(&rights.head), batch->inputs, size);
	return sendmsg(w->socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT) >= 0;
}

/* Gives jobs to a worker, as many as it has room for, but not more than `most`. */
static void
give_jobs(struct pool *pool, struct pool_worker *w, size_t most)
{
	static struct batch batch;
	const struct pool_job *job = pool->pending;
	struct pool_worker after = *w;

	batch.n = batch.n_tasks = batch.n_inputs = 0;
	for (; job != NULL && batch.n_tasks < most; job = job->behind) {
		if (!has_room_for(&after, job) || !add_task(&batch, job))
			break;
		after.queued += after.n_jobs++ > 0 ? job->size : 0;
	}
	if (batch.n_tasks == 0 || !send_batch(w, &batch))
		return;
	for (size_t i = 0; i < batch.n_tasks; i++)
		push_job(w, pop_pending(pool));
}

/* The worker with the fewest bytes that wait, or a place for a new one.  NULL: none has
   room. */
static struct pool_worker *
choose_worker(struct pool *pool)
{
	struct pool_worker *best = NULL;

	for (size_t i = 0; i < pool->n_workers; i++) {
		struct pool_worker *w = &pool->workers[i];

		if (!has_room_for(w, pool->pending))
			continue;
		if (best == NULL || w->n_jobs < best->n_jobs)
			best = w;
	}
	return best;
}

static void
end_pending(struct pool *pool, enum pool_end end, int error)
{
	while (pool->pending != NULL) {
		struct pool_job *job = pop_pending(pool);

		job->end = end;
		job->error = error;
	}
}

/* The process that has kept the input of this job is gone. */
static void
fail_kept(struct pool *pool, const struct pool_worker *w)
{
	struct pool_job *job = pop_pending(pool);

	if (w->idle_lied)
		job->end = POOL_LIED;
	else
		blame(job, w->idle_status);
}

static bool
has_worker(const struct pool *pool)
{
	for (size_t i = 0; i < pool->n_workers; i++)
		if (pool->workers[i].pid != 0)
			return true;
	return false;
}

/* Gives the inputs that wait to workers that have room, and starts workers. */
static void
give_out(struct pool *pool)
{
	const size_t n = pool->n_workers;
	struct pool_worker *w;

	while (pool->pending != NULL && (w = choose_worker(pool)) != NULL) {
		const size_t before = w->n_jobs;
		int error;

		if (w->pid == 0 && pool->pending->task.kind == WIRE_FILL) {
			fail_kept(pool, w);
			continue;
		}
		error = w->pid == 0 ? start_worker(pool, w) : 0;
		if (error != 0) {
			/* The others go on. */
			if (!has_worker(pool))
				end_pending(pool, POOL_NO_WORKER, error);
			return;
		}
		give_jobs(pool, w, n > 1 ? WIRE_DESCRIPTORS / 2 : WIRE_DESCRIPTORS);
		if (w->n_jobs == before)
			return;
	}
}

/* ---------------------------------------------------------------- waiting -- */

/* May the answer of this worker grow?  The answer that is reported next always may. */
static bool
may_answer(const struct pool *pool, const struct pool_worker *w)
{
	return w->pid != 0 &&
	       (w->ahead < AHEAD_BYTES || w->first == pool->first);
}

/* Milliseconds until a worker is too slow, or until the parent waits no longer; -1:
   never. */
static int
time_left(const struct pool *pool)
{
	const int64_t limit = pool->args->how.timeout_ms;
	const int64_t now = clock_ms();
	int64_t least = pool->until < 0    ? -1
			: pool->until > now ? pool->until - now
					    : 0;

	if (progress_is_wanted() && (least < 0 || least > PROGRESS_MS))
		least = PROGRESS_MS;

	for (size_t i = 0; limit > 0 && i < pool->n_workers; i++) {
		const struct pool_worker *w = &pool->workers[i];
		const int64_t left = w->began + limit - now;

		if (w->n_jobs > 0 && may_answer(pool, w) &&
		    (least < 0 || left < least))
			least = left > 0 ? left : 0;
	}
	return least > INT32_MAX ? INT32_MAX : (int)least;
}

/* The time in which a worker must wait for the parent does not count. */
static void
excuse_waiting_workers(struct pool *pool)
{
	for (size_t i = 0; i < pool->n_workers; i++)
		if (!may_answer(pool, &pool->workers[i]))
			pool->workers[i].began = clock_ms();
}

static void
end_slow_workers(struct pool *pool)
{
	const int64_t limit = pool->args->how.timeout_ms;
	const int64_t now = clock_ms();

	for (size_t i = 0; limit > 0 && i < pool->n_workers; i++) {
		struct pool_worker *w = &pool->workers[i];

		if (w->n_jobs > 0 && may_answer(pool, w) &&
		    now - w->began >= limit)
			lose_worker(pool, w, POOL_TIMEOUT);
	}
}

/* Prepares poll(), for one place of `polled` for each worker. */
static void
expect_answers(struct pool *pool, struct pollfd *polled)
{
	excuse_waiting_workers(pool);
	for (size_t i = 0; i < pool->n_workers; i++)
		polled[i] = (struct pollfd){
			.fd = may_answer(pool, &pool->workers[i])
				      ? pool->workers[i].socket
				      : -1,
			.events = POLLIN,
		};
}

/* Takes what poll() has found. */
static void
take_answers(struct pool *pool, const struct pollfd *polled)
{
	for (size_t i = 0; i < pool->n_workers; i++)
		if (polled[i].fd >= 0 && polled[i].revents != 0)
			receive(pool, &pool->workers[i]);
	end_slow_workers(pool);
}

/* Waits until a worker sends something, and takes it. */
static void
take_turn(struct pool *pool)
{
	expect_answers(pool, pool->polled);
	if (poll(pool->polled, pool->n_workers, time_left(pool)) >= 0 ||
	    errno == EINTR)
		take_answers(pool, pool->polled);
}

void
pool_wait_together(struct pool *const *pools, size_t n, struct pollfd *polled)
{
	size_t at = 0;
	int least = -1;

	for (size_t i = 0; i < n; i++) {
		const bool pending = pools[i]->pending != NULL;
		int left;

		give_out(pools[i]);
		expect_answers(pools[i], &polled[at]);
		at += pools[i]->n_workers;
		left = time_left(pools[i]);
		/* A job that cannot be given out may have ended. */
		if (pending && pools[i]->pending == NULL)
			left = 0;
		if (left >= 0 && (least < 0 || left < least))
			least = left;
	}
	if (poll(polled, at, least) < 0 && errno != EINTR)
		return;
	at = 0;
	for (size_t i = 0; i < n; i++) {
		take_answers(pools[i], &polled[at]);
		at += pools[i]->n_workers;
	}
}

/* ---------------------------------------------------------------- the run -- */

/* The number of inputs that may be open together. */
static size_t
most_jobs(size_t n_workers)
{
	struct rlimit limit;
	size_t most = n_workers * AHEAD_JOBS;

	/* A descriptor that is sent counts twice until it arrives. */
	if (getrlimit(RLIMIT_NOFILE, &limit) == 0 &&
	    limit.rlim_cur / 2 < most + SPARE_DESCRIPTORS + n_workers)
		most = limit.rlim_cur / 2 > SPARE_DESCRIPTORS + 2 * n_workers
			       ? limit.rlim_cur / 2 - SPARE_DESCRIPTORS -
					 n_workers
			       : n_workers;
	return most;
}

/* A locked worker cannot read the time zone, and loads no library.  False: no memory. */
static bool
prepare_lock(const struct args *args)
{
	if (args->how.sandbox == SANDBOX_OFF)
		return true;
	tzset();
	return dfk_load_libraries(NULL, 0, args->what.as, args->how.depth) ==
	       DFK_OK;
}

bool
pool_open(struct pool *pool, const struct args *args, size_t n_workers,
	  bool writes)
{
	*pool = (struct pool){
		.args = args,
		.workers = calloc(n_workers, sizeof(*pool->workers)),
		.polled = calloc(n_workers, sizeof(*pool->polled)),
		.n_workers = n_workers,
		.writes = writes,
		.most_jobs = most_jobs(n_workers),
		.until = -1,
		.most_answer = ANSWER_BYTES +
			       args_limit_value(&args->how, "insert_bytes") +
			       EDIT_BYTES *
				       args_limit_value(&args->how, "edits"),
	};
	/* If the program was started with this signal ignored, there would be no status
	   of a worker. */
	(void)signal(SIGCHLD, SIG_DFL);
	if (pool->workers != NULL && pool->polled != NULL && prepare_lock(args))
		return true;
	pool_close(pool);
	return false;
}

bool
pool_is_full(struct pool *pool)
{
	/* Tasks are sent several together, so not each answer asks for one. */
	if (pool->n_jobs >= pool->most_jobs)
		pool->draining = true;
	else if (pool->n_jobs <= pool->most_jobs / 2)
		pool->draining = false;
	return pool->draining;
}

/* Adds a job that has all members but its place in the lists.  False: no memory. */
static bool
add_job(struct pool *pool, const char *path, const struct pool_job *made)
{
	struct pool_job *job = malloc(sizeof(*job));
	char *copy = strdup(path);

	if (job == NULL || copy == NULL) {
		free(job);
		free(copy);
		return false;
	}
	*job = *made;
	job->path = copy;
	job->task.path_size = (uint32_t)strlen(copy) + 1;
	if (job->end == POOL_WAITING)
		push_pending(pool, job);
	if (pool->first == NULL)
		pool->first = job;
	else
		pool->last->later = job;
	pool->last = job;
	if (++pool->n_jobs % (WIRE_DESCRIPTORS / 2) == 0)
		give_out(pool);
	return true;
}

bool
pool_add(struct pool *pool, const struct pool_given *given)
{
	struct pool_job job = { .end = POOL_UNREADABLE,
				.in.fd = -1,
				.why = given->why,
				.error = given->error };

	if (given->in != NULL) {
		job.end = POOL_WAITING;
		job.in = *given->in;
		job.descriptors[0] = given->in->fd;
		job.task = (struct wire_task){ .kind = WIRE_READ,
					       .n_descriptors = 1,
					       .borrowed = given->in->borrowed };
		/* What has no size may take any time. */
		job.size = given->in->regular ? input_size(given->in)
					      : QUEUED_BYTES + 1;
	}
	return add_job(pool, given->path, &job);
}

int
pool_start(struct pool *pool)
{
	int error = 0;

	for (size_t i = 0; error == 0 && i < pool->n_workers; i++)
		if (pool->workers[i].pid == 0)
			error = start_worker(pool, &pool->workers[i]);
	return error;
}

void
pool_stop(struct pool *pool)
{
	for (size_t i = 0; i < pool->n_workers; i++)
		if (pool->workers[i].pid != 0 && pool->workers[i].n_jobs == 0)
			end_worker(&pool->workers[i]);
}

const struct pool_job *
pool_add_task(struct pool *pool, const char *path, const struct wire_task *task,
	      const int *descriptors, const struct input *in)
{
	struct pool_job job = { .end = POOL_WAITING,
				.task = *task,
				.in.fd = -1 };

	for (size_t i = 0; i < task->n_descriptors; i++)
		job.descriptors[i] = descriptors[i];
	if (in != NULL) {
		job.in = *in;
		job.size = in->regular ? input_size(in) : 0;
	}
	if (!add_job(pool, path, &job))
		return NULL;
	give_out(pool);
	return pool->last;
}

bool
pool_holds_back(const struct pool_job *job)
{
	return job->answer.n >= AHEAD_BYTES;
}

static bool
is_waiting(const struct pool_job *job)
{
	return job->end == POOL_WAITING;
}

/* A descriptor that was passed to a worker has the same position in both processes. */
void
pool_show_position(const struct pool_job *job)
{
	const bool reads = job->in.fd >= 0 && job->task.kind != WIRE_VERIFY;
	const off_t at = reads ? lseek(job->in.fd, 0, SEEK_CUR) : -1;

	if (at >= 0)
		progress_show(job->path, (uint64_t)at,
			      job->in.regular ? job->size : 0);
}

const struct pool_job *
pool_wait_for(struct pool *pool, int64_t ms)
{
	const struct pool_job *job = pool->first;

	pool->until = ms < 0 ? -1 : clock_ms() + ms;
	while (job != NULL && is_waiting(job)) {
		give_out(pool);
		if (is_waiting(job))
			take_turn(pool);
		if (progress_is_wanted())
			pool_show_position(job);
		if (is_waiting(job) && pool->until >= 0 &&
		    clock_ms() >= pool->until)
			return NULL;
	}
	return job;
}

const struct pool_job *
pool_wait(struct pool *pool)
{
	return pool_wait_for(pool, -1);
}

bool
pool_cancel(struct pool *pool)
{
	const bool any = pool->pending != NULL;

	end_pending(pool, POOL_CANCELED, 0);
	return any;
}

void
pool_drop(struct pool *pool)
{
	struct pool_job *job = pool->first;

	if (job->worker != NULL)
		job->worker->ahead -= job->answer.n;
	pool->first = job->later;
	pool->n_jobs--;
	input_close(&job->in);
	wire_free(&job->answer);
	free(job->path);
	free(job);
}

void
pool_close(struct pool *pool)
{
	for (size_t i = 0; pool->workers != NULL && i < pool->n_workers; i++)
		if (pool->workers[i].pid != 0)
			end_worker(&pool->workers[i]);
	while (pool->first != NULL)
		pool_drop(pool);
	free(pool->workers);
	free(pool->polled);
	*pool = (struct pool){ .n_workers = 0 };
}
