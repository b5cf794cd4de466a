/* SPDX-License-Identifier: MIT */
/*
 * other.c - the commands of protocol 4, as far as their layout can be found (DEM-7)
 *
 * A command has a player slot after its tick.  A packet has one camera block for each
 * player on one screen.  The header does not name this number, so all numbers are tried
 * at once.  The number with which the most commands follow each other is right.
 */
#include "validator/dem/dem.h"

enum {
	OTHER_CUSTOM = 8,
	OTHER_STRINGS = 9,
	CAMERA_BYTES = 76,
	LEAST_COMMANDS = 5
};

static const uint32_t blocks[DEM_BLOCK_COUNTS] = { 4, 2, 1 };

/* Bytes between the player slot and the length; UINT32_MAX: the command has no length. */
static uint32_t
before_length(uint8_t id, uint32_t n_blocks)
{
	switch (id) {
	case DEM_SIGNON:
	case DEM_PACKET: return n_blocks * CAMERA_BYTES + 8;
	case DEM_USER:
	case OTHER_CUSTOM: return 4;
	case DEM_CONSOLE:
	case DEM_TABLES:
	case OTHER_STRINGS: return 0;
	default: return UINT32_MAX;
	}
}

/* Takes one command of layout i.  False: bytes are missing, or the commands end. */
static bool
take_one(struct dem_other *o, size_t i, struct cursor at)
{
	const uint64_t off = cur_tell(&at);
	const uint8_t id = cur_u8(&at);
	const int32_t tick = cur_le32(&at);
	const uint32_t skip = before_length(id, AT(blocks, i));
	int32_t length = 0;

	/* The slot of a dem_stop may be missing. */
	if (cur_ok(&at) && id == DEM_STOP) {
		AT(o->stopped, i) = true;
		AT(o->commands, i)++;
		AT(o->tick, i) = tick;
		return false;
	}
	if (cur_ok(&at) && (id == 0 || id > OTHER_STRINGS)) {
		AT(o->lost, i) = true;
		return false;
	}
	cur_u8(&at);
	if (skip != UINT32_MAX) {
		cur_bytes(&at, skip);
		length = cur_le32(&at);
	}
	if (!cur_ok(&at))
		return false;
	AT(o->lost, i) = length < 0 || length > DEM_MOST_STRINGS;
	if (AT(o->lost, i))
		return false;
	AT(o->next, i) = cur_tell(&at) + (uint64_t)length;
	AT(o->commands, i)++;
	AT(o->packets, i) += id == DEM_PACKET;
	if (id == DEM_SYNC)
		AT(o->sync, i) = off;
	if (id == DEM_PACKET)
		AT(o->tick, i) = tick;
	return true;
}

static void
take_all(struct dem_other *o, size_t i, const struct cursor *in)
{
	bool taken = true;

	while (taken && AT(o->next, i) < cur_end(in)) {
		struct cursor at = *in;

		cur_bytes(&at, (size_t)(AT(o->next, i) - cur_tell(in)));
		taken = take_one(o, i, at);
	}
}

enum pull
dem_read_other(struct dem *d, struct cursor *in, bool closed)
{
	struct dem_other *o = &d->other;
	uint64_t least = UINT64_MAX;

	for (size_t i = 0; i < DEM_BLOCK_COUNTS; i++) {
		if (AT(o->next, i) == 0)
			AT(o->next, i) = cur_tell(in);
		if (AT(o->lost, i) || AT(o->stopped, i))
			continue;
		take_all(o, i, in);
		if (!AT(o->lost, i) && !AT(o->stopped, i) &&
		    AT(o->next, i) < least)
			least = AT(o->next, i);
	}
	d->progress.pos = cur_tell(in) + cur_some(in, least - cur_tell(in)).len;
	if (!closed && least != UINT64_MAX)
		return PULL_MORE;
	d->phase = DEM_ENDED;
	return PULL_END;
}

int
dem_other_layout(const struct dem *d)
{
	const struct dem_other *o = &d->other;
	int best = -1;

	for (size_t i = 0; i < DEM_BLOCK_COUNTS; i++)
		if (!AT(o->lost, i) && AT(o->commands, i) >= LEAST_COMMANDS &&
		    (best < 0 ||
		     AT(o->commands, i) > AT(o->commands, (size_t)best)))
			best = (int)i;
	return best;
}
