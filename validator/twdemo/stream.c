/* SPDX-License-Identifier: MIT */
/* stream.c - one chunk after the other (TW-6) */
#include <stdio.h>

#include "validator/core/always.h"
#include "validator/twdemo/stream.h"

struct mark
twdemo_mark(const struct twdemo *d, uint64_t off)
{
	const uint32_t messages = AT(d->counts.passed, TWDEMO_MESSAGE);
	const uint32_t full = AT(d->counts.passed, TWDEMO_SNAPSHOT);
	const uint32_t deltas = AT(d->counts.passed, TWDEMO_DELTA);

	return (struct mark){ .off = off,
			      .records = d->records,
			      .messages = messages,
			      .snapshots = full + deltas,
			      .tick = d->leapt ? d->loss.mark.tick : d->tick };
}

struct mark
twdemo_cut(const struct twdemo *d, uint64_t off)
{
	return d->group.empty ? d->group.cut : twdemo_mark(d, off);
}

struct fix
twdemo_drop(const struct twdemo *d, const struct twdemo_chunk *chunk,
	    uint64_t bytes)
{
	struct fix fix = fix_drop(chunk->off, bytes, twdemo_cut(d, chunk->off));

	fix.loss.records = 1;
	fix.loss.messages = chunk->type == TWDEMO_MESSAGE;
	fix.loss.snapshots = chunk->type == TWDEMO_SNAPSHOT ||
			     chunk->type == TWDEMO_DELTA;
	return fix;
}

void
twdemo_emit(struct twdemo *d, const struct twdemo_event *event)
{
	if (event->len == 0)
		return;
	if (d->tap.event)
		d->tap.event(d->tap.ctx, d, event);
	d->records += event->kind == TWDEMO_CHUNK;
	d->report->record = d->records;
}

void
twdemo_consume(struct twdemo *d, struct cursor *in,
	       const struct twdemo_chunk *chunk, uint64_t bytes, bool read)
{
	cur_some(in, bytes);
	d->pos += bytes;
	AT(d->counts.passed, chunk->type) += bytes > 0;
	if (d->kept.watched)
		twdemo_watch(d, chunk);
	if (!d->tap.event) {
		if (bytes)
			d->report->record = ++d->records;
		return;
	}
	if (read)
		snprintf(d->checksum, sizeof(d->checksum), "%08x",
			 snapshot_checksum(d->now));
	twdemo_emit(d, &(struct twdemo_event){ .kind = TWDEMO_CHUNK,
					       .off = chunk->off,
					       .len = bytes,
					       .chunk = *chunk,
					       .read = read,
					       .message = d->message });
}

struct part
twdemo_enter(struct twdemo *d, const struct twdemo_chunk *chunk)
{
	/* TW-5.1: what remains of 0.7 cannot be put right. */
	static const struct soft_rules after_sixup = {
		2,
		{ RULE_snapshot_item_size, RULE_snapshot_character_range },
	};
	static const struct soft_rules none = { 0 };
	const uint64_t bytes = twdemo_chunk_bytes(chunk);

	return report_enter(d->report,
			    &(struct part){
				    .name = "chunk",
				    .soft = d->sixup ? after_sixup : none,
				    .off = chunk->off,
				    .len = bytes,
				    .decoded = true,
				    .ints = d->payload.packed,
				    .other_ints = d->cleaned,
				    .fix = twdemo_drop(d, chunk, bytes),
			    });
}

/* ----------------------------------------------------------------- forms */

/* TW-6.1 */
static void
report_size_form(struct twdemo *d, const struct twdemo_chunk *chunk)
{
	uint8_t head[TWDEMO_HEAD_BYTES];
	const uint32_t n = twdemo_write_head(chunk->type, chunk->size, head);

	report(d->report, RULE_twdemo_size_form,
	       &(struct site){ .off = chunk->off,
			       .len = chunk->head,
			       .fix = fix_replace(chunk->off, chunk->head,
						  (struct span){ head, n }) },
	       "%u in %u bytes" WANTED "%u bytes", chunk->size, chunk->head, n);
}

/* TW-8: the bits after the end symbol, in the last byte. */
static void
report_padding(struct twdemo *d, const struct twdemo_chunk *chunk)
{
	const uint64_t last = chunk->off + twdemo_chunk_bytes(chunk) - 1;
	const struct span packed = d->payload.packed;
	uint8_t byte[1];
	size_t n;

	n = huffman_encode(packed, false, d->coded, sizeof(d->coded));
	/* What was decoded has one code. */
	if (NEVER(n == 0))
		return;
	AT(byte, 0) = AT(d->coded, n - 1);
	report(d->report, RULE_twdemo_huffman_padding,
	       &(struct site){
		       .off = last,
		       .len = 1,
		       .fix = fix_replace(last, 1, (struct span){ byte, 1 }) },
	       "bits after the end symbol");
}

/* TW-7: of odd ones.  What they mean is there, and is written as a writer does. */
static void
report_ints(struct twdemo *d, const struct twdemo_chunk *chunk)
{
	const uint64_t bytes = twdemo_chunk_bytes(chunk);
	const struct span packed = d->payload.packed;
	struct part outer;
	struct site site;
	size_t n;

	site = (struct site){ .off = 4ull * d->payload.first_odd, .len = 4 };
	n = twdemo_pack(chunk->type, &d->payload.ints, &d->tried, d->coded);
	outer = report_enter(d->report, &(struct part){ .name = "chunk",
							.off = chunk->off,
							.len = bytes,
							.decoded = true,
							.ints = packed });
	if (n)
		d->report->part.fix = fix_replace(chunk->off, bytes,
						  (struct span){ d->coded, n });
	report(d->report, RULE_twdemo_int_form, &site,
	       "an int with bytes or bits that it does not need");
	report_leave(d->report, &outer);
}

/* TW-9.5 */
static void
report_message(struct twdemo *d, const struct twdemo_chunk *chunk)
{
	const struct part outer = twdemo_enter(d, chunk);

	twdemo_check_message(d->report, &d->message, d->header.server,
			     &d->seen);
	report_leave(d->report, &outer);
}

/* A chunk whose payload is whole, in d->payload. */
static void
take_chunk(struct twdemo *d, struct cursor *in,
	   const struct twdemo_chunk *chunk)
{
	if (chunk->long_form)
		report_size_form(d, chunk);
	if (d->payload.padded)
		report_padding(d, chunk);
	if (d->payload.odd_ints)
		report_ints(d, chunk);
	d->adds_zeros |= d->payload.zero;
	if (chunk->type == TWDEMO_MESSAGE) {
		if (!twdemo_message_is_clean(d->report, &d->message, &d->seen))
			report_message(d, chunk);
		d->counts.messages++;
		twdemo_consume(d, in, chunk, twdemo_chunk_bytes(chunk), true);
		return;
	}
	twdemo_take_state(d, chunk);
	twdemo_consume(d, in, chunk, twdemo_chunk_bytes(chunk), d->based);
}

/* ----------------------------------------------------------------- chunks */

/* Has the payload the sense of its type?  Only the message that is read, and
   the state that is tried, change. */
static bool
makes_sense(struct twdemo *d, enum twdemo_type type)
{
	/* What is written oddly may be damage: then it must be more. */
	if (type != TWDEMO_MESSAGE)
		return twdemo_try_state(d, type) &&
		       !(d->payload.odd_ints && twdemo_has_sixup(d, type));
	twdemo_read_message(twdemo_bytes(&d->payload), d->header.protocol,
			    &d->message);
	return !d->payload.odd_ints || twdemo_message_fits(&d->message);
}

/* YES: the payload of the chunk, which may have been mended, is in d->payload.  NO:
   the chunk was dropped, or the search began. */
static enum twdemo_proof
read_data(struct twdemo *d, struct cursor *in, struct twdemo_chunk *chunk,
	  struct span coded, bool closed)
{
	enum twdemo_proof lost;
	struct span whole;

	if (chunk->size == 0 || chunk->type == TWDEMO_UNKNOWN)
		return twdemo_mend_chunk(d, in, chunk, true, closed);
	twdemo_unpack_ahead(&d->ahead, in, chunk, coded, d->header.version,
			    &d->payload);
	lost = twdemo_find_zero(d, in, chunk, closed, &whole);
	if (lost == TWDEMO_YES)
		twdemo_put_zero(d, in, chunk, whole);
	if (lost != TWDEMO_NO)
		return lost;
	if (d->payload.problem != TWDEMO_FINE || !makes_sense(d, chunk->type))
		return twdemo_mend_chunk(d, in, chunk, true, closed);
	return TWDEMO_YES;
}

enum pull
twdemo_read_chunks(struct twdemo *d, struct cursor *in, bool closed)
{
	struct cursor after = *in;
	struct twdemo_chunk chunk;
	struct span coded = { NULL, 0 };
	enum twdemo_proof proof;

	if (cur_left(in) == 0) {
		d->phase = closed ? TWDEMO_ENDED : d->phase;
		return closed ? PULL_END : PULL_MORE;
	}
	d->cleaned = false;
	chunk = twdemo_read_chunk(&after, d->header.version);
	if (chunk.type != TWDEMO_TICK)
		coded = cur_bytes(&after, chunk.size);
	if (!cur_ok(&after)) {
		in->need = after.need;
		proof = closed ? twdemo_mend_chunk(d, in, &chunk, false, true)
			       : TWDEMO_MORE;
	} else if (chunk.type == TWDEMO_TICK) {
		proof = twdemo_mend_head(d, in, &chunk, &after, closed);
		if (proof == TWDEMO_NO)
			return twdemo_take_marker(d, in, &chunk, &after,
						  closed);
	} else {
		proof = read_data(d, in, &chunk, coded, closed);
	}
	if (proof == TWDEMO_YES)
		take_chunk(d, in, &chunk);
	return proof == TWDEMO_MORE ? PULL_MORE : PULL_EVENT;
}
