/* SPDX-License-Identifier: MIT */
/*
 * layout.c - how the commands of protocol 4 are laid out (DEM-7)
 *
 * A packet has as many cameras as its game has players on one screen, and the header does
 * not say how many.  A wrong number leads into the middle of a camera or of a payload
 * after one or two commands.
 */
#include "validator/core/real.h"
#include "validator/dem/dem.h"

/* --------------------------------------------------------------- the layout */

/* Bytes that are looked at: the longest dem_signon has 188,097.  So many commands in a row
   that fit are enough. */
enum {
	AHEAD = 1 << 20,
	MOST_COMMANDS = 64,
	ENOUGH = 3
};

/* How many commands in a row are whole, and where a recorder writes them; 0: so few that
   they prove nothing, unless the bytes end in the next command. */
static unsigned
count_commands(const struct dem_layout *l, const struct cursor *in)
{
	struct cursor at = *in;
	bool cut = false;
	struct dem_walk walk = { .sync = 0 };
	unsigned n = 0;

	while (n < MOST_COMMANDS) {
		const struct dem_command c = dem_read_command(l, &at, 0);

		cut = c.error == DEM_CUT;
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
	return n >= ENOUGH || cut ? n : 0;
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
	const struct dem_view view = dem_view_to(in, cur_tell(in) + AHEAD,
						 closed);
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
	const struct cursor ahead = cur_limit(in, AHEAD);
	const struct dem_layout *best = NULL;
	unsigned most = 0;

	if (cur_left(in) < AHEAD && !closed) {
		in->need = AHEAD - cur_left(in);
		return PULL_MORE;
	}
	for (size_t i = DEM_FOUR_CAMERAS; i < DEM_LAYOUTS; i++) {
		const unsigned n = count_commands(&AT(dem_layouts, i), &ahead);

		if (n > most) {
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

/* ------------------------------------------------------------- the interval */

/* A number of protocol buffers: seven bits a byte, the lowest ones first. */
static uint32_t
read_varint(struct cursor *in)
{
	uint32_t value = 0;
	uint8_t byte = 0x80;

	for (unsigned shift = 0; shift < 35 && (byte & 0x80); shift += 7) {
		byte = cur_u8(in);
		value |= (uint32_t)((uint64_t)(byte & 0x7f) << shift);
	}
	return value;
}

/*
 * tick_interval of CSVCMsg_ServerInfo, if all its fields are well-formed; or 0.
 *
 *   | number << 3 | kind | value |
 *     kind 0: a varint; 1: 8 bytes; 2: a length, and so many bytes; 5: 4 bytes
 */
static float
interval_of_message(struct span message)
{
	enum { VARINT = 0, EIGHT = 1, BYTES = 2, FOUR = 5, TICK_INTERVAL = 14 };
	struct cursor c = cur_span(message, 0);
	float interval = 0;

	/* After a read that fails, no read moves the cursor. */
	while (cur_left(&c) && cur_ok(&c)) {
		const uint32_t key = read_varint(&c);

		switch (key & 7) {
		case VARINT: read_varint(&c); break;
		case EIGHT: cur_bytes(&c, 8); break;
		case BYTES: cur_bytes(&c, read_varint(&c)); break;
		case FOUR: {
			const float value = real_of((uint32_t)cur_le32(&c));

			if (key >> 3 == TICK_INTERVAL)
				interval = value;
			break;
		}
		default: return 0;
		}
	}
	return cur_ok(&c) ? interval : 0;
}

/* The same of a dem_signon whose messages are protocol buffers: type, size, message. */
static float
interval_of_signon(struct span signon)
{
	enum { SERVER_INFO = 8 };
	struct cursor c = cur_span(signon, 0);

	while (cur_left(&c)) {
		const uint32_t type = read_varint(&c);
		const struct span message = cur_bytes(&c, read_varint(&c));

		if (!cur_ok(&c))
			break;
		if (type == SERVER_INFO)
			return interval_of_message(message);
	}
	return 0;
}

void
dem_find_interval(struct dem *d, struct span signon)
{
	enum { PORTAL_2 = 2001, LEFT_4_DEAD = 4 };
	float interval;

	if (d->layout->cameras == LEFT_4_DEAD)
		interval = 1.0F / 30;
	else if (d->header.network == PORTAL_2)
		interval = 1.0F / 60;
	else
		interval = interval_of_signon(signon);
	if (!netmessage_is_interval(interval))
		return;
	d->server.known = true;
	d->server.interval = interval;
}

/* Do the time and the ticks of the header, which dem_stop or the last packet confirms, show
   another interval?  Servers may have a tick rate of their own. */
void
dem_believe_header_interval(struct dem *d)
{
	const struct dem_header *h = &d->header;
	const int32_t last = d->end.stopped ? d->end.stop.tick
					    : dem_last_tick(d, &d->done);
	const double usual = (double)d->server.interval;
	double interval, apart;

	if (!d->layout->slotted || h->ticks <= 0 || h->ticks != last)
		return;
	interval = (double)h->time / h->ticks;
	apart = interval > usual ? interval - usual : usual - interval;
	if (!netmessage_is_interval((float)interval) ||
	    (d->server.known && apart < usual / 100))
		return;
	d->server.known = true;
	d->server.interval = (float)interval;
}
