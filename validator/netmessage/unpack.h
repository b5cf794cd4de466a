/* SPDX-License-Identifier: MIT */
/*
 * unpack.h - decompresses the entries of a string table (DEM-15.2)
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
	UNPACK_UNABLE, /* snappy is not installed */
	UNPACK_NO_MEMORY
};

/* The name of the library of snappy, or NULL if the build has no snappy. */
extern const char *const unpack_library;

/* Decompresses into `out`.  The result must have exactly `size` bytes. *wrong: the error
   as a static text, or NULL. */
enum unpack_status unpack_entries(struct cursor *in, void *out, size_t size,
				  const char **wrong);

/*
 * LZSS, before network protocol 24:
 *
 *   | flags | piece | piece | ... 8 pieces, then flags again
 *
 * The lowest flag comes first.  Flag 0: the piece is a byte.  Flag 1: the piece is a
 * copy, which has two bytes. 12 bits are the distance to the source, minus one. 4 bits
 * are the number of bytes to copy, minus one.  A copy of one byte ends the data.
 */
enum lzss_status {
	LZSS_DONE,
	LZSS_SHORT,  /* the bytes end before the end mark */
	LZSS_BEFORE, /* a copy begins before the first output byte */
	LZSS_LONGER, /* the output would have more than `size` bytes */
	LZSS_FEWER   /* the output has fewer than `size` bytes */
};

/* Decodes into `out`, which has room for `size` bytes.  Moves the cursor behind the end
   mark. */
enum lzss_status lzss_decode(struct cursor *in, void *out, size_t size);

#endif
