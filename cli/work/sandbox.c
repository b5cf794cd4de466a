/* SPDX-License-Identifier: MIT */
/* sandbox.c - the layers of the sandbox, their order, and their state as text */
#include "cli/work/sandbox.h"

#include <stdio.h>
#include <string.h>

/* ------------------------------------------------------------ the layers -- */

#ifdef WITHOUT_SANDBOX

static void
lock_layers(const struct sandbox_needs *needs, struct sandbox_state *state)
{
	(void)needs;
	for (size_t i = 0; i < SANDBOX_LAYERS; i++)
		state->layers[i].is = SANDBOX_NOT_BUILT;
}

#else

#include <errno.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "cli/work/filter.h"

static int
forbid_new_privileges(void)
{
	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 ? 0 : errno;
}

/*
 * Numbers of linux/landlock.h, of which older systems have only a part.  The rights of
 * each version are the lowest bits.  Version 4 restricts TCP.  Version 6 restricts signals
 * and abstract sockets.
 */
#ifndef SYS_landlock_create_ruleset
#define SYS_landlock_create_ruleset 444
#define SYS_landlock_restrict_self  446
#endif

struct landlock_rights {
	uint64_t files, network, scopes;
};

static struct landlock_rights
landlock_rights_of(long version)
{
	enum { NETWORK_VERSION = 4, SCOPES_VERSION = 6 };
	enum { FILE_RIGHTS = 13, NETWORK_RIGHTS = 2, SCOPES = 2 };
	/* Versions 2, 3 and 5 have one more right for files each. */
	const long more = (version >= 2) + (version >= 3) + (version >= 5);
	struct landlock_rights all = {
		.files = ((uint64_t)1 << (FILE_RIGHTS + more)) - 1
	};

	if (version >= NETWORK_VERSION)
		all.network = ((uint64_t)1 << NETWORK_RIGHTS) - 1;
	if (version >= SCOPES_VERSION)
		all.scopes = ((uint64_t)1 << SCOPES) - 1;
	return all;
}

/* No rule follows the list of rights, so no right is left.  Open files stay usable. */
static int
forbid_files(void)
{
	enum { ASK_VERSION = 1 };
	const long version = syscall(SYS_landlock_create_ruleset, NULL, 0,
				     ASK_VERSION);
	struct landlock_rights rights;
	int error = 0;
	long ruleset;

	if (version < 1)
		return version < 0 ? errno : ENOSYS;
	rights = landlock_rights_of(version);
	/* An older kernel knows the first members only, and accepts the others if they
	   are 0. */
	ruleset = syscall(SYS_landlock_create_ruleset, &rights,
			  sizeof(rights), 0);
	if (ruleset < 0)
		return errno;
	if (syscall(SYS_landlock_restrict_self, ruleset, 0) != 0)
		error = errno;
	close((int)ruleset);
	return error;
}

#ifdef __GLIBC__
typedef __rlimit_resource_t limit_name;
#else
typedef int limit_name;
#endif

static int
set_limit(limit_name resource, uint64_t value)
{
	struct rlimit limit;

	if (getrlimit(resource, &limit) != 0)
		return errno;
	/* A limit that is lower already stays. */
	if (limit.rlim_max == RLIM_INFINITY || limit.rlim_max > value)
		limit.rlim_max = (rlim_t)value;
	if (limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur > limit.rlim_max)
		limit.rlim_cur = limit.rlim_max;
	return setrlimit(resource, &limit) == 0 ? 0 : errno;
}

/* Without seccomp, dlopen() may look for an optional library.  If dlopen() then had no
   descriptor, the lack would be taken for a failure of the system. */
static int
lower_limits(const struct sandbox_needs *needs, bool filtered)
{
	int error = set_limit(RLIMIT_CORE, 0);

	if (error == 0)
		error = set_limit(RLIMIT_NPROC, 0);
	if (error == 0 && filtered)
		error = set_limit(RLIMIT_NOFILE, needs->descriptors);
	if (error == 0 && needs->memory != 0)
		error = set_limit(RLIMIT_AS, needs->memory);
	return error;
}

static void
note(struct sandbox_state *state, enum sandbox_layer layer, int error)
{
	state->layers[layer].is = error == 0 ? SANDBOX_ON : SANDBOX_REFUSED;
	state->layers[layer].error = error;
}

/* The filter is last, because the other layers need calls that the filter refuses. */
static void
lock_layers(const struct sandbox_needs *needs, struct sandbox_state *state)
{
	const int error = filter_open();

	tzset();
	note(state, SANDBOX_NO_NEW_PRIVS, forbid_new_privileges());
	note(state, SANDBOX_LANDLOCK, forbid_files());
	note(state, SANDBOX_RLIMITS, lower_limits(needs, error == 0));
	note(state, SANDBOX_SECCOMP, error != 0 ? error : filter_load(needs));
}

#endif

static bool
has_needed_layers(const struct sandbox_state *state)
{
	for (size_t i = 0; i < SANDBOX_LAYERS; i++)
		if (i != SANDBOX_LANDLOCK && state->layers[i].is != SANDBOX_ON)
			return false;
	return true;
}

bool
sandbox_is_built(void)
{
#ifdef WITHOUT_SANDBOX
	return false;
#else
	return true;
#endif
}

bool
sandbox_lock(enum sandbox_mode mode, const struct sandbox_needs *needs,
	     struct sandbox_state *state)
{
	*state = (struct sandbox_state){ .layers = { { .error = 0 } } };
	if (mode == SANDBOX_OFF)
		return true;
	lock_layers(needs, state);
	return mode != SANDBOX_STRICT || has_needed_layers(state);
}

/* -------------------------------------------------------------- the text -- */

static const char *const layer_names[SANDBOX_LAYERS] = {
	[SANDBOX_NO_NEW_PRIVS] = "no_new_privs",
	[SANDBOX_LANDLOCK] = "Landlock",
	[SANDBOX_SECCOMP] = "seccomp",
	[SANDBOX_RLIMITS] = "rlimits",
};

static void
append_part(char *text, size_t size, const char *between, const char *more)
{
	const size_t length = strlen(text);

	snprintf(text + length, size - length, "%s%s",
		 length > 0 ? between : "", more);
}

void
sandbox_text(const struct sandbox_state *state, char *text, size_t size)
{
	text[0] = '\0';
	for (size_t i = 0; i < SANDBOX_LAYERS; i++)
		if (state->layers[i].is == SANDBOX_ON)
			append_part(text, size, ", ", layer_names[i]);
	for (size_t i = 0; i < SANDBOX_LAYERS; i++)
		if (state->layers[i].is == SANDBOX_REFUSED) {
			append_part(text, size, "; ", "no");
			append_part(text, size, " ", layer_names[i]);
			append_part(text, size, ": ",
			       strerror(state->layers[i].error));
		}
	if (text[0] == '\0')
		append_part(text, size, "",
		       state->layers[0].is == SANDBOX_NOT_BUILT
			       ? "off: this build has no sandbox"
			       : "off");
}
