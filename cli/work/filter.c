/* SPDX-License-Identifier: MIT */
/* filter.c - hands the kernel the filter that filter_rules.c made for a locked process */
#include "cli/work/filter.h"

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "cli/work/filter_made.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

int
filter_open(void)
{
	const uint32_t action = SECCOMP_RET_KILL_PROCESS;

	return syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0
		       ? 0
		       : errno;
}

static struct sock_fprog
made_filter(const struct sandbox_needs *needs)
{
#define MADE(filter) { COUNT(filter), (struct sock_filter *)(uintptr_t)(filter) }
	const struct sock_fprog made[2][2] = {
		{ MADE(filter_of_reader), MADE(filter_of_messenger) },
		{ MADE(filter_of_writer), MADE(filter_of_worker) },
	};
#undef MADE

	return made[needs->write][needs->messages];
}

int
filter_load(const struct sandbox_needs *needs)
{
	struct sock_fprog filter = made_filter(needs);
	struct sock_filter steps[FILTER_MOST_STEPS];

	memcpy(steps, filter.filter, filter.len * sizeof(*steps));
	for (size_t i = 0; i < filter.len; i++)
		if (steps[i].k == FILTER_OWN_PID)
			steps[i].k = (uint32_t)getpid();
	filter.filter = steps;
	return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &filter) == 0
		       ? 0
		       : errno;
}
