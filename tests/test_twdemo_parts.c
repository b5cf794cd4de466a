/* SPDX-License-Identifier: MIT */
/* test_twdemo_parts.c - demos: markers, payloads and header fields, each alone */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "validator/core/printable.h"
#include "validator/twdemo/stream.h"

/* Given a tick, its marker is read as that tick again, in as few bytes as a
   writer of that version needs. */
Test(twdemo_parts, markers_both_ways)
{
	static const int64_t steps[] = { 0, 1, 31, 32, 63, 64, 1000 };

	for (unsigned version = 3; version <= 6; version++)
		for (size_t i = 0; i < sizeof(steps) / sizeof(*steps); i++) {
			const int64_t most = version < 5 ? 63 : 31;
			const bool shorter = steps[i] <= most &&
					     (steps[i] || version >= 5);
			uint8_t out[TWDEMO_MARKER_BYTES];
			const uint32_t n = twdemo_write_plain_marker(
				version, 1000, 1000 + steps[i], out);
			struct cursor c = cur_init(out, n, 0);
			const struct twdemo_chunk m = twdemo_read_chunk(
				&c, version);

			cr_expect_eq(n, shorter ? 1 : 5);
			cr_expect(cur_ok(&c) && cur_left(&c) == 0);
			cr_expect(!m.keyframe && !m.padded);
			cr_expect_eq(m.ticks + (m.absolute ? 0 : 1000),
				     1000 + steps[i]);
			cr_expect_eq(twdemo_write_plain_marker(version, -1,
							       steps[i], out),
				     5);
		}
}

/* Given a size, its head is read as that size again, in as few bytes as can be. */
Test(twdemo_parts, heads_both_ways)
{
	static const uint32_t sizes[] = { 1,   28,  29,  30,   31,   32,
					  254, 255, 256, 1000, 65535 };

	for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
		uint8_t out[TWDEMO_HEAD_BYTES];
		const uint32_t n = twdemo_write_head(TWDEMO_DELTA, sizes[i],
						     out);
		struct cursor c = cur_init(out, n, 0);
		const struct twdemo_chunk chunk = twdemo_read_chunk(&c, 6);

		cr_expect_eq(n, sizes[i] < 30 ? 1 : sizes[i] < 256 ? 2 : 3);
		cr_expect(cur_ok(&c) && cur_left(&c) == 0);
		cr_expect_eq(chunk.size, sizes[i]);
		cr_expect_eq(chunk.type, TWDEMO_DELTA);
		cr_expect_not(chunk.long_form);
	}
}

/* Given timeline markers, those are kept that lie in the demo; of a number that
   cannot be only as many as a writer could have made. */
Test(twdemo_parts, timeline_markers_that_are_kept)
{
	struct twdemo_header h = { .n_markers = 4,
				   .markers = { 100, 90, 120, 170, 900 } };
	int32_t out[TWDEMO_MAX_MARKERS];

	cr_expect_eq(twdemo_good_markers(&h, 100, 200, out), 3);
	cr_expect(out[0] == 100 && out[1] == 120 && out[2] == 170);
	cr_expect_eq(twdemo_good_markers(&h, 100, 119, out), 1);
	cr_expect_eq(twdemo_good_markers(&h, -1, -1, out), 0, "no tick");
	h.markers[1] = 150;
	h.markers[2] = 199;
	h.n_markers = -1;
	cr_expect_eq(twdemo_good_markers(&h, 100, 200, out), 2);
	h.n_markers = 65;
	cr_expect_eq(twdemo_good_markers(&h, 100, 140, out), 1);
	cr_expect_eq(twdemo_good_markers(&h, -1, -1, out), 0);
	for (int32_t i = 0; i < TWDEMO_MAX_MARKERS; i++)
		h.markers[i] = 100 + 50 * i;
	cr_expect_eq(twdemo_good_markers(&h, 100, 100000, out),
		     TWDEMO_MAX_MARKERS);
}

/* Given no ints, or as many as there can be, a chunk is made of them; or not, if
   they are too large together. */
Test(twdemo_parts, ints_as_a_chunk)
{
	static struct twdemo_payload scratch, read;
	static uint8_t out[TWDEMO_CHUNK_ROOM];
	static struct ints ints;

	cr_expect_eq(twdemo_pack(TWDEMO_DELTA, &ints, &scratch, out), 3);
	cr_expect_eq(out[0], TWDEMO_DELTA << 5 | 2);
	ints.n = INTS_MAX;
	const size_t size = twdemo_pack(TWDEMO_MESSAGE, &ints, &scratch, out);

	cr_assert_gt(size, 3);
	cr_expect(twdemo_unpack((struct span){ out + 3, size - 3 }, &read));
	cr_expect_eq(read.ints.n, INTS_MAX);
	/* Five bytes each, which are more than 64 KiB. */
	memset(ints.at, 0x5a, sizeof(ints.at));
	cr_expect_eq(twdemo_pack(TWDEMO_MESSAGE, &ints, &scratch, out), 0);
}

/* Given the first 36 bytes of a datafile, it ends where its tables say, if it can be
   one. */
Test(twdemo_parts, the_end_of_a_map_by_its_first_bytes)
{
	static const struct {
		size_t at;
		int32_t value;
		bool possible;
	} rows[] = {
		{ DATAFILE_AT_VERSION, 4, true },
		{ DATAFILE_AT_VERSION, 3, true },
		{ DATAFILE_AT_VERSION, 5, false },
		{ DATAFILE_AT_TYPES, 0, true },
		{ DATAFILE_AT_TYPES, -1, false },
		{ DATAFILE_AT_TYPES, DATAFILE_MAX_TYPES, true },
		{ DATAFILE_AT_TYPES, DATAFILE_MAX_TYPES + 1, false },
		{ DATAFILE_AT_ITEMS, -1, false },
		{ DATAFILE_AT_DATA, -1, false },
		{ DATAFILE_AT_ITEM_SIZE, -4, false },
		{ DATAFILE_AT_ITEM_SIZE, 9, false },
		{ DATAFILE_AT_DATA_SIZE, -1, false },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		uint8_t head[DATAFILE_HEADER_BYTES] = "DATA";

		head[DATAFILE_AT_VERSION] = 4;
		head[DATAFILE_AT_TYPES] = 1;
		head[DATAFILE_AT_ITEM_SIZE] = 8;
		put_le32(head, sizeof(head), rows[i].at,
			 (uint32_t)rows[i].value);
		cr_expect_eq(datafile_find_end((struct span){
				     head, sizeof(head) }) >= sizeof(head),
			     rows[i].possible, "%zu", i);
		cr_expect_eq(datafile_find_end(
				     (struct span){ head, sizeof(head) - 1 }),
			     0, "%zu", i);
	}
}

Test(twdemo_parts, numbers_as_texts)
{
	static const struct {
		double value;
		const char *text;
	} rows[] = { { 0.075, "0.075" },
		     { -1.5e7, "-15000000" },
		     { 1e-9, "1e-09" },
		     { -2.5e+10, "-2.5e+10" } };

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		cr_expect_str_eq(real_print(rows[i].value, 9).at, rows[i].text);
}
