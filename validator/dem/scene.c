/* SPDX-License-Identifier: MIT */
/* scene.c - which commands are in doubt when one cannot be read (DEM-6) */
#include "validator/dem/scene.h"

/* Do only zeros follow, after a nonzero byte?  Then nothing was cut at the unreadable
   command. */
static bool
is_before_zeros(const struct dem_scene *s)
{
	struct cursor at = s->view.from;
	const size_t before = (size_t)(s->last->off - cur_tell(&at));
	struct span rest;

	if (before == 0)
		return false;
	cur_bytes(&at, before - 1);
	if (cur_u8(&at) == 0)
		return false;
	rest = cur_rest(&at);
	return span_zeros(rest) == rest.len;
}

static struct span
scene_bytes(const struct dem_scene *s, uint64_t off)
{
	struct cursor at = s->view.from;

	cur_bytes(&at, (size_t)(off - cur_tell(&at)));
	return cur_rest(&at);
}

bool
dem_scene_has_another(const struct dem_scene *s, uint64_t off)
{
	return dem_begins_another(scene_bytes(s, off));
}

bool
dem_scene_crosses_header(const struct dem_scene *s, uint64_t from, uint64_t to)
{
	bool found = true;

	while (found && from < to) {
		struct cursor at = s->view.from;

		cur_bytes(&at, (size_t)(from - cur_tell(&at)));
		cur_until(&at, 'H', to - from, &found);
		if (found && dem_begins_whole(scene_bytes(s, cur_tell(&at))))
			return true;
		from = cur_tell(&at) + 1;
	}
	return false;
}

bool
dem_scene_has_custom(const struct dem_scene *s, uint64_t off)
{
	return s->view.closed && off < cur_end(&s->view.from) &&
	       dem_custom_end(s->d->layout, &s->view.from, off) ==
		       cur_end(&s->view.from);
}

bool
dem_scene_ends(const struct dem_scene *s, const struct dem_command *c)
{
	struct cursor at = s->view.from;
	struct dem_command next = *c;

	cur_bytes(&at, (size_t)(c->off - cur_tell(&at)));
	while (next.id != DEM_STOP) {
		if (next.error != DEM_ALL_THERE || next.id == DEM_PACKET ||
		    next.id == DEM_SIGNON)
			return false;
		cur_bytes(&at, (size_t)(dem_command_end(&next) - next.off));
		next = dem_read_command(s->d->layout, &at, 0);
	}
	return s->view.closed;
}

/* Is the payload of a console command a text?  Bytes of another command are none. */
static bool
ends_with_its_text(const struct dem_scene *s, const struct dem_command *console)
{
	struct cursor at = s->view.from;

	cur_bytes(&at, (size_t)(console->off - cur_tell(&at)));
	return dem_is_text(dem_payload(&at, console));
}

/*
 * Does the command before the unreadable one certainly end where its length says?  Then
 * only the head of the unreadable command is damaged: with some id, its length leads to
 * commands that fit.
 */
static bool
is_last_whole(const struct dem_scene *s)
{
	struct dem *d = s->d;
	const struct dem_held *held = &AT(d->held.at, d->held.n - 1);
	const struct dem_command *before = &held->command;
	struct cursor at = s->view.from;

	/* Behind a wrong length no real command is read. */
	if (!held->fits)
		return false;
	/* A dem_synctick has no length. */
	if (before->id == DEM_SYNC)
		return true;
	/* The NUL of its text ends a console command. */
	if (before->id == DEM_CONSOLE && ends_with_its_text(s, before))
		return true;
	/* Its length may be too large, so that it contains the next commands. */
	if (dem_find(d, &d->walk, &s->view, before->off + before->head,
		     s->last->off, 1) != 0)
		return false;
	if (is_before_zeros(s) ||
	    dem_scene_crosses_header(
		    s, s->last->off,
		    s->last->off + dem_head_bytes(s->d->layout, DEM_PACKET)))
		return true;
	cur_bytes(&at, (size_t)(s->last->off - cur_tell(&at)));
	for (unsigned id = 1; id < DEM_IDS; id++) {
		const struct dem_command c = dem_read_command(s->d->layout, &at,
							      id);

		/* Not if fitting commands begin before its end, because heads look
		   alike. */
		if (c.size && c.error == DEM_ALL_THERE &&
		    dem_goes_on(d, &d->walk, &s->view, dem_command_end(&c),
				DEM_NEAR, 0) &&
		    dem_find(d, &d->walk, &s->view, c.off + 1,
			     dem_command_end(&c), 1) == 0)
			return true;
	}
	return false;
}

/* Does another demo begin soon after the first command in doubt?  Then that command is
   whole, and the head of the next command was cut. */
static bool
is_before_header(const struct dem_scene *s)
{
	const struct dem_held *held = &AT(s->d->held.at, s->first);
	const uint64_t end = dem_command_end(&held->command);

	return held->fits &&
	       dem_scene_crosses_header(
		       s, end, end + dem_head_bytes(s->d->layout, DEM_PACKET));
}

/* Does the file end inside the head of `last`, whose tick fits?  Then bytes of this head
   that look like a dem_stop are none. */
static bool
is_cut_head(const struct dem_scene *s)
{
	enum { TO_TICK = 5 };
	const struct dem_command *c = s->last;

	return c->error == DEM_CUT && !c->headed && s->d->walk.sync != 0 &&
	       c->id != DEM_SIGNON && c->id != DEM_TABLES &&
	       cur_end(&s->view.from) - c->off >= TO_TICK &&
	       dem_is_near(&s->d->walk, c);
}

struct dem_scene
dem_scene_of(struct dem *d, const struct cursor *in,
	     const struct dem_command *last, bool closed)
{
	struct dem_scene s = {
		.d = d,
		.view = dem_view_to(in, last->off + d->layout->horizon, closed),
		.last = last,
		.first = d->held.n,
		.step = 1,
	};
	struct dem_walk after;

	if (is_cut_head(&s))
		return s;
	after = d->walk;
	if (dem_fits(&d->walk, last, 1))
		dem_walk_on(&after, last);
	s.inside = dem_find(d, &after, &s.view, last->off + 1, UINT64_MAX,
			    DEM_NEAR) != 0;
	if (dem_fits(&d->walk, last, DEM_NEAR))
		return s;
	while (s.first > 0)
		if (AT(d->held.at, --s.first).fits)
			break;
	if (s.first < d->held.n && is_last_whole(&s))
		s.first = d->held.n;
	else if (s.first + 1 < d->held.n && is_before_header(&s))
		s.first++;
	return s;
}
