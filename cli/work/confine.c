/* SPDX-License-Identifier: MIT */
/* confine.c - the sandbox of a run that reads one input, as far as a run can have one */
#include "cli/work/confine.h"

#include <stdio.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/gate.h"
#include "cli/report/text.h"
#include "cli/work/sandbox.h"
#include "cli/work/workers.h"
#include "include/demofsck.h"

/* Returns the reason why the process that reads cannot be locked, or NULL. */
static const char *
hindrance(const struct args *args)
{
	switch (args->command->bit) {
	case ARGS_INFO:
	case ARGS_INSPECT: break;
	case ARGS_CHECK:
	case ARGS_REPAIR:
	case ARGS_SCRUB: return NULL;
	case ARGS_RULES:
	case ARGS_EXPLAIN: return "no input is read";
	}
	return args->what.files0_from != NULL || args->what.n_inputs != 1
		       ? "several inputs"
		       : NULL;
}

bool
confine_will_lock(const struct args *args)
{
	/* A build without a sandbox reads several inputs in one process, too. */
	return workers_for(args) == 0 &&
	       (args->how.sandbox == SANDBOX_STRICT ||
		(args->how.sandbox == SANDBOX_AUTO && sandbox_is_built() &&
		 hindrance(args) == NULL));
}

/* Locks a process that does nothing else, and writes the state as text.  False: this
   run cannot be as strict as it must be. */
static bool
try_lock(const struct args *args, char text[CONFINE_TEXT])
{
	const struct sandbox_needs needs = { .write = true };
	struct sandbox_state state;
	ssize_t n = 0;
	int status = -1, ends[2];
	pid_t pid;

	text[0] = '\0';
	if (!sandbox_is_built()) {
		const bool locked = sandbox_lock(args->how.sandbox, &needs,
						 &state);

		sandbox_text(&state, text, CONFINE_TEXT);
		return locked;
	}
	if (pipe(ends) != 0)
		return false;
	pid = fork();
	if (pid == 0) {
		const bool locked = sandbox_lock(args->how.sandbox, &needs,
						 &state);

		sandbox_text(&state, text, CONFINE_TEXT);
		n = write(ends[1], text, strlen(text));
		_exit(locked && n >= 0 ? 0 : 1);
	}
	close(ends[1]);
	if (pid > 0)
		n = read(ends[0], text, CONFINE_TEXT - 1);
	close(ends[0]);
	text[n > 0 ? n : 0] = '\0';
	return pid > 0 && waitpid(pid, &status, 0) == pid && status == 0;
}

static bool
refuse_strict(const struct args *args, const char *why)
{
	text_complain("--sandbox=strict", "%s", why);
	if (args->how.gate)
		gate_refuse(args, "the run cannot have a sandbox; see standard "
				  "error");
	return true;
}

bool
confine_refuses(const struct args *args)
{
	const bool strict = args->how.sandbox == SANDBOX_STRICT;
	const char *why = hindrance(args);
	char text[CONFINE_TEXT];

	if (args->how.sandbox == SANDBOX_OFF)
		return false;
	if (why != NULL && strict)
		return refuse_strict(args, why);
	if (why != NULL && args->out.verbose)
		text_complain(NULL, "sandbox: off: %s", why);
	/* A run of one input says later what became of its lock. */
	if (why != NULL || confine_will_lock(args) ||
	    (!strict && !args->out.verbose))
		return false;
	if (!try_lock(args, text) && strict)
		return refuse_strict(args, text);
	if (args->out.verbose)
		text_complain(NULL, "sandbox: %s", text);
	return false;
}

/* Loads the libraries that the input may need. */
static enum exitcode
load_libraries(const struct args *args, struct input *in,
	       char why[CONFINE_TEXT])
{
	const void *head;
	size_t size;
	const int error = input_peek(in, &head, &size);

	if (error == 0 &&
	    dfk_load_libraries(head, size, args->what.as, args->how.depth) ==
		    DFK_OK)
		return EXITCODE_OK;
	snprintf(why, CONFINE_TEXT, "%s",
		 error != 0 ? strerror(error) : "out of memory");
	return EXITCODE_IO;
}

enum exitcode
confine_lock(const struct args *args, struct input *in, char why[CONFINE_TEXT])
{
	const struct sandbox_needs needs = { .write = true };
	struct sandbox_state state;
	const enum exitcode code = load_libraries(args, in, why);
	char text[256];

	if (code != EXITCODE_OK)
		return code;
	if (!sandbox_lock(args->how.sandbox, &needs, &state)) {
		sandbox_text(&state, text, sizeof(text));
		snprintf(why, CONFINE_TEXT, "--sandbox=strict: %s", text);
		return EXITCODE_INTERNAL;
	}
	sandbox_text(&state, text, sizeof(text));
	if (args->out.verbose)
		text_complain(NULL, "sandbox: %s", text);
	return EXITCODE_OK;
}
