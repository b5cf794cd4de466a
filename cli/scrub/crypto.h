/* SPDX-License-Identifier: MIT */
/*
 * crypto.h - base64 and SHA-256 for the forms that scrub prints
 *
 * crypto_nettle.c or crypto_mbedtls.c does the work: the build decides.
 */
#ifndef CLI_SCRUB_CRYPTO_H
#define CLI_SCRUB_CRYPTO_H

#include <stddef.h>

enum { SCRUB_SHA256 = 32 };

/* The room for so many bytes in base64, with the zero at the end. */
#define SCRUB_BASE64(bytes) (((bytes) + 2) / 3 * 4 + 1)

/* Writes bytes in base64, and a zero.  `text` has room for SCRUB_BASE64(size). */
void scrub_base64(char *text, const void *bytes, size_t size);

void scrub_sha256(unsigned char digest[SCRUB_SHA256], const void *bytes,
		  size_t size);

#endif
