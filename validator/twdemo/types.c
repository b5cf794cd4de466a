/* SPDX-License-Identifier: MIT */
/*
 * types.c - a chunk that cannot be read, as one bit of its first byte is wrong: it is
 * a tick marker, or has another type (TW-13.2)
 *
 *   writer   a2 | 6b ...        a tick marker, and a delta
 *   file     22   6b ...        a snapshot of two bytes
 */
#include "validator/twdemo/stream.h"

static const char *
name_of(enum twdemo_type type)
{
	static const char *const names[] = {
		[TWDEMO_UNKNOWN] = "a chunk of type 0",
		[TWDEMO_SNAPSHOT] = "a snapshot",
		[TWDEMO_MESSAGE] = "a message",
		[TWDEMO_DELTA] = "a delta",
		[TWDEMO_TICK] = "a tick marker",
	};

	return AT(names, type);
}

void
twdemo_report_head(struct twdemo *d, const struct twdemo_chunk *chunk,
		   const struct twdemo_chunk *mended)
{
	const uint8_t byte[1] = { mended->first };

	report(d->report, RULE_twdemo_chunk_head,
	       &(struct site){ .off = chunk->off,
			       .len = 1,
			       .fix = fix_replace(chunk->off, 1,
						  (struct span){ byte, 1 }) },
	       "0x%02x, %s" WANTED "0x%02x, %s", chunk->first,
	       name_of(chunk->type), mended->first, name_of(mended->type));
	if (!report_mended(d->report))
		twdemo_keep_shifted(d, chunk->off);
}

/* ----------------------------------------------------------------- markers */

/* A keyframe, and no snapshot? */
static bool
lacks_snapshot(const struct twdemo *d, const struct twdemo_chunk *marker,
	       struct cursor after)
{
	return marker->keyframe &&
	       twdemo_read_chunk(&after, d->header.version).type !=
		       TWDEMO_SNAPSHOT;
}

enum twdemo_proof
twdemo_mend_marker(struct twdemo *d, struct cursor *in,
		   const struct twdemo_chunk *chunk, bool closed)
{
	struct twdemo_trail trail = { .tick = d->tick };
	struct cursor after = *in;
	struct twdemo_chunk marker;
	enum twdemo_proof proof;

	cur_u8(&after);
	marker = twdemo_read_marker(chunk->off,
				    chunk->first | TWDEMO_MARKER_BIT, &after,
				    d->header.version);
	if (!cur_ok(&after))
		return closed ? TWDEMO_NO : TWDEMO_MORE;
	/* Up to version 4, one in full that is no keyframe may lack its tick. */
	if (!twdemo_next_marker(&trail, &marker) ||
	    (d->header.version <= 4 && marker.absolute > marker.keyframe) ||
	    lacks_snapshot(d, &marker, after))
		return TWDEMO_NO;
	proof = twdemo_probe_after(d, &after, closed, trail.tick);
	if (proof != TWDEMO_YES)
		return proof;
	twdemo_report_head(d, chunk, &marker);
	/* Whether the tick may be depends on the last one in full. */
	d->anchor.used = true;
	twdemo_take_marker(d, in, &marker, &after, closed);
	return proof;
}

/* ------------------------------------------------------------------- types */

/* The payload; NULL: a writer would not write it so. */
static struct twdemo_payload *
read_payload(struct twdemo *d, const struct twdemo_chunk *chunk,
	     struct span coded)
{
	if (chunk->type == TWDEMO_UNKNOWN)
		return twdemo_try_payload(d, coded) ? &d->tried : NULL;
	return twdemo_is_strict(&d->payload) ? &d->payload : NULL;
}

/* With that bit changed, is it a chunk of another type?  A message must be one that
   games make, as others say nothing; a snapshot is where one is missing. */
static bool
is_with(struct twdemo *d, const struct twdemo_chunk *chunk,
	struct twdemo_payload *payload, uint8_t bit, struct twdemo_chunk *other)
{
	const uint8_t first = chunk->first ^ bit;
	const enum twdemo_type type = (enum twdemo_type)(first >> 5 & 3);

	if ((type == TWDEMO_SNAPSHOT && !d->group.empty) ||
	    !twdemo_is_made(d, payload, type))
		return false;
	*other = *chunk;
	other->type = type;
	other->first = first;
	return true;
}

enum twdemo_proof
twdemo_mend_type(struct twdemo *d, const struct cursor *in,
		 struct twdemo_chunk *chunk, bool closed)
{
	struct twdemo_payload *payload;
	struct cursor at = *in;
	struct twdemo_chunk other;
	struct span coded;
	enum twdemo_proof proof;

	/* Of a message, nothing says that it is none. */
	if (chunk->type == TWDEMO_MESSAGE || chunk->long_form)
		return TWDEMO_NO;
	cur_bytes(&at, chunk->head);
	coded = cur_bytes(&at, chunk->size);
	payload = read_payload(d, chunk, coded);
	if (!payload || is_with(d, chunk, payload, 0x20, &other) ==
				is_with(d, chunk, payload, 0x40, &other))
		return TWDEMO_NO;
	proof = twdemo_probe_chain(d, &at, closed, TWDEMO_CHAIN);
	if (proof != TWDEMO_YES)
		return proof;
	twdemo_report_head(d, chunk, &other);
	twdemo_read_mended(d, &other, coded);
	*chunk = other;
	return proof;
}
