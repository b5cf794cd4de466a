/* SPDX-License-Identifier: MIT */
/* ahead.c - decodes the payloads of the next chunks together, before their turn */
#include "validator/twdemo/ahead.h"

void
twdemo_open_ahead(struct twdemo_ahead *a)
{
	a->budget = a->next = 0;
	a->batch.n = 0;
}

/* Returns the decoded payload with this offset and size, if it is the next payload or
   the payload after the next. */
static const struct huffman_stream *
find_payload(struct twdemo_ahead *a, uint64_t off, uint32_t size)
{
	for (uint32_t i = a->next; i < a->batch.n && i < a->next + 2; i++) {
		const struct huffman_stream *s = &AT(a->batch.at, i);

		if (a->off + s->at == off && s->len == size) {
			a->next = i;
			return s;
		}
	}
	return NULL;
}

/* Adds the payload of a chunk.  The whole payload is in the window. */
static void
add_chunk_payload(struct twdemo_ahead *a, uint64_t off, uint32_t size)
{
	const size_t n = a->batch.n;
	size_t to = 0;

	if (n) {
		const struct huffman_stream *last = &AT(a->batch.at, n - 1);

		to = last->to + HUFFMAN_ROOM(last->len);
	}
	AT(a->batch.at, n) = (struct huffman_stream){
		.at = (size_t)(off - a->off),
		.len = size,
		.to = to,
	};
	a->batch.n++;
}

/* Adds the payloads of the next chunks, up to the budget.  Markers between the payloads
   use up the budget, too, because a damaged file may have bytes that all look like
   markers. */
static void
gather_payloads(struct twdemo_ahead *a, const struct cursor *in,
		unsigned version)
{
	struct cursor at = *in;
	size_t room = sizeof(a->bytes);
	uint32_t taken = 0;

	a->batch.n = 0;
	a->off = cur_tell(in);
	while (a->batch.n < HUFFMAN_STREAMS && taken < a->budget) {
		const struct twdemo_chunk c = twdemo_read_chunk(&at, version);
		const size_t need = HUFFMAN_ROOM(c.size);

		taken += c.head + c.size;
		if (c.type == TWDEMO_TICK && cur_ok(&at))
			continue;
		cur_bytes(&at, c.size);
		if (!cur_ok(&at) || cur_left(&at) < HUFFMAN_SLACK ||
		    need > room)
			return;
		add_chunk_payload(a, c.off + c.head, c.size);
		room -= need;
	}
}

bool
twdemo_unpack_ahead(struct twdemo_ahead *a, const struct cursor *in,
		    const struct twdemo_chunk *chunk, struct span coded,
		    unsigned version, struct twdemo_payload *p)
{
	const uint64_t off = chunk->off + chunk->head;
	const struct huffman_stream *s = find_payload(a, off, chunk->size);
	const bool used = a->next + 1 >= a->batch.n;
	struct span decoded;

	if (!s) {
		a->budget = used ? 2 * a->budget + chunk->size : 0;
		if (a->budget > TWDEMO_AHEAD_MOST)
			a->budget = TWDEMO_AHEAD_MOST;
		gather_payloads(a, in, version);
		huffman_decode_batch(&a->batch, cur_rest(in), a->bytes,
				     sizeof(a->bytes));
		a->next = 0;
		s = find_payload(a, off, chunk->size);
	}
	if (!s || s->decoded.status != HUFFMAN_OK)
		return twdemo_unpack(coded, p);
	decoded = (struct span){
		bytes_at(a->bytes, sizeof(a->bytes), s->to, s->decoded.size),
		s->decoded.size,
	};
	return twdemo_unpack_decoded(coded, decoded, &s->decoded, p);
}
