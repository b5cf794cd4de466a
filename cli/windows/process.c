/* SPDX-License-Identifier: MIT */
/* process.c - signals, time, random numbers and consoles */
#include <stdlib.h>

#include "cli/windows/system.h"

/* ------------------------------------------------------------- signals -- */

/* Windows calls a handler in a thread of its own.  The lock keeps it out while signals
   are blocked. */
static CRITICAL_SECTION lock;
static bool has_lock;
static void (*handlers[NSIG])(int number);

static void
enter(void)
{
	if (!has_lock)
		InitializeCriticalSection(&lock);
	has_lock = true;
	EnterCriticalSection(&lock);
}

static void
handle(int number)
{
	enter();
	handlers[number](number);
	LeaveCriticalSection(&lock);
}

int
sigaction(int number, const struct sigaction *action, struct sigaction *before)
{
	if (number >= NSIG) {
		errno = EINVAL;
		return -1;
	}
	if (before != NULL)
		*before = (struct sigaction){ .sa_handler = SIG_DFL };
	if (action == NULL)
		return 0;
	/* The lock must be there before a signal comes. */
	enter();
	handlers[number] = action->sa_handler;
	LeaveCriticalSection(&lock);
	return signal(number, handle) == SIG_ERR ? -1 : 0;
}

int
sigprocmask(int how, const sigset_t *set, sigset_t *before)
{
	(void)set;
	(void)before;
	if (how == SIG_BLOCK)
		enter();
	else
		LeaveCriticalSection(&lock);
	return 0;
}

/* ------------------------------------------------------- time and chance -- */

struct tm *
localtime_r(const time_t *seconds, struct tm *local)
{
	return localtime_s(local, seconds) == 0 ? local : NULL;
}

int
clock_gettime(int clock, struct timespec *now)
{
	const ULONGLONG ms = GetTickCount64();

	(void)clock;
	*now = (struct timespec){ .tv_sec = (time_t)(ms / 1000),
				  .tv_nsec = (long)(ms % 1000) * 1000000 };
	return 0;
}

ssize_t
getrandom(void *bytes, size_t size, unsigned flags)
{
	unsigned number;

	(void)flags;
	for (size_t i = 0; i < size; i++) {
		if (rand_s(&number) != 0)
			return -1;
		((unsigned char *)bytes)[i] = (unsigned char)number;
	}
	return (ssize_t)size;
}

/* ------------------------------------------------------------- console -- */

int
isatty(int fd)
{
	DWORD mode;

	return GetConsoleMode(system_handle(fd), &mode) &&
	       (mode & ENABLE_VIRTUAL_TERMINAL_PROCESSING) != 0;
}
