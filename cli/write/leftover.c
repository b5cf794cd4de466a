/* SPDX-License-Identifier: MIT */
/* leftover.c - a signal handler that removes temporary files */
#include "cli/write/leftover.h"

#include <assert.h>
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/*
 * Those that end a program that does not catch them.  Not those of faults, such as
 * SIGSEGV: after one nothing can be relied on.  Real-time signals end it, too.
 */
static const int fatal_signals[] = {
	SIGINT,    SIGTERM, SIGHUP,    SIGQUIT, SIGPIPE, SIGALRM,
	SIGUSR1,   SIGUSR2, SIGVTALRM, SIGPROF, SIGXCPU, SIGIO,
#ifdef SIGPWR
	SIGPWR,
#endif
#ifdef SIGSTKFLT
	SIGSTKFLT,
#endif
};

#define N_SIGNALS (sizeof(fatal_signals) / sizeof(fatal_signals[0]))

/* How many there are, with the real-time ones; each by its place. */
static size_t
count_signals(void)
{
	return N_SIGNALS + (size_t)(SIGRTMAX - SIGRTMIN + 1);
}

static int
signal_at(size_t at)
{
	return at < N_SIGNALS ? fatal_signals[at]
			      : SIGRTMIN + (int)(at - N_SIGNALS);
}

static struct leftover {
	volatile sig_atomic_t armed;
	int directory;
	char name[NAME_MAX + 1];
} leftovers[2];

#define N_LEFTOVERS (sizeof(leftovers) / sizeof(leftovers[0]))

static void
remove_leftovers(int number)
{
	for (size_t i = 0; i < N_LEFTOVERS; i++) {
		if (leftovers[i].armed)
			(void)unlinkat(leftovers[i].directory,
				       leftovers[i].name, 0);
	}
	/* SA_RESETHAND: the same signal again ends the program. */
	(void)raise(number);
}

void
leftover_catch_signals(void)
{
	struct sigaction action = { 0 }, before;

	action.sa_handler = remove_leftovers;
	action.sa_flags = (int)SA_RESETHAND;
	sigemptyset(&action.sa_mask);
	for (size_t i = 0; i < count_signals(); i++) {
		const int number = signal_at(i);

		/* A signal that nohup or a shell ignores stays ignored, and one
		   that a profiler has caught before stays with it. */
		if (number != SIGPIPE &&
		    sigaction(number, NULL, &before) == 0 &&
		    before.sa_handler != SIG_DFL)
			continue;
		(void)sigaction(number, &action, NULL);
	}
	/* At a file size limit a write fails, as on a full disk. */
	(void)signal(SIGXFSZ, SIG_IGN);
}

void
leftover_hold_signals(sigset_t *before)
{
	sigset_t set;

	sigemptyset(&set);
	for (size_t i = 0; i < count_signals(); i++)
		sigaddset(&set, signal_at(i));
	sigprocmask(SIG_BLOCK, &set, before);
}

void
leftover_release_signals(const sigset_t *before)
{
	sigprocmask(SIG_SETMASK, before, NULL);
}

void
leftover_add(int directory, const char *name)
{
	size_t i = 0;

	while (i < N_LEFTOVERS && leftovers[i].armed)
		i++;
	assert(i < N_LEFTOVERS);
	if (i == N_LEFTOVERS)
		return;
	snprintf(leftovers[i].name, sizeof(leftovers[i].name), "%s", name);
	leftovers[i].directory = directory;
	leftovers[i].armed = 1;
}

void
leftover_forget(int directory, const char *name)
{
	for (size_t i = 0; i < N_LEFTOVERS; i++) {
		struct leftover *l = &leftovers[i];

		if (l->armed && l->directory == directory &&
		    strcmp(l->name, name) == 0)
			l->armed = 0;
	}
}
