/* SPDX-License-Identifier: MIT */
/*
 * test_dem_strip.c - a Source demo of a server that died comes back as it was
 *
 * What the engine writes at the end is taken from demos that are whole: dem_stop,
 * and the time, ticks, frames and signon length of the header.
 */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "corpus/builder/samples.h"
#include "tests/demos.h"
#include "tests/support.h"
#include "validator/core/span.h"

enum { AT_NUMBERS = 1056, NUMBERS = 16 };

struct last {
	uint64_t stop, end;
	bool stopped;
};

static void
see(void *ctx, const struct dfk_record *r)
{
	struct last *last = ctx;

	last->end = r->offset + r->length;
	last->stopped = strcmp(r->name, "dem_stop") == 0;
	if (last->stopped)
		last->stop = r->offset;
}

/* Checks all of it; the check is to be closed. */
static struct dfk_check *
checked(const unsigned char *bytes, uint64_t size, struct last *last)
{
	const struct dfk_options options = { DFK_OPTIONS, .as = "dem",
					     .on_record = see, .ctx = last };
	struct dfk_check *check;

	memset(last, 0, sizeof(*last));
	cr_assert_eq(dfk_open(&options, &check), DFK_OK);
	cr_assert_eq(dfk_feed(check, bytes, size), DFK_OK);
	cr_assert_eq(dfk_finish(check), DFK_OK);
	return check;
}

/* Is it as the engine ends it?  Tools write dem_stop with a fifth byte; what
   follows it is lost with it; and SourceTV may stop some ticks after the last
   packet, which nothing tells. */
static bool
ends_plainly(const char *path, const struct buffer *w, uint64_t *stop)
{
	static const char *const others[] = {
		"dem/good/stv.dem",
		"dem/good/stv-14.dem",
		"dem/good/snapshot-interval.dem",
		"dem/good/stop-5.dem",
		"dem/good/stop-5-level-end.dem",
	};
	struct last last;
	struct dfk_check *check = checked(w->bytes, w->size, &last);
	const bool valid = dfk_result_of(check)->verdict == DFK_VALID;

	dfk_close(check);
	*stop = last.stop;
	for (size_t i = 0; i < COUNT_OF(others); i++)
		if (strcmp(path, AT(others, i)) == 0)
			return false;
	return valid && last.stopped && last.end == w->size;
}

static void
expect_restored(const char *path, const struct buffer *w, uint64_t stop)
{
	struct bytes cut = { 0, NULL }, out = { 0, NULL };
	struct dfk_repair *repair;
	struct dfk_check *check;
	struct last last;

	put(&cut, w->bytes, stop);
	memset(cut.at + AT_NUMBERS, 0, NUMBERS);
	check = checked(cut.at, cut.n, &last);
	cr_expect_neq(dfk_result_of(check)->verdict, DFK_VALID, "%s", path);
	cr_assert_eq(dfk_repair_open(check, collect, &out, &repair), DFK_OK);
	cr_assert_eq(dfk_repair_feed(repair, cut.at, cut.n), DFK_OK);
	cr_assert_eq(dfk_repair_finish(repair), DFK_OK);
	dfk_repair_close(repair);
	dfk_close(check);
	cr_assert_eq(out.n, w->size, "%s: %zu bytes", path, out.n);
	cr_expect_eq(memcmp(out.at, w->bytes, out.n), 0, "%s", path);
	free(out.at);
	free(cut.at);
}

Test(dem_strip, comes_back_byte_for_byte)
{
	static const char folder[] = "dem/good/";
	unsigned tried = 0;

	for (size_t n = 0; samples_at(n); n++) {
		const char *path = samples_at(n)->path;
		struct buffer w;
		uint64_t stop;

		if (strncmp(path, folder, strlen(folder)) != 0 ||
		    strstr(path, ".gz"))
			continue;
		w = built(path);
		if (ends_plainly(path, &w, &stop)) {
			expect_restored(path, &w, stop);
			tried++;
		}
		buffer_free(&w);
	}
	cr_expect_geq(tried, 37);
}
