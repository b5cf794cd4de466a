/* SPDX-License-Identifier: MIT */
/*
 * repeated.c - a block of the file that was written twice (DEM-6)
 *
 *   | commands | head, payload up to here | the block again | the rest |
 *                                         ^
 * The second copy is in the middle of a command.  If the block begins inside this
 * command, the payload has bytes twice, and the length is right without the second copy.
 * Otherwise the command begins again behind the second copy, and is whole there.
 */
#include "validator/dem/scene.h"

/* ---------------------------------------------------------- begins again */

/* The bytes of the head that identify a command: up to its sequence number, or the whole
   head; 0: the heads of other commands have the same bytes. */
static uint32_t
numbered_bytes(const struct dem_layout *l, uint8_t id)
{
	enum { BEFORE_OUT = 8, BEFORE_LENGTH = 4 };

	switch (id) {
	case DEM_PACKET: return dem_head_bytes(l, id) - BEFORE_OUT;
	case DEM_USER: return dem_head_bytes(l, id) - BEFORE_LENGTH;
	case DEM_SIGNON:
	case DEM_TABLES:
	case DEM_STRINGS: return dem_head_bytes(l, id);
	default: return 0;
	}
}

bool
dem_begins_again(const struct dem_scene *s, const struct dem_walk *before,
		 const struct dem_command *c, uint64_t *again)
{
	enum { MOST_BLOCK = 1 << 16 };
	const uint32_t n = numbered_bytes(s->d->layout, c->id);
	struct cursor at = s->view.from;
	bool found = true;
	struct span head;
	uint64_t end;

	if (n == 0)
		return false;
	if (!dem_fits(before, c, s->step))
		return false;
	cur_bytes(&at, (size_t)(c->off - cur_tell(&at)));
	head = span_head(cur_rest(&at), n);
	cur_u8(&at);
	end = cur_tell(&at) + MOST_BLOCK;
	while (cur_tell(&at) < end) {
		cur_until(&at, c->id, end - cur_tell(&at), &found);
		if (!found)
			return false;
		if (!search_may_try(&s->d->damage.search, c->off, 1))
			return false;
		*again = cur_tell(&at);
		if (span_starts(cur_rest(&at), head.ptr, n))
			return dem_goes_on(s->d, before, &s->view, *again,
					   s->step, 0);
		cur_u8(&at);
	}
	return false;
}

void
dem_drop_begun(struct dem *d, struct cursor *in, const struct dem_command *c,
	       uint64_t again)
{
	const uint64_t len = again - c->off;
	struct site site = { .off = c->off,
			     .len = len,
			     .fix = fix_replace(c->off, len,
						(struct span){ NULL, 0 }) };
	char name[16];

	site.fix.lossy = true;
	site.fix.mark = dem_mark(d, c->off);
	report(d->report, RULE_dem_repeated, &site,
	       "%llu bytes between two beginnings of the same %s",
	       (unsigned long long)len,
	       dem_name(d->layout, c->id, name, sizeof(name)));
	if (report_mended(d->report))
		dem_cut_before_loss(d, &d->walk, &site.fix.mark);
	if (!d->walk.sync)
		d->damage.repeated += len;
	cur_bytes(in, (size_t)len);
	d->progress.pos = d->progress.next = again;
	dem_emit(d, &(struct dem_event){ .kind = DEM_DAMAGED,
					 .off = c->off,
					 .len = len,
					 .tick = d->progress.record_tick });
}

/* ---------------------------------------------------------- in a payload */

/* Shorter repeated stretches occur in many payloads. */
enum { LEAST_BYTES = 64 };

/* A cursor on the first byte of the command. */
static struct cursor
cursor_on(const struct dem_view *view, const struct dem_command *c)
{
	struct cursor at = view->from;

	cur_bytes(&at, (size_t)(c->off - cur_tell(&at)));
	return at;
}

/* Do the `len` bytes repeat themselves with a period of MOST_PERIOD bytes or less? */
static bool
is_periodic(struct cursor at, uint32_t len)
{
	enum { MOST_PERIOD = 64 };

	for (uint32_t period = 1; period <= MOST_PERIOD; period++) {
		struct cursor first = at, second = at;
		uint32_t same = 0;

		cur_bytes(&second, period);
		while (same + period < len && cur_u8(&first) == cur_u8(&second))
			same++;
		if (same + period >= len)
			return true;
	}
	return false;
}

/* The offset in the file at which a second copy of the previous `len` bytes begins in the
   payload; 0: there is no copy, or a third copy follows. */
static uint64_t
find_second(const struct dem_view *view, const struct dem_command *c,
	    uint32_t len)
{
	struct cursor first = cursor_on(view, c), second = first;
	const uint64_t end = dem_command_end(c);
	uint64_t same = 0, found = 0;

	cur_bytes(&second, len);
	while (cur_ok(&second) && cur_tell(&second) < end) {
		same = cur_u8(&first) == cur_u8(&second) ? same + 1 : 0;
		if (same >= 2 * (uint64_t)len)
			return 0;
		if (same < len || cur_tell(&first) < c->off + c->head)
			continue;
		if (!found)
			found = cur_tell(&first);
	}
	return found;
}

bool
dem_find_repeated(const struct dem_scene *s, struct dem_command *c)
{
	struct dem *d = s->d;
	const struct dem_view *view = &s->view;
	const int64_t more = (int64_t)c->size - c->length;
	struct dem_command with = *c;
	struct cursor at = view->from;
	uint64_t off;
	struct span payload;
	bool acting;

	/* The NUL of a text proves its end, so a text cannot have bytes twice. */
	if (c->id == DEM_CONSOLE)
		return false;
	if (c->length <= 0)
		return false;
	if (more < LEAST_BYTES)
		return false;
	off = find_second(view, c, (uint32_t)more);
	if (off == 0)
		return false;
	cur_bytes(&at, (size_t)(off - cur_tell(&at)));
	if (is_periodic(at, (uint32_t)more))
		return false;
	with.repeats = true;
	with.repeated.at = (uint32_t)(off - c->off - c->head);
	with.repeated.len = (uint32_t)more;
	payload = dem_joined(d, &with, dem_payload(&view->from, &with));
	if (!payload.ptr)
		return false;
	if (dem_ask_payload(d, &with, payload, &acting) == DEM_SAYS_BROKEN)
		return false;
	*c = with;
	return true;
}

void
dem_report_repeated(struct dem *d, const struct dem_command *c)
{
	const uint64_t off = c->off + c->head + c->repeated.at;
	const struct site site = {
		.off = off,
		.len = c->repeated.len,
		.fix = fix_replace(off, c->repeated.len,
				   (struct span){ NULL, 0 }),
	};
	char name[16];

	if (!d->walk.sync)
		d->damage.repeated += c->repeated.len;
	report(d->report, RULE_dem_repeated, &site,
	       "a second copy of the previous %u bytes, in a %s",
	       c->repeated.len, dem_name(d->layout, c->id, name, sizeof(name)));
}
