/* SPDX-License-Identifier: MIT */
/* edit.c - the edit list, and the one writer that applies it */
#include "repair/edit.h"

#include "validator/core/memory.h"

enum { FIRST_CAPACITY = 16 };

void
edits_open(struct edits *e, const struct dfk_allocator *allocator,
	   size_t maximum)
{
	*e = (struct edits){ .allocator = allocator, .maximum = maximum };
}

void
edits_close(struct edits *e)
{
	memory_put(e->allocator, e->list);
	e->list = NULL;
	e->n = e->capacity = 0;
}

/* The room for edit i, which is below the capacity. */
static struct edit *
slot(const struct edits *e, size_t i)
{
	return room_at(e->list, e->capacity * sizeof(*e->list),
		       i * sizeof(*e->list), sizeof(*e->list));
}

const struct edit *
edits_at(const struct edits *e, size_t i)
{
	return i < e->n ? slot(e, i) : NULL;
}

static bool
grow(struct edits *e)
{
	const size_t capacity = e->capacity ? e->capacity * 2 : FIRST_CAPACITY;
	struct edit *list = memory_get(e->allocator,
				       capacity * sizeof(*e->list));

	if (!list)
		return false;
	if (e->n)
		memcpy(list, e->list, e->n * sizeof(*e->list));
	memory_put(e->allocator, e->list);
	e->list = list;
	e->capacity = capacity;
	return true;
}

enum edits_status
edits_add(struct edits *e, const struct edit *edit)
{
	const struct edit *before = e->n ? slot(e, e->n - 1) : NULL;

	if (edit->del > UINT64_MAX - edit->off ||
	    edit->ins_len > EDIT_INSERT_MAX || (!edit->del && !edit->ins_len))
		return EDITS_CONFLICT;
	/* Two insertions at one place would have no order. */
	if (before &&
	    (edit->off < before->off + before->del || edit->off == before->off))
		return EDITS_CONFLICT;
	if (e->n >= e->maximum)
		return EDITS_FULL;
	if (e->n == e->capacity && !grow(e))
		return EDITS_NO_MEMORY;
	*slot(e, e->n++) = *edit;
	return EDITS_OK;
}

void
edits_take_back(struct edits *e, uint64_t off)
{
	while (e->n && slot(e, e->n - 1)->off >= off)
		e->n--;
}

struct edits_account
edits_account(const struct edits *e, uint64_t size)
{
	struct edits_account a = { .kept = size };

	for (size_t i = 0; i < e->n; i++) {
		const struct edit *edit = slot(e, i);
		const uint64_t ins = edit->ins_len, del = edit->del;
		const uint64_t both = ins < del ? ins : del;

		a.kept -= del;
		a.changed += both;
		a.dropped += del - both;
		a.added += ins - both;
		a.lossy |= edit->lossy;
	}
	return a;
}

/* ------------------------------------------------------------ applying -- */

static bool
write_span(struct edits_writer *w, const void *bytes, size_t size)
{
	return size == 0 || w->write(w->ctx, bytes, size) == 0;
}

/* Inserts what belongs here; the edit at hand is then one to drop for. */
static bool
insert_here(struct edits_writer *w)
{
	const struct edit *edit = edits_at(w->edits, w->next);

	if (!edit || edit->off != w->pos || w->inserted)
		return true;
	w->inserted = true;
	return write_span(w, edit->ins, edit->ins_len);
}

/* How many of the next bytes share one fate, and which. */
static uint64_t
run_length(const struct edits_writer *w, bool *drop)
{
	const struct edit *edit = edits_at(w->edits, w->next);

	*drop = edit && w->inserted;
	if (*drop)
		return edit->off + edit->del - w->pos;
	return edit ? edit->off - w->pos : UINT64_MAX;
}

/* Leaves edits whose bytes have all gone by. */
static bool
advance(struct edits_writer *w)
{
	for (;;) {
		const struct edit *edit;

		if (!insert_here(w))
			return false;
		edit = edits_at(w->edits, w->next);
		if (!edit || !w->inserted || w->pos < edit->off + edit->del)
			return true;
		w->next++;
		w->inserted = false;
	}
}

bool
edits_writer_feed(struct edits_writer *w, struct span original)
{
	while (original.len) {
		bool drop;

		if (!advance(w))
			return false;
		const uint64_t run = run_length(w, &drop);
		const struct span part = span_head(
			original, run < SIZE_MAX ? (size_t)run : SIZE_MAX);

		if (!drop && !write_span(w, part.ptr, part.len))
			return false;
		w->pos += part.len;
		original = span_tail(original, part.len);
	}
	return true;
}

bool
edits_writer_finish(struct edits_writer *w)
{
	return advance(w);
}
