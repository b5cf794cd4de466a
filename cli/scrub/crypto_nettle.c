/* SPDX-License-Identifier: MIT */
/* crypto_nettle.c - base64 and SHA-256 of nettle */
#include <nettle/base64.h>
#include <nettle/sha2.h>

#include "cli/scrub/crypto.h"

void
scrub_base64(char *text, const void *bytes, size_t size)
{
	base64_encode_raw(text, size, bytes);
	text[BASE64_ENCODE_RAW_LENGTH(size)] = '\0';
}

void
scrub_sha256(unsigned char digest[SCRUB_SHA256], const void *bytes, size_t size)
{
	struct sha256_ctx hash;

	sha256_init(&hash);
	sha256_update(&hash, size, bytes);
	sha256_digest(&hash, SCRUB_SHA256, digest);
}
