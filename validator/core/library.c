/* SPDX-License-Identifier: MIT */
/*
 * library.c - loads libraries when they are first needed
 *
 * Most recordings are not compressed.  If the program were linked with the libraries for
 * compressed recordings, every run would take longer.  ISA-L alone would add 0.05 ms.
 */
#include "validator/core/library.h"

#include <dlfcn.h>
#include <errno.h>
#include <string.h>

#include "validator/core/span.h"

/* Is the library absent?  A missing file, a library that a sandbox blocks, and a file
   that is not a library count as absent.  Otherwise memory or file descriptors ran out,
   or the disk failed, and a later attempt may succeed.  dlopen() gives the reason only
   as text. */
static bool
is_absent(void)
{
	const char *why = dlerror();

	return why &&
	       (strstr(why, strerror(ENOENT)) || strstr(why, strerror(EPERM)) ||
		strstr(why, " ELF ") || strstr(why, ": file too short"));
}

/* dlsym() returns the address of a function as the address of an object. */
static bool
find_function(void *handle, const struct library_function *function)
{
	void *address = dlsym(handle, function->name);

	if (address)
		memcpy(function->to, (const void *)&address, sizeof(address));
	return address != NULL;
}

enum library_status
library_load(const struct library *library)
{
	void *handle = dlopen(library->file,
			      RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
	bool whole = true;

	if (!handle)
		return is_absent() ? LIBRARY_ABSENT : LIBRARY_NO_MEMORY;
	for (size_t i = 0; i < LIBRARY_FUNCTIONS; i++)
		if (AT(library->functions, i).name)
			whole &= find_function(handle,
					       &AT(library->functions, i));
	dlclose(handle);
	return whole ? LIBRARY_LOADED : LIBRARY_ABSENT;
}
