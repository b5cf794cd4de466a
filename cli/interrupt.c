/* SPDX-License-Identifier: MIT */
/* interrupt.c - notes the first interrupt, and leaves the second one to the handler before */
#include "cli/interrupt.h"

#include <signal.h>
#include <stddef.h>

#include "cli/report/outputs.h"
#include "cli/report/text.h"

static volatile sig_atomic_t interrupted;

/* The action for an interrupt before interrupt_catch(). */
static struct sigaction earlier;

static void
note_interrupt(int number)
{
	interrupted = 1;
	(void)sigaction(number, &earlier, NULL);
}

void
interrupt_catch(void)
{
	/* A write to a slow reader goes on.  poll() ends in any case. */
	struct sigaction action = { .sa_handler = note_interrupt,
				    .sa_flags = SA_RESTART };

	if (sigaction(SIGINT, NULL, &earlier) == 0 &&
	    earlier.sa_handler != SIG_IGN)
		(void)sigaction(SIGINT, &action, NULL);
}

bool
interrupt_came(void)
{
	return interrupted != 0;
}

void
interrupt_report(const char *where)
{
	if (interrupted)
		text_complain(NULL,
			      "interrupted; the files that were begun are in "
			      "%s",
			      where);
}

void
interrupt_end(void)
{
	if (!interrupted)
		return;
	(void)outputs_flush_stdout();
	(void)signal(SIGINT, SIG_DFL);
	(void)raise(SIGINT);
}
