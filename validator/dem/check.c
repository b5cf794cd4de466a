/* SPDX-License-Identifier: MIT */
/* check.c - the fields and the order of commands (DEM-3) */
#include <stdio.h>

#include "validator/core/utf8.h"
#include "validator/dem/dem.h"

/* Why the place of the command is wrong, or NULL. */
static const char *
misplaced(const struct dem_walk *w, uint8_t id)
{
	const bool again = (id == DEM_SYNC && w->sync) ||
			   (id == DEM_TABLES && w->tables) ||
			   (id == DEM_STRINGS && w->strings);

	if (again)
		return "a second time";
	if ((id == DEM_SIGNON || id == DEM_TABLES) && w->sync)
		return "after dem_synctick";
	if (id == DEM_TABLES && !w->connected)
		return "before dem_signon";
	if (id == DEM_STRINGS && !w->tables)
		return "before dem_datatables";
	if (id == DEM_STRINGS && w->packets)
		return "after a packet";
	return id == DEM_USER && !w->sync ? "before dem_synctick" : NULL;
}

/* The bytes of a command.  Callers fill this structure only for a finding, because most
   commands have none. */
static struct site
site_of_command(const struct dem_command *c)
{
	return (struct site){ .off = c->off,
			      .len = dem_command_end(c) - c->off };
}

/* The tick of a command. */
static struct site
tick_of(const struct dem_command *c)
{
	return (struct site){ .off = c->off + 1, .len = 4, .field = "tick" };
}

static void
check_order(struct dem *d, const struct dem_held *held)
{
	const struct dem_command *c = &held->command;
	const char *found = misplaced(&held->before, c->id);

	if (found) {
		const struct site site = site_of_command(c);
		char name[16];

		report(d->report, RULE_dem_order, &site, "%s %s",
		       dem_name(d->layout, c->id, name, sizeof(name)), found);
	}
}

/* A packet changes entities, which dem_synctick and dem_datatables prepare. */
static void
report_signon(struct dem *d, const struct dem_held *held)
{
	const struct dem_command *c = &held->command;
	const struct site site = site_of_command(c);

	if (!held->before.sync && !d->packets.said_sync)
		report(d->report, RULE_dem_sync_missing, &site,
		       "a packet" WANTED "dem_synctick first");
	if (!held->before.tables && !d->packets.said_tables)
		report(d->report, RULE_dem_tables_missing, &site,
		       "a packet" WANTED "dem_datatables first");
	d->packets.said_sync |= !held->before.sync;
	d->packets.said_tables |= !held->before.tables;
}

/* Early builds wrote no dem_stringtables. */
static bool
has_strings(const struct dem_header *h)
{
	enum { LAST_WITHOUT = 14 };

	return h->protocol >= 3 && h->network > LAST_WITHOUT;
}

/* Engines write these commands before the first packet.  Lenient readers go on without
   them. */
static void
check_first(struct dem *d, const struct dem_held *held)
{
	const struct dem_command *c = &held->command;
	const struct dem_walk *w = &held->before;
	const struct site site = site_of_command(c);

	if (!w->connected)
		report(d->report, RULE_dem_order, &site,
		       "a packet" WANTED "dem_signon first");
	if (w->strings == d->contents.strings_gone && has_strings(&d->header)) {
		report(d->report, RULE_dem_order, &site,
		       "a packet" WANTED "dem_stringtables first");
		/* The dem_stringtables was in bytes that could not be read. */
		if (d->damage.loss.len && !d->layout->slotted)
			d->contents.tables_lost =
				d->contents.messages.strings.n_tables;
	}
}

static void
check_signon(struct dem *d, const struct dem_held *held)
{
	if (!held->before.sync || !held->before.tables)
		report_signon(d, held);
	if (held->before.packets == 0)
		check_first(d, held);
}

/* A jump back to a negative tick ends a level, and the recording.  More negative ticks
   may follow, but no other tick. */
static void
check_negative(struct dem *d, const struct dem_command *c)
{
	if (d->packets.negative.len && c->tick >= 0)
		report(d->report, RULE_dem_tick_decreased,
		       &(struct site){ .off = d->packets.negative.off,
				       .len = d->packets.negative.len },
		       "packets after a negative tick" WANTED
		       "the end of the demo");
	if (c->tick >= 0) {
		d->packets.negative.len = 0;
	} else if (d->packets.any && d->packets.tick >= 0) {
		d->packets.negative.off = c->off;
		d->packets.negative.len = dem_command_end(c) - c->off;
	}
}

static void
check_command_tick(struct dem *d, const struct dem_held *held)
{
	/* Engines correct the clock a little after a level was loaded. */
	enum { MOST_CORRECTION = 5 };
	const struct dem_command *c = &held->command;

	if (held->before.sync && !dem_is_near(&held->before, c)) {
		const struct site site = tick_of(c);

		report(d->report, RULE_dem_tick_jump, &site,
		       "tick %d" WANTED "tick %lld to %lld", c->tick,
		       (long long)held->before.tick - DEM_BACK,
		       (long long)held->before.tick + DEM_NEAR);
		return;
	}
	if (c->id != DEM_PACKET)
		return;
	if (c->tick > 0)
		d->packets.played = c->tick;
	check_negative(d, c);
	if (d->packets.any && c->tick >= 0 &&
	    (int64_t)c->tick < (int64_t)d->packets.tick - MOST_CORRECTION) {
		const struct site site = tick_of(c);

		report(d->report, RULE_dem_tick_decreased, &site,
		       "tick %d" WANTED "tick %d or later", c->tick,
		       d->packets.tick);
	}
}

/* The incoming sequence number (index 0) or the outgoing one (index 1). */
static struct site
sequence_of(const struct dem_command *c, uint64_t index)
{
	enum { BEFORE_END = 12 }; /* distance from the end of the head */

	return (struct site){ .off = c->off + c->head - BEFORE_END +
				     4 * index,
			      .len = 4,
			      .field = "sequence" };
}

static void
check_sequence(struct dem *d, const struct dem_held *held)
{
	const struct dem_command *c = &held->command;
	const int64_t step = (int64_t)c->sequence - held->before.sequence;

	if (held->before.sequenced && (step < 0 || step > 1)) {
		struct site site = sequence_of(c, 0);

		if (step > 1 && step <= DEM_LOST)
			site.at_most = DFK_NOTE;
		report(d->report, RULE_dem_sequence, &site,
		       "incoming number %d" WANTED "%lld", c->sequence,
		       (long long)held->before.sequence + 1);
	}
	if (d->packets.any && c->sequence_out < d->packets.sequence_out) {
		const struct site site = sequence_of(c, 1);

		report(d->report, RULE_dem_sequence, &site,
		       "outgoing number %d" WANTED "%d or higher",
		       c->sequence_out, d->packets.sequence_out);
	}
}

/* In protocol 4 no payload shows if the number of a user command is wrong. */
static void
check_user_sequence(struct dem *d, const struct dem_held *held)
{
	enum { BEFORE_END = 8 }; /* distance from the end of the head */
	const struct dem_command *c = &held->command;
	const size_t player = dem_player(c);
	const int32_t last = AT(held->before.user, player);

	if (AT(held->before.used, player) && c->sequence < last)
		report(d->report, RULE_dem_user_sequence,
		       &(struct site){ .off = c->off + c->head - BEFORE_END,
				       .len = 4,
				       .field = "sequence" },
		       "number %d" WANTED "%d or higher", c->sequence, last);
}

/* The cameras of a packet, for a finding about them. */
static struct site
cameras_of(const struct dem *d, const struct dem_command *c, const char *field)
{
	enum { AFTER_CAMERAS = 12 };
	const uint64_t len = (uint64_t)d->layout->cameras * DEM_CAMERA_BYTES;

	return (struct site){ .off = c->off + c->head - AFTER_CAMERAS - len,
			      .len = len,
			      .field = field };
}

static void
report_camera(struct dem *d, const struct dem_command *c)
{
	enum { FLAGS = 4 };
	struct site site = cameras_of(d, c, "flags");

	if (c->flags & ~DEM_CAMERA_FLAGS) {
		if (d->layout->cameras == 1)
			site.len = FLAGS;
		report(d->report, RULE_dem_camera_flags, &site,
		       "0x%x" WANTED "0 to 7", (unsigned)c->flags);
	}
	if (!c->in_world) {
		site = cameras_of(d, c, "camera");
		site.off += FLAGS;
		site.len -= FLAGS;
		report(d->report, RULE_dem_camera_value, &site,
		       "a value out of range" WANTED
		       "finite values, and positions from -16384 to 16384");
	}
}

static void
check_payload_size(struct dem *d, const struct dem_command *c)
{
	const bool packet = c->id == DEM_PACKET || c->id == DEM_SIGNON;
	const uint32_t most = packet ? DEM_MOST_OLD_PACKET : DEM_LARGE_STRINGS;

	if (packet ? d->header.network >= 24
		   : c->id != DEM_STRINGS || d->layout->slotted)
		return;
	if (c->size > most)
		report(d->report, RULE_dem_size_large,
		       &(struct site){ .off = c->off + c->head - 4,
				       .len = 4,
				       .field = "length" },
		       "%u bytes" WANTED "at most %u bytes", c->size, most);
}

/* Settings that were read from files have tabs and ends of lines. */
static void
check_console_characters(struct dem *d, const struct dem_command *c,
			 struct span text)
{
	if (!utf8_is_text(text, "\t\n\r"))
		report(d->report, RULE_dem_identifier,
		       &(struct site){ .off = c->off + c->head,
				       .len = text.len,
				       .field = "text" },
		       "bytes that are not text");
}

static void
check_console_text(struct dem *d, const struct dem_command *c,
		   struct span payload)
{
	struct cursor at = cur_span(payload, 0);
	bool found;
	const size_t len = cur_until_nul(&at, payload.len, &found).len;

	if (found && len > 0 && len + 1 == payload.len) {
		check_console_characters(d, c, span_head(payload, len));
		return;
	}
	report(d->report, RULE_dem_console_text,
	       &(struct site){ .off = c->off + c->head, .len = c->size }, "%s",
	       payload.len == 0 ? "no bytes"
	       : !found         ? "a text without a NUL"
	       : len == 0       ? "an empty text"
				: "a NUL inside the text");
}

static void
report_slot(struct dem *d, const struct dem_command *c)
{
	enum { AT_SLOT = 5 };

	report(d->report, RULE_dem_slot,
	       &(struct site){ .off = c->off + AT_SLOT,
			       .len = 1,
			       .field = "slot" },
	       "slot %u" WANTED "slot %s", c->slot,
	       dem_may_be_second(c->id) ? "0 or 1" : "0");
}

/* Custom data of type -1 have the names of the other types: a number, and as many texts. */
static void
check_custom(struct dem *d, const struct dem_command *c, struct span payload)
{
	enum { NAMES = -1 };
	struct cursor at = cur_span(payload, 0);
	int64_t names;
	bool ends = true;

	if (c->sequence != NAMES)
		return;
	for (names = cur_le32(&at); ends && names > 0; names--) {
		cur_until_nul(&at, payload.len, &ends);
		cur_u8(&at);
	}
	if (names != 0 || !cur_ok(&at) || cur_left(&at))
		report(d->report, RULE_dem_custom_names,
		       &(struct site){ .off = c->off + c->head,
				       .len = c->size,
				       .field = "names" },
		       "other bytes" WANTED
		       "a number, and as many texts as the number says");
}

/* Reports the wrong id of a command whose text shows that it is a dem_consolecmd. */
static void
report_id(struct dem *d, const struct dem_command *c)
{
	const uint8_t bytes[1] = { dem_id_byte(d->layout, c->id) };
	char name[16], right[16];

	report(d->report, RULE_dem_command_id,
	       &(struct site){ .off = c->off,
			       .len = sizeof(bytes),
			       .field = "id",
			       .fix = fix_replace(c->off, sizeof(bytes),
						  (struct span){ bytes, 1 }) },
	       "%s" WANTED "%s, because the payload is text",
	       dem_name(d->layout, c->written_id, name, sizeof(name)),
	       dem_name(d->layout, c->id, right, sizeof(right)));
}

void
dem_check_command(struct dem *d, const struct dem_held *held,
		  struct span payload)
{
	const struct dem_command *c = &held->command;
	const bool packet = c->id == DEM_PACKET;

	if (c->written_id)
		report_id(d, c);
	check_order(d, held);
	if (c->slot && !dem_may_have_slot(c))
		report_slot(d, c);
	check_command_tick(d, held);
	check_payload_size(d, c);
	if (packet) {
		check_signon(d, held);
		check_sequence(d, held);
	}
	if (c->id == DEM_USER && d->layout->slotted)
		check_user_sequence(d, held);
	if (!c->in_world || (c->flags & ~DEM_CAMERA_FLAGS))
		report_camera(d, c);
	if (c->id == DEM_CONSOLE)
		check_console_text(d, c, payload);
	if (c->id == DEM_CUSTOM)
		check_custom(d, c, payload);
	if (c->id == DEM_SYNC && c->tick != 0) {
		const struct site site = tick_of(c);

		report(d->report, RULE_dem_sync_tick, &site,
		       "tick %d" WANTED "tick 0", c->tick);
	}
	if (c->id == DEM_SIGNON && !held->before.connected) {
		if (d->layout->slotted)
			dem_read_slotted_server(d, payload);
		else
			dem_read_server(d, c, payload);
	}
	if (packet) {
		d->packets.tick = c->tick;
		d->packets.sequence_out = c->sequence_out;
		d->packets.any = true;
	}
}
