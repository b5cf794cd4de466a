/* SPDX-License-Identifier: MIT */
/*
 * unpack.h - the compressed entries of a string table (DEM-15.2)
 *
 *   | SNAP | snappy, without frames |
 *   | LZSS | size u32 | LZSS |
 */
#ifndef VALIDATOR_NETMESSAGE_UNPACK_H
#define VALIDATOR_NETMESSAGE_UNPACK_H

#include "validator/core/cursor.h"

enum unpack_status {
	UNPACK_DONE,
	UNPACK_WRONG,
	UNPACK_UNABLE, /* there is no snappy */
	UNPACK_NO_MEMORY
};

/* Decompresses into `out`, which has room for `size` bytes, and must be filled.
   *wrong: what is wrong. */
enum unpack_status unpack(struct cursor *in, void *out, size_t size,
			  const char **wrong);

/* unpack() of snappy; in snappy.c, or in snappy_absent.c. */
enum unpack_status unpack_snappy(struct span bytes, void *out, size_t size,
				 const char **wrong);

#endif
