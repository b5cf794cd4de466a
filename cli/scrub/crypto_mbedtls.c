/* SPDX-License-Identifier: MIT */
/* crypto_mbedtls.c - replaces crypto_nettle.c: base64 and SHA-256 of mbedTLS */
#include <mbedtls/base64.h>
#include <mbedtls/sha256.h>

#include "cli/scrub/crypto.h"

/* The functions return errors only of missing room, and of hardware that computes. */

void
scrub_base64(char *text, const void *bytes, size_t size)
{
	size_t written;

	(void)mbedtls_base64_encode((unsigned char *)text, SCRUB_BASE64(size),
				    &written, bytes, size);
}

void
scrub_sha256(unsigned char digest[SCRUB_SHA256], const void *bytes, size_t size)
{
	(void)mbedtls_sha256_ret(bytes, size, digest, 0);
}
