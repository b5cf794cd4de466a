/* SPDX-License-Identifier: MIT */
/*
 * test_sandbox.c - a locked process that misbehaves is contained
 *
 * Each attempt runs in a child, as the user of the test and as an ordinary user.  Without
 * the sandbox each attempt succeeds, so an attempt that fails shows the sandbox.
 */
#include <criterion/criterion.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cli/work/filter.h"
#include "cli/work/sandbox.h"

/* The exit status of a child. */
enum { DONE = 0, REFUSED = 10, NOT_LOCKED = 11 };

/* A descriptor for each kind of attempt, opened before the lock. */
static struct {
	int datagrams; /* a UDP socket */
	int pair[2];   /* two connected sockets */
	int file;      /* an empty file without a name */
} opened;

static void
open_all(void)
{
	char name[] = "/tmp/demofsck-sandbox-XXXXXX";

	opened.datagrams = socket(AF_INET, SOCK_DGRAM, 0);
	cr_assert_eq(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, opened.pair), 0);
	opened.file = mkstemp(name);
	cr_assert(opened.file >= 0);
	unlink(name);
}

static void
become_nobody(void)
{
	enum { NOBODY = 65534 };

	if (setgroups(0, NULL) != 0 || setgid(NOBODY) != 0 ||
	    setuid(NOBODY) != 0)
		abort();
}

/* Runs `attempt` in a child.  Returns the status of waitpid(). */
static int
status_of(enum sandbox_mode mode, const struct sandbox_needs *needs, bool nobody,
	  bool (*attempt)(void))
{
	struct sandbox_state state;
	const pid_t pid = fork();
	int status;

	if (pid == 0) {
		if (nobody)
			become_nobody();
		if (!sandbox_lock(mode, needs, &state))
			_exit(NOT_LOCKED);
		_exit(attempt() ? DONE : REFUSED);
	}
	cr_assert(pid > 0);
	while (waitpid(pid, &status, 0) < 0)
		cr_assert_eq(errno, EINTR);
	return status;
}

static bool
exited(int status, int code)
{
	return WIFEXITED(status) && WEXITSTATUS(status) == code;
}

static bool
killed(int status, int number)
{
	return WIFSIGNALED(status) && WTERMSIG(status) == number;
}

/* In some containers the kernel refuses seccomp.  Then nothing is proven. */
static bool
is_filtered(void)
{
	const int error = filter_open();

	if (error != 0)
		cr_log_warn("the kernel refuses seccomp: %s", strerror(error));
	return error == 0;
}

#define NEEDS_SECCOMP() \
	do { \
		if (!is_filtered()) \
			cr_skip_test("the kernel refuses seccomp"); \
		open_all(); \
	} while (0)

static const struct sandbox_needs writing = { .write = true };
static const struct sandbox_needs messaging = { .write = true,
						.messages = true,
						.descriptors = 64 };

enum end { FAILS, KILLS };

static void
expect_contained(const struct sandbox_needs *needs, enum end end,
		 bool (*attempt)(void), const char *name)
{
	for (int nobody = 0; nobody <= (getuid() == 0); nobody++) {
		const int status = status_of(SANDBOX_STRICT, needs, nobody != 0,
					     attempt);

		cr_expect(end == KILLS ? killed(status, SIGSYS)
				       : exited(status, REFUSED),
			  "%s%s: status 0x%x", name,
			  nobody ? " as nobody" : "", (unsigned)status);
	}
}

static void
expect_possible(bool (*attempt)(void), const char *name)
{
	const int status = status_of(SANDBOX_OFF, &writing, false, attempt);

	cr_expect(exited(status, DONE), "%s without the sandbox: status 0x%x",
		  name, (unsigned)status);
}

/* ---------------------------------------------------------- the attempts -- */

static bool
open_passwd(void)
{
	return open("/etc/passwd", O_RDONLY) >= 0;
}

static bool
open_own_memory(void)
{
	return open("/proc/self/mem", O_RDWR) >= 0;
}

static bool
create_file(void)
{
	return open("/tmp", O_TMPFILE | O_WRONLY, 0600) >= 0;
}

static bool
make_directory(void)
{
	char name[] = "/tmp/demofsck-sandbox-XXXXXX";

	return mkdtemp(name) != NULL && rmdir(name) == 0;
}

static bool
make_link(void)
{
	char name[64];

	snprintf(name, sizeof(name), "/tmp/demofsck-sandbox-%d", getpid());
	return symlink("/etc/passwd", name) == 0 && unlink(name) == 0;
}

static bool
list_directory(void)
{
	return access("/etc", R_OK) == 0;
}

static bool
load_library(void)
{
	return dlopen("libsnappy.so.1", RTLD_NOW) != NULL;
}

static bool
copy_descriptor(void)
{
	return dup(opened.file) >= 0;
}

static bool
copy_descriptor_by_fcntl(void)
{
	return fcntl(opened.file, F_DUPFD, 0) >= 0;
}

static bool
lock_file(void)
{
	struct flock whole = { .l_type = F_WRLCK };

	return fcntl(opened.file, F_SETLK, &whole) == 0;
}

static bool
count_bytes_of_socket(void)
{
	int n;

	return ioctl(opened.pair[0], FIONREAD, &n) == 0;
}

static bool
signal_parent(void)
{
	return kill(getppid(), 0) == 0;
}

static bool
signal_group(void)
{
	return kill(0, 0) == 0;
}

static bool
signal_thread_of_parent(void)
{
	return syscall(SYS_tgkill, getppid(), getppid(), 0) == 0;
}

static bool
map_code(void)
{
	return mmap(NULL, 4096, PROT_READ | PROT_EXEC,
		    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED;
}

static bool
turn_data_into_code(void)
{
	void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	return page != MAP_FAILED &&
	       mprotect(page, 4096, PROT_READ | PROT_EXEC) == 0;
}

static bool
raise_limit(void)
{
	const struct rlimit limit = { 1, 1 };

	return setrlimit(RLIMIT_CORE, &limit) == 0;
}

static bool
rename_process(void)
{
	return prctl(PR_SET_NAME, "x", 0, 0, 0) == 0;
}

static bool
change_directory(void)
{
	return chdir("/") == 0;
}

static bool
read_identity(void)
{
	return getppid() > 0 && syscall(SYS_setsid) > 0;
}

static bool
execute(void)
{
	char *const none[] = { NULL };

	return execve("/bin/true", (char *[]){ (char[]){ "true" }, NULL },
		      none) == 0;
}

static bool
make_process(void)
{
	const pid_t pid = fork();

	if (pid == 0)
		_exit(0);
	return pid > 0;
}

static void *
return_at_once(void *ctx)
{
	return ctx;
}

static bool
make_thread(void)
{
	pthread_t thread;

	return pthread_create(&thread, NULL, return_at_once, NULL) == 0;
}

static bool
trace(void)
{
	return ptrace(PTRACE_TRACEME, 0, NULL, NULL) == 0;
}

static bool
make_socket(void)
{
	return socket(AF_UNIX, SOCK_STREAM, 0) >= 0;
}

static bool
connect_socket(void)
{
	const struct sockaddr_in to = { .sin_family = AF_INET,
					.sin_port = htons(9),
					.sin_addr.s_addr =
						htonl(INADDR_LOOPBACK) };

	return connect(opened.datagrams, (const struct sockaddr *)&to,
		       sizeof(to)) == 0;
}

static bool
send_datagram(void)
{
	const struct sockaddr_in to = { .sin_family = AF_INET,
					.sin_port = htons(9),
					.sin_addr.s_addr =
						htonl(INADDR_LOOPBACK) };

	return sendto(opened.datagrams, "x", 1, 0, (const struct sockaddr *)&to,
		      sizeof(to)) == 1;
}

static const struct attempt {
	const char *name;
	bool (*attempt)(void);
	enum end end;
} attempts[] = {
	{ "open a file", open_passwd, FAILS },
	{ "open its own memory", open_own_memory, FAILS },
	{ "create a file", create_file, FAILS },
	{ "make a directory", make_directory, FAILS },
	{ "make a link", make_link, FAILS },
	{ "look at a directory", list_directory, FAILS },
	{ "load a library", load_library, FAILS },
	{ "copy a descriptor", copy_descriptor, FAILS },
	{ "copy a descriptor by fcntl()", copy_descriptor_by_fcntl, FAILS },
	{ "lock a file", lock_file, FAILS },
	{ "ioctl() on a socket", count_bytes_of_socket, FAILS },
	{ "send a signal to the parent", signal_parent, FAILS },
	{ "send a signal to the group", signal_group, FAILS },
	{ "send a signal to a thread", signal_thread_of_parent, FAILS },
	{ "map executable memory", map_code, FAILS },
	{ "make memory executable", turn_data_into_code, FAILS },
	{ "set a limit", raise_limit, FAILS },
	{ "change its name", rename_process, FAILS },
	{ "change the directory", change_directory, FAILS },
	{ "begin a session", read_identity, FAILS },
	{ "execute a program", execute, KILLS },
	{ "make a process", make_process, KILLS },
	{ "make a thread", make_thread, KILLS },
	{ "trace", trace, KILLS },
	{ "make a socket", make_socket, KILLS },
	{ "connect a socket", connect_socket, KILLS },
	{ "send a datagram", send_datagram, KILLS },
};

/* Given a locked process, each attempt fails or kills the process. */
Test(sandbox, contains_each_attempt)
{
	NEEDS_SECCOMP();
	for (size_t i = 0; i < sizeof(attempts) / sizeof(*attempts); i++) {
		expect_contained(&writing, attempts[i].end, attempts[i].attempt,
				 attempts[i].name);
		expect_possible(attempts[i].attempt, attempts[i].name);
	}
}

/* Given a process that may receive descriptors, each attempt is contained as well. */
Test(sandbox, contains_each_attempt_of_a_worker)
{
	NEEDS_SECCOMP();
	for (size_t i = 0; i < sizeof(attempts) / sizeof(*attempts); i++)
		expect_contained(&messaging, attempts[i].end,
				 attempts[i].attempt, attempts[i].name);
}

/* ------------------------------------------------------ what needs allow -- */

static bool
write_to_file(void)
{
	return write(opened.file, "x", 1) == 1;
}

static bool
cut_file(void)
{
	return ftruncate(opened.file, 5) == 0 && fsync(opened.file) == 0;
}

static bool
write_to_stderr(void)
{
	return write(STDERR_FILENO, "", 0) == 0;
}

static bool
send_message(void)
{
	struct iovec byte = { (char[]){ 'x' }, 1 };
	const struct msghdr message = { .msg_iov = &byte, .msg_iovlen = 1 };

	return sendmsg(opened.pair[0], &message, 0) == 1;
}

/* Receives the descriptor that pass_descriptor() sent, and reads the file. */
static bool
receive_descriptor(void)
{
	char control[CMSG_SPACE(sizeof(int))], data[1];
	struct iovec byte = { data, 1 };
	struct msghdr message = { .msg_iov = &byte,
				  .msg_iovlen = 1,
				  .msg_control = control,
				  .msg_controllen = sizeof(control) };
	const struct cmsghdr *header;
	int fd;

	if (recvmsg(opened.pair[0], &message, MSG_CMSG_CLOEXEC) != 1)
		return false;
	header = CMSG_FIRSTHDR(&message);
	if (header == NULL || header->cmsg_type != SCM_RIGHTS)
		return false;
	memcpy(&fd, CMSG_DATA(header), sizeof(fd));
	return read(fd, data, 1) == 1 && data[0] == '7' && close(fd) == 0;
}

static void
pass_descriptor(void)
{
	char control[CMSG_SPACE(sizeof(int))] = { 0 };
	struct iovec byte = { (char[]){ 'x' }, 1 };
	struct msghdr message = { .msg_iov = &byte,
				  .msg_iovlen = 1,
				  .msg_control = control,
				  .msg_controllen = sizeof(control) };
	struct cmsghdr *header = CMSG_FIRSTHDR(&message);

	header->cmsg_level = SOL_SOCKET;
	header->cmsg_type = SCM_RIGHTS;
	header->cmsg_len = CMSG_LEN(sizeof(int));
	memcpy(CMSG_DATA(header), &opened.file, sizeof(int));
	cr_assert_eq(pwrite(opened.file, "7", 1, 0), 1);
	cr_assert_eq(sendmsg(opened.pair[1], &message, 0), 1);
}

static int
strictly(const struct sandbox_needs *needs, bool (*attempt)(void))
{
	return status_of(SANDBOX_STRICT, needs, false, attempt);
}

/* Given a process that needs no writes, only standard error can be written to. */
Test(sandbox, writes_only_if_needed)
{
	static const struct sandbox_needs nothing = { .write = false };

	NEEDS_SECCOMP();
	cr_expect(exited(strictly(&writing, write_to_file), DONE));
	cr_expect(exited(strictly(&writing, cut_file), DONE));
	cr_expect(exited(strictly(&nothing, write_to_file), REFUSED));
	cr_expect(exited(strictly(&nothing, cut_file), REFUSED));
	cr_expect(exited(strictly(&nothing, write_to_stderr), DONE));
}

/* Given a worker, messages and descriptors arrive.  Others have no messages. */
Test(sandbox, messages_only_if_needed)
{
	static const struct sandbox_needs few = { .messages = true };

	NEEDS_SECCOMP();
	cr_expect(exited(strictly(&messaging, send_message), DONE));
	cr_expect(exited(strictly(&writing, send_message), REFUSED));
	pass_descriptor();
	cr_expect(exited(strictly(&messaging, receive_descriptor), DONE));
	pass_descriptor();
	cr_expect(exited(strictly(&few, receive_descriptor), REFUSED));
}

static bool
allocate_without_end(void)
{
	enum { PIECE = 16 << 20, PIECES = 128 };

	for (int i = 0; i < PIECES; i++) {
		/* A compiler may leave out an allocation that nobody uses. */
		void *volatile piece = malloc(PIECE);

		if (piece == NULL)
			return false;
	}
	return true;
}

/* Given a limit of memory, malloc() fails at the limit. */
Test(sandbox, bounds_memory)
{
	static const struct sandbox_needs bounded = { .memory = 512 << 20 };

	NEEDS_SECCOMP();
	cr_expect(exited(strictly(&bounded, allocate_without_end), REFUSED));
	cr_expect(exited(strictly(&writing, allocate_without_end), DONE));
}

/* ------------------------------------------------------ what must work on -- */

static int
compare_numbers(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

/* glibc asks for the size of the memory before it sorts many elements. */
static bool
sort_many(void)
{
	enum { N = 1 << 20 };
	int *numbers = malloc(N * sizeof(*numbers));
	bool sorted = numbers != NULL;

	for (int i = 0; sorted && i < N; i++)
		numbers[i] = (i ^ 0x5a5a5) % N;
	if (sorted)
		qsort(numbers, N, sizeof(*numbers), compare_numbers);
	for (int i = 1; sorted && i < N; i++)
		sorted = numbers[i - 1] <= numbers[i];
	free(numbers);
	return sorted;
}

static bool
use_memory(void)
{
	char *bytes = malloc(100);

	for (size_t size = 100; bytes != NULL && size < (64 << 20); size *= 2) {
		bytes = realloc(bytes, size);
		if (bytes != NULL)
			memset(bytes, 1, size);
	}
	free(bytes);
	return bytes != NULL;
}

static bool
use_stdio(void)
{
	FILE *out = fdopen(opened.file, "w+");

	return out != NULL && fprintf(out, "%s %.1f", strerror(EIO), 1.5) > 0 &&
	       fseek(out, 0, SEEK_SET) == 0 && fgetc(out) == 'I' &&
	       fclose(out) == 0;
}

static bool
ask_status(void)
{
	struct stat status;
	char byte;

	return fstat(opened.file, &status) == 0 && S_ISREG(status.st_mode) &&
	       lseek(opened.file, 0, SEEK_END) >= 0 &&
	       pread(opened.file, &byte, 1, 0) >= 0 &&
	       posix_fadvise(opened.file, 0, 0, POSIX_FADV_SEQUENTIAL) == 0;
}

static bool
tell_time(void)
{
	const time_t then = 86400;
	struct tm local;
	struct timespec now;

	return localtime_r(&then, &local) != NULL && local.tm_hour == 9 &&
	       clock_gettime(CLOCK_MONOTONIC, &now) == 0 && time(NULL) > 0;
}

static bool
stop_by_abort(void)
{
	abort();
}

static bool
stop_by_signal(void)
{
	raise(SIGTERM);
	return false;
}

/* Given a locked process, the functions that a check calls work as before. */
Test(sandbox, leaves_a_check_what_it_needs)
{
	NEEDS_SECCOMP();
	setenv("TZ", "Asia/Tokyo", 1);
	cr_expect(exited(strictly(&writing, tell_time), DONE), "time");
	cr_expect(exited(strictly(&writing, sort_many), DONE), "qsort");
	cr_expect(exited(strictly(&writing, use_memory), DONE), "malloc");
	cr_expect(exited(strictly(&writing, use_stdio), DONE), "stdio");
	cr_expect(exited(strictly(&writing, ask_status), DONE), "fstat");
	cr_expect(killed(strictly(&writing, stop_by_abort), SIGABRT), "abort");
	cr_expect(killed(strictly(&writing, stop_by_signal), SIGTERM), "raise");
}

/* ------------------------------------------------------- a lesser kernel -- */

/* Makes a system call fail with this error, as older kernels and containers do. */
static void
refuse_call(unsigned number, unsigned error)
{
	struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
			 offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | error),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	const struct sock_fprog filter = { .len = sizeof(code) / sizeof(*code),
					   .filter = code };

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
	    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) != 0)
		abort();
}

/* Criterion runs each test in a process of its own, so the test can lock itself, but
   then Criterion cannot report.  So a child does so, and passes on the text. */
static bool
state_without(unsigned number, unsigned error, enum sandbox_mode mode,
	      char text[512])
{
	struct sandbox_state state;
	int fds[2], status;
	ssize_t n;
	pid_t pid;

	cr_assert_eq(pipe(fds), 0);
	pid = fork();
	if (pid == 0) {
		bool locked;

		if (error != 0)
			refuse_call(number, error);
		locked = sandbox_lock(mode, &writing, &state);
		sandbox_text(&state, text, 512);
		_exit(write(fds[1], text, strlen(text)) > 0 && locked
			      ? DONE
			      : NOT_LOCKED);
	}
	close(fds[1]);
	n = read(fds[0], text, 511);
	text[n > 0 ? n : 0] = '\0';
	close(fds[0]);
	cr_assert_eq(waitpid(pid, &status, 0), pid);
	return exited(status, DONE);
}

/* Given a kernel without Landlock, STRICT locks, and the text gives the reason. */
Test(sandbox, goes_on_without_landlock)
{
	char text[512];

	NEEDS_SECCOMP();
	cr_expect(state_without(444, ENOSYS, SANDBOX_STRICT, text));
	cr_expect_str_eq(text,
			 "no_new_privs, seccomp, rlimits; no Landlock: "
			 "Function not implemented");
}

/* Given a kernel that refuses seccomp, only AUTO locks. */
Test(sandbox, strict_needs_seccomp)
{
	static const char end[] = "; no seccomp: Operation not permitted";
	char text[512];

	NEEDS_SECCOMP();
	cr_expect_not(
		state_without(SYS_seccomp, EPERM, SANDBOX_STRICT, text));
	cr_expect(strstr(text, end), "%s", text);
	cr_expect(state_without(SYS_seccomp, EPERM, SANDBOX_AUTO, text));
	cr_expect(strstr(text, end), "%s", text);
	cr_expect_eq(strncmp(text, "no_new_privs, ", 14), 0, "%s", text);
}

static bool
open_without_seccomp(void)
{
	struct sandbox_state state;

	refuse_call(SYS_seccomp, ENOSYS);
	return sandbox_lock(SANDBOX_AUTO, &writing, &state) &&
	       state.layers[SANDBOX_LANDLOCK].is == SANDBOX_ON &&
	       (open_passwd() || create_file());
}

/* Given Landlock alone, no file can be opened. */
Test(sandbox, landlock_alone_forbids_files)
{
	char text[512];

	NEEDS_SECCOMP();
	cr_expect(state_without(0, 0, SANDBOX_AUTO, text));
	if (strstr(text, "no Landlock"))
		cr_skip_test("the kernel refuses Landlock");
	cr_expect(exited(status_of(SANDBOX_OFF, &writing, false,
				   open_without_seccomp),
			 REFUSED));
}

/* Given this kernel, the text names each layer.  The log of the test shows the text. */
Test(sandbox, names_the_layers)
{
	char text[512];

	NEEDS_SECCOMP();
	cr_expect(state_without(0, 0, SANDBOX_STRICT, text));
	fprintf(stderr, "# sandbox of this kernel: %s\n", text);
	cr_expect_eq(strncmp(text, "no_new_privs, ", 14), 0, "%s", text);
	cr_expect(state_without(0, 0, SANDBOX_OFF, text));
	cr_expect_str_eq(text, "off");
}
