/* SPDX-License-Identifier: MIT */
/*
 * session.h - turns bytes into findings: decompression, detection, window
 *
 *   bytes -> digest -> [decompress] -> [transfer] -> window -> format -> findings
 *
 * The window holds the bytes that the format has not consumed.  The window grows only as
 * far as one record or header needs.  A size that the file declares never makes the
 * window grow.
 */
#ifndef VALIDATOR_CORE_SESSION_H
#define VALIDATOR_CORE_SESSION_H

#include "validator/core/decompress.h"
#include "validator/core/digest.h"
#include "validator/core/format.h"
#include "validator/core/text_mode.h"

/* The digests of the bytes of the file, which are complete after the end.  The caller
   chooses the digests before the first byte. */
struct session_sums {
	struct digest digest;
	struct digest_md5 md5_state;
	uint8_t sha256[SHA256_BYTES];
	uint8_t md5[MD5_BYTES];
	bool sha256_wanted, md5_wanted;
};

/*
 * The bytes of the file.  `head` holds the first bytes until they show whether the file
 * is compressed, which sets `known`.  A decoder reads a compressed file.  Without a
 * decoder, `unread` is the kind of compression.
 */
struct session_input {
	uint64_t size;     /* number of bytes that count, up to the limit */
	uint64_t expected; /* size of the file in bytes, or 0 if not known */
	struct window head;
	const struct compression *unread; /* a compression without a decoder,
	                                     or NULL */
	bool known;
	bool limit_hit; /* the limit was reached, and the rest was left out */
};

/* The decoded bytes, before a transfer as text is undone. */
struct session_arrival {
	uint64_t bytes;
	bool limit_hit; /* the limit was reached, and the rest was left out */
};

/* The detection of the format.  The window holds the first bytes until the format is
   `known`. */
struct session_content {
	/* The number of zero bytes at the start of a file of no format.  The window
	   begins after these bytes. */
	uint64_t zeros;
	bool odd; /* the file has no format so far, so more of its first
	             bytes are examined */
	bool known;
};

/* The state of reading.  The window has the bytes that the format did not consume.  With
   `done` the window is empty. */
struct session_reading {
	struct window window;
	bool done;      /* the format reads no more, and the rest is its tail */
	bool no_memory; /* there was no memory for the format */
};

/* The first bytes behind the end of the recording. */
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
	struct decompress *decompress; /* NULL: not compressed, or without a
	                                  decoder */
	struct session_arrival arrival;
	struct text_mode text;
	uint64_t decoded_size; /* number of bytes after decompression and
	                          after the transfer is undone */

	struct session_content content;
	const struct format *format;
	void *state;
	struct session_reading reading;
	struct session_tail tail;

	bool released; /* the memory of the state is freed */
	bool closed;   /* session_finish() was called */
	bool stopped;  /* session_stop() was called, so the file continues */
	enum dfk_status status; /* the first failure, or DFK_OK */
};

/* Opens a session.  `format` is a forced format, or NULL.  The allocator must live
   longer than the session. */
void session_open(struct session *s, const struct dfk_allocator *allocator,
		  const struct format *format);
enum dfk_status session_feed(struct session *s, struct span bytes);

/* Does a part of session_feed(), which decodes at most one buffer of a decoder.  Removes
   the bytes that were read from `bytes`. *more: the rest of `bytes`, or decoded bytes
   that the decoder holds, must be read by a further call. */
enum dfk_status session_feed_part(struct session *s, struct span *bytes,
				  bool *more);
enum dfk_status session_finish(struct session *s);

/* Ends the session before the end of the file.  Call this instead of session_finish().
   There are no findings about the end of the file. */
enum dfk_status session_stop(struct session *s);
void session_close(struct session *s);

/* Returns the verdict, also before the end.  A verdict other than DFK_VALID never
   becomes DFK_VALID. */
enum dfk_verdict session_verdict(const struct session *s);

/* Returns the number of bytes at the end of a compressed file that could not be
   decoded. */
uint64_t session_undecoded(const struct session *s);

/* Are there bytes after the compressed streams?  Zero bytes count only if the recording
   before them is not whole.  Call this after the end. */
bool session_has_rest(const struct session *s);

/* Does the end of the file cut a compressed stream?  Then the number of missing bytes is
   not known. */
bool session_stops_early(const struct session *s);

/* Did a compressed file have bytes that cannot be decoded?  Or was a transfer as text
   undone although some bytes contradict it? */
bool session_lost_bytes(const struct session *s);

/* Returns which bytes the offsets of records and edits count. */
static inline enum dfk_space
session_space(const struct session *s)
{
	return s->decompress || s->text.times ? DFK_SPACE_DECODED
					      : DFK_SPACE_FILE;
}

#endif
