/* SPDX-License-Identifier: MIT */
/*
 * stored.c - reads dem_stringtables: all string tables at the beginning of the recording
 * (DEM-15.3)
 *
 *   | tables u8 | name | entries u16 | entry ... | 1 of the client, or 0 | ...
 *   entry:  | text | 1, length u16 and data, or 0 |
 *   client: | entries u16 | entry ... |
 *
 * A table has no length field.  A table is whole if the next table begins at its end.
 * The next table must have the name with which this table was created.  After an error
 * the tables that are not whole get back their state before the command.
 */
#include <stdio.h>

#include "validator/netmessage/check.h"

enum { MOST_STORED_TEXT = 4096 };

struct stored_reader {
	struct netmessages *n;
	struct bit_reader b;
	struct strings_table *table; /* the current table; NULL: not known */
	uint32_t tables;             /* number of tables that the payload declares */
	uint32_t named; /* number of first tables whose names are right */
	uint32_t differ;             /* number of tables with a different number of
	                                entries */
	uint32_t whole_differ; /* number of whole tables with a different
	                          number of entries */
	/* The state before the command of the tables that may not be whole.  Also the
	   classes that have a baseline without these tables. */
	struct strings_saved saved[STRINGS_MOST_TABLES];
	bool baseline[SENDTABLE_MOST_CLASSES];
	char path[STRINGS_MOST_NAME];
	/* The text of an entry.  A local buffer would be cleared for each entry.  This
	   took 0.2 of the instructions of a demo with many entries. */
	char text[MOST_STORED_TEXT];
};

static void
report_stored(struct stored_reader *r, enum rule_id rule, uint64_t bit,
	      const char *field, const char *found)
{
	netmessages_report(r->n, rule, bit, r->b.pos - bit, r->path, field,
			   "%s", found);
}

/* Reads a text of up to size - 1 bytes.  Longer texts are cut and reported. */
static struct span
read_stored_text(struct stored_reader *r, const char *field, char *text,
		 size_t size)
{
	const uint64_t bit = r->b.pos;
	size_t len = bits_text(&r->b, text, size);

	if (len >= size) {
		report_stored(r, RULE_dem_stored_text, bit, field,
			      "more bytes than engines have room for");
		len = size - 1;
	} else if (!r->b.fail) {
		netmessages_check_identifier(
			r->n, (struct span){ (const uint8_t *)text, len }, bit,
			r->b.pos - bit, r->path, field);
	}
	return (struct span){ (const uint8_t *)text, len };
}

/* ---------------------------------------------------------------- entries */

/* Reads the data of an entry.  Returns no bits if the entry has no data. */
static struct bit_reader
read_entry_data(struct stored_reader *r)
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
		report_stored(r, RULE_dem_stored_data, bit, "data", "no bytes");
	else if (r->table)
		netmessages_check_player(r->n, r->table, bit, r->b.pos - bit,
					 bits);
	return data;
}

/* Reads an entry.  The text is kept, because later entries may reuse its beginning.
   False: the budget is used up. */
static bool
read_stored_entry(struct stored_reader *r, uint32_t index)
{
	const struct span now = read_stored_text(r, "text", r->text,
						 sizeof(r->text));
	const struct bit_reader data = read_entry_data(r);
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

/* Reads the entries that only the client has.  No message refers to these entries. */
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
		read_stored_entry(r, i);
	r->table = table;
}

/* ------------------------------------------------------------------ whole */

/* Does table `index` begin here?  If the payload ends inside the name, the first letters
   decide.  Fewer than 8 bits follow the last table. */
static bool
begins_here(const struct stored_reader *r, uint32_t index)
{
	const struct strings_table *table = strings_at(&r->n->strings, index);
	struct bit_reader b = r->b;
	char name[STRINGS_MOST_NAME];
	size_t len, want;

	if (bits_left(&b) < 8)
		return true;
	if (!table)
		return false;
	want = strlen(table->name);
	len = bits_text(&b, name, sizeof(name));
	return (b.fail ? len <= want : len == want) &&
	       memcmp(name, table->name, len) == 0;
}

static void
note_baselines(struct stored_reader *r)
{
	memcpy(r->baseline, r->n->world.entities.baseline, sizeof(r->baseline));
}

/* The first n tables end at this place.  These tables are whole if each table has its
   right name, and the next table begins at this place. */
static void
pass_whole(struct stored_reader *r, uint32_t n)
{
	if (n != r->named || !begins_here(r, n))
		return;
	for (uint32_t i = 0; i < n; i++)
		strings_discard(&r->n->strings, &AT(r->saved, i));
	note_baselines(r);
	r->whole_differ = r->differ;
	r->n->payload.n_whole = n;
	r->n->payload.whole = r->b.pos;
}

/* If a repair drops the tables that are not whole, their entries are restored to the
   state before the command. */
static void
end_saved(struct stored_reader *r)
{
	struct netmessages *n = r->n;

	for (uint32_t i = 0; i < STRINGS_MOST_TABLES; i++)
		if (n->result.mended)
			strings_restore(&n->strings, &AT(r->saved, i));
		else
			strings_discard(&n->strings, &AT(r->saved, i));
	if (n->result.mended)
		memcpy(n->world.entities.baseline, r->baseline,
		       sizeof(r->baseline));
}

/* ----------------------------------------------------------------- tables */

/* Finds the table that was created with this index, and compares the names. */
static void
match_created_table(struct stored_reader *r, uint64_t bit, uint32_t index,
		    struct span name)
{
	r->table = strings_at(&r->n->strings, index);
	if (r->n->demo.unread)
		return;
	if (r->table && span_is(name, r->table->name)) {
		r->named += r->named == index;
		return;
	}
	report_stored(r, RULE_dem_stored_name, bit, "name",
		      r->table ? "another name than in svc_createstringtable"
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
				   r->path, "entries",
				   "%u entries" WANTED "at most %u", n,
				   r->table->max_entries);
	r->differ += n != r->table->n_known;
}

/* Reads the name of a table.  Saves the known entries if a repair may drop the table.
   False: the budget is used up. */
static bool
begin_table(struct stored_reader *r, uint32_t index)
{
	const uint64_t bit = r->b.pos;
	char name[STRINGS_MOST_NAME] = { 0 };
	struct span text;

	snprintf(r->path, sizeof(r->path), "table %u", index);
	pass_whole(r, index);
	text = read_stored_text(r, "name", name, sizeof(name));
	if (r->b.fail)
		return true;
	match_created_table(r, bit, index, text);
	return !r->table || !r->n->payload.mend.possible ||
	       strings_save(&r->n->strings, r->table, &AT(r->saved, index));
}

static bool
read_stored_table(struct stored_reader *r, uint32_t index)
{
	uint64_t at;
	uint32_t n;

	if (!begin_table(r, index))
		return false;
	at = r->b.pos;
	n = bits_u(&r->b, 16);
	if (r->b.fail)
		return true;
	check_entries(r, at, n);
	for (uint32_t i = 0; i < n && !r->b.fail && !r->n->result.failed; i++)
		if (!read_stored_entry(r, i))
			return false;
	if (!r->n->result.failed)
		read_client(r);
	return true;
}

/* Reports a payload that ends inside a table.  The bytes behind the last whole table are
   damaged.  If no bytes follow that table, the number of tables is wrong. */
static void
report_stored_overrun(struct stored_reader *r)
{
	struct netmessages *n = r->n;
	const uint64_t end = 8 * (uint64_t)n->payload.bytes.len;
	const bool rest = n->payload.n_whole > 0 && n->payload.whole < end;

	netmessages_report(n, RULE_dem_stored_overrun,
			   rest ? n->payload.whole : 0,
			   rest ? end - n->payload.whole : 8, NULL, "tables",
			   "%u whole table%s" WANTED "%u", n->payload.n_whole,
			   n->payload.n_whole == 1 ? "" : "s", r->tables);
}

static void
check_stored_end(struct stored_reader *r)
{
	const uint64_t rest = bits_left(&r->b);

	if (r->b.fail) {
		report_stored_overrun(r);
		return;
	}
	pass_whole(r, r->tables);
	if (rest >= 8)
		netmessages_report(r->n, RULE_dem_stored_rest, r->b.pos, rest,
				   NULL, NULL, "%llu bytes",
				   (unsigned long long)rest / 8);
}

/* Compares the tables of the payload with the created tables.  If a repair drops tables,
   only the kept tables are compared. */
static void
check_table_counts(struct stored_reader *r)
{
	struct netmessages *n = r->n;
	const uint32_t tables = n->result.mended ? n->payload.n_whole
						 : r->tables;
	const uint32_t differ = n->result.mended ? r->whole_differ : r->differ;

	if (n->result.mended ? tables == 0 : n->result.failed || r->b.fail)
		return;
	if (tables < n->strings.n_tables)
		netmessages_report(n, RULE_dem_stored_name, 0, 8, NULL,
				   "tables", "%u tables" WANTED "%u", tables,
				   n->strings.n_tables);
	if (differ)
		netmessages_report(n, RULE_dem_stored_count, 0, 8, NULL,
				   "tables",
				   "%u of %u tables with a different number of "
				   "entries",
				   differ, tables);
}

/* Reads all tables.  False: the budget is used up. */
static bool
read_stored_tables(struct stored_reader *r)
{
	for (uint32_t i = 0;
	     i < r->tables && !r->b.fail && !r->n->result.failed; i++)
		if (!read_stored_table(r, i))
			return false;
	return true;
}

void
netmessages_stored_strings(struct netmessages *n, struct span payload,
			   const struct netmessages_mend *mend)
{
	struct stored_reader r = { .n = n, .b = bits_of(payload) };

	n->payload.bytes = payload;
	n->payload.mend = *mend;
	n->result = (struct netmessages_result){ .failed = false };
	n->payload.stored = true;
	n->payload.n_whole = 0;
	n->payload.whole = 0;
	note_baselines(&r);
	r.tables = bits_u(&r.b, 8);
	if (read_stored_tables(&r)) {
		if (!n->result.failed)
			check_stored_end(&r);
		check_table_counts(&r);
	}
	end_saved(&r);
	n->payload.stored = false;
	n->gaps.tainted |= n->result.failed && !n->result.mended;
}
