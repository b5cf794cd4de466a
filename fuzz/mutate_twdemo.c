/* SPDX-License-Identifier: MIT */
/*
 * mutate_twdemo.c - changes header, map and chunks of a demo, and makes sizes, checksums,
 * ticks and length fit again
 */
#include <stdlib.h>
#include <string.h>

#include "fuzz/mutate_demo.h"
#include "fuzz/mutate_payload.h"
#include "validator/core/span.h"

/* ---------------------------------------------------------------- header */

static void
change_map(struct demo_seed *m, struct mutate_random *r)
{
	const size_t size = m->map.size < FRESH - m->used ? m->map.size : 0;
	uint8_t *fresh = m->fresh + m->used;

	m->new_map = mutate_pick(r, 4);
	if (size == 0 || mutate_pick(r, 4) == 0) {
		m->map.size = mutate_pick(r, (uint32_t)m->map.size + 1);
		return;
	}
	memcpy(fresh, m->map.at, size);
	if (mutate_pick(r, 8) == 0)
		memset(fresh, 0, size);
	else
		fresh[mutate_pick(r, (uint32_t)size)] ^=
			(uint8_t)(1u << mutate_pick(r, 8));
	m->map.at = fresh;
	m->used += size;
}

static void
change_text(uint8_t *at, size_t room, struct mutate_random *r)
{
	static const char *const texts[] = {
		"0.6 626fce9a778df4d4",
		"0.7 802f1be60a05665f",
		"0.5 x",
		"client",
		"server",
		"dm1",
		"",
	};
	const char *text = texts[mutate_pick(r, COUNT_OF(texts))];

	if (mutate_pick(r, 2)) {
		at[mutate_pick(r, (uint32_t)room)] = (uint8_t)mutate_pick(r,
									  256);
		return;
	}
	memset(at, 0, room);
	memcpy(at, text, strlen(text) < room ? strlen(text) : room);
}

static void
change_header(struct demo_seed *m, struct mutate_random *r)
{
	switch (mutate_pick(r, 10)) {
	case 0: m->header[AT_VERSION] = (uint8_t)(2 + mutate_pick(r, 6)); break;
	case 1: change_text(m->header + AT_NET_VERSION, 64, r); break;
	case 2: change_text(m->header + AT_MAP_NAME, 64, r); break;
	case 3: change_text(m->header + AT_TYPE, 8, r); break;
	case 4: change_text(m->header + AT_LENGTH + 4, 20, r); break;
	case 5: mutate_demo_put(m->marks, mutate_pick(r, 70) - 2); break;
	case 6:
		mutate_demo_put(m->marks + 4 * (1 + (size_t)mutate_pick(r, 8)),
				mutate_pick(r, 2000));
		break;
	case 7: m->has_extension = !m->has_extension; break;
	case 8:
		memset(m->extension + UUID, mutate_pick(r, 2) ? 0 : 0xff,
		       EXTENSION - UUID);
		break;
	default:
		m->header[mutate_pick(r, HEADER)] ^= (uint8_t)(1u
							       << mutate_pick(
									  r,
									  8));
		break;
	}
}

/* ---------------------------------------------------------------- chunks */

static struct demo_chunk *
insert(struct demo_seed *m, size_t at)
{
	if (m->n == CHUNKS)
		return NULL;
	memmove(&m->chunk[at + 1], &m->chunk[at],
		(m->n - at) * sizeof(m->chunk[0]));
	m->n++;
	m->chunk[at] = (struct demo_chunk){ .kind = BYTES };
	return &m->chunk[at];
}

/* Returns the snapshot before a delta, if it is near.  Otherwise returns any payload. */
static struct mutate_piece
source_of(const struct demo_seed *m, size_t at, unsigned type,
	  struct mutate_random *r)
{
	const size_t least = at > 256 ? at - 256 : 0;

	for (size_t i = at; type == PAYLOAD_DELTA && i > least; i--)
		if (m->chunk[i - 1].kind == DATA &&
		    m->chunk[i - 1].type == PAYLOAD_SNAPSHOT)
			return m->chunk[i - 1].bytes;
	return m->chunk[mutate_pick(r, (uint32_t)m->n)].bytes;
}

/* Makes a payload from the old payload, or a new payload. */
static void
fill(struct demo_seed *m, size_t at, bool fresh, struct mutate_random *r)
{
	struct demo_chunk *c = &m->chunk[at];
	const struct payload_seed seed = {
		.type = (enum payload_type)c->type,
		.sixup = memcmp(m->header + AT_NET_VERSION, "0.7", 3) == 0,
		.old = c->bytes,
		.other = source_of(m, at, c->type, r),
	};
	uint8_t *out = m->fresh + m->used;
	size_t n = (fresh ? mutate_new_payload
			  : mutate_payload)(&seed, out, FRESH - m->used, r);

	if (n == 0 && c->bytes.size && c->bytes.size < FRESH - m->used) {
		n = c->bytes.size;
		memcpy(out, c->bytes.at, n);
		out[mutate_pick(r, (uint32_t)n)] = (uint8_t)mutate_pick(r, 256);
	}
	m->used += n;
	c->bytes = (struct mutate_piece){ out, n };
}

/* Adds a marker with a snapshot or a delta, or adds a message. */
static void
add_new(struct demo_seed *m, size_t at, struct mutate_random *r)
{
	const int32_t tick = at ? m->chunk[at - 1].tick : 0;
	const unsigned what = mutate_pick(r, 4);
	struct demo_chunk *c = insert(m, at);

	if (c && what < 3) {
		c->kind = MARKER;
		c->key = c->absolute = what == 0;
		c->tick = (int32_t)((uint32_t)tick + mutate_pick(r, 40));
		c = what < 2 ? insert(m, at + 1) : NULL;
	}
	if (!c)
		return;
	c->kind = DATA;
	c->type = what == 0   ? PAYLOAD_SNAPSHOT
		  : what == 1 ? PAYLOAD_DELTA
			      : PAYLOAD_MESSAGE;
	fill(m, (size_t)(c - m->chunk), true, r);
}

static void
change_marker(struct demo_chunk *c, struct mutate_random *r)
{
	static const uint32_t ticks[] = { 0,          1,          50,
					  1000,       0x6ffffffe, 0x6fffffff,
					  0x7fffffff, 0x80000000 };

	switch (mutate_pick(r, 7)) {
	case 0: c->key = !c->key; break;
	case 1: c->absolute = !c->absolute; break;
	case 2: c->padding = (uint8_t)mutate_pick(r, 0x40); break;
	case 3: c->bare = !c->bare; break;
	case 4:
		c->tick = (int32_t)ticks[mutate_pick(r, COUNT_OF(ticks))];
		break;
	default:
		c->tick = (int32_t)((uint32_t)c->tick + mutate_pick(r, 130) -
				    32);
		break;
	}
}

static void
change_data(struct demo_seed *m, size_t at, struct mutate_random *r)
{
	struct demo_chunk *c = &m->chunk[at];

	switch (mutate_pick(r, 16)) {
	case 0: c->type = (uint8_t)mutate_pick(r, PAYLOAD_TYPES); break;
	case 1: c->form = (uint8_t)mutate_pick(r, 3); break;
	case 2: c->skew = (int8_t)((int)mutate_pick(r, 9) - 4); break;
	case 3:
		c->bytes.size = mutate_pick(r, (uint32_t)c->bytes.size + 1);
		break;
	default: fill(m, at, false, r); break;
	}
}

/* Removes, repeats or moves chunks. */
static void
move_chunks(struct demo_seed *m, size_t at, struct mutate_random *r)
{
	const size_t to = mutate_pick(r, (uint32_t)m->n);
	size_t n = 1 + mutate_pick(r, 4);
	struct demo_chunk some[4];

	if (n > m->n - at)
		n = m->n - at;
	memcpy(some, &m->chunk[at], n * sizeof(some[0]));
	switch (mutate_pick(r, 4)) {
	case 0:
		m->chunk[at] = m->chunk[to];
		m->chunk[to] = some[0];
		break;
	case 1:
		for (size_t i = 0; i < n && insert(m, to + i); i++)
			m->chunk[to + i] = some[i];
		break;
	case 2: m->n = mutate_pick(r, 8) ? m->n : at; break;
	default:
		m->n -= n;
		memmove(&m->chunk[at], &m->chunk[at + n],
			(m->n - at) * sizeof(m->chunk[0]));
		break;
	}
}

static void
change(struct demo_seed *m, struct mutate_random *r)
{
	const size_t at = m->n ? mutate_pick(r, (uint32_t)m->n) : 0;
	struct demo_chunk *c = &m->chunk[at];

	switch (m->n ? mutate_pick(r, 16) : 2) {
	case 0: change_header(m, r); break;
	case 1: change_map(m, r); break;
	case 2:
	case 3: add_new(m, at, r); break;
	case 4:
	case 5:
	case 6: move_chunks(m, at, r); break;
	case 7:
		c = mutate_pick(r, 4) ? NULL : insert(m, at);
		if (c)
			c->kind = HOLE;
		break;
	default:
		if (c->kind == MARKER)
			change_marker(c, r);
		else if (c->kind == DATA)
			change_data(m, at, r);
		else
			fill(m, at, false, r);
		break;
	}
}

/* --------------------------------------------------------------- engines */

/* Changes any byte and any end of the file, without a model. */
static size_t
change_file(uint8_t *data, size_t size, struct mutate_random *r)
{
	switch (size ? mutate_pick(r, 16) : 2) {
	case 0:
		data[mutate_pick(r, (uint32_t)size)] ^=
			(uint8_t)(1u << mutate_pick(r, 8));
		return size;
	case 1: return mutate_pick(r, (uint32_t)size);
	default: return size;
	}
}

size_t
LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size,
			unsigned seed)
{
	struct mutate_random r = mutate_random_from(seed);
	static struct demo_seed m;
	uint8_t *old;

	if (mutate_pick(&r, 4) == 0)
		return LLVMFuzzerMutate(data, size, max_size);
	old = malloc(size ? size : 1);
	if (old && size)
		memcpy(old, data, size);
	if (!old || !mutate_demo_parse(&m, old, size)) {
		free(old);
		return LLVMFuzzerMutate(data, size, max_size);
	}
	for (uint32_t n = 1 + mutate_pick(&r, 4); n; n--)
		change(&m, &r);
	size = mutate_demo_write(&m, data, max_size, &r);
	free(old);
	return change_file(data, size, &r);
}

/* Joins the first chunks of one demo and the last chunks of the other demo. */
size_t
LLVMFuzzerCustomCrossOver(const uint8_t *data1, size_t size1,
			  const uint8_t *data2, size_t size2, uint8_t *out,
			  size_t max_out, unsigned seed)
{
	struct mutate_random r = mutate_random_from(seed);
	static struct demo_seed a, b;
	size_t n;

	if (!mutate_demo_parse(&a, data1, size1) ||
	    !mutate_demo_parse(&b, data2, size2))
		return 0;
	a.n = mutate_pick(&r, (uint32_t)a.n + 1);
	n = mutate_pick(&r, (uint32_t)b.n + 1);
	if (n > CHUNKS - a.n)
		n = CHUNKS - a.n;
	memcpy(&a.chunk[a.n], &b.chunk[b.n - n], n * sizeof(a.chunk[0]));
	a.n += n;
	if (mutate_pick(&r, 8) == 0) {
		a.map = b.map;
		a.new_map = true;
	}
	return mutate_demo_write(&a, out, max_out, &r);
}
