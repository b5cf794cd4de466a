/* SPDX-License-Identifier: MIT */
/*
 * snappy.c - string tables of network protocol 24 (DEM-15.2)
 *
 * libsnappy is written in C++: as a library of the program it would make every
 * run, of whatever format, 1.5 MiB larger and 0.4 ms longer.
 */
#include <snappy-c.h>

#include "validator/core/foreign.h"
#include "validator/core/library.h"
#include "validator/netmessage/unpack.h"

struct snappy {
	__typeof__(&snappy_uncompressed_length) length;
	__typeof__(&snappy_uncompress) uncompress;
};

static enum library_status
load(struct snappy *s)
{
	return library_load(&(struct library){
		"libsnappy.so.1",
		{
			{ "snappy_uncompressed_length", (void *)&s->length },
			{ "snappy_uncompress", (void *)&s->uncompress },
		},
	});
}

enum unpack_status
unpack_snappy(struct span bytes, void *out, size_t size, const char **wrong)
{
	const char *in = (const char *)bytes.ptr;
	struct snappy snappy;
	size_t n = 0;

	switch (load(&snappy)) {
	case LIBRARY_LOADED: break;
	case LIBRARY_ABSENT: return UNPACK_UNABLE;
	case LIBRARY_NO_MEMORY: return UNPACK_NO_MEMORY;
	}
	if (snappy.length(in, bytes.len, &n) != SNAPPY_OK || n != size)
		*wrong = "snappy of another size";
	else if (snappy.uncompress(in, bytes.len, out, &n) != SNAPPY_OK)
		*wrong = "snappy that cannot be decoded";
	else
		FOREIGN_WROTE(out, size);
	return *wrong ? UNPACK_WRONG : UNPACK_DONE;
}
