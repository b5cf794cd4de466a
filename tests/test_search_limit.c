/* SPDX-License-Identifier: MIT */
/* test_search_limit.c - damaged demos, and the limit of what is tried */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "corpus/builder/dem_script.h"
#include "corpus/builder/samples.h"
#include "corpus/tool/recycle.h"
#include "tests/demos.h"
#include "tests/support.h"

static const char rule[] = "limit.search_bytes";

/* More than any sample has tried. */
enum { ENOUGH = 1 << 22 };

struct outcome {
	enum dfk_verdict verdict;
	bool hit;
	uint64_t errors, ok_up_to, kept, changed;
};

static struct outcome
outcome(const char *format, const struct buffer *w, uint64_t limit)
{
	const struct dfk_options options = { DFK_OPTIONS, .as = format,
					     .allocator = recycle_allocator };
	struct outcome is;
	struct dfk_check *check;
	const struct dfk_result *result;

	memset(&is, 0, sizeof(is));
	cr_assert_eq(dfk_open(&options, &check), DFK_OK);
	cr_assert_eq(dfk_set_limit(check, "search_bytes", limit), DFK_OK);
	cr_assert_eq(dfk_feed(check, w->bytes, w->size), DFK_OK);
	cr_assert_eq(dfk_finish(check), DFK_OK);
	result = dfk_result_of(check);
	is.verdict = result->verdict;
	is.hit = dfk_rule_hits(check, dfk_rule_find(rule)) != 0;
	is.errors = result->errors;
	is.ok_up_to = result->ok_up_to;
	is.kept = result->kept;
	is.changed = result->changed;
	dfk_close(check);
	return is;
}

/* The least limit at which it is not hit. */
static uint64_t
least(const char *format, const struct buffer *w)
{
	uint64_t low = 1, high = ENOUGH;

	while (low < high) {
		const uint64_t middle = low + (high - low) / 2;

		if (outcome(format, w, middle).hit)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* One byte less than is needed, and a few that are far from it: undecided, and
   never damaged or valid. */
static void
try_less(const char *format, const char *path, const struct buffer *w,
	 uint64_t enough)
{
	enum { STEPS = 24 };
	uint64_t last = enough;

	for (unsigned step = 0; step < STEPS; step++) {
		const uint64_t limit = (enough - 1) * (STEPS - step) / STEPS;

		if (limit == 0 || limit == last)
			continue;
		last = limit;
		cr_expect_eq(outcome(format, w, limit).verdict, DFK_UNDECIDED,
			     "%s with %llu of %llu", path,
			     (unsigned long long)limit,
			     (unsigned long long)enough);
	}
}

static bool
try_limits(const char *format, const char *path, const struct buffer *w)
{
	const struct outcome free = outcome(format, w, ENOUGH);
	const uint64_t enough = least(format, w);
	struct outcome at;

	if (enough == 1 || free.verdict == DFK_UNDECIDED)
		return false;
	at = outcome(format, w, enough);
	cr_expect(memcmp(&at, &free, sizeof(at)) == 0, "%s", path);
	try_less(format, path, w, enough);
	return true;
}

/* How many samples of a format have something to try? */
static unsigned
try_samples(const char *format)
{
	const size_t length = strlen(format);
	unsigned tried = 0;

	for (size_t n = 0; samples_at(n); n++) {
		const char *path = samples_at(n)->path;
		struct buffer w;

		if (strncmp(path, format, length) != 0 || path[length] != '/' ||
		    strstr(path, ".gz") || strstr(path, "/security/") ||
		    strstr(path, "/limit."))
			continue;
		w = built(path);
		tried += try_limits(format, path, &w);
		buffer_free(&w);
	}
	return tried;
}

/* Given any damaged demo, a limit of what is tried that is too low makes it
   undecided; one that is not hit changes nothing. */
Test(search_limit, never_decides)
{
	/* The end of a map is the only thing that is tried in demos. */
	cr_expect_gt(try_samples("twdemo"), 5);
	cr_expect_gt(try_samples("dem"), 100);
}

/* What a search over so many zeros in a Source demo needs. */
static uint64_t
least_over(const char *script)
{
	const struct sample s = { .text = script };
	struct buffer w = { 0 };
	uint64_t n;

	dem_build(&w, &s);
	cr_assert(buffer_ok(&w));
	n = least("dem", &w);
	buffer_free(&w);
	return n;
}

/* Bytes that begin no command are passed: 8 of them count as one.  Here
   they are searched three times: for commands inside them, for the length of the
   packet before, and for where it goes on. */
Test(search_limit, bytes_that_are_passed)
{
	static const char few[] = "pov; repeat 4 { packet; } raw x00*800; "
				  "repeat 4 { packet; } ";
	static const char more[] = "pov; repeat 4 { packet; } raw x00*1600; "
				   "repeat 4 { packet; } ";

	cr_expect_eq(least_over(more) - least_over(few), 3 * 100);
}

struct told {
	uint64_t limit_at;
	char length[80]; /* that is proven, if one is */
};

static void
take_finding(void *ctx, const struct dfk_finding *f)
{
	struct told *told = ctx;

	if (strcmp(f->rule->id, rule) == 0)
		told->limit_at = f->offset;
	if (strcmp(f->rule->id, "dem.command_size") == 0)
		snprintf(told->length, sizeof(told->length), "%s", f->expected);
}

static struct told
told_at(const struct buffer *w, uint64_t limit)
{
	struct told told = { .limit_at = 0 };
	const struct dfk_options options = { DFK_OPTIONS,
					     .on_finding = take_finding,
					     .ctx = &told };
	struct dfk_check *check;

	cr_assert_eq(dfk_open(&options, &check), DFK_OK);
	cr_assert_eq(dfk_set_limit(check, "search_bytes", limit), DFK_OK);
	cr_assert_eq(dfk_feed(check, w->bytes, w->size), DFK_OK);
	cr_assert_eq(dfk_finish(check), DFK_OK);
	dfk_close(check);
	return told;
}

/* Given a limit that is reached anywhere, also among bytes that are passed, no
   length is proven by that. */
Test(search_limit, proves_no_length)
{
	const struct sample s = { .text = "pov; repeat 4 { packet; } "
					  "raw x00*100; "
					  "repeat 4 { packet; } " };
	struct buffer w = { 0 };
	uint64_t enough;

	dem_build(&w, &s);
	cr_assert(buffer_ok(&w));
	enough = least("dem", &w);
	for (uint64_t limit = 1; limit <= enough; limit++) {
		const struct told told = told_at(&w, limit);

		cr_expect(!told.length[0] ||
				  strncmp(told.length, "109 bytes, ", 11) == 0,
			  "%llu: %s", (unsigned long long)limit, told.length);
	}
	cr_expect_neq(told_at(&w, enough).length[0], '\0');
	buffer_free(&w);
}

/* The limit is reached where commands cannot be read; or, once nothing mends
   that, where the search for others begins: at the last one before. */
Test(search_limit, is_reached_where_the_search_began)
{
	const struct sample s = { .text = "pov; repeat 3 { packet; } here; "
					  "packet; raw x00*100; "
					  "raw x02*200; sequence +3; "
					  "repeat 4 { packet; } " };
	struct buffer w = { 0 };
	uint64_t enough, searches = 0;

	dem_build(&w, &s);
	cr_assert(buffer_ok(&w));
	cr_assert_eq(w.n_marks, 1);
	enough = least("dem", &w);
	for (uint64_t limit = 1; limit < enough; limit++)
		searches += told_at(&w, limit).limit_at == w.marks[0].offset;
	cr_expect_gt(searches, 100);
	buffer_free(&w);
}
