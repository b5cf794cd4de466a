/* SPDX-License-Identifier: MIT */
/*
 * isal.c - ISA-L, loaded when the first compressed data is decoded
 *
 * Most recordings are not compressed.  As a library of the program it would make
 * every run 0.05 ms longer.
 */
#include "validator/core/isal.h"

#include "validator/core/symbol.h"

/* The number in its name stands for the layout of struct inflate_state. */
#define LIBRARY "libisal.so.2"

bool
isal_load(struct isal *isal)
{
	void *library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
	bool whole;

	if (!library)
		return false;
	whole = symbol_find(library, "isal_inflate_init",
			    (void *)&isal->inflate_init,
			    sizeof(isal->inflate_init)) &&
		symbol_find(library, "isal_inflate", (void *)&isal->inflate,
			    sizeof(isal->inflate)) &&
		symbol_find(library, "isal_adler32", (void *)&isal->adler32,
			    sizeof(isal->adler32)) &&
		symbol_find(library, "crc32_gzip_refl", (void *)&isal->crc32,
			    sizeof(isal->crc32));
	dlclose(library);
	return whole;
}
