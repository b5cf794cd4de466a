/* SPDX-License-Identifier: MIT */
/* digest_nettle.c - computes SHA-256 and MD5 with nettle */
#include <nettle/md5.h>
#include <nettle/sha2.h>

#include "validator/core/digest.h"
#include "validator/core/foreign.h"

_Static_assert(sizeof(struct sha256_ctx) <= sizeof(struct digest),
	       "struct digest has no room for the state");
_Static_assert(sizeof(struct md5_ctx) <= sizeof(struct digest_md5),
	       "struct digest_md5 has no room for the state");

static struct sha256_ctx *
sha256_of(struct digest *d)
{
	return (void *)d->state;
}

static struct md5_ctx *
md5_of(struct digest_md5 *d)
{
	return (void *)d->state;
}

void
digest_open(struct digest *d)
{
	sha256_init(sha256_of(d));
}

void
digest_feed(struct digest *d, struct span bytes)
{
	if (bytes.len)
		sha256_update(sha256_of(d), bytes.len, bytes.ptr);
}

void
digest_close(struct digest *d, uint8_t out[SHA256_BYTES])
{
	sha256_digest(sha256_of(d), SHA256_BYTES, out);
	FOREIGN_WROTE(out, SHA256_BYTES);
}

void
digest_md5_open(struct digest_md5 *d)
{
	md5_init(md5_of(d));
}

void
digest_md5_feed(struct digest_md5 *d, struct span bytes)
{
	if (bytes.len)
		md5_update(md5_of(d), bytes.len, bytes.ptr);
}

void
digest_md5_close(struct digest_md5 *d, uint8_t out[MD5_BYTES])
{
	md5_digest(md5_of(d), MD5_BYTES, out);
	FOREIGN_WROTE(out, MD5_BYTES);
}
