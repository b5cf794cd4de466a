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

/* What is answered to these bytes as the payload of a packet. */
static void
expect_fixes(struct packets *p, bool possible, struct span payload,
	     const char *fixes)
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

	p->report.mend = hear_fix;
	p->report.mender = &said;
	netmessages_packet(&p->messages, payload, &mend);
	report_leave(&p->report, &outer);
	buffer_byte(&said, '\0');
	cr_expect_str_eq((const char *)said.bytes, fixes);
	cr_expect_eq(p->messages.mended, fixes[0] != '\0');
	buffer_free(&said);
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
	/* svc_setpause: true */
	expect(p, "type 11 u 1 1 u 6 63 u 32 0",
	       "drop 1004-6+4b; put 1000-4+01000000; ");
	expect(p, "type 0 type 0 type 0 u 6 63", "drop 1006-1+00; ");
	cr_expect(p->messages.leapt);
	cr_expect_not(p->messages.tainted);
	cr_expect_not(p->messages.world.tainted);
	expect(p, "type 0", "");
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
	cr_expect(p->messages.failed);
	cr_expect(p->messages.tainted);
	cr_expect(p->messages.world.tainted);
	/* What comes after it may be wrong because of it. */
	expect_fixes(p, true, (struct span){ wrong, 1 }, "end 950; ");
	cr_expect(p->messages.ends);
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

	p->messages.served = true;
	p->messages.max_classes = 3;
	expect(p, "type 0 type 11 u 1 1", "");
	p->report.mend = hear_fix;
	p->report.mender = &said;
	netmessages_tables(&p->messages, &none);
	cr_expect_eq(p->report.hits[RULE_dem_server_classes], 1);
	cr_expect_eq(said.size, 0);
	cr_expect_not(p->messages.mended);
	buffer_free(&said);
	packets_end(p);
}

/* A rule that is a warning by policy answers with the end, if it is asked for. */
Test(netmessage, a_warning_ends_the_demo)
{
	struct packets *p = packets_begin(24);

	p->report.severity[RULE_dem_message_type] = DFK_WARNING;
	expect(p, "u 6 63 u 2 0", "");
	p->report.fix_warnings = true;
	expect(p, "u 6 63 u 2 0", "end 950; ");
	packets_end(p);
}
