/* SPDX-License-Identifier: MIT */
/*
 * library.h - loads libraries when they are first needed
 *
 * A build that is self-contained is linked with these libraries (library_linked.c).
 */
#ifndef VALIDATOR_CORE_LIBRARY_H
#define VALIDATOR_CORE_LIBRARY_H

#include <stddef.h>

enum library_status {
	LIBRARY_LOADED,
	LIBRARY_ABSENT,
	LIBRARY_NO_MEMORY, /* no memory or no file descriptor; a later
	                      attempt may succeed */
};

enum { LIBRARY_FUNCTIONS = 6 };

struct library {
	const char *file;
	struct library_function {
		const char *name; /* NULL: the end of the list */
		void *to; /* the pointer that receives the address of the
		             function */
		void (*linked)(void); /* the function, if the build is linked
		                         with the library */
	} functions[LIBRARY_FUNCTIONS];
};

/* One of `functions`, and the pointer that receives its address. */
#ifdef SELF_CONTAINED
#define LIBRARY_FUNCTION(function, to) \
	{ #function, (void *)(to), (void (*)(void))(function) }
#else
#define LIBRARY_FUNCTION(function, to) { #function, (void *)(to), NULL }
#endif

/*
 * Loads the library, and finds its functions.  A library that lacks a function counts as
 * absent.  The library stays loaded, so a second call takes only 0.2 us.  Threads may
 * call this at the same time.
 */
enum library_status library_load(const struct library *library);

#endif
