/* SPDX-License-Identifier: MIT */
/* test_netmessage_mend.c - what an error in a packet is answered with */
#include <criterion/criterion.h>
#include <stdio.h>

#include "tests/packets.h"

enum { SIZE_AT = 1000, PAYLOAD_AT = SIZE_AT + 4, MARK = 950, FOUND = 5 };

/* The fixes, as words: where the demo ends; or off-deleted+inserted. */
static void
hear_fix(void *ctx, const struct fix *fix)
{
	struct buffer *said = ctx;
	char words[80];
	int n;

	if (fix->kind == FIX_NONE)
		return;
	if (fix->kind == FIX_END) {
		n = snprintf(words, sizeof(words), "end %d; ",
			     (int)fix->mark.off);
		buffer_append(said, words, (size_t)n);
		return;
	}
	n = snprintf(words, sizeof(words), "%s %d-%d+",
		     fix->kind == FIX_DROP   ? "drop"
		     : fix->kind == FIX_KEEP ? "keep"
					     : "put",
		     (int)fix->off, (int)fix->del);
	buffer_append(said, words, (size_t)n);
	for (size_t i = 0; i < fix->ins.len; i++) {
		n = snprintf(words, sizeof(words), "%02x", fix->ins.ptr[i]);
		buffer_append(said, words, (size_t)n);
	}
	buffer_append(said, "; ", 2);
	if (fix->kind == FIX_DROP)
		cr_expect_eq(fix->next_tick, fix->mark.tick);
}

typedef void payload_reader(struct netmessages *n, struct span payload,
			    const struct netmessages_mend *mend);

/* What is answered to these bytes as the payload of a packet, or of string tables. */
static void
expect_of(struct packets *p, payload_reader *read, bool possible,
	  struct span payload, const char *fixes)
{
	const struct netmessages_mend mend = {
		.possible = possible,
		.mark = { .off = MARK, .tick = 77 },
		.size = SIZE_AT,
		.found = FOUND,
	};
	const struct part part = { .name = "packet",
				   .off = PAYLOAD_AT,
				   .len = payload.len };
	const struct part outer = report_enter(&p->report, &part);
	struct buffer said = { 0 };

	p->report.mender.mend = hear_fix;
	p->report.mender.ctx = &said;
	read(&p->messages, payload, &mend);
	report_leave(&p->report, &outer);
	buffer_byte(&said, '\0');
	cr_expect_str_eq((const char *)said.bytes, fixes);
	cr_expect_eq(p->messages.result.mended, fixes[0] != '\0');
	buffer_free(&said);
}

static void
expect_fixes(struct packets *p, bool possible, struct span payload,
	     const char *fixes)
{
	expect_of(p, netmessages_packet, possible, payload, fixes);
}

static void
expect(struct packets *p, const char *words, const char *fixes)
{
	struct buffer payload = packets_payload(24, words);

	expect_fixes(p, true, (struct span){ payload.bytes, payload.size },
		     fixes);
	buffer_free(&payload);
}

Test(netmessage, the_packet_ends_after_the_last_whole_message)
{
	struct packets *p = packets_begin(24);

	/* 6 bits of the first type, and 14 of the second message */
	expect(p, "u 6 0 u 6 63", "drop 1004-2+00; put 1000-4+01000000; ");
	expect(p, "u 6 63 u 10 5", "drop 1004-2+00; put 1000-4+01000000; ");
	/* svc_fixangle, of which the last seven bits are 1 */
	expect(p, "type 19 u 1 1 u 16 0 u 16 0 u 16 65535 u 6 63 u 32 0",
	       "drop 1010-6+7f; put 1000-4+07000000; ");
	expect(p, "type 0 type 0 type 0 u 6 63", "drop 1006-1+00; ");
	cr_expect(p->messages.gaps.leapt);
	cr_expect_not(p->messages.gaps.tainted);
	cr_expect_not(p->messages.world.tainted);
	expect(p, "type 0", "");
	packets_end(p);
}

/* Nothing shows that svc_setpause was in the recording. */
Test(netmessage, the_packet_ends_before_a_message_that_acts_and_has_no_proof)
{
	struct packets *p = packets_begin(24);

	expect(p, "type 0 type 11 u 1 1 type 0 u 6 63 u 32 0",
	       "drop 1004-8+00; put 1000-4+01000000; ");
	expect(p, "type 0 type 11 u 1 1 type 0 type 11 u 1 0", "");
	packets_end(p);
}

Test(netmessage, nothing_of_whole_bytes_is_written_again)
{
	struct packets *p = packets_begin(24);

	expect(p, "type 0 type 0 type 0 type 0 u 6 63 u 2 0",
	       "drop 1007-1+; put 1000-4+03000000; ");
	expect(p, "u 6 63 u 2 0", "drop 1004-1+00; ");
	packets_end(p);
}

/* Its size was wrong, and is not once the packet has ended there. */
Test(netmessage, a_size_that_is_right_in_the_end_stays)
{
	struct packets *p = packets_begin(24);

	expect(p, "times 6 u 6 0 end u 6 63 u 30 0",
	       "drop 1008-5+00; keep 1000-4+05000000; ");
	expect(p, "times 6 u 6 0 end u 6 63",
	       "drop 1008-2+00; keep 1000-4+05000000; ");
	packets_end(p);
}

/* Nothing is known of the signon data, or they are all that counts. */
Test(netmessage, no_fix_where_none_is_possible)
{
	static const uint8_t wrong[] = { 0xff };
	struct packets *p = packets_begin(24);

	expect_fixes(p, false, (struct span){ wrong, 1 }, "");
	cr_expect(p->messages.result.failed);
	cr_expect(p->messages.gaps.tainted);
	cr_expect(p->messages.world.tainted);
	/* What comes after it may be wrong because of it. */
	expect_fixes(p, true, (struct span){ wrong, 1 }, "end 950; ");
	cr_expect(p->messages.result.ends);
	packets_end(p);
}

Test(netmessage, the_demo_ends_where_a_part_was_taken_in)
{
	struct packets *p = packets_begin(24);

	/* A string table with an entry that is cut; then a change of it. */
	expect(p, "type 12 text 'a' u 16 4 u 3 1 u 8 2 u 1 0 u 1 0 u 2 0",
	       "end 950; ");
	expect(p, "u 6 63 u 2 0", "end 950; ");
	packets_end(p);
}

Test(netmessage, what_depends_on_what_is_lost_ends_the_demo)
{
	/* Event 5, and an empty list of events; a table that was not made. */
	static const char *const words[] = {
		"type 30 u 9 0 u 20 0 type 25 u 11 9 u 9 5",
		"type 13 u 5 0 u 1 0 u 20 0",
	};

	for (size_t i = 0; i < COUNT_OF(words); i++) {
		struct packets *p = packets_begin(24);

		expect(p, "u 6 63", "drop 1004-1+00; ");
		expect(p, words[i], "end 950; ");
		packets_end(p);
	}
}

/* They are in no packet; that of the last one is gone. */
Test(netmessage, no_fix_for_data_tables)
{
	static const struct sendtables none;
	struct packets *p = packets_begin(24);
	struct buffer said = { 0 };

	p->messages.server.known = true;
	p->messages.server.max_classes = 3;
	expect(p, "type 0 type 11 u 1 1", "");
	p->report.mender.mend = hear_fix;
	p->report.mender.ctx = &said;
	netmessages_tables(&p->messages, &none);
	cr_expect_eq(p->report.hits[RULE_dem_server_classes], 1);
	cr_expect_eq(said.size, 0);
	cr_expect_not(p->messages.result.mended);
	buffer_free(&said);
	packets_end(p);
}

/* A rule that is a warning by policy answers with the end, if it is asked for. */
Test(netmessage, a_warning_ends_the_demo)
{
	struct packets *p = packets_begin(24);

	p->report.severity[RULE_dem_message_type] = DFK_WARNING;
	expect(p, "u 6 63 u 2 0", "");
	p->report.mender.fix_warnings = true;
	expect(p, "u 6 63 u 2 0", "end 950; ");
	packets_end(p);
}

/* ----------------------------------------------------------- string tables */

/* Two tables with room for 64 entries, and one in the first of them. */
#define TWO_TABLES \
	"hold u 3 3 text 'x' u 1 0 end " \
	"type 12 text 'files' u 16 64 u 7 1 held varint u 1 0 u 1 0 put " \
	"type 12 text 'sounds' u 16 64 u 7 0 u 8 0 u 1 0 u 1 0 "

static void
expect_stored(struct packets *p, bool possible, const char *words,
	      const char *fixes)
{
	struct buffer payload = packets_payload(24, words);

	expect_of(p, netmessages_stored_strings, possible,
		  (struct span){ payload.bytes, payload.size }, fixes);
	buffer_free(&payload);
}

/* What is known of an entry of a table; NULL: there is none. */
static void
expect_entry(struct packets *p, uint32_t table, uint32_t index,
	     const char *text)
{
	const struct strings *s = &p->messages.strings;
	const struct strings_table *t = &s->tables[table];
	const struct strings_entry *entry;

	cr_assert_eq(strings_known(t, index), text != NULL);
	if (!text)
		return;
	entry = growing_at(&t->entries, index);
	cr_expect(span_is(strings_bytes(s, &entry->text), text));
}

Test(netmessage, string_tables_end_after_the_last_whole_one)
{
	struct packets *p = packets_begin(24);

	packets_run(p, TWO_TABLES);
	/* The second one is cut: what was read of it is forgotten. */
	expect_stored(p, true,
		      "u 8 2 text 'files' u 16 2 text 'xy' u 1 0 text 'b' "
		      "u 1 0 u 1 0 text 'sounds' u 16 2 text 'c' u 1 0 u 8 9",
		      "drop 1018-13+00; put 1000-4+0f000000; put 1004-1+01; ");
	expect_entry(p, 0, 0, "xy");
	expect_entry(p, 0, 1, "b");
	expect_entry(p, 1, 0, NULL);
	cr_expect_eq(p->messages.strings.tables[0].n_known, 2);
	cr_expect_eq(p->messages.strings.tables[1].n_known, 0);
	cr_expect_not(p->messages.gaps.tainted);
	packets_end(p);
}

Test(netmessage, string_tables_of_which_none_is_whole_go)
{
	struct packets *p = packets_begin(24);

	packets_run(p, TWO_TABLES);
	expect_stored(p, true,
		      "u 8 2 text 'files' u 16 3 text 'xy' u 1 0 text 'b' "
		      "u 1 0 u 8 9",
		      "drop 950-70+; ");
	expect_entry(p, 0, 0, "x");
	expect_entry(p, 0, 1, NULL);
	cr_expect_eq(p->messages.strings.tables[0].n_known, 1);
	cr_expect_eq(p->messages.strings.n_saved, 0);
	packets_end(p);
}

/* A table after one of another name may have been read from the wrong place on. */
Test(netmessage, string_tables_after_another_name_are_not_whole)
{
	struct packets *p = packets_begin(24);

	packets_run(p, TWO_TABLES);
	expect_stored(p, true,
		      "u 8 3 text 'other' u 16 0 u 1 0 "
		      "text 'sounds' u 16 1 text 'c' u 1 0 u 1 0 u 8 65",
		      "drop 950-76+; ");
	expect_entry(p, 1, 0, NULL);
	packets_end(p);
}

/* What was read of them stays, and so may be wrong. */
Test(netmessage, string_tables_that_cannot_be_mended)
{
	struct packets *p = packets_begin(24);

	packets_run(p, TWO_TABLES);
	expect_stored(p, false, "u 8 2 text 'files' u 16 3 text 'xy' u 1 0 u 8 9",
		      "");
	expect_entry(p, 0, 0, "xy");
	cr_expect(p->messages.gaps.tainted);
	packets_end(p);
}
