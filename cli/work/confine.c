/* SPDX-License-Identifier: MIT */
/* confine.c - the sandbox of a run that reads one input, as far as a run can have one */
#include "cli/work/confine.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/gate.h"
#include "cli/report/text.h"
#include "cli/work/sandbox.h"
#include "include/demofsck.h"

static bool
is_directory(const char *path)
{
	struct stat status;

	return strcmp(path, "-") != 0 && stat(path, &status) == 0 &&
	       S_ISDIR(status.st_mode);
}

/* Returns the reason why the run cannot be locked, or NULL. */
static const char *
hindrance(const struct args *args)
{
	switch (args->command->bit) {
	case ARGS_CHECK:
	case ARGS_INFO:
	case ARGS_INSPECT: break;
	case ARGS_REPAIR: return "a repair opens files while it runs";
	case ARGS_RULES:
	case ARGS_EXPLAIN: return "no input is read";
	}
	if (args->what.files0_from != NULL || args->what.n_inputs != 1)
		return "several inputs";
	/* Only check walks through a directory.  Other commands report an error. */
	if (args->command->bit == ARGS_CHECK &&
	    is_directory(args->what.inputs[0]))
		return "the input is a directory";
	return NULL;
}

bool
confine_will_lock(const struct args *args)
{
	/* After confine_refuses(), a directory may have replaced the file. */
	return args->how.sandbox == SANDBOX_STRICT ||
	       (args->how.sandbox == SANDBOX_AUTO && hindrance(args) == NULL);
}

bool
confine_refuses(const struct args *args)
{
	const char *why = hindrance(args);

	if (why == NULL || args->how.sandbox == SANDBOX_OFF)
		return false;
	if (args->how.sandbox == SANDBOX_AUTO) {
		if (args->out.verbose)
			text_complain(NULL, "sandbox: off: %s", why);
		return false;
	}
	text_complain("--sandbox=strict", "%s; check, info and inspect lock a "
					  "run of one file",
		      why);
	if (args->how.gate)
		gate_refuse(args, "the run cannot have a sandbox; see standard "
				  "error");
	return true;
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
