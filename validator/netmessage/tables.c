/* SPDX-License-Identifier: MIT */
/* tables.c - reads svc_createstringtable and svc_updatestringtable (DEM-15) */
#include "validator/netmessage/check.h"
#include "validator/netmessage/unpack.h"

/* Reports a wrong field of the message. */
static void
report_table_field(const struct netmessage_at *at, enum rule_id rule,
		   unsigned field, const char *found)
{
	netmessages_report_field(at, rule, field, "%s", found);
}

void
netmessages_miss_strings(struct netmessages *n, const char *unread)
{
	n->gaps.unread = unread;
	n->gaps.tainted = true;
}

/* ------------------------------------------------------------ compression */

static bool
packed_wrongly(const struct netmessage_at *at, const char *what)
{
	report_table_field(at, RULE_dem_strings_packed,
			   NETMESSAGE_svc_createstringtable_body, what);
	return false;
}

/* Reads the compressed bytes of a body, and the size after decompression.  False: the
   budget is used up, or an error was reported. */
static bool
read_packed(const struct netmessage_at *at, struct bit_reader *b,
	    uint32_t *size)
{
	/* 3 bytes of snappy decompress to at most 64 bytes. */
	enum { MOST_UNPACKED = 2 << 20, MOST_RATIO = 22 };
	struct strings *s = &at->n->strings;
	uint32_t packed;
	void *room;

	*size = bits_u(b, 32);
	packed = bits_u(b, 32);
	if (b->fail || 8 * (uint64_t)packed > bits_left(b))
		return packed_wrongly(
			at, "more compressed bytes than the message has");
	if (*size > MOST_UNPACKED || *size > (uint64_t)MOST_RATIO * packed)
		return packed_wrongly(at,
				      "a size that decompression cannot reach");
	s->packed.count = 0;
	room = growing_add(&s->packed, s->budget, packed + 1);
	if (room)
		bits_bytes(b, room, packed);
	if (room && bits_left(b) >= 8)
		return packed_wrongly(at, "bytes after the compressed bytes");
	s->packed.count = packed;
	return room != NULL;
}

/* Decompresses the body.  False: the budget is used up, or an error was reported. */
static bool
unpack_body(const struct netmessage_at *at, struct bit_reader *body)
{
	struct strings *s = &at->n->strings;
	struct cursor in;
	const char *wrong = NULL;
	uint32_t size;
	void *out;

	if (!read_packed(at, body, &size))
		return false;
	s->unpacked.count = 0;
	out = growing_add(&s->unpacked, s->budget, (size_t)size + 1);
	if (!out)
		return false;
	in = cur_init(s->packed.items, s->packed.count, 0);
	switch (unpack_entries(&in, out, size, &wrong)) {
	case UNPACK_DONE: break;
	case UNPACK_WRONG: return packed_wrongly(at, wrong);
	case UNPACK_NO_MEMORY: s->budget->no_memory = true; return false;
	case UNPACK_UNABLE:
		netmessages_miss_strings(at->n,
					 "a string table that needs snappy");
		return false;
	}
	*body = bits_of((struct span){ out, size });
	return true;
}

/* ---------------------------------------------------------------- entries */

static void
read_entries(const struct netmessage_at *at, struct strings_table *table,
	     struct bit_reader *b, uint32_t n)
{
	if (netmessages_read_entries(at, table, b, n))
		netmessages_check_body(at, b, table->name);
}

/* Reads entries from decompressed bytes, which are not in the file.  Up to 7 bits may
   follow the last entry. */
static void
read_unpacked(const struct netmessage_at *at, struct strings_table *table,
	      struct bit_reader *b, uint32_t n)
{
	struct report *r = at->n->report;
	const struct part part = { .name = "string table",
				   .off = at->m->bit / 8,
				   .len = (at->m->end + 7) / 8 - at->m->bit / 8,
				   .decoded = true,
				   .bits = true };
	const struct part outer = report_enter(r, &part);

	if (netmessages_read_entries(at, table, b, n) &&
	    (b->fail || bits_left(b) >= 8))
		netmessages_check_body(at, b, table->name);
	report_leave(r, &outer);
}

/* ----------------------------------------------------------------- create */

static bool
is_power(uint32_t n)
{
	return n != 0 && (n & (n - 1)) == 0;
}

/* A colon before the name of a table marks its entries as names of files. */
static bool
is_marked(const char *text)
{
	return *text == ':';
}

bool
netmessages_is_name_marked(const struct netmessage_at *at)
{
	char text[2];

	netmessage_text(at, NETMESSAGE_svc_createstringtable_name, text,
			sizeof(text));
	return is_marked(text);
}

/* Adds the table of the message.  NULL: there is no room for the table, and this was
   reported. */
static struct strings_table *
add_table(const struct netmessage_at *at)
{
	struct strings *s = &at->n->strings;
	char text[STRINGS_MOST_NAME + 1];
	const char *name;
	struct strings_table *table;

	netmessage_text(at, NETMESSAGE_svc_createstringtable_name, text,
			sizeof(text));
	name = &AT(text, is_marked(text));
	if (strings_find(s, name))
		report_table_field(at, RULE_dem_strings_name,
				   NETMESSAGE_svc_createstringtable_name,
				   "the name of an earlier table");
	table = strings_add(s, name);
	if (!table)
		report_table_field(at, RULE_dem_strings_count,
				   NETMESSAGE_svc_createstringtable_name,
				   "more than 32 tables");
	return table;
}

static void
check_sizes(const struct netmessage_at *at, const struct strings_table *table,
	    uint32_t n)
{
	if (!is_power(table->max_entries))
		report_table_field(at, RULE_dem_strings_room,
				   NETMESSAGE_svc_createstringtable_max_entries,
				   "a number that is not a power of two");
	if (n > table->max_entries)
		report_table_field(at, RULE_dem_strings_room,
				   NETMESSAGE_svc_createstringtable_entries,
				   "more entries than the table has room for");
	if (table->size_bits > 8 * table->size)
		report_table_field(at, RULE_dem_strings_size,
				   NETMESSAGE_svc_createstringtable_size_bits,
				   "more bits than the declared bytes have");
}

void
netmessages_create_strings(const struct netmessage_at *at)
{
	const struct netmessage *m = at->m;
	struct strings_table *table = add_table(at);
	const uint32_t n = (uint32_t)netmessage_get(
		m, NETMESSAGE_svc_createstringtable_entries);
	struct bit_reader b = m->body;

	if (!table)
		return;
	table->max_entries = (uint32_t)netmessage_get(
		m, NETMESSAGE_svc_createstringtable_max_entries);
	table->fixed = netmessage_get(m,
				      NETMESSAGE_svc_createstringtable_fixed);
	table->size = (uint32_t)netmessage_get(
		m, NETMESSAGE_svc_createstringtable_size);
	table->size_bits = (uint32_t)netmessage_get(
		m, NETMESSAGE_svc_createstringtable_size_bits);
	check_sizes(at, table, n);
	if (at->n->result.failed)
		return;
	if (!netmessage_get(m, NETMESSAGE_svc_createstringtable_compressed))
		read_entries(at, table, &b, n);
	else if (unpack_body(at, &b))
		read_unpacked(at, table, &b, n);
}

/* ----------------------------------------------------------------- update */

void
netmessages_update_strings(const struct netmessage_at *at)
{
	const struct netmessage *m = at->m;
	struct strings_table *table = strings_at(
		&at->n->strings,
		(uint32_t)netmessage_get(
			m, NETMESSAGE_svc_updatestringtable_table));
	const uint32_t n =
		netmessage_get(m, NETMESSAGE_svc_updatestringtable_many)
			? (uint32_t)netmessage_get(
				  m, NETMESSAGE_svc_updatestringtable_changed)
			: 1;
	struct bit_reader b = m->body;

	if (at->n->gaps.tainted)
		return;
	if (!table) {
		report_table_field(at, RULE_dem_strings_unknown,
				   NETMESSAGE_svc_updatestringtable_table,
				   "a table that does not exist");
		return;
	}
	if (n == 0)
		report_table_field(at, RULE_dem_strings_unchanged,
				   NETMESSAGE_svc_updatestringtable_changed,
				   "0");
	read_entries(at, table, &b, n);
}
