/* SPDX-License-Identifier: MIT */
/*
 * filter_rules.c - the system calls that a locked process may make, for seccomp
 *
 * usage: filter_rules CPU OUT
 *
 * This program runs when demofsck is built, and writes the filters of filter.c into the
 * file OUT, as C.  libseccomp takes 0.3 ms to make a filter, and the program locks up to
 * three processes for each repair.  CPU is the family of the processor of the filters, or
 * "native".
 *
 * A call that is in no list fails with EPERM, and the program goes on.  The libraries make
 * such calls in good faith: dlopen() looks for an optional library, and malloc() of a new C
 * library may try a new call.  Only an attacker makes the calls of deadly_calls, so these
 * calls kill the process.  The parent or the shell then sees SIGSYS.
 *
 * The lists have the calls of glibc and of musl, and the old and the new names of a call.
 * Names that an architecture or libseccomp does not know are skipped.
 */
#include <asm/ioctls.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <seccomp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "cli/work/needs.h"

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
	const int number = seccomp_syscall_resolve_name(name);
	int error;

	if (number == __NR_SCMP_ERROR)
		return;
	error = seccomp_rule_add_array(f->context, action, number,
				       when != NULL ? 1 : 0, when);
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

/* abort() and raise() send signals to the process itself.  filter.c puts the number of the
   process in the place of OWN_PID, which is above all such numbers. */
enum { OWN_PID = 0x7ed5ca9b };

static void
allow_own_signals(struct filter *f)
{
	static const char *const names[] = { "tgkill", "tkill", "kill" };

	for (size_t i = 0; i < COUNT(names); i++)
		allow_if(f, names[i], 0, OWN_PID);
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

/* ------------------------------------------------------------ the output -- */

/* Filters for another processor than that of this program.  The lists of these processors
   have the same numbers of ioctl(), and the same order of bytes. */
static int
choose_processor(struct filter *f, const char *cpu)
{
	static const char *const known[] = { "x86", "x86_64", "arm", "aarch64",
					     "riscv64" };
	int error = -EINVAL;

	if (strcmp(cpu, "native") == 0)
		return 0;
	for (size_t i = 0; i < COUNT(known); i++)
		if (strcmp(cpu, known[i]) == 0)
			error = seccomp_arch_add(
				f->context, seccomp_arch_resolve_name(cpu));
	/* The native processor is in each new filter. */
	if (error == -EEXIST)
		return 0;
	return error == 0 ? seccomp_arch_remove(f->context, SCMP_ARCH_NATIVE)
			  : error;
}

/* Makes the filter, and writes the filter into `binary`. */
static int
make_filter(const char *cpu, const struct sandbox_needs *needs, FILE *binary)
{
	struct filter f = { .context = seccomp_init(SCMP_ACT_ERRNO(EPERM)) };
	int error;

	if (f.context == NULL)
		return -ENOMEM;
	error = choose_processor(&f, cpu);
	/* Calls of another architecture have other numbers. */
	if (error == 0)
		error = seccomp_attr_set(f.context, SCMP_FLTATR_ACT_BADARCH,
					 SCMP_ACT_KILL_PROCESS);
	add_all_rules(&f, needs);
	if (error == 0)
		error = -f.error;
	if (error == 0)
		error = seccomp_export_bpf(f.context, fileno(binary));
	seccomp_release(f.context);
	return error;
}

/* Prints a filter, and counts its steps.  Returns 0 or a negative errno value. */
static int
print_filter(const char *name, FILE *binary, FILE *out, unsigned *steps)
{
	struct sock_filter step;

	*steps = 0;
	if (fseek(binary, 0, SEEK_SET) != 0)
		return -EIO;
	fprintf(out, "static const struct sock_filter %s[] = {\n", name);
	for (; fread(&step, sizeof(step), 1, binary) == 1; ++*steps)
		fprintf(out, "\t{ 0x%02x, %u, %u, 0x%x },\n", step.code,
			step.jt, step.jf, step.k);
	fprintf(out, "};\n");
	return ferror(binary) ? -EIO : 0;
}

static int
write_filter(const char *cpu, const char *name,
	     const struct sandbox_needs *needs, FILE *out, unsigned *steps)
{
	FILE *binary = tmpfile();
	int error;

	if (binary == NULL)
		return -EIO;
	error = make_filter(cpu, needs, binary);
	if (error == 0)
		error = print_filter(name, binary, out, steps);
	(void)fclose(binary);
	return error;
}

static int
write_all(const char *cpu, FILE *out)
{
	static const struct {
		const char *name;
		struct sandbox_needs needs;
	} filters[] = {
		{ "filter_of_reader", { 0 } },
		{ "filter_of_writer", { .write = true } },
		{ "filter_of_messenger", { .messages = true } },
		{ "filter_of_worker", { .write = true, .messages = true } },
	};
	unsigned steps, most = 0;
	int error;

	for (size_t i = 0; i < COUNT(filters); i++) {
		error = write_filter(cpu, filters[i].name, &filters[i].needs,
				     out, &steps);
		if (error != 0)
			return error;
		most = steps > most ? steps : most;
	}
	fprintf(out,
		"enum { FILTER_OWN_PID = 0x%x, FILTER_MOST_STEPS = %u };\n",
		OWN_PID, most);
	return 0;
}

int
main(int argc, char **argv)
{
	FILE *out = argc == 3 ? fopen(argv[2], "w") : NULL;
	int error;

	if (out == NULL) {
		fprintf(stderr, "usage: filter_rules CPU OUT\n");
		return 2;
	}
	error = write_all(argv[1], out);
	if (fclose(out) != 0)
		error = -EIO;
	if (error != 0)
		fprintf(stderr, "filter_rules: %s: %s\n", argv[1],
			strerror(-error));
	return error != 0;
}
