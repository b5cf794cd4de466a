/* SPDX-License-Identifier: MIT */
/* apply.c - applies the edit list to the original bytes */
#include "repair/edit.h"

static bool
write_span(struct edits_writer *w, struct span bytes)
{
	return bytes.len == 0 || w->write(w->ctx, bytes.ptr, bytes.len) == 0;
}

/* Writes the inserted bytes of the next edit if its offset is reached.  The deleted
   bytes of that edit are dropped later. */
static bool
insert_here(struct edits_writer *w)
{
	struct edit edit;

	if (!edits_at(w->edits, w->next, &edit) || edit.off != w->pos ||
	    w->inserted)
		return true;
	w->inserted = true;
	return write_span(w, edit.ins);
}

/* Returns the number of next bytes that are all dropped, or all copied. *drop: these
   bytes are dropped. */
static uint64_t
run_length(const struct edits_writer *w, bool *drop)
{
	struct edit edit;
	const bool any = edits_at(w->edits, w->next, &edit);

	*drop = any && w->inserted;
	if (*drop)
		return edit.off + edit.del - w->pos;
	return any ? edit.off - w->pos : UINT64_MAX;
}

/* Moves to the next edit when all deleted bytes of this edit are dropped. */
static bool
advance_to_next_edit(struct edits_writer *w)
{
	for (;;) {
		struct edit edit;

		if (!insert_here(w))
			return false;
		if (!edits_at(w->edits, w->next, &edit) ||
		    w->pos < edit.off + edit.del)
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

		if (!advance_to_next_edit(w))
			return false;
		const uint64_t run = run_length(w, &drop);
		const struct span part = span_head(
			original, run < SIZE_MAX ? (size_t)run : SIZE_MAX);

		if (!drop && !write_span(w, part))
			return false;
		w->pos += part.len;
		original = span_tail(original, part.len);
	}
	return true;
}

bool
edits_writer_finish(struct edits_writer *w)
{
	return advance_to_next_edit(w);
}
