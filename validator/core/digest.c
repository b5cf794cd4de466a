/* SPDX-License-Identifier: MIT */
/* digest.c - computes the SHA-256 of the bytes of the file, and MD5 on request */
#include "validator/core/digest.h"

#include <nettle/base16.h>

#include "validator/core/foreign.h"

void
digest_open(struct digest *d)
{
	sha256_init(&d->sha256);
}

void
digest_feed(struct digest *d, struct span bytes)
{
	if (bytes.len)
		sha256_update(&d->sha256, bytes.len, bytes.ptr);
}

void
digest_close(struct digest *d, uint8_t out[SHA256_DIGEST_SIZE])
{
	sha256_digest(&d->sha256, SHA256_DIGEST_SIZE, out);
	FOREIGN_WROTE(out, SHA256_DIGEST_SIZE);
}

void
digest_md5_feed(struct md5_ctx *md5, struct span bytes)
{
	if (bytes.len)
		md5_update(md5, bytes.len, bytes.ptr);
}

void
digest_md5_close(struct md5_ctx *md5, uint8_t out[MD5_DIGEST_SIZE])
{
	md5_digest(md5, MD5_DIGEST_SIZE, out);
	FOREIGN_WROTE(out, MD5_DIGEST_SIZE);
}

void
digest_print(const uint8_t sha256[SHA256_DIGEST_SIZE],
	     char out[2 * SHA256_DIGEST_SIZE + 1])
{
	enum { DIGITS = 2 * SHA256_DIGEST_SIZE };

	base16_encode_update(out, SHA256_DIGEST_SIZE, sha256);
	FOREIGN_WROTE(out, DIGITS);
	poke(out, DIGITS + 1, DIGITS, '\0');
}
