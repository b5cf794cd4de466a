/* SPDX-License-Identifier: MIT */
/* scanned.c - finds the messages that teehistorian_scan() skips */
#include "tests/scanned.h"

struct teehistorian th;
struct report report_of_all;

static void
all_but(struct teehistorian_client_set *set, int32_t one)
{
	for (int32_t cid = 0; cid < TEEHISTORIAN_MAX_CLIENTS; cid++)
		teehistorian_client_set_put(set, cid, cid != one);
}

void
scanned_begin(void)
{
	memset(&th, 0, sizeof(th));
	report_open(&report_of_all);
	th.report = &report_of_all;
	th.phase = TEEHISTORIAN_IN_MESSAGES;
	th.clock.tick = 100;
	th.clock.last_cid = 20;
	th.here = th.cut_point = (struct mark){ .off = FROM, .records = 9 };
	th.header.version = 2;
	th.header.minor = 23;
	th.header.release = 2001;
	memset(th.header.known_listed, 1, sizeof(th.header.known_listed));
	all_but(&th.clients.alive, DEAD);
	all_but(&th.clients.joined, NEVER_JOINED);
	all_but(&th.clients.input, UNKNOWN_INPUT);
	all_but(&th.clients.played, NEVER_PLAYED);
	all_but(&th.clients.ready, NOT_READY);
	teehistorian_client_set_put(&th.clients.renews, RENEWS, true);
	AT(th.clients.at, PROTOCOL6).protocol6 = true;
}

size_t
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

void
expect_rows(const struct scan_row *rows, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const size_t want = rows[i].length == ALL
					    ? rows[i].size
					    : (size_t)rows[i].length;

		scanned_begin();
		cr_expect_eq(passed(rows[i].bytes, rows[i].size), want,
			     "row %zu", i);
		cr_expect_eq(th.here.off, FROM + want);
		cr_expect_eq(report_of_all.findings, 0);
	}
}
