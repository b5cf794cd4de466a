/* SPDX-License-Identifier: MIT */
/* test_dem.c - Source demos: one command, and what is decided when only some of
   the bytes are there */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "corpus/builder/dem_samples.h"
#include "tests/support.h"
#include "validator/dem/dem.h"

static struct buffer
demo(const char *script)
{
	const struct sample s = { .text = script };
	struct buffer w = { 0 };

	dem_build(&w, &s);
	cr_assert(buffer_ok(&w), "%s", script);
	return w;
}

/* ---------------------------------------------------------------- command */

enum { HORIZON = 1 << 20 };

static struct dem_command
read_all(const uint8_t *bytes, size_t size)
{
	const struct cursor c = cur_init(bytes, size, 1072);

	return dem_read_command(&dem_layouts[DEM_PLAIN], &c, 0);
}

/* Given a dem_stop of four bytes, bit 23 is the sign of its tick; with five bytes
   bit 31 is. */
Test(dem, stop_has_a_sign)
{
	static const uint8_t minus[] = { 7, 0x5b, 0xff, 0xff };
	static const uint8_t plus[] = { 7, 0x5b, 0xff, 0x7f };
	static const uint8_t whole[] = { 7, 0x5b, 0xff, 0xff, 0x00 };
	struct dem_command c = read_all(minus, sizeof(minus));

	cr_expect_eq(c.tick, -165);
	cr_expect_eq(c.error, DEM_ALL_THERE);
	cr_expect_eq(dem_command_end(&c), 1076);
	c = read_all(plus, sizeof(plus));
	cr_expect_eq(c.tick, 0x7fff5b);
	c = read_all(whole, sizeof(whole));
	cr_expect_eq(c.tick, 0xffff5b);
	cr_expect_eq(dem_command_end(&c), 1077);
	c = read_all(whole, 3);
	cr_expect_eq(c.error, DEM_CUT);
	cr_expect_not(c.headed);
}

/* By its length alone; as a command of that id, or of its own if id is 0. */
static bool
is_bad(const uint8_t *bytes, size_t size, unsigned id)
{
	const struct cursor in = cur_init(bytes, size, 0);

	return dem_length_is_bad(&dem_layouts[DEM_PLAIN], &in, id);
}

/* Given each length at the edge of what a command may have, it is one or not. */
Test(dem, lengths_have_edges)
{
	static const struct {
		uint8_t id;
		size_t at;
		int32_t most;
	} cases[] = {
		{ DEM_SIGNON, 89, 288000 }, { DEM_PACKET, 89, 288000 },
		{ DEM_CONSOLE, 5, 1024 },   { DEM_USER, 9, 256 },
		{ DEM_TABLES, 5, 262144 },  { DEM_STRINGS, 5, 1 << 24 },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		uint8_t bytes[93] = { cases[i].id };
		struct dem_command c;

		put_le32(bytes, sizeof(bytes), cases[i].at,
			 (uint32_t)cases[i].most);
		c = read_all(bytes, sizeof(bytes));
		cr_expect_eq(c.error, DEM_CUT, "%zu", i);
		cr_expect_eq(c.head, cases[i].at + 4);
		cr_expect_eq(c.size, (uint32_t)cases[i].most);
		cr_expect_not(is_bad(bytes, sizeof(bytes), 0), "%zu", i);
		put_le32(bytes, sizeof(bytes), cases[i].at,
			 (uint32_t)cases[i].most + 1);
		c = read_all(bytes, sizeof(bytes));
		cr_expect_eq(c.error, DEM_BAD_SIZE, "%zu", i);
		cr_expect(is_bad(bytes, sizeof(bytes), 0), "%zu", i);
		bytes[0] = DEM_SYNC;
		cr_expect_not(is_bad(bytes, sizeof(bytes), 0), "%zu", i);
		cr_expect(is_bad(bytes, sizeof(bytes), cases[i].id), "%zu", i);
		cr_expect_not(is_bad(bytes, sizeof(bytes), DEM_STOP), "%zu", i);
		bytes[0] = cases[i].id;
		put_le32(bytes, sizeof(bytes), cases[i].at, UINT32_MAX);
		c = read_all(bytes, sizeof(bytes));
		cr_expect_eq(c.error, DEM_BAD_SIZE, "%zu", i);
		cr_expect(is_bad(bytes, cases[i].at + 4, 0), "%zu", i);
		cr_expect_not(is_bad(bytes, cases[i].at + 3, 0), "%zu", i);
		c = read_all(bytes, cases[i].at + 3);
		cr_expect_eq(c.error, DEM_CUT, "%zu", i);
		cr_expect_not(c.headed, "%zu", i);
		cr_expect_eq(c.need, 1, "%zu", i);
	}
}

Test(dem, unknown_commands_have_a_name)
{
	char room[16];

	cr_expect_str_eq(dem_name(&dem_layouts[DEM_PLAIN], DEM_STRINGS, room, sizeof(room)),
			 "dem_stringtables");
	cr_expect_str_eq(dem_name(&dem_layouts[DEM_PLAIN], 0, room, sizeof(room)), "command 0");
	cr_expect_str_eq(dem_name(&dem_layouts[DEM_PLAIN], 255, room, sizeof(room)), "command 255");
	cr_expect_eq(dem_head_bytes(&dem_layouts[DEM_PLAIN], 9), 0);
	cr_expect_eq(dem_most_bytes(0), 0);
}

/* Given network protocol 7 or less, or demo protocol 2, dem_stop is added with
   five bytes; in later ones only if its tick needs them. */
Test(dem, stop_is_written_as_engines_do)
{
	static const struct {
		int32_t protocol, network, tick;
		uint32_t bytes;
	} cases[] = {
		{ 2, 14, 100, DEM_STOP_LEAST + 1 },
		{ 3, 7, 100, DEM_STOP_LEAST + 1 },
		{ 3, 8, 100, DEM_STOP_LEAST },
		{ 3, 8, 0x7fffff, DEM_STOP_LEAST },
		{ 3, 8, 0x800000, DEM_STOP_LEAST + 1 },
	};
	static struct dem d;
	uint8_t bytes[DEM_STOP_BYTES];

	d.layout = &dem_layouts[DEM_PLAIN];
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		d.header.protocol = cases[i].protocol;
		d.header.network = cases[i].network;
		cr_expect_eq(dem_stop_as_written(&d, cases[i].tick, bytes),
			     cases[i].bytes, "%zu", i);
	}
}

/* Given an interval, a time is what a float can hold, and no more. */
Test(dem, times_up_to_the_largest_float)
{
	static struct dem d;
	float time = 0;

	d.server.known = true;
	d.server.interval = REAL_MOST;
	cr_expect(dem_time(&d, 1, &time));
	cr_expect_eq(time, REAL_MOST);
	cr_expect(dem_time(&d, -1, &time));
	cr_expect_eq(time, -REAL_MOST);
	cr_expect_not(dem_time(&d, 2, &time));
	cr_expect_not(dem_time(&d, -2, &time));
}

/* ----------------------------------------------------------------- pieces */

/* What a check says, in a few numbers. */
struct said {
	enum dfk_verdict verdict;
	enum dfk_repairable repairable;
	uint64_t errors, warnings, notes, kept, changed, ok_up_to;
};

static struct said
check(const struct buffer *w, size_t piece)
{
	const struct dfk_result *r;
	struct dfk_check *check;
	struct said said;

	memset(&said, 0, sizeof(said));
	cr_assert_eq(dfk_open(NULL, &check), DFK_OK);
	for (size_t at = 0; at < w->size; at += piece) {
		const size_t left = w->size - at;

		cr_assert_eq(dfk_feed(check, w->bytes + at,
				      left < piece ? left : piece),
			     DFK_OK);
	}
	cr_assert_eq(dfk_finish(check), DFK_OK);
	r = dfk_result_of(check);
	said = (struct said){ r->verdict,  r->repairable, r->errors,
			      r->warnings, r->notes,      r->kept,
			      r->changed,  r->ok_up_to };
	dfk_close(check);
	return said;
}

static void
expect_same(const struct buffer *w, const char *what)
{
	static const size_t pieces[] = { 4093, 65536, HORIZON };
	const struct said all = check(w, w->size);

	for (size_t i = 0; i < sizeof(pieces) / sizeof(*pieces); i++) {
		const struct said said = check(w, pieces[i]);

		cr_expect(memcmp(&said, &all, sizeof(all)) == 0,
			  "%s in pieces of %zu", what, pieces[i]);
	}
}

/* Given as many bytes after dem_stop as are looked at for more commands, or a few
   more or less, it is the end. */
Test(dem, horizon_after_the_end)
{
	/* The first of them may be a fifth byte of dem_stop. */
	for (int more = -6; more <= 6; more++) {
		struct buffer w = demo(DEM_WHOLE "stop; ");

		buffer_fill(&w, 0xee, (size_t)(HORIZON + more));
		cr_assert(buffer_ok(&w));
		expect_same(&w, "dem_stop");
		cr_expect_eq(check(&w, w.size).verdict, DFK_VALID, "%d", more);
		buffer_free(&w);
	}
}

/* Given commands that go on at the horizon of a damaged one, the repair is the
   same however the bytes come. */
Test(dem, horizon_after_damage)
{
	for (int more = -300; more <= 300; more += 50) {
		struct buffer w = demo("running; " DEM_WHOLE "raw x63; ");
		struct buffer rest = demo(DEM_WHOLE DEM_REST);

		buffer_fill(&w, 0xee, (size_t)(HORIZON + more));
		buffer_append(&w, rest.bytes + rest.size / 2,
			      rest.size - rest.size / 2);
		cr_assert(buffer_ok(&w));
		expect_same(&w, "damage");
		buffer_free(&rest);
		buffer_free(&w);
	}
}

/* Given string tables that are too long to be held, they are passed; cut, they are
   what the file ends in; with a length that is wrong, it is mended. */
Test(dem, long_string_tables)
{
	static const struct {
		const char *script;
		size_t cut;
		enum dfk_verdict verdict;
		enum dfk_repairable repairable;
	} cases[] = {
		{ "strings size 1500000; " DEM_REST, 0, DFK_TRUNCATED,
		  DFK_REPAIRABLE_LOSSLESS },
		{ "strings size 1500000; " DEM_REST, 900000, DFK_TRUNCATED,
		  DFK_REPAIRABLE_NO },
		{ "length 1500000; strings; " DEM_REST, 0, DFK_DAMAGED,
		  DFK_REPAIRABLE_LOSSY },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		char script[400] = "running; " DEM_SIGNED "sync; ";
		struct buffer w;
		struct said said;

		strcat(script, cases[i].script);
		w = demo(script);
		buffer_cut(&w, w.size - cases[i].cut);
		expect_same(&w, script);
		said = check(&w, w.size);
		cr_expect_eq(said.verdict, cases[i].verdict, "%zu", i);
		cr_expect_eq(said.repairable, cases[i].repairable, "%zu", i);
		buffer_free(&w);
	}
}

/* Given a header without a length, the end of the last command is no dem_stop,
   even if it looks like one and there are as many packets as it says. */
Test(dem, unfinished_has_no_stop_inside)
{
	struct buffer w = demo("running; pov; user u 32 0 u 32 7; ");
	const struct said said = check(&w, w.size);

	cr_expect_eq(buffer_peek(&w, w.size - 4), 7);
	cr_expect_eq(said.verdict, DFK_TRUNCATED);
	cr_expect_eq(said.errors, 1, "no dem_stop");
	buffer_free(&w);
}

/* How many bytes a repair drops, if this rule is an error. */
static uint64_t
dropped(const struct buffer *w, const char *rule)
{
	struct dfk_check *check;
	uint64_t n;

	cr_assert_eq(dfk_open(NULL, &check), DFK_OK);
	if (rule)
		cr_assert_eq(dfk_set_severity(check, rule, DFK_ERROR), DFK_OK);
	cr_assert_eq(dfk_feed(check, w->bytes, w->size), DFK_OK);
	cr_assert_eq(dfk_finish(check), DFK_OK);
	cr_expect_eq(dfk_result_of(check)->repairable, DFK_REPAIRABLE_LOSSY);
	n = dfk_result_of(check)->dropped;
	dfk_close(check);
	return n;
}

/* Given an error without a fix after what is left out, the demo ends before both. */
Test(dem, a_repair_keeps_no_error)
{
	struct buffer w = demo(DEM_WHOLE "raw x00*100; sequence +40; " DEM_REST);

	cr_expect_eq(dropped(&w, NULL), 123);
	cr_expect_gt(dropped(&w, "dem.sequence"), 123);
	buffer_free(&w);
}

/* ----------------------------------------------------------------- memory */

static size_t in_use, peak;

static void *
counted(void *ctx, size_t size)
{
	size_t *at = malloc(size + 16);

	(void)ctx;
	if (!at)
		return NULL;
	*at = size;
	in_use += size;
	peak = in_use > peak ? in_use : peak;
	return at + 2;
}

static void
uncounted(void *ctx, void *ptr)
{
	size_t *at = ptr;

	(void)ctx;
	if (!at)
		return;
	in_use -= at[-2];
	free(at - 2);
}

/* Given 70 MB of packets, of noise, or of tables, a check holds a few MiB at most. */
Test(dem, memory_is_bounded)
{
	static const char *const scripts[] = {
		"running; pov; repeat 400 { packet size 9000; user; } ",
		"running; " DEM_WHOLE "noise 3000000; ",
		"running; " DEM_SIGNED "sync; strings size 3000000; ",
		/* No two packets fit together: all are held. */
		"running; pov; repeat 60 { sequence +2; packet size 60000; } ",
	};
	const struct dfk_options options = { DFK_OPTIONS, .allocator = { counted, uncounted,
							    NULL } };

	for (size_t i = 0; i < sizeof(scripts) / sizeof(*scripts); i++) {
		struct buffer w = demo(scripts[i]);
		struct dfk_check *check;

		peak = in_use = 0;
		cr_assert_eq(dfk_open(&options, &check), DFK_OK);
		for (uint64_t fed = 0; fed < 70000000; fed += w.size)
			for (size_t at = 0; at < w.size; at += 65536) {
				const size_t left = w.size - at;

				cr_assert_eq(
					dfk_feed(check, w.bytes + at,
						 left < 65536 ? left : 65536),
					DFK_OK);
			}
		cr_assert_eq(dfk_finish(check), DFK_OK);
		dfk_close(check);
		cr_expect_eq(in_use, 0);
		cr_expect_leq(peak, 7u << 20, "%s: %zu", scripts[i], peak);
		buffer_free(&w);
	}
}
