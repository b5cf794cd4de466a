/* SPDX-License-Identifier: MIT */
/* strings.c - the current string tables of a demo (DEM-15) */
#include "validator/netmessage/strings.h"

#include <stdio.h>

void
strings_open(struct strings *s, struct budget *budget)
{
	*s = (struct strings){ .budget = budget,
			       .texts.size = 1,
			       .packed.size = 1,
			       .unpacked.size = 1 };
}

void
strings_clear(struct strings *s)
{
	for (uint32_t i = 0; i < s->n_tables; i++)
		growing_free(&AT(s->tables, i).entries, s->budget);
	s->n_tables = 0;
	memset(s->first, 0, sizeof(s->first));
	s->texts.count = 0;
}

void
strings_close(struct strings *s)
{
	strings_clear(s);
	growing_free(&s->texts, s->budget);
	growing_free(&s->packed, s->budget);
	growing_free(&s->unpacked, s->budget);
}

/* ----------------------------------------------------------------- tables */

static enum strings_use
use_of(const char *name)
{
	static const struct {
		const char *name;
		enum strings_use use;
	} uses[] = {
		{ "instancebaseline", STRINGS_BASELINES },
		{ "userinfo", STRINGS_PLAYERS },
		{ "soundprecache", STRINGS_SOUNDS },
		{ "decalprecache", STRINGS_DECALS },
	};

	for (size_t i = 0; i < COUNT_OF(uses); i++)
		if (strcmp(AT(uses, i).name, name) == 0)
			return AT(uses, i).use;
	return STRINGS_OTHER;
}

struct strings_table *
strings_add(struct strings *s, const char *name)
{
	struct strings_table *table;

	if (s->n_tables == STRINGS_MOST_TABLES)
		return NULL;
	table = &AT(s->tables, s->n_tables);
	*table = (struct strings_table){
		.use = use_of(name),
		.entries.size = sizeof(struct strings_entry),
	};
	snprintf(table->name, sizeof(table->name), "%s", name);
	s->n_tables++;
	if (AT(s->first, table->use) == 0)
		AT(s->first, table->use) = s->n_tables;
	return table;
}

struct strings_table *
strings_find(struct strings *s, const char *name)
{
	for (uint32_t i = 0; i < s->n_tables; i++)
		if (strcmp(AT(s->tables, i).name, name) == 0)
			return &AT(s->tables, i);
	return NULL;
}

struct strings_table *
strings_used(struct strings *s, enum strings_use use)
{
	const uint32_t first = AT(s->first, use);

	return first ? &AT(s->tables, first - 1) : NULL;
}

struct strings_table *
strings_at(struct strings *s, uint32_t index)
{
	return index < s->n_tables ? &AT(s->tables, index) : NULL;
}

/* ---------------------------------------------------------------- entries */

bool
strings_known(const struct strings_table *table, uint32_t index)
{
	const struct strings_entry *entry;

	if (index >= table->entries.count)
		return false;
	entry = growing_at(&table->entries, index);
	return entry->known;
}

/* Skipped entries need time, and again after each svc_serverinfo.  So the memory of
   skipped entries may be at most MOST_TIMES times the budget. */
struct strings_entry *
strings_entry(struct strings *s, struct strings_table *table, uint32_t index)
{
	enum { MOST_TIMES = 8 };
	const size_t count = table->entries.count;
	struct strings_entry *entry;

	if (index >= count) {
		const size_t more = index - count + 1;
		void *room = growing_add(&table->entries, s->budget, more);

		if (!room)
			return NULL;
		s->skipped += more - 1;
		if (s->skipped * sizeof(*entry) / MOST_TIMES >
		    s->budget->most) {
			s->budget->reached = true;
			return NULL;
		}
		memset(room, 0, more * sizeof(*entry));
	}
	entry = growing_at(&table->entries, index);
	table->n_known += !entry->known;
	entry->known = true;
	return entry;
}

struct span
strings_bytes(const struct strings *s, const struct strings_stretch *stretch)
{
	struct span bytes = { NULL, stretch->len };

	/* If there is no text, the array does not exist. */
	if (stretch->len)
		bytes.ptr = bytes_at(s->texts.items, s->texts.count,
				     stretch->off, stretch->len);
	return bytes;
}

/* A text that fits overwrites the old text, unless the old text may be restored. */
void *
strings_room(struct strings *s, struct strings_stretch *stretch, size_t len)
{
	if (len > stretch->room || (len && s->n_saved)) {
		const size_t off = s->texts.count;

		if (!growing_add(&s->texts, s->budget, len))
			return NULL;
		stretch->off = (uint32_t)off;
		stretch->room = (uint32_t)len;
	}
	stretch->len = (uint32_t)len;
	return len ? room_at(s->texts.items, s->texts.count, stretch->off, len)
		   : NULL;
}

bool
strings_set_text(struct strings *s, struct strings_entry *entry,
		 struct span text)
{
	void *room;

	if (s->n_saved && span_equal(strings_bytes(s, &entry->text), text.ptr,
				     text.len))
		return true;
	room = strings_room(s, &entry->text, text.len);
	if (room)
		memcpy(room, text.ptr, text.len);
	return room || text.len == 0;
}

/* ------------------------------------------------------------------ saved */

bool
strings_save(struct strings *s, struct strings_table *table,
	     struct strings_saved *saved)
{
	const struct growing *now = &table->entries;
	void *room;

	*saved = (struct strings_saved){ .table = table,
					 .n_known = table->n_known,
					 .entries.size = now->size };
	s->n_saved++;
	if (now->count == 0)
		return true;
	room = growing_add(&saved->entries, s->budget, now->count);
	if (room)
		memcpy(room, now->items, now->count * now->size);
	return room != NULL;
}

void
strings_restore(struct strings *s, struct strings_saved *saved)
{
	struct strings_table *table = saved->table;

	if (!table)
		return;
	growing_free(&table->entries, s->budget);
	table->entries = saved->entries;
	table->n_known = saved->n_known;
	saved->table = NULL;
	s->n_saved--;
}

void
strings_discard(struct strings *s, struct strings_saved *saved)
{
	if (!saved->table)
		return;
	growing_free(&saved->entries, s->budget);
	saved->table = NULL;
	s->n_saved--;
}

/* ---------------------------------------------------------------- history */

void
strings_begin_history(struct strings *s)
{
	s->n_history = 0;
}

void
strings_remember(struct strings *s, struct span text)
{
	const uint32_t at = s->n_history++ % STRINGS_HISTORY;

	AT(s->lengths, at) = (uint32_t)text.len;
	if (text.len)
		memcpy(room_at(AT(s->history, at), STRINGS_MOST_TEXT, 0,
			       text.len),
		       text.ptr, text.len);
}

struct span
strings_remembered(const struct strings *s, uint32_t index)
{
	const uint32_t first = s->n_history > STRINGS_HISTORY ? s->n_history
							      : 0;
	const uint32_t at = (first + index) % STRINGS_HISTORY;

	if (index >= s->n_history || index >= STRINGS_HISTORY)
		return (struct span){ NULL, 0 };
	return (struct span){ (const uint8_t *)AT(s->history, at),
			      AT(s->lengths, at) };
}
