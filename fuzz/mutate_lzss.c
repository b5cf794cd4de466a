/* SPDX-License-Identifier: MIT */
/*
 * mutate_lzss.c - changes bytes and copies of LZSS data, and makes flags and size fit
 * again
 */
#include <stdbool.h>
#include <string.h>

#include "fuzz/mutate.h"
#include "validator/core/cursor.h"

enum { PIECES = 4096, HEAD = 2, MOST_BACK = 4096, MOST_COUNT = 16 };

struct lzss_piece {
	bool copies;
	uint8_t byte;
	uint16_t back; /* distance minus one */
	uint8_t count; /* number of bytes minus one; 0: the end */
};

struct lzss_seed {
	bool literal; /* the size is written unchanged */
	uint16_t size;
	size_t n;
	struct lzss_piece piece[PIECES];
};

/* ----------------------------------------------------------------- parse */

static void
parse(struct lzss_seed *m, const uint8_t *data, size_t size)
{
	struct cursor c = cur_init(data, size, 0);
	uint32_t flags = 1;

	m->n = 0;
	m->literal = false;
	m->size = cur_u8(&c);
	m->size |= (uint16_t)(cur_u8(&c) << 8);
	while (cur_left(&c) && cur_ok(&c) && m->n < PIECES) {
		struct lzss_piece p = { .copies = false };

		if (flags == 1)
			flags = 256u | cur_u8(&c);
		p.copies = flags & 1;
		p.byte = cur_u8(&c);
		if (p.copies) {
			const uint8_t second = cur_u8(&c);

			p.back = (uint16_t)(p.byte << 4 | second >> 4);
			p.count = second & 15;
		}
		flags >>= 1;
		if (cur_ok(&c))
			m->piece[m->n++] = p;
	}
}

/* Returns the decoded size of the pieces before the end. */
static size_t
decoded(const struct lzss_seed *m)
{
	size_t n = 0;

	for (size_t i = 0; i < m->n; i++) {
		const struct lzss_piece *p = &m->piece[i];

		if (p->copies && p->count == 0)
			return n;
		n += p->copies ? p->count + 1u : 1;
	}
	return n;
}

/* ---------------------------------------------------------------- change */

/* Changes a copy.  The distance is usually within the data. */
static void
change_copy(const struct lzss_seed *m, size_t at, struct lzss_piece *p,
	    struct mutate_random *r)
{
	static const uint16_t far[] = { 0, 1, 2, 15, 16, 255, 256, 4095 };
	const struct lzss_seed *before = m;
	size_t n = 0;

	for (size_t i = 0; i < at; i++)
		n += before->piece[i].copies ? before->piece[i].count + 1u : 1;
	p->copies = true;
	switch (mutate_pick(r, 4)) {
	case 0: p->back = far[mutate_pick(r, COUNT_OF(far))]; break;
	case 1: /* the beginning, and one byte before it */
		p->back = (uint16_t)(n ? n - 1 + mutate_pick(r, 2) : 0);
		break;
	default: p->back = (uint16_t)(n ? mutate_pick(r, (uint32_t)n) : 0);
	}
	p->back %= MOST_BACK;
	p->count = (uint8_t)(mutate_pick(r, 8)
				     ? 1 + mutate_pick(r, MOST_COUNT - 1)
				     : 0);
}

static void
change_piece(const struct lzss_seed *m, size_t at, struct lzss_piece *p,
	     struct mutate_random *r)
{
	switch (mutate_pick(r, 4)) {
	case 0:
		p->copies = false;
		p->byte = (uint8_t)mutate_pick(r, 256);
		break;
	case 1: p->count = (uint8_t)mutate_pick(r, MOST_COUNT); break;
	default: change_copy(m, at, p, r); break;
	}
}

static void
insert(struct lzss_seed *m, size_t at, struct lzss_piece p)
{
	if (m->n == PIECES)
		return;
	memmove(&m->piece[at + 1], &m->piece[at],
		(m->n - at) * sizeof(m->piece[0]));
	m->piece[at] = p;
	m->n++;
}

/* Repeats the pieces, so that the data become longer than the reach of copies. */
static void
repeat(struct lzss_seed *m, size_t at, struct mutate_random *r)
{
	const size_t from = mutate_pick(r, (uint32_t)m->n);
	size_t n = 1 + mutate_pick(r, 300);

	if (n > m->n - from)
		n = m->n - from;
	for (size_t i = 0; i < n; i++)
		insert(m, at, m->piece[from]);
}

static void
change(struct lzss_seed *m, struct mutate_random *r)
{
	const size_t at = mutate_pick(r, (uint32_t)m->n + 1);
	struct lzss_piece p = { .byte = (uint8_t)mutate_pick(r, 256) };

	switch (at == m->n ? 0 : mutate_pick(r, 8)) {
	case 0:
	case 1:
		if (mutate_pick(r, 2))
			change_copy(m, at, &p, r);
		insert(m, at, p);
		break;
	case 2:
		m->n--;
		memmove(&m->piece[at], &m->piece[at + 1],
			(m->n - at) * sizeof(m->piece[0]));
		break;
	case 3: repeat(m, at, r); break;
	case 4:
		if (mutate_pick(r, 4) == 0)
			m->n = at;
		break;
	default: change_piece(m, at, &m->piece[at], r); break;
	}
}

/* ----------------------------------------------------------------- write */

static void
write_size(const struct lzss_seed *m, uint8_t *out, size_t room,
	   struct mutate_random *r)
{
	size_t size = m->literal ? m->size : decoded(m);

	if (mutate_pick(r, 16) == 0)
		size += mutate_pick(r, 5) - 2;
	poke(out, room, 0, (uint8_t)size);
	poke(out, room, 1, (uint8_t)(size >> 8));
}

static size_t
write(const struct lzss_seed *m, uint8_t *out, size_t room,
      struct mutate_random *r)
{
	size_t n = HEAD, flags = 0;

	write_size(m, out, room, r);
	for (size_t i = 0; i < m->n && n + 3 <= room; i++) {
		const struct lzss_piece *p = &m->piece[i];

		if (i % 8 == 0) {
			flags = n;
			out[n++] = 0;
		}
		out[flags] |= (uint8_t)(p->copies << i % 8);
		out[n++] = p->copies ? (uint8_t)(p->back >> 4) : p->byte;
		if (p->copies)
			out[n++] = (uint8_t)(p->back << 4 | p->count);
	}
	return n < room ? n : room;
}

/* --------------------------------------------------------------- engines */

size_t
LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size,
			unsigned seed)
{
	struct mutate_random r = mutate_random_from(seed);
	static struct lzss_seed m;

	if (mutate_pick(&r, 6) == 0 || max_size < 8)
		return LLVMFuzzerMutate(data, size, max_size);
	parse(&m, data, size);
	m.literal = mutate_pick(&r, 16) == 0;
	for (uint32_t n = 1 + mutate_pick(&r, 5); n; n--)
		change(&m, &r);
	return write(&m, data, max_size, &r);
}

/* Joins the beginning of the first data and the end of the second data. */
size_t
LLVMFuzzerCustomCrossOver(const uint8_t *data1, size_t size1,
			  const uint8_t *data2, size_t size2, uint8_t *out,
			  size_t max_out, unsigned seed)
{
	struct mutate_random r = mutate_random_from(seed);
	static struct lzss_seed a, b;

	if (max_out < 8)
		return 0;
	parse(&a, data1, size1);
	parse(&b, data2, size2);
	a.n = mutate_pick(&r, (uint32_t)a.n + 1);
	for (size_t i = mutate_pick(&r, (uint32_t)b.n + 1); i < b.n; i++)
		insert(&a, a.n, b.piece[i]);
	return write(&a, out, max_out, &r);
}
