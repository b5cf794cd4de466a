/* SPDX-License-Identifier: MIT */
/* test_datafile.c - what no sample shows: maps inside other files, memory that
   runs out, counts at their limits, and what items are called */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "corpus/builder/datafile_script.h"
#include "tests/support.h"
#include "validator/core/memory.h"
#include "validator/datafile/datafile.h"

static struct buffer
full(const char *changes)
{
	const struct sample s = { .text = changes };
	struct buffer w = { 0 };

	datafile_build_full(&w, &s);
	cr_assert(buffer_ok(&w), "%s", changes);
	return w;
}

/* ------------------------------------------------------------- embedded -- */

struct seen {
	size_t findings, records;
	uint64_t offset, end;
	char rule[64];
};

static void
see(void *ctx, const struct dfk_finding *f)
{
	struct seen *seen = ctx;

	seen->findings++;
	seen->offset = f->offset;
	strncpy(seen->rule, f->rule->id, sizeof(seen->rule) - 1);
}

static void
see_record(void *ctx, const void *state, const void *event)
{
	struct seen *seen = ctx;
	struct description d;

	datafile_describe(state, event, &d);
	cr_expect_eq(d.record.offset, seen->end);
	seen->end = d.record.offset + d.record.length;
	seen->records++;
}

/* Checks a map that is at `origin` of another file, in pieces. */
static struct seen
embedded(const struct buffer *w, uint64_t origin, size_t piece)
{
	struct dfk_allocator allocator = { NULL, NULL, NULL };
	const struct limits limits = limits_default();
	struct seen seen = { .end = origin };
	struct report report;
	struct datafile df;

	cr_assert(memory_pick(&allocator));
	report_open(&report);
	report.emit = see;
	report.ctx = &seen;
	datafile_open(&df, &report, &limits, (struct tap){ see_record, &seen },
		      &allocator);
	report_enter(
		&report,
		&(struct part){ .name = "map", .off = origin, .len = w->size });
	for (size_t at = 0; at < w->size; at += piece) {
		const size_t n = w->size - at < piece ? w->size - at : piece;
		struct cursor in = cur_init(w->bytes + at, n, origin + at);

		cr_expect_eq(datafile_step(&df, &in, false), PULL_MORE);
		cr_expect_eq(cur_left(&in), 0);
	}
	datafile_close(&df, w->size);
	datafile_release(&df);
	return seen;
}

/* Given a map at an offset of another file, findings and records count from
   that file's start. */
Test(datafile, embedded)
{
	struct buffer w = full("layer0[7]=256");

	for (size_t piece = 1; piece < 4000; piece = piece * 3 + 1) {
		const struct seen seen = embedded(&w, 1000, piece);

		cr_expect_eq(seen.findings, 1);
		cr_expect_str_eq(seen.rule, "map.tiles_color");
		cr_expect_eq(seen.offset, 1000 + 832);
		cr_expect_eq(seen.end, 1000 + w.size);
		cr_expect_gt(seen.records, 40);
	}
	buffer_free(&w);
}

/* --------------------------------------------------------------- memory -- */

/* Given the n-th allocation that fails, there is no verdict, whatever n is. */
Test(datafile, no_memory)
{
	struct buffer w = full("");
	size_t n = 0;
	enum dfk_status status;

	do {
		struct starving starving = { n++, 0 };
		const struct dfk_options options = {
			DFK_OPTIONS,
			.allocator = { starving_get, starving_put, &starving },
		};
		struct dfk_check *check = NULL;

		status = dfk_open(&options, &check);
		if (status == DFK_OK)
			status = dfk_feed(check, w.bytes, w.size / 2);
		cr_expect_eq(status != DFK_OK, starving.refused, "told later");
		if (status == DFK_OK)
			status = dfk_feed(check, w.bytes + w.size / 2,
					  w.size - w.size / 2);
		if (status == DFK_OK)
			status = dfk_finish(check);
		if (status != DFK_OK) {
			cr_expect_eq(status, DFK_NO_MEMORY);
			cr_expect(!check || !dfk_result_of(check));
			cr_expect(!check || dfk_finish(check) == status);
		}
		dfk_close(check);
	} while (status != DFK_OK);
	cr_expect_gt(n, 6);
	buffer_free(&w);
}

/* ---------------------------------------------------------------- fixes -- */

/* Applies fixes of an int, or of the half of one that is an id. */
static void
mend(void *ctx, const struct fix *fix)
{
	struct buffer *w = ctx;

	cr_assert_eq(fix->kind, FIX_REPLACE);
	cr_assert(!fix->lossy);
	cr_assert(fix->del == 2 || fix->del == 4);
	cr_assert_eq(fix->ins.len, fix->del);
	cr_assert_leq(fix->off + fix->del, w->size);
	memcpy(w->bytes + fix->off, fix->ins.ptr, fix->ins.len);
}

static uint64_t
errors_of(const struct buffer *w, struct buffer *mended)
{
	struct dfk_allocator allocator = { NULL, NULL, NULL };
	const struct limits limits = limits_default();
	struct cursor in = cur_init(w->bytes, w->size, 0);
	struct report report;
	struct datafile df;

	cr_assert(memory_pick(&allocator));
	report_open(&report);
	report.mender.mend = mended ? mend : NULL;
	report.mender.ctx = mended;
	datafile_open(&df, &report, &limits, (struct tap){ .event = NULL },
		      &allocator);
	cr_expect_eq(datafile_step(&df, &in, false), PULL_MORE);
	datafile_close(&df, w->size);
	datafile_release(&df);
	return report.errors;
}

/* Given envelopes of one id, the fixes of the findings give them ids of their
   own, and nothing else changes. */
Test(datafile, envelopes_get_ids_of_their_own)
{
	static const struct {
		const char *bad, *good;
	} cases[] = {
		{ "envelope1.id=0", "" },
		{ "+envelope0 envelope1.id=0 envelope2.id=1",
		  "+envelope0 envelope1.id=9 envelope2.id=1 envelope9.id=2" },
		{ "+envelope0 envelope1.id=0 envelope2.id=0", "+envelope0" },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct buffer bad = full(cases[i].bad);
		struct buffer mended = full(cases[i].bad);
		struct buffer good = full(cases[i].good);

		cr_expect_gt(errors_of(&bad, &mended), 0);
		cr_expect_eq(errors_of(&mended, NULL), 0);
		cr_expect_eq(mended.size, good.size);
		cr_expect_eq(memcmp(mended.bytes, good.bytes, good.size), 0,
			     "%s", cases[i].bad);
		buffer_free(&bad);
		buffer_free(&mended);
		buffer_free(&good);
	}
}

/* --------------------------------------------------------------- repair -- */

static struct bytes
repaired(const struct buffer *w, bool fix_warnings)
{
	const struct dfk_options options = { DFK_OPTIONS,
					     .fix_warnings = fix_warnings };
	struct bytes out = { 0, NULL };
	struct dfk_repair *repair;
	struct dfk_check *check;

	cr_assert_eq(dfk_open(&options, &check), DFK_OK);
	cr_assert_eq(dfk_feed(check, w->bytes, w->size), DFK_OK);
	cr_assert_eq(dfk_finish(check), DFK_OK);
	cr_assert_eq(dfk_repair_open(check, collect, &out, &repair), DFK_OK);
	cr_assert_eq(dfk_repair_feed(repair, w->bytes, w->size), DFK_OK);
	cr_assert_eq(dfk_repair_finish(repair), DFK_OK);
	dfk_repair_close(repair);
	dfk_close(check);
	return out;
}

static void
expect_repair(const char *changes, const char *want, bool fix_warnings)
{
	struct buffer w = full(changes), good = full(want);
	struct bytes out = repaired(&w, fix_warnings);

	cr_expect_eq(out.n, good.size, "%s", changes);
	cr_expect_eq(memcmp(out.at, good.bytes, good.size), 0, "%s", changes);
	free(out.at);
	buffer_free(&good);
	buffer_free(&w);
}

/* What old editors wrote stays, unless it is asked for. */
Test(datafile, header_fields_are_repaired)
{
	static const char crude[] = "@8=+-96 @12=+-96";

	expect_repair("@8=5", "", false);
	expect_repair("@12=0", "", false);
	expect_repair("@8=5 @12=7", "", false);
	expect_repair("pad=9", "", false);
	expect_repair(crude, crude, false);
	expect_repair(crude, "", true);
	expect_repair("pad=9 @8=+-96 @12=+-96", crude, false);
	/* Where one field is of an old editor, the other one was, too. */
	expect_repair("@8=5 @12=+-96", crude, false);
	expect_repair("@8=+-96 @12=7", crude, false);
	expect_repair("@8=5 @12=+-96", "", true);
}

/* ---------------------------------------------------------------- names -- */

struct names {
	char text[4000];
};

static void
see_names(void *ctx, const struct dfk_record *r)
{
	struct names *names = ctx;

	strcat(names->text, r->name);
	for (size_t i = 0; i < r->n_fields && i < 40; i++) {
		strcat(names->text, " ");
		strcat(names->text, r->fields[i].name);
	}
	strcat(names->text, "\n");
}

/* Given each kind of record, its fields have the names of the format. */
Test(datafile, records_are_described)
{
	static const char *const want[] = {
		"header version size swaplen num_item_types num_items num_data "
		"item_size data_size\n",
		"item_types bytes\n",
		"\nversion item_type item_id version\n",
		"\nimage item_type item_id version width height external name "
		"data\n",
		"\ntile_layer item_type item_id unused type flags version "
		"width height "
		"tile_flags red green blue alpha color_envelope "
		"color_envelope_offset image data name_0 name_1 name_2 tele\n",
		"\nquad_layer item_type item_id unused type flags version "
		"num_quads data "
		"image name_0 name_1 name_2\n",
		"\nitem item_type item_id int_0 int_1 int_2 int_3 int_4 "
		"int_5\n",
		"\ndata index stored size item\n",
	};
	struct names names = { "" };
	const struct dfk_options options = { DFK_OPTIONS,
					     .on_record = see_names,
					     .ctx = &names };
	struct buffer w = full("-layer8 -layer6 -layer5 -layer4 -layer3");
	struct dfk_check *check;

	cr_assert_eq(dfk_open(&options, &check), DFK_OK);
	cr_assert_eq(dfk_feed(check, w.bytes, w.size), DFK_OK);
	cr_assert_eq(dfk_finish(check), DFK_OK);
	for (size_t i = 0; i < sizeof(want) / sizeof(*want); i++)
		cr_expect_not_null(strstr(names.text, want[i]), "%s in %s",
				   want[i], names.text);
	dfk_close(check);
	buffer_free(&w);
}

static struct dfk_check *
checked(const char *changes)
{
	struct buffer w = full(changes);
	struct dfk_check *check;

	cr_assert_eq(dfk_open(NULL, &check), DFK_OK);
	cr_assert_eq(dfk_feed(check, w.bytes, w.size), DFK_OK);
	cr_assert_eq(dfk_finish(check), DFK_OK);
	buffer_free(&w);
	return check;
}

/* Each fact has its kind: a program that reads reports depends on it. */
Test(datafile, kinds_of_facts)
{
	static const struct {
		const char *name;
		enum dfk_fact_kind kind;
	} rows[] = {
		{ "records", DFK_FACT_INT },
		{ "last_tick", DFK_FACT_INT },
		{ "items", DFK_FACT_INT },
		{ "data", DFK_FACT_INT },
		{ "crc", DFK_FACT_TEXT },
		{ "sha256", DFK_FACT_TEXT },
		{ "decoded_data", DFK_FACT_INT },
		{ "prerelease", DFK_FACT_BOOL },
		{ "images", DFK_FACT_INT },
	};
	struct dfk_check *check = checked("");
	struct dfk_fact fact;

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		cr_assert(dfk_fact_at(check, i, &fact));
		cr_expect_str_eq(fact.name, rows[i].name);
		cr_expect_eq(fact.kind, rows[i].kind, "%s", fact.name);
	}
	dfk_close(check);
}

/* What the map is made of is not known of a file that is not read as one. */
Test(datafile, facts_of_what_is_no_map)
{
	static const struct {
		const char *changes;
		enum dfk_fact_kind images;
	} rows[] = {
		{ "", DFK_FACT_INT },
		{ "-version0", DFK_FACT_TEXT },
		{ "@types+4=7", DFK_FACT_TEXT },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct dfk_check *check = checked(rows[i].changes);
		struct dfk_fact fact;

		cr_assert(dfk_fact_at(check, 8, &fact));
		cr_expect_str_eq(fact.name, "images");
		cr_expect_eq(fact.kind, rows[i].images, "%s", rows[i].changes);
		dfk_close(check);
	}
}
