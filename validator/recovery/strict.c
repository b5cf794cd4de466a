/* SPDX-License-Identifier: MIT */
/*
 * strict.c - reads the chunk at an offset strictly, and remembers the result (TW-13)
 *
 * A chunk is strict if a writer would make exactly these bytes: the shortest forms, no
 * unused bit set, and ints that are a snapshot, a delta or a message.
 */
#include "validator/recovery/recovery.h"
#include "validator/twdemo/stream.h"

static struct span
bytes_from(const struct recovery_window *w, uint32_t at, uint32_t most)
{
	const uint32_t left = at < w->end ? w->end - at : 0;

	return span_head(span_tail(w->bytes, at), most < left ? most : left);
}

/* Pays credit for decoded bytes; where evidence shows a chunk, also reserve.  False: too
   little is left. */
static bool
pay(struct recovery_budget *b, uint64_t bytes)
{
	uint64_t *from = bytes > b->credit && b->shown ? &b->reserve
						       : &b->credit;

	if (bytes > *from)
		return false;
	*from -= bytes;
	return true;
}

/* ----------------------------------------------------------------- offsets */

void
recovery_forget(struct recovery_offsets *o, uint32_t base)
{
	o->base = base;
	o->age++;
	if (o->age != 0)
		return;
	o->looked = 0;
	o->age = 1;
}

/* Finds the index of an offset.  False: the offset is out of reach. */
static bool
find_offset(struct recovery *r, uint32_t at, uint32_t *index)
{
	struct recovery_offsets *o = &r->offsets;

	*index = at - o->base;
	if (at < o->base || *index >= RECOVERY_OFFSETS)
		return false;
	for (; o->looked <= *index; o->looked++) {
		AT(r->room.search.cells, o->looked).age = 0;
		AT(r->room.search.nodes, o->looked).age = 0;
	}
	return true;
}

static struct recovery_cell *
cell_of(struct recovery *r, uint32_t at)
{
	uint32_t i;

	return find_offset(r, at, &i) ? &AT(r->room.search.cells, i) : NULL;
}

struct recovery_node *
recovery_node(struct recovery *r, uint32_t at)
{
	uint32_t i;

	return find_offset(r, at, &i) ? &AT(r->room.search.nodes, i) : NULL;
}

struct recovery_node *
recovery_reached_node(struct recovery *r, uint32_t at)
{
	return &AT(r->room.search.nodes, at - r->offsets.base);
}

/* ------------------------------------------------------------------- steps */

void
recovery_count_step(struct recovery_steps *steps, int32_t step)
{
	const uint32_t n = ++AT(steps->of, step);
	const uint32_t most = AT(steps->of, steps->usual);

	steps->total++;
	if (step && (!steps->usual || n > most ||
		     (n == most && step < steps->usual)))
		steps->usual = step;
}

int32_t
recovery_usual(const struct recovery_steps *steps, int32_t or)
{
	return steps->total >= 3 && steps->usual ? steps->usual : or;
}

/* The gain of a marker with this step. */
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
unpack_strictly(struct recovery *r, struct span coded)
{
	struct twdemo *d = r->d;

	return coded.len && huffman_may_be(coded) &&
	       pay(&r->budget, coded.len) &&
	       twdemo_unpack(coded, &d->room.tried) &&
	       is_strict_payload(&d->room.tried);
}

/* The length in bytes of the Huffman code at the beginning of `rest`, up to its end
   symbol; 0: no code, or too little credit. */
static size_t
measure_code(struct recovery *r, struct span rest)
{
	struct twdemo_payload *p = &r->d->room.tried;
	struct huffman_decoded decoded;

	if (!rest.len || r->budget.credit < rest.len)
		return 0;
	decoded = huffman_decode(rest, p->decoded, sizeof(p->decoded));
	pay(&r->budget, decoded.used);
	return decoded.status == HUFFMAN_OK ? decoded.used : 0;
}

uint32_t
recovery_payload(struct recovery *r, uint32_t at)
{
	const struct span rest = bytes_from(&r->window, at, TWDEMO_MAX_SIZE);
	const size_t used = measure_code(r, rest);

	if (!used)
		return 0;
	/* The zero byte that older writers append belongs to the payload. */
	if (unpack_strictly(r, span_head(rest, used + 1)) &&
	    r->d->room.tried.zero)
		return (uint32_t)used + 1;
	return unpack_strictly(r, span_head(rest, used)) ? (uint32_t)used : 0;
}

unsigned
recovery_code_ends(struct recovery *r, uint32_t at, uint32_t most,
		   uint32_t ends[2])
{
	struct twdemo *d = r->d;
	const struct span rest = bytes_from(&r->window, at, most);
	const size_t used = measure_code(r, rest);
	uint32_t found[2];

	if (!used)
		return 0;
	AT(found, 0) = AT(found, 1) = at + (uint32_t)used;
	if (used < rest.len &&
	    huffman_decode(span_head(rest, used + 1), d->room.tried.decoded,
			   sizeof(d->room.tried.decoded))
			    .tail == HUFFMAN_TAIL_ZERO)
		AT(found, 1)++;
	memcpy(ends, found, sizeof(found));
	return 2;
}

/* -------------------------------------------------------------------- kinds */

static int32_t
lesser_gain(int32_t value, int32_t most)
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
	*gain = lesser_gain(BITS_SNAPSHOT + BITS_ITEM * (int32_t)n_items,
			    BITS_MOST_ITEMS);
	return true;
}

static bool
judge_delta(struct recovery *r, int32_t *gain, uint32_t *updates)
{
	if (!twdemo_is_whole_delta(r->d, &r->d->room.tried.ints, updates))
		return false;
	*gain = BITS_DELTA +
		lesser_gain(BITS_UPDATE * (int32_t)*updates, BITS_MOST_UPDATES);
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

/* Reads the head of a chunk.  False: the bytes end inside it. */
static bool
read_chunk_head(const struct recovery *r, uint32_t at,
		struct twdemo_chunk *chunk)
{
	struct cursor in = cur_span(
		bytes_from(&r->window, at, TWDEMO_MARKER_BYTES), at);

	*chunk = twdemo_chunk_at(&in, r->d->header.version);
	return cur_ok(&in);
}

struct recovery_claim
recovery_claim(const struct recovery *r, uint32_t at)
{
	struct twdemo_chunk c;
	const bool whole = read_chunk_head(r, at, &c);

	return (struct recovery_claim){
		.kind = AT(kind_of_type, c.type),
		.whole = whole,
		.data = whole && c.type != TWDEMO_TICK,
		.head = c.head,
		.size = c.size,
		.end = at + c.head + c.size,
	};
}

/* Reads the item at an offset.  True: an item is there. */
typedef bool reader(struct recovery *r, uint32_t at, struct recovery_item *item,
		    int32_t *gain);

/* The result of a reader at an offset, which is remembered. */
static struct recovery_cell
cell_at(struct recovery *r, uint32_t at, reader *reads)
{
	struct recovery_cell cell = { .age = r->offsets.age };
	struct recovery_cell *kept = cell_of(r, at);
	struct recovery_item item;
	int32_t gain = 0;

	if (kept && kept->age == r->offsets.age)
		return *kept;
	if (reads(r, at, &item, &gain)) {
		cell.kind = item.kind;
		cell.end = item.end;
		cell.gain = (int16_t)gain;
	}
	if (kept)
		*kept = cell;
	return cell;
}

static void
open_item(const struct twdemo_chunk *c, uint32_t at, struct recovery_item *item)
{
	*item = (struct recovery_item){ .at = at,
					.end = at + c->head + c->size,
					.tick = -1 };
}

/* Reads a strict chunk that is not a marker. */
static bool
read_strict_data(struct recovery *r, uint32_t at, struct recovery_item *item,
		 int32_t *gain)
{
	struct twdemo_chunk c;
	const bool whole = read_chunk_head(r, at, &c);
	uint32_t updates;

	open_item(&c, at, item);
	return whole && item->end <= r->window.end && c.type != TWDEMO_TICK &&
	       c.type != TWDEMO_UNKNOWN && c.size && !c.long_form &&
	       unpack_strictly(r,
			       bytes_from(&r->window, at + c.head, c.size)) &&
	       recovery_judge(r, AT(kind_of_type, c.type), item, gain,
			      &updates);
}

/* Is a strict full snapshot at the offset? */
static bool
is_before_full(struct recovery *r, uint32_t at)
{
	return recovery_claim(r, at).kind == RECOVERY_SNAPSHOT &&
	       cell_at(r, at, read_strict_data).kind == RECOVERY_SNAPSHOT;
}

static bool
read_strict_marker(struct recovery *r, const struct twdemo_chunk *c,
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
		/* Writers of version 4 leave out ticks, so the next four bytes may be no
		   tick. */
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
	struct twdemo_chunk c;
	const bool whole = read_chunk_head(r, at, &c);

	if (c.type != TWDEMO_TICK)
		return read_strict_data(r, at, item, gain);
	open_item(&c, at, item);
	return whole && item->end <= r->window.end &&
	       read_strict_marker(r, &c, item, gain);
}

bool
recovery_read_odd(struct recovery *r, uint32_t at, struct recovery_item *item)
{
	struct twdemo *d = r->d;
	const struct twdemo_payload *p = &d->room.tried;
	struct twdemo_chunk c;
	const bool whole = read_chunk_head(r, at, &c);
	const struct span coded = bytes_from(&r->window, at + c.head, c.size);

	*item = (struct recovery_item){ .at = at,
					.end = at + c.head + c.size,
					.tick = -1,
					.kind = AT(kind_of_type, c.type) };
	if (!whole || item->end > r->window.end || c.type == TWDEMO_TICK ||
	    c.type == TWDEMO_UNKNOWN || !c.size || !pay(&r->budget, coded.len))
		return false;
	twdemo_unpack(coded, &d->room.tried);
	return p->problem == TWDEMO_FINE && !p->odd_ints &&
	       twdemo_is_readable(d, &p->ints, c.type);
}

struct recovery_cell
recovery_strict(struct recovery *r, uint32_t at)
{
	return cell_at(r, at, recovery_read);
}
