/* SPDX-License-Identifier: MIT */
/*
 * misbehaving.c - what a worker process would do that a file has taken over
 *
 * This program is linked with --wrap=reading_run, fill_run and verify_read.  A file
 * misbehave-WORD makes the process that reads it do what the word says.  A file
 * misbehave-fill-WORD does so to the process that writes its repair, and a recording with
 * the text misbehave-verify-WORD to the process that verifies its repair.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <unistd.h>

#include "cli/read/reading.h"
#include "cli/work/wire.h"
#include "cli/write/fill.h"
#include "cli/write/verify.h"

/* Tells that the process could do what it must not be able to do. */
static const char escaped[] = "escaped\n";

/* The worker has its socket here, see cli/work/pool.c. */
enum { SOCKET = STDIN_FILENO };

static void
tell(bool could)
{
	if (could)
		(void)!write(STDERR_FILENO, escaped, sizeof(escaped) - 1);
}

static void
do_loop(void)
{
	for (;;)
		continue;
}

static void
send_bytes(const void *at, size_t size)
{
	struct iovec bytes = { (void *)(uintptr_t)at, size };
	const struct msghdr message = { .msg_iov = &bytes, .msg_iovlen = 1 };

	if (sendmsg(SOCKET, &message, MSG_NOSIGNAL) < 0)
		_exit(1);
}

static void
send_record(uint32_t kind, const void *bytes, uint32_t size)
{
	const struct wire_record head = { .kind = kind, .size = size };
	unsigned char packet[512];

	memcpy(packet, &head, sizeof(head));
	memcpy(packet + sizeof(head), bytes, size);
	send_bytes(packet, sizeof(head) + size);
}

static void
do_open(void)
{
	tell(open("/etc/passwd", O_RDONLY) >= 0);
}

static void
do_create(void)
{
	tell(open("created", O_WRONLY | O_CREAT, 0600) >= 0);
}

static void
do_unlink(void)
{
	tell(unlink("victim") == 0);
}

static void
do_connect(void)
{
	const struct sockaddr_in to = {
		.sin_family = AF_INET,
		.sin_port = htons(9),
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK),
	};
	const int fd = socket(AF_INET, SOCK_STREAM, 0);

	tell(fd >= 0 &&
	     (connect(fd, (const struct sockaddr *)&to, sizeof(to)) == 0 ||
	      errno == ECONNREFUSED));
}

static void
do_execute(void)
{
	char *const argv[] = { (char[]){ "sh" }, (char[]){ "-c" },
			       (char[]){ "echo escaped >&2" }, NULL };

	(void)execv("/bin/sh", argv);
}

static void
do_fork(void)
{
	const pid_t pid = fork();

	if (pid == 0) {
		tell(true);
		_exit(0);
	}
}

static void
do_kill(void)
{
	tell(kill(getppid(), 0) == 0);
}

static void
do_trace(void)
{
	tell(ptrace(PTRACE_SEIZE, getppid(), NULL, NULL) == 0);
}

static void
do_code(void)
{
	tell(mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
		  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED);
}

static void *
map_bytes(size_t size)
{
	return mmap(NULL, size, PROT_READ | PROT_WRITE,
		    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
}

static void
do_allocate(void)
{
	tell(map_bytes((size_t)(UINT64_C(1) << 36)) != MAP_FAILED);
}

/* Takes all memory that the process may have, and reads the input then. */
static void
do_exhaust(void)
{
	void *volatile taken; /* the compiler would leave out malloc() */
	size_t n = 0;

	while (n++ < 1 << 16 && map_bytes(1 << 20) != MAP_FAILED)
		continue;
	for (size_t size = 1 << 16; size >= 16; size /= 2) {
		n = 0;
		do {
			taken = malloc(size);
		} while (taken != NULL && n++ < 1 << 16);
	}
}

static void
do_die(void)
{
	(void)raise(SIGKILL);
}

static void
do_crash(void)
{
	abort();
}

static void
do_leave(void)
{
	_exit(0);
}

static void
do_garbage(void)
{
	send_bytes(escaped, sizeof(escaped));
	do_loop();
}

/* An end that says "done", without a result. */
static void
do_empty(void)
{
	send_record(WIRE_END, &(struct wire_end){ .kind = READING_DONE },
		    sizeof(struct wire_end));
	do_loop();
}

static void
do_finding(void)
{
	send_record(WIRE_FINDING, escaped, sizeof(escaped));
	send_record(WIRE_END,
		    &(struct wire_end){ .kind = READING_NO_INPUT, .error = 5 },
		    sizeof(struct wire_end));
	do_loop();
}

static void
do_huge(void)
{
	const struct wire_record head = { .kind = WIRE_FINDING,
					  .size = UINT32_MAX };
	static unsigned char packet[WIRE_PACKET];

	send_bytes(&head, sizeof(head));
	for (;;)
		send_bytes(packet, sizeof(packet));
}

/* The parent takes the end of the socket, or an empty packet, for the end of the
   process. */
static void
do_close(void)
{
	(void)close(STDIN_FILENO);
	(void)close(STDOUT_FILENO);
	do_loop();
}

static void
do_nothing(void)
{
	send_bytes("", 0);
	do_loop();
}

/* Says that the output is written, and changes the output later, again and again. */
static _Noreturn void
write_late(const struct fill_end *end, int out)
{
	enum { LATER_MS = 300 };

	send_record(WIRE_END,
		    &(struct wire_end){ .status = (int32_t)end->status },
		    sizeof(struct wire_end));
	(void)poll(NULL, 0, LATER_MS);
	for (;;) {
		(void)!pwrite(out, escaped, sizeof(escaped), 0);
		(void)poll(NULL, 0, 1);
	}
}

/* The output that this process verifies. */
static int verified = -1;

static void
do_change(void)
{
	char *shared = mmap(NULL, 1, PROT_READ | PROT_WRITE, MAP_SHARED, verified,
			    0);

	tell(shared != MAP_FAILED || pwrite(verified, escaped, 1, 0) >= 0 ||
	     ftruncate(verified, 0) == 0);
}

static const struct {
	const char *word;
	void (*act)(void);
} deeds[] = {
	{ "open", do_open },       { "create", do_create },
	{ "unlink", do_unlink },   { "connect", do_connect },
	{ "execute", do_execute }, { "fork", do_fork },
	{ "kill", do_kill },       { "trace", do_trace },
	{ "code", do_code },       { "loop", do_loop },
	{ "allocate", do_allocate }, { "exhaust", do_exhaust },
	{ "die", do_die },         { "crash", do_crash },
	{ "leave", do_leave },     { "garbage", do_garbage },
	{ "empty", do_empty },     { "finding", do_finding },
	{ "huge", do_huge },       { "change", do_change },
	{ "close", do_close },     { "nothing", do_nothing },
};

struct reading_end __real_reading_run(const struct args *args, const char *path,
				      struct input *in,
				      const struct dfk_options *callbacks,
				      const struct reading_taps *taps,
				      struct dfk_check **check);
struct reading_end __wrap_reading_run(const struct args *args, const char *path,
				      struct input *in,
				      const struct dfk_options *callbacks,
				      const struct reading_taps *taps,
				      struct dfk_check **check);

struct fill_end __real_fill_run(const struct dfk_check *check,
				struct input *source, enum fill_way way, int out);
struct fill_end __wrap_fill_run(const struct dfk_check *check,
				struct input *source, enum fill_way way, int out);
struct verify_end __real_verify_read(const struct args *args,
				     const struct verify_output *output,
				     struct dfk_check **check);
struct verify_end __wrap_verify_read(const struct args *args,
				     const struct verify_output *output,
				     struct dfk_check **check);

/* The name of the input that this process reads. */
static char last_path[4096];

/* Does the word after `mark` in the text, up to a quotation mark. */
static void
misbehave(const char *text, const char *mark)
{
	const char *word = strstr(text, mark);

	for (size_t i = 0; word && i < sizeof(deeds) / sizeof(deeds[0]); i++) {
		const char *at = word + strlen(mark);
		const size_t length = strlen(deeds[i].word);

		if (strncmp(at, deeds[i].word, length) == 0 &&
		    (at[length] == '\0' || at[length] == '"'))
			deeds[i].act();
	}
}

struct reading_end
__wrap_reading_run(const struct args *args, const char *path, struct input *in,
		   const struct dfk_options *callbacks,
		   const struct reading_taps *taps, struct dfk_check **check)
{
	last_path[0] = '\0';
	strncat(last_path, path, sizeof(last_path) - 1);
	misbehave(path, "misbehave-");
	return __real_reading_run(args, path, in, callbacks, taps, check);
}

struct fill_end
__wrap_fill_run(const struct dfk_check *check, struct input *source,
		enum fill_way way, int out)
{
	struct fill_end end;

	misbehave(last_path, "misbehave-fill-");
	end = __real_fill_run(check, source, way, out);
	if (strstr(last_path, "misbehave-fill-late"))
		write_late(&end, out);
	return end;
}

struct verify_end
__wrap_verify_read(const struct args *args, const struct verify_output *output,
		   struct dfk_check **check)
{
	static char head[1024];

	verified = output->fd;
	/* The first bytes are not text. */
	if (pread(output->fd, head, sizeof(head) - 1, 16) > 0)
		misbehave(head, "misbehave-verify-");
	return __real_verify_read(args, output, check);
}
