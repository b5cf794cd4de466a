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
enum unpack_status unpack_entries(struct cursor *in, void *out, size_t size,
				  const char **wrong);

/*
 * LZSS, before network protocol 24:
 *
 *   | flags | piece | piece | ... 8 pieces, then flags again
 *
 * The lowest flag comes first.  0: a byte.  1: two bytes, of which 12 bits say how far
 * back to copy from, less one, and 4 how many bytes, less one; one byte ends it all.
 */
enum lzss_status {
	LZSS_DONE,
	LZSS_SHORT,  /* the bytes end before it does */
	LZSS_BEFORE, /* it copies from before its beginning */
	LZSS_LONGER, /* it makes more than `size` bytes */
	LZSS_FEWER   /* it ends before it made `size` bytes */
};

/* Decodes into `out`, which has `size` bytes; the cursor stands after the end
   then. */
enum lzss_status lzss_decode(struct cursor *in, void *out, size_t size);

#endif
