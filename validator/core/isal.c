/* SPDX-License-Identifier: MIT */
/*
 * isal.c - ISA-L, loaded when the first compressed data is decoded
 *
 * Most recordings are not compressed.  As a library of the program it would make
 * every run 0.05 ms longer.
 */
#include "validator/core/isal.h"

#include <dlfcn.h>
#include <string.h>

/* The number in its name stands for the layout of struct inflate_state. */
#define LIBRARY "libisal.so.2"

/* Of a function its address, which dlsym() knows as that of an object. */
static bool
find(void *library, const char *name, void *function, size_t size)
{
	void *address = dlsym(library, name);

	if (address)
		memcpy(function, (const void *)&address, size);
	return address != NULL;
}

bool
isal_load(struct isal *isal)
{
	void *library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
	bool whole;

	if (!library)
		return false;
	whole = find(library, "isal_inflate_init", (void *)&isal->inflate_init,
		     sizeof(isal->inflate_init)) &&
		find(library, "isal_inflate", (void *)&isal->inflate,
		     sizeof(isal->inflate)) &&
		find(library, "isal_adler32", (void *)&isal->adler32,
		     sizeof(isal->adler32)) &&
		find(library, "crc32_gzip_refl", (void *)&isal->crc32,
		     sizeof(isal->crc32));
	dlclose(library);
	return whole;
}
