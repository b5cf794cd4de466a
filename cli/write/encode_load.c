/* SPDX-License-Identifier: MIT */
/* encode_load.c - finds the functions of a library that is loaded when needed */
#include <dlfcn.h>
#include <errno.h>
#include <string.h>

#include "cli/write/encoder.h"

int
encoder_load(const char *file, const struct encoder_function *functions,
	     size_t n)
{
	void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
	bool whole = true;

	if (library == NULL)
		return ENOMEM;
	for (size_t i = 0; i < n; i++) {
		void *address = dlsym(library, functions[i].name);

		if (address != NULL)
			memcpy(functions[i].to, (const void *)&address,
			       sizeof(address));
		else
			whole = false;
	}
	dlclose(library);
	return whole ? 0 : ENOMEM;
}
