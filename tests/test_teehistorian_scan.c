/* SPDX-License-Identifier: MIT */
/* test_teehistorian_scan.c - the messages of which there are most: scan.c */
#include "tests/scanned.h"

Test(teehistorian_scan, players)
{
	static const struct scan_row rows[] = {
		ROW("\x05\x01\x00", ALL),
		ROW("\x05\x00\x01", ALL),
		ROW("\x05\x40\x00", ALL), /* -1 */
		ROW("\x05\x00\x00", 0),
		ROW("\x3f\x01\x01", ALL),
		ROW("\x80\x01\x01\x01", ALL), /* 64 */
		ROW("\xbf\x01\x01\x01", ALL), /* 127 */
		ROW("\x80\x02\x01\x01", 0),   /* 128 */
		ROW("\x80\x80\x01\x01\x01", 0),
		ROW("\x85\x00\x01\x01", 0), /* too long */
		ROW("\x07\x01\x01", 0),     /* dead */
		ROW("\x08\x01\x01", ALL),
		/* five of them are looked at together */
		ROW("\x01\1\1\x02\1\1\x03\1\1\x04\1\1\x05\1\1\x06\1\1", ALL),
		ROW("\x01\1\1\x02\1\1\x03\1\1\x04\1\1\x05\1\1\x07\1\1", 15),
		ROW("\x01\1\1\x02\1\1\x03\1\1\x04\1\1\x07\1\1", 12),
		ROW("\x01\1\1\x02\1\1\x03\1\1\x07\1\1", 9),
		ROW("\x01\1\1\x02\1\1\x07\1\1", 6),
		ROW("\x01\1\1\x07\1\1", 3),
		ROW("\x01\1\1\x02\1\1\x03\0\0", 6),
		ROW("\x01\1\1\x02\1\1\x03\1\1\x04\0\0", 9),
		ROW("\x05\x80\x01\x00", ALL),
		ROW("\x05\x00\x80\x01", ALL),
		ROW("\x05\x80\x00\x01", 0), /* too long */
		ROW("\x05\x01\x80\x00", 0),
		ROW("\x05\x80\x80\x80\x01\x80\x80\x01", ALL),
		ROW("\x05\x80\x80\x01\x80\x80\x80\x01", ALL),
		ROW("\x05\x80\x80\x80\x01\x80\x80\x80\x01", ALL),
		ROW("\x05\x80\x80\x80\x80\x01\x01", ALL), /* of 5 bytes */
		ROW("\x05\x01\x80\x80\x80\x80\x01", ALL),
		ROW("\x05\x80\x80\x80\x80\x0f\x80\x80\x80\x80\x0f", ALL),
		ROW("\x05\x80\x80\x80\x80\x00\x01", 0),
		ROW("\x05\x80\x80\x80\x80\x10\x01", 0), /* padding */
		ROW("\x05\x80\x80\x80\x80\x81\x01", 0),
		ROW("\x05\x01\x80\x80\x80\x80\x10", 0),
		ROW("\x05\x01\x80\x80\x80\x80\x40", 0),
		ROW("\x05\x80\x80\x80\x00\x01", 0),
		ROW("\x05\x01\x80\x80\x80\x00", 0),
	};

	expect_rows(rows, COUNT_OF(rows));
}

Test(teehistorian_scan, inputs)
{
	static const struct scan_row rows[] = {
		ROW(INPUT("\1\0\0\0\0\0\0\0\0\0"), ALL),
		ROW(INPUT("\0\0\0\0\0\0\0\0\0\1"), ALL),
		ROW(INPUT("\0\0\0\0\0\0\1\0\0\0"), ALL),
		ROW(INPUT("\0\0\0\0\0\0\0\0\0\0"), 0),
		ROW("\x44\x3f\1\0\0\0\0\0\0\0\0\0", ALL),
		ROW("\x44\x80\x01\1\0\0\0\0\0\0\0\0\0", ALL), /* 64 */
		ROW("\x44\x80\x01\0\0\0\0\0\0\0\0\0\0", 0),
		ROW("\x44\x80\x02\1\0\0\0\0\0\0\0\0\0", 0), /* 128 */
		ROW("\x44\x40\1\0\0\0\0\0\0\0\0\0", 0),     /* -1 */
		ROW("\x44\x07\1\0\0\0\0\0\0\0\0\0", ALL),
		ROW("\x44\x08\1\0\0\0\0\0\0\0\0\0", 0),
		ROW("\x44\x08\x80\1\0\0\0\0\0\0\x80\x80\x80\x80\1\0", 0),
		ROW("\x44\x09\1\0\0\0\0\0\0\0\0\0", 0),
		ROW("\x44\x09\x80\1\0\0\0\0\0\0\x80\x80\x80\x80\1\0", 0),
		ROW(INPUT("\0\x80\1\0\0\0\0\0\0\0\0"), ALL),
		ROW(INPUT("\0\x80\1\xff\1\0\0\0\0\0\0\0"), ALL),
		ROW(INPUT("\x80\1\x80\1\x80\1\0\0\0\0\0\0\0"), ALL),
		ROW(INPUT("\0\x80\x80\1\0\0\0\0\0\0\0\0"), ALL),
		ROW(INPUT("\0\x80\x80\x80\1\0\0\0\0\0\0\0\0"), ALL),
		ROW(INPUT("\0\x80\x80\1\x80\x80\1\0\0\0\0\0\0\0"), ALL),
		ROW(INPUT("\0\x80\x80\x80\1\x80\x80\1\0\0\0\0\0\0\0"), ALL),
		ROW(INPUT("\0\0\0\0\0\x80\1\0\0\0\0"), ALL),
		ROW(INPUT("\0\0\0\0\0\0\x80\1\0\0\0"), ALL),
		ROW(INPUT("\0\0\0\0\0\0\0\0\0\x80\1"), ALL),
		ROW(INPUT("\0\x80\1\0\0\0\0\0\0\0\x80\1"), ALL),
		ROW(INPUT("\0\0\0\0\0\0\0\0\0\x80\x80\x80\1"), ALL),
		/* too long, in the first word, across, in the second */
		ROW(INPUT("\0\x80\0\0\0\0\0\0\0\0\0"), 0),
		ROW(INPUT("\0\0\0\0\0\x80\0\0\0\0\0"), 0),
		ROW(INPUT("\0\0\0\0\0\0\x80\0\0\0\0"), 0),
		ROW(INPUT("\0\0\0\0\0\0\0\0\0\x80\0"), 0),
		ROW(INPUT("\0\x80\1\0\0\0\0\0\0\0\x80\0"), 0),
		/* of five bytes, likewise */
		ROW(INPUT("\0\x80\x80\x80\x80\1\0\0\0\0\0\0\0\0"), ALL),
		ROW(INPUT("\0\0\0\x80\x80\x80\x80\1\0\0\0\0\0\0"), ALL),
		ROW(INPUT("\0\0\0\0\x80\x80\x80\x80\1\0\0\0\0\0"), ALL),
		ROW(INPUT("\0\0\0\0\0\x80\x80\x80\x80\1\0\0\0\0"), ALL),
		ROW(INPUT("\0\0\0\0\0\0\x80\x80\x80\x80\1\0\0\0"), ALL),
		ROW(INPUT("\0\0\0\0\0\0\x80\x80\x80\x80\x0f\0\0\0"), ALL),
		/* with padding */
		ROW(INPUT("\0\x80\x80\x80\x80\x10\0\0\0\0\0\0\0\0"), 0),
		ROW(INPUT("\0\0\0\x80\x80\x80\x80\x20\0\0\0\0\0\0"), 0),
		ROW(INPUT("\0\0\0\0\x80\x80\x80\x80\x40\0\0\0\0\0"), 0),
		ROW(INPUT("\0\0\0\0\0\x80\x80\x80\x80\x80\1\0\0\0\0"), 0),
		ROW(INPUT("\0\0\0\0\0\0\x80\x80\x80\x80\x10\0\0\0"), 0),
		ROW(INPUT("\0\0\0\0\0\0\0\0\0\x80\x80\x80\x80\x11"), 0),
		/* what comes after it may be what it wants */
		ROW(INPUT("\0\0\0\0\0\0\0\0\0\1") "\x40\x80\0\1", 12),
		ROW(INPUT("\0\x80\1\0\0\0\0\0\0\0\0") "\x40\x80\0", 13),
		ROW(INPUT("\0\0\0\0\0\0\0\0\0\x80\1") "\x40\x80\0", 13),
	};

	expect_rows(rows, COUNT_OF(rows));
}

#define CHANGE "\x44\x03\1\0\0\0\0\0\0\0\0\0"

/* A player after input belongs to the next tick, or it is out of order. */
Test(teehistorian_scan, order)
{
	static const struct scan_row rows[] = {
		ROW(CHANGE "\x14\x01\x01", ALL),
		ROW(CHANGE "\x15\x01\x01", 12),
		ROW(CHANGE "\x14\x01\x01\x15\x01\x01", ALL),
		ROW("\x41\x00" CHANGE "\x00\x01\x01", 14),
	};

	expect_rows(rows, COUNT_OF(rows));
	scanned_begin();
	th.clock.network_seen = true;
	cr_expect_eq(passed("\x15\x01\x01", 3), 0);
	cr_expect_eq(passed("\x14\x01\x01\x13\x01\x01\x15\x01\x01", 9), 9);
	cr_expect_eq(th.clock.tick, 102);
	cr_expect_eq(th.clock.last_cid, 0x15);
	cr_expect_eq(th.here.records, 12);
	cr_expect_eq(th.cut_point.off, FROM + 9);
	cr_expect(!th.clock.network_seen && !th.runs.any && !th.skip.is_last);
	scanned_begin();
	passed(CHANGE, 12);
	cr_expect(th.clock.network_seen);
	cr_expect_eq(th.clock.tick, 100);
}

/* Where it does not begin at all. */
Test(teehistorian_scan, left_to_others)
{
	static const uint8_t three[80] = { 0x05, 0x01, 0x01, 0x40 };
	const int64_t late = TEEHISTORIAN_PLAUSIBLE_TICKS;
	struct cursor in = cur_init(three, CUR_STRIDE - 1, 0);

	scanned_begin();
	teehistorian_scan(&th, &in);
	cr_expect_eq(cur_tell(&in), 0);
	in = cur_init(three, CUR_STRIDE, 0);
	teehistorian_scan(&th, &in);
	cr_expect_eq(cur_tell(&in), 3);
	scanned_begin();
	th.runs.any = true;
	cr_expect_eq(passed("\x05\x01\x01", 3), 0);
	scanned_begin();
	th.clock.tick = late - 15;
	cr_expect_eq(passed("\x05\x01\x01\x06\x01\x01", 6), 0);
	th.clock.tick = late - 16;
	cr_expect_eq(passed("\x05\x01\x01\x06\x01\x01", 6), 6);
	scanned_begin();
	th.clock.tick = late + 1;
	cr_expect_eq(passed("\x05\x01\x01", 3), 0);
	scanned_begin();
	cr_expect_eq(passed("", 0), 0);
	cr_expect_eq(th.here.records, 9);
}
