/* SPDX-License-Identifier: MIT */
/* test_teehistorian_scan_other.c - rarer messages of ints, MESSAGE, and two
   extensions: scan_other.c */
#include "tests/scanned.h"

Test(teehistorian_scan_other, characters)
{
	static const struct scan_row rows[] = {
		ROW("\x42\x07\x01\x01", ALL), /* PLAYER_NEW */
		ROW("\x42\x07\x00\x80\x80\x80\x80\x0f", ALL),
		ROW("\x42\x07\x00\x80\x80\x80\x80\x1f", 0),
		ROW("\x42\x05\x01\x01", 0), /* who is alive */
		ROW("\x42\x07\x01\x01\x07\x01\x01", ALL),
		ROW("\x42\x07\x01\x01\x42\x07\x01\x01", 4),
		ROW("\x43\x05", ALL), /* PLAYER_OLD */
		ROW("\x43\x07", 0),
		ROW("\x43\xbf\x01", ALL),
		ROW("\x43\x05\x05\x01\x01", 2),
		ROW("\x43\x08\x42\x08\x01\x01", 2), /* who never joined */
		ROW("\x43\x09\x42\x09\x01\x01", ALL),
		ROW("\x43\x0a\x42\x0a\x01\x01", 2), /* who never played */
		ROW("\x43\x0b\x42\x0b\x01\x01", 2), /* who is not ready */
	};

	expect_rows(rows, COUNT_OF(rows));
	scanned_begin();
	th.header.minor = 2; /* nobody says that he is ready */
	cr_expect_eq(passed("\x43\x0b\x42\x0b\x01\x01", 6), 6);
	cr_expect_eq(th.clock.tick, 102);
	cr_expect_eq(th.clock.last_cid, 11);
	cr_expect(teehistorian_client_set_has(&th.clients.alive, 11));
	scanned_begin();
	th.header.release = 1999; /* before 128 clients */
	cr_expect_eq(passed("\x3f\x01\x01\x80\x01\x01\x01", 7), 3);
	scanned_begin();
	passed("\x43\x15", 2); /* in the same tick */
	cr_expect_eq(th.clock.tick, 100);
	cr_expect_eq(th.here.records, 10);
	cr_expect_not(teehistorian_client_set_has(&th.clients.alive, 21));
}

#define NEW(client) "\x45" client "\0\0\0\0\0\0\0\0\0\0"

Test(teehistorian_scan_other, new_inputs)
{
	static const struct scan_row rows[] = {
		ROW(NEW("\x09"), ALL),            /* of which none was known */
		ROW(NEW("\x09") NEW("\x09"), 12), /* and now one is */
		ROW(NEW("\x05"), 0),
		ROW(NEW("\x0c"), ALL), /* which may begin anew, once */
		ROW(NEW("\x0c") NEW("\x0c"), 12),
		ROW("\x45\x09\0\0\0\0\0\0\0\0\0\x80\0", 0),
	};

	expect_rows(rows, COUNT_OF(rows));
	scanned_begin();
	th.header.minor = 3;
	cr_expect_eq(passed(NEW("\x0c"), 12), 0);
	cr_expect_eq(passed(NEW("\x09"), 12), 12);
	cr_expect(th.clock.network_seen);
	scanned_begin();
	teehistorian_client_set_put(&th.clients.ready, UNKNOWN_INPUT, false);
	cr_expect_eq(passed(NEW("\x09"), 12), 0);
	scanned_begin();
	teehistorian_client_set_put(&th.clients.joined, UNKNOWN_INPUT, false);
	cr_expect_eq(passed(NEW("\x09"), 12), 0);
}

Test(teehistorian_scan_other, network_messages)
{
	static const struct scan_row rows[] = {
		ROW("\x46\x05\x01\x02", ALL),
		ROW("\x46\x05\x04\x02\x80\x80\x80", ALL),
		ROW("\x46\x05\x00", 0),     /* empty */
		ROW("\x46\x05\x40\x02", 0), /* of size -1 */
		ROW("\x46\x05\x01\x03", 0), /* of the system */
		ROW("\x46\x05\x01\x42", 0), /* likewise: -3 */
		ROW("\x46\x05\x01\x43", ALL),
		ROW("\x46\x05\x01\x82", 0), /* its id is cut */
		ROW("\x46\x05\x04\x82\x82\x82\x82", 0),
		ROW("\x46\x05\x05\x82\x82\x82\x82\x02", ALL),
		ROW("\x46\x05\x80\x00\x02", 0),
		ROW("\x46\x08\x01\x02", 0), /* of who never joined */
		ROW("\x46\x05\x01\x02\x43\x14\x46\x05\x01\x02\x43\x15", 10),
	};

	expect_rows(rows, COUNT_OF(rows));
}

/* A network message of so many bytes; of how many of them it steps over. */
static size_t
passed_message(char client, size_t size)
{
	static uint8_t all[2048] = { 0x46, 0, 0, 0, 0x02 };
	struct cursor in = cur_init(all, 1500, FROM);

	scanned_begin();
	all[1] = (uint8_t)client;
	all[2] = (uint8_t)(0x80 | (size & 0x3f));
	all[3] = (uint8_t)(size >> 6);
	teehistorian_scan(&th, &in);
	return (size_t)(cur_tell(&in) - FROM);
}

/* The largest ones, and what is not all there. */
Test(teehistorian_scan_other, sizes_of_network_messages)
{
	static const uint8_t cut[80] = { 0x46, 0x05, 0x8d, 0x01, 0x02 };
	struct cursor in = cur_init(cut, 80, FROM);

	cr_expect_geq(passed_message(5, 1394), 4 + 1394);
	cr_expect_eq(passed_message(5, 1395), 0);
	cr_expect_geq(passed_message(PROTOCOL6, 1023), 4 + 1023);
	cr_expect_eq(passed_message(PROTOCOL6, 1024), 0);
	scanned_begin(); /* 77 bytes, of which one is missing */
	teehistorian_scan(&th, &in);
	cr_expect_eq(cur_tell(&in), FROM);
}

#define READY_UUID \
	"\x63\x85\x87\xc9\x3f\x75\x38\x87\x91\x8e\xa3\xc2\x61\x4f\xfa\xa0"
#define FINISH_UUID \
	"\x68\x94\x3c\x01\x23\x48\x3e\x01\x94\x90\x3f\x27\xf8\x26\x9d\x94"

Test(teehistorian_scan_other, extensions)
{
	static const struct scan_row rows[] = {
		ROW("\x4a" READY_UUID "\x01\x05", ALL),
		ROW("\x4a" READY_UUID "\x02\xbf\x01", ALL),
		ROW("\x4a" READY_UUID "\x02\x05", 0), /* too long */
		ROW("\x4a" READY_UUID "\x00\x05", 0), /* too short */
		ROW("\x4a" READY_UUID "\x40\x05", 0),
		ROW("\x4a" READY_UUID "\x01\x08", 0), /* who never joined */
		ROW("\x4a" READY_UUID "\x01\x40", 0),
		ROW("\x4a" FINISH_UUID "\x02\x05\x01", ALL),
		ROW("\x4a" FINISH_UUID "\x06\x05\x80\x80\x80\x80\x0f", ALL),
		ROW("\x4a" FINISH_UUID "\x06\x05\x80\x80\x80\x80\x1f", 0),
		ROW("\x4a" FINISH_UUID "\x03\x05\x01\x01", 0),
		ROW("\x4a" FINISH_UUID "\x01\x05\x01", 0),
		ROW("\x4a" FINISH_UUID "\x02\x08\x01", 0),
		/* one bit of it is another one */
		ROW("\x4a\x62\x85\x87\xc9\x3f\x75\x38\x87"
		    "\x91\x8e\xa3\xc2\x61\x4f\xfa\xa0\x01\x05",
		    0),
		/* Neither is a position; one of them is of the network. */
		ROW("\x4a" FINISH_UUID "\x02\x05\x01\x15\1\1", ALL),
		ROW("\x4a" READY_UUID "\x01\x05\x15\1\1", 19),
		ROW("\x46\5\1\2\x4a" FINISH_UUID "\x02\x05\x01\x15\1\1", 24),
		ROW("\x41\0\x4a" FINISH_UUID "\x02\x05\x01\x14\1\1", ALL),
		ROW("\x4a" READY_UUID "\x01\x05\x45\x05\0\0\0\0\0\0\0\0\0\0",
		    ALL),
	};

	expect_rows(rows, COUNT_OF(rows));
	scanned_begin();
	passed("\x4a" READY_UUID "\x01\x0b", 19);
	cr_expect(teehistorian_client_set_has(&th.clients.ready, NOT_READY));
	cr_expect(th.clock.network_seen);
	scanned_begin();
	th.header.version = 1;
	cr_expect_eq(passed("\x4a" READY_UUID "\x01\x05", 19), 0);
	scanned_begin();
	AT(th.header.known_listed, TEEHISTORIAN_EX_PLAYER_READY) = false;
	cr_expect_eq(passed("\x4a" READY_UUID "\x01\x05", 19), 0);
	cr_expect_eq(passed("\x4a" FINISH_UUID "\x02\x05\x01", 20), 20);
	AT(th.header.known_listed, TEEHISTORIAN_EX_PLAYER_FINISH) = false;
	cr_expect_eq(passed("\x4a" FINISH_UUID "\x02\x05\x01", 20), 0);
}

Test(teehistorian_scan_other, skips)
{
	static const struct scan_row rows[] = {
		ROW("\x41\x00", ALL),
		ROW("\x41\x3f", ALL),
		ROW("\x41\x40", 0), /* -1 */
		ROW("\x41\x80\x01", ALL),
		ROW("\x41\xbf\x7f", ALL),
		ROW("\x41\x80\x00", 0),
		ROW("\x41\x80\x80\x01", 0), /* it is rare */
		ROW("\x41\x01\x41\x01", 2),
		ROW("\x41\x01\x05\x01\x01\x41\x01", ALL),
		/* It was needed, or it was not: client 20 was the last one. */
		ROW("\x41\x00\x15\x01\x01", ALL),
		ROW("\x41\x00\x14\x01\x01", 2),
		ROW("\x41\x01\x14\x01\x01", ALL),
		ROW("\x40", 0),
		ROW("\x47\x05", 0), /* JOIN */
		ROW("\x4b\x05", 0),
		ROW("\x80\x80\x80\x80\x01", 0),
	};

	expect_rows(rows, COUNT_OF(rows));
	scanned_begin();
	passed("\x41\x05\x41\x01", 4);
	cr_expect_eq(th.clock.tick, 106);
	cr_expect_eq(report_of_all.tick, 106);
	cr_expect_eq(th.here.tick, 106);
	cr_expect_eq(th.here.records, 10);
	cr_expect_eq(report_of_all.record, 9);
	cr_expect_eq(th.cut_point.off, FROM);
	cr_expect_eq(th.cut_point.records, 9);
	cr_expect_eq(th.cut_point.tick, 100);
	cr_expect(th.runs.any && th.skip.is_last && !th.clock.network_seen);
	cr_expect_eq(th.runs.skips.count, 1);
	cr_expect_eq(th.runs.skips.off, FROM);
	cr_expect_eq(th.skip.row_off, FROM);
	cr_expect_eq(th.skip.row_dt, 5);
	cr_expect_eq(th.skip.dt, 5);
	cr_expect_eq(th.skip.highest_cid_before, 20);
	cr_expect_eq(th.clock.last_cid, -1);
	scanned_begin();
	passed("\x41\x85\x01", 3);
	cr_expect_eq(th.skip.dt, 69);
	cr_expect_eq(th.clock.tick, 170);
}

/* They are left to others where the bytes of their ints may not be there. */
Test(teehistorian_scan_other, rare_at_the_end)
{
	static const uint8_t bytes[80] = { 0x43, 0x05, 0x40 };
	struct cursor in = cur_init(bytes, 71, 0);

	scanned_begin();
	teehistorian_scan(&th, &in);
	cr_expect_eq(cur_tell(&in), 0);
	in = cur_init(bytes, 72, 0);
	teehistorian_scan(&th, &in);
	cr_expect_eq(cur_tell(&in), 2);
}

/* A skip takes the clock as far as what is left of the bytes may take it. */
Test(teehistorian_scan_other, skips_late)
{
	static const uint8_t bytes[80] = { 0x41, 0x05, 0x40 };
	struct cursor in = cur_init(bytes, 80, 0);

	scanned_begin();
	th.clock.tick = TEEHISTORIAN_PLAUSIBLE_TICKS - 80 - 5;
	teehistorian_scan(&th, &in);
	cr_expect_eq(cur_tell(&in), 0);
	th.clock.tick--;
	teehistorian_scan(&th, &in);
	cr_expect_eq(cur_tell(&in), 2);
	cr_expect_eq(th.clock.tick, TEEHISTORIAN_PLAUSIBLE_TICKS - 80);
}
