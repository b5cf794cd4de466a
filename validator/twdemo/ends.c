/* SPDX-License-Identifier: MIT */
/* ends.c - where does a chunk end that cannot be read?  (TW-13) */
#include "validator/core/always.h"
#include "validator/twdemo/stream.h"

/* ---------------------------------------------------------------- wrong size */

/* A head that is too long holds bytes that no writer put there: then the true one
   must be its end.  Else these bytes are those of a payload. */
static bool
is_head(struct cursor at, const struct twdemo_chunk *chunk)
{
	const struct span head = cur_bytes(&at, chunk->head);
	uint8_t bytes[TWDEMO_HEAD_BYTES];
	const uint32_t n = twdemo_write_head(chunk->type, chunk->size, bytes);

	return n >= head.len ||
	       span_equal(span_tail(head, head.len - n), bytes, n);
}

/* Would an older writer have added a byte of 0 to what was tried? */
static bool
is_without_zero(struct twdemo *d, size_t size)
{
	return huffman_encode(d->tried.packed, true, d->coded,
			      sizeof(d->coded)) == size + 1;
}

/* Does each int of the snapshot belong to an item?  A writer leaves no others. */
static bool
is_full(const struct twdemo *d, const struct twdemo_payload *p)
{
	enum { HEAD = 2, FOR_EACH_ITEM = 2 };

	return HEAD + FOR_EACH_ITEM * d->probe.n_items + d->probe.n_data ==
	       p->ints.n;
}

bool
twdemo_is_made(struct twdemo *d, struct twdemo_payload *p,
	       enum twdemo_type type)
{
	if (!twdemo_is_readable(d, p, type))
		return false;
	if (type != TWDEMO_MESSAGE)
		return type == TWDEMO_DELTA || is_full(d, p);
	twdemo_read_message(twdemo_bytes(p), d->header.protocol, &d->message);
	return twdemo_message_fits(&d->message);
}

bool
twdemo_is_payload(struct twdemo *d, struct span coded, enum twdemo_type type)
{
	return twdemo_try_payload(d, coded) &&
	       twdemo_is_made(d, &d->tried, type);
}

bool
twdemo_is_new_message(struct twdemo *d, enum twdemo_type type)
{
	if (type != TWDEMO_MESSAGE || d->tried.problem != TWDEMO_FINE ||
	    d->tried.padded || d->tried.odd_ints)
		return false;
	twdemo_read_message(twdemo_bytes(&d->tried), d->header.protocol,
			    &d->message);
	return twdemo_message_is_new(&d->message);
}

/* Is this the payload, up to `size` bytes?  Then the chunk is as it should be. */
static enum twdemo_proof
try_size(struct twdemo *d, struct cursor at, enum twdemo_type type,
	 uint32_t head, size_t size, bool closed)
{
	cur_bytes(&at, head);
	const struct span coded = cur_bytes(&at, size);

	if (size > TWDEMO_MAX_SIZE)
		return TWDEMO_NO;
	if (!cur_ok(&at))
		return closed ? TWDEMO_NO : TWDEMO_MORE;
	if (!twdemo_is_payload(d, coded, type) &&
	    !twdemo_is_new_message(d, type))
		return TWDEMO_NO;
	/* Another byte than the 0 that this writer adds: the size is right. */
	if (d->adds_zeros && is_without_zero(d, size))
		return TWDEMO_NO;
	return twdemo_probe_chain(d, &at, closed, TWDEMO_CHAIN);
}

/* Of a payload that is damaged, too, only what follows tells the end.  That is near
   the one that the chunk has by its size: more bytes would be a gap. */
static enum twdemo_proof
try_end(struct twdemo *d, struct cursor at, const struct twdemo_chunk *chunk,
	size_t bytes, bool closed)
{
	enum { MOST_SHIFT = 4 };
	const uint64_t declared = twdemo_chunk_bytes(chunk);

	cur_bytes(&at, bytes);
	if (bytes == declared || bytes > declared + MOST_SHIFT ||
	    declared > bytes + MOST_SHIFT)
		return TWDEMO_NO;
	return twdemo_probe_chain(d, &at, closed, TWDEMO_CHAIN);
}

/* Where does a payload that begins `head` bytes after the chunk end?  `intact`: and
   makes sense. */
static enum twdemo_proof
find_size(struct twdemo *d, const struct cursor *in,
	  const struct twdemo_chunk *chunk, uint32_t head, bool intact,
	  bool closed, uint32_t *size)
{
	struct cursor at = *in;
	struct huffman_decoded decoded;
	struct span coded;

	if (d->search.reached)
		return TWDEMO_NO;
	cur_bytes(&at, head);
	coded = span_head(cur_rest(&at), TWDEMO_MAX_SIZE);
	decoded = huffman_decode(coded, d->tried.decoded,
				 sizeof(d->tried.decoded));
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
		proof = intact ? try_size(d, *in, chunk->type, head, n, closed)
			       : try_end(d, *in, chunk, head + n, closed);
		if (proof == TWDEMO_YES)
			proof = twdemo_holds_no_marker(d, *in, head + n,
						       closed);
		*size = (uint32_t)n;
		if (proof != TWDEMO_NO)
			return proof;
	}
	return TWDEMO_NO;
}

/* Where blocks of a disk meet, more may be missing than a few bytes. */
static bool
spans_blocks(const struct twdemo_chunk *chunk)
{
	const uint64_t end = chunk->off + twdemo_chunk_bytes(chunk);

	return chunk->off / TWDEMO_BLOCK != end / TWDEMO_BLOCK;
}

/* YES or MORE.  *sure: no chunks begin in the bytes that a message has beyond its
   size, or just before them.  Else they may be messages of their own. */
static enum twdemo_proof
took_no_chunk(struct twdemo *d, const struct cursor *in,
	      const struct twdemo_chunk *declared,
	      const struct twdemo_chunk *found, bool closed, bool *sure)
{
	enum { MOST_LOST = 4 };
	const uint64_t size = twdemo_chunk_bytes(declared);
	uint64_t from = size > MOST_LOST ? size - MOST_LOST : 1;

	*sure = true;
	if (found->type != TWDEMO_MESSAGE)
		return TWDEMO_YES;
	for (; from < twdemo_chunk_bytes(found); from++) {
		struct cursor at = *in;
		enum twdemo_proof proof;

		cur_bytes(&at, (size_t)from);
		proof = twdemo_probe_chain(d, &at, closed, TWDEMO_CHAIN);
		if (proof == TWDEMO_MORE)
			return proof;
		*sure &= proof == TWDEMO_NO;
	}
	return TWDEMO_YES;
}

enum twdemo_proof
twdemo_find_size(struct twdemo *d, const struct cursor *in,
		 struct twdemo_chunk *chunk, bool closed, bool *sure,
		 uint64_t *bytes)
{
	struct twdemo_chunk found = *chunk;
	unsigned fits = 0;
	bool same_end = true, judged = true;

	*bytes = 0;
	if (chunk->type == TWDEMO_UNKNOWN)
		return TWDEMO_NO;
	for (uint32_t head = 1; head <= TWDEMO_HEAD_BYTES; head++) {
		struct twdemo_chunk one = *chunk;
		const enum twdemo_proof proof = find_size(
			d, in, chunk, head, true, closed, &one.size);

		if (proof == TWDEMO_MORE)
			return proof;
		one.head = head;
		/* Other types seldom fit by chance. */
		if (proof == TWDEMO_NO ||
		    (one.type != TWDEMO_MESSAGE && !is_head(*in, &one)))
			continue;
		same_end &= fits == 0 || twdemo_chunk_bytes(&one) == *bytes;
		*bytes = twdemo_chunk_bytes(&one);
		found = one;
		judged = chunk->type != TWDEMO_MESSAGE ||
			 twdemo_message_known(&d->message);
		fits++;
	}
	const bool known = !spans_blocks(&found);

	if (known && fits == 1 && judged && is_head(*in, &found)) {
		const struct twdemo_chunk declared = *chunk;

		*chunk = found;
		return took_no_chunk(d, in, &declared, chunk, closed, sure);
	}
	/* With a byte of the head as its first, or without its first one, a payload
	   may be another message: then nobody can tell which of them was written. */
	if (!known || !same_end || fits == 1)
		*bytes = 0;
	return TWDEMO_NO;
}

/* ----------------------------------------------------------- damaged payload */

/* Is it a payload with `byte` as its last one? */
static bool
ends_in(struct twdemo *d, struct span coded, uint8_t byte,
	enum twdemo_type type, struct span *whole)
{
	uint8_t other[HUFFMAN_LAST];
	const struct span last = span_tail(
		coded, coded.len > HUFFMAN_LAST ? coded.len - HUFFMAN_LAST : 0);

	/* All of the chunk is there. */
	if (NEVER(!coded.ptr || !last.ptr))
		return false;
	memcpy(other, last.ptr, last.len);
	AT(other, last.len - 1) = byte;
	if (!huffman_may_be((struct span){ other, last.len }))
		return false;
	memcpy(room_at(d->coded, sizeof(d->coded), 0, coded.len), coded.ptr,
	       coded.len);
	AT(d->coded, coded.len - 1) = byte;
	*whole = (struct span){ d->coded, coded.len };
	return twdemo_is_payload(d, *whole, type);
}

/* With another last byte, is it a payload?  Then that byte is all that is wrong. */
static bool
is_last_wrong(struct twdemo *d, struct span coded, enum twdemo_type type)
{
	struct span whole;

	if (!twdemo_may_try(d, TWDEMO_MARKER_BIT))
		return false;
	for (unsigned byte = 0; byte < TWDEMO_MARKER_BIT; byte++)
		if (ends_in(d, coded, (uint8_t)byte, type, &whole))
			return true;
	return false;
}

/*
 * After a byte was lost, a chunk takes in the first byte of the next one.  If that
 * is a marker, chunks follow where the size says, too, and all ticks up to the next
 * keyframe were wrong.  No payload ends like this: the bits after its end symbol
 * are zeros.
 */
static enum twdemo_proof
try_marker(struct twdemo *d, const struct cursor *in,
	   const struct twdemo_chunk *chunk, bool closed, uint64_t *bytes)
{
	struct cursor at = *in, end = *in, marker;
	struct span coded;
	enum twdemo_proof proof;

	if (chunk->size == 0)
		return TWDEMO_NO;
	*bytes = twdemo_chunk_bytes(chunk) - 1;
	cur_bytes(&at, (size_t)*bytes);
	cur_bytes(&end, chunk->head);
	coded = cur_bytes(&end, chunk->size);
	marker = at;
	if (!(cur_u8(&marker) & TWDEMO_MARKER_BIT))
		return TWDEMO_NO;
	proof = twdemo_probe_chain(d, &at, closed, TWDEMO_CHAIN);
	return proof == TWDEMO_YES && chunk->type != TWDEMO_UNKNOWN &&
			       is_last_wrong(d, coded, chunk->type)
		       ? TWDEMO_NO
		       : proof;
}

enum twdemo_proof
twdemo_find_zero(struct twdemo *d, const struct cursor *in,
		 const struct twdemo_chunk *chunk, bool closed,
		 struct span *whole)
{
	const bool after_end = d->payload.problem == TWDEMO_AFTER_END;

	/* A size in a long form would be written anew, too, for other bytes. */
	if ((d->payload.problem == TWDEMO_FINE && !d->payload.padded) ||
	    chunk->long_form)
		return TWDEMO_NO;
	struct cursor end = *in, last = *in;

	cur_bytes(&last, (size_t)twdemo_chunk_bytes(chunk) - 1);
	cur_bytes(&end, chunk->head);
	const struct span coded = cur_bytes(&end, chunk->size);
	struct cursor at = last;

	if (after_end ? !d->adds_zeros : !(cur_u8(&at) & TWDEMO_MARKER_BIT))
		return TWDEMO_NO;
	if (!ends_in(d, coded, 0, chunk->type, whole) ||
	    d->tried.zero != after_end)
		return TWDEMO_NO;
	const enum twdemo_proof proof = twdemo_probe_chain(
		d, after_end ? &end : &last, closed, TWDEMO_CHAIN);

	if (proof == TWDEMO_NO)
		twdemo_rely_on_probe(d, RULE_twdemo_huffman_padding,
				     chunk->off);
	return proof;
}

static enum twdemo_proof
try_end_symbol(struct twdemo *d, const struct cursor *in,
	       const struct twdemo_chunk *chunk, bool closed, uint64_t *bytes)
{
	for (uint32_t head = 1; head <= TWDEMO_HEAD_BYTES; head++) {
		uint32_t size = 0;
		const enum twdemo_proof proof = find_size(
			d, in, chunk, head, false, closed, &size);

		*bytes = (uint64_t)head + size;
		if (proof != TWDEMO_NO)
			return proof;
	}
	return TWDEMO_NO;
}

enum twdemo_proof
twdemo_find_next(struct twdemo *d, const struct cursor *in,
		 const struct twdemo_chunk *chunk, bool closed, uint64_t *bytes)
{
	const bool gap = chunk->type == TWDEMO_UNKNOWN || spans_blocks(chunk);
	struct cursor after = *in;
	enum twdemo_proof proof = try_marker(d, in, chunk, closed, bytes);

	if (proof != TWDEMO_NO)
		return proof;
	*bytes = twdemo_chunk_bytes(chunk);
	cur_bytes(&after, (size_t)*bytes);
	proof = twdemo_probe_rest(d, &after, closed, TWDEMO_CHAIN);
	if (proof == TWDEMO_NO && !gap)
		proof = try_end_symbol(d, in, chunk, closed, bytes);
	return proof;
}
