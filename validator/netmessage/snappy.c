/* SPDX-License-Identifier: MIT */
/*
 * snappy.c - string tables of network protocol 24 (DEM-15.2)
 *
 * libsnappy is loaded when the first of them comes.  It is written in C++: as a
 * library of the program it would make every run, of whatever format, 1.5 MiB
 * larger and 0.4 ms longer.
 */
#include <dlfcn.h>
#include <errno.h>
#include <snappy-c.h>
#include <string.h>

#include "validator/core/foreign.h"
#include "validator/core/symbol.h"
#include "validator/netmessage/unpack.h"

static bool
load(struct unpacker *u)
{
	u->snappy = dlopen("libsnappy.so.1", RTLD_NOW | RTLD_LOCAL);
	return u->snappy != NULL;
}

/* What could not be loaded does not exist; else there is no memory for it, or no
   file descriptor.  dlopen() says so in words alone. */
static bool
is_absent(void)
{
	const char *why = dlerror();

	return why && strstr(why, strerror(ENOENT));
}

enum unpack_status
unpack_snappy(struct unpacker *u, struct span bytes, void *out, size_t size,
	      const char **wrong)
{
	const char *in = (const char *)bytes.ptr;
	__typeof__(&snappy_uncompressed_length) length;
	__typeof__(&snappy_uncompress) uncompress;
	size_t n = 0;

	if (!u->snappy && !load(u))
		return is_absent() ? UNPACK_UNABLE : UNPACK_NO_MEMORY;
	if (!symbol_find(u->snappy, "snappy_uncompressed_length",
			 (void *)&length, sizeof(length)) ||
	    !symbol_find(u->snappy, "snappy_uncompress", (void *)&uncompress,
			 sizeof(uncompress)))
		return UNPACK_UNABLE;
	if (length(in, bytes.len, &n) != SNAPPY_OK || n != size)
		*wrong = "snappy of another size";
	else if (uncompress(in, bytes.len, out, &n) != SNAPPY_OK)
		*wrong = "snappy that cannot be decoded";
	else
		FOREIGN_WROTE(out, size);
	return *wrong ? UNPACK_WRONG : UNPACK_DONE;
}

void
unpack_close(struct unpacker *u)
{
	if (u->snappy)
		dlclose(u->snappy);
	u->snappy = NULL;
}
