/* SPDX-License-Identifier: MIT */
/*
 * test_teehistorian.c - headers and messages that no writer makes
 *
 * Small files put together here; what a writer makes is in corpus/.
 */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support.h"
#include "validator/core/cursor.h"
#include "validator/teehistorian/teehistorian.h"

#define V2 "\"comment\":\"teehistorian@ddnet.tw\",\"version\":\"2\""

/* Given this header, the rule is tripped so often. */
static void
expect_header(const char *header, const char *rule, uint64_t n)
{
	struct bytes b = recording_with(header);

	put(&b, "\x40", 1);
	cr_expect_eq(rule_hits(&b, 0, rule), n, "%.60s: %s", header, rule);
	free(b.at);
}

/* Given these messages behind a header, the rule is tripped so often. */
#define EXPECT_MESSAGES(header, bytes, rule, n) \
	expect_messages("{" V2 header "}", bytes, sizeof(bytes) - 1, rule, n)

static void
expect_messages(const char *header, const void *bytes, size_t size,
		const char *rule, uint64_t n)
{
	struct bytes b = recording_with(header);

	put(&b, bytes, size);
	cr_expect_eq(rule_hits(&b, 0, rule), n, "%s", rule);
	cr_expect_eq(rule_hits(&b, 1, rule), n, "%s, byte by byte", rule);
	free(b.at);
}

/* --------------------------------------------------------------- values -- */

Test(teehistorian, times)
{
	static const char good[] = "2023-11-27T22:41:08+0100";
	/* what is put at which place of it */
	static const struct {
		size_t at;
		const char *text;
	} bad[] = {
		{ 0, "x" },  { 1, "x" },   { 2, "x" },  { 3, "x" },
		{ 4, "x" },  { 5, "00" },  { 5, "13" }, { 7, "x" },
		{ 8, "00" }, { 8, "32" },  { 10, " " }, { 11, "24" },
		{ 13, "x" }, { 14, "6" },  { 16, "x" }, { 17, "61" },
		{ 19, "x" }, { 20, "24" }, { 22, "6" },
	};

	cr_expect(teehistorian_is_time(good, 2));
	cr_expect(teehistorian_is_time("2023-11-27 22:41:60 -0100", 1));
	cr_expect_not(teehistorian_is_time("2023-11-27 22:41:08-0100", 1));
	cr_expect_not(teehistorian_is_time("2023-11-27T22:41:08+01000", 2));
	cr_expect_not(teehistorian_is_time("2023-11-27T22:41", 2));
	cr_expect_not(teehistorian_is_time("", 2));
	for (size_t i = 0; i < COUNT_OF(bad); i++) {
		char text[sizeof(good)];

		memcpy(text, good, sizeof(good));
		memcpy(text + bad[i].at, bad[i].text, strlen(bad[i].text));
		cr_expect_not(teehistorian_is_time(text, 2), "%s", text);
	}
}

Test(teehistorian, other_values)
{
	const uint8_t uuid[] = "69cb8b0f-0d5c-4a32-8e5c-1f1ee0c0a2fg";

	cr_expect(teehistorian_is_hex("0189abcf", 8));
	cr_expect_not(teehistorian_is_hex("0189abcg", 8));
	cr_expect_not(uuid_is_text((struct span){ uuid, 36 }));
	cr_expect_eq(teehistorian_release("0.6.4, 15.3.2"), 1503);
	cr_expect_eq(teehistorian_release("a,b, 15.3"), 1503);
	cr_expect_eq(teehistorian_release("0.6.4, 15-3"), 0);
	cr_expect_eq(teehistorian_release("0.6.4, x"), 0);
	cr_expect_eq(teehistorian_release("0.6.4, 999.3"), 99903);
	cr_expect_eq(teehistorian_release("0.6.4, 1203.1"), 0);
	cr_expect_eq(teehistorian_release("0.6.4, 15."), 0);
	cr_expect_eq(teehistorian_release("0.6.4, 15.100"), 0);
}

/* --------------------------------------------------------------- header -- */

Test(teehistorian, headers_that_are_no_object)
{
	expect_header("5", "teehistorian.header_json", 1);
	expect_header("\"a\"", "teehistorian.header_json", 1);
	expect_header("[]", "teehistorian.header_json", 1);
	expect_header("", "teehistorian.header_json", 1);
	expect_header("{} {}", "teehistorian.header_json", 1);
}

/* Given values of another type, each is told once, however deep it is. */
Test(teehistorian, nested_values)
{
	expect_header("{" V2 ",\"server_name\":[[1],{\"a\":\"b\"}]}",
		      "teehistorian.header_type", 1);
	expect_header("{" V2 ",\"config\":{\"a\":[\"b\"]}}",
		      "teehistorian.header_type", 1);
	expect_header("{" V2 ",\"other\":{\"a\":[\"b\",{}]}}",
		      "teehistorian.header_type", 0);
}

/* Given keys whose hashes are equal, they are still different keys. */
Test(teehistorian, keys_of_one_hash)
{
	/* FNV-1a over number of the object, quotes and letters */
	expect_header("{" V2 ",\"gdfbhc\":1,\"ezrkvx\":2}",
		      "teehistorian.header_duplicate_key", 0);
	expect_header("{" V2 ",\"xecmie\":1,\"xopkk\":2}",
		      "teehistorian.header_duplicate_key", 0);
	expect_header("{" V2 ",\"kfprbw\":{\"fwtks\":1}}",
		      "teehistorian.header_duplicate_key", 0);
	expect_header("{" V2 ",\"gdfbhc\":1,\"ezrkvx\":2,\"gdfbhc\":3}",
		      "teehistorian.header_duplicate_key", 1);
}

/* Given so many keys that they share slots, none is taken for another. */
Test(teehistorian, many_keys)
{
	char *header = malloc(100000);
	size_t n = 0;

	cr_assert(header);
	n += (size_t)sprintf(header, "{" V2);
	for (int i = 0; i < 4000; i++)
		n += (size_t)sprintf(header + n, ",\"key %d\":\"\"", i);
	sprintf(header + n, "}");
	expect_header(header, "teehistorian.header_duplicate_key", 0);
	sprintf(header + n, ",\"key 77\":0}");
	expect_header(header, "teehistorian.header_duplicate_key", 1);
	free(header);
}

/* Given a value that is longer than what is kept of it. */
Test(teehistorian, long_values)
{
	char value[301], header[1000];

	memset(value, 'a', 300);
	value[300] = '\0';
	sprintf(header, "{" V2 ",\"server_name\":\"%s\"}", value);
	expect_header(header, "teehistorian.header_value", 0);
	sprintf(header, "{" V2 ",\"map_crc\":\"%s\"}", value);
	expect_header(header, "teehistorian.header_value", 1);
}

/* Given more bytes of names than are kept, the check is undecided. */
Test(teehistorian, names_that_fill_the_pool)
{
	char *header = malloc(80000);
	size_t n;

	cr_assert(header);
	n = (size_t)sprintf(header, "{" V2 ",\"uuids\":[\"\",\"");
	memset(header + n, 'a', 70000);
	sprintf(header + n + 70000, "\"]}");
	expect_header(header, "limit.header_uuids", 1);
	free(header);
}

Test(teehistorian, evidence)
{
	struct bytes b = recording_with("[]");
	const struct span all = { b.at, b.n }, some = span_head(all, 12);

	cr_expect_eq(teehistorian_match(all, false), 128);
	cr_expect_eq(teehistorian_match(some, true), 96);
	cr_expect_eq(teehistorian_match(some, false), EVIDENCE_NONE);
	cr_expect_eq(teehistorian_match(span_head(all, 0), true),
		     EVIDENCE_NONE);
	b.at[3] ^= 1;
	cr_expect_eq(teehistorian_match(all, true), EVIDENCE_NONE);
	cr_expect_eq(teehistorian_match(some, true), EVIDENCE_NONE);
	free(b.at);
}

/* Given less than the magic, the format asks for the rest and knows nothing. */
Test(teehistorian, asks_for_the_magic)
{
	const struct format *f = &teehistorian_format;
	const struct limits limits = limits_default();
	struct bytes b = recording_with("{" V2 "}");
	struct cursor few = cur_init(b.at, 3, 0), all = cur_init(b.at, b.n, 0);
	void *state = malloc(f->state_size);
	struct report report;

	cr_assert(state);
	report_open(&report);
	f->open(state, &report, &limits, (struct tap){ .ctx = NULL }, NULL);
	cr_expect_eq(f->step(state, &few, false), PULL_MORE);
	cr_expect_eq(few.need, UUID_SIZE - 3);
	cr_expect_eq(f->here(state).off, 0);
	cr_expect_eq(f->here(state).tick, -1);
	cr_expect_null(f->version(state));
	cr_expect_eq(f->step(state, &all, false), PULL_MORE);
	cr_expect_eq(cur_left(&all), 0);
	cr_expect_str_eq(f->version(state), "2");
	free(state);
	free(b.at);
}

/* ------------------------------------------------------------- messages -- */

Test(teehistorian, cut_ids)
{
	EXPECT_MESSAGES("", "\x80", "teehistorian.truncated", 1);
	EXPECT_MESSAGES("", "\xca", "teehistorian.truncated", 1);
}

/* Given a tick that ends the range, the next one is told by players, too. */
Test(teehistorian, the_last_tick)
{
	/* TICK_SKIP to 0x7fffffff, PLAYER_NEW 0, PLAYER_NEW 0 */
	EXPECT_MESSAGES("",
			"\x41\xbe\xff\xff\xff\x0f\x42\x00\x01\x01\x42\x00\x01"
			"\x01",
			"teehistorian.tick_overflow", 2);
	/* to 0x70000001, and one more: told once */
	EXPECT_MESSAGES("", "\x41\x80\x80\x80\x80\x0e\x41\x00",
			"teehistorian.tick_overflow", 1);
}

/* Given two readings of a client that is not ready, it is told once. */
Test(teehistorian, told_once)
{
	static const char ten[] = "\x45\x01" /* INPUT_NEW 1 */
				  "\0\0\0\0\0\0\0\0\0\1";
	struct bytes b = recording_with("{" V2 ",\"version_minor\":\"23\"}");

	for (int i = 0; i < 2; i++)
		put(&b, ten, sizeof(ten) - 1);
	put(&b, "\x42\x01\x01\x01\x43\x01\x42\x01\x01\x01", 10);
	cr_expect_eq(rule_hits(&b, 0, "teehistorian.input_not_ready"), 1);
	cr_expect_eq(rule_hits(&b, 3, "teehistorian.player_not_ready"), 1);
	free(b.at);
}

/* Given no release, the rules of the newest one hold. */
Test(teehistorian, unknown_release)
{
	static const uint8_t logout[] = { 0x4a, 0xd4, 0xf5, 0xab, 0xe8,
					  0xed, 0xd2, 0x3f, 0xb9, 0xab,
					  0xd8, 0x1c, 0x8b, 0xb8, 0x4f,
					  0x4a, 0x63, 0x01, 0x00 };
	static const uint8_t practice[] = {
		0x4a, 0x57, 0x92, 0x83, 0x4e, 0x81, 0xd1,
		0x34, 0xc9, 0xa2, 0x9b, 0xb5, 0xff, 0x25,
		0xda, 0xc3, 0xbc, 0x03, 0x82, 0x02, 0x01
	}; /* team 130, on */
	static const char names[] =
		"{" V2 ",\"uuids\":[\"teehistorian-auth-logout@ddnet.tw\"]}";

	/* JOIN of client 70 */
	EXPECT_MESSAGES("", "\x47\x86\x01", "teehistorian.cid_over_64", 0);
	expect_messages(names, logout, sizeof(logout),
			"teehistorian.auth_logout_unknown", 1);
	expect_messages(names, logout, sizeof(logout),
			"teehistorian.ex_unlisted", 0);
	/* a known extension that the header does not list */
	expect_messages(names, practice, sizeof(practice),
			"teehistorian.ex_unlisted", 1);
	expect_messages(names, practice, sizeof(practice),
			"teehistorian.team_range", 1);
	/* a header that lists joinver6 demands it */
	EXPECT_MESSAGES(",\"uuids\":[\"teehistorian-joinver6@ddnet.tw\"]",
			"\x47\x01", "teehistorian.join_without_joinver", 1);
	EXPECT_MESSAGES("", "\x47\x01", "teehistorian.join_without_joinver", 0);
}

/* The same key with an escape and without is one key. */
Test(teehistorian, keys_are_compared_as_they_are_read)
{
	static const char rule[] = "teehistorian.header_duplicate_key";

	expect_header("{" V2 ",\"tuning\":{},\"\\u0074uning\":{}}", rule, 1);
	expect_header("{" V2 ",\"tuning\":{},\"\\u0054uning\":{}}", rule, 0);
	expect_header("{" V2 ",\"tuning\":{},\"tunin\\u0067\":{}}", rule, 1);
	expect_header("{" V2 ",\"a/b\":\"\",\"a\\/b\":\"\"}", rule, 1);
	expect_header("{" V2 ",\"a\":\"\",\"a\\u000\":\"\"}", rule, 1);
	expect_header("{" V2 ",\"ab\":\"\",\"a\":\"\",\"abc\":\"\"}", rule, 0);
}

/* All digits of a number count, also after many zeros. */
Test(teehistorian, numbers_with_leading_zeros)
{
	static const char minor[] = "teehistorian.header_minor";
	static const char version[] = "teehistorian.header_version";

	expect_header("{" V2 ",\"version_minor\":\"0000000000000000023\"}",
		      minor, 0);
	expect_header("{" V2 ",\"version_minor\":\"0000000000000000099\"}",
		      minor, 1);
	expect_header("{\"version\":\"0000000000000000000003\"}", version, 1);
}

/* A tick that no message began yet is late, too. */
Test(teehistorian, auth_init_after_a_skip)
{
	/* TICK_SKIP 0, then auth-init of client 0, level 1, "a" */
	static const uint8_t late[] = { 0x41, 0x00, 0x4a, 0x60, 0xda, 0xba,
					0x5c, 0x52, 0xc4, 0x3a, 0xeb, 0xb8,
					0xba, 0xb2, 0x95, 0x3f, 0xb5, 0x5a,
					0x17, 0x04, 0x00, 0x01, 'a',  0x00 };
	static const char rule[] = "teehistorian.auth_late_init";

	expect_messages("{" V2 "}", late, sizeof(late), rule, 1);
	expect_messages("{" V2 "}", late + 2, sizeof(late) - 2, rule, 0);
}

/* After what is cut nothing is judged. */
Test(teehistorian, nothing_is_judged_after_a_cut)
{
	/* CONSOLE_COMMAND of 17 arguments, then an id that does not exist */
	static const uint8_t command[] = {
		0x49, 0x40, 0x00, 'k', 0,   17, 'a', 0, 'a', 0, 'a', 0, 'a', 0,
		'a',  0,    'a',  0,   'a', 0,  'a', 0, 'a', 0, 'a', 0, 'a', 0,
		'a',  0,    'a',  0,   'a', 0,  'a', 0, 'a', 0, 'a', 0, 0x7f
	};

	expect_messages("{" V2 "}", command, sizeof(command),
			"teehistorian.command_arguments", 1);
	expect_messages("{" V2 "}", command, sizeof(command),
			"teehistorian.unknown_id", 0);
}

/* As many names as there may be and one more, each met three times as an extension,
   the last name first, and a UUID after those of all: they are searched, sorted. */
Test(teehistorian, many_unknown_extensions)
{
	enum { NAMES = TEEHISTORIAN_MAX_UUIDS - 1 };
	uint8_t last[UUID_SIZE];
	static char header[32768], name[NAMES + 1][16];
	size_t n = (size_t)sprintf(header, "{" V2 ",\"uuids\":[\"\"");
	struct bytes b;

	for (int i = 0; i <= NAMES; i++) {
		sprintf(name[i], "mod-%d@x", i);
		if (i < NAMES)
			n += (size_t)sprintf(header + n, ",\"%s\"", name[i]);
	}
	sprintf(header + n, "]}");
	b = recording_with(header);
	for (int i = 3 * NAMES + 2; i >= 0; i--) {
		const struct uuid uuid = uuid_from_name((struct span){
			(const uint8_t *)name[i / 3], strlen(name[i / 3]) });

		put(&b, "\x4a", 1); /* EX, size 0 */
		put(&b, uuid.bytes, UUID_SIZE);
		put(&b, "", 1);
	}
	put(&b, "\x4a", 1);
	memset(last, 0xff, sizeof(last));
	put(&b, last, sizeof(last));
	put(&b, "\0\x40", 2); /* FINISH */
	cr_expect_eq(rule_hits(&b, 0, "teehistorian.ex_unknown"), NAMES);
	cr_expect_eq(rule_hits(&b, 0, "teehistorian.ex_unlisted"), 4);
	cr_expect_eq(rule_hits(&b, 1, "teehistorian.ex_unknown"), NAMES);
	cr_expect_eq(rule_hits(&b, 0, "teehistorian.truncated"), 0);
	free(b.at);
}

static void
see_length(void *ctx, const struct dfk_finding *finding)
{
	if (strcmp(finding->rule->id, "teehistorian.header_type") == 0)
		*(uint64_t *)ctx = finding->length;
}

/* A value of another type is all of it, wherever it is. */
Test(teehistorian, length_of_a_value)
{
	struct bytes b = recording_with("{" V2 ",\"map_name\":{\"a\":\"b\"}}");
	uint64_t length = 0;
	const struct dfk_options options = { DFK_OPTIONS,
					     .on_finding = see_length,
					     .ctx = &length };
	struct dfk_check *check;

	cr_assert_eq(dfk_open(&options, &check), DFK_OK);
	cr_assert_eq(dfk_feed(check, b.at, b.n), DFK_OK);
	cr_assert_eq(dfk_finish(check), DFK_OK);
	cr_expect_eq(length, strlen("{\"a\":\"b\"}"));
	dfk_close(check);
	free(b.at);
}
