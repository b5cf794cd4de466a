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

/* What is loaded for it; to be cleared at first. */
struct unpacker {
	void *snappy;
};

/* Decompresses into `out`, which has room for `size` bytes, and must be filled.
   *wrong: what is wrong. */
enum unpack_status unpack(struct unpacker *u, struct cursor *in, void *out,
			  size_t size, const char **wrong);

/* Gives back what was loaded. */
void unpack_close(struct unpacker *u);

/* unpack() of snappy; in snappy.c, or in snappy_absent.c. */
enum unpack_status unpack_snappy(struct unpacker *u, struct span bytes,
				 void *out, size_t size, const char **wrong);

#endif
