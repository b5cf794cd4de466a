/* SPDX-License-Identifier: MIT */
/*
 * probe.c - does a demo begin here?  (TW-5)
 *
 * Nothing in here changes what is known of the file, or reports more than that
 * the limit of all that is tried was reached.
 */
#include "validator/twdemo/stream.h"

/* How far a probe looks, as the bytes in between are held in memory.  Real demos have
   messages of less than 4 KiB in all before their first keyframe. */
enum {
	MOST_CHUNKS = 256,
	MOST_BYTES = 1 << 18,
};

/* A probe under way. */
struct probe {
	struct twdemo *d;
	struct cursor at;
	bool closed;
};

static enum twdemo_proof
unless_closed(const struct probe *p)
{
	return p->closed ? TWDEMO_NO : TWDEMO_MORE;
}

static bool
may_try(struct twdemo *d, uint64_t bytes)
{
	return search_may_try(&d->search, d->at.pos, bytes);
}

static bool
is_readable(struct twdemo *d, enum twdemo_type type)
{
	struct ints *ints = &d->room.tried.ints;
	struct twdemo_message m;
	uint32_t n;
	int32_t newest;

	switch (type) {
	case TWDEMO_SNAPSHOT:
		return twdemo_is_full_snapshot(d, ints, &n, &newest);
	case TWDEMO_DELTA: return twdemo_is_whole_delta(d, ints, &n);
	case TWDEMO_MESSAGE:
		twdemo_read_message(twdemo_bytes(&d->room.tried),
				    d->header.protocol, &m);
		return m.head == TWDEMO_MESSAGE_OK;
	case TWDEMO_UNKNOWN:
	case TWDEMO_TICK: break;
	}
	return false;
}

/* The next chunk; YES: as writers make it. */
static enum twdemo_proof
try_chunk(struct probe *p, struct twdemo_chunk *chunk)
{
	struct twdemo *d = p->d;
	struct span coded;

	*chunk = twdemo_read_chunk(&p->at, d->header.version);
	coded = cur_bytes(&p->at, chunk->size);
	if (!cur_ok(&p->at))
		return unless_closed(p);
	if (chunk->type == TWDEMO_TICK)
		return !chunk->padded && chunk->keyframe <= chunk->absolute &&
				       chunk->ticks >= 0 &&
				       chunk->ticks < TWDEMO_MAX_TICK
			       ? TWDEMO_YES
			       : TWDEMO_NO;
	return chunk->size && chunk->type != TWDEMO_UNKNOWN &&
			       !chunk->long_form && huffman_may_be(coded) &&
			       may_try(d, coded.len) &&
			       twdemo_unpack(coded, &d->room.tried) &&
			       is_readable(d, chunk->type)
		       ? TWDEMO_YES
		       : TWDEMO_NO;
}

static enum twdemo_proof
try_start(struct probe *p)
{
	const uint64_t begin = cur_tell(&p->at);
	bool keyframe = false, snapshot = false;

	for (unsigned i = 0, after = 0; i < MOST_CHUNKS && after < 2; i++) {
		struct twdemo_chunk chunk;
		enum twdemo_proof proof;

		if (cur_tell(&p->at) - begin > MOST_BYTES)
			return TWDEMO_NO;
		if (snapshot && cur_left(&p->at) == 0)
			return p->closed ? TWDEMO_YES : TWDEMO_MORE;
		proof = try_chunk(p, &chunk);
		if (proof != TWDEMO_YES)
			return proof;
		after += snapshot && chunk.type != TWDEMO_TICK;
		if (keyframe && !snapshot && chunk.type != TWDEMO_SNAPSHOT)
			return TWDEMO_NO;
		if (!keyframe && chunk.type != TWDEMO_MESSAGE &&
		    !(chunk.type == TWDEMO_TICK && chunk.keyframe))
			return TWDEMO_NO;
		snapshot |= chunk.type == TWDEMO_SNAPSHOT;
		keyframe |= chunk.type == TWDEMO_TICK;
	}
	return snapshot ? TWDEMO_YES : TWDEMO_NO;
}

enum twdemo_proof
twdemo_probe_start(struct twdemo *d, const struct cursor *at, bool closed)
{
	return try_start(&(struct probe){ .d = d, .at = *at, .closed = closed });
}

enum twdemo_proof
twdemo_probe_chunk(struct twdemo *d, const struct cursor *at, bool closed)
{
	struct probe p = { .d = d, .at = *at, .closed = closed };

	for (unsigned i = 0; i < MOST_CHUNKS; i++) {
		const struct twdemo_chunk chunk = twdemo_read_chunk(
			&p.at, d->header.version);
		const struct span coded = cur_bytes(&p.at, chunk.size);

		if (!cur_ok(&p.at))
			return unless_closed(&p);
		if (chunk.type == TWDEMO_TICK)
			continue;
		if (chunk.size == 0 || chunk.type == TWDEMO_UNKNOWN ||
		    !may_try(d, chunk.size))
			return TWDEMO_NO;
		twdemo_unpack(coded, &d->room.tried);
		return d->room.tried.problem == TWDEMO_FINE ? TWDEMO_YES
							    : TWDEMO_NO;
	}
	return TWDEMO_NO;
}
