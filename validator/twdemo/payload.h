/* SPDX-License-Identifier: MIT */
/*
 * payload.h - decodes the payload of a chunk: Huffman code over variable-width ints
 * (TW-6.2)
 */
#ifndef VALIDATOR_TWDEMO_PAYLOAD_H
#define VALIDATOR_TWDEMO_PAYLOAD_H

#include "validator/core/huffman.h"
#include "validator/core/ints.h"
#include "validator/core/report.h"
#include "validator/twdemo/chunk.h"

enum {
	TWDEMO_MAX_PACKED = 65536, /* after the Huffman code, before the
	                              packed ints */
	/* The longest payload with its head. */
	TWDEMO_MAX_CHUNK = TWDEMO_MAX_SIZE + TWDEMO_HEAD_BYTES,
};

enum twdemo_problem {
	TWDEMO_FINE,
	TWDEMO_NO_END,      /* the end symbol is missing */
	TWDEMO_AFTER_END,   /* bytes follow the end symbol */
	TWDEMO_TOO_LONG,    /* more than TWDEMO_MAX_PACKED bytes */
	TWDEMO_HALF_INT,    /* the payload ends inside an int */
	TWDEMO_MANY_INTS,   /* more than INTS_MAX ints */
};

struct twdemo_payload {
	enum twdemo_problem problem;
	bool padded;   /* bits after the end symbol are not zero */
	bool zero;     /* the zero byte of older writers follows the end symbol */
	bool odd_ints; /* an int is not in its shortest form */
	uint32_t first_odd;
	size_t used; /* bytes up to the end symbol */
	/* The packed ints, in `decoded` or in the buffer of the caller. */
	struct span packed;
	struct ints ints;
	uint8_t decoded[TWDEMO_MAX_PACKED];
	uint8_t bytes[4 * INTS_MAX]; /* the ints of a message, low byte first */
};

/* Is the coding of the payload the coding of a writer?  The values of the ints do not
   matter. */
static inline bool
twdemo_is_strict(const struct twdemo_payload *p)
{
	return p->problem == TWDEMO_FINE && !p->padded && !p->odd_ints;
}

/* Decodes a payload.  False: twdemo_is_strict() is false for the payload. */
bool twdemo_unpack(struct span coded, struct twdemo_payload *payload);

/* Does the same as twdemo_unpack() after the Huffman code was decoded to `bytes`.  The
   bytes must be valid as long as the payload is used. */
bool twdemo_unpack_decoded(struct span coded, struct span bytes,
			   const struct huffman_decoded *decoded,
			   struct twdemo_payload *payload);

/* Returns the rule of a problem that is not TWDEMO_FINE. */
enum rule_id twdemo_problem_rule(enum twdemo_problem problem);

/* Returns the ints of a message as bytes, low byte first.  The bytes are valid until the
   payload changes. */
struct span twdemo_bytes(struct twdemo_payload *payload);

/*
 * Writes a whole chunk of this type with these ints, in the form of writers before DDNet
 * 20.0.  Overwrites `scratch`.  Returns the length in bytes; 0: the chunk would be too
 * long.
 */
enum { TWDEMO_CHUNK_ROOM = TWDEMO_MAX_CHUNK };
size_t twdemo_pack(enum twdemo_type type, const struct ints *ints,
		   struct twdemo_payload *scratch,
		   uint8_t out[TWDEMO_CHUNK_ROOM]);

#endif
