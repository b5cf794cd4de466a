/* SPDX-License-Identifier: MIT */
/* library.h - libraries that are loaded when they are needed, and not before */
#ifndef VALIDATOR_CORE_LIBRARY_H
#define VALIDATOR_CORE_LIBRARY_H

enum library_status {
	LIBRARY_LOADED,
	LIBRARY_ABSENT,
	LIBRARY_NO_MEMORY, /* or no file descriptor: another time it may work */
};

enum { LIBRARY_FUNCTIONS = 6 };

struct library {
	const char *file;
	struct library_function {
		const char *name; /* NULL: there are no more */
		void *to;         /* the pointer that gets its address */
	} functions[LIBRARY_FUNCTIONS];
};

/*
 * Loads the library, and finds its functions; one that lacks some is absent.  Once
 * loaded it stays, so that the next call costs 0.2 us; threads may call at the same
 * time.
 */
enum library_status library_load(const struct library *library);

#endif
