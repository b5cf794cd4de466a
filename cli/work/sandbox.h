/* SPDX-License-Identifier: MIT */
/* sandbox.h - a process gives up the rights that it does not need to read an input */
#ifndef CLI_WORK_SANDBOX_H
#define CLI_WORK_SANDBOX_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/work/needs.h"

/* AUTO locks as much as the kernel allows.  STRICT refuses to go on without
   no_new_privs, seccomp and rlimits.  Containers often lack Landlock, so STRICT only
   reports Landlock. */
enum sandbox_mode { SANDBOX_AUTO, SANDBOX_STRICT, SANDBOX_OFF };

enum sandbox_layer {
	SANDBOX_NO_NEW_PRIVS, /* no program gets more rights by execve() */
	SANDBOX_LANDLOCK,     /* no file, no TCP port */
	SANDBOX_SECCOMP,      /* only the system calls of filter.c */
	SANDBOX_RLIMITS,      /* no process, no descriptor, no core file */
	SANDBOX_LAYERS
};

struct sandbox_state {
	struct sandbox_layer_state {
		enum {
			SANDBOX_NOT_ASKED,
			SANDBOX_NOT_BUILT, /* this build has no sandbox */
			SANDBOX_REFUSED,   /* with `error`, mostly by the kernel */
			SANDBOX_ON,
		} is;
		int error; /* errno */
	} layers[SANDBOX_LAYERS];
};

/* False: no layer can be had in this build. */
bool sandbox_is_built(void);

/*
 * Locks the process for ever.  Call this from the only thread, after all files are open.
 * Load libraries before (dfk_load_libraries()), because no file can be opened any more.
 * localtime_r() still knows the time zone.  Do not call localtime() or strftime() later:
 * both read the time zone again.  False: STRICT, and a layer is missing; the layers that
 * are on stay on.
 */
bool sandbox_lock(enum sandbox_mode mode, const struct sandbox_needs *needs,
		  struct sandbox_state *state);

/* Writes the state as text: "no_new_privs, seccomp, rlimits; no Landlock: Function
   not implemented". */
void sandbox_text(const struct sandbox_state *state, char *text, size_t size);

#endif
