/* SPDX-License-Identifier: MIT */
/*
 * payload.h - the payload of a chunk: Huffman code over variable-width ints
 * (TW-6.2)
 */
#ifndef VALIDATOR_TWDEMO_PAYLOAD_H
#define VALIDATOR_TWDEMO_PAYLOAD_H

#include "validator/core/huffman.h"
#include "validator/core/ints.h"
#include "validator/core/report.h"
#include "validator/twdemo/chunk.h"

enum {
	TWDEMO_MAX_PACKED = 65536, /* decoded, but still packed ints */
	/* A payload of that size, and a head. */
	TWDEMO_MAX_CHUNK = TWDEMO_MAX_SIZE + TWDEMO_HEAD_BYTES,
};

enum twdemo_problem {
	TWDEMO_FINE,
	TWDEMO_NO_END,      /* the end symbol is missing */
	TWDEMO_AFTER_END,   /* bytes follow the end symbol */
	TWDEMO_TOO_LONG,    /* more than TWDEMO_MAX_PACKED bytes */
	TWDEMO_HALF_INT,    /* it ends inside an int */
	TWDEMO_MANY_INTS,   /* more than INTS_MAX */
};

struct twdemo_payload {
	enum twdemo_problem problem;
	bool padded;   /* bits after the end symbol are not zero */
	bool zero;     /* the byte of 0 of older writers follows it */
	bool odd_ints; /* not all of them have their shortest form */
	uint32_t first_odd;
	size_t used; /* bytes up to the end symbol */
	/* the ints in it: in `decoded`, or where they were decoded */
	struct span packed;
	struct ints ints;
	uint8_t decoded[TWDEMO_MAX_PACKED];
	uint8_t bytes[4 * INTS_MAX]; /* of a message: the ints, low byte first */
};

/* Is it written as a writer does?  What its ints mean is another question. */
static inline bool
twdemo_is_strict(const struct twdemo_payload *p)
{
	return p->problem == TWDEMO_FINE && !p->padded && !p->odd_ints;
}

/* Decodes; false: it is not strict. */
bool twdemo_unpack(struct span coded, struct twdemo_payload *payload);

/* The same where the code was decoded to these bytes, which stay as long as the
   payload is needed. */
bool twdemo_unpack_decoded(struct span coded, struct span bytes,
			   const struct huffman_decoded *decoded,
			   struct twdemo_payload *payload);

/* With a problem: the rule for it. */
enum rule_id twdemo_problem_rule(enum twdemo_problem problem);

/* The ints as bytes, for messages; as long as the ints are there. */
struct span twdemo_bytes(struct twdemo_payload *payload);

/*
 * A whole chunk of that type with these ints, in the form of writers before
 * DDNet 20.0; `scratch` is used.  Returns its length, 0: it does not fit.
 */
enum { TWDEMO_CHUNK_ROOM = TWDEMO_MAX_CHUNK };
size_t twdemo_pack(enum twdemo_type type, const struct ints *ints,
		   struct twdemo_payload *scratch,
		   uint8_t out[TWDEMO_CHUNK_ROOM]);

#endif
