/* SPDX-License-Identifier: MIT */
/* walk.c - which command may follow the commands so far (DEM-6) */
#include "validator/dem/dem.h"

static bool
ticks_are_near(int32_t from, int32_t tick)
{
	const int64_t step = (int64_t)tick - from;

	return step >= -DEM_BACK && step <= DEM_NEAR;
}

bool
dem_is_near(const struct dem_walk *walk, const struct dem_command *command)
{
	return ticks_are_near(walk->tick, command->tick) ||
	       (walk->clock == DEM_CLOCK_JUMPED &&
		ticks_are_near(walk->jump, command->tick)) ||
	       (command->tick > -DEM_LEVEL_BACK && command->tick < 0);
}

static bool
sequence_follows(bool known, int32_t last, int32_t sequence, int32_t step)
{
	const int64_t grown = (int64_t)sequence - last;

	return !known || (grown >= 0 && grown <= step);
}

/* A tick that is far from all ticks before may be damaged.  If its packet has the next
   sequence number, and the next packet has a near tick, the server skipped ticks. */
static void
take_tick(struct dem_walk *walk, const struct dem_command *packet)
{
	/* The largest tick in a dem_stop of three bytes; protocol 4 has four. */
	enum { MOST_JUMP = 0x7fffff };
	const bool is_end = walk->tick < 0;
	bool jumps;

	if (dem_is_near(walk, packet)) {
		walk->tick = packet->tick;
		walk->many_negative = packet->tick < 0 && is_end;
		if (packet->tick >= 0)
			walk->played = packet->tick;
		walk->clock = DEM_CLOCK_NEAR;
		return;
	}
	jumps = walk->clock == DEM_CLOCK_NEAR && packet->tick >= 0 &&
		(packet->tick <= MOST_JUMP || walk->slotted) &&
		sequence_follows(walk->sequenced, walk->sequence,
				 packet->sequence, 1);
	walk->jump = packet->tick;
	walk->clock = jumps ? DEM_CLOCK_JUMPED : DEM_CLOCK_ASTRAY;
}

void
dem_walk_on(struct dem_walk *walk, const struct dem_command *command)
{
	switch (command->id) {
	case DEM_SYNC:
		if (!walk->sync)
			walk->sync = command->off;
		break;
	case DEM_PACKET:
		walk->packets++;
		take_tick(walk, command);
		walk->sequence = command->sequence;
		walk->sequenced = true;
		break;
	case DEM_USER:
		AT(walk->user, dem_player(command)) = command->sequence;
		AT(walk->used, dem_player(command)) = true;
		break;
	case DEM_SIGNON:
		if (!walk->connected)
			walk->connect = command->tick;
		walk->connected = true;
		break;
	case DEM_TABLES: walk->tables++; break;
	case DEM_STRINGS: walk->strings++; break;
	default: break;
	}
}

/* May the tick of the command follow in the signon?  Before dem_synctick ticks count on
   another clock. */
static bool
is_in_signon(const struct dem_walk *walk, const struct dem_command *command)
{
	const int64_t step = (int64_t)command->tick - walk->connect;

	return step >= -DEM_NEAR && step <= DEM_NEAR;
}

static bool
is_stop_near(const struct dem_walk *walk, const struct dem_command *command)
{
	const int64_t step = (int64_t)command->tick - walk->tick,
		      after = (int64_t)command->tick - walk->played;

	return (step >= 0 && step <= DEM_STOP_AFTER) ||
	       (step == -1 && command->tick < 0) ||
	       (walk->slotted && walk->tick < 0 && after >= 0 &&
		after <= DEM_STOP_AFTER);
}

/* Before the clock runs, a recorder may write two packets with one number: 3 of 45,140
   packets. */
bool
dem_is_again(const struct dem_walk *walk, const struct dem_command *c)
{
	switch (c->id) {
	case DEM_PACKET:
		if (!walk->sequenced || c->tick <= 0)
			return false;
		return c->sequence == walk->sequence && c->tick == walk->tick;
	case DEM_USER:
		return AT(walk->used, dem_player(c)) &&
		       c->sequence == AT(walk->user, dem_player(c));
	default: return false;
	}
}

bool
dem_fits(const struct dem_walk *walk, const struct dem_command *command,
	 int32_t step)
{
	const bool synced = walk->sync != 0;
	const bool near = dem_is_near(walk, command);

	if (!command->headed || (command->flags & ~DEM_CAMERA_FLAGS) != 0 ||
	    ((command->id == DEM_SIGNON || command->id == DEM_PACKET) &&
	     !command->near_world))
		return false;
	if (!synced && command->id != DEM_SYNC && walk->connected &&
	    !is_in_signon(walk, command))
		return false;
	switch (command->id) {
	case DEM_SIGNON: return !synced && command->slot == 0;
	case DEM_PACKET:
		return synced && near && command->slot == 0 &&
		       sequence_follows(walk->sequenced, walk->sequence,
					command->sequence, step);
	case DEM_SYNC: return !synced && command->tick == 0;
	case DEM_CONSOLE:
	case DEM_CUSTOM:
		return (!synced || near) && command->slot < DEM_SLOTS;
	case DEM_USER: /* the network loses no user command */
		return synced && near && command->slot < DEM_SLOTS &&
		       sequence_follows(AT(walk->used, dem_player(command)),
					AT(walk->user, dem_player(command)),
					command->sequence,
					step == DEM_LOST ? 1 : step);
	case DEM_TABLES:
		return walk->tables == 0 && !synced && command->slot == 0;
	case DEM_STOP: return is_stop_near(walk, command);
	case DEM_STRINGS:
		return walk->tables > 0 && walk->strings == 0 &&
		       walk->packets == 0 && (!synced || near);
	default: return false;
	}
}
