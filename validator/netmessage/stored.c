/* SPDX-License-Identifier: MIT */
/*
 * stored.c - dem_stringtables: all string tables, as the recorder had them
 * (DEM-15.3)
 *
 *   | tables u8 | name | entries u16 | entry ... | 1 of the client, or 0 | ...
 *   entry:  | text | 1, length u16 and data, or 0 |
 *   client: | entries u16 | entry ... |
 */
#include <stdio.h>

#include "validator/netmessage/check.h"

enum { MOST_STORED_TEXT = 4096 };

struct stored_reader {
	struct netmessages *n;
	struct bit_reader b;
	struct strings_table *table; /* that it is; NULL: not known */
	uint32_t differ;             /* tables with another number of entries */
	char path[STRINGS_MOST_NAME];
	/* Of an entry.  Here, as it would be set to zeros for each of them: 0.2 of
	   the instructions of a demo with many. */
	char text[MOST_STORED_TEXT];
};

static void
say(struct stored_reader *r, enum rule_id rule, uint64_t bit, const char *field,
    const char *found)
{
	netmessages_report(r->n, rule, bit, r->b.pos - bit, r->path, field,
			   "%s", found);
}

/* A text, up to `size` bytes; others are cut. */
static struct span
read_text(struct stored_reader *r, const char *field, char *text, size_t size)
{
	const uint64_t bit = r->b.pos;
	size_t len = bits_text(&r->b, text, size);

	if (len >= size) {
		say(r, RULE_dem_stored_text, bit, field,
		    "more bytes than there is room for");
		len = size - 1;
	}
	return (struct span){ (const uint8_t *)text, len };
}

/* ---------------------------------------------------------------- entries */

/* The data of an entry; none if there are none. */
static struct bit_reader
read_data(struct stored_reader *r)
{
	const uint64_t bit = r->b.pos;
	struct bit_reader data = { .end = 0 };
	uint64_t bits;

	if (!bits_u(&r->b, 1))
		return data;
	bits = 8 * (uint64_t)bits_u(&r->b, 16);
	data = bits_part(&r->b, bits);
	if (r->b.fail)
		return data;
	if (bits == 0)
		say(r, RULE_dem_stored_data, bit, "data", "no bytes");
	else if (r->table)
		netmessages_check_player(r->n, r->table, bit, r->b.pos - bit,
					 bits);
	return data;
}

/* Texts that updates may begin like.  False: see the budget. */
static bool
read_entry(struct stored_reader *r, uint32_t index)
{
	const struct span now = read_text(r, "text", r->text, sizeof(r->text));
	const struct bit_reader data = read_data(r);
	struct strings *s = &r->n->strings;
	struct strings_entry *entry;

	if (r->b.fail || !r->table || index >= r->table->max_entries)
		return true;
	entry = strings_entry(s, r->table, index);
	if (!entry ||
	    !strings_set_text(s, entry, span_head(now, STRINGS_MOST_TEXT - 1)))
		return false;
	return r->table->use != STRINGS_BASELINES || !bits_left(&data) ||
	       netmessages_take_baseline(r->n, entry, &data);
}

/* What only the client has: no message is about it. */
static void
read_client(struct stored_reader *r)
{
	struct strings_table *table = r->table;
	uint32_t n;

	if (!bits_u(&r->b, 1))
		return;
	n = bits_u(&r->b, 16);
	r->table = NULL;
	for (uint32_t i = 0; i < n && !r->b.fail; i++)
		read_entry(r, i);
	r->table = table;
}

/* ----------------------------------------------------------------- tables */

/* The table that was created in that place: its name ends here. */
static void
check_name(struct stored_reader *r, uint64_t bit, uint32_t index,
	   struct span name)
{
	r->table = strings_at(&r->n->strings, index);
	if (r->table && span_is(name, r->table->name))
		return;
	say(r, RULE_dem_stored_name, bit, "name",
	    r->table ? "another name than it was created with"
		     : "a table that was not created");
	r->table = NULL;
}

static void
check_entries(struct stored_reader *r, uint64_t bit, uint32_t n)
{
	if (!r->table)
		return;
	if (n > r->table->max_entries)
		netmessages_report(r->n, RULE_dem_stored_entries, bit, 16,
				   r->path, "entries", "%u" WANTED "at most %u",
				   n, r->table->max_entries);
	r->differ += n != r->table->n_known;
}

static bool
read_table(struct stored_reader *r, uint32_t index)
{
	const uint64_t bit = r->b.pos;
	char name[STRINGS_MOST_NAME] = { 0 };
	struct span text;
	uint64_t at;
	uint32_t n;

	snprintf(r->path, sizeof(r->path), "table %u", index);
	text = read_text(r, "name", name, sizeof(name));
	if (r->b.fail)
		return true;
	check_name(r, bit, index, text);
	at = r->b.pos;
	n = bits_u(&r->b, 16);
	if (r->b.fail)
		return true;
	check_entries(r, at, n);
	for (uint32_t i = 0; i < n && !r->b.fail && !r->n->failed; i++)
		if (!read_entry(r, i))
			return false;
	if (!r->n->failed)
		read_client(r);
	return true;
}

static void
check_end(struct stored_reader *r, uint32_t tables)
{
	const uint64_t rest = bits_left(&r->b);

	r->path[0] = '\0';
	if (r->b.fail) {
		netmessages_report(r->n, RULE_dem_stored_overrun, 0, 8, NULL,
				   "tables", "the end of the payload");
		return;
	}
	if (rest >= 8)
		netmessages_report(r->n, RULE_dem_stored_rest, r->b.pos, rest,
				   NULL, NULL, "%llu bytes",
				   (unsigned long long)rest / 8);
	if (tables < r->n->strings.n_tables)
		netmessages_report(r->n, RULE_dem_stored_name, 0, 8, NULL,
				   "tables", "%u tables" WANTED "%u", tables,
				   r->n->strings.n_tables);
	if (r->differ)
		netmessages_report(r->n, RULE_dem_stored_count, 0, 8, NULL,
				   "tables", "%u of %u tables", r->differ,
				   tables);
}

void
netmessages_stored_strings(struct netmessages *n, struct span payload)
{
	struct stored_reader r = { .n = n, .b = bits_of(payload) };
	const uint32_t tables = bits_u(&r.b, 8);

	n->mend.possible = false;
	n->failed = n->mended = false;
	for (uint32_t i = 0; i < tables && !r.b.fail && !n->failed; i++)
		if (!read_table(&r, i))
			return;
	if (!n->failed)
		check_end(&r, tables);
	n->tainted |= n->failed;
}
