/* SPDX-License-Identifier: MIT */
/*
 * probe.c - searches for an offset at which fitting commands begin (DEM-6)
 *
 * The functions here change nothing that is known of the file, and report only that the
 * limit of trials was reached.
 */
#include "validator/dem/dem.h"

/* The bytes that cost as much as one tried byte, if they cannot begin a command or belong
   to a text. */
enum { DEM_PASSED = 8 };

/* Counts the bytes that are read; false: the limit was reached. */
static bool
may_try(struct dem *d, uint64_t bytes)
{
	return search_may_try(&d->damage.search, d->progress.next, bytes);
}

/* The cost of a command in bytes.  Each head costs the same; a text is read eight bytes
   at a time. */
static uint64_t
tried_bytes(const struct dem_command *c)
{
	enum { HEAD = 4 };

	return HEAD + (c->id == DEM_CONSOLE ? c->size / DEM_PASSED : 0);
}

/* Is this certainly not a command?  A fast check for most bytes. */
static bool
is_none(struct dem *d, const struct cursor *at, unsigned id)
{
	if (!dem_length_is_bad(d->layout, at, id))
		return false;
	(void)may_try(d, 1);
	return true;
}

struct dem_view
dem_view_to(const struct cursor *in, uint64_t end, bool closed)
{
	return (struct dem_view){
		.from = cur_limit(in, end - cur_tell(in)),
		.closed = closed && cur_end(in) <= end,
	};
}

static struct cursor
view_cursor_at(const struct dem_view *view, uint64_t off)
{
	struct cursor at = view->from;

	cur_bytes(&at, (size_t)(off - cur_tell(&at)));
	return at;
}

/* Does the demo end at the cursor?  The header of another demo ends a demo as the end of
   the file does: a repair drops the other demo. */
static bool
is_end(const struct dem_view *view, const struct cursor *at)
{
	return (view->closed && cur_left(at) == 0) ||
	       dem_begins(cur_rest(at));
}

bool
dem_goes_on(struct dem *d, const struct dem_walk *walk,
	    const struct dem_view *view, uint64_t off, int32_t step,
	    unsigned id)
{
	struct cursor at = view_cursor_at(view, off);
	struct dem_walk after = *walk;
	unsigned packets = 0;

	if (is_none(d, &at, id))
		return false;
	/* Console commands do not count, because players have runs of hundreds of them.
	   Their texts are evidence. */
	for (unsigned n = 0; n < DEM_MOST_CHAIN;) {
		const struct dem_command c = dem_read_command(d->layout, &at,
							      id);

		id = 0;
		if (!may_try(d, tried_bytes(&c)))
			return false;
		if (c.error == DEM_CUT)
			return view->closed && packets > 0;
		if (c.error != DEM_ALL_THERE || !dem_fits(&after, &c, step) ||
		    !dem_agrees_with_text(&at, &c))
			return false;
		if (packets == 0 && dem_is_again(walk, &c))
			return false;
		n += c.id != DEM_CONSOLE;
		packets += (c.id == DEM_SIGNON || c.id == DEM_PACKET) &&
			   dem_is_evidence(walk, &c);
		if (packets == 2)
			return true;
		cur_bytes(&at, (size_t)(dem_command_end(&c) - c.off));
		/* Behind a packet, a dem_stop may be a stray command. */
		if (c.id == DEM_STOP && (packets == 0 || is_end(view, &at)))
			return is_end(view, &at) && walk->packets > 0;
		dem_walk_on(&after, &c);
	}
	return false;
}

uint64_t
dem_find(struct dem *d, const struct dem_walk *walk,
	 const struct dem_view *view, uint64_t from, uint64_t to, int32_t step)
{
	struct cursor at;

	if (from > cur_end(&view->from))
		return 0;
	at = view_cursor_at(view, from);
	while (cur_left(&at) && cur_tell(&at) < to &&
	       !d->damage.search.reached) {
		const uint64_t off = cur_tell(&at);
		const uint8_t id = dem_id_byte(d->layout, cur_u8(&at));

		if (off % DEM_PASSED == 0 && !may_try(d, 1))
			return 0;
		if (dem_head_bytes(d->layout, id) &&
		    dem_goes_on(d, walk, view, off, step, 0))
			return off;
	}
	return 0;
}
