/* SPDX-License-Identifier: MIT */
/*
 * layout.c - how the commands of protocol 4 are laid out (DEM-7)
 *
 * A packet has as many cameras as its game has players on one screen, and the header does
 * not say how many.  A wrong number leads into the middle of a camera or of a payload
 * after one or two commands.
 */
#include "validator/dem/dem.h"

/* The number of commands that are read, and the number that proves a layout. */
enum { MOST_COMMANDS = 64, ENOUGH = 3 };

/* Returns the number of whole commands in a row that are at a place where a recorder
   writes them.  *cut: the bytes end in the next command. */
static unsigned
count_commands(const struct dem_layout *l, const struct cursor *in, bool *cut)
{
	struct cursor at = *in;
	struct dem_walk walk = { .sync = 0 };
	unsigned n = 0;

	*cut = false;
	while (n < MOST_COMMANDS) {
		const struct dem_command c = dem_read_command(l, &at, 0);

		*cut = c.error == DEM_CUT;
		if (c.error != DEM_ALL_THERE ||
		    !dem_fits(&walk, &c, DEM_NEAR) ||
		    !dem_agrees_with_text(&at, &c))
			break;
		n++;
		if (c.id == DEM_STOP)
			break;
		dem_walk_on(&walk, &c);
		cur_bytes(&at, (size_t)(dem_command_end(&c) - c.off));
	}
	return n;
}

const struct dem_layout *
dem_only_layout(const struct cursor *in)
{
	const struct cursor ahead = cur_limit(in, DEM_LAYOUT_BYTES);
	const struct dem_layout *only = NULL;
	unsigned layouts = 0;

	for (size_t i = DEM_FOUR_CAMERAS; i < DEM_LAYOUTS; i++) {
		bool cut;

		if (count_commands(&AT(dem_layouts, i), &ahead, &cut) < ENOUGH)
			continue;
		only = &AT(dem_layouts, i);
		layouts++;
	}
	return layouts == 1 ? only : NULL;
}

/* The number of cameras by the name of the game. */
static const struct dem_layout *
usual_layout(const struct dem_header *h)
{
	static const char four[] = "left4dead";

	return strncmp(h->game, four, sizeof(four) - 1) == 0
		       ? &AT(dem_layouts, DEM_FOUR_CAMERAS)
		       : &AT(dem_layouts, DEM_TWO_CAMERAS);
}

/* The first command is damaged: the layout with which commands go on soonest. */
static const struct dem_layout *
layout_after_damage(struct dem *d, const struct cursor *in, bool closed)
{
	const struct dem_view view = dem_view_to(
		in, cur_tell(in) + DEM_LAYOUT_BYTES, closed);
	const struct dem_walk nothing = { .sync = 0 };
	const struct dem_layout *best = usual_layout(&d->header);
	uint64_t least = 0;

	for (size_t i = DEM_FOUR_CAMERAS; i < DEM_LAYOUTS; i++) {
		uint64_t off;

		d->layout = &AT(dem_layouts, i);
		off = dem_find(d, &nothing, &view, cur_tell(in) + 1,
			       cur_end(&view.from), DEM_NEAR);
		if (off && (!least || off < least)) {
			best = d->layout;
			least = off;
		}
	}
	return best;
}

enum pull
dem_choose_layout(struct dem *d, struct cursor *in, bool closed)
{
	const struct cursor ahead = cur_limit(in, DEM_LAYOUT_BYTES);
	const struct dem_layout *best = NULL;
	unsigned most = 0;

	if (cur_left(in) < DEM_LAYOUT_BYTES && !closed) {
		in->need = DEM_LAYOUT_BYTES - cur_left(in);
		return PULL_MORE;
	}
	for (size_t i = DEM_FOUR_CAMERAS; i < DEM_LAYOUTS; i++) {
		bool cut;
		const unsigned n = count_commands(&AT(dem_layouts, i), &ahead,
						  &cut);

		/* Fewer commands prove nothing, unless the bytes end behind
		   them. */
		if (n > most && (n >= ENOUGH || cut)) {
			best = &AT(dem_layouts, i);
			most = n;
		}
	}
	if (most == 0)
		best = layout_after_damage(d, in, closed);
	d->layout = best;
	d->walk.slotted = d->done.slotted = true;
	d->phase = DEM_IN_COMMANDS;
	return PULL_EVENT;
}
