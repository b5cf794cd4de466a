/* SPDX-License-Identifier: MIT */
/*
 * digest.h - computes SHA-256 and MD5
 *
 * digest_nettle.c or digest_mbedtls.c does the work: the build decides.
 */
#ifndef VALIDATOR_CORE_DIGEST_H
#define VALIDATOR_CORE_DIGEST_H

#include "validator/core/cursor.h"

enum { SHA256_BYTES = 32, MD5_BYTES = 16 };

/* Room for the state that the library keeps.  A copy continues on its own. */
struct digest {
	uint64_t state[14];
};
struct digest_md5 {
	uint64_t state[12];
};

void digest_open(struct digest *d);
void digest_feed(struct digest *d, struct span bytes);
void digest_close(struct digest *d, uint8_t out[SHA256_BYTES]);

/* The MD5.  Some archives identify their files by MD5, and UUIDs are made with MD5. */
void digest_md5_open(struct digest_md5 *d);
void digest_md5_feed(struct digest_md5 *d, struct span bytes);
void digest_md5_close(struct digest_md5 *d, uint8_t out[MD5_BYTES]);

/* Prints 64 lower-case hexadecimal digits. */
void digest_print(const uint8_t sha256[SHA256_BYTES],
		  char out[2 * SHA256_BYTES + 1]);

#endif
