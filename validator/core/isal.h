/* SPDX-License-Identifier: MIT */
/* isal.h - the functions of ISA-L, which is loaded when it is needed */
#ifndef VALIDATOR_CORE_ISAL_H
#define VALIDATOR_CORE_ISAL_H

#include <isa-l/crc.h>
#include <isa-l/igzip_lib.h>
#include <stdbool.h>

struct isal {
	__typeof__(&isal_inflate_init) inflate_init;
	__typeof__(&isal_inflate) inflate;
	__typeof__(&isal_adler32) adler32;
	__typeof__(&crc32_gzip_refl) crc32;
};

/* False: it cannot be used, and zlib does without.  Once loaded it stays, so that
   the next call costs 0.2 us; threads may call at the same time. */
bool isal_load(struct isal *isal);

#endif
