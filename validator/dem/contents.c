/* SPDX-License-Identifier: MIT */
/* contents.c - the payloads of commands (DEM-11, DEM-12, DEM-14) */
#include "validator/core/always.h"
#include "validator/dem/dem.h"

_Static_assert((int)DEM_MOST_TABLES <= (int)SENDTABLE_MOST_BYTES,
	       "sendtables_read() takes what dem_datatables may be");

void
dem_open_contents(struct dem *d, const struct dfk_allocator *allocator)
{
	struct dem_contents *c = &d->contents;

	c->budget.allocator = allocator;
	c->budget.most = d->limits->content_bytes;
	sendtables_open(&c->tables, d->report, d->limits, &c->budget);
}

void
dem_close_contents(struct dem *d)
{
	sendtables_free(&d->contents.tables);
	netmessages_close(&d->contents.messages);
	growing_free(&d->contents.signon, &d->contents.budget);
	growing_free(&d->contents.joined, &d->contents.budget);
}

const char *
dem_depth(const struct dem *d)
{
	static const char *const names[] = { [DFK_DEPTH_FULL] = "full",
					     [DFK_DEPTH_MESSAGES] = "messages",
					     [DFK_DEPTH_FRAMING] = "framing" };

	return d->contents.on || d->contents.deep ? AT(names, d->contents.depth)
						  : "framing";
}

/* Begins to read payloads.  The first dem_signon shows the layout of messages. */
static void
begin(struct dem *d)
{
	struct dem_contents *c = &d->contents;
	const struct netmessage_demo demo = { .network = d->header.network,
					      .map = d->header.map,
					      .game = d->header.game,
					      .most_packet = dem_most_packet(
						      &d->header),
					      .unread = d->layout->slotted };

	c->on = c->depth != DFK_DEPTH_FRAMING && d->server.readable &&
		dem_contents_known(&d->header) && !c->budget.reached;
	c->budget.most = d->limits->content_bytes;
	netmessages_close(&c->messages);
	netmessages_open(&c->messages, d->report, &c->budget, &demo,
			 d->server.narrow);
	/* With a tap, each message is read and checked, as the tap shows each of them. */
	c->messages.careful = d->tap.event != NULL;
}

/* Is this the last packet of a level?  Such a packet may hold bytes that are not messages
   (DEM-11.1). */
static bool
is_left_behind(const struct dem *d, const struct dem_held *held)
{
	const struct dem_command *c = &held->command;
	const bool last = held->before.packets + 1 == d->walk.packets;

	return c->id == DEM_PACKET && d->end.no_packet_follows && last &&
	       c->tick < 0;
}

/* Is this a second dem_datatables or dem_stringtables?  Each demo has one of each, so a
   second one may be another command with a wrong id.  Errors in it are no reason to give
   up the demo. */
static bool
is_another(const struct dem *d, const struct dem_held *held)
{
	if (held->command.id == DEM_STRINGS)
		return held->before.strings > d->contents.strings_gone;
	return held->command.id == DEM_TABLES && d->contents.on &&
	       d->contents.tables_read;
}

static inline struct netmessages_mend
mend_of(const struct dem *d, const struct dem_held *held, bool possible)
{
	const struct dem_command *c = &held->command;

	return (struct netmessages_mend){
		/* A fix names offsets of the file, which differ from those of a payload
		   without its second copy. */
		.possible = possible && !c->repeats,
		.unsure = c->mended.unsure,
		.mark = dem_mark(d, c->off),
		.size = c->off + c->head - 4,
		.found = (uint32_t)c->length,
	};
}

static void
cut_before(struct dem_cut *cut, const struct dem_held *held,
	   const struct mark *mark)
{
	if (!cut->there)
		*cut = (struct dem_cut){ true, held->before, *mark };
}

static void
check_packet(struct dem *d, const struct dem_held *held, struct span payload)
{
	struct netmessages *n = &d->contents.messages;
	/* Before dem_synctick all later packets depend on each packet.  So no repair
	   shortens such a packet. */
	struct netmessages_mend mend = mend_of(
		d, held, d->done.sync && !is_left_behind(d, held));

	if (held->command.id == DEM_SIGNON && !held->before.connected) {
		payload = dem_right_signon(d, payload);
		mend.possible = false;
	}
	netmessages_packet(n, payload, &mend);
	if (n->result.mended)
		cut_before(&d->cuts.first, held, &mend.mark);
	if (n->result.mended && n->result.ends)
		cut_before(&d->cuts.last, held, &mend.mark);
}

static void
check_user(struct dem *d, const struct dem_held *held, struct span payload)
{
	const struct mark mark = dem_mark(d, held->command.off);

	if (dem_check_user(d, &held->command, payload, &mark))
		cut_before(&d->cuts.first, held, &mark);
}

static struct sendtable_layout
layout_of(const struct dem *d)
{
	const struct netmessage_layout l = netmessage_layout_of(
		d->header.network, d->server.narrow);
	const bool wide = l.type_bits == DEM_WIDE_TYPES;

	return (struct sendtable_layout){ .vector_xy = wide,
					  .size_bits = wide ? 7 : 6 };
}

/* Checks a dem_datatables that no entity uses.  Recorders do not write dem_datatables at
   this place, but its bytes may be damaged all the same. */
static void
check_unused_tables(struct dem *d, struct span payload,
		    const struct sendtable_layout *layout)
{
	struct dem_contents *c = &d->contents;
	struct sendtables unused;

	sendtables_open(&unused, d->report, d->limits, &c->budget);
	sendtables_check_whole(&unused, payload, layout);
	sendtables_free(&unused);
	if (c->on)
		netmessages_end_tables(&c->messages, "entities after a second "
						     "dem_datatables");
}

static void
check_data_tables(struct dem *d, struct span payload)
{
	struct dem_contents *c = &d->contents;
	const struct sendtable_layout layout = layout_of(d);

	if (c->depth != DFK_DEPTH_FULL)
		return;
	if (c->tables_read || !c->on) {
		check_unused_tables(d, payload, &layout);
		return;
	}
	c->tables_read = true;
	if (sendtables_read(&c->tables, payload, &layout) == SENDTABLE_READ)
		netmessages_tables(&c->messages, &c->tables);
}

uint32_t
dem_count_tables(const struct dem *d, struct span strings)
{
	struct cursor c = cur_span(strings, 0);

	return d->layout->slotted ? cur_u8(&c)
				  : d->contents.messages.strings.n_tables;
}

/* String tables that are too long to be held are not read. */
static void
check_strings(struct dem *d, const struct dem_held *held, struct span payload)
{
	struct netmessages *n = &d->contents.messages;
	const uint64_t cut = AT(d->report->hits, RULE_dem_stored_overrun);
	/* Packets can be read without dem_stringtables. */
	const struct netmessages_mend mend = mend_of(d, held,
						     !is_another(d, held));

	if (payload.len <
	    held->command.size - dem_repeated_bytes(&held->command)) {
		netmessages_miss_strings(n, "string tables of more than 1 MiB");
		return;
	}
	netmessages_stored_strings(n, payload, &mend);
	if (n->result.mended) {
		cut_before(&d->cuts.first, held, &mend.mark);
		d->contents.strings_gone += n->payload.n_whole == 0;
		d->contents.tables_lost = dem_count_tables(d, payload) -
					  n->payload.n_whole;
	} else if (AT(d->report->hits, RULE_dem_stored_overrun) > cut) {
		netmessages_miss_strings(n, "string tables that are cut");
	}
}

/* A lack of memory is not a defect of the file. */
static void
check_budget(struct dem *d)
{
	struct dem_contents *c = &d->contents;

	if (c->budget.reached)
		report(d->report, RULE_limit_content_bytes,
		       &(struct site){ .off = 0 }, "%llu bytes",
		       (unsigned long long)c->budget.most);
	c->on &= !c->budget.reached;
	c->no_memory |= c->budget.no_memory;
	if (c->no_memory)
		d->report->emit = NULL; /* the check will have no verdict */
}

struct span
dem_join(struct dem *d, const struct dem_command *c, struct span payload)
{
	struct dem_contents *contents = &d->contents;
	const size_t at = c->repeated.at;
	const size_t n = payload.len - c->repeated.len;
	uint8_t *copy;

	if (NEVER(payload.len <= c->repeated.len || !payload.ptr))
		return payload;
	contents->joined.size = 1;
	contents->joined.count = 0;
	copy = growing_add(&contents->joined, &contents->budget, n);
	if (!copy) {
		check_budget(d);
		return (struct span){ NULL, 0 };
	}
	memcpy(room_at(copy, n, 0, at), payload.ptr, at);
	memcpy(room_at(copy, n, at, n - at),
	       bytes_at(payload.ptr, payload.len, at + c->repeated.len, n - at),
	       n - at);
	return (struct span){ copy, n };
}

static void
report_empty_payload(struct dem *d, const struct dem_held *held,
		     enum rule_id rule, const struct fix *fix)
{
	const struct dem_command *c = &held->command;

	report(d->report, rule,
	       &(struct site){ .off = c->off + c->head - 4,
			       .len = 4,
			       .at_most = is_another(d, held) ? DFK_WARNING
							      : DFK_OFF,
			       .field = "length",
			       .fix = *fix },
	       "no bytes");
}

/* A repair drops a dem_stringtables without bytes, like one without a whole table. */
static void
report_empty_strings(struct dem *d, const struct dem_held *held)
{
	const struct dem_command *c = &held->command;
	struct fix fix = fix_drop(c->off, c->head, dem_mark(d, c->off));

	fix.loss.records = 1;
	fix.next_tick = fix.mark.tick;
	if (is_another(d, held))
		fix.kind = FIX_NONE;
	report_empty_payload(d, held, RULE_dem_stored_overrun, &fix);
	if (report_mended(d->report)) {
		cut_before(&d->cuts.first, held, &fix.mark);
		d->contents.strings_gone++;
		d->contents.tables_lost = d->contents.messages.strings.n_tables;
	}
}

static void
check_empty_payload(struct dem *d, const struct dem_held *held)
{
	const struct fix none = { .kind = FIX_NONE };

	switch (held->command.id) {
	case DEM_SIGNON:
	case DEM_PACKET:
		report_empty_payload(d, held, RULE_dem_packet_empty, &none);
		break;
	case DEM_USER:
		report_empty_payload(d, held, RULE_dem_user_empty, &none);
		break;
	case DEM_TABLES:
		if (d->contents.depth == DFK_DEPTH_FULL)
			report_empty_payload(d, held, RULE_dem_tables_overrun,
					     &none);
		d->contents.tables_read |= d->contents.on;
		break;
	case DEM_STRINGS: report_empty_strings(d, held); break;
	default: break;
	}
}

static const char *
part_name(unsigned id)
{
	switch (id) {
	case DEM_TABLES: return "data tables";
	case DEM_STRINGS: return "string tables";
	case DEM_USER: return "user command";
	default: return "packet";
	}
}

static void
check_part(struct dem *d, const struct dem_held *held, struct span payload)
{
	const struct dem_command *c = &held->command;
	const bool another = is_another(d, held);
	const struct part part = {
		.name = part_name(c->id),
		.off = c->off + c->head,
		.len = c->size,
		.decoded = c->repeats,
		.bits = true,
		.at_most = is_left_behind(d, held) || another ? DFK_WARNING
							      : DFK_OFF,
	};
	struct part outer = report_enter(d->report, &part);

	switch (c->id) {
	case DEM_SIGNON:
	case DEM_PACKET: check_packet(d, held, payload); break;
	case DEM_TABLES: check_data_tables(d, payload); break;
	case DEM_STRINGS: check_strings(d, held, payload); break;
	case DEM_USER: check_user(d, held, payload); break;
	default: break;
	}
	check_budget(d);
	report_leave(d->report, &outer);
	if (c->id == DEM_TABLES && d->contents.on)
		netmessages_check_baselines(&d->contents.messages);
}

static void
check_command_payload(struct dem *d, const struct dem_held *held,
		      struct span payload)
{
	if (held->command.size == 0)
		check_empty_payload(d, held);
	else
		check_part(d, held, payload);
}

/* Before the first dem_signon the layout of messages is not known.  Data tables depend on
   the network protocol only, unless two layouts have the same network protocol. */
static void
pass_early(struct dem *d, const struct dem_held *held, struct span payload)
{
	enum { TWO_LAYOUTS = 15 };
	struct dem_contents *c = &d->contents;
	const uint8_t id = held->command.id;
	const bool tables = id == DEM_TABLES && c->depth == DFK_DEPTH_FULL;

	if (c->depth == DFK_DEPTH_FRAMING || c->budget.reached ||
	    !dem_contents_known(&d->header))
		return;
	if (c->passed == 0 &&
	    (tables || id == DEM_PACKET || id == DEM_USER || id == DEM_STRINGS))
		c->passed = id;
	if (tables && d->header.network != TWO_LAYOUTS) {
		const uint64_t errors = d->report->errors;

		check_command_payload(d, held, payload);
		c->deep |= d->report->errors > errors;
	}
}

/* Does the payload begin with net_nop?  Three bytes of zeros, the rest of a length, look
   like such messages. */
static bool
begins_with_nop(struct span payload)
{
	struct cursor c = cur_span(payload, 0);

	return (cur_u8(&c) & ((1 << DEM_NARROW_TYPES) - 1)) == 0;
}

enum dem_witness
dem_ask_payload(const struct dem *d, const struct dem_command *c,
		struct span payload, bool *acting)
{
	bool whole;

	*acting = false;
	if (!d->contents.on)
		return DEM_SAYS_NOTHING;
	switch (c->id) {
	case DEM_SIGNON:
	case DEM_PACKET:
		whole = netmessages_are_whole(&d->contents.messages, payload,
					      acting);
		break;
	case DEM_USER: whole = dem_user_is_whole(d, payload); break;
	default: return DEM_SAYS_NOTHING;
	}
	return whole ? DEM_SAYS_WHOLE : DEM_SAYS_BROKEN;
}

bool
dem_payload_is_whole(const struct dem *d, const struct dem_command *c,
		     struct span payload)
{
	bool acting;

	return dem_ask_payload(d, c, payload, &acting) == DEM_SAYS_WHOLE &&
	       !begins_with_nop(payload) && (c->id == DEM_SIGNON || !acting);
}

/* Of protocol 4, only dem_stringtables is read (DEM-7).  Where no recording has shown its
   layout, the tables are read only to judge a corrected length. */
static bool
is_slotted_strings(const struct dem *d, const struct dem_command *c)
{
	return d->layout->slotted && c->id == DEM_STRINGS &&
	       d->contents.depth != DFK_DEPTH_FRAMING &&
	       (d->server.readable || c->mended.size);
}

void
dem_check_contents(struct dem *d, const struct dem_held *held,
		   struct span payload)
{
	const struct dem_command *c = &held->command;
	const bool early = !held->before.connected && c->id != DEM_SIGNON;

	if (c->id == DEM_SIGNON && !held->before.connected)
		begin(d);
	if (d->contents.on || (!early && is_slotted_strings(d, c)))
		check_command_payload(d, held, payload);
	else if (early)
		pass_early(d, held, payload);
}
