/* SPDX-License-Identifier: MIT */
/* test_netmessage_plain.c - which messages are passed without being read: plain.c.
   That nothing is said of them if they are is seen elsewhere, too: packets.c and the
   fuzz target compare. */
#include <criterion/criterion.h>

#include "tests/packets.h"
#include "validator/netmessage/check.h"

#define CLOCK(tick) "type 3 u 32 " tick " u 16 0 u 16 0 "
#define SINCE(tick, most, updated) \
	"type 26 u 11 " most " u 1 1 u 32 " tick " u 1 0 u 11 " updated \
	" u 20 1 u 1 0 u 1 0 "
#define FULL            "type 26 u 11 64 u 1 0 u 1 0 u 11 0 u 20 0 u 1 0 "
#define SOUNDS(n, bits) "type 17 u 1 0 u 8 " n " u 16 " bits " "
#define SOUND           "u 6 0 u 1 1 u 9 0 "

enum { TICK_BITS = 70 };

struct row {
	const char *words;
	bool plain;
	uint64_t passed; /* bits; if it is not plain */
};

static const struct row rows[] = {
	{ "", true, 0 },
	{ "type 0 ", true, 0 },
	{ CLOCK("8"), true, 0 },
	{ CLOCK("8") SINCE("7", "64", "64"), true, 0 },
	{ CLOCK("8") SINCE("5", "64", "0"), true, 0 },
	{ CLOCK("8") SINCE("7", "64", "65"), false, TICK_BITS },
	{ CLOCK("8") SINCE("8", "64", "0"), false, TICK_BITS },
	{ CLOCK("8") SINCE("6", "64", "0"), false, TICK_BITS },
	{ CLOCK("8") FULL, false, TICK_BITS },
	{ SOUNDS("1", "16") SOUND, true, 0 },
	{ SOUNDS("2", "32") SOUND SOUND, true, 0 },
	{ SOUNDS("0", "0"), false, 0 },
	{ SOUNDS("1", "17") SOUND "u 1 0", false, 0 },
	{ SOUNDS("2", "16") SOUND SOUND, false, 0 },
	{ "type 17 u 1 1 u 8 16 " SOUND, true, 0 }, /* reliable */
	{ "type 23 u 8 1 u 11 8 u 8 0 ", true, 0 },
	{ "type 23 u 8 1 u 11 9 u 7 0 ", false, 0 },
	{ "type 24 u 11 1 u 9 300 u 11 0 ", true, 0 },
	{ "type 27 u 8 1 u 8 3 u 3 0 ", true, 0 },
	{ "type 27 u 8 1 u 8 0 ", true, 0 },
	{ "type 27 u 8 1 u 8 131 u 8 0 u 3 0 ", false, 0 },
	{ "type 27 u 8 1 u 8 128 u 8 0 ", false, 0 },
	{ "type 18 u 11 1 ", false, 0 }, /* of others nothing is known here */
	{ CLOCK("8") "type 7 text 'a' ", false, TICK_BITS },
	{ CLOCK("8") "type 63 ", false, TICK_BITS },
	{ "type 3 u 32 8 ", false, 0 }, /* it is cut */
};

/* Snapshots at ticks 5 and 7. */
static struct packets *
begin(void)
{
	struct packets *p = packets_begin(24);

	packets_run(p, CLOCK("5") FULL CLOCK("7") SINCE("5", "64", "0"));
	cr_assert_str_empty(packets_said(p));
	return p;
}

Test(netmessage_plain, rows)
{
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct packets *p = begin();
		struct buffer payload = packets_payload(24, rows[i].words);
		const struct span bytes = { payload.bytes, payload.size };

		cr_expect_eq(
			netmessages_are_plain(&p->messages, bytes, bytes.len),
			rows[i].plain, "row %zu", i);
		cr_expect_eq(p->messages.payload.passed, rows[i].passed,
			     "row %zu", i);
		cr_expect_eq(p->report.findings, 0, "row %zu", i);
		if (!rows[i].plain)
			packets_read(p, bytes);
		buffer_free(&payload);
		packets_end(p);
	}
}

/* They are read, and nothing is passed there. */
Test(netmessage_plain, with_entities)
{
	struct packets *p = packets_begin(24);
	struct buffer payload = packets_payload(
		24, CLOCK("8") SINCE("7", "64", "0"));
	const struct span bytes = { payload.bytes, payload.size };

	packets_run(p, "tables; " CLOCK("7") FULL);
	cr_expect_not(netmessages_are_plain(&p->messages, bytes, bytes.len));
	cr_expect_eq(p->messages.payload.passed, TICK_BITS);
	packets_read(p, bytes);
	cr_expect_eq(p->messages.world.n_ticks, 2);
	buffer_free(&payload);
	packets_end(p);
}

/* Nothing depends on what is behind a packet. */
Test(netmessage_plain, what_follows)
{
	struct buffer payload = packets_payload(24, CLOCK("8"));
	const size_t size = payload.size;

	for (size_t i = 0; i < 16; i++)
		buffer_byte(&payload, 0xff);
	for (size_t cut = 0; cut <= size; cut++) {
		struct packets *p = begin();
		const bool plain = netmessages_are_plain(
			&p->messages,
			(struct span){ payload.bytes, payload.size }, cut);

		cr_expect_eq(plain, cut == 0 || cut == size, "%zu", cut);
		cr_expect_eq(p->messages.world.tick, cut == size ? 8 : 7);
		packets_end(p);
	}
	buffer_free(&payload);
}

/* A body of no bits, and 255 sounds: only the first one is passed, not all of them for
   each message of 31 bits. */
Test(netmessage_plain, sounds_after_their_body)
{
	enum { ONE_SOUND = 100 };
	static const uint8_t zeros[1024];
	const struct ahead ahead = ahead_of(
		(struct span){ zeros, sizeof(zeros) });
	struct packets *p = begin();
	const uint64_t all = netmessages_pass_sounds(&p->messages, &ahead, 8,
						     UINT64_MAX, 255);
	const uint64_t first = netmessages_pass_sounds(&p->messages, &ahead, 8,
						       8, 255);

	cr_expect_gt(all, 8 + 255 * 8);
	cr_expect_gt(first, 8);
	cr_expect_lt(first, 8 + ONE_SOUND);
	packets_end(p);
}
