/* SPDX-License-Identifier: MIT */
/* symbol.h - the functions of a library that is loaded when it is needed */
#ifndef VALIDATOR_CORE_SYMBOL_H
#define VALIDATOR_CORE_SYMBOL_H

#include <dlfcn.h>
#include <stdbool.h>
#include <string.h>

/* Puts the address of the function with that name, which dlsym() knows as that of
   an object, into the pointer of `size` bytes at `function`.  False: there is none. */
static inline bool
symbol_find(void *library, const char *name, void *function, size_t size)
{
	void *address = dlsym(library, name);

	if (address)
		memcpy(function, (const void *)&address, size);
	return address != NULL;
}

#endif
