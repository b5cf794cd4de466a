/* SPDX-License-Identifier: MIT */
/*
 * numbers.c - checks the numbers of entries of string tables in messages (DEM-15)
 *
 * An engine sends reliable messages before the changes of a tick.  So svc_prefetch may
 * name a sound that svc_updatestringtable adds later in the same packet.  A wrong number
 * is reported when its packet ends.
 */
#include "validator/netmessage/check.h"

/* An entry that does not exist, and the message that uses the entry. */
struct unknown {
	struct netmessage_number number;
	const char *message;
};

void
netmessages_open_numbers(struct netmessages *n)
{
	n->unknown = (struct growing){ .size = sizeof(struct unknown) };
}

void
netmessages_close_numbers(struct netmessages *n)
{
	growing_free(&n->unknown, n->budget);
}

uint64_t
netmessages_numbers(struct netmessages *n, enum strings_use use)
{
	const struct strings_table *table = strings_used(&n->strings, use);

	return table && !n->gaps.tainted ? table->entries.count : UINT64_MAX;
}

void
netmessages_check_number(const struct netmessage_at *at,
			 const struct netmessage_number *number)
{
	struct netmessages *n = at->n;
	struct unknown *room;

	if (number->number < netmessages_numbers(n, number->use))
		return;
	room = growing_add(&n->unknown, n->budget, 1);
	if (room)
		*room = (struct unknown){
			*number, netmessage_name(&n->layout, at->m->type)
		};
}

static void
report_unknown_entry(struct netmessages *n, const struct unknown *unknown)
{
	const struct netmessage_number *number = &unknown->number;
	const uint64_t most = netmessages_numbers(n, number->use);

	if (number->number >= most)
		netmessages_report(n, number->rule, number->bit, number->bits,
				   unknown->message, number->field,
				   "%u" WANTED "a number below %llu",
				   number->number, (unsigned long long)most);
}

void
netmessages_report_numbers(struct netmessages *n)
{
	const bool failed = n->result.failed;
	/* Without memory, the packet may add an entry that is not stored. */
	const size_t count = n->budget->no_memory ? 0 : n->unknown.count;

	for (size_t i = 0; i < count; i++) {
		const struct unknown *unknown = growing_at(&n->unknown, i);

		/* A damaged message may have any numbers. */
		if (!failed || unknown->number.bit < n->payload.whole)
			report_unknown_entry(n, unknown);
	}
	n->unknown.count = 0;
}
