/* SPDX-License-Identifier: MIT */
/*
 * inject.c - runs a program and makes one of its system calls fail, come up
 * short, or be the last
 *
 * usage: sweep_inject [OPTION]... -- PROGRAM [ARGUMENT]...
 *
 *   -l FILE   log of the calls: NUMBER NAME-NUMBER RESULT FLAGS PATH
 *   -n N      at the N-th call behind the program's entry point (from 1) ...
 *   -e E      ... fail with errno E,
 *   -s K      ... transfer at most K bytes (read, write), or
 *   -k        ... kill the program before the call is made
 *   -r R      and so for the next R - 1 calls of the same name; 0: all
 *   -u U      kill the program U microseconds after it began; not traced
 *   -t        no files without a name: O_TMPFILE fails as on FUSE
 *   -x        and no RENAME_NOREPLACE: a link and an unlink instead
 *
 * Exits with the status of the program, 128 + the signal that ended it, or 125
 * if it cannot be run like this.
 */
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define CANNOT 125

static struct {
	FILE *log;
	long at, repeat;
	int error;
	long most;
	bool shorten, kill, no_tmpfile, no_noreplace;
	long microseconds;
	char **program;
} plan = { .repeat = 1, .microseconds = -1 };

static void
die(const char *what)
{
	fprintf(stderr, "sweep_inject: %s: %s\n", what, strerror(errno));
	exit(CANNOT);
}

/* ------------------------------------------------- poorer file systems -- */

/* Answers CALL with ERROR if its ARGUMENT has all bits of MASK. */
#define REFUSE(call, argument, mask, error) \
	BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)), \
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (call), 0, 4), \
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, \
			 offsetof(struct seccomp_data, args[argument])), \
		BPF_STMT(BPF_ALU | BPF_AND | BPF_K, (mask)), \
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (mask), 0, 1), \
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (error))

static void
make_poorer(void)
{
	struct sock_filter code[] = {
		REFUSE(SYS_openat, 2, O_TMPFILE, EOPNOTSUPP),
		REFUSE(plan.no_noreplace ? SYS_renameat2 : UINT32_MAX, 4, 1,
		       EINVAL),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog filter = {
		.len = sizeof(code) / sizeof(*code),
		.filter = code,
	};

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
	    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) != 0)
		die("seccomp");
}

/* `mask`: signals that the program must block, or NULL. */
static pid_t
start(bool traced, const sigset_t *mask)
{
	const pid_t pid = fork();

	if (pid < 0)
		die("fork");
	if (pid > 0)
		return pid;
	if (plan.log)
		fclose(plan.log);
	if (mask)
		(void)sigprocmask(SIG_SETMASK, mask, NULL);
	if (plan.no_tmpfile || plan.no_noreplace)
		make_poorer();
	if (traced && ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0)
		die("ptrace");
	execv(plan.program[0], plan.program);
	die(plan.program[0]);
	return -1;
}

static int
status_of(int status)
{
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* -------------------------------------------------------- after a while -- */

static int
kill_later(void)
{
	const struct timespec delay = {
		.tv_sec = plan.microseconds / 1000000,
		.tv_nsec = plan.microseconds % 1000000 * 1000,
	};
	sigset_t ended, before;
	pid_t pid;
	int status;

	sigemptyset(&ended);
	sigaddset(&ended, SIGCHLD);
	if (sigprocmask(SIG_BLOCK, &ended, &before) != 0)
		die("sigprocmask");
	pid = start(false, &before);
	if (sigtimedwait(&ended, NULL, &delay) < 0)
		kill(pid, SIGKILL);
	if (waitpid(pid, &status, 0) != pid)
		die("waitpid");
	return status_of(status);
}

/* --------------------------------------------------------------- tracing -- */

static pid_t child;

/* Waits for the next stop of the program.  Ends when the program ends. */
static int
next_stop(void)
{
	int status;

	if (waitpid(child, &status, 0) != child)
		die("waitpid");
	if (WIFSTOPPED(status))
		return WSTOPSIG(status);
	if (plan.log)
		fclose(plan.log);
	exit(status_of(status));
}

static void
go(enum __ptrace_request how, int number)
{
	if (ptrace(how, child, NULL, (void *)(intptr_t)number) != 0 &&
	    errno != ESRCH)
		die("ptrace");
}

static void
registers(struct user_regs_struct *r, bool set)
{
	if (ptrace(set ? PTRACE_SETREGS : PTRACE_GETREGS, child, NULL, r) != 0)
		die("registers");
}

/* Returns the address at which the code of the program begins, after the loader. */
static uintptr_t
entry_point(void)
{
	char path[64];
	Elf64_auxv_t pair;
	uintptr_t entry = 0;
	FILE *in;

	snprintf(path, sizeof(path), "/proc/%d/auxv", (int)child);
	in = fopen(path, "rb");
	if (!in)
		die(path);
	while (!entry && fread(&pair, sizeof(pair), 1, in) == 1)
		if (pair.a_type == AT_ENTRY)
			entry = pair.a_un.a_val;
	fclose(in);
	return entry;
}

static void
run_to_entry(void)
{
	struct user_regs_struct r;
	void *const entry = (void *)entry_point();
	long code;

	errno = 0;
	code = ptrace(PTRACE_PEEKTEXT, child, entry, NULL);
	if (errno != 0 || ptrace(PTRACE_POKETEXT, child, entry,
				 (void *)((code & ~0xffL) | 0xcc)) != 0)
		die("entry point");
	go(PTRACE_CONT, 0);
	if (next_stop() != SIGTRAP)
		die("entry point");
	if (ptrace(PTRACE_POKETEXT, child, entry, (void *)code) != 0)
		die("entry point");
	registers(&r, false);
	r.rip = (uintptr_t)entry;
	registers(&r, true);
}

/* Returns the argument that is a path, if there is such an argument. */
static uintptr_t
path_argument(const struct user_regs_struct *r)
{
	switch (r->orig_rax) {
	case SYS_open:
	case SYS_mkdir:
	case SYS_rmdir:
	case SYS_unlink: return r->rdi;
	case SYS_openat:
	case SYS_unlinkat:
	case SYS_mkdirat:
	case SYS_renameat:
	case SYS_renameat2:
	case SYS_linkat: return r->rsi;
	default: return 0;
	}
}

static void
log_call(long number, const struct user_regs_struct *r, long result)
{
	const uintptr_t at = path_argument(r);
	char path[256] = "";
	struct iovec to = { path, sizeof(path) - 1 };
	struct iovec from = { (void *)at, sizeof(path) - 1 };

	if (!plan.log)
		return;
	if (at && process_vm_readv(child, &to, 1, &from, 1, 0) < 0) {
		/* The string may end directly before a page that does not exist. */
		to.iov_len = from.iov_len = 4096 - at % 4096;
		if (to.iov_len < sizeof(path))
			(void)process_vm_readv(child, &to, 1, &from, 1, 0);
	}
	fprintf(plan.log, "%ld %lld %ld %lld %lld %s\n", number,
		(long long)r->orig_rax, result, (long long)r->rdi,
		(long long)(r->orig_rax == SYS_open ? r->rsi : r->rdx), path);
}

static bool
is_transfer(const struct user_regs_struct *r)
{
	return r->orig_rax == SYS_read || r->orig_rax == SYS_write ||
	       r->orig_rax == SYS_pread64 || r->orig_rax == SYS_pwrite64;
}

/* Called at the entry of a system call.  True: the call must fail. */
static bool
meddle(struct user_regs_struct *r)
{
	if (plan.kill) {
		kill(child, SIGKILL);
		next_stop();
	}
	if (plan.shorten) {
		if (is_transfer(r) && r->rdx > (unsigned long long)plan.most) {
			r->rdx = (unsigned long long)plan.most;
			registers(r, true);
		}
		return false;
	}
	/* No system call has this number. */
	r->orig_rax = (unsigned long long)-1;
	registers(r, true);
	return true;
}

/* Binds both processes to one processor.  One of both processes always waits for the
   other.  On one processor no idle processor must be woken at each of thousands of
   stops, which saves a third of the time. */
static void
share_processor(void)
{
	const int at = sched_getcpu();
	cpu_set_t one;

	CPU_ZERO(&one);
	CPU_SET(at < 0 ? 0 : (unsigned)at, &one);
	(void)sched_setaffinity(0, sizeof(one), &one);
}

static _Noreturn void
trace(void)
{
	long number = 0, left = plan.repeat;
	unsigned long long name = 0;

	share_processor();
	child = start(true, NULL);
	if (next_stop() != SIGTRAP)
		die("exec");
	if (ptrace(PTRACE_SETOPTIONS, child, NULL,
		   (void *)(PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL)) != 0)
		die("options");
	run_to_entry();
	for (int number_of_signal = 0;;) {
		struct user_regs_struct r, called;
		bool fails = false;
		int stop;

		go(PTRACE_SYSCALL, number_of_signal);
		stop = next_stop();
		number_of_signal = stop == (SIGTRAP | 0x80) ? 0 : stop;
		if (number_of_signal != 0)
			continue;
		registers(&r, false);
		called = r;
		number++;
		if (number == plan.at)
			name = r.orig_rax;
		if (plan.at && number >= plan.at && r.orig_rax == name &&
		    (plan.repeat == 0 || left-- > 0))
			fails = meddle(&r);
		go(PTRACE_SYSCALL, 0);
		next_stop();
		registers(&r, false);
		if (fails) {
			r.rax = (unsigned long long)(long long)-plan.error;
			registers(&r, true);
		}
		log_call(number, &called, (long)r.rax);
	}
}

/* ------------------------------------------------------------- arguments -- */

int
main(int argc, char **argv)
{
	int option;

	while ((option = getopt(argc, argv, "+l:n:e:s:kr:u:tx")) != -1) {
		switch (option) {
		case 'l':
			plan.log = fopen(optarg, "we");
			if (!plan.log)
				die(optarg);
			break;
		case 'n': plan.at = atol(optarg); break;
		case 'e': plan.error = atoi(optarg); break;
		case 's':
			plan.most = atol(optarg);
			plan.shorten = true;
			break;
		case 'k': plan.kill = true; break;
		case 'r': plan.repeat = atol(optarg); break;
		case 'u': plan.microseconds = atol(optarg); break;
		case 't': plan.no_tmpfile = true; break;
		case 'x': plan.no_tmpfile = plan.no_noreplace = true; break;
		default: return CANNOT;
		}
	}
	plan.program = argv + optind;
	if (optind == argc)
		return CANNOT;
	if (plan.microseconds >= 0)
		return kill_later();
	trace();
}
