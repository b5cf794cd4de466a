/* SPDX-License-Identifier: MIT */
/* mutate_payload.c - changes the ints in a chunk of a demo */
#include "fuzz/mutate_payload.h"

#include <string.h>

#include "validator/core/huffman.h"
#include "validator/core/ints.h"

enum { DECODED = 65536, MOST_VALUES = 24 };

/* ---------------------------------------------------------------- values */

static int32_t
value(struct mutate_random *r)
{
	static const int32_t edges[] = {
		0,       -1,      1,         2,         3,        4,
		5,       9,       10,        20,        22,       23,
		63,      64,      -64,       -65,       0x3fff,   0x4000,
		0x7fff,  0x8000,  -6,        -22,       -24,      0xffff,
		0x10000, -0x8000, -0x60000,  -0x180000, 1024,     1025,
		16384,   65536,   INT32_MAX, INT32_MIN, 0x400000, 0x40000000,
	};

	return mutate_pick(r, 8) ? edges[mutate_pick(r, COUNT_OF(edges))]
				 : (int32_t)mutate_pick(r, UINT32_MAX);
}

static int32_t
item_type(struct mutate_random *r)
{
	static const int32_t types[] = { 0,  0,      1,      2,     4,  6,
					 9,  10,     13,     20,    21, 22,
					 64, 0x7fff, 0x7ffe, 0x4000 };

	return types[mutate_pick(r, COUNT_OF(types))];
}

/* Returns the number of ints of an item whose size deltas omit. 0: deltas contain the
   size. */
static uint32_t
agreed(int32_t type, bool sixup)
{
	static const uint8_t sizes[2][23] = {
		{ 0,  10, 6, 5, 4, 3, 8, 4, 15, 22, 5,
		  17, 3,  2, 2, 2, 2, 3, 3, 3,  3 },
		{ 0, 10, 6, 5,  3, 3, 3, 2, 4, 15, 22, 3,
		  4, 58, 5, 32, 2, 2, 2, 2, 3, 3,  7 },
	};

	return type >= 0 && type < 23 ? sizes[sixup][type] : 0;
}

/* ------------------------------------------------------------------ ints */

static void
insert(struct ints *s, uint32_t at, const int32_t *from, uint32_t n)
{
	if (at > s->n || n > INTS_MAX - s->n)
		return;
	memmove(s->at + at + n, s->at + at, (s->n - at) * sizeof(*s->at));
	memcpy(s->at + at, from, n * sizeof(*s->at));
	s->n += n;
}

static void
append(struct ints *s, int32_t v)
{
	insert(s, s->n, &v, 1);
}

static void
take_out(struct ints *s, uint32_t at, uint32_t n)
{
	if (at > s->n || n > s->n - at)
		return;
	memmove(s->at + at, s->at + at + n, (s->n - at - n) * sizeof(*s->at));
	s->n -= n;
}

static void
append_values(struct ints *s, uint32_t n, struct mutate_random *r)
{
	for (uint32_t k = 0; k < n; k++)
		append(s, mutate_pick(r, 4) ? 0 : value(r));
}

/* Changes any list of ints.  `other` may be empty. */
static void
change_ints(struct ints *s, const struct ints *other, struct mutate_random *r)
{
	const uint32_t a = mutate_pick(r, s->n + 1);
	const uint32_t b = mutate_pick(r, s->n + 1);
	const uint32_t n = mutate_pick(r, 8);
	int32_t some[8];

	switch (mutate_pick(r, 10)) {
	case 0:
		some[0] = value(r);
		insert(s, a, some, 1);
		break;
	case 1: take_out(s, a, 1 + mutate_pick(r, 3)); break;
	case 2:
		if (a < s->n && b < s->n) {
			some[0] = s->at[a];
			s->at[a] = s->at[b];
			s->at[b] = some[0];
		}
		break;
	case 3:
		if (a + n <= s->n) {
			memcpy(some, s->at + a, n * sizeof(*some));
			insert(s, b, some, n);
		}
		break;
	case 4:
		if (n <= other->n)
			insert(s, b,
			       other->at + mutate_pick(r, other->n - n + 1), n);
		break;
	case 5: s->n = a; break;
	case 6:
		if (a < s->n)
			s->at[a] = (int32_t)((uint32_t)s->at[a] +
					     (mutate_pick(r, 2) ? 1u : -1u));
		break;
	default:
		if (a < s->n)
			s->at[a] = value(r);
		break;
	}
}

/* ------------------------------------------------------------- snapshots */

/* Does the snapshot have the number of items and bytes in its head? *n: the number of
   items. */
static bool
is_snapshot(const struct ints *s, uint32_t *n)
{
	if (s->n < 2 || s->at[1] < 0 || s->at[0] < 0 || s->at[0] % 4 ||
	    (uint64_t)s->at[0] / 4 + (uint64_t)s->at[1] + 2 != s->n)
		return false;
	*n = (uint32_t)s->at[1];
	return true;
}

/* Finds the key of an item, and its ints.  False: there is no such item. */
static bool
find_item(const struct ints *s, uint32_t n, uint32_t i, uint32_t *at,
	  uint32_t *size)
{
	const int64_t off = s->at[2 + i];
	const int64_t end = i + 1 < n ? s->at[3 + i] : s->at[0];

	if (off < 0 || off % 4 || end > s->at[0] || end - off < 4)
		return false;
	*at = 2 + n + (uint32_t)off / 4;
	*size = (uint32_t)(end - off) / 4 - 1;
	return true;
}

static void
add_item(struct ints *s, int32_t key, uint32_t n, struct mutate_random *r)
{
	uint32_t items;
	int32_t off;

	if (!is_snapshot(s, &items) || INTS_MAX - s->n < n + 2)
		return;
	off = s->at[0];
	insert(s, 2 + items, &off, 1);
	append(s, key);
	append_values(s, n, r);
	s->at[0] += 4 + 4 * (int32_t)n;
	s->at[1]++;
}

static void
change_snapshot(struct ints *s, bool sixup, struct mutate_random *r)
{
	const int32_t type = item_type(r);
	const uint32_t given = agreed(type, sixup);
	uint32_t items, at, n;

	if (!is_snapshot(s, &items))
		return;
	if (items == 0 || mutate_pick(r, 3) == 0) {
		add_item(s, type * 0x10000 + (int32_t)mutate_pick(r, 4),
			 given ? given : mutate_pick(r, MOST_VALUES), r);
		return;
	}
	if (!find_item(s, items, mutate_pick(r, items), &at, &n))
		return;
	switch (mutate_pick(r, 4)) {
	case 0: /* the last item */
		if (find_item(s, items, items - 1, &at, &n)) {
			s->at[0] = s->at[1 + items];
			s->at[1]--;
			s->n = at;
			take_out(s, 1 + items, 1);
		}
		break;
	case 1: s->at[at] ^= 1 << mutate_pick(r, 31); break;
	default:
		if (n)
			s->at[at + 1 + mutate_pick(r, n)] = value(r);
		break;
	}
}

/* ---------------------------------------------------------------- deltas */

static void
add_update(struct ints *s, int32_t type, int32_t id, uint32_t n, bool sixup,
	   struct mutate_random *r)
{
	s->at[1] = (int32_t)((uint32_t)s->at[1] + 1);
	append(s, type);
	append(s, id);
	if (agreed(type, sixup) == 0)
		append(s, (int32_t)n);
	append_values(s, n, r);
}

/* Adds an update or a removal, of an item of the base if possible. */
static void
change_delta(struct ints *s, const struct ints *base, bool sixup,
	     struct mutate_random *r)
{
	int32_t type = item_type(r), id = (int32_t)mutate_pick(r, 4), key;
	uint32_t items, at, n = agreed(type, sixup);

	if (s->n < 3)
		return;
	if (n == 0)
		n = mutate_pick(r, MOST_VALUES);
	key = type * 0x10000 + id;
	if (mutate_pick(r, 4) && is_snapshot(base, &items) && items &&
	    find_item(base, items, mutate_pick(r, items), &at, &n)) {
		key = base->at[at];
		type = (int32_t)((uint32_t)key >> 16);
		id = key & 0xffff;
	}
	if (mutate_pick(r, 3)) {
		add_update(s, type, id, n, sixup, r);
		return;
	}
	s->at[0] = (int32_t)((uint32_t)s->at[0] + 1);
	insert(s, 3, &key, 1);
}

/* --------------------------------------------------------------- packing */

static bool
unpack(struct mutate_piece payload, struct ints *out)
{
	static uint8_t bytes[DECODED];
	const struct huffman_decoded d = huffman_decode(
		(struct span){ payload.at, payload.size }, bytes, DECODED);

	out->n = 0;
	return d.status == HUFFMAN_OK &&
	       ints_unpack((struct span){ bytes, d.size }, out).status ==
		       INTS_OK;
}

/* Changes an int to a form that no writer uses. */
static size_t
lengthen(uint8_t *bytes, size_t size, struct mutate_random *r)
{
	const size_t at = mutate_pick(r, (uint32_t)size);

	if (bytes[at] & 0x80)
		return size;
	memmove(bytes + at + 2, bytes + at + 1, size - at - 1);
	bytes[at] |= 0x80;
	bytes[at + 1] = 0;
	return size + 1;
}

/* Packs ints.  Most ints are packed as writers do, before or since DDNet 20.0. */
static size_t
pack(const struct ints *s, uint8_t *out, size_t room, struct mutate_random *r)
{
	static uint8_t bytes[INT_MAX_BYTES * INTS_MAX + 1];
	size_t n = ints_pack(s, bytes, sizeof(bytes) - 1);

	if (n && mutate_pick(r, 24) == 0)
		n = lengthen(bytes, n, r);
	n = huffman_encode((struct span){ bytes, n }, mutate_pick(r, 2), out,
			   room);
	if (n == 0 || mutate_pick(r, 24))
		return n;
	switch (mutate_pick(r, 3)) {
	case 0: out[n - 1] |= 0x80; return n;
	case 1: return n - 1;
	default:
		if (n < room)
			out[n++] = (uint8_t)(mutate_pick(r, 2) ? 0 : value(r));
		return n;
	}
}

size_t
mutate_payload(const struct payload_seed *seed, uint8_t *out, size_t room,
	       struct mutate_random *r)
{
	static struct ints s, other;

	if (!unpack(seed->old, &s))
		return 0;
	if (!unpack(seed->other, &other))
		other.n = 0;
	for (uint32_t n = 1 + mutate_pick(r, 3); n; n--) {
		if (seed->type == PAYLOAD_SNAPSHOT && mutate_pick(r, 2))
			change_snapshot(&s, seed->sixup, r);
		else if (seed->type == PAYLOAD_DELTA && mutate_pick(r, 2))
			change_delta(&s, &other, seed->sixup, r);
		else if (seed->type == PAYLOAD_MESSAGE && s.n &&
			 /* The id and the client of a message. */
			 mutate_pick(r, 4) == 0)
			s.at[0] = (s.at[0] & ~0xff) | (value(r) & 0xff);
		else
			change_ints(&s, &other, r);
	}
	return pack(&s, out, room, r);
}

size_t
mutate_new_payload(const struct payload_seed *seed, uint8_t *out, size_t room,
		   struct mutate_random *r)
{
	static struct ints s, other;

	if (!unpack(seed->other, &other))
		other.n = 0;
	memset(s.at, 0, 3 * sizeof(*s.at));
	s.n = seed->type == PAYLOAD_SNAPSHOT ? 2
	      : seed->type == PAYLOAD_DELTA  ? 3
					     : 1;
	for (uint32_t n = mutate_pick(r, 4); n; n--) {
		if (seed->type == PAYLOAD_SNAPSHOT)
			change_snapshot(&s, seed->sixup, r);
		else if (seed->type == PAYLOAD_DELTA)
			change_delta(&s, &other, seed->sixup, r);
		else
			append_values(&s, 3, r);
	}
	if (seed->type == PAYLOAD_MESSAGE)
		s.at[0] = (int32_t)mutate_pick(r, 80);
	return pack(&s, out, room, r);
}
