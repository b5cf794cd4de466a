/* SPDX-License-Identifier: MIT */
/* mutate_pieces.c - adds, removes and changes payloads of a demo */
#include "fuzz/mutate_pieces.h"

#include <string.h>

static void
parse(struct pieces_seed *m, const uint8_t *data, size_t size)
{
	struct cursor c = cur_init(data, size, 0);

	m->n = 0;
	m->head = cur_u8(&c);
	m->layout = piece_messages_layout(m->head);
	while (m->n < PIECES_MOST && piece_next(&c, &m->piece[m->n]))
		m->n++;
}

void
mutate_pieces_set(struct pieces_seed *m, size_t at, const struct bit_string *s)
{
	const size_t size = mutate_bits_pack(s, m->changed, sizeof(m->changed));

	if (size || s->n == 0)
		m->piece[at].bytes = (struct span){ m->changed, size };
}

void
mutate_pieces_damage(struct pieces_seed *m, size_t at, struct mutate_random *r)
{
	static struct bit_string s;

	mutate_bits_unpack(&s, m->piece[at].bytes.ptr, m->piece[at].bytes.len);
	mutate_bits_damage(&s, 0, s.n, r);
	mutate_pieces_set(m, at, &s);
}

static void
insert(struct pieces_seed *m, size_t at, struct payload_piece piece)
{
	if (m->n == PIECES_MOST)
		return;
	memmove(&m->piece[at + 1], &m->piece[at],
		(m->n - at) * sizeof(m->piece[0]));
	m->piece[at] = piece;
	m->n++;
}

static void
move_pieces(struct pieces_seed *m, size_t at, struct mutate_random *r)
{
	const size_t to = mutate_pick(r, (uint32_t)m->n);
	const struct payload_piece piece = m->piece[at];

	switch (mutate_pick(r, 4)) {
	case 0: insert(m, to, piece); break;
	case 1: /* inserts the piece */
		m->piece[at] = m->piece[to];
		m->piece[to] = piece;
		break;
	case 2:
		m->n--;
		memmove(&m->piece[at], &m->piece[at + 1],
			(m->n - at) * sizeof(m->piece[0]));
		break;
	default:
		insert(m, to, (struct payload_piece){ .kind = PIECE_PACKET });
		break;
	}
}

static size_t
write(const struct pieces_seed *m, uint8_t *out, size_t room)
{
	size_t n = 1;

	out[0] = m->head;
	for (size_t i = 0; i < m->n; i++) {
		const size_t size = piece_write(
			m->piece[i].kind, m->piece[i].bytes.ptr,
			m->piece[i].bytes.len, out + n, room - n);

		if (size == 0)
			break;
		n += size;
	}
	return n;
}

/* ----------------------------------------------------------------- engines */

static uint8_t old[2][1 << 17];

/* Copies the input, because the output overwrites it. */
static size_t
keep(uint8_t *to, const uint8_t *data, size_t size)
{
	if (size > sizeof(old[0]))
		size = sizeof(old[0]);
	if (size)
		memcpy(to, data, size);
	return size;
}

size_t
LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size,
			unsigned seed)
{
	struct mutate_random r = mutate_random_from(seed);
	static struct pieces_seed m;

	if (mutate_pick(&r, 6) == 0 || max_size == 0)
		return LLVMFuzzerMutate(data, size, max_size);
	for (uint32_t n = 1 + mutate_pick(&r, 4); n; n--) {
		parse(&m, old[0], keep(old[0], data, size));
		const size_t at = m.n ? mutate_pick(&r, (uint32_t)m.n) : 0;

		if (m.n == 0)
			insert(&m, 0, (struct payload_piece){ .off = 0 });
		else if (mutate_pick(&r, 8) == 0)
			move_pieces(&m, at, &r);
		else
			mutate_pieces_change(&m, at, &r);
		if (mutate_pick(&r, 64) == 0)
			m.head = (uint8_t)mutate_pick(&r, 32);
		size = write(&m, data, max_size);
	}
	return size;
}

/* Joins the first payloads of one input and the last payloads of the other input. */
size_t
LLVMFuzzerCustomCrossOver(const uint8_t *data1, size_t size1,
			  const uint8_t *data2, size_t size2, uint8_t *out,
			  size_t max_out, unsigned seed)
{
	struct mutate_random r = mutate_random_from(seed);
	static struct pieces_seed a, b;

	if (max_out == 0)
		return 0;
	parse(&a, old[0], keep(old[0], data1, size1));
	parse(&b, old[1], keep(old[1], data2, size2));
	a.n = mutate_pick(&r, (uint32_t)a.n + 1);
	for (size_t i = mutate_pick(&r, (uint32_t)b.n + 1); i < b.n; i++)
		insert(&a, a.n, b.piece[i]);
	return write(&a, out, max_out);
}
