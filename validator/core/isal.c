/* SPDX-License-Identifier: MIT */
/* isal.c - ISA-L, loaded when the first compressed data is decoded */
#include "validator/core/isal.h"

#include "validator/core/library.h"

bool
isal_load(struct isal *isal)
{
	/* The number in its name stands for the layout of struct inflate_state. */
	return library_load(&(struct library){
		       "libisal.so.2",
		       {
			       { "isal_inflate_init",
				 (void *)&isal->inflate_init },
			       { "isal_inflate", (void *)&isal->inflate },
			       { "isal_adler32", (void *)&isal->adler32 },
			       { "crc32_gzip_refl", (void *)&isal->crc32 },
		       },
	       }) == LIBRARY_LOADED;
}
