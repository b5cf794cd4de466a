/* SPDX-License-Identifier: MIT */
/*
 * fuzz_decompress.c - one byte says how much memory a decoder has, one how large
 * pieces are; what follows is a compressed file of any container
 *
 *   split    in pieces of any size it is the same: the bytes, where they end, what
 *            is said, and why
 *   ration   no more memory is held than the decoder may have
 */
#include <stdlib.h>
#include <string.h>

#include "fuzz/harness.h"
#include "validator/core/decompress.h"

enum {
	HEAD_BYTES = 2,
	MOST_MADE = 1 << 20,
	/* Memory of a check besides the ration: its structs, zlib, ISA-L. */
	BESIDE = 1 << 20,
	SIZE_BYTES =
		16, /* the size before each block */
};

struct decoding {
	struct decompress end; /* the final state */
	size_t n;
	uint8_t *made;
};

static uint64_t held, most_held;

static void *
get(void *ctx, size_t size)
{
	uint8_t *at = malloc(size + SIZE_BYTES);

	(void)ctx;
	if (!at)
		harness_no_memory();
	memcpy(at, &size, sizeof(size));
	held += size;
	if (held > most_held)
		most_held = held;
	return at + SIZE_BYTES;
}

static void
put(void *ctx, void *ptr)
{
	uint8_t *at = (uint8_t *)ptr - SIZE_BYTES;
	size_t size;

	(void)ctx;
	memcpy(&size, at, sizeof(size));
	held -= size;
	free(at);
}

static enum dfk_status
take(void *ctx, struct span made, bool *stop)
{
	struct decoding *o = ctx;

	*stop = made.len > MOST_MADE - o->n;
	made = span_head(made, MOST_MADE - o->n);
	memcpy(o->made + o->n, made.ptr, made.len);
	o->n += made.len;
	return DFK_OK;
}

static void
by_pieces(struct decoding *o, const struct blob *in,
	  const struct compression *kind, uint64_t memory, size_t piece)
{
	static const struct dfk_allocator allocator = { get, put, NULL };
	struct decompress *d;

	o->n = 0;
	most_held = 0;
	HOLDS(decompress_open(&d, kind, memory, &allocator) == DFK_OK && d);
	for (size_t at = 0; at < in->size; at += piece) {
		const size_t n = in->size - at < piece ? in->size - at : piece;
		const struct blob copy = blob_copy(in->at + at, n);

		HOLDS(decompress_feed(d, (struct span){ copy.at, n }, take,
				      o) == DFK_OK);
		free(copy.at);
	}
	decompress_end(d);
	o->end = *d;
	HOLDS(d->fed == in->size);
	HOLDS(d->stop_off <= in->size && d->lost_off <= in->size);
	decompress_close(d);
	HOLDS(held == 0);
	HOLDS(most_held <= memory + BESIDE);
}

static void
same(const struct decoding *a, const struct decoding *b)
{
	HOLDS(a->n == b->n);
	HOLDS(a->n == 0 || memcmp(a->made, b->made, a->n) == 0);
	HOLDS(a->end.state == b->end.state);
	if (a->end.state == DECOMPRESS_STOPPED)
		return; /* the rest was not read */
	HOLDS(a->end.stop_off == b->end.stop_off);
	HOLDS(a->end.lost_off == b->end.lost_off);
	if (a->end.state == DECOMPRESS_DAMAGED ||
	    a->end.state == DECOMPRESS_UNABLE)
		HOLDS(strcmp(a->end.why, b->end.why) == 0);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct decoding whole, parts;
	const struct compression *kind;

	if (size < HEAD_BYTES)
		return 0;
	if (!whole.made) {
		whole.made = harness_memory(MOST_MADE);
		parts.made = harness_memory(MOST_MADE);
	}
	const struct blob in = blob_copy(data + HEAD_BYTES, size - HEAD_BYTES);
	const uint64_t memory = UINT64_C(1) << data[0] % 27;

	kind = compression_of(span_head((struct span){ in.at, in.size },
					COMPRESSION_HEAD_BYTES),
			      true);
	if (kind && kind->decoder->size) {
		by_pieces(&whole, &in, kind, memory, in.size + 1);
		by_pieces(&parts, &in, kind, memory,
			  (size_t)data[1] * data[1] + 1);
		same(&whole, &parts);
	}
	free(in.at);
	return 0;
}
