/* SPDX-License-Identifier: MIT */
/* heads.c - a chunk whose head reads as a tick marker, or as another chunk (TW-13.2) */
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

/* The first byte should be another one: the chunk is one of *chunk's type. */
static void
report_head(struct twdemo *d, const struct twdemo_chunk *chunk, uint8_t first,
	    const char *found, const char *expected)
{
	const uint8_t byte[1] = { first };
	const struct site site = {
		.off = chunk->off,
		.len = 1,
		.fix = fix_replace(chunk->off, 1, (struct span){ byte, 1 }),
	};

	report(d->report, RULE_twdemo_chunk_head, &site,
	       "0x%02x, %s" WANTED "0x%02x, %s", chunk->first, found, first,
	       expected);
	if (!report_mended(d->report))
		twdemo_keep_shifted(d, chunk->off);
}

enum twdemo_proof
twdemo_mend_head(struct twdemo *d, const struct cursor *in,
		 struct twdemo_chunk *marker, const struct cursor *after,
		 bool closed)
{
	struct cursor next = *in;
	struct twdemo_chunk chunk;
	struct span coded;
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
	report_head(d, marker, chunk.first,
		    "a tick marker as no writer makes it", "a chunk");
	twdemo_read_mended(d, &chunk, coded);
	*marker = chunk;
	return TWDEMO_YES;
}
