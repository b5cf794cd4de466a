/* SPDX-License-Identifier: MIT */
/* baselines.c - baselines: the first state of an entity of a class (DEM-16.2) */
#include <stdio.h>

#include "validator/netmessage/check.h"

/* Returns the class whose number is the text of the entry. -1: the text is not a
   number. */
static int32_t
class_of(const struct netmessages *n, const struct strings_entry *entry)
{
	enum { MOST_DIGITS = 5 };
	const struct span text = strings_bytes(&n->strings, &entry->text);
	struct cursor c = cur_span(text, 0);
	int32_t class = 0;

	if (text.len == 0 || text.len > MOST_DIGITS)
		return -1;
	while (cur_left(&c)) {
		const uint8_t digit = cur_u8(&c);

		if (digit < '0' || digit > '9')
			return -1;
		class = 10 * class + (digit - '0');
	}
	return class;
}

static void
check_props(struct netmessages *n, uint32_t class, struct bit_reader *b)
{
	struct entities *e = &n->world.entities;
	struct entities_count count = { 0 };
	enum entities_error error;

	error = entities_props(e, b, class, &count);
	if (error != ENTITIES_READ)
		netmessages_report_entities(n, error, "baseline", b);
	else if (bits_left(b) >= 8)
		netmessages_report(n, RULE_dem_body_unread, b->pos,
				   bits_left(b), "baseline", NULL,
				   "%llu bits after the last property" WANTED
				   "fewer than 8 bits",
				   (unsigned long long)bits_left(b));
	AT(e->baseline, class) = true;
}

/* Keeps a baseline that comes before the data tables, for a check after the data
   tables. */
static bool
keep_baseline(struct netmessages *n, struct strings_entry *entry,
	      const struct bit_reader *data)
{
	struct bit_reader b = *data;
	const size_t whole = (size_t)(bits_left(&b) / 8);
	const unsigned rest = bits_left(&b) % 8;
	const size_t size = whole + (rest > 0);
	void *room;

	entry->kept = true;
	entry->unused = (uint8_t)(rest ? 8 - rest : 0);
	entry->off = report_offset(n->report, b.pos / 8);
	room = strings_room(&n->strings, &entry->data, size);
	if (room)
		bits_bytes(&b, room, whole);
	if (room && rest)
		poke(room, size, whole, (uint8_t)bits_u(&b, rest));
	return room || size == 0;
}

bool
netmessages_take_baseline(struct netmessages *n, struct strings_entry *entry,
			  const struct bit_reader *data)
{
	const struct sendtables *tables = n->world.entities.tables;
	const int32_t class = class_of(n, entry);
	const uint32_t most = n->server.table_classes ? n->server.table_classes
						      : n->server.max_classes;
	struct bit_reader b = *data;

	if (class < 0 || (most && class >= (int64_t)most))
		netmessages_report(n, RULE_dem_baseline_class, b.pos,
				   bits_left(&b), "instancebaseline", "class",
				   "%s",
				   class < 0 ? "a text that is not a number"
					     : "a class that does not "
					       "exist");
	else if (tables)
		check_props(n, (uint32_t) class, &b);
	else
		return keep_baseline(n, entry, data);
	return true;
}

static void
check_kept(struct netmessages *n, const struct strings_entry *entry)
{
	const struct part part = { .name = "baseline",
				   .off = entry->off,
				   .len = 1,
				   .decoded = true,
				   .bits = true };
	struct bit_reader b = bits_of(strings_bytes(&n->strings, &entry->data));
	const int32_t class = class_of(n, entry);
	struct part outer;

	b.end -= entry->unused;
	if (class < 0 || class >= (int64_t)n->server.table_classes)
		return;
	outer = report_enter(n->report, &part);
	check_props(n, (uint32_t) class, &b);
	report_leave(n->report, &outer);
}

void
netmessages_check_baselines(struct netmessages *n)
{
	const struct strings_table *table = strings_used(&n->strings,
							 STRINGS_BASELINES);

	n->payload.mend.possible = false;
	n->result = (struct netmessages_result){ .failed = false };
	if (!table || !n->world.entities.tables)
		return;
	for (size_t i = 0; i < table->entries.count; i++) {
		struct strings_entry *entry = growing_at(&table->entries, i);

		if (entry->kept)
			check_kept(n, entry);
		entry->kept = false;
	}
}
