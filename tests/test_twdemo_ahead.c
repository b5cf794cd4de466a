/* SPDX-License-Identifier: MIT */
/* test_twdemo_ahead.c - payloads that are decoded before their turn */
#include <criterion/criterion.h>
#include <string.h>

#include "validator/twdemo/ahead.h"

enum { VERSION = 6, MOST = 1 << 18 };

static struct {
	uint8_t bytes[MOST];
	size_t size;
	struct twdemo_ahead ahead;
	struct twdemo_payload payload, want, scratch;
	struct ints ints;
} it;

static void
begin(void)
{
	it.size = 0;
	twdemo_open_ahead(&it.ahead);
}

static void
add_marker(void)
{
	it.bytes[it.size++] = 0xa1;
}

/* A message of so many ints. */
static void
add_chunk(uint32_t n)
{
	it.ints.n = n;
	for (uint32_t i = 0; i < n; i++)
		it.ints.at[i] = i % 3 ? (int32_t)(i * n) : 0;
	it.size += twdemo_pack(TWDEMO_MESSAGE, &it.ints, &it.scratch,
			       it.bytes + it.size);
	cr_assert_lt(it.size, MOST - TWDEMO_CHUNK_ROOM);
}

/* Unpacks the chunk there, of which and of what follows so many bytes are at hand;
   returns where the next one begins. */
static size_t
unpack(size_t at, size_t end)
{
	struct cursor in = cur_init(it.bytes, end, 500), next;
	struct twdemo_chunk chunk;
	struct span coded;
	bool fine;

	cur_bytes(&in, at);
	next = in;
	chunk = twdemo_read_chunk(&next, VERSION);
	coded = cur_bytes(&next, chunk.size);
	cr_assert(cur_ok(&next));
	fine = twdemo_unpack_ahead(&it.ahead, &in, &chunk, coded, VERSION,
				   &it.payload);
	cr_expect_eq(fine, twdemo_unpack(coded, &it.want), "%zu", at);
	cr_expect_eq(it.payload.problem, it.want.problem, "%zu", at);
	cr_expect_eq(it.payload.used, it.want.used);
	cr_expect_eq(it.payload.packed.len, it.want.packed.len);
	cr_expect_eq(it.payload.zero, it.want.zero);
	cr_expect_eq(it.payload.padded, it.want.padded);
	cr_expect_eq(it.payload.ints.n, it.want.ints.n);
	cr_expect(span_equal(it.payload.packed, it.want.packed.ptr,
			     it.want.packed.len));
	return (size_t)(cur_tell(&next) - 500);
}

/* Given chunks and markers, more and more of them are decoded together. */
Test(twdemo_ahead, together)
{
	size_t most = 0;

	begin();
	for (uint32_t i = 0; i < 300; i++)
		add_chunk(i % 20 + 1);
	for (size_t at = 0; at < it.size;) {
		at = unpack(at, it.size);
		if (it.ahead.batch.n > most)
			most = it.ahead.batch.n;
	}
	cr_expect_eq(most, HUFFMAN_STREAMS);
}

/* Given markers between them, these are passed over. */
Test(twdemo_ahead, markers)
{
	begin();
	for (size_t i = 0; i < 4; i++)
		add_chunk(9);

	size_t at = unpack(0, it.size);
	const size_t marker = it.size;

	add_marker();
	add_chunk(9);
	add_chunk(9);
	for (size_t i = 1; i < 4; i++)
		at = unpack(at, it.size);
	cr_expect_eq(at, marker);
	cr_expect_geq(it.ahead.batch.n, 3);
	unpack(at + 1, it.size);
}

/* Given nothing but markers after it, no more of them are passed over than the
   budget has: the chunk after them is not decoded ahead. */
Test(twdemo_ahead, no_end_of_markers)
{
	begin();
	add_chunk(9);
	add_chunk(9);

	const size_t second = unpack(0, it.size);

	for (size_t i = 0; i < 1000; i++)
		add_marker();
	add_chunk(9);
	add_chunk(9);
	unpack(second, it.size);
	cr_expect_eq(it.ahead.batch.n, 1);
}

/* Given no more than one chunk at hand, or less than is read beside its bytes, it is
   decoded alone. */
Test(twdemo_ahead, at_the_end_of_the_window)
{
	begin();
	for (size_t i = 0; i < 8; i++)
		add_chunk(5);
	const size_t chunk = it.size / 8;

	for (size_t at = 0; at < it.size; at += chunk) {
		unpack(at, at + chunk);
		cr_expect_eq(it.ahead.batch.n, 0);
	}
	begin();
	for (size_t i = 0; i < 8; i++)
		add_chunk(5);
	for (size_t slack = 0; slack < 12; slack++) {
		twdemo_open_ahead(&it.ahead);
		unpack(0, chunk + slack);
		cr_expect_eq(it.ahead.batch.n, slack >= HUFFMAN_SLACK);
	}
}

/* Given the same chunk once more, as when more bytes are waited for, it is still
   there; one at another place, or of another size, is not taken for it.  Nothing is
   decoded ahead in vain more than once then. */
Test(twdemo_ahead, chunks_that_move)
{
	size_t at = 0, batch;

	begin();
	for (size_t i = 0; i < 64; i++)
		add_chunk((uint32_t)i % 5 + 3);
	while (it.ahead.batch.n < 8)
		at = unpack(at, it.size);
	batch = it.ahead.batch.n;
	for (int again = 0; again < 3; again++)
		unpack(at, it.size);
	cr_expect_eq(it.ahead.batch.n, batch);
	cr_expect_gt(it.ahead.budget, 0);
	unpack(0, it.size);
	cr_expect_eq(it.ahead.budget, 0);
	/* The same place, and a size of less. */
	twdemo_open_ahead(&it.ahead);
	at = unpack(0, it.size);
	at = unpack(at, it.size);
	it.bytes[at]--;
	unpack(at, it.size);
	cr_expect_eq(it.payload.problem, it.want.problem);
}

/* Given a payload that is too large to be among others, and a damaged one. */
Test(twdemo_ahead, large_and_damaged)
{
	size_t at = 0, damaged;

	begin();
	for (size_t i = 0; i < 6; i++)
		add_chunk(40);
	damaged = it.size;
	add_chunk(40);
	memset(it.bytes + damaged + 3, 0, 20);
	add_chunk(12000);
	for (size_t i = 0; i < 6; i++)
		add_chunk(40);
	while (at < it.size)
		at = unpack(at, it.size);
}
