/* SPDX-License-Identifier: MIT */
/*
 * entries.c - reads the entries that a message adds to a string table, or changes
 * (DEM-15.1)
 *
 *   | 1 the next index, or 0 and the index | 1 text | 1 data | ...
 *   text: | 1 | which of the last 32 texts, 5 | how much of it, 5 | the rest |
 *         | 0 | all of it |
 */
#include <stdio.h>

#include "validator/core/utf8.h"
#include "validator/netmessage/check.h"

enum {
	HISTORY_BITS = 5,
	DATA_LENGTH_BITS = 14,
	PLAYER_BYTES = 132 /* player_info_t */
};

struct entry_reader {
	const struct netmessage_at *at;
	struct strings *s;
	struct strings_table *table;
	struct bit_reader b;
	int64_t index; /* index of the last entry */
	bool wrong;    /* an error was reported, and the rest cannot be read */
	char text[STRINGS_MOST_TEXT]; /* a member and not a variable, for
	                                 speed: see stored.c */
};

static void
report_entry(struct entry_reader *r, enum rule_id rule, uint64_t bit,
	     const char *field, const char *found)
{
	char path[96];

	snprintf(path, sizeof(path), "%s > %.40s",
		 netmessage_name(&r->at->n->layout, r->at->m->type),
		 r->table->name);
	netmessages_report(r->at->n, rule, bit, r->b.pos - bit, path, field,
			   "%s", found);
}

static void
reject_entry(struct entry_reader *r, enum rule_id rule, uint64_t bit,
	     const char *field, const char *found)
{
	report_entry(r, rule, bit, field, found);
	r->wrong = true;
}

/* ------------------------------------------------------------------- text */

/* Reads the beginning of a text, which is a copy from a remembered text.  Returns the
   length of the beginning in bytes. */
static size_t
read_beginning(struct entry_reader *r)
{
	const uint64_t bit = r->b.pos;
	const uint32_t which = bits_u(&r->b, HISTORY_BITS);
	const uint32_t want = bits_u(&r->b, HISTORY_BITS);
	struct span from = strings_remembered(r->s, which);

	if (r->b.fail)
		return 0;
	if (!from.ptr) {
		reject_entry(r, RULE_dem_entry_history, bit, "history",
			     "an earlier text that does not exist");
		return 0;
	}
	from = span_head(from, want);
	if (from.len < want)
		report_entry(r, RULE_dem_entry_beginning, bit, "history",
			     "more bytes than the earlier text has");
	if (from.len)
		memcpy(r->text, from.ptr, from.len);
	return from.len;
}

/* Reads the text of an entry.  Returns the length of the text in bytes. */
static size_t
read_entry_text(struct entry_reader *r)
{
	const uint64_t bit = r->b.pos;
	size_t n = bits_u(&r->b, 1) ? read_beginning(r) : 0;

	if (r->wrong)
		return 0;
	n += bits_text(&r->b, room_at(r->text, sizeof(r->text), n, 0),
		       sizeof(r->text) - n);
	if (r->b.fail)
		return 0;
	if (n >= STRINGS_MOST_TEXT) {
		reject_entry(r, RULE_dem_entry_text, bit, "text",
			     "1024 bytes or more");
		return 0;
	}
	return n;
}

static void
check_entry_text(struct entry_reader *r, struct span text, uint64_t bit)
{
	if (!utf8_is_text(text, ""))
		report_entry(r, RULE_dem_identifier, bit, "text",
			     "bytes that are not text");
}

/* Reads the text of an entry if the message has a text.  Otherwise the entry keeps its
   text.  False: the budget is used up. */
static bool
take_text(struct entry_reader *r, struct strings_entry *entry, bool known)
{
	const uint64_t bit = r->b.pos;
	struct span now = { (const uint8_t *)r->text, 0 };

	if (bits_u(&r->b, 1)) {
		now.len = read_entry_text(r);
		if (r->wrong || r->b.fail)
			return true;
		if (known && !span_equal(strings_bytes(r->s, &entry->text),
					 now.ptr, now.len))
			report_entry(
				r, RULE_dem_entry_changed, bit, "text",
				"a text that differs from the earlier text");
		check_entry_text(r, now, bit);
		if (!strings_set_text(r->s, entry, now))
			return false;
	}
	strings_remember(r->s, strings_bytes(r->s, &entry->text));
	return true;
}

/* ------------------------------------------------------------------- data */

void
netmessages_check_player(struct netmessages *n,
			 const struct strings_table *table, uint64_t bit,
			 uint64_t bits, uint64_t data_bits)
{
	if (table->use == STRINGS_PLAYERS &&
	    data_bits != UINT64_C(8) * PLAYER_BYTES)
		netmessages_report(n, RULE_dem_entry_player, bit, bits,
				   table->name, "data",
				   "%llu bits" WANTED "%d bytes",
				   (unsigned long long)data_bits, PLAYER_BYTES);
}

static bool
take_data(struct entry_reader *r, struct strings_entry *entry)
{
	const struct strings_table *t = r->table;
	const uint64_t bit = r->b.pos;
	struct bit_reader data;
	uint64_t bits;

	if (!bits_u(&r->b, 1))
		return true;
	bits = t->fixed ? t->size_bits
			: 8 * (uint64_t)bits_u(&r->b, DATA_LENGTH_BITS);
	data = bits_part(&r->b, bits);
	if (r->b.fail)
		return true;
	netmessages_check_player(r->at->n, t, bit, r->b.pos - bit, bits);
	return t->use != STRINGS_BASELINES ||
	       netmessages_take_baseline(r->at->n, entry, &data);
}

/* ---------------------------------------------------------------- entries */

static bool
read_index(struct entry_reader *r)
{
	const uint64_t bit = r->b.pos;
	const uint32_t most = r->table->max_entries;

	r->index = bits_u(&r->b, 1) ? r->index + 1
				    : (int64_t)bits_u(&r->b, bits_log2(most));
	if (r->b.fail)
		return false;
	if (r->index >= most) {
		reject_entry(r, RULE_dem_entry_index, bit, "index",
			     "an index beyond the room of the table");
		return false;
	}
	if (r->index > r->table->n_known)
		report_entry(r, RULE_dem_entry_gap, bit, "index",
			     "an index after missing entries");
	return true;
}

/* Reads an entry that changes.  False: the budget is used up. */
static bool
read_changed_entry(struct entry_reader *r)
{
	struct strings_entry *entry;
	bool known;

	if (!read_index(r))
		return true;
	known = strings_known(r->table, (uint32_t)r->index);
	entry = strings_entry(r->s, r->table, (uint32_t)r->index);
	if (!entry || !take_text(r, entry, known))
		return false;
	return r->wrong || r->b.fail || take_data(r, entry);
}

bool
netmessages_read_entries(const struct netmessage_at *at,
			 struct strings_table *table, struct bit_reader *b,
			 uint32_t n)
{
	struct entry_reader r = { .at = at,
				  .s = &at->n->strings,
				  .table = table,
				  .b = *b,
				  .index = -1 };

	strings_begin_history(r.s);
	for (uint32_t i = 0;
	     i < n && !r.wrong && !r.b.fail && !at->n->result.failed; i++)
		if (!read_changed_entry(&r))
			return false;
	*b = r.b;
	return !r.wrong && !at->n->result.failed;
}
