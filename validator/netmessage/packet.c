/* SPDX-License-Identifier: MIT */
/* packet.c - reads the messages of a packet (DEM-11.1) */
#include "validator/netmessage/check.h"

void
netmessages_open(struct netmessages *n, struct report *report,
		 struct budget *budget, const struct netmessage_demo *demo,
		 bool narrow)
{
	*n = (struct netmessages){
		.report = report,
		.budget = budget,
		.demo = *demo,
		.layout = netmessage_layout_of(demo->network, narrow),
	};
	n->world.entities.varint = demo->network > 22;
	netmessages_open_events(n);
	netmessages_open_numbers(n);
	strings_open(&n->strings, budget);
}

void
netmessages_close(struct netmessages *n)
{
	if (!n->budget)
		return;
	netmessages_close_events(n);
	netmessages_close_numbers(n);
	strings_close(&n->strings);
}

/* ----------------------------------------------------------------- packet */

/* Do all later packets depend on the message?  The state keeps the part of such a
   message that was read, even if the message has an error. */
static bool
changes(unsigned type)
{
	return type == NETMESSAGE_svc_serverinfo ||
	       type == NETMESSAGE_svc_createstringtable ||
	       type == NETMESSAGE_svc_updatestringtable ||
	       type == NETMESSAGE_svc_gameeventlist;
}

/* Does the message act on the machine of the player, or on the display after its packet?
   Such messages are rare, and a few wrong bits can turn another message into such a
   message. */
static bool
acts(unsigned type)
{
	switch (type) {
	case NETMESSAGE_net_disconnect:
	case NETMESSAGE_net_file:
	case NETMESSAGE_net_stringcmd:
	case NETMESSAGE_net_setconvar:
	case NETMESSAGE_net_signonstate:
	case NETMESSAGE_svc_serverinfo:
	case NETMESSAGE_svc_sendtable:
	case NETMESSAGE_svc_classinfo:
	case NETMESSAGE_svc_setpause:
	case NETMESSAGE_svc_voiceinit:
	case NETMESSAGE_svc_setview:
	case NETMESSAGE_svc_menu:
	case NETMESSAGE_svc_getcvarvalue:
	case NETMESSAGE_svc_cmdkeyvalues:
	case NETMESSAGE_svc_setpausetimed: return true;
	default: return false;
	}
}

/* Does the message change only what is shown?  If damage made such a message, a player
   sees the damage, but nothing worse happens. */
static bool
shows(unsigned type)
{
	return type == NETMESSAGE_svc_setpause ||
	       type == NETMESSAGE_svc_setpausetimed ||
	       type == NETMESSAGE_svc_setview;
}

/* Can messages be read from b up to the end of the packet? *acting: a message acts. */
static bool
rest_is_readable(const struct netmessages *n, struct bit_reader b, bool *acting)
{
	enum netmessage_error error = NETMESSAGE_WHOLE;
	struct netmessage m;

	while (error == NETMESSAGE_WHOLE &&
	       bits_left(&b) >= n->layout.type_bits) {
		error = netmessage_read(&m, &b, &n->layout);
		*acting |= acts(m.type);
	}
	return error == NETMESSAGE_WHOLE;
}

bool
netmessages_are_whole(const struct netmessages *n, struct span payload,
		      bool *acting)
{
	*acting = false;
	return rest_is_readable(n, bits_of(payload), acting);
}

/* The current message acts, and ends at b.  Is the message credible, because its packet
   is whole?  One test of the rest of the packet is enough for all its messages.  This
   function is out of line, because few messages act.  Otherwise all other messages
   needed 3 percent more instructions. */
static __attribute__((noinline, cold)) bool
is_believed(struct netmessages *n, struct bit_reader b)
{
	const struct netmessage *m = &n->message;
	const bool changes_more = n->payload.changes;
	const char *found = NULL;
	bool acting = false;

	if (!n->payload.mend.possible)
		return true;
	if (n->payload.mend.unsure && !shows(m->type)) {
		found = "a packet that may lack bytes";
	} else if (!n->payload.looked) {
		n->payload.looked = true;
		if (!rest_is_readable(n, b, &acting))
			found = "bytes after the message that are not messages";
	}
	if (!found)
		return true;
	n->payload.changes = false; /* the message will be dropped */
	netmessages_report(n, RULE_dem_message_unproven, m->bit,
			   m->end - m->bit,
			   netmessage_name(&n->layout, m->type), NULL,
			   "%s" WANTED "an undamaged packet", found);
	n->payload.changes = changes_more;
	return !n->result.failed;
}

static void
report_unread(struct netmessages *n, const struct netmessage *m,
	      enum netmessage_error error)
{
	const char *name = netmessage_name(&n->layout, m->type);

	switch (error) {
	case NETMESSAGE_WHOLE: break;
	case NETMESSAGE_UNKNOWN:
		netmessages_report(n, RULE_dem_message_type, m->bit,
				   n->layout.type_bits, n->payload.before,
				   "type", "type %u", m->type);
		break;
	case NETMESSAGE_OVERRUN:
		netmessages_report(n, RULE_dem_message_overrun, m->bit,
				   n->layout.type_bits, name, m->failed,
				   "the end of the packet");
		break;
	case NETMESSAGE_NUMBER:
		netmessages_report(n, RULE_dem_message_number, m->bit,
				   n->layout.type_bits, name, "length",
				   "a length of more than 32 bits");
		break;
	}
}

void
netmessages_packet(struct netmessages *n, struct span payload,
		   const struct netmessages_mend *mend)
{
	struct bit_reader b = bits_of(payload);
	enum netmessage_error error = NETMESSAGE_WHOLE;
	struct netmessage_world *w = &n->world;
	struct netmessage *m = &n->message;

	n->payload.bytes = payload;
	n->payload.mend = *mend;
	n->payload.looked = false;
	n->result = (struct netmessages_result){ .failed = false };
	w->read = false;
	bits_pass(&b, n->payload.passed);
	n->payload.passed = 0;
	while (error == NETMESSAGE_WHOLE && !n->result.failed &&
	       !n->budget->no_memory && !n->budget->reached) {
		if (!n->careful)
			netmessages_pass_plain(n, &b);
		if (bits_left(&b) < n->layout.type_bits)
			break;
		n->payload.whole = b.pos;
		error = netmessage_read(m, &b, &n->layout);
		n->payload.changes = changes(m->type);
		if (error != NETMESSAGE_WHOLE)
			report_unread(n, m, error);
		else if (!acts(m->type) || is_believed(n, b))
			netmessages_check(
				&(struct netmessage_at){ n, payload, m });
		n->payload.before = netmessage_name(&n->layout, m->type);
	}
	n->payload.before = NULL;
	if (n->unknown.count)
		netmessages_report_numbers(n);
	w->lost |= n->result.failed || error != NETMESSAGE_WHOLE;
	if (!n->result.failed)
		return;
	n->gaps.leapt |= n->result.mended && !n->result.ends;
	n->gaps.tainted |= !n->result.mended || n->result.ends;
	w->tainted |= !n->result.mended || n->result.ends;
}
