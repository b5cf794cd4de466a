/* SPDX-License-Identifier: MIT */
/*
 * fuzz_huffman.c - properties of the Huffman decoder and encoder, for any bytes
 *
 *   model    the decoder does what one that knows only the codes does
 *   room     it stops at the end of its output, having written what fits
 *   back     what was decoded encodes to the bytes it came from, but for what
 *            is after the end symbol
 *   beside   streams in it that are decoded side by side are what they are alone
 *   there    what is encoded decodes to itself, in both forms
 */
#include <stdlib.h>
#include <string.h>

#include "fuzz/harness.h"
#include "validator/core/huffman.h"

/* A code of n bits and its symbol, found by value: index 1 << n | code. */
static uint16_t symbols[1 << (HUFFMAN_MAX_BITS + 1)];

static void
learn(void)
{
	static bool done;

	for (unsigned s = 0; s < HUFFMAN_SYMBOLS && !done; s++) {
		uint16_t code;
		const unsigned bits = huffman_code(s, &code);

		symbols[1u << bits | code] = (uint16_t)(s + 1);
	}
	done = true;
}

/* Decodes bit by bit, until the bits so far are a code. */
static enum huffman_status
model(const struct blob *in, struct blob *out, size_t room)
{
	unsigned bits = 0, code = 0;

	for (size_t at = 0; at < 8 * in->size; at++) {
		const unsigned bit = in->at[at / 8] >> at % 8 & 1;

		code |= bit << bits++;
		const unsigned s = symbols[1u << bits | code];

		if (s == 0)
			continue;
		if (s - 1 == HUFFMAN_END)
			return HUFFMAN_OK;
		if (out->size == room)
			return HUFFMAN_FULL;
		out->at[out->size++] = (uint8_t)(s - 1);
		bits = code = 0;
	}
	return HUFFMAN_OPEN;
}

static void
back(const struct blob *in, const struct blob *out,
     const struct huffman_decoded *d)
{
	const struct span bytes = { out->at, out->size };
	const bool old = d->tail == HUFFMAN_TAIL_ZERO;
	struct blob again = blob_copy(in->at, in->size);
	const size_t n = huffman_encode(bytes, old, again.at, again.size);

	if (d->tail != HUFFMAN_TAIL_OTHER)
		HOLDS(blob_equal(in, &again) && n == in->size);
	HOLDS(d->used == n - (old && n > d->used));
	/* Only padding bits may differ. */
	HOLDS(memcmp(in->at, again.at, d->used - 1) == 0);
	blob_free(&again);
}

/* Divides the input into streams, whose lengths are in the input, and decodes them
   together. */
static void
beside(const struct blob *in)
{
	static struct huffman_batch batch;
	const struct span window = { in->at, in->size };
	const size_t most = HUFFMAN_ROOM(in->size) +
			    (size_t)HUFFMAN_SPARE * HUFFMAN_STREAMS;
	struct blob out = { malloc(most), most, 0 },
		    alone = { malloc(most), most, 0 };
	size_t at = 0, to = 0;

	HOLDS(out.at && alone.at);
	batch.n = 0;
	while (batch.n < HUFFMAN_STREAMS && at < in->size) {
		const size_t len = in->at[at] % 64u;

		if (len + HUFFMAN_SLACK > in->size - at)
			break;
		batch.at[batch.n++] = (struct huffman_stream){
			at, len, to, { 0 }
		};
		at += len + 1;
		to += HUFFMAN_ROOM(len);
	}
	huffman_decode_batch(&batch, window, out.at, to);
	for (size_t i = 0; i < batch.n; i++) {
		const struct huffman_stream *s = &batch.at[i];
		const struct huffman_decoded *d = &s->decoded;
		const struct huffman_decoded want = huffman_decode(
			(struct span){ in->at + s->at, s->len }, alone.at,
			most);

		HOLDS(d->status == want.status);
		if (d->status != HUFFMAN_OK)
			continue;
		HOLDS(d->size == want.size && d->used == want.used);
		HOLDS(d->tail == want.tail);
		HOLDS(memcmp(out.at + s->to, alone.at, d->size) == 0);
	}
	blob_free(&out);
	blob_free(&alone);
}

static void
there(const struct blob *in, bool old)
{
	const struct span bytes = { in->at, in->size };
	const size_t most = in->size * 2 + 3;
	struct blob coded = { malloc(most), 0, 0 },
		    out = blob_copy(in->at, in->size);

	HOLDS(coded.at); /* without memory the property cannot be checked */
	coded.size = huffman_encode(bytes, old, coded.at, most);
	HOLDS(coded.size > 0);
	HOLDS(huffman_encode(bytes, old, coded.at, coded.size - 1) == 0);
	HOLDS(huffman_encode(bytes, old, coded.at, coded.size) == coded.size);
	memset(out.at, 0xa5, out.size);
	const struct huffman_decoded d = huffman_decode(
		(struct span){ coded.at, coded.size }, out.at, out.size);

	HOLDS(d.status == HUFFMAN_OK && d.size == in->size);
	HOLDS(d.tail != HUFFMAN_TAIL_OTHER && blob_equal(in, &out));
	blob_free(&coded);
	blob_free(&out);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	/* A bit decodes to at most one byte.  So the room is enough, or the output is
	   cut. */
	const size_t room = size && data[0] % 4 == 0 ? data[size - 1]
						     : 8 * size;
	struct blob in = blob_copy(data, size);
	struct blob out = { malloc(room ? room : 1), 0, 0 };
	struct blob want = { malloc(room + 1), 0, 0 };

	HOLDS(out.at && want.at);
	learn();
	const struct huffman_decoded d = huffman_decode(
		(struct span){ in.at, in.size }, out.at, room);

	out.size = d.size;
	HOLDS(d.status == model(&in, &want, room));
	HOLDS(blob_equal(&out, &want));
	HOLDS(d.used <= size);
	if (d.status == HUFFMAN_OK)
		back(&in, &out, &d);
	beside(&in);
	there(&in, size % 2);
	blob_free(&in);
	blob_free(&out);
	blob_free(&want);
	return 0;
}
