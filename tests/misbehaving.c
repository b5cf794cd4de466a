/* SPDX-License-Identifier: MIT */
/*
 * misbehaving.c - what a worker process would do that a file has taken over
 *
 * This program is linked with --wrap=reading_run.  A file misbehave-WORD makes the process
 * that reads it do what the word says.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <unistd.h>

#include "cli/read/reading.h"
#include "cli/work/wire.h"

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

static const struct {
	const char *word;
	void (*act)(void);
} deeds[] = {
	{ "open", do_open },       { "create", do_create },
	{ "unlink", do_unlink },   { "connect", do_connect },
	{ "execute", do_execute }, { "fork", do_fork },
	{ "kill", do_kill },       { "trace", do_trace },
	{ "code", do_code },       { "loop", do_loop },
	{ "die", do_die },         { "crash", do_crash },
	{ "leave", do_leave },     { "garbage", do_garbage },
	{ "empty", do_empty },     { "finding", do_finding },
	{ "huge", do_huge },
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

struct reading_end
__wrap_reading_run(const struct args *args, const char *path, struct input *in,
		   const struct dfk_options *callbacks,
		   const struct reading_taps *taps, struct dfk_check **check)
{
	const char *word = strstr(path, "misbehave-");

	for (size_t i = 0; word && i < sizeof(deeds) / sizeof(deeds[0]); i++)
		if (strcmp(word + strlen("misbehave-"), deeds[i].word) == 0)
			deeds[i].act();
	return __real_reading_run(args, path, in, callbacks, taps, check);
}
