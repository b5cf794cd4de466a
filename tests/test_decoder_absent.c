/* SPDX-License-Identifier: MIT */
/* test_decoder_absent.c - a build without the libraries of xz, zstd and bzip2 */
#include <criterion/criterion.h>
#include <stdio.h>

#include "tests/compressed.h"

/* Given no decoder, the file is not judged, also if its format is forced; and what
   is said names the command that unpacks it. */
Test(decoder_absent, unsupported_and_the_way_on)
{
	for (int kind = 0; kind < KINDS; kind++) {
		struct buffer w = two_streams(kind);

		for (size_t piece = 1; piece < w.size; piece += 99) {
			const struct said s = check_bytes(w.bytes, w.size,
							  piece);
			char want[200];

			snprintf(want, sizeof(want),
				 "file.unsupported 0 64 %s-compressed; this "
				 "build cannot read it: %s -dc FILE | demofsck "
				 "check -\n",
				 compressed_names[kind],
				 compressed_names[kind]);
			cr_expect_str_eq(s.findings, want);
			cr_expect_eq(s.verdict, DFK_UNSUPPORTED);
			cr_expect_null(s.compression);
		}
		buffer_free(&w);
	}
}

Test(decoder_absent, a_forced_format_changes_nothing)
{
	const struct dfk_options options = { DFK_OPTIONS,
					     .as = "teehistorian" };
	struct buffer w = two_streams(XZ);
	struct dfk_check *check;

	cr_assert_eq(dfk_open(&options, &check), DFK_OK);
	feed_in(check, &(struct bytes){ w.size, w.bytes }, 10);
	cr_expect_eq(dfk_result_of(check)->verdict, DFK_UNSUPPORTED);
	cr_expect_eq(dfk_result_of(check)->repairable, DFK_REPAIRABLE_NO);
	dfk_close(check);
	buffer_free(&w);
}
