/* SPDX-License-Identifier: MIT */
/*
 * session.h - from pushed bytes to findings: detection, decompression, window
 *
 *   bytes -> digest -> [decompress] -> [transfer] -> window -> format -> findings
 *
 * The window holds what the format has not consumed.  It grows only as far as
 * one record or header asks for, never by a size that the file declares.
 */
#ifndef VALIDATOR_CORE_SESSION_H
#define VALIDATOR_CORE_SESSION_H

#include "validator/core/decompress.h"
#include "validator/core/digest.h"
#include "validator/core/format.h"
#include "validator/core/text_mode.h"

struct session {
	const struct dfk_allocator *allocator;
	struct report report;
	struct limits limits;
	struct tap tap;
	struct given given;
	bool hash, hash_md5;
	uint64_t expected; /* bytes of the file, if that is known */

	struct digest digest;
	struct md5_ctx md5;
	uint64_t size, decoded_size;
	uint64_t arrived; /* bytes, decoded, some of which text_mode leaves out */
	struct text_mode text;
	struct decompress *decompress;    /* NULL: not compressed, or: */
	const struct compression *unread; /* it is, but cannot be decoded */
	struct window raw_head;           /* until it is known whether it is */
	bool raw_known, content_known;
	bool odd; /* of no format: more of the first bytes are looked at */
	uint64_t zeros; /* of no format, and it begins with so many zero bytes:
	                   the window begins after them */
	bool input_limit, decoded_limit;

	const struct format *format;
	void *state;
	bool released; /* what the state held is given back */
	struct window window;
	size_t n_tail; /* bytes of `tail` */
	bool done;      /* the format reads no more: the rest is its tail */
	bool no_memory; /* the format asked for some */
	bool closed;    /* session_finish() was called */
	bool stopped;   /* session_stop() was: the file goes on */
	enum dfk_status status; /* latched */
	uint8_t sha256[SHA256_DIGEST_SIZE];
	uint8_t md5_sum[MD5_DIGEST_SIZE];
	uint8_t tail[FORMAT_HEAD_BYTES]; /* its first bytes */
};

/* format: forced, or NULL.  The allocator must outlive the session. */
void session_open(struct session *s, const struct dfk_allocator *allocator,
		  const struct format *format);
enum dfk_status session_feed(struct session *s, struct span bytes);
enum dfk_status session_finish(struct session *s);

/* Instead of session_finish(), before the file ends: nothing is said of its end. */
enum dfk_status session_stop(struct session *s);
void session_close(struct session *s);

/* Also before the end: what is not DFK_VALID does not become it. */
enum dfk_verdict session_verdict(const struct session *s);

/* Bytes at the end of a compressed file that could not be decoded. */
uint64_t session_undecoded(const struct session *s);

/* After the end: are there bytes after the compressed streams?  Zeros count only if the
   recording is not whole without them. */
bool session_has_rest(const struct session *s);

/* Is it a compressed stream that the end of the file cuts?  Then nobody knows
   how much is missing. */
bool session_stops_early(const struct session *s);

/* Is there something in a compressed file, or was there, that nobody can read?  Or is
   a transfer as text undone, and not all bytes agree with it? */
bool session_lost_bytes(const struct session *s);

/* Which bytes the offsets of records and edits count. */
static inline enum dfk_space
session_space(const struct session *s)
{
	return s->decompress || s->text.times ? DFK_SPACE_DECODED
					      : DFK_SPACE_FILE;
}

#endif
