/* SPDX-License-Identifier: MIT */
/* digest.h - computes the SHA-256 of the bytes of the file, and MD5 on request */
#ifndef VALIDATOR_CORE_DIGEST_H
#define VALIDATOR_CORE_DIGEST_H

#include <nettle/md5.h>
#include <nettle/sha2.h>

#include "validator/core/cursor.h"

struct digest {
	struct sha256_ctx sha256;
};

void digest_open(struct digest *d);
void digest_feed(struct digest *d, struct span bytes);
void digest_close(struct digest *d, uint8_t out[SHA256_DIGEST_SIZE]);

/* Adds bytes to the MD5.  Some archives identify their files by MD5. */
void digest_md5_feed(struct md5_ctx *md5, struct span bytes);
void digest_md5_close(struct md5_ctx *md5, uint8_t out[MD5_DIGEST_SIZE]);

/* Prints 64 lower-case hexadecimal digits. */
void digest_print(const uint8_t sha256[SHA256_DIGEST_SIZE],
		  char out[2 * SHA256_DIGEST_SIZE + 1]);

#endif
