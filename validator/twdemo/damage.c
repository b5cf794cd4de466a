/* SPDX-License-Identifier: MIT */
/*
 * damage.c - a chunk that cannot be read (TW-13)
 *
 *   0. Its first byte is wrong: it is a tick marker, or has another type (types.c).
 *   1. Its size is wrong: its payload ends earlier or later, and strict chunks
 *      follow there.
 *   2. Its payload is damaged: strict chunks follow where it ends, by its size or,
 *      as after a byte that was lost or added, by its end symbol.
 *   3. Else the place of the next chunk is not known, and is searched (search.c).
 */
#include <stdio.h>

#include "validator/twdemo/stream.h"

/* ------------------------------------------------------------------- size */

/* Of a chunk that is not whole: is nothing missing but the byte of 0 that old
   writers add?  Then its size is right. */
static bool
lacks_zero(struct twdemo *d, const struct cursor *in,
	   const struct twdemo_chunk *chunk)
{
	struct cursor at = *in;
	struct huffman_decoded decoded;

	cur_bytes(&at, chunk->head);
	decoded = huffman_decode(cur_rest(&at), d->tried.decoded,
				 sizeof(d->tried.decoded));
	return decoded.status == HUFFMAN_OK && decoded.used + 1 == chunk->size;
}

/* Another form of the size has the same number, and another payload. */
static void
say_size(char *out, size_t room, const struct twdemo_chunk *chunk, bool forms)
{
	if (forms)
		snprintf(out, room, "%u after a head of %u byte%s", chunk->size,
			 chunk->head, chunk->head == 1 ? "" : "s");
	else
		snprintf(out, room, "%u", chunk->size);
}

/* The first byte is the right size: then a marker of one byte before it may be the
   damaged first byte of a head, and this is the second one. */
static bool
may_lack_head(const struct twdemo *d, const struct twdemo_chunk *chunk,
	      const struct twdemo_chunk *declared)
{
	const struct twdemo_chunk *m = &d->group.marker;

	return d->group.any && m->head == 1 && m->off + 1 == chunk->off &&
	       declared->first == chunk->size && chunk->head == 1;
}

/* It ends as `chunk` says, and not as it was `declared`. */
static void
tell_size(struct twdemo *d, const struct twdemo_chunk *chunk,
	  const struct twdemo_chunk *declared, bool sure)
{
	const bool forms = chunk->size == declared->size;
	char found[48], wanted[48];
	uint8_t bytes[TWDEMO_HEAD_BYTES];
	const uint32_t n = twdemo_write_head(chunk->type, chunk->size, bytes);
	struct site site = { .off = chunk->off,
			     .len = chunk->head,
			     .fix = fix_replace(chunk->off, chunk->head,
						(struct span){ bytes, n }) };

	/* Of two in a tick, the second one had a marker.  Of a head that is too
	   long, bytes go that no writer put there. */
	site.fix.lossy = !sure || n < chunk->head ||
			 may_lack_head(d, chunk, declared) ||
			 (chunk->type != TWDEMO_MESSAGE && d->group.snapshots);
	site.fix.mark = twdemo_cut(d, chunk->off);
	say_size(found, sizeof(found), declared, forms);
	say_size(wanted, sizeof(wanted), chunk, forms);
	report(d->report, RULE_twdemo_chunk_size, &site,
	       "%s" WANTED "%s, where the payload ends", found, wanted);
	if (!report_mended(d->report))
		twdemo_keep_shifted(d, chunk->off);
}

void
twdemo_read_mended(struct twdemo *d, struct twdemo_chunk *chunk,
		   struct span coded)
{
	twdemo_unpack(coded, &d->payload);
	chunk->long_form = false;
	if (chunk->type == TWDEMO_MESSAGE)
		twdemo_read_message(twdemo_bytes(&d->payload),
				    d->header.protocol, &d->message);
	else
		twdemo_try_state(d, chunk->type);
}

void
twdemo_put_zero(struct twdemo *d, const struct cursor *in,
		struct twdemo_chunk *chunk, struct span whole)
{
	static const uint8_t zero[1] = { 0 };
	const uint64_t last = chunk->off + twdemo_chunk_bytes(chunk) - 1;
	struct site site = { .off = last, .len = 1 };
	struct cursor at = *in;
	uint8_t bytes[2] = { 0 };

	cur_bytes(&at, (size_t)(last - 1 - chunk->off));
	AT(bytes, 0) = cur_u8(&at);
	if (d->payload.problem == TWDEMO_AFTER_END) {
		site.fix = fix_replace(last, 1, (struct span){ zero, 1 });
		/* The byte may be a marker, and the 0 may be lost. */
		site.fix.lossy = cur_u8(&at) & TWDEMO_MARKER_BIT;
		site.fix.mark = twdemo_cut(d, chunk->off);
		report(d->report, RULE_twdemo_huffman_trailing, &site,
		       "another byte" WANTED "0");
	} else {
		/* The marker may be written anew: that is another edit. */
		site.fix = fix_replace(last - 1, 1,
				       (struct span){ bytes, sizeof(bytes) });
		chunk->size--;
		report(d->report, RULE_twdemo_chunk_size, &site,
		       "a tick marker in the place of the last byte" WANTED
		       "a byte of 0 before it");
	}
	if (!report_mended(d->report))
		twdemo_keep_shifted(d, chunk->off);
	twdemo_read_mended(d, chunk, whole);
}

/* ---------------------------------------------------------------- payload */

/* Says why, in terms of what the payload should be. */
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
		.fix = twdemo_drop(d, chunk, bytes),
	};

	if (chunk->type == TWDEMO_UNKNOWN)
		report(d->report, RULE_twdemo_chunk_type, &site,
		       "type 0, %u bytes", chunk->size);
	else if (chunk->size == 0)
		report(d->report, RULE_twdemo_size_zero, &site, "no bytes");
	else if (d->payload.problem != TWDEMO_FINE)
		report(d->report, twdemo_problem_rule(d->payload.problem),
		       &site, "%s", AT(found, d->payload.problem));
	else if (d->payload.odd_ints)
		report(d->report, RULE_twdemo_int_form, &site,
		       "ints in long forms that make no sense");
	else
		twdemo_tell_state(d, chunk);
}

/* The chunk takes so many bytes, and not those that its size says. */
static void
tell_shift(struct twdemo *d, const struct twdemo_chunk *chunk, uint64_t bytes)
{
	const uint64_t declared = twdemo_chunk_bytes(chunk);
	const struct site site = {
		.off = chunk->off,
		.len = bytes,
		.fix = twdemo_drop(d, chunk, bytes),
	};

	report(d->report, RULE_twdemo_chunk_size, &site,
	       "a chunk of %llu byte%s with a payload that cannot be "
	       "read" WANTED "%llu bytes, where the next chunk begins",
	       (unsigned long long)declared, declared == 1 ? "" : "s",
	       (unsigned long long)bytes);
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

/* A lone byte was no delta.  But if one follows, it may have been its marker: then all
   ticks up to the next keyframe are wrong. */
static bool
is_before_state(const struct twdemo *d, const struct cursor *in)
{
	struct cursor at = *in;
	struct twdemo_chunk next;

	cur_u8(&at);
	next = twdemo_read_chunk(&at, d->header.version);
	return next.type == TWDEMO_SNAPSHOT || next.type == TWDEMO_DELTA;
}

/* The payload is damaged, and the next chunk begins after so many bytes. */
static void
drop(struct twdemo *d, struct cursor *in, const struct twdemo_chunk *chunk,
     uint64_t bytes)
{
	const uint64_t drops = d->report->drops;
	const bool shifted = bytes != twdemo_chunk_bytes(chunk);

	if (shifted)
		tell_shift(d, chunk, bytes);
	else
		tell_problem(d, chunk);
	if (chunk->type != TWDEMO_UNKNOWN || bytes > 1 ||
	    is_before_state(d, in))
		twdemo_lose_state(d, chunk->type);
	twdemo_consume(d, in, chunk, bytes, false);
	if (d->report->drops == drops && shifted)
		twdemo_keep_shifted(d, chunk->off);
	else if (d->report->drops == drops)
		twdemo_keep_unread(d, chunk->off);
}

/* TWDEMO_YES: the payload is damaged, and the chunk is dropped. */
static enum twdemo_proof
try_drop(struct twdemo *d, struct cursor *in, const struct twdemo_chunk *chunk,
	 bool closed)
{
	uint64_t bytes;
	const enum twdemo_proof proof = twdemo_find_next(d, in, chunk, closed,
							 &bytes);

	if (proof == TWDEMO_YES)
		drop(d, in, chunk, bytes);
	return proof;
}

/* TWDEMO_YES: the size was wrong, and the chunk is mended.  *bytes as
   twdemo_find_size() has it. */
static enum twdemo_proof
try_mend(struct twdemo *d, const struct cursor *in, struct twdemo_chunk *chunk,
	 bool whole, bool closed, uint64_t *bytes)
{
	struct twdemo_chunk mended = *chunk;
	struct cursor at = *in;
	enum twdemo_proof proof = TWDEMO_NO;
	bool sure = true;

	if (whole || !lacks_zero(d, in, chunk))
		proof = twdemo_find_size(d, in, &mended, closed, &sure, bytes);
	if (proof != TWDEMO_YES)
		return proof;
	tell_size(d, &mended, chunk, sure);
	cur_bytes(&at, mended.head);
	*chunk = mended;
	twdemo_read_mended(d, chunk, cur_bytes(&at, chunk->size));
	return proof;
}

enum twdemo_proof
twdemo_mend_chunk(struct twdemo *d, struct cursor *in,
		  struct twdemo_chunk *chunk, bool whole, bool closed)
{
	/* Of a chunk without bytes the next one would be the payload. */
	const bool empty = chunk->size == 0;
	enum twdemo_proof mended = TWDEMO_NO, dropped;
	uint64_t bytes = 0;

	if (whole)
		mended = twdemo_mend_marker(d, in, chunk, closed);
	if (mended != TWDEMO_NO)
		return mended == TWDEMO_MORE ? mended : TWDEMO_NO;
	if (whole && !empty)
		mended = twdemo_mend_type(d, in, chunk, closed);
	if (mended == TWDEMO_NO && !empty)
		mended = try_mend(d, in, chunk, whole, closed, &bytes);
	if (mended != TWDEMO_NO)
		return mended;
	if (bytes) {
		drop(d, in, chunk, bytes);
		return TWDEMO_NO;
	}
	if (!whole) {
		lose_end(d, in, chunk);
		return TWDEMO_NO;
	}
	dropped = try_drop(d, in, chunk, closed);
	if (dropped != TWDEMO_NO)
		return dropped == TWDEMO_MORE ? dropped : TWDEMO_NO;
	if (empty)
		mended = try_mend(d, in, chunk, whole, closed, &bytes);
	if (mended == TWDEMO_NO && bytes)
		drop(d, in, chunk, bytes);
	else if (mended == TWDEMO_NO)
		twdemo_lose(d, RULE_twdemo_framing_lost, chunk->off,
			    twdemo_chunk_bytes(chunk),
			    "no chunk where this one would end", NULL);
	return mended;
}
