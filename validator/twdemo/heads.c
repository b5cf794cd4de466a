/* SPDX-License-Identifier: MIT */
/* heads.c - a chunk whose head reads as a tick marker (TW-13.2) */
#include "validator/twdemo/stream.h"

/* A marker as no writer makes it, or where none does.  All others are taken for what they are: each
   would cost a probe. */
static bool
is_odd_marker(const struct twdemo *d, const struct twdemo_chunk *marker)
{
	return marker->padded || marker->keyframe > marker->absolute ||
	       d->group.empty;
}

/* YES: with another highest bit it is this chunk, and strict ones follow it. */
static enum twdemo_proof
try_head(struct twdemo *d, const struct twdemo_chunk *chunk, struct span coded,
	 const struct cursor *next, bool closed)
{
	if (!cur_ok(next) || chunk->long_form ||
	    !twdemo_may_try(d, chunk->head) ||
	    !twdemo_is_payload(d, coded, chunk->type))
		return TWDEMO_NO;
	return twdemo_probe_chain(d, next, closed, TWDEMO_CHAIN);
}

enum twdemo_proof
twdemo_mend_head(struct twdemo *d, const struct cursor *in,
		 struct twdemo_chunk *marker, const struct cursor *after,
		 bool closed)
{
	struct cursor next = *in;
	struct twdemo_chunk chunk;
	struct span coded;
	uint8_t byte[1];
	enum twdemo_proof proof;

	if (!is_odd_marker(d, marker))
		return TWDEMO_NO;
	chunk = twdemo_read_data_head(&next);
	coded = cur_bytes(&next, chunk.size);
	/* What is tried, and counts, must not depend on how much is there already. */
	if (!cur_ok(&next) && !closed)
		return TWDEMO_MORE;
	/* There may be one in each byte: most are known to be none at a glance. */
	if (cur_ok(&next) && !huffman_may_be(coded))
		return TWDEMO_NO;
	proof = twdemo_probe_chain(d, after, closed, TWDEMO_CHAIN);
	if (proof != TWDEMO_NO)
		return proof == TWDEMO_MORE ? proof : TWDEMO_NO;
	proof = try_head(d, &chunk, coded, &next, closed);
	if (proof != TWDEMO_YES)
		return proof;
	AT(byte, 0) = chunk.first;
	report(d->report, RULE_twdemo_chunk_head,
	       &(struct site){ .off = chunk.off,
			       .len = 1,
			       .fix = fix_replace(chunk.off, 1,
						  (struct span){ byte, 1 }) },
	       "0x%02x, a tick marker as no writer makes it" WANTED
	       "0x%02x, a chunk",
	       marker->first, chunk.first);
	if (!report_mended(d->report))
		twdemo_keep_shifted(d, chunk.off);
	twdemo_read_mended(d, &chunk, coded);
	*marker = chunk;
	return TWDEMO_YES;
}
