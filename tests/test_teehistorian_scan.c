/* SPDX-License-Identifier: MIT */
/*
 * test_teehistorian_scan.c - which messages scan.c steps over.  That what it makes
 * of them is right is seen elsewhere: who wants to see records has all of them
 * read and checked, and must get the same report.
 */
#include <criterion/criterion.h>
#include <string.h>

#include "tests/support.h"
#include "validator/teehistorian/teehistorian.h"

enum { ALL = -1, DEAD = 7, NEVER_JOINED = 8, UNKNOWN_INPUT = 9, FROM = 5000 };

static struct teehistorian th;
static struct report report_of_all;

/* All clients play but three; the last one that moved is 20. */
static void
begin(void)
{
	memset(&th, 0, sizeof(th));
	report_open(&report_of_all);
	th.report = &report_of_all;
	th.phase = TEEHISTORIAN_IN_MESSAGES;
	th.tick = 100;
	th.last_cid = 20;
	th.here = th.cut_point = (struct mark){ .off = FROM, .records = 9 };
	for (int32_t cid = 0; cid < TEEHISTORIAN_MAX_CLIENTS; cid++) {
		teehistorian_client_set_put(&th.clients.alive, cid,
					    cid != DEAD);
		teehistorian_client_set_put(&th.clients.joined, cid,
					    cid != NEVER_JOINED);
		teehistorian_client_set_put(&th.clients.input, cid,
					    cid != UNKNOWN_INPUT);
	}
}

/* How many bytes it steps over, if bytes follow that it leaves to others. */
static size_t
passed(const void *bytes, size_t size)
{
	uint8_t all[128];
	struct cursor in = cur_init(all, sizeof(all), FROM);

	cr_assert_lt(size, sizeof(all) - CUR_STRIDE);
	memset(all, 0x40, sizeof(all)); /* FINISH */
	memcpy(all, bytes, size);
	teehistorian_scan(&th, &in);
	return (size_t)(cur_tell(&in) - FROM);
}

#define ROW(bytes, length) \
	{ \
		bytes, sizeof(bytes) - 1, length \
	}
#define INPUT(ints) "\x44\x03" ints

struct scan_row {
	const char *bytes;
	size_t size;
	int length; /* that is stepped over */
};

static void
expect_rows(const struct scan_row *rows, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const size_t want = rows[i].length == ALL
					    ? rows[i].size
					    : (size_t)rows[i].length;

		begin();
		cr_expect_eq(passed(rows[i].bytes, rows[i].size), want,
			     "row %zu", i);
		cr_expect_eq(th.here.off, FROM + want);
		cr_expect_eq(report_of_all.findings, 0);
	}
}

Test(teehistorian_scan, players)
{
	static const struct scan_row rows[] = {
		ROW("\x05\x01\x00", ALL),
		ROW("\x05\x00\x01", ALL),
		ROW("\x05\x40\x00", ALL), /* -1 */
		ROW("\x05\x00\x00", 0),
		ROW("\x3f\x01\x01", ALL),
		ROW("\x80\x01\x01\x01", 0), /* 64 */
		ROW("\x07\x01\x01", 0),     /* dead */
		ROW("\x08\x01\x01", ALL),
		ROW("\x05\x80\x01\x00", ALL),
		ROW("\x05\x00\x80\x01", ALL),
		ROW("\x05\x80\x00\x01", 0), /* too long */
		ROW("\x05\x01\x80\x00", 0),
		ROW("\x05\x80\x80\x80\x01\x80\x80\x01", ALL),
		ROW("\x05\x80\x80\x01\x80\x80\x80\x01", ALL),
		ROW("\x05\x80\x80\x80\x01\x80\x80\x80\x01", 0), /* 9 bytes */
		ROW("\x05\x80\x80\x80\x80\x01\x01", 0),         /* of 5 bytes */
		ROW("\x05\x01\x80\x80\x80\x80\x01", 0),
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
		ROW("\x45\x03\1\0\0\0\0\0\0\0\0\0", 0), /* INPUT_NEW */
		ROW("\x44\x3f\1\0\0\0\0\0\0\0\0\0", ALL),
		ROW("\x44\x80\x01\1\0\0\0\0\0\0\0\0\0", 0), /* 64 */
		ROW("\x44\x40\1\0\0\0\0\0\0\0\0\0", 0),     /* -1 */
		ROW("\x44\x07\1\0\0\0\0\0\0\0\0\0", ALL),
		ROW("\x44\x08\1\0\0\0\0\0\0\0\0\0", 0),
		ROW("\x44\x09\1\0\0\0\0\0\0\0\0\0", 0),
		ROW(INPUT("\0\x80\1\0\0\0\0\0\0\0\0"), ALL),
		ROW(INPUT("\0\x80\1\xff\1\0\0\0\0\0\0\0"), ALL),
		ROW(INPUT("\0\x80\x80\1\0\0\0\0\0\0\0\0"), ALL),
		ROW(INPUT("\0\x80\x80\x80\1\0\0\0\0\0\0\0\0"), ALL),
		ROW(INPUT("\0\x80\x80\1\x80\x80\1\0\0\0\0\0\0\0"), ALL),
		ROW(INPUT("\0\x80\x80\x80\1\x80\x80\1\0\0\0\0\0\0\0"), 0),
		ROW(INPUT("\0\0\0\0\0\x80\1\0\0\0\0"), ALL),
		ROW(INPUT("\0\0\0\0\0\0\x80\1\0\0\0"), ALL),
		ROW(INPUT("\0\0\0\0\0\0\0\0\0\x80\1"), ALL),
		ROW(INPUT("\0\0\0\0\0\0\0\0\0\x80\x80\x80\1"), ALL),
		/* too long, in the first word, across, in the second */
		ROW(INPUT("\0\x80\0\0\0\0\0\0\0\0\0"), 0),
		ROW(INPUT("\0\0\0\0\0\x80\0\0\0\0\0"), 0),
		ROW(INPUT("\0\0\0\0\0\0\x80\0\0\0\0"), 0),
		ROW(INPUT("\0\0\0\0\0\0\0\0\0\x80\0"), 0),
		/* of five bytes, likewise */
		ROW(INPUT("\0\x80\x80\x80\x80\1\0\0\0\0\0\0\0\0"), 0),
		ROW(INPUT("\0\0\0\x80\x80\x80\x80\1\0\0\0\0\0\0"), 0),
		ROW(INPUT("\0\0\0\0\x80\x80\x80\x80\1\0\0\0\0\0"), 0),
		ROW(INPUT("\0\0\0\0\0\x80\x80\x80\x80\1\0\0\0\0"), 0),
		ROW(INPUT("\0\0\0\0\0\0\x80\x80\x80\x80\1\0\0\0"), 0),
		/* what comes after it may be what it wants */
		ROW(INPUT("\0\0\0\0\0\0\0\0\0\1") "\x41\x80\0\1", 12),
		ROW(INPUT("\0\x80\1\0\0\0\0\0\0\0\0") "\x41\x80\0", 13),
	};

	expect_rows(rows, COUNT_OF(rows));
}

Test(teehistorian_scan, skips)
{
	static const struct scan_row rows[] = {
		ROW("\x41\x00", ALL),
		ROW("\x41\x3f", ALL),
		ROW("\x41\x40", 0), /* -1 */
		ROW("\x41\x80\x01", 0),
		ROW("\x41\x01\x41\x01", 2),
		ROW("\x41\x01\x05\x01\x01\x41\x01", ALL),
		/* It was needed, or it was not: client 20 was the last one. */
		ROW("\x41\x00\x15\x01\x01", ALL),
		ROW("\x41\x00\x14\x01\x01", 2),
		ROW("\x41\x01\x14\x01\x01", ALL),
		ROW("\x40", 0),
		ROW("\x42\x05\x01\x01", 0),
	};

	expect_rows(rows, COUNT_OF(rows));
	begin();
	passed("\x41\x05\x41\x01", 4);
	cr_expect_eq(th.tick, 106);
	cr_expect_eq(report_of_all.tick, 106);
	cr_expect_eq(th.here.tick, 106);
	cr_expect_eq(th.here.records, 10);
	cr_expect_eq(report_of_all.record, 9);
	cr_expect_eq(th.cut_point.off, FROM);
	cr_expect_eq(th.cut_point.records, 9);
	cr_expect_eq(th.cut_point.tick, 100);
	cr_expect(th.in_run && th.after_skip && !th.network_seen);
	cr_expect_eq(th.skips.count, 1);
	cr_expect_eq(th.skips.off, FROM);
	cr_expect_eq(th.skip_row_off, FROM);
	cr_expect_eq(th.skip_row_dt, 5);
	cr_expect_eq(th.skip_dt, 5);
	cr_expect_eq(th.highest_cid_before, 20);
	cr_expect_eq(th.last_cid, -1);
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
	begin();
	th.network_seen = true;
	cr_expect_eq(passed("\x15\x01\x01", 3), 0);
	cr_expect_eq(passed("\x14\x01\x01\x13\x01\x01\x15\x01\x01", 9), 9);
	cr_expect_eq(th.tick, 102);
	cr_expect_eq(th.last_cid, 0x15);
	cr_expect_eq(th.here.records, 12);
	cr_expect_eq(th.cut_point.off, FROM + 9);
	cr_expect(!th.network_seen && !th.in_run && !th.after_skip);
	begin();
	passed(CHANGE, 12);
	cr_expect(th.network_seen);
	cr_expect_eq(th.tick, 100);
}

/* Where it does not begin at all. */
Test(teehistorian_scan, left_to_others)
{
	static const uint8_t three[CUR_STRIDE] = { 0x05, 0x01, 0x01, 0x40 };
	const int64_t late = TEEHISTORIAN_PLAUSIBLE_TICKS;
	struct cursor in = cur_init(three, CUR_STRIDE - 1, 0);

	begin();
	teehistorian_scan(&th, &in);
	cr_expect_eq(cur_tell(&in), 0);
	in = cur_init(three, CUR_STRIDE, 0);
	teehistorian_scan(&th, &in);
	cr_expect_eq(cur_tell(&in), 3);
	begin();
	th.in_run = true;
	cr_expect_eq(passed("\x05\x01\x01", 3), 0);
	begin();
	th.tick = late - INT64_C(64) * 15 - 63;
	cr_expect_eq(passed("\x05\x01\x01\x06\x01\x01", 6), 0);
	th.tick = late - INT64_C(64) * 16;
	cr_expect_eq(passed("\x05\x01\x01\x06\x01\x01", 6), 3);
	begin();
	th.tick = late + 1;
	cr_expect_eq(passed("\x05\x01\x01", 3), 0);
	begin();
	cr_expect_eq(passed("", 0), 0);
	cr_expect_eq(th.here.records, 9);
}
