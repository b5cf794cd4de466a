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

/* What a delta begins with: numbers of keys and updates, and 0.  Most messages do not,
   and each tick has its delta before them. */
static bool
may_be_delta(const struct twdemo *d, const struct twdemo_chunk *chunk)
{
	const struct ints *in = &d->payload.ints;

	return d->based && d->group.any && d->group.snapshots == 0 &&
	       !d->group.empty && !chunk->long_form && !d->payload.padded &&
	       !d->payload.odd_ints && in->n > SNAPSHOT_DELTA_HEAD_INTS &&
	       AT(in->at, 0) >= 0 && AT(in->at, 1) >= 0 && AT(in->at, 2) == 0;
}

/* Is it a message as games make them?  Any ints would do for one that ends in a list of
   ints: that shows nothing. */
static bool
is_message(const struct twdemo_message *m)
{
	return (twdemo_message_fits(m) && !strchr(m->row->letters, '+')) ||
	       twdemo_message_is_new(m);
}

void
twdemo_check_type(struct twdemo *d, const struct twdemo_chunk *chunk)
{
	const uint8_t size = chunk->first & 0x1f;

	/* Mods may have messages of their own, without a UUID: nothing of such a
	   delta may be odd. */
	if (!may_be_delta(d, chunk) || is_message(&d->message) ||
	    !twdemo_fits_state(d, !d->message.extended))
		return;
	/* No more than a warning: where a repair drops something before it, it may
	   fit a snapshot in the output that it did not fit here. */
	report(d->report, RULE_twdemo_chunk_head,
	       &(struct site){
		       .off = chunk->off, .len = 1, .at_most = DFK_WARNING },
	       "0x%02x, a message as no game makes it" WANTED "0x%02x, a delta",
	       chunk->first, (unsigned)(TWDEMO_DELTA << 5) | size);
}
