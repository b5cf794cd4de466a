/* SPDX-License-Identifier: MIT */
/* inside.c - is there a tick marker in what a chunk would take in?  (TW-13) */
#include "validator/twdemo/stream.h"

/* After the steps here, which are markers of one byte; or one byte later. */
static struct cursor
after_steps(const struct twdemo *d, const struct cursor *at)
{
	struct cursor next = *at, ahead = *at;

	cur_u8(&next);
	for (;;) {
		const struct twdemo_chunk chunk = twdemo_read_chunk(
			&ahead, d->header.version);

		if (!cur_ok(&ahead) || chunk.type != TWDEMO_TICK ||
		    chunk.absolute || chunk.keyframe || chunk.padded)
			return next;
		next = ahead;
	}
}

/* The first chunk there that is no marker: may a writer have made it?  The end of a
   payload often is one of a message, but seldom of one that games make. */
static bool
may_begin(struct twdemo *d, struct cursor at)
{
	struct twdemo_chunk chunk;
	struct span coded;

	do
		chunk = twdemo_read_chunk(&at, d->header.version);
	while (cur_ok(&at) && chunk.type == TWDEMO_TICK);
	coded = cur_bytes(&at, chunk.size);
	return !cur_ok(&at) || chunk.type != TWDEMO_MESSAGE ||
	       twdemo_is_payload(d, coded, TWDEMO_MESSAGE) ||
	       twdemo_is_new_message(d, TWDEMO_MESSAGE);
}

enum twdemo_proof
twdemo_holds_no_marker(struct twdemo *d, struct cursor at, uint64_t bytes,
		       bool closed)
{
	const uint64_t end = cur_tell(&at) + bytes;

	while (cur_tell(&at) < end) {
		const struct cursor here = at;
		enum twdemo_proof proof;

		if (!(cur_u8(&at) & TWDEMO_MARKER_BIT))
			continue;
		proof = twdemo_probe_chain(d, &here, closed, TWDEMO_CHAIN);
		if (proof == TWDEMO_MORE)
			return proof;
		if (proof == TWDEMO_YES && may_begin(d, here))
			return TWDEMO_NO;
		/* What follows a run of steps is the same for each of them. */
		at = after_steps(d, &here);
	}
	return TWDEMO_YES;
}
