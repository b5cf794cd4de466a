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

struct made_filter {
	unsigned short n;
	const struct sock_filter *steps;
};

static struct made_filter
made_filter_for(const struct sandbox_needs *needs)
{
#define MADE(filter) { COUNT(filter), filter }
	const struct made_filter made[2][2] = {
		{ MADE(filter_of_reader), MADE(filter_of_messenger) },
		{ MADE(filter_of_writer), MADE(filter_of_worker) },
	};
#undef MADE

	return made[needs->write][needs->messages];
}

int
filter_load(const struct sandbox_needs *needs)
{
	const struct made_filter made = made_filter_for(needs);
	struct sock_filter steps[FILTER_MOST_STEPS];
	const struct sock_fprog filter = { .len = made.n, .filter = steps };

	memcpy(steps, made.steps, made.n * sizeof(*steps));
	for (size_t i = 0; i < made.n; i++)
		if (steps[i].k == FILTER_OWN_PID)
			steps[i].k = (uint32_t)getpid();
	return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &filter) == 0
		       ? 0
		       : errno;
}
