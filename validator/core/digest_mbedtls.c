/* SPDX-License-Identifier: MIT */
/* digest_mbedtls.c - replaces digest_nettle.c: computes SHA-256 and MD5 with mbedTLS */
#include <mbedtls/md5.h>
#include <mbedtls/sha256.h>

#include "validator/core/digest.h"

_Static_assert(sizeof(mbedtls_sha256_context) <= sizeof(struct digest),
	       "struct digest has no room for the state");
_Static_assert(sizeof(mbedtls_md5_context) <= sizeof(struct digest_md5),
	       "struct digest_md5 has no room for the state");

/* The functions of mbedTLS return errors only of hardware that computes. */

static mbedtls_sha256_context *
sha256_of(struct digest *d)
{
	return (void *)d->state;
}

static mbedtls_md5_context *
md5_of(struct digest_md5 *d)
{
	return (void *)d->state;
}

void
digest_open(struct digest *d)
{
	mbedtls_sha256_init(sha256_of(d));
	(void)mbedtls_sha256_starts_ret(sha256_of(d), 0);
}

void
digest_feed(struct digest *d, struct span bytes)
{
	if (bytes.len)
		(void)mbedtls_sha256_update_ret(sha256_of(d), bytes.ptr,
						bytes.len);
}

void
digest_close(struct digest *d, uint8_t out[SHA256_BYTES])
{
	(void)mbedtls_sha256_finish_ret(sha256_of(d), out);
}

void
digest_md5_open(struct digest_md5 *d)
{
	mbedtls_md5_init(md5_of(d));
	(void)mbedtls_md5_starts_ret(md5_of(d));
}

void
digest_md5_feed(struct digest_md5 *d, struct span bytes)
{
	if (bytes.len)
		(void)mbedtls_md5_update_ret(md5_of(d), bytes.ptr, bytes.len);
}

void
digest_md5_close(struct digest_md5 *d, uint8_t out[MD5_BYTES])
{
	(void)mbedtls_md5_finish_ret(md5_of(d), out);
}
