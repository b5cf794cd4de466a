/* SPDX-License-Identifier: MIT */
/*
 * fuzz_lzss.c - two bytes say how many bytes the ones after them become
 *
 *   model    the decoder does what one does that takes eight pieces at a time
 *   room     it never writes after the size that is declared, nor what it did
 *            not decode
 *   size     with any other size it fails, and has written the same bytes
 *   end      what follows the end does not matter; without its last byte it
 *            has no end
 *   there    what is encoded decodes to itself
 */
#include <stdlib.h>
#include <string.h>

#include "validator/core/poison.h"
#include "fuzz/harness.h"
#include "validator/netmessage/unpack.h"

enum { SIZE_BYTES = 2, LONGEST = 16, FARTHEST = 4096, GUARD = 32 };

/* The result of a decoder. */
struct lzss_result {
	enum lzss_status status;
	size_t used; /* number of input bytes, if decoding finished */
	struct blob out;
};

static void
forget(struct lzss_result *r)
{
	blob_free(&r->out);
}

/* ----------------------------------------------------------------- model -- */

/* Decodes one piece at `at`, and moves `at` behind the piece.  False: the data ended. */
static bool
model_piece(const struct blob *in, size_t *at, bool copies, size_t size,
	    struct lzss_result *r)
{
	const size_t bytes = copies ? 2 : 1;

	r->status = LZSS_SHORT;
	if (in->size - *at < bytes)
		return false;
	const uint8_t *piece = in->at + *at;
	const size_t back = copies ? 16u * piece[0] + piece[1] / 16u + 1 : 0;
	const size_t n = copies ? piece[1] % 16u + 1 : 1;

	*at += bytes;
	r->used = *at;
	if (copies && n == 1) {
		r->status = r->out.size < size ? LZSS_FEWER : LZSS_DONE;
		return false;
	}
	r->status = LZSS_BEFORE;
	if (back > r->out.size)
		return false;
	r->status = LZSS_LONGER;
	if (r->out.size + n > size)
		return false;
	for (size_t i = 0; i < n; i++) {
		const uint8_t byte = copies ? r->out.at[r->out.size - back]
					    : piece[0];

		r->out.at[r->out.size++] = byte;
	}
	return true;
}

static struct lzss_result
model(const struct blob *in, size_t size)
{
	struct lzss_result r = { .status = LZSS_SHORT };
	bool goes_on = true;

	r.out.at = harness_memory(size);
	for (size_t at = 0; goes_on && at < in->size;) {
		const uint8_t flags = in->at[at++];

		for (unsigned i = 0; goes_on && i < 8; i++)
			goes_on = model_piece(in, &at, flags >> i & 1, size,
					      &r);
	}
	if (goes_on)
		r.status = LZSS_SHORT;
	return r;
}

/* --------------------------------------------------------------- decoder -- */

/* Decodes into `size` bytes.  The bytes around them must not change.  The bytes are
   filled with `fill` first. */
static struct lzss_result
decode(const struct blob *in, size_t size, uint8_t fill)
{
	const struct blob copy = blob_copy(in->at, in->size);
	struct cursor c = cur_init(copy.at, copy.size, 7);
	struct lzss_result r = { .status = LZSS_SHORT };
	const size_t guarded = size + (size_t)2 * GUARD;
	uint8_t *room = harness_memory(guarded);

	memset(room, fill, guarded);
	ASAN_POISON_MEMORY_REGION(room, GUARD);
	ASAN_POISON_MEMORY_REGION(room + GUARD + size, GUARD);
	r.status = lzss_decode(&c, room + GUARD, size);
	ASAN_UNPOISON_MEMORY_REGION(room, guarded);
	for (size_t i = 0; i < GUARD; i++)
		HOLDS(room[i] == fill && room[GUARD + size + i] == fill);
	r.used = (size_t)(cur_tell(&c) - 7);
	HOLDS(r.used <= in->size);
	HOLDS(cur_ok(&c) == (r.status != LZSS_SHORT));
	r.out = blob_copy(room + GUARD, size);
	free(room);
	free(copy.at);
	return r;
}

/* Checks that both decoders wrote the same bytes, and that the second decoder wrote
   nothing behind them. */
static void
same(const struct lzss_result *got, const struct lzss_result *want,
     uint8_t fill)
{
	const size_t n = want->out.size;

	HOLDS(got->status == want->status);
	HOLDS(got->status == LZSS_SHORT || got->used == want->used);
	HOLDS(n <= got->out.size);
	HOLDS(n == 0 || memcmp(got->out.at, want->out.at, n) == 0);
	for (size_t i = n; i < got->out.size; i++)
		HOLDS(got->out.at[i] == fill);
}

/* Checks that a smaller size gives the same bytes up to the error. */
static void
check_size(const struct blob *in, const struct lzss_result *whole, size_t size)
{
	struct lzss_result other = decode(in, size, 0x5a);
	struct lzss_result want = model(in, size);
	const size_t n = want.out.size < whole->out.size ? want.out.size
							 : whole->out.size;

	same(&other, &want, 0x5a);
	HOLDS(n == 0 || memcmp(want.out.at, whole->out.at, n) == 0);
	if (whole->status == LZSS_DONE && size != whole->out.size)
		HOLDS(other.status ==
		      (size < whole->out.size ? LZSS_LONGER : LZSS_FEWER));
	forget(&other);
	forget(&want);
}

static void
check_end(const struct blob *in, const struct lzss_result *done)
{
	struct blob longer = blob_copy(in->at, done->used);
	const struct blob shorter = { in->at, done->used - 1, 0 };
	struct lzss_result r = decode(&shorter, done->out.size, 0);

	HOLDS(r.status == LZSS_SHORT);
	forget(&r);
	blob_add(&longer, "\xff\x00\xff", 3);
	r = decode(&longer, done->out.size, 0);
	HOLDS(r.status == LZSS_DONE && r.used == done->used);
	HOLDS(blob_equal(&r.out, &done->out));
	forget(&r);
	blob_free(&longer);
}

/* --------------------------------------------------------------- encoder -- */

struct lzss_writer {
	struct blob out;
	size_t flags; /* offset of the flags */
	unsigned n;   /* number of pieces after the flags */
};

static void
write_piece(struct lzss_writer *w, bool copies, const uint8_t *bytes)
{
	if (w->n % 8 == 0) {
		w->flags = w->out.size;
		blob_add(&w->out, "", 1);
	}
	w->out.at[w->flags] |= (uint8_t)(copies << w->n++ % 8);
	blob_add(&w->out, bytes, copies ? 2 : 1);
}

/* Returns how many bytes at `at` equal the bytes `back` before. */
static size_t
common(const struct blob *in, size_t at, size_t back)
{
	size_t n = 0;

	while (n < LONGEST && at + n < in->size &&
	       in->at[at + n] == in->at[at + n - back])
		n++;
	return n;
}

/* Encodes.  A copy begins at the last place with the same three bytes, if this place is
   near enough. */
static void
encode(const struct blob *in, struct lzss_writer *w)
{
	static uint32_t last[1 << 12];
	size_t n;

	memset(last, 0, sizeof(last));
	for (size_t at = 0; at < in->size; at += n) {
		const uint8_t *p = in->at + at;
		size_t back = 0;

		n = 1;
		if (in->size - at >= 3) {
			const uint32_t three = p[0] | (uint32_t)p[1] << 8 |
					       (uint32_t)p[2] << 16;
			uint32_t *seen = &last[(three * 2654435761u) >> 20];

			back = *seen ? at + 1 - *seen : 0;
			*seen = (uint32_t)at + 1;
		}
		if (back && back <= FARTHEST)
			n = common(in, at, back);
		if (n < 2)
			n = 1;
		const uint8_t copy[2] = {
			(uint8_t)((back - 1) >> 4),
			(uint8_t)((back - 1) << 4 | (n - 1)),
		};
		write_piece(w, n > 1, n > 1 ? copy : p);
	}
	write_piece(w, true, (const uint8_t[2]){ 0, 0 });
}

static void
there(const struct blob *in)
{
	struct lzss_writer w = { .n = 0 };
	struct lzss_result r;

	encode(in, &w);
	r = decode(&w.out, in->size, 0xa5);
	HOLDS(r.status == LZSS_DONE && r.used == w.out.size);
	HOLDS(blob_equal(&r.out, in));
	forget(&r);
	blob_free(&w.out);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const size_t head = size < SIZE_BYTES ? size : SIZE_BYTES;
	const size_t declared = size < SIZE_BYTES ? 0
						  : data[0] + 256u * data[1];
	const struct blob in = blob_copy(data + head, size - head);
	struct lzss_result got = decode(&in, declared, 0xa5);
	struct lzss_result want = model(&in, declared);

	same(&got, &want, 0xa5);
	if (got.status == LZSS_DONE)
		check_end(&in, &got);
	check_size(&in, &want, declared + 1);
	check_size(&in, &want, declared / 2);
	check_size(&in, &want, 0);
	there(&in);
	forget(&got);
	forget(&want);
	free(in.at);
	return 0;
}
