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

/* The sums of the bytes of the file, complete after the end.  The caller chooses the sums
   before the first byte. */
struct session_sums {
	struct digest digest;
	struct md5_ctx md5_state;
	uint8_t sha256[SHA256_DIGEST_SIZE];
	uint8_t md5[MD5_DIGEST_SIZE];
	bool sha256_wanted, md5_wanted;
};

/*
 * The bytes of the file.  `head` holds the first bytes until it is `known` whether the
 * file is compressed.  A decoder reads a compressed file; without a decoder, `unread` is
 * the kind of compression.
 */
struct session_input {
	uint64_t size;     /* that count: up to the limit */
	uint64_t expected; /* bytes of the file, if that is known; or 0 */
	struct window head;
	const struct compression *unread; /* no decoder for it; or NULL */
	bool known;
	bool limit_hit; /* the rest was left out */
};

/* The decoded bytes, before a transfer as text is undone. */
struct session_arrival {
	uint64_t bytes;
	bool limit_hit; /* the rest was left out */
};

/* The detection of the format.  The window holds the first bytes until the format is
   `known`. */
struct session_content {
	/* The number of zero bytes at the start of a file of no format; the window begins
	   after them. */
	uint64_t zeros;
	bool odd; /* of no format: more of the first bytes are looked at */
	bool known;
};

/* The reading of the format.  The window has the bytes that the format did not consume;
   with `done` it is empty. */
struct session_reading {
	struct window window;
	bool done;      /* the format reads no more: the rest is its tail */
	bool no_memory; /* the format asked for some */
};

/* The first bytes after the end of the recording. */
struct session_tail {
	size_t n;
	uint8_t head[FORMAT_HEAD_BYTES];
};

struct session {
	const struct dfk_allocator *allocator;
	struct report report;
	struct limits limits;
	struct tap tap;
	struct given given;

	struct session_sums sums;
	struct session_input input;
	struct decompress *decompress; /* NULL: not compressed, or unread */
	struct session_arrival arrival;
	struct text_mode text;
	uint64_t decoded_size; /* after that */

	struct session_content content;
	const struct format *format;
	void *state;
	struct session_reading reading;
	struct session_tail tail;

	bool released; /* what the state held is given back */
	bool closed;   /* session_finish() was called */
	bool stopped;  /* session_stop() was: the file goes on */
	enum dfk_status status; /* latched */
};

/* format: forced, or NULL.  The allocator must outlive the session. */
void session_open(struct session *s, const struct dfk_allocator *allocator,
		  const struct format *format);
enum dfk_status session_feed(struct session *s, struct span bytes);
enum dfk_status session_finish(struct session *s);

/* Instead of session_finish(), before the file ends: there are no findings about its
   end. */
enum dfk_status session_stop(struct session *s);
void session_close(struct session *s);

/* The verdict, also before the end: a verdict other than DFK_VALID never becomes
   DFK_VALID. */
enum dfk_verdict session_verdict(const struct session *s);

/* Bytes at the end of a compressed file that could not be decoded. */
uint64_t session_undecoded(const struct session *s);

/* After the end: are there bytes after the compressed streams?  Zero bytes count only if
   the recording before them is not whole. */
bool session_has_rest(const struct session *s);

/* Does the end of the file cut a compressed stream?  Then the number of missing bytes is
   not known. */
bool session_stops_early(const struct session *s);

/* Did a compressed file have bytes that cannot be decoded?  Or was a transfer as text
   undone although some bytes contradict it? */
bool session_lost_bytes(const struct session *s);

/* The kind of bytes that the offsets of records and edits count. */
static inline enum dfk_space
session_space(const struct session *s)
{
	return s->decompress || s->text.times ? DFK_SPACE_DECODED
					      : DFK_SPACE_FILE;
}

#endif
