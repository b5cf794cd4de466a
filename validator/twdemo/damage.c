/* SPDX-License-Identifier: MIT */
/*
 * damage.c - a chunk that cannot be read (TW-13)
 *
 *   1. Its size is wrong: its payload ends earlier or later, and strict chunks
 *      follow there.
 *   2. Its payload is damaged: strict chunks follow where it ends.
 *   3. Else the place of the next chunk is not known, and is searched (search.c).
 */
#include <stdio.h>

#include "validator/twdemo/stream.h"

/* ------------------------------------------------------------------- size */

/* Is this the payload, up to `size` bytes?  Then the chunk is as it should be. */
static enum twdemo_proof
try_size(struct twdemo *d, struct cursor at, enum twdemo_type type,
	 uint32_t head, size_t size, bool closed)
{
	struct span coded;

	cur_bytes(&at, head);
	coded = cur_bytes(&at, size);
	if (!cur_ok(&at) || size > TWDEMO_MAX_SIZE ||
	    !twdemo_unpack(coded, &d->tried) ||
	    !twdemo_is_readable(d, &d->tried, type))
		return TWDEMO_NO;
	if (type == TWDEMO_MESSAGE) {
		twdemo_read_message(twdemo_bytes(&d->tried),
				    d->header.protocol, &d->message);
		if (!twdemo_message_known(&d->message))
			return TWDEMO_NO;
	}
	return twdemo_probe_chain(d, &at, closed, TWDEMO_CHAIN);
}

/* Of a chunk that is not whole: is nothing missing but the byte of 0 that old
   writers add?  Then its size is right. */
static bool
lacks_zero(struct twdemo *d, const struct cursor *in,
	   const struct twdemo_chunk *chunk)
{
	struct cursor at = *in;
	struct huffman_decoded decoded;

	cur_bytes(&at, chunk->head);
	decoded = huffman_decode(cur_rest(&at), d->tried.packed,
				 sizeof(d->tried.packed));
	return decoded.status == HUFFMAN_OK && decoded.used + 1 == chunk->size;
}

/* Where does a payload that begins `head` bytes after the chunk end? */
static enum twdemo_proof
find_size(struct twdemo *d, const struct cursor *in,
	  const struct twdemo_chunk *chunk, uint32_t head, bool closed,
	  uint32_t *size)
{
	struct cursor at = *in;
	struct huffman_decoded decoded;
	struct span coded;

	cur_bytes(&at, head);
	coded = span_head(cur_rest(&at), TWDEMO_MAX_SIZE);
	decoded = huffman_decode(coded, d->tried.packed,
				 sizeof(d->tried.packed));
	if (!twdemo_may_try(d, decoded.used))
		return TWDEMO_NO;
	if (decoded.status == HUFFMAN_OPEN && coded.len < TWDEMO_MAX_SIZE &&
	    !closed)
		return TWDEMO_MORE;
	if (decoded.status != HUFFMAN_OK)
		return TWDEMO_NO;
	/* Old writers add a byte of 0. */
	for (size_t more = 0; more < 2; more++) {
		const size_t n = decoded.used + more;
		enum twdemo_proof proof;

		if (head == chunk->head && n == chunk->size)
			continue;
		proof = try_size(d, *in, chunk->type, head, n, closed);
		*size = (uint32_t)n;
		if (proof != TWDEMO_NO)
			return proof;
	}
	return TWDEMO_NO;
}

static enum twdemo_proof
mend_size(struct twdemo *d, struct cursor *in, struct twdemo_chunk *chunk,
	  bool whole, bool closed)
{
	const struct twdemo_chunk declared = *chunk;
	uint8_t bytes[TWDEMO_HEAD_BYTES];

	if (chunk->type == TWDEMO_UNKNOWN || chunk->type == TWDEMO_TICK)
		return TWDEMO_NO;
	if (!whole && lacks_zero(d, in, chunk))
		return TWDEMO_NO;
	for (uint32_t head = 1; head <= TWDEMO_HEAD_BYTES; head++) {
		uint32_t size;
		const enum twdemo_proof proof = find_size(
			d, in, &declared, head, closed, &size);

		if (proof == TWDEMO_MORE)
			return proof;
		if (proof == TWDEMO_NO)
			continue;
		chunk->head = head;
		chunk->size = size;
		const uint32_t n = twdemo_write_head(chunk->type, size, bytes);
		struct site site = { .off = chunk->off,
				     .len = head,
				     .fix = fix_replace(
					     chunk->off, head,
					     (struct span){ bytes, n }) };

		/* Of two in a tick, the second one had a marker. */
		site.fix.lossy = chunk->type != TWDEMO_MESSAGE &&
				 d->group.snapshots;
		report(d->report, RULE_twdemo_chunk_size, &site,
		       "%u" WANTED "%u, where the payload ends", declared.size,
		       size);
		d->unread += !report_mended(d->report);
		return TWDEMO_YES;
	}
	return TWDEMO_NO;
}

/* The size was mended: now it is a chunk like any other. */
static void
take_mended(struct twdemo *d, struct cursor *in, struct twdemo_chunk *chunk)
{
	struct cursor at = *in;

	cur_bytes(&at, chunk->head);
	twdemo_unpack(cur_bytes(&at, chunk->size), &d->payload);
	chunk->long_form = false;
	if (chunk->type == TWDEMO_MESSAGE)
		twdemo_read_message(twdemo_bytes(&d->payload),
				    d->header.protocol, &d->message);
	else
		twdemo_try_state(d, chunk->type);
	twdemo_accept(d, in, chunk);
}

/* ---------------------------------------------------------------- payload */

/* Says why, in terms of what the payload should be. */
static void
tell_sense(struct twdemo *d, const struct twdemo_chunk *chunk)
{
	const uint64_t bytes = twdemo_chunk_bytes(chunk);
	const struct site site = {
		.off = chunk->off,
		.len = bytes,
		.fix = fix_drop(chunk->off, bytes, twdemo_mark(d, chunk->off)),
	};
	struct part outer;

	if (d->payload.odd_ints) {
		report(d->report, RULE_twdemo_int_form, &site,
		       "ints in long forms, and no sense in them");
		return;
	}
	outer = twdemo_enter(d, chunk);
	twdemo_tell_state(d, chunk->type);
	report_leave(d->report, &outer);
}

static void
tell_problem(struct twdemo *d, const struct twdemo_chunk *chunk)
{
	static const char *const found[] = {
		[TWDEMO_FINE] = "",
		[TWDEMO_NO_END] = "the end of the payload",
		[TWDEMO_AFTER_END] = "bytes after the end symbol",
		[TWDEMO_TOO_LONG] = "more than 65536 bytes",
		[TWDEMO_HALF_INT] = "a part of an int at the end",
		[TWDEMO_MANY_INTS] = "more than 16384 ints",
	};
	const uint64_t bytes = twdemo_chunk_bytes(chunk);
	const struct site site = {
		.off = chunk->off,
		.len = bytes,
		.fix = fix_drop(chunk->off, bytes, twdemo_mark(d, chunk->off)),
	};

	if (chunk->type == TWDEMO_UNKNOWN)
		report(d->report, RULE_twdemo_chunk_type, &site,
		       "type 0, %u bytes", chunk->size);
	else if (chunk->size == 0)
		report(d->report, RULE_twdemo_size_zero, &site, "no bytes");
	else if (d->payload.problem != TWDEMO_FINE)
		report(d->report, twdemo_problem_rule(d->payload.problem),
		       &site, "%s", AT(found, d->payload.problem));
	else
		tell_sense(d, chunk);
}

static void
drop_chunk(struct twdemo *d, struct cursor *in,
	   const struct twdemo_chunk *chunk)
{
	const uint64_t drops = d->report->drops;

	tell_problem(d, chunk);
	d->unread += d->report->drops == drops;
	twdemo_lose_state(d, chunk->type);
	twdemo_consume(d, in, chunk, twdemo_chunk_bytes(chunk), false);
}

/* The file ends inside the chunk. */
static void
lose_end(struct twdemo *d, const struct cursor *in,
	 const struct twdemo_chunk *chunk)
{
	char found[48];

	snprintf(found, sizeof(found), "%zu byte%s of it", cur_left(in),
		 cur_left(in) == 1 ? "" : "s");
	d->cut = true;
	twdemo_lose(d, RULE_twdemo_chunk_truncated, chunk->off, cur_left(in),
		    found, "the whole chunk");
}

/* TWDEMO_YES: the payload alone is damaged, and the chunk is dropped. */
static enum twdemo_proof
try_drop(struct twdemo *d, struct cursor *in, const struct twdemo_chunk *chunk,
	 bool closed)
{
	struct cursor after = *in;
	enum twdemo_proof proof;

	cur_bytes(&after, (size_t)twdemo_chunk_bytes(chunk));
	proof = twdemo_probe_rest(d, &after, closed, TWDEMO_CHAIN);
	if (proof == TWDEMO_YES)
		drop_chunk(d, in, chunk);
	return proof;
}

/* TWDEMO_YES: the size was wrong, and the chunk is read. */
static enum twdemo_proof
try_mend(struct twdemo *d, struct cursor *in, const struct twdemo_chunk *chunk,
	 bool whole, bool closed)
{
	struct twdemo_chunk mended = *chunk;
	const enum twdemo_proof proof = mend_size(d, in, &mended, whole,
						  closed);

	if (proof == TWDEMO_YES)
		take_mended(d, in, &mended);
	return proof;
}

enum pull
twdemo_mend_chunk(struct twdemo *d, struct cursor *in,
		  const struct twdemo_chunk *chunk, bool whole, bool closed)
{
	/* Of a chunk without bytes the next one would be the payload. */
	const bool empty = chunk->size == 0;
	enum twdemo_proof proof = TWDEMO_NO;

	if (!empty)
		proof = try_mend(d, in, chunk, whole, closed);
	if (proof == TWDEMO_NO && !whole) {
		lose_end(d, in, chunk);
		return PULL_EVENT;
	}
	if (proof == TWDEMO_NO)
		proof = try_drop(d, in, chunk, closed);
	if (proof == TWDEMO_NO && empty)
		proof = try_mend(d, in, chunk, whole, closed);
	if (proof == TWDEMO_MORE)
		return PULL_MORE;
	if (proof == TWDEMO_NO)
		twdemo_lose(d, RULE_twdemo_framing_lost, chunk->off,
			    twdemo_chunk_bytes(chunk),
			    "a chunk that cannot be read, and none where it ends",
			    NULL);
	return PULL_EVENT;
}
