/* SPDX-License-Identifier: MIT */
/*
 * filter.c - the system calls that a locked process may make, for seccomp
 *
 * A call that is in no list fails with EPERM, and the program goes on.  The libraries make
 * such calls in good faith: dlopen() looks for an optional library, and malloc() of a new C
 * library may try a new call.  Only an attacker makes the calls of deadly_calls, so these
 * calls kill the process.  The parent or the shell then sees SIGSYS.
 *
 * The lists have the calls of glibc and of musl, and the old and the new names of a call.
 * Names that an architecture or libseccomp does not know are skipped.
 */
#include "cli/work/filter.h"

#include <asm/ioctls.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <seccomp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* ------------------------------------------------------------- the lists -- */

/* Allowed with any arguments. */
static const char *const harmless_calls[] = {
	/* open descriptors */
	"read", "readv", "pread64", "preadv", "lseek", "_llseek", "close",
	"fstat", "fstat64", "fadvise64", "fadvise64_64", "arm_fadvise64_64",
	/* memory */
	"brk", "munmap", "mremap", "madvise",
	/* time */
	"clock_gettime", "clock_gettime64", "gettimeofday", "time",
	/* qsort() of glibc asks for the size of the memory; malloc() of glibc asks for
	   random bytes */
	"sysinfo", "getrandom",
	/* locks, signals, abort(), the end */
	"futex", "futex_time64", "rt_sigaction", "rt_sigprocmask",
	"rt_sigreturn", "sigaction", "sigprocmask", "sigreturn",
	"restart_syscall", "getpid", "gettid", "exit", "exit_group",
};

static const char *const write_calls[] = {
	"write",     "writev",      "pwrite64", "pwritev",   "ftruncate",
	"ftruncate64", "fdatasync", "fsync",
};

static const char *const message_calls[] = {
	"sendmsg", "recvmsg",	   "poll",
	"ppoll",   "ppoll_time64",
};

/* No part of the program makes these calls after the lock. */
static const char *const deadly_calls[] = {
	/* programs, processes, threads */
	"execve", "execveat", "fork", "vfork", "clone", "clone3", "unshare",
	"setns",
	/* other processes */
	"ptrace", "process_vm_readv", "process_vm_writev", "pidfd_open",
	"pidfd_getfd", "pidfd_send_signal",
	/* the network */
	"socket", "socketpair", "connect", "bind", "listen", "accept",
	"accept4", "sendto",
	/* the kernel */
	"bpf", "io_uring_setup", "userfaultfd", "perf_event_open", "keyctl",
	"add_key", "mount", "umount2", "pivot_root", "chroot", "init_module",
	"finit_module", "kexec_load",
};

/* ------------------------------------------------------------ libseccomp -- */

/* A program that is linked with libseccomp needs 60 KiB more, also for a run without the
   sandbox. */
static struct {
	__typeof__(&seccomp_init) init;
	__typeof__(&seccomp_attr_set) set;
	__typeof__(&seccomp_syscall_resolve_name) number;
	__typeof__(&seccomp_rule_add_array) add;
	__typeof__(&seccomp_load) load;
	__typeof__(&seccomp_release) release;
} library;

static bool
load_libseccomp(void)
{
	const struct {
		const char *name;
		void *to;
	} functions[] = {
		{ "seccomp_init", &library.init },
		{ "seccomp_attr_set", &library.set },
		{ "seccomp_syscall_resolve_name", &library.number },
		{ "seccomp_rule_add_array", &library.add },
		{ "seccomp_load", &library.load },
		{ "seccomp_release", &library.release },
	};
	void *handle = dlopen("libseccomp.so.2", RTLD_NOW | RTLD_LOCAL);

	for (size_t i = 0; i < COUNT(functions) && handle != NULL; i++) {
		void *address = dlsym(handle, functions[i].name);

		if (address == NULL)
			return false;
		memcpy(functions[i].to, (const void *)&address,
		       sizeof(address));
	}
	return handle != NULL;
}

/* ------------------------------------------------------------- the rules -- */

/* The filter so far, and the first error. */
struct filter {
	scmp_filter_ctx context;
	int error;
};

/* Adds a rule.  `when`: NULL, or the condition on one argument. */
static void
add_rule(struct filter *f, uint32_t action, const char *name,
	 const struct scmp_arg_cmp *when)
{
	const int number = library.number(name);
	int error;

	if (number == __NR_SCMP_ERROR)
		return;
	error = library.add(f->context, action, number, when != NULL ? 1 : 0,
			    when);
	/* EDOM: the architecture does not have the call. */
	if (error != 0 && error != -EDOM && f->error == 0)
		f->error = -error;
}

static void
add_rules(struct filter *f, uint32_t action, const char *const *names, size_t n)
{
	for (size_t i = 0; i < n; i++)
		add_rule(f, action, names[i], NULL);
}

/* Allows the call if the argument with this number, from 0, has this value. */
static void
allow_if(struct filter *f, const char *name, unsigned argument,
	 scmp_datum_t value)
{
	const struct scmp_arg_cmp when = { argument, SCMP_CMP_EQ, value, 0 };

	add_rule(f, SCMP_ACT_ALLOW, name, &when);
}

/* Does the same, but only the bits of `mask` count. */
static void
allow_if_bits(struct filter *f, const char *name, unsigned argument,
	      scmp_datum_t mask, scmp_datum_t value)
{
	const struct scmp_arg_cmp when = { argument, SCMP_CMP_MASKED_EQ, mask,
					   value };

	add_rule(f, SCMP_ACT_ALLOW, name, &when);
}

/* No memory of the process becomes executable. */
static void
allow_data_pages(struct filter *f)
{
	static const char *const names[] = { "mmap", "mmap2", "mprotect" };

	for (size_t i = 0; i < COUNT(names); i++)
		allow_if_bits(f, names[i], 2, PROT_EXEC, 0);
}

/* fstat() is a call on an empty path in some C libraries.  The filter cannot see that the
   path is empty, so a hostile process could learn the size of a file, not its bytes. */
static void
allow_fstat(struct filter *f)
{
	static const char *const names[] = { "newfstatat", "fstatat64" };

	for (size_t i = 0; i < COUNT(names); i++)
		allow_if(f, names[i], 3, AT_EMPTY_PATH);
	allow_if_bits(f, "statx", 2, AT_EMPTY_PATH, AT_EMPTY_PATH);
}

/* stdio asks if an output is a terminal. */
static void
allow_questions(struct filter *f)
{
	static const char *const names[] = { "fcntl", "fcntl64" };

	for (size_t i = 0; i < COUNT(names); i++) {
		allow_if(f, names[i], 1, F_GETFD);
		allow_if(f, names[i], 1, F_GETFL);
	}
	allow_if(f, "ioctl", 1, TCGETS);
	allow_if(f, "ioctl", 1, TIOCGWINSZ);
	/* PID 0 is the process itself, but a new limit needs a pointer. */
	allow_if(f, "prlimit64", 2, 0);
}

/* abort() and raise() send signals to the process itself. */
static void
allow_own_signals(struct filter *f)
{
	static const char *const names[] = { "tgkill", "tkill", "kill" };
	const scmp_datum_t self = (scmp_datum_t)getpid();

	for (size_t i = 0; i < COUNT(names); i++)
		allow_if(f, names[i], 0, self);
}

static void
allow_writes(struct filter *f, const struct sandbox_needs *needs)
{
	if (needs->write) {
		add_rules(f, SCMP_ACT_ALLOW, write_calls, COUNT(write_calls));
		return;
	}
	allow_if(f, "write", 0, STDERR_FILENO);
	allow_if(f, "writev", 0, STDERR_FILENO);
}

static void
add_all_rules(struct filter *f, const struct sandbox_needs *needs)
{
	add_rules(f, SCMP_ACT_ALLOW, harmless_calls, COUNT(harmless_calls));
	add_rules(f, SCMP_ACT_KILL_PROCESS, deadly_calls, COUNT(deadly_calls));
	if (needs->messages)
		add_rules(f, SCMP_ACT_ALLOW, message_calls,
			  COUNT(message_calls));
	allow_writes(f, needs);
	allow_data_pages(f);
	allow_fstat(f);
	allow_questions(f);
	allow_own_signals(f);
}

/* ------------------------------------------------------------ the kernel -- */

int
filter_open(void)
{
	enum { GET_ACTION_AVAIL = 2 }; /* of linux/seccomp.h */
	const uint32_t action = SCMP_ACT_KILL_PROCESS;

	if (syscall(SYS_seccomp, GET_ACTION_AVAIL, 0, &action) != 0)
		return errno;
	return load_libseccomp() ? 0 : ELIBACC;
}

/* libseccomp 2.5 crashes if one of its allocations fails.  libseccomp needs less memory
   than this block. */
static bool
is_memory_free(void)
{
	enum { SPARE = 1 << 20 };
	void *volatile block = malloc(SPARE);

	free(block);
	return block != NULL;
}

int
filter_load(const struct sandbox_needs *needs)
{
	struct filter f = { .error = 0 };
	int error;

	if (is_memory_free())
		f.context = library.init(SCMP_ACT_ERRNO(EPERM));
	if (f.context == NULL)
		return ENOMEM;
	/* Calls of another architecture have other numbers. */
	error = library.set(f.context, SCMP_FLTATR_ACT_BADARCH,
			    SCMP_ACT_KILL_PROCESS);
	if (error == 0)
		error = library.set(f.context, SCMP_FLTATR_API_SYSRAWRC, 1);
	add_all_rules(&f, needs);
	if (f.error != 0)
		error = -f.error;
	if (error == 0)
		error = library.load(f.context);
	library.release(f.context);
	return -error;
}
