/* SPDX-License-Identifier: MIT */
/* edit.c - the edit list */
#include "repair/edit.h"

#include "validator/core/memory.h"

enum { FIRST_SLOTS = 16, FIRST_POOL = 64, COMPACT_BYTES = 1 << 16 };

struct edit_slot {
	uint64_t off, del, finding;
	const uint8_t *lasting; /* inserted bytes that live longer than the
	                           list; NULL: the bytes are in the pool */
	uint32_t ins_off, ins_len; /* offset of the inserted bytes in the
	                              pool, and their number */
	int32_t tick, ticks;
	struct loss loss;
	uint16_t why; /* enum rule_id in 16 bits, because there may be an edit for each
	                 byte */
	bool lossy, apart;
};

_Static_assert(RULE_COUNT <= UINT16_MAX, "a rule has room in a slot");

void
edits_open(struct edits *e, const struct dfk_allocator *allocator,
	   size_t maximum, size_t pool_maximum)
{
	*e = (struct edits){ .allocator = allocator,
			     .maximum = maximum,
			     .pool_maximum = pool_maximum };
}

void
edits_close(struct edits *e)
{
	memory_put(e->allocator, e->list);
	memory_put(e->allocator, e->pool);
	*e = (struct edits){ .allocator = e->allocator };
}

void
edits_clear(struct edits *e)
{
	e->n = e->pool_used = e->inserted = 0;
}

/* Returns the slot of edit i, which is below the capacity. */
static struct edit_slot *
slot(const struct edits *e, size_t i)
{
	return room_at(e->list, e->capacity * sizeof(*e->list),
		       i * sizeof(*e->list), sizeof(*e->list));
}

static uint64_t
end_of(const struct edits *e, size_t i)
{
	return slot(e, i)->off + slot(e, i)->del;
}

uint64_t
edits_end(const struct edits *e)
{
	return e->n ? end_of(e, e->n - 1) : 0;
}

bool
edits_at(const struct edits *e, size_t i, struct edit *edit)
{
	if (i >= e->n)
		return false;
	const struct edit_slot *s = slot(e, i);

	*edit = (struct edit){
		.off = s->off,
		.del = s->del,
		.lossy = s->lossy,
		.apart = s->apart,
		.why = (enum rule_id)s->why,
		.finding = s->finding,
		.tick = s->tick,
		.ticks = s->ticks,
		.loss = s->loss,
	};
	edit->lasting = s->lasting != NULL;
	if (s->lasting)
		edit->ins = (struct span){ s->lasting, s->ins_len };
	else if (s->ins_len)
		edit->ins = (struct span){ room_at(e->pool, e->pool_capacity,
						   s->ins_off, s->ins_len),
					   s->ins_len };
	return true;
}

/* -------------------------------------------------------------- adding -- */

/* Enlarges *memory to at least `need` bytes, and keeps its first `used` bytes.  False:
   no memory. */
static bool
grow_memory(const struct edits *e, void **memory, size_t used, size_t *capacity,
	    size_t need, size_t first)
{
	size_t size = *capacity ? *capacity : first;
	void *larger;

	if (need <= *capacity)
		return true;
	while (size < need)
		size *= 2;
	larger = memory_get(e->allocator, size);
	if (!larger)
		return false;
	if (used)
		memcpy(larger, *memory, used);
	memory_put(e->allocator, *memory);
	*memory = larger;
	*capacity = size;
	return true;
}

static bool
grow_list(struct edits *e, size_t n)
{
	size_t bytes = e->capacity * sizeof(*e->list);
	void *list = e->list;
	const bool done = grow_memory(e, &list, e->n * sizeof(*e->list), &bytes,
				      n * sizeof(*e->list),
				      FIRST_SLOTS * sizeof(*e->list));

	e->list = list;
	e->capacity = bytes / sizeof(*e->list);
	return done;
}

static bool
grow_pool(struct edits *e, size_t need)
{
	void *pool = e->pool;
	const bool done = grow_memory(e, &pool, e->pool_used, &e->pool_capacity,
				      need, FIRST_POOL);

	e->pool = pool;
	return done;
}

/* The place of a new edit, which replaces the edits `first` to `last` - 1. */
struct edit_place {
	size_t first, last;
};

/* Does an insertion stay before a new edit at the same offset?  An example is the rest of
   a map. */
static bool
stays_before(const struct edit_slot *s, const struct edit *new)
{
	return s->apart && s->del == 0 && s->off == new->off &&new->del > 0 &&
	       !(s->lossy && new->ends);
}

/*
 *   |--a--|   |--b--| |c|    |--d--|
 *           |--- new ---|                 covers b and c, and comes before d
 *
 * False: the new edit overlaps an edit without covering it, or two insertions at one
 * offset would have no order.
 */
static bool
find_place(const struct edits *e, const struct edit *new,
	   struct edit_place *place)
{
	const uint64_t end = new->off + new->del;
	size_t i = e->n;

	while (i > 0 && slot(e, i - 1)->off >= end &&
	       slot(e, i - 1)->off > new->off)
		i--;
	place->last = i;
	while (i > 0 && slot(e, i - 1)->off >= new->off &&
	       end_of(e, i - 1) <= end &&new->del &&
	       !stays_before(slot(e, i - 1), new))
		i--;
	place->first = i;
	return i == 0 || stays_before(slot(e, i - 1), new) ||
	       (end_of(e, i - 1) <= new->off &&slot(e, i - 1)->off < new->off);
}

/* Returns the number of inserted bytes that are in the pool. */
static uint32_t
pooled(const struct edit_slot *s)
{
	return s->lasting ? 0 : s->ins_len;
}

/* Returns the number of bytes in the pool that the edits of a place insert. */
static size_t
inserted_in(const struct edits *e, const struct edit_place *place)
{
	size_t n = 0;

	for (size_t i = place->first; i < place->last; i++)
		n += pooled(slot(e, i));
	return n;
}

/* Frees the bytes of these edits in the pool, and shrinks the pool if they are at its
   end. */
static void
close_place(struct edits *e, const struct edit_place *place)
{
	for (size_t i = place->last; i > place->first; i--) {
		struct edit_slot *s = slot(e, i - 1);

		if (s->ins_off + pooled(s) == e->pool_used)
			e->pool_used = s->ins_off;
		e->inserted -= pooled(s);
		s->ins_len = 0;
	}
}

/* Makes room for n edits (0 or 1) in a place. */
static void
resize_place(struct edits *e, const struct edit_place *place, size_t n)
{
	const size_t after = e->n - place->last;

	if (after)
		memmove(room_at(e->list, e->capacity * sizeof(*e->list),
				(place->first + n) * sizeof(*e->list),
				after * sizeof(*e->list)),
			slot(e, place->last), after * sizeof(*e->list));
	e->n = place->first + n + after;
}

/*
 * Closes the gaps that superseded edits left in the pool:
 *
 *   pool   |aa|....|bbb|..|c|      ->      |aa|bbb|c|
 */
static bool
compact(struct edits *e)
{
	uint8_t *pool = memory_get(e->allocator, e->pool_capacity);
	uint32_t used = 0;

	if (!pool)
		return false;
	for (size_t i = 0; i < e->n; i++) {
		struct edit_slot *s = slot(e, i);
		const uint32_t n = pooled(s);

		if (n)
			memcpy(room_at(pool, e->pool_capacity, used, n),
			       room_at(e->pool, e->pool_capacity, s->ins_off,
				       n),
			       n);
		s->ins_off = used;
		used += n;
	}
	memory_put(e->allocator, e->pool);
	e->pool = pool;
	e->pool_used = used;
	return true;
}

/*
 * Makes room for `need` more bytes in the pool.  The pool is compacted when it has
 * COMPACT_BYTES more superseded bytes than used bytes.  So compacting never moves more
 * bytes than were added since the last time.
 */
static bool
make_pool_room(struct edits *e, size_t need)
{
	const size_t superseded = e->pool_used - e->inserted;

	if (need > e->pool_capacity - e->pool_used &&
	    superseded >= e->inserted + COMPACT_BYTES && !compact(e))
		return false;
	return grow_pool(e, e->pool_used + need);
}

void
edits_end_ticks(struct edits *e, uint64_t end, int64_t next)
{
	struct edit_slot *s;
	size_t i = 0,
	       after = e->n; /* index of the first edit that begins at `end` or later */

	while (i < after) {
		const size_t middle = i + (after - i) / 2;

		if (slot(e, middle)->off < end)
			i = middle + 1;
		else
			after = middle;
	}
	if (i == 0 || end_of(e, i - 1) != end || !slot(e, i - 1)->tick)
		return;
	s = slot(e, i - 1);
	s->ticks = next > s->tick && next <= INT32_MAX
			   ? (int32_t)(next - s->tick)
			   : 0;
}

enum edits_status
edits_add(struct edits *e, const struct edit *edit)
{
	const size_t len = edit->ins.len;
	const size_t copied = edit->lasting ? 0 : len;
	struct edit_place place;

	if (edit->del > UINT64_MAX - edit->off || (!edit->del && !len) ||
	    !find_place(e, edit, &place))
		return EDITS_CONFLICT;
	if (e->n - (place.last - place.first) >= e->maximum)
		return EDITS_FULL;
	if (copied > e->pool_maximum - (e->inserted - inserted_in(e, &place)))
		return EDITS_TOO_BIG;
	close_place(e, &place);
	if (!grow_list(e, e->n + 1) || !make_pool_room(e, copied))
		return EDITS_NO_MEMORY;
	resize_place(e, &place, 1);
	*slot(e, place.first) = (struct edit_slot){
		.off = edit->off,
		.del = edit->del,
		.finding = edit->finding,
		.lasting = edit->lasting ? edit->ins.ptr : NULL,
		.ins_off = (uint32_t)e->pool_used,
		.ins_len = (uint32_t)len,
		.why = (uint16_t)edit->why,
		.lossy = edit->lossy,
		.apart = edit->apart,
		.tick = edit->tick,
		.ticks = edit->ticks,
		.loss = edit->loss,
	};
	if (copied)
		memcpy(room_at(e->pool, e->pool_capacity, e->pool_used, copied),
		       edit->ins.ptr, copied);
	e->pool_used += copied;
	e->inserted += copied;
	return EDITS_OK;
}

void
edits_take_back(struct edits *e, uint64_t off, uint64_t finding)
{
	struct edit_place place = { .last = e->n };
	struct edit_slot *instead = NULL;

	while (place.last > 0 && slot(e, place.last - 1)->off > off) {
		place.last--;
		if (slot(e, place.last)->finding == finding)
			instead = slot(e, place.last);
	}
	if (place.last == 0 || slot(e, place.last - 1)->off != off)
		return;
	place.first = place.last - 1;
	if (instead) {
		instead->why = slot(e, place.first)->why;
		instead->finding = slot(e, place.first)->finding;
	}
	close_place(e, &place);
	resize_place(e, &place, 0);
}

struct edits_account
edits_account(const struct edits *e, uint64_t size)
{
	struct edits_account a = { .kept = size };

	for (size_t i = 0; i < e->n; i++) {
		const struct edit_slot *s = slot(e, i);
		const uint64_t ins = s->ins_len, del = s->del;
		const uint64_t both = ins < del ? ins : del;

		a.kept -= del;
		a.changed += both;
		a.dropped += del - both;
		a.added += ins - both;
		a.lossy |= s->lossy;
	}
	return a;
}
