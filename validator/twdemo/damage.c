/* SPDX-License-Identifier: MIT */
/*
 * damage.c - a chunk that cannot be read, and where to go on (TW-13)
 *
 *   1. Its size is wrong: its payload ends earlier or later, and strict chunks
 *      follow there.
 *   2. Its payload is damaged: strict chunks follow where it ends.
 *   3. Else the place of the next chunk is not known.  The next keyframe with a
 *      whole snapshot is searched.
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

	/* Of a chunk without bytes the next one would be the payload. */
	if (chunk->type == TWDEMO_UNKNOWN || chunk->type == TWDEMO_TICK ||
	    chunk->size == 0)
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

		report(d->report, RULE_twdemo_chunk_size,
		       &(struct site){ .off = chunk->off,
				       .len = head,
				       .fix = fix_replace(
					       chunk->off, head,
					       (struct span){ bytes, n }) },
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

enum pull
twdemo_mend_chunk(struct twdemo *d, struct cursor *in,
		  const struct twdemo_chunk *chunk, bool whole, bool closed)
{
	const uint64_t bytes = twdemo_chunk_bytes(chunk);
	struct twdemo_chunk mended = *chunk;
	struct cursor after = *in;
	enum twdemo_proof proof = mend_size(d, in, &mended, whole, closed);
	char found[48];

	in->need = 1;
	if (proof == TWDEMO_MORE)
		return PULL_MORE;
	if (proof == TWDEMO_YES) {
		take_mended(d, in, &mended);
		return PULL_EVENT;
	}
	if (!whole) {
		snprintf(found, sizeof(found), "%zu byte%s of it",
			 cur_left(in), cur_left(in) == 1 ? "" : "s");
		d->cut = true;
		twdemo_lose(d, RULE_twdemo_chunk_truncated, chunk->off,
			    cur_left(in), found, "the whole chunk");
		return PULL_EVENT;
	}
	cur_bytes(&after, (size_t)bytes);
	proof = twdemo_probe_rest(d, &after, closed, TWDEMO_CHAIN);
	if (proof == TWDEMO_MORE)
		return PULL_MORE;
	if (proof == TWDEMO_YES)
		drop_chunk(d, in, chunk);
	else
		twdemo_lose(d, RULE_twdemo_framing_lost, chunk->off, bytes,
			    "a chunk that cannot be read, and none begins where "
			    "it ends",
			    NULL);
	return PULL_EVENT;
}

/* ------------------------------------------------------------------ search */

void
twdemo_lose(struct twdemo *d, enum rule_id rule, uint64_t off, uint64_t len,
	    const char *found, const char *expected)
{
	const struct twdemo_chunk *m = &d->group.marker;
	/* A keyframe that now has no snapshot goes, too. */
	const bool alone = d->group.empty && m->off + m->head == off;

	d->loss = (struct twdemo_loss){
		.rule = rule,
		.mark = alone ? d->group.before : twdemo_mark(d, off),
		.off = off,
		.len = len,
		.expected = expected,
	};
	snprintf(d->loss.found, sizeof(d->loss.found), "%s", found);
	d->phase = TWDEMO_SEARCHING;
}

/* Is the last tick the one that the header says, within a second? */
static bool
is_complete(const struct twdemo *d)
{
	const int32_t length = d->header.length;
	const int64_t have = twdemo_length(d->first_tick, d->loss.mark.tick);

	return length > 0 && have >= length - 1 && have <= length + 1;
}

/* `next_tick`: that of the keyframe that was found at `end`, or -1. */
static void
report_loss(struct twdemo *d, uint64_t end, int64_t next_tick)
{
	const struct twdemo_loss *l = &d->loss;
	struct site site = { .off = l->off,
			     .len = l->len,
			     .expected = l->expected,
			     .fix = fix_end(l->mark) };
	enum rule_id rule = l->rule;
	uint8_t bytes[TWDEMO_MARKER_BYTES];
	struct fix clear;

	if (next_tick >= 0) {
		site.fix.kind = FIX_LEAP;
		site.fix.next_tick = next_tick;
		site.fix.del = end - l->mark.off;
		if (rule == RULE_twdemo_chunk_truncated)
			rule = RULE_twdemo_framing_lost;
	} else if (rule == RULE_twdemo_framing_lost && is_complete(d)) {
		rule = RULE_twdemo_garbage_tail;
		site.len = end - l->off;
	}
	if (l->block && rule == RULE_twdemo_framing_lost)
		rule = RULE_twdemo_lost_block;
	if (rule == RULE_twdemo_chunk_truncated)
		twdemo_check_crash(d, end);
	report(d->report, rule, &site, "%s", l->found);
	if (rule == RULE_twdemo_chunk_truncated)
		d->tail = !report_mended(d->report);
	else
		d->hole |= !report_mended(d->report);
	if (d->group.empty && l->mark.off == l->off) {
		twdemo_clear_keyframe(d, bytes, &clear);
		if (report_mended(d->report))
			report_also(d->report, &clear);
	}
	d->group.empty = false;
}

/* How many bytes can hold neither a keyframe nor the start of a block. */
static size_t
skip(const struct cursor *at)
{
	const size_t block = TWDEMO_BLOCK - (size_t)(cur_tell(at) % TWDEMO_BLOCK);
	struct cursor c = *at;
	bool found;

	cur_u8(&c);
	return 1 + cur_until(&c, TWDEMO_KEYFRAME_BYTE, block - 1, &found).len;
}

/* Is a keyframe here?  Remembers where a block begins with chunks. */
static enum twdemo_proof
look(struct twdemo *d, const struct cursor *at, bool closed)
{
	enum twdemo_proof proof;

	if (cur_tell(at) % TWDEMO_BLOCK == 0 && !d->loss.block &&
	    cur_tell(at) > d->loss.off) {
		proof = twdemo_probe_chain(d, at, closed, TWDEMO_CHAIN);
		if (proof == TWDEMO_MORE)
			return proof;
		d->loss.block = proof == TWDEMO_YES;
	}
	return twdemo_probe_keyframe(d, at, closed);
}

static void
end_search(struct twdemo *d, int64_t next_tick)
{
	const uint64_t off = d->loss.off;

	report_loss(d, d->pos, next_tick);
	/* Then the demo begins with what follows. */
	if (d->loss.mark.tick < 0)
		d->first_tick = -1;
	d->based = false;
	d->group = (struct twdemo_group){ .any = false };
	d->anchor.any = false;
	d->phase = next_tick >= 0 ? TWDEMO_IN_CHUNKS : TWDEMO_ENDED;
	twdemo_emit(d, &(struct twdemo_event){ .kind = TWDEMO_DAMAGED,
					       .off = off,
					       .len = d->pos - off });
}

enum pull
twdemo_search(struct twdemo *d, struct cursor *in, bool closed)
{
	while (cur_left(in)) {
		const enum twdemo_proof proof = look(d, in, closed);
		size_t n;

		if (proof == TWDEMO_MORE) {
			in->need = 1;
			return PULL_MORE;
		}
		if (proof == TWDEMO_YES) {
			end_search(d, twdemo_keyframe_tick(d, in));
			return PULL_EVENT;
		}
		n = skip(in);
		cur_bytes(in, n);
		d->pos += n;
	}
	in->need = 1;
	if (!closed)
		return PULL_MORE;
	end_search(d, -1);
	return PULL_END;
}
