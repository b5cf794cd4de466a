/* SPDX-License-Identifier: MIT */
/*
 * events.c - reads game events, and the list of their keys (DEM-13)
 *
 *   list:  | id 9 | name | type 3 | key | type 3 | key | ... | 0 in 3 | id 9 | ...
 *   event: | id 9 | a value of each key ... |
 */
#include <stdio.h>

#include "validator/netmessage/check.h"

enum { ID_BITS = 9, TYPE_BITS = 3, MOST_NAME = 31 };

/* The type of the value of a key. */
enum key_type { NO_KEY, TEXT, REAL, LONG, SHORT, BYTE, BIT, LOCAL };

struct event {
	uint32_t list;         /* number of the last list that has the event */
	uint32_t first, count; /* range of the types of its keys */
	char name[MOST_NAME + 1];
};

void
netmessages_open_events(struct netmessages *n)
{
	n->events = (struct netmessage_events){
		.events.size = sizeof(struct event),
		.types.size = sizeof(uint8_t),
	};
}

void
netmessages_close_events(struct netmessages *n)
{
	growing_free(&n->events.events, n->budget);
	growing_free(&n->events.types, n->budget);
}

/* ------------------------------------------------------------------- list */

/* Reads a name of the list into `room`, which is filled with zeros and has one byte more
   than the name.  Reports a name that is too long, because engines cut such names. */
static void
read_event_name(const struct netmessage_at *at, struct bit_reader *b,
		char *room, const char *field)
{
	const uint64_t bit = b->pos;
	const size_t len = bits_text(b, room, MOST_NAME);

	if (b->fail)
		return;
	if (len > MOST_NAME)
		netmessages_report(at->n, RULE_dem_event_name, bit,
				   b->pos - bit, "svc_gameeventlist", field,
				   "%zu bytes" WANTED "at most %d bytes", len,
				   MOST_NAME);
	else
		netmessages_check_identifier(
			at->n, (struct span){ (const uint8_t *)room, len }, bit,
			b->pos - bit, "svc_gameeventlist", field);
}

/* Reads the keys of one event.  False: the budget is used up.  Keys of type LOCAL have
   no bits and are not kept.  Otherwise reading an event could take as long as reading
   its list. */
static bool
read_keys(const struct netmessage_at *at, struct bit_reader *b,
	  struct event *event)
{
	struct netmessage_events *events = &at->n->events;
	char name[MOST_NAME + 1] = "";
	uint32_t type;

	event->first = (uint32_t)events->types.count;
	while ((type = bits_u(b, TYPE_BITS)) != NO_KEY) {
		uint8_t *room;

		read_event_name(at, b, name, "key");
		if (type == LOCAL)
			continue;
		room = growing_add(&events->types, at->n->budget, 1);
		if (!room)
			return false;
		*room = (uint8_t)type;
		event->count++;
	}
	return true;
}

static bool
read_event(const struct netmessage_at *at, struct bit_reader *b)
{
	struct netmessage_events *events = &at->n->events;
	const uint64_t bit = b->pos;
	const uint32_t id = bits_u(b, ID_BITS);
	struct event event = { .list = events->lists };
	struct event *known = growing_at(&events->events, id);

	read_event_name(at, b, event.name, "name");
	if (!read_keys(at, b, &event))
		return false;
	if (b->fail)
		return true;
	if (known->list == events->lists)
		netmessages_report(at->n, RULE_dem_event_id, bit, ID_BITS,
				   "svc_gameeventlist", "id",
				   "id %u of an earlier event", id);
	*known = event;
	return true;
}

void
netmessages_check_events(const struct netmessage_at *at)
{
	enum { EVENTS = 1 << ID_BITS };
	struct netmessage_events *events = &at->n->events;
	const int64_t n = netmessage_get(at->m,
					 NETMESSAGE_svc_gameeventlist_count);
	struct bit_reader b = at->m->body;

	if (events->events.count == 0) {
		void *room = growing_add(&events->events, at->n->budget,
					 EVENTS);
		if (!room)
			return;
		memset(room, 0, EVENTS * sizeof(struct event));
	}
	events->types.count = 0;
	events->listed = false;
	events->lists++;
	for (int64_t i = 0; i < n && !b.fail; i++)
		if (!read_event(at, &b))
			return;
	netmessages_check_body(at, &b, NULL);
	events->listed = !b.fail;
}

/* ------------------------------------------------------------------ event */

static void
pass_event_value(struct bit_reader *b, uint8_t type)
{
	static const uint8_t bits[] = {
		[REAL] = 32, [LONG] = 32, [SHORT] = 16, [BYTE] = 8, [BIT] = 1
	};

	if (type == TEXT)
		bits_pass_text(b);
	else
		bits_pass(b, AT(bits, type));
}

void
netmessages_check_event(const struct netmessage_at *at)
{
	const struct netmessage_events *events = &at->n->events;
	struct bit_reader b = at->m->body;
	const uint32_t id = bits_u(&b, ID_BITS);
	const struct event *event;

	/* Before the list, the keys of events are not known. */
	if (!events->listed)
		return;
	event = growing_at(&events->events, id);
	if (!b.fail && event->list != events->lists) {
		netmessages_report(at->n, RULE_dem_event_unknown,
				   at->m->body.pos, ID_BITS, "svc_gameevent",
				   "id", "event %u", id);
		return;
	}
	for (uint32_t i = 0; i < event->count && !b.fail; i++) {
		const uint8_t *type = growing_at(&events->types,
						 event->first + (size_t)i);

		pass_event_value(&b, *type);
	}
	netmessages_check_body(at, &b, event->name);
}
