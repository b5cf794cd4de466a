/* SPDX-License-Identifier: MIT */
/* test_twdemo_message.c - the messages in demos: given bytes, what is said */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "validator/twdemo/message.h"

/* ---------------------------------------------------------------- helpers */

static struct {
	unsigned n;
	const struct dfk_rule *rule;
	enum dfk_severity severity;
	uint64_t offset, length;
	char field[40], found[100], expected[100];
} seen;

static void
see(void *ctx, const struct dfk_finding *f)
{
	(void)ctx;
	seen.n++;
	seen.rule = f->rule;
	seen.severity = f->severity;
	seen.offset = f->offset;
	seen.length = f->length;
	snprintf(seen.field, sizeof(seen.field), "%s", f->field);
	snprintf(seen.found, sizeof(seen.found), "%s", f->found);
	snprintf(seen.expected, sizeof(seen.expected), "%s", f->expected);
}

/* A message that is being written. */
struct written {
	size_t n;
	uint8_t bytes[4096];
};

static void
put_bytes(struct written *w, const void *bytes, size_t n)
{
	cr_assert(n <= sizeof(w->bytes) - w->n);
	memcpy(w->bytes + w->n, bytes, n);
	w->n += n;
}

static void
put_int(struct written *w, int32_t value)
{
	uint8_t bytes[INT_MAX_BYTES];

	put_bytes(w, bytes, int_encode(value, bytes));
}

static struct twdemo_message
read_as(const struct written *w, enum dfk_protocol protocol)
{
	struct twdemo_message m;

	twdemo_read_message((struct span){ w->bytes, w->n }, protocol, &m);
	return m;
}

/* The findings about m are counted, the last one is in `seen`. */
static unsigned
findings(const struct twdemo_message *m, bool server)
{
	struct twdemo_message_seen once = { true, true };
	struct report r;

	memset(&seen, 0, sizeof(seen));
	report_open(&r);
	r.emit = see;
	twdemo_check_message(&r, m, server, &once);
	cr_assert_eq(r.errors, 0, "%s", seen.found);
	return seen.n;
}

static unsigned
findings_of(const struct written *w, enum dfk_protocol protocol, bool server)
{
	const struct twdemo_message m = read_as(w, protocol);

	return findings(&m, server);
}

/* Of a message in a client's demo, given as a string. */
#define FIND(bytes) \
	findings_of(&WRITTEN(bytes), DFK_PROTOCOL_06, false)
#define WRITTEN(text) ((struct written){ sizeof(text) - 1, text })
#define SAW(name, level, off, len) \
	do { \
		cr_expect_str_eq(seen.rule->id, "twdemo." name); \
		cr_expect_eq(seen.severity, level); \
		cr_expect_eq(seen.offset, off, "%d", (int)seen.offset); \
		cr_expect_eq(seen.length, len, "%d", (int)seen.length); \
	} while (0)

/* -------------------------------------------------------------------- head */

Test(twdemo_message, ids)
{
	static struct written w;

	cr_expect_eq(FIND(""), 1);
	SAW("message_id", DFK_WARNING, 0, 0);
	cr_expect_str_eq(seen.found, "an empty message");
	cr_expect_eq(FIND("\x80"), 1);
	SAW("message_id", DFK_WARNING, 0, 0);
	cr_expect_eq(FIND("\x40\0\0\0"), 1, "id2 is -1");
	SAW("message_id", DFK_WARNING, 0, 1);
	cr_expect_str_eq(seen.found, "id -1");
	put_int(&w, 65536 << 1);
	cr_expect_eq(findings_of(&w, DFK_PROTOCOL_06, true), 1);
	SAW("message_id", DFK_NOTE, 0, 3);
	w.n = 0;
	put_int(&w, 65535 << 1);
	cr_expect_eq(findings_of(&w, DFK_PROTOCOL_06, false), 1);
	SAW("message_unknown", DFK_NOTE, 0, 3);
	w.n = 0;
	put_int(&w, INT32_MIN);
	cr_expect_eq(findings_of(&w, DFK_PROTOCOL_06, false), 1);
	SAW("message_id", DFK_WARNING, 0, 5);
	cr_expect_eq(FIND("\xa0\1\0\0"), 1, "id 48: a mod's");
	SAW("message_unknown", DFK_NOTE, 0, 2);
	cr_expect_str_eq(seen.found, "game message 48");
	cr_expect_eq(FIND("\x37\0\0\0"), 1);
	cr_expect_str_eq(seen.found, "system message 27");
}

Test(twdemo_message, uuids)
{
	struct written w = WRITTEN("\0" "0123456789abcdef" "rest");
	struct twdemo_message m = read_as(&w, DFK_PROTOCOL_06);

	cr_expect(m.extended && !m.system && m.fields == 17);
	cr_expect_eq(findings(&m, false), 1);
	SAW("message_unknown", DFK_NOTE, 0, 17);
	cr_expect_str_eq(seen.found,
			 "game message 30313233-3435-3637-3839-616263646566");
	w.n = 16;
	m = read_as(&w, DFK_PROTOCOL_06);
	cr_expect_eq(m.head, TWDEMO_MESSAGE_SHORT_UUID);
	cr_expect_not(twdemo_message_known(&m));
	cr_expect_str_eq(twdemo_message_name(&m), "unknown");
	cr_expect_eq(findings(&m, false), 1);
	SAW("message_uuid", DFK_WARNING, 0, 1);
	cr_expect_str_eq(seen.found, "15 bytes of the UUID");
	m = read_as(&w, DFK_PROTOCOL_05);
	cr_expect(!m.extended && m.head == TWDEMO_MESSAGE_OK && !m.row,
		  "0.5 has none");
}

/* The same bytes: a system message of 0.6, and another one of 0.7 and 0.5. */
Test(twdemo_message, protocols_have_their_own_ids)
{
	const struct written w = WRITTEN("\x0f\xac\x0e\x04");
	struct twdemo_message m = read_as(&w, DFK_PROTOCOL_06);

	cr_expect_str_eq(twdemo_message_name(&m), "snap_single");
	cr_expect_eq(findings(&m, false), 1);
	SAW("message_field", DFK_WARNING, 4, 0);
	cr_expect_str_eq(seen.field, "crc");
	m = read_as(&w, DFK_PROTOCOL_07);
	cr_expect_str_eq(twdemo_message_name(&m), "snap_empty");
	cr_expect_eq(findings(&m, false), 0);
	m = read_as(&w, DFK_PROTOCOL_05);
	cr_expect_str_eq(twdemo_message_name(&m), "snap_small");
	cr_expect_eq(findings(&m, false), 0, "fields are not judged");
}

/* ------------------------------------------------------------------ fields */

Test(twdemo_message, ranges)
{
	cr_expect_eq(FIND("\6\0\xbf\1hi\0\0"), 0, "client 127");
	cr_expect_eq(FIND("\6\0\x80\2hi\0\0"), 1, "client 128");
	SAW("message_field", DFK_WARNING, 2, 2);
	cr_expect_str_eq(seen.field, "client_id");
	cr_expect_str_eq(seen.found, "128 in sv_chat");
	cr_expect_str_eq(seen.expected, "-1 to 127");
	cr_expect_eq(FIND("\6\0\x41hi\0"), 1, "client -2");
	cr_expect_eq(FIND("\6\0\x40hi\0"), 0);
	cr_expect_eq(FIND("\x1e\x40\0\0"), 1, "a vote that ended before");
	cr_expect_str_eq(seen.expected, "at least 0");
	cr_expect_eq(FIND("\6\4\x80\2hi\0"), 1, "the first one counts");
	cr_expect_str_eq(seen.field, "team");
}

Test(twdemo_message, texts)
{
	cr_expect_eq(FIND("\6\0\0gr\xc3\xbc\xc3\x9f\0"), 0);
	cr_expect_eq(FIND("\6\0\0gr\xc3\xbc\xc3\0\0"), 1);
	SAW("message_text", DFK_WARNING, 7, 1);
	cr_expect_str_eq(seen.field, "message");
	cr_expect_eq(FIND("\6\0\0hallo"), 1);
	SAW("message_text", DFK_WARNING, 3, 5);
	cr_expect_str_eq(seen.expected, "the NUL of the text");
	cr_expect_eq(FIND("\6\0\0"), 1);
	SAW("message_text", DFK_WARNING, 3, 0);
}

/* snap_single: the bytes of the snapshot have their size before them. */
/* After a field that is cut there is none, however often one asks. */
Test(twdemo_message, nothing_follows_a_cut_field)
{
	const struct written cut = WRITTEN("\x33" "ban\0why");
	const struct twdemo_message m = read_as(&cut, DFK_PROTOCOL_06);
	struct twdemo_field_reader fields = twdemo_open_fields(&m);
	struct twdemo_message_field f;

	cr_assert(twdemo_next_field(&fields, &f));
	cr_expect_eq(f.problem, TWDEMO_FIELD_FITS);
	cr_assert(twdemo_next_field(&fields, &f));
	cr_expect_eq(f.problem, TWDEMO_FIELD_SHORT);
	cr_expect_not(twdemo_next_field(&fields, &f));
	cr_expect_not(twdemo_next_field(&fields, &f));
}

Test(twdemo_message, sized_bytes)
{
	cr_expect_eq(FIND("\x0f\1\2\3\2ab"), 0);
	cr_expect_eq(FIND("\x0f\1\2\3\3ab"), 1);
	SAW("message_field", DFK_WARNING, 4, 3);
	cr_expect_eq(FIND("\x0f\1\2\3\x40"), 1, "-1");
	SAW("message_field", DFK_WARNING, 4, 1);
	cr_expect_eq(FIND("\x0f\1\2\3\xbf\xff\xff\xff\x0f"), 1);
	SAW("message_field", DFK_WARNING, 4, 5);
}

/* Vote options of 0.7: as many as announced. */
Test(twdemo_message, counted_texts)
{
	struct written w = WRITTEN("\x18\2one\0two\0");

	cr_expect_eq(findings_of(&w, DFK_PROTOCOL_07, false), 0);
	w.bytes[1] = 3;
	cr_expect_eq(findings_of(&w, DFK_PROTOCOL_07, false), 1);
	SAW("message_text", DFK_WARNING, 10, 0);
	cr_expect_str_eq(seen.field, "description_2");
	w.bytes[1] = 1;
	cr_expect_eq(findings_of(&w, DFK_PROTOCOL_07, false), 1);
	SAW("message_padding", DFK_WARNING, 6, 4);
	w.bytes[1] = 0x40;
	cr_expect_eq(findings_of(&w, DFK_PROTOCOL_07, false), 1);
	SAW("message_field", DFK_WARNING, 1, 1);
	cr_expect_eq(findings_of(&WRITTEN("\x18\0\0\0"), DFK_PROTOCOL_07,
				 false),
		     0);
}

/* rcon_auth_status: early servers sent no second int, some no int at all. */
Test(twdemo_message, newer_fields_may_be_missing)
{
	cr_expect_eq(FIND("\x15\1\1\0"), 0);
	cr_expect_eq(FIND("\x15\1\0\0"), 0);
	cr_expect_eq(FIND("\x15\0\0\0"), 0);
	cr_expect_eq(FIND("\x15\1\1\1"), 1);
	SAW("message_padding", DFK_WARNING, 3, 1);
}

/* -------------------------------------------------------------- once a file */

Test(twdemo_message, system_and_rcon_are_reported_once)
{
	const struct written line = WRITTEN("\x17hello\0\0");
	const struct written ready = WRITTEN("\x09\0\0\0");
	const struct twdemo_message a = read_as(&line, DFK_PROTOCOL_06);
	const struct twdemo_message b = read_as(&ready, DFK_PROTOCOL_06);
	struct twdemo_message_seen once = { false, false };
	struct report r;

	report_open(&r);
	twdemo_check_message(&r, &b, true, &once);
	cr_expect_eq(r.hits[RULE_twdemo_message_system], 1);
	cr_expect(once.system && !once.rcon);
	for (int i = 0; i < 2; i++)
		twdemo_check_message(&r, &a, true, &once);
	cr_expect_eq(r.hits[RULE_twdemo_message_system], 1);
	cr_expect_eq(r.hits[RULE_twdemo_message_rcon], 1);
	cr_expect_eq(r.tally.notes, 2);
}

/* ---------------------------------------------------------------- describe */

static struct description d;

static void
describe(const struct written *w, enum dfk_protocol protocol)
{
	const struct twdemo_message m = read_as(w, protocol);

	memset(&d, 0, sizeof(d));
	d.record.fields = d.fields;
	twdemo_describe_message(&m, &d);
}

static void
expect_bytes(size_t i, const char *name, enum dfk_field_kind kind,
	     const char *bytes, bool payload)
{
	const struct dfk_field *f = &d.fields[i];

	cr_expect_str_eq(f->name, name);
	cr_expect_eq(f->kind, kind);
	cr_assert_eq(f->size, strlen(bytes));
	cr_expect(memcmp(f->bytes, bytes, strlen(bytes)) == 0);
	cr_expect_eq(f->payload, payload);
}

Test(twdemo_message, fields_are_described)
{
	const struct written chat = WRITTEN("\6\1\7hello\0\0");
	const struct written add = WRITTEN("\x33" "ban\0why\0i\0");

	describe(&chat, DFK_PROTOCOL_06);
	cr_assert_eq(d.record.n_fields, 3);
	cr_expect_str_eq(d.fields[1].name, "client_id");
	cr_expect_eq(d.fields[1].integer, 7);
	expect_bytes(2, "message", DFK_FIELD_TEXT, "hello", true);
	describe(&add, DFK_PROTOCOL_06);
	cr_assert_eq(d.record.n_fields, 3);
	expect_bytes(1, "help", DFK_FIELD_TEXT, "why", false);
}

Test(twdemo_message, what_is_not_known_is_bytes)
{
	const struct written id = WRITTEN("\xa0\1xyz");
	const struct written uuid = WRITTEN("\1" "0123456789abcdef" "\0\0\0");
	const struct written extra = WRITTEN("\x10xyz");
	const struct written cut = WRITTEN("\6\0\0hallo");
	const struct written none = WRITTEN("\x80");

	describe(&id, DFK_PROTOCOL_06);
	cr_assert_eq(d.record.n_fields, 3);
	cr_expect_eq(d.fields[0].integer, 48);
	expect_bytes(2, "bytes", DFK_FIELD_BYTES, "xyz", true);
	describe(&uuid, DFK_PROTOCOL_06);
	cr_assert_eq(d.record.n_fields, 2);
	expect_bytes(0, "uuid", DFK_FIELD_UUID, "0123456789abcdef", false);
	cr_expect_eq(d.fields[1].integer, 1);
	describe(&extra, DFK_PROTOCOL_06);
	cr_assert_eq(d.record.n_fields, 1);
	expect_bytes(0, "bytes", DFK_FIELD_BYTES, "xyz", true);
	describe(&cut, DFK_PROTOCOL_06);
	cr_assert_eq(d.record.n_fields, 3);
	expect_bytes(2, "bytes", DFK_FIELD_BYTES, "hallo", true);
	describe(&none, DFK_PROTOCOL_06);
	cr_assert_eq(d.record.n_fields, 1);
	expect_bytes(0, "bytes", DFK_FIELD_BYTES, "\x80", true);
}

/* map_data and map_change of 0.7, and snap_single. */
Test(twdemo_message, fields_of_bytes)
{
	const struct written sized = WRITTEN("\x0f\1\2\3\2ab");
	const struct written rest = WRITTEN("\7abcd");
	const struct written sum = WRITTEN(
		"\5m\0\1\2\3\4" "0123456789abcdef0123456789abcdef");
	const struct written plain = WRITTEN("\x11\1\2\3\4");

	describe(&sized, DFK_PROTOCOL_06);
	cr_assert_eq(d.record.n_fields, 4);
	expect_bytes(3, "data", DFK_FIELD_BYTES, "ab", true);
	describe(&rest, DFK_PROTOCOL_07);
	cr_assert_eq(d.record.n_fields, 1);
	expect_bytes(0, "data", DFK_FIELD_BYTES, "abcd", true);
	describe(&sum, DFK_PROTOCOL_07);
	cr_assert_eq(d.record.n_fields, 6);
	expect_bytes(5, "sha256", DFK_FIELD_BYTES,
		     "0123456789abcdef0123456789abcdef", false);
	/* snap_small: fields that are not judged. */
	describe(&plain, DFK_PROTOCOL_06);
	cr_assert_eq(d.record.n_fields, 3);
	cr_expect_eq(d.fields[0].integer, 8);
	cr_expect_eq(d.fields[1].integer, 1);
	expect_bytes(2, "bytes", DFK_FIELD_BYTES, "\1\2\3\4", true);
}

/* sv_teams_state of 64 players fits, that of 128 does not. */
Test(twdemo_message, lists_are_numbered)
{
	static const uint8_t teams[128 + 3];
	struct written w = { .n = 0 };

	put_int(&w, 30 << 1);
	put_bytes(&w, teams, 64 + 3);
	describe(&w, DFK_PROTOCOL_06);
	cr_expect_eq(d.record.n_fields, 64);
	cr_expect_str_eq(d.fields[63].name, "team_63");
	put_bytes(&w, teams, 64);
	cr_expect_eq(findings_of(&w, DFK_PROTOCOL_06, false), 0);
	describe(&w, DFK_PROTOCOL_06);
	cr_expect_eq(d.record.n_fields, DESCRIPTION_FIELDS);
	cr_expect_str_eq(d.fields[DESCRIPTION_FIELDS - 1].name, "bytes");
	cr_expect_eq(d.fields[DESCRIPTION_FIELDS - 1].size, 131 - 71);
}
