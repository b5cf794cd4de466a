/* SPDX-License-Identifier: MIT */
/*
 * probe.c - do chunks begin here?  (TW-13)
 *
 * Nothing in here changes what is known of the file, or reports more than that
 * the limit of all that is tried was reached.  A chunk is strict if it is exactly
 * what a writer makes: shortest forms, no unused bit set, ints that are a snapshot,
 * a delta or a message.  Of bytes that are no chunk one in a thousand looks like a
 * strict one, and none like two.
 */
#include "validator/twdemo/stream.h"

/*
 * How far a probe looks, as the bytes in between are held in memory, and may be
 * tried again at the next place.  These are no limits of what a demo may hold: only
 * damage is probed, and beyond them a repair keeps less of it.  Real demos have a
 * keyframe every 251 ticks, and messages of less than 4 KiB in all before their
 * first one.
 */
enum {
	MOST_MARKERS = 1024,
	MOST_MESSAGES = 256,
	MOST_MESSAGE_BYTES = 1 << 18
};

/* A probe under way. */
struct probe {
	struct twdemo *d;
	struct cursor at;
	bool closed;
	bool markers; /* nothing else up to the end of the file will do */
	struct twdemo_trail trail;
};

static enum twdemo_proof
unless_closed(const struct probe *p)
{
	return p->closed ? TWDEMO_NO : TWDEMO_MORE;
}

bool
twdemo_may_try(struct twdemo *d, uint64_t bytes)
{
	return search_may_try(&d->search, d->pos, bytes);
}

bool
twdemo_try_payload(struct twdemo *d, struct span coded)
{
	d->tried.problem = TWDEMO_NO_END;
	d->tried.ints.n = 0;
	return huffman_may_be(coded) && twdemo_may_try(d, coded.len) &&
	       twdemo_unpack(coded, &d->tried);
}

bool
twdemo_next_marker(struct twdemo_trail *t, const struct twdemo_chunk *chunk)
{
	const int64_t tick = chunk->absolute ? chunk->ticks
					     : t->tick + chunk->ticks;

	if (++t->markers > MOST_MARKERS || chunk->padded ||
	    chunk->keyframe > chunk->absolute ||
	    (t->tick < 0 && !chunk->absolute) || tick <= t->tick ||
	    (t->tick >= 0 && tick - t->tick > TWDEMO_MOST_PAUSE) ||
	    tick >= TWDEMO_MAX_TICK)
		return false;
	t->tick = tick;
	return true;
}

/* YES: a strict data chunk, and p->at is after it. */
static enum twdemo_proof
try_data(struct probe *p, const struct twdemo_chunk *chunk)
{
	struct twdemo *d = p->d;
	struct span coded;

	if (chunk->size == 0 || chunk->type == TWDEMO_UNKNOWN ||
	    chunk->long_form)
		return TWDEMO_NO;
	coded = cur_bytes(&p->at, chunk->size);
	if (!cur_ok(&p->at))
		return unless_closed(p);
	if (!twdemo_try_payload(d, coded) ||
	    !twdemo_is_readable(d, &d->tried, chunk->type))
		return TWDEMO_NO;
	p->trail.markers = 0;
	return TWDEMO_YES;
}

/* The next chunk, marker or data; *chunk is what it is. */
static enum twdemo_proof
try_chunk(struct probe *p, struct twdemo_chunk *chunk)
{
	*chunk = twdemo_read_chunk(&p->at, p->d->header.version);
	if (!cur_ok(&p->at))
		return unless_closed(p);
	if (!twdemo_may_try(p->d, chunk->head))
		return TWDEMO_NO;
	if (chunk->type != TWDEMO_TICK)
		return try_data(p, chunk);
	return twdemo_next_marker(&p->trail, chunk) ? TWDEMO_YES : TWDEMO_NO;
}

static enum twdemo_proof
try_chain(struct probe *p, unsigned chunks)
{
	const uint64_t begin = cur_tell(&p->at);
	bool keyframe = false;
	unsigned found = 0;

	while (found < chunks) {
		struct twdemo_chunk chunk;
		enum twdemo_proof proof;

		if (cur_left(&p->at) == 0) {
			if (!p->closed)
				return TWDEMO_MORE;
			return found || p->markers || cur_tell(&p->at) == begin
				       ? TWDEMO_YES
				       : TWDEMO_NO;
		}
		proof = try_chunk(p, &chunk);
		if (proof != TWDEMO_YES)
			return proof;
		if (keyframe && chunk.type != TWDEMO_SNAPSHOT)
			return TWDEMO_NO;
		keyframe = chunk.type == TWDEMO_TICK && chunk.keyframe;
		found += chunk.type != TWDEMO_TICK;
	}
	return TWDEMO_YES;
}

static enum twdemo_proof
probe_chain(struct probe *p, unsigned chunks)
{
	const enum twdemo_proof proof = try_chain(p, chunks);

	p->d->probed = cur_ok(&p->at) ? cur_tell(&p->at) : UINT64_MAX;
	return proof;
}

enum twdemo_proof
twdemo_probe_chain(struct twdemo *d, const struct cursor *at, bool closed,
		   unsigned chunks)
{
	return probe_chain(&(struct probe){ .d = d,
					    .at = *at,
					    .closed = closed,
					    .trail.tick = d->tick },
			   chunks);
}

enum twdemo_proof
twdemo_probe_after(struct twdemo *d, const struct cursor *at, bool closed,
		   int64_t tick)
{
	return probe_chain(&(struct probe){ .d = d,
					    .at = *at,
					    .closed = closed,
					    .trail.tick = tick },
			   TWDEMO_CHAIN);
}

enum twdemo_proof
twdemo_probe_rest(struct twdemo *d, const struct cursor *at, bool closed,
		  unsigned chunks)
{
	struct probe p = { .d = d,
			   .at = *at,
			   .closed = closed,
			   .markers = true,
			   .trail.tick = d->tick };

	return try_chain(&p, chunks);
}

/* For the map: up to there these bytes, and no others, decided. */
static enum twdemo_proof
note_looked(const struct probe *p, enum twdemo_proof proof)
{
	const uint64_t end = cur_ok(&p->at) ? cur_tell(&p->at) : UINT64_MAX;

	if (proof != TWDEMO_MORE && end > p->d->map.looked)
		p->d->map.looked = end;
	return proof;
}

static enum twdemo_proof
try_unpack(struct probe *p)
{
	enum { MOST_TRIED = 256 };
	struct twdemo *d = p->d;

	for (unsigned i = 0; i < MOST_TRIED; i++) {
		const struct twdemo_chunk chunk = twdemo_read_chunk(
			&p->at, d->header.version);
		const struct span coded = cur_bytes(&p->at, chunk.size);

		if (!cur_ok(&p->at))
			return unless_closed(p);
		if (chunk.type == TWDEMO_TICK)
			continue;
		if (chunk.size == 0 || chunk.type == TWDEMO_UNKNOWN ||
		    !twdemo_may_try(d, chunk.size))
			return TWDEMO_NO;
		twdemo_unpack(coded, &d->tried);
		return d->tried.problem == TWDEMO_FINE ? TWDEMO_YES : TWDEMO_NO;
	}
	return TWDEMO_NO;
}

enum twdemo_proof
twdemo_probe_chunk(struct twdemo *d, const struct cursor *at, bool closed)
{
	struct probe p = {
		.d = d, .at = *at, .closed = closed, .trail.tick = -1
	};

	return note_looked(&p, try_unpack(&p));
}

/* A keyframe marker, and its snapshot. */
static enum twdemo_proof
try_keyframe(struct probe *p)
{
	struct twdemo_chunk chunk;
	enum twdemo_proof proof = try_chunk(p, &chunk);

	if (proof != TWDEMO_YES)
		return proof;
	if (!chunk.keyframe)
		return TWDEMO_NO;
	proof = try_chunk(p, &chunk);
	if (proof != TWDEMO_YES)
		return proof;
	return chunk.type == TWDEMO_SNAPSHOT ? TWDEMO_YES : TWDEMO_NO;
}

enum twdemo_proof
twdemo_probe_keyframe(struct twdemo *d, const struct cursor *at, bool closed,
		      int64_t after)
{
	struct probe p = {
		.d = d, .at = *at, .closed = closed, .trail.tick = after
	};
	struct cursor first = *at;

	if (cur_u8(&first) != TWDEMO_KEYFRAME_BYTE)
		return TWDEMO_NO;
	return try_keyframe(&p);
}

int64_t
twdemo_keyframe_tick(const struct twdemo *d, const struct cursor *at)
{
	struct cursor marker = *at;

	return twdemo_read_chunk(&marker, d->header.version).ticks;
}

static enum twdemo_proof
try_start(struct probe *p)
{
	const uint64_t begin = cur_tell(&p->at);

	for (unsigned i = 0; i < MOST_MESSAGES; i++) {
		const struct cursor back = p->at;
		struct twdemo_chunk chunk;
		enum twdemo_proof proof;

		if (cur_tell(&back) - begin > MOST_MESSAGE_BYTES)
			return TWDEMO_NO;
		proof = try_chunk(p, &chunk);

		if (proof == TWDEMO_YES && chunk.type == TWDEMO_TICK) {
			p->at = back;
			p->trail.tick = -1;
			proof = try_keyframe(p);
			return proof == TWDEMO_YES ? try_chain(p, 2) : proof;
		}
		if (proof != TWDEMO_YES)
			return proof;
		if (chunk.type != TWDEMO_MESSAGE)
			return TWDEMO_NO;
	}
	return TWDEMO_NO;
}

enum twdemo_proof
twdemo_probe_start(struct twdemo *d, const struct cursor *at, bool closed)
{
	struct probe p = {
		.d = d, .at = *at, .closed = closed, .trail.tick = -1
	};

	return note_looked(&p, try_start(&p));
}

/* ---------------------------------------------------- the next tick in full */

/* The next chunk, of which only the head is read. */
static enum twdemo_proof
walk(struct probe *p, struct twdemo_chunk *chunk)
{
	if (cur_left(&p->at) == 0)
		return unless_closed(p);
	*chunk = twdemo_read_chunk(&p->at, p->d->header.version);
	cur_bytes(&p->at, chunk->size);
	if (!cur_ok(&p->at))
		return unless_closed(p);
	if (!twdemo_may_try(p->d, chunk->head) ||
	    (chunk->type != TWDEMO_TICK && chunk->size == 0))
		return TWDEMO_NO;
	return TWDEMO_YES;
}

/* On to the next tick in full; *tick grows by the steps up to it. */
static enum twdemo_proof
walk_on(struct probe *p, int64_t *tick, struct twdemo_chunk *chunk)
{
	const uint64_t begin = cur_tell(&p->at);
	enum twdemo_proof proof = TWDEMO_YES;
	unsigned markers = 0;

	while (proof == TWDEMO_YES && !chunk->absolute) {
		*tick += chunk->ticks;
		if (cur_tell(&p->at) - begin > MOST_MESSAGE_BYTES ||
		    markers > MOST_MARKERS)
			return TWDEMO_NO;
		proof = walk(p, chunk);
		markers += chunk->type == TWDEMO_TICK;
	}
	return proof;
}

enum twdemo_proof
twdemo_probe_next(struct twdemo *d, const struct cursor *at, bool closed,
		  int64_t tick, int64_t most)
{
	struct probe p = { .d = d, .at = *at, .closed = closed };
	struct twdemo_chunk chunk = { 0 };
	const enum twdemo_proof proof = walk_on(&p, &tick, &chunk);

	d->probed = cur_ok(&p.at) ? cur_tell(&p.at) : UINT64_MAX;
	if (proof != TWDEMO_YES)
		return proof;
	return chunk.ticks > tick && chunk.ticks - tick <= most ? TWDEMO_YES
								: TWDEMO_NO;
}
