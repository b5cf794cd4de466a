/* SPDX-License-Identifier: MIT */
/* test_twdemo_messages.c - each message of the tables: written, read, cut */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support.h"
#include "validator/twdemo/message.h"

enum { GAME = 0, SYSTEM = 1 };

static const struct {
	enum dfk_protocol protocol;
	int system, id;
	struct twdemo_message_row row;
} table[] = {
#define MESSAGE(protocol, kind, id, name, letters, names) \
	{ DFK_PROTOCOL_##protocol, kind, id, { name, letters, names } },
#include "validator/twdemo/messages.def"
#undef MESSAGE
};

/* ----------------------------------------------- messages from the tables */

static void
put_int(struct bytes *w, int32_t value)
{
	uint8_t bytes[INT_MAX_BYTES];

	put(w, bytes, int_encode(value, bytes));
}

/* Writes a field of this letter; ints have `most`, or 3 if that is more. */
static void
put_field(struct bytes *w, char letter)
{
	static const uint8_t bytes[32] = "12345678901234567890123456789012";

	switch (letter) {
#define INT(letter, least, most) \
	case letter: \
		put_int(w, (most) < 1000 ? (most) : 3); \
		break;
#define TEXT(letter, payload) \
	case letter: \
		put(w, "text", 5); \
		break;
#define BYTES(letter, kind, size) \
	case letter: \
		put(w, bytes, size); \
		break;
#define SIZED(letter) \
	case letter: \
		put_int(w, 3); \
		put(w, bytes, 3); \
		break;
#define REST(letter) \
	case letter: \
		put(w, bytes, 5); \
		break;
#include "validator/twdemo/message_letters.def"
#undef INT
#undef TEXT
#undef BYTES
#undef SIZED
#undef REST
	default: cr_assert_fail("letter %c", letter);
	}
}

/* Lists of any length have three elements. */
static void
put_fields(struct bytes *w, const char *letters)
{
	while (*letters) {
		unsigned count = 1;
		int length = 0;

		if (sscanf(letters, "%u%n", &count, &length) < 1)
			length = strchr("+#?", *letters) != NULL;
		if (length && *letters != '?' && strchr("+#", *letters))
			count = 3;
		letters += length;
		while (count--)
			put_field(w, *letters);
		letters++;
	}
}

/* The message of a row, without padding. */
static struct bytes
message_of(size_t i)
{
	struct bytes w = { 0, NULL };

	if (i < COUNT_OF(table)) {
		put_int(&w, table[i].id << 1 | table[i].system);
		put_fields(&w,
			   table[i].row.letters ? table[i].row.letters : "");
		return w;
	}
	const struct twdemo_uuid_message *row = twdemo_uuid_message_at(
		i - COUNT_OF(table));

	put_int(&w, row->system);
	put(&w, row->uuid.bytes, UUID_SIZE);
	put_fields(&w, row->row.letters);
	return w;
}

static size_t
message_count(void)
{
	return COUNT_OF(table) + twdemo_uuid_message_count();
}

static enum dfk_protocol
protocol_of(size_t i)
{
	return i < COUNT_OF(table) ? table[i].protocol : DFK_PROTOCOL_06;
}

static const struct twdemo_message_row *
row_of(size_t i)
{
	return i < COUNT_OF(table)
		       ? &table[i].row
		       : &twdemo_uuid_message_at(i - COUNT_OF(table))->row;
}

/* What is found in a message of this row; nothing is new about it.  The quick way
   finds the same: that there is nothing, but for the remote console. */
static struct report
findings(const struct bytes *w, size_t i, bool server)
{
	struct twdemo_message_seen once = { true, true };
	const char *letters = row_of(i)->letters;
	struct twdemo_message m;
	struct report r;
	bool clean;

	report_open(&r);
	twdemo_read_message((struct span){ w->at, w->n }, protocol_of(i), &m);
	cr_expect(twdemo_message_known(&m), "%s", row_of(i)->name);
	cr_expect_str_eq(twdemo_message_name(&m), row_of(i)->name);
	clean = twdemo_message_is_clean(&r, &m, &once);
	twdemo_check_message(&r, &m, server, &once);
	cr_expect_eq(r.errors, 0, "%s", row_of(i)->name);
	cr_expect_eq(clean,
		     r.findings == 0 && !(letters && strchr(letters, 'r')),
		     "%s", row_of(i)->name);
	return r;
}

/* ------------------------------------------------------------------ tables */

Test(twdemo_messages, uuids_are_those_of_their_names)
{
	for (size_t i = 0; i < twdemo_uuid_message_count(); i++) {
		const struct twdemo_uuid_message *row = twdemo_uuid_message_at(
			i);
		const struct span name = { (const uint8_t *)row->uuid_name,
					   strlen(row->uuid_name) };
		const struct uuid made = uuid_from_name(name);

		cr_expect(uuid_equal(&row->uuid, &made), "%s", row->uuid_name);
	}
}

/* A name for each letter, with room for the number of an element. */
Test(twdemo_messages, fields_have_names)
{
	for (size_t i = 0; i < message_count(); i++) {
		const struct twdemo_message_row *row = row_of(i);
		const char *name = row->names;
		size_t letters = 0, names = 0;

		for (const char *c = row->letters ? row->letters : ""; *c; c++)
			letters += !strchr("0123456789+#?", *c);
		for (; *name; names++) {
			const size_t length = strcspn(name, " ");

			cr_expect(length > 0 && length + 3 < DESCRIPTION_NAME,
				  "%s", row->name);
			name += length;
			name += *name == ' ';
		}
		cr_expect_eq(letters, names, "%s", row->name);
	}
}

static enum dfk_field_kind
kind_of(char letter)
{
	switch (letter) {
	case 's':
	case 'p':
	case 'r': return DFK_FIELD_TEXT;
	case 'u': return DFK_FIELD_UUID;
	case 'h':
	case 'x':
	case '*': return DFK_FIELD_BYTES;
	default: return DFK_FIELD_INT;
	}
}

/* Given each message without lists, a field is described for each letter. */
Test(twdemo_messages, fields_have_kinds)
{
	for (size_t i = 0; i < message_count(); i++) {
		static struct description d;
		const char *letters = row_of(i)->letters;
		struct bytes w = message_of(i);
		struct twdemo_message m;

		memset(&d, 0, sizeof(d));
		d.record.fields = d.fields;
		twdemo_read_message((struct span){ w.at, w.n }, protocol_of(i),
				    &m);
		twdemo_describe_message(&m, &d);
		if (letters && !strpbrk(letters, "0123456789+#?*"))
			cr_expect_eq(d.record.n_fields, strlen(letters), "%s",
				     row_of(i)->name);
		else
			letters = "";
		for (size_t k = 0; letters[k] && k < d.record.n_fields; k++)
			cr_expect_eq(d.fields[k].kind, kind_of(letters[k]),
				     "%s, field %zu", row_of(i)->name, k);
		free(w.at);
	}
}

/* Given each message with 0 to 3 zeros behind it: it is clean. */
Test(twdemo_messages, all_messages_are_clean)
{
	for (size_t i = 0; i < message_count(); i++) {
		struct bytes w = message_of(i);

		for (int zeros = 0; zeros <= 3; zeros++) {
			const struct report r = findings(&w, i, false);

			cr_expect_eq(r.findings, 0, "%s", row_of(i)->name);
			put(&w, "", 1);
		}
		free(w.at);
	}
}

/* One finding: a warning where the message has an id, else a note. */
static void
expect_padding(const struct bytes *w, size_t i)
{
	const struct report r = findings(w, i, false);
	const bool id = i < COUNT_OF(table);

	cr_expect_eq(r.hits[RULE_twdemo_message_padding], 1, "%s",
		     row_of(i)->name);
	cr_expect_eq(r.tally.warnings, id ? 1 : 0);
	cr_expect_eq(r.tally.notes, id ? 0 : 1);
}

/* Four zeros are more than padding; behind a UUID they may be newer fields. */
Test(twdemo_messages, more_than_padding)
{
	for (size_t i = 0; i < message_count(); i++) {
		const char *letters = row_of(i)->letters;
		struct bytes w = message_of(i);

		if (letters && !strpbrk(letters, "+*")) {
			put(&w, "\0\0\0", 4);
			expect_padding(&w, i);
			w.n -= 4;
			put(&w, "\1", 1);
			expect_padding(&w, i);
		}
		free(w.at);
	}
}

/* Given each message without its last byte: that is noticed, unless it ended
   in a list, in bytes of any length, or in a field that may be missing. */
Test(twdemo_messages, every_cut_is_noticed)
{
	for (size_t i = 0; i < message_count(); i++) {
		const char *letters = row_of(i)->letters;
		struct bytes w = message_of(i);

		w.n--;
		if (letters && *letters && !strpbrk(letters, "+*?")) {
			struct report r = findings(&w, i, false);

			cr_expect_eq(r.tally.warnings, 1, "%s",
				     row_of(i)->name);
			cr_expect_eq(r.hits[RULE_twdemo_message_text] +
					     r.hits[RULE_twdemo_message_field],
				     1, "%s", row_of(i)->name);
			r = findings(&w, i, true);
			cr_expect(r.tally.notes == 1 && r.tally.warnings == 0);
		}
		free(w.at);
	}
}

/* Given each message with each of its bytes changed, and each cut of that. */
Test(twdemo_messages, damage_is_noticed_both_ways)
{
	static const uint8_t changes[] = { 0x01, 0x40, 0x80, 0xff };

	for (size_t i = 0; i < message_count(); i++) {
		const bool id = i < COUNT_OF(table);
		struct bytes w = message_of(i);
		const size_t n = w.n;

		for (size_t k = 0; k < 4 * n; k++) {
			w.at[k / 4] ^= changes[k % 4];
			for (w.n = id ? 2 : 1 + UUID_SIZE; w.n <= n; w.n++)
				if (k / 4 >= (id ? 2 : 1 + UUID_SIZE))
					findings(&w, i, k % 3);
			w.n = n;
			w.at[k / 4] ^= changes[k % 4];
		}
		free(w.at);
	}
}

/* Given one that is told each time, or was not told yet. */
Test(twdemo_messages, private_ones_are_not_clean)
{
	const struct twdemo_message_seen none = { false, false },
					 all = { true, true };
	const uint8_t ping[] = { 22 << 1 | 1 };
	struct twdemo_message m;
	struct report r;

	report_open(&r);
	twdemo_read_message((struct span){ ping, 1 }, DFK_PROTOCOL_06, &m);
	cr_assert_str_eq(twdemo_message_name(&m), "ping");
	cr_expect_not(twdemo_message_is_clean(&r, &m, &none));
	cr_expect(twdemo_message_is_clean(&r, &m, &all));
	r.severity[RULE_twdemo_message_system] = DFK_WARNING;
	cr_expect_not(twdemo_message_is_clean(&r, &m, &all));
}

/* The bit that tells messages of the system belongs to the UUID. */
Test(twdemo_messages, a_uuid_of_the_other_kind_is_unknown)
{
	for (size_t i = COUNT_OF(table); i < message_count(); i++) {
		struct bytes w = message_of(i);
		struct twdemo_message m;

		w.at[0] ^= 1;
		twdemo_read_message((struct span){ w.at, w.n }, DFK_PROTOCOL_07,
				    &m);
		cr_expect_not(twdemo_message_known(&m));
		free(w.at);
	}
}

/* ---------------------------------------------------------- remote console */

/* TW-9.3: a server of DDNet records what it sends to clients of 0.7 in demos of
   0.6. */
Test(twdemo_messages, lines_of_the_remote_console)
{
	static const struct {
		enum dfk_protocol protocol;
		uint64_t lines;
		size_t n;
		const char bytes[13];
	} rows[] = {
		{ DFK_PROTOCOL_06, 1, 8, "\x17hello\0\0" },
		{ DFK_PROTOCOL_07, 1, 8, "\x1bhello\0\0" },
		{ DFK_PROTOCOL_06, 1, 8, "\x1bhello\0\0" },
		{ DFK_PROTOCOL_06, 1, 12, "\x1bhello!!hello" }, /* no end */
		{ DFK_PROTOCOL_06, 1, 8, "\x1b\0hello\0" },
		/* What opens the console in 0.7 is an empty line of 0.6. */
		{ DFK_PROTOCOL_06, 0, 4, "\x17" },
		{ DFK_PROTOCOL_06, 0, 4, "\x19" },
		{ DFK_PROTOCOL_06, 0, 12, "\x1d" "ban\0why\0i" },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const struct span all = { (const uint8_t *)rows[i].bytes,
					  rows[i].n };
		struct twdemo_message_seen seen = { false, false };
		struct twdemo_message m;
		struct report r;

		report_open(&r);
		twdemo_read_message(all, rows[i].protocol, &m);
		twdemo_check_message(&r, &m, true, &seen);
		cr_expect_eq(r.hits[RULE_twdemo_message_rcon], rows[i].lines,
			     "row %zu", i);
	}
}
