/* SPDX-License-Identifier: MIT */
/*
 * measure.c - runs a program, and writes the time and memory that the program needed
 *
 *   measure FD PROGRAM [ARGUMENT]...
 *
 * The peak that the system reports for a process includes the memory of its parent before
 * exec().  If the parent were an interpreter, this memory would be more than the program
 * needs.  So this parent is small.  One JSON object is written to the open file
 * descriptor FD.
 *
 *   measure --compiler
 *
 * Prints the compiler of this program, which is also the compiler of its build directory.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __clang__
#define COMPILER __VERSION__
#else
#define COMPILER "gcc " __VERSION__
#endif

static long long
microseconds(const struct timeval *t)
{
	return (long long)t->tv_sec * 1000000 + t->tv_usec;
}

int
main(int argc, char **argv)
{
	struct rusage used;
	int status, fd;
	pid_t child;

	if (argc == 2 && strcmp(argv[1], "--compiler") == 0)
		return puts(COMPILER) < 0 ? EXIT_FAILURE : EXIT_SUCCESS;
	if (argc < 3) {
		fputs("usage: measure FD PROGRAM [ARGUMENT]...\n", stderr);
		return 2;
	}
	fd = (int)strtol(argv[1], NULL, 10);
	child = fork();
	if (child < 0) {
		perror("measure: fork");
		return EXIT_FAILURE;
	}
	if (child == 0) {
		close(fd);
		execvp(argv[2], argv + 2);
		perror(argv[2]);
		_exit(127);
	}
	if (wait4(child, &status, 0, &used) != child) {
		perror("measure: wait4");
		return EXIT_FAILURE;
	}
	if (dprintf(fd, "{\"cpu_us\": %lld, \"peak_kib\": %ld, \"exit\": %d}\n",
		    microseconds(&used.ru_utime) + microseconds(&used.ru_stime),
		    used.ru_maxrss,
		    WIFEXITED(status) ? WEXITSTATUS(status)
				      : -WTERMSIG(status)) < 0) {
		perror("measure: report");
		return EXIT_FAILURE;
	}
	return EXIT_SUCCESS;
}
