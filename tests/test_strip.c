/* SPDX-License-Identifier: MIT */
/* test_strip.c - the picture of a file: its cells cover the file, at any size */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "include/demofsck_strip.h"
#include "tests/stored.h"
#include "tests/support.h"

enum { MOST_CELLS = 4096 };

/* A check and its strip. */
struct drawing {
	struct dfk_check *check;
	struct dfk_strip *strip;
};

static void
draw_record(void *ctx, const struct dfk_record *record)
{
	const struct drawing *drawing = ctx;

	dfk_strip_record(drawing->strip, drawing->check, record);
}

static void
start_drawing(struct drawing *drawing)
{
	const struct dfk_options options = { DFK_OPTIONS,
					     .on_record = draw_record,
					     .ctx = drawing };

	cr_assert_eq(dfk_strip_open(NULL, &drawing->strip), DFK_OK);
	cr_assert_eq(dfk_open(&options, &drawing->check), DFK_OK);
}

static void
draw(struct drawing *drawing, const struct bytes *b, size_t piece)
{
	start_drawing(drawing);
	feed_in(drawing->check, b, piece);
	cr_assert_eq(dfk_strip_finish(drawing->strip, drawing->check), DFK_OK);
}

static void
end_drawing(struct drawing *drawing)
{
	dfk_close(drawing->check);
	dfk_strip_close(drawing->strip);
}

/* What the cells and the added bytes come to. */
struct total {
	size_t n;
	uint64_t end, added_end, added;
	uint64_t of_fate[DFK_STRIP_DROPPED + 1];
	uint64_t of_kind[DFK_STRIP_UNREAD + 1];
	struct dfk_strip_cell last;
	bool good;
};

static bool
add_cell(void *ctx, const struct dfk_strip_cell *cell)
{
	struct total *total = ctx;

	total->good &= cell->offset == total->end && cell->length > 0 &&
		       (total->n == 0 || cell->kind != total->last.kind ||
			cell->fate != total->last.fate);
	total->n++;
	total->end += cell->length;
	total->of_fate[cell->fate] += cell->length;
	total->of_kind[cell->kind] += cell->length;
	total->last = *cell;
	return true;
}

static bool
add_added(void *ctx, const struct dfk_strip_added *added)
{
	struct total *total = ctx;

	total->good &= added->offset >= total->added_end && added->length > 0;
	total->added_end = added->offset;
	total->added += added->length;
	return true;
}

static struct total
total_of(const struct dfk_strip *strip)
{
	struct total total = { .good = true };

	cr_expect(dfk_strip_each_cell(strip, add_cell, &total));
	cr_expect(dfk_strip_each_added(strip, add_added, &total));
	return total;
}

static struct bytes
json_of(const struct dfk_strip *strip)
{
	struct bytes text = { 0, NULL };

	cr_assert_eq(dfk_strip_json(strip, collect, &text), DFK_OK);
	put(&text, "", 1);
	return text;
}

/* ------------------------------------------------------------- the corpus */

/* The formats with kinds for all their records have no cell of another kind. */
static bool
has_only_kinds(const struct dfk_result *result, const struct total *total)
{
	return !result->format || strcmp(result->format, "snapshot") == 0 ||
	       strcmp(result->format, "snapshot-delta") == 0 ||
	       strcmp(result->format, "twdemo") == 0 ||
	       total->of_kind[DFK_STRIP_OTHER] == 0;
}

static void
expect_sample(const struct drawing *drawing, const char *path)
{
	const struct dfk_result *result = dfk_result_of(drawing->check);
	const struct total total = total_of(drawing->strip);
	struct bytes text = json_of(drawing->strip);

	cr_expect(total.good, "%s", path);
	cr_expect_leq(total.n, MOST_CELLS, "%s", path);
	cr_expect_eq(total.end, result->decoded_size, "%s", path);
	cr_expect(has_only_kinds(result, &total), "%s", path);
	cr_expect_eq(count_of(&text, "\"kind\":"), total.n, "%s", path);
	if (result->repairable == DFK_REPAIRABLE_NO) {
		cr_expect_eq(total.of_fate[DFK_STRIP_KEPT], total.end, "%s",
			     path);
		cr_expect_eq(total.added, 0, "%s", path);
	} else {
		cr_expect_geq(total.of_fate[DFK_STRIP_DROPPED], result->dropped,
			      "%s", path);
		cr_expect_leq(total.of_fate[DFK_STRIP_KEPT], result->kept, "%s",
			      path);
		cr_expect_eq(total.added, result->added, "%s", path);
	}
	/* A cell is one byte wide. */
	if (result->decoded_size <= MOST_CELLS &&
	    result->repairable != DFK_REPAIRABLE_NO) {
		cr_expect_eq(total.of_fate[DFK_STRIP_DROPPED], result->dropped,
			     "%s", path);
		cr_expect_eq(total.of_fate[DFK_STRIP_CHANGED], result->changed,
			     "%s", path);
	}
	free(text.at);
}

/* The cells cover each sample once, and show the repair that the result counts. */
Test(strip, cells_cover_each_sample)
{
	struct manifest m = stored_manifest();
	struct manifest_row row;
	size_t n = 0;

	for (; manifest_next(&m, &row); n++) {
		struct buffer bytes = stored_file(row.column[MANIFEST_PATH]);
		const struct bytes b = { bytes.size, bytes.bytes };
		struct drawing drawing;

		draw(&drawing, &b, b.n > 0 ? b.n : 1);
		expect_sample(&drawing, row.column[MANIFEST_PATH]);
		end_drawing(&drawing);
		buffer_free(&bytes);
	}
	cr_expect_gt(n, 100);
	stored_manifest_close(&m);
}

/* The size of the pieces of the input changes nothing. */
Test(strip, pieces_change_nothing)
{
	struct buffer bytes = stored_file("twdemo/crash/page.demo");
	const struct bytes b = { bytes.size, bytes.bytes };
	struct drawing whole, pieces;
	struct bytes one, other;

	draw(&whole, &b, b.n);
	draw(&pieces, &b, 7);
	one = json_of(whole.strip);
	other = json_of(pieces.strip);
	cr_expect_str_eq((char *)one.at, (char *)other.at);
	free(one.at);
	free(other.at);
	end_drawing(&whole);
	end_drawing(&pieces);
	buffer_free(&bytes);
}

/* --------------------------------------------------------------- one file */

/* Given a recording without its end, the repair adds one byte at the end. */
Test(strip, the_json_of_a_recording)
{
	const struct bytes b = recording();
	struct drawing drawing;
	struct bytes text;
	char head[128], tail[256];

	draw(&drawing, &b, 1);
	text = json_of(drawing.strip);
	snprintf(head, sizeof(head),
		 "{\"space\":\"file\",\"size\":%zu,\"cells\":[{\"offset\":0,",
		 b.n);
	snprintf(tail, sizeof(tail),
		 "],\"added\":[{\"offset\":%zu,\"length\":1}],\"seconds\":",
		 b.n);
	cr_expect_eq(strncmp((char *)text.at, head, strlen(head)), 0, "%s",
		     (char *)text.at);
	cr_expect(strstr((char *)text.at, tail), "%s", (char *)text.at);
	cr_expect(strstr((char *)text.at,
			 "\"kind\":\"header\",\"fate\":\"kept\",\"tick\":"));
	cr_expect(strstr((char *)text.at, "\"kind\":\"message\""));
	free(text.at);
	end_drawing(&drawing);
	free(b.at);
}

/* A file of no known format has bytes, and no record. */
Test(strip, unknown_bytes_are_unread)
{
	unsigned char zeros[9000] = { 0 };
	const struct bytes b = { sizeof(zeros), zeros };
	struct drawing drawing;
	struct bytes text;

	draw(&drawing, &b, 100);
	text = json_of(drawing.strip);
	cr_expect_str_eq(
		(char *)text.at,
		"{\"space\":\"file\",\"size\":9000,\"cells\":[{\"offset\":0,"
		"\"length\":9000,\"kind\":\"unread\",\"fate\":\"kept\","
		"\"tick\":-1}],\"added\":[],\"seconds\":null}");
	free(text.at);
	end_drawing(&drawing);
}

Test(strip, an_empty_file_has_no_cell)
{
	const struct bytes b = { 0, NULL };
	struct drawing drawing;
	struct bytes text;

	draw(&drawing, &b, 1);
	text = json_of(drawing.strip);
	cr_expect_str_eq((char *)text.at,
			 "{\"space\":\"file\",\"size\":0,\"cells\":[],"
			 "\"added\":[],\"seconds\":null}");
	free(text.at);
	end_drawing(&drawing);
}

/* ------------------------------------------------------------------ width */

/* Adds a record that no file has. */
static void
add_record(const struct drawing *drawing, const char *name, uint64_t offset,
	   uint64_t length, int64_t tick)
{
	const struct dfk_record record = {
		.offset = offset, .length = length, .tick = tick, .name = name
	};

	dfk_strip_record(drawing->strip, drawing->check, &record);
}

/* Starts a teehistorian file of this size, whose bytes after its header are in no
   record. */
static void
start_sized(struct drawing *drawing, size_t size)
{
	struct bytes b = recording_with("");
	const struct dfk_options options = { DFK_OPTIONS,
					     .as = "teehistorian" };

	put_times(&b, "\x40", 1, size - b.n);
	cr_assert_eq(dfk_strip_open(NULL, &drawing->strip), DFK_OK);
	cr_assert_eq(dfk_open(&options, &drawing->check), DFK_OK);
	feed_in(drawing->check, &b, b.n);
	free(b.at);
}

static bool
keep_cell(void *ctx, const struct dfk_strip_cell *cell)
{
	struct dfk_strip_cell **next = ctx;

	*(*next)++ = *cell;
	return true;
}

/* Given records that end in the middle of a cell, most of its bytes decide its kind. */
Test(strip, width_doubles)
{
	enum { SIZE = 3 * MOST_CELLS };
	struct dfk_strip_cell cells[MOST_CELLS], *end = cells;
	struct drawing drawing;

	/* Cells of 4 bytes: 1000 to 1003 has 3 bytes of messages. */
	start_sized(&drawing, SIZE);
	add_record(&drawing, "HEADER", 0, 1001, -1);
	add_record(&drawing, "JOIN", 1001, 2000, 7);
	add_record(&drawing, "FINISH", 3001, SIZE - 3001, 9);
	cr_assert_eq(dfk_strip_finish(drawing.strip, drawing.check), DFK_OK);
	cr_expect(dfk_strip_each_cell(drawing.strip, keep_cell, &end));
	cr_expect_eq(cells[0].kind, DFK_STRIP_HEADER);
	cr_expect_eq(cells[0].offset, 0);
	cr_expect_eq(cells[0].length, 1000);
	cr_expect_eq(cells[0].tick, -1);
	cr_expect_eq(cells[1].kind, DFK_STRIP_MESSAGE);
	cr_expect_eq(cells[1].length, 2000);
	cr_expect_eq(cells[1].tick, 7);
	cr_expect_eq(cells[2].kind, DFK_STRIP_END);
	cr_expect_eq(cells[2].tick, 9);
	end_drawing(&drawing);
}

/* Of short records no cell is wider than its share of the file. */
Test(strip, alternating_records_fill_the_cells)
{
	enum { SIZE = 2 * MOST_CELLS };
	struct drawing drawing;
	struct total total;

	start_sized(&drawing, SIZE);
	for (uint64_t at = 0; at < SIZE; at += 2)
		add_record(&drawing, at % 4 == 0 ? "JOIN" : "PLAYER_DIFF", at,
			   2, (int64_t)at);
	cr_assert_eq(dfk_strip_finish(drawing.strip, drawing.check), DFK_OK);
	total = total_of(drawing.strip);
	cr_expect(total.good);
	cr_expect_geq(total.n, MOST_CELLS / 2);
	cr_expect_leq(total.n, MOST_CELLS);
	cr_expect_eq(total.end, SIZE);
	end_drawing(&drawing);
}

/* One byte without a record is visible. */
Test(strip, one_unread_byte_is_visible)
{
	enum { SIZE = 100 * MOST_CELLS };
	struct drawing drawing;
	struct total total;

	start_sized(&drawing, SIZE);
	add_record(&drawing, "JOIN", 0, 70000, 0);
	add_record(&drawing, "JOIN", 70001, SIZE - 70001, 0);
	cr_assert_eq(dfk_strip_finish(drawing.strip, drawing.check), DFK_OK);
	total = total_of(drawing.strip);
	cr_expect_eq(total.of_kind[DFK_STRIP_UNREAD], 128);
	end_drawing(&drawing);
}

/* Given records that no file can have, nothing is read or written elsewhere. */
Test(strip, impossible_records)
{
	struct drawing drawing;
	struct total total;

	start_sized(&drawing, 1000);
	add_record(&drawing, "JOIN", 0, 0, INT64_MIN);
	add_record(&drawing, "JOIN", UINT64_MAX, UINT64_MAX, INT64_MAX);
	add_record(&drawing, "JOIN", 0, UINT64_MAX, 1);
	add_record(&drawing, "", UINT64_MAX - 5, 0, 1);
	add_record(&drawing, "HEADER", 5, 5, 1);
	cr_assert_eq(dfk_strip_finish(drawing.strip, drawing.check), DFK_OK);
	total = total_of(drawing.strip);
	cr_expect(total.good);
	cr_expect_eq(total.end, 1000);
	cr_expect_eq(total.n, 1);
	end_drawing(&drawing);
}

/* -------------------------------------------------------- seconds, misuse */

Test(strip, seconds_of_a_demo)
{
	struct buffer bytes = stored_file("twdemo/crash/page.demo");
	const struct bytes b = { bytes.size, bytes.bytes };
	struct drawing drawing;
	double first = -1, last = -1, seconds;

	draw(&drawing, &b, b.n);
	for (uint64_t at = 0; at < b.n; at++) {
		if (!dfk_strip_seconds(drawing.strip, at, &seconds))
			continue;
		if (first < 0)
			first = seconds;
		cr_expect_geq(seconds, last);
		last = seconds;
	}
	cr_expect_eq(first, 0);
	cr_expect_gt(last, 1);
	cr_expect_not(dfk_strip_seconds(drawing.strip, b.n, &seconds));
	cr_expect_not(dfk_strip_seconds(drawing.strip, UINT64_MAX, &seconds));
	end_drawing(&drawing);
	buffer_free(&bytes);
}

/* `*left` more calls go on. */
static bool
go_on(size_t *left)
{
	return *left != 0 && (*left)--;
}

static bool
stop_at_cell(void *ctx, const struct dfk_strip_cell *cell)
{
	(void)cell;
	return go_on(ctx);
}

static bool
stop_at_added(void *ctx, const struct dfk_strip_added *added)
{
	(void)added;
	return go_on(ctx);
}

Test(strip, a_visit_can_stop)
{
	struct buffer bytes = stored_file(
		"twdemo/bad/framing_lost-lost-block-two.demo");
	const struct bytes b = { bytes.size, bytes.bytes };
	struct drawing drawing;
	struct total total;
	size_t n_added = 0;
	double seconds;

	start_drawing(&drawing);
	cr_expect_not(dfk_strip_seconds(drawing.strip, 0, &seconds));
	feed_in(drawing.check, &b, b.n);
	cr_assert_eq(dfk_strip_finish(drawing.strip, drawing.check), DFK_OK);
	total = total_of(drawing.strip);
	for (size_t n = 0; n <= total.n; n++) {
		size_t left = n;

		cr_expect_eq(dfk_strip_each_cell(drawing.strip, stop_at_cell,
						 &left),
			     n == total.n, "%zu of %zu cells", n, total.n);
		cr_expect_eq(left, 0);
	}
	for (bool all = false; !all; n_added++) {
		size_t left = n_added;

		all = dfk_strip_each_added(drawing.strip, stop_at_added, &left);
		cr_expect_eq(left, 0);
	}
	cr_expect_gt(n_added, 2);
	end_drawing(&drawing);
	buffer_free(&bytes);
}

/* The length of a tick is not known before a server names it. */
Test(strip, no_seconds_without_a_clock)
{
	const struct bytes b = recording();
	struct drawing drawing;
	double seconds;

	draw(&drawing, &(struct bytes){ 4, b.at }, 4);
	cr_expect_not(dfk_strip_seconds(drawing.strip, 0, &seconds));
	end_drawing(&drawing);
	free(b.at);
}

Test(strip, misuse)
{
	const struct bytes b = recording();
	const struct dfk_allocator half = { .alloc = starving_get };
	struct starving none = { 0, 0 };
	const struct dfk_allocator starved = { starving_get, starving_put,
					       &none };
	struct drawing drawing;
	struct bytes before, after;
	struct dfk_strip *strip;
	struct total total;

	cr_expect_eq(dfk_strip_open(&half, &strip), DFK_BAD_ARGUMENT);
	cr_expect_null(strip);
	cr_expect_eq(dfk_strip_open(&starved, &strip), DFK_NO_MEMORY);
	cr_expect_null(strip);
	dfk_strip_close(NULL);

	start_drawing(&drawing);
	cr_expect_eq(dfk_strip_finish(drawing.strip, drawing.check),
		     DFK_BAD_STATE);
	cr_expect_eq(dfk_strip_json(drawing.strip, collect, &after),
		     DFK_BAD_STATE);
	total = total_of(drawing.strip);
	cr_expect_eq(total.n, 0);
	feed_in(drawing.check, &b, b.n);
	cr_expect_eq(dfk_strip_finish(drawing.strip, drawing.check), DFK_OK);
	cr_expect_eq(dfk_strip_finish(drawing.strip, drawing.check),
		     DFK_BAD_STATE);
	cr_expect_eq(dfk_strip_json(drawing.strip, refuse, NULL),
		     DFK_WRITE_FAILED);
	before = json_of(drawing.strip);
	add_record(&drawing, "FINISH", 0, 5, 3);
	after = json_of(drawing.strip);
	cr_expect_str_eq((char *)before.at, (char *)after.at);
	free(before.at);
	free(after.at);
	end_drawing(&drawing);
	free(b.at);
}

Test(strip, words)
{
	for (int i = 0; i <= DFK_STRIP_UNREAD; i++)
		cr_expect_str_neq(dfk_strip_kind_name((enum dfk_strip_kind)i),
				  "unknown");
	cr_expect_str_eq(dfk_strip_fate_name(DFK_STRIP_KEPT), "kept");
	cr_expect_str_eq(dfk_strip_fate_name(DFK_STRIP_CHANGED), "changed");
	cr_expect_str_eq(dfk_strip_fate_name(DFK_STRIP_DROPPED), "dropped");
	cr_expect_str_eq(dfk_strip_kind_name((enum dfk_strip_kind)99),
			 "unknown");
	cr_expect_str_eq(dfk_strip_fate_name((enum dfk_strip_fate)99),
			 "unknown");
}
