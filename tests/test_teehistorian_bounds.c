/* SPDX-License-Identifier: MIT */
/* test_teehistorian_bounds.c - the first and the last value that a rule is for */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "include/demofsck_map.h"
#include "tests/support.h"
#include "validator/core/cursor.h"

#define V2 "\"comment\":\"teehistorian@ddnet.tw\",\"version\":\"2\""

/* Given these messages after a header with these members. */
#define HITS(header, bytes, rule) \
	hits("{" V2 header "}", bytes, sizeof(bytes) - 1, rule)

static uint64_t
hits(const char *header, const void *bytes, size_t size, const char *rule)
{
	struct bytes b = recording_with(header);
	uint64_t n;

	put(&b, bytes, size);
	n = rule_hits(&b, 0, rule);
	cr_expect_eq(rule_hits(&b, 1, rule), n, "%s, byte by byte", rule);
	free(b.at);
	return n;
}

/* The first minor version and the first release for which a rule holds. */
Test(teehistorian_bounds, versions)
{
	static const char input[] = "\x47\x00\x45\x00\0\0\0\0\0\0\0\0\0\1";
	static const char join[] = "\x47\x00";
	static const char ready[] = "teehistorian.input_not_ready";
	static const char joinver[] = "teehistorian.join_without_joinver";

	cr_expect_eq(HITS(",\"version_minor\":\"2\"", input, ready), 0);
	cr_expect_eq(HITS(",\"version_minor\":\"3\"", input, ready), 1);
	cr_expect_eq(HITS(",\"server_version\":\"0.6.4, 13.9\"", join, joinver),
		     0);
	cr_expect_eq(HITS(",\"server_version\":\"0.6.4, 14.0\"", join, joinver),
		     1);
}

/* Client 0 is a client, and has to join; the server, -1, has not. */
Test(teehistorian_bounds, who_gives_a_command)
{
	static const char rule[] = "teehistorian.not_joined";

	/* CONSOLE_COMMAND of 0, 1 and -1: "a" without arguments */
	cr_expect_eq(HITS("",
			  "\x49\x00\x00"
			  "a\0\x00",
			  rule),
		     1);
	cr_expect_eq(HITS("",
			  "\x49\x01\x00"
			  "a\0\x00",
			  rule),
		     1);
	cr_expect_eq(HITS("",
			  "\x49\x40\x00"
			  "a\0\x00",
			  rule),
		     0);
}

/* ------------------------------------------------------- the map of a header */

/* Is the map "abc" another one than that of a header with this SHA-256? */
static bool
is_other_map(const char *sha256)
{
	const char *const rule = "teehistorian.map_mismatch";
	char header[300];
	struct dfk_options options = { DFK_OPTIONS, .as = NULL };
	struct dfk_check *check;
	struct dfk_map *map;
	struct bytes b;
	uint64_t n;

	snprintf(header, sizeof(header), "{" V2 ",\"map_sha256\":\"%s\"}",
		 sha256);
	b = recording_with(header);
	cr_assert_eq(dfk_map_open(NULL, "abc", 3, &map), DFK_OK);
	options.map = map;
	cr_assert_eq(dfk_open(&options, &check), DFK_OK);
	feed_in(check, &b, b.n);
	n = dfk_rule_hits(check, dfk_rule_find(rule));
	dfk_close(check);
	dfk_map_close(map);
	free(b.at);
	return n != 0;
}

/* Each digit counts, in either case. */
Test(teehistorian_bounds, sha256_in_any_case)
{
	static const char sum[] =
		"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015"
		"ad";
	static const char capitals[] = "ABCDEF";
	static const char others[] = "@GHag`/:";
	char text[sizeof(sum)];

	cr_expect_not(is_other_map(sum));
	for (size_t i = 0; i < sizeof(text); i++)
		text[i] = strchr("abcdef", sum[i]) && sum[i]
				  ? capitals[sum[i] - 'a']
				  : sum[i];
	cr_expect_not(is_other_map(text));
	for (size_t i = 0; i < sizeof(text) - 1; i++) {
		const char was = text[i];

		for (const char *c = others; *c; c++) {
			if (*c == sum[i])
				continue;
			text[i] = *c;
			cr_expect(is_other_map(text), "%c at %zu", *c, i);
		}
		text[i] = was;
	}
	text[sizeof(text) - 2] = 0;
	cr_expect(is_other_map(text), "a digit less");
}
