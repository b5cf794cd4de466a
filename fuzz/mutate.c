/* SPDX-License-Identifier: MIT */
/* mutate.c - the functions that both engines call: change a file, or join two files */
#include "fuzz/mutate.h"

#include <stdlib.h>
#include <string.h>

/* Room for new pieces of one change. */
struct fresh {
	uint8_t bytes[4][MUTATE_ROOM];
	size_t used;
};

/* ------------------------------------------------------------- changes -- */

static void
remove_at(struct mutate_file *f, size_t at, size_t count)
{
	if (count > f->n - at)
		count = f->n - at;
	memmove(&f->piece[at], &f->piece[at + count],
		(f->n - at - count) * sizeof(f->piece[0]));
	f->n -= count;
}

static void
insert_at(struct mutate_file *f, size_t at, struct mutate_piece piece)
{
	if (f->n == MUTATE_PIECES || piece.size == 0)
		return;
	memmove(&f->piece[at + 1], &f->piece[at],
		(f->n - at) * sizeof(f->piece[0]));
	f->piece[at] = piece;
	f->n++;
}

static void
change_bytes(struct mutate_piece *piece, uint8_t *out, struct mutate_random *r)
{
	size_t n = piece->size < MUTATE_ROOM / 2 ? piece->size
						 : MUTATE_ROOM / 2;

	out[0] = 0; /* an empty file gets one byte */
	memcpy(out, piece->at, n);
	n = LLVMFuzzerMutate(out, n ? n : 1, n + 1 + mutate_pick(r, 16));
	*piece = (struct mutate_piece){ out, n };
}

/* Returns a record that is not the header, if there is such a record. */
static size_t
any_record(const struct mutate_file *f, struct mutate_random *r)
{
	return f->n > 1 ? 1 + mutate_pick(r, (uint32_t)f->n - 1) : 0;
}

static void
change(struct mutate_file *f, struct fresh *fresh, struct mutate_random *r)
{
	uint8_t *room = fresh->bytes[fresh->used++];
	const size_t at = any_record(f, r), other = any_record(f, r);
	struct mutate_piece swap = f->piece[at];
	size_t n;

	switch (mutate_pick(r, 12)) {
	case 0: remove_at(f, at, 1 + mutate_pick(r, 3)); break;
	case 1: insert_at(f, at + 1, f->piece[other]); break;
	case 2:
		f->piece[at] = f->piece[other];
		f->piece[other] = swap;
		break;
	case 3:
		n = mutate_new_header(room, MUTATE_ROOM, r);
		f->piece[0] = (struct mutate_piece){ room, n };
		break;
	case 4: change_bytes(&f->piece[at], room, r); break;
	case 5: remove_at(f, at, f->n); break;
	case 6:
	case 7:
	case 8:
		n = mutate_field(&f->piece[at], room, MUTATE_ROOM, r);
		if (n)
			f->piece[at] = (struct mutate_piece){ room, n };
		break;
	default:
		n = mutate_new_record(room, MUTATE_ROOM, r);
		insert_at(f, at + 1, (struct mutate_piece){ room, n });
		break;
	}
	if (f->n == 0)
		f->piece[f->n++] = (struct mutate_piece){ room, 0 };
}

static size_t
join(const struct mutate_file *f, uint8_t *out, size_t room)
{
	size_t size = 0;

	for (size_t i = 0; i < f->n; i++) {
		const size_t left = room - size;
		const size_t n = f->piece[i].size < left ? f->piece[i].size
							 : left;

		if (n)
			memcpy(out + size, f->piece[i].at, n);
		size += n;
	}
	return size;
}

/* ------------------------------------------------------------- engines -- */

size_t
LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size,
			unsigned seed)
{
	struct mutate_random r = mutate_random_from(seed);
	struct fresh *fresh;
	struct mutate_file *file;
	uint8_t *old;

	if (mutate_pick(&r, 4) == 0)
		return LLVMFuzzerMutate(data, size, max_size);
	fresh = malloc(sizeof(*fresh));
	file = malloc(sizeof(*file));
	old = malloc(size ? size : 1);
	if (fresh && file && old) {
		memcpy(old, data, size);
		fresh->used = 0;
		mutate_split(old, size, file);
		for (uint32_t n = 1 + mutate_pick(&r, 4); n; n--)
			change(file, fresh, &r);
		size = join(file, data, max_size);
	}
	free(fresh);
	free(file);
	free(old);
	return size;
}

/* Joins the first records of one file and the last records of the other file. */
size_t
LLVMFuzzerCustomCrossOver(const uint8_t *data1, size_t size1,
			  const uint8_t *data2, size_t size2, uint8_t *out,
			  size_t max_out, unsigned seed)
{
	struct mutate_random r = mutate_random_from(seed);
	struct mutate_file *a = malloc(sizeof(*a)), *b = malloc(sizeof(*b));
	size_t size = 0;

	if (a && b) {
		mutate_split(data1, size1, a);
		mutate_split(data2, size2, b);
		a->n = any_record(a, &r) + 1;
		for (size_t i = any_record(b, &r); i < b->n; i++)
			insert_at(a, a->n, b->piece[i]);
		size = join(a, out, max_out);
	}
	free(a);
	free(b);
	return size;
}
