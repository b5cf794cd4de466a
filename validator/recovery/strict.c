/* SPDX-License-Identifier: MIT */
/*
 * strict.c - what stands at an offset, read strictly and remembered (TW-13)
 *
 * A chunk is strict if it is exactly what a writer makes: shortest forms, no unused
 * bit set, ints that are a snapshot, a delta or a message.
 */
#include "validator/recovery/recovery.h"
#include "validator/twdemo/stream.h"

static struct span
bytes_from(const struct recovery *r, uint32_t at, uint32_t most)
{
	const uint32_t left = at < r->n ? r->n - at : 0;

	return span_head(span_tail(r->window, at), most < left ? most : left);
}

/* Bytes that are decoded cost credit. */
static bool
pay(struct recovery *r, uint64_t bytes)
{
	if (bytes > r->credit)
		return false;
	r->credit -= bytes;
	return true;
}

/* ------------------------------------------------------------------- steps */

int32_t
recovery_usual(const struct recovery_steps *steps, int32_t or)
{
	uint32_t best = 0;

	if (steps->total < 3)
		return or;
	for (uint32_t i = 1; i < RECOVERY_STEPS; i++)
		if (AT(steps->of, i) > AT(steps->of, best))
			best = i;
	return best ? (int32_t)best : or;
}

/* How much a step of that size says. */
int32_t
recovery_step_gain(const struct recovery *r, int32_t step)
{
	enum { LEAST = 3 * RECOVERY_UNIT / 2 };
	const uint64_t seen = 20 * (uint64_t)AT(r->steps.of, step) + 1;
	const uint64_t all = 20 * ((uint64_t)r->steps.total + 1);
	int32_t says = recovery_log2(all) - recovery_log2(seen);

	if (step == 0)
		return BITS_STEP_ZERO;
	if (says < LEAST)
		says = LEAST;
	return BITS_MARKER -
	       (says < BITS_STEP_RAREST ? says : BITS_STEP_RAREST);
}

uint8_t
recovery_step_byte(const struct recovery *r, int32_t step)
{
	const unsigned form = r->d->header.version >= 5
				      ? TWDEMO_MARKER_BIT | TWDEMO_INLINE_BIT
				      : TWDEMO_MARKER_BIT;

	return (uint8_t)(form | (unsigned)step);
}

/* ----------------------------------------------------------------- payloads */

static bool
is_strict_payload(const struct twdemo_payload *p)
{
	return twdemo_is_strict(p) && p->ints.n > 0;
}

/* Unpacks into d->room.tried. */
static bool
unpack(struct recovery *r, struct span coded)
{
	struct twdemo *d = r->d;

	return coded.len && huffman_may_be(coded) && pay(r, coded.len) &&
	       twdemo_unpack(coded, &d->room.tried) && is_strict_payload(&d->room.tried);
}

uint32_t
recovery_payload(struct recovery *r, uint32_t at)
{
	struct twdemo *d = r->d;
	const struct span rest = bytes_from(r, at, TWDEMO_MAX_SIZE);
	struct huffman_decoded decoded;

	if (!rest.len || r->credit < rest.len)
		return 0;
	decoded = huffman_decode(rest, d->room.tried.decoded,
				 sizeof(d->room.tried.decoded));
	pay(r, decoded.used);
	if (decoded.status != HUFFMAN_OK)
		return 0;
	/* The byte of 0 of older writers belongs to it. */
	if (unpack(r, span_head(rest, decoded.used + 1)) && d->room.tried.zero)
		return (uint32_t)decoded.used + 1;
	return unpack(r, span_head(rest, decoded.used)) ? (uint32_t)decoded.used
							: 0;
}

unsigned
recovery_code_ends(struct recovery *r, uint32_t at, uint32_t most,
		   uint32_t ends[2])
{
	struct twdemo *d = r->d;
	const struct span rest = bytes_from(r, at, most);
	struct huffman_decoded decoded;

	if (!rest.len || r->credit < rest.len)
		return 0;
	decoded = huffman_decode(rest, d->room.tried.decoded,
				 sizeof(d->room.tried.decoded));
	pay(r, decoded.used);
	if (decoded.status != HUFFMAN_OK)
		return 0;
	ends[0] = ends[1] = at + (uint32_t)decoded.used;
	if (decoded.used < rest.len &&
	    huffman_decode(span_head(rest, decoded.used + 1), d->room.tried.decoded,
			   sizeof(d->room.tried.decoded))
			    .tail == HUFFMAN_TAIL_ZERO)
		ends[1]++;
	return 2;
}

/* -------------------------------------------------------------------- kinds */

static int32_t
at_most(int32_t value, int32_t most)
{
	return value < most ? value : most;
}

static bool
judge_full(struct recovery *r, struct recovery_item *item, int32_t *gain)
{
	struct twdemo *d = r->d;
	uint32_t n_items;

	if (!twdemo_is_full_snapshot(d, &d->room.tried.ints, &n_items, &item->tick))
		return false;
	*gain = at_most(BITS_SNAPSHOT + BITS_ITEM * (int32_t)n_items,
			BITS_MOST_ITEMS);
	return true;
}

static bool
judge_delta(struct recovery *r, int32_t *gain, uint32_t *updates)
{
	if (!twdemo_is_whole_delta(r->d, &r->d->room.tried.ints, updates))
		return false;
	*gain = BITS_DELTA + at_most(BITS_UPDATE * (int32_t)*updates,
					 BITS_MOST_UPDATES);
	return true;
}

static bool
judge_message(struct recovery *r, struct recovery_item *item, int32_t *gain)
{
	enum { MOST_IDS = 256, LEAST_DELTA = 4 };
	struct twdemo *d = r->d;
	struct twdemo_message m;
	uint32_t updates;

	twdemo_read_message(twdemo_bytes(&d->room.tried), d->header.protocol, &m);
	if (m.head != TWDEMO_MESSAGE_OK || m.id >= MOST_IDS)
		return false;
	item->exact = !m.extended && twdemo_message_fits(&m);
	if (item->exact) {
		item->tick = twdemo_named_tick(d, &m);
		item->named = item->tick >= 0;
		*gain = BITS_MESSAGE;
	} else if (!m.row && d->room.tried.ints.n > LEAST_DELTA &&
		   twdemo_is_whole_delta(d, &d->room.tried.ints, &updates)) {
		*gain = BITS_MESSAGE_LIKE_DELTA;
	} else {
		*gain = BITS_MESSAGE_OTHER;
	}
	return true;
}

bool
recovery_judge(struct recovery *r, uint8_t kind, struct recovery_item *item,
	       int32_t *gain, uint32_t *updates)
{
	item->kind = kind;
	item->tick = -1;
	*updates = 0;
	switch (kind) {
	case RECOVERY_SNAPSHOT: return judge_full(r, item, gain);
	case RECOVERY_DELTA: return judge_delta(r, gain, updates);
	case RECOVERY_MESSAGE: return judge_message(r, item, gain);
	default: return false;
	}
}

/* ------------------------------------------------------------------- chunks */

static const uint8_t kind_of_type[] = {
	[TWDEMO_UNKNOWN] = RECOVERY_NOTHING,
	[TWDEMO_SNAPSHOT] = RECOVERY_SNAPSHOT,
	[TWDEMO_MESSAGE] = RECOVERY_MESSAGE,
	[TWDEMO_DELTA] = RECOVERY_DELTA,
	[TWDEMO_TICK] = RECOVERY_MARKER,
};

static struct twdemo_chunk
chunk_at(const struct recovery *r, uint32_t at, bool *whole)
{
	struct cursor in = cur_span(bytes_from(r, at, TWDEMO_MARKER_BYTES), at);
	const struct twdemo_chunk chunk = twdemo_read_chunk(
		&in, r->d->header.version);

	*whole = cur_ok(&in);
	return chunk;
}

struct recovery_claim
recovery_claim(const struct recovery *r, uint32_t at)
{
	bool whole;
	const struct twdemo_chunk c = chunk_at(r, at, &whole);

	return (struct recovery_claim){
		.kind = AT(kind_of_type, c.type),
		.whole = whole,
		.data = whole && c.type != TWDEMO_TICK,
		.head = c.head,
		.size = c.size,
		.end = at + c.head + c.size,
	};
}

/* Is a full snapshot next? */
static bool
is_before_full(struct recovery *r, uint32_t at)
{
	return recovery_claim(r, at).kind == RECOVERY_SNAPSHOT &&
	       recovery_strict(r, at).kind == RECOVERY_SNAPSHOT;
}

static bool
read_marker(struct recovery *r, const struct twdemo_chunk *c,
	    struct recovery_item *item, int32_t *gain)
{
	if (c->padded || c->ticks < 0 || c->ticks >= TWDEMO_MAX_TICK ||
	    (c->keyframe && !c->absolute))
		return false;
	item->kind = RECOVERY_MARKER;
	item->tick = (int32_t)c->ticks;
	item->absolute = c->absolute;
	item->keyframe = c->keyframe;
	if (!c->absolute)
		*gain = recovery_step_gain(r, item->tick);
	else if (!c->keyframe)
		/* Writers of version 4 leave out ticks: what follows may be none. */
		*gain = r->d->header.version <= 4 ? BITS_DOUBT : BITS_ABSOLUTE;
	else
		*gain = is_before_full(r, item->end) ? BITS_KEYFRAME
						     : BITS_KEYFRAME_EMPTY;
	return true;
}

bool
recovery_read(struct recovery *r, uint32_t at, struct recovery_item *item,
	      int32_t *gain)
{
	bool whole;
	const struct twdemo_chunk c = chunk_at(r, at, &whole);
	uint32_t updates;

	*item = (struct recovery_item){ .at = at,
					.end = at + c.head + c.size,
					.tick = -1 };
	if (!whole || item->end > r->n)
		return false;
	if (c.type == TWDEMO_TICK)
		return read_marker(r, &c, item, gain);
	return c.type != TWDEMO_UNKNOWN && c.size && !c.long_form &&
	       unpack(r, bytes_from(r, at + c.head, c.size)) &&
	       recovery_judge(r, AT(kind_of_type, c.type), item, gain,
			      &updates);
}

bool
recovery_read_odd(struct recovery *r, uint32_t at, struct recovery_item *item)
{
	struct twdemo *d = r->d;
	const struct twdemo_payload *p = &d->room.tried;
	bool whole;
	const struct twdemo_chunk c = chunk_at(r, at, &whole);
	const struct span coded = bytes_from(r, at + c.head, c.size);

	*item = (struct recovery_item){ .at = at,
					.end = at + c.head + c.size,
					.tick = -1,
					.kind = AT(kind_of_type, c.type) };
	if (!whole || item->end > r->n || c.type == TWDEMO_TICK ||
	    c.type == TWDEMO_UNKNOWN || !c.size || !pay(r, coded.len))
		return false;
	twdemo_unpack(coded, &d->room.tried);
	return p->problem == TWDEMO_FINE && !p->odd_ints &&
	       twdemo_is_readable(d, &p->ints, c.type);
}

struct recovery_cell
recovery_strict(struct recovery *r, uint32_t at)
{
	struct recovery_cell cell = { .age = r->age };
	const bool kept = at >= r->base && at - r->base < COUNT_OF(r->cells);
	struct recovery_item item;
	int32_t gain = 0;

	if (kept && AT(r->cells, at - r->base).age == r->age)
		return AT(r->cells, at - r->base);
	if (recovery_read(r, at, &item, &gain)) {
		cell.kind = item.kind;
		cell.end = item.end;
		cell.gain = (int16_t)gain;
	}
	if (kept)
		AT(r->cells, at - r->base) = cell;
	return cell;
}
