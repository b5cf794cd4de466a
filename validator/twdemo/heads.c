/* SPDX-License-Identifier: MIT */
/* heads.c - a chunk whose head reads as a tick marker, or a marker whose form is
   another (TW-13.2) */
#include "validator/twdemo/stream.h"

/* A marker as no writer makes it, or where none does.  All others are taken for what
   they are: each would cost a probe. */
static bool
is_odd_marker(const struct twdemo *d, const struct twdemo_chunk *marker)
{
	return marker->padded || marker->keyframe > marker->absolute ||
	       d->group.empty;
}

/* The first byte that a writer may have made, if the bit that says whether the tick is
   in full is wrong; 0: none. */
static uint8_t
other_first(const struct twdemo *d, const struct twdemo_chunk *marker)
{
	if (marker->padded && !marker->keyframe)
		return marker->first | TWDEMO_INLINE_BIT;
	if (marker->keyframe <= marker->absolute)
		return 0;
	/* A keyframe with a step.  Up to version 4, a step of 0 says it. */
	if (d->header.version <= 4 &&
	    (marker->ticks & (marker->ticks - 1)) == 0)
		return TWDEMO_KEYFRAME_BYTE;
	return marker->ticks == 0 ? TWDEMO_KEYFRAME_BYTE : 0;
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

/* The marker is this chunk, as a repair writes it. */
static void
take_chunk(struct twdemo *d, struct twdemo_chunk *marker,
	   struct twdemo_chunk *chunk, struct span coded)
{
	twdemo_report_head(d, marker, chunk);
	twdemo_read_mended(d, chunk, coded);
	*marker = *chunk;
}

/* What the marker may be instead. */
struct other_chunk {
	bool may_be; /* by its last bytes */
	struct twdemo_chunk chunk;
	struct span coded;
	struct cursor next; /* after it */
};

static __attribute__((noinline)) enum twdemo_proof
try_other(struct twdemo *d, const struct cursor *in,
	  struct twdemo_chunk *marker, struct cursor *after, bool closed,
	  struct other_chunk *other)
{
	const uint8_t first = other_first(d, marker);
	struct twdemo_chunk form;
	struct cursor next = *in;
	enum twdemo_proof may_form = TWDEMO_NO, proof;

	if (first)
		may_form = twdemo_other_form(d, &next, first, closed, &form);
	if (may_form == TWDEMO_MORE)
		return TWDEMO_MORE;
	if (!other->may_be && may_form == TWDEMO_NO)
		return TWDEMO_NO;
	proof = twdemo_probe_chain(d, after, closed, TWDEMO_CHAIN);
	if (proof != TWDEMO_NO)
		return proof == TWDEMO_MORE ? proof : TWDEMO_NO;
	proof = try_head(d, &other->chunk, other->coded, &other->next, closed);
	if (proof == TWDEMO_YES)
		take_chunk(d, marker, &other->chunk, other->coded);
	if (proof != TWDEMO_NO || may_form == TWDEMO_NO)
		return proof;
	proof = twdemo_mend_form(d, &form, &next, closed, marker);
	if (proof != TWDEMO_YES)
		return proof;
	*after = next;
	return TWDEMO_NO;
}

enum twdemo_proof
twdemo_mend_head(struct twdemo *d, const struct cursor *in,
		 struct twdemo_chunk *marker, struct cursor *after, bool closed)
{
	struct cursor next = *in;
	struct twdemo_chunk chunk;
	struct span coded;
	bool may_be;

	if (!is_odd_marker(d, marker))
		return TWDEMO_NO;
	chunk = twdemo_read_data_head(&next);
	coded = cur_bytes(&next, chunk.size);
	/* What is tried, and counts, must not depend on how much is there already. */
	if (!cur_ok(&next) && !closed)
		return TWDEMO_MORE;
	/* There may be one in each byte: most are known to be none at a glance. */
	may_be = !cur_ok(&next) || huffman_may_be(coded);
	if (!may_be && other_first(d, marker) == 0)
		return TWDEMO_NO;
	return try_other(d, in, marker, after, closed,
			 &(struct other_chunk){ may_be, chunk, coded, next });
}
