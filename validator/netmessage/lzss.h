/* SPDX-License-Identifier: MIT */
/*
 * lzss.h - the compression of string tables before network protocol 24 (DEM-15.2)
 *
 *   | flags | piece | piece | ... 8 pieces, then flags again
 *
 * The lowest flag comes first.  0: a byte.  1: two bytes, of which 12 bits say how far
 * back to copy from, less one, and 4 how many bytes, less one; one byte ends it all.
 */
#ifndef VALIDATOR_NETMESSAGE_LZSS_H
#define VALIDATOR_NETMESSAGE_LZSS_H

#include "validator/core/cursor.h"

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
