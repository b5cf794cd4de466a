/* SPDX-License-Identifier: MIT */
/*
 * test_writer.c - the builder of the samples writes what the DDNet writer does,
 * and its buffer keeps what it is given
 */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "corpus/builder/samples.h"
#include "corpus/builder/teehistorian_writer.h"

static void
expect_hex(const struct buffer *w, const char *hex)
{
	char got[512] = "";

	cr_assert(buffer_ok(w) && w->size * 2 < sizeof(got));
	for (size_t i = 0; i < w->size; i++)
		snprintf(got + 2 * i, 3, "%02x", w->bytes[i]);
	cr_expect_str_eq(got, hex, "%s, not %s", got, hex);
}

Test(teehistorian_writer, ints_have_their_shortest_form)
{
	static const struct {
		int32_t value;
		const char *hex;
	} cases[] = {
		{ 0, "00" },
		{ 1, "01" },
		{ -1, "40" },
		{ 63, "3f" },
		{ 64, "8001" },
		{ -64, "7f" },
		{ -65, "c001" },
		{ 499, "b307" },
		{ 8191, "bf7f" },
		{ 8192, "808001" },
		{ -8192, "ff7f" },
		{ 1048575, "bfff7f" },
		{ 1048576, "80808001" },
		{ 134217727, "bfffff7f" },
		{ 134217728, "8080808001" },
		{ 13010, "92cb01" },
		{ 1000000, "80897a" },
		{ INT32_MAX, "bfffffff0f" },
		{ INT32_MIN, "ffffffff0f" },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct buffer w = { 0 };

		write_int(&w, cases[i].value);
		expect_hex(&w, cases[i].hex);
		buffer_free(&w);
	}
}

Test(teehistorian_writer, odd_forms_keep_the_value)
{
	struct buffer w = { 0 };

	write_int_overlong(&w, 1, 2);
	write_int_overlong(&w, -1, 3);
	write_int_overlong(&w, 64, 5);
	write_int_padded(&w, 3, 7);
	write_int_padded(&w, INT32_MIN, 8);
	expect_hex(&w, "8100"
		       "c08000"
		       "8081808000"
		       "8380808070"
		       "ffffffff8f");
	buffer_free(&w);
}

/* ------------------------------------------------------------- buffer -- */

Test(buffer, marks_move_with_the_bytes_after_an_insertion)
{
	struct buffer b = { 0 };

	buffer_append(&b, "ab", 2);
	buffer_mark_at(&b, "first", 0);
	buffer_mark_at(&b, "second", 1);
	buffer_insert(&b, 1, "xyz", 3);
	buffer_insert(&b, 6, "no such place", 13);
	expect_hex(&b, "61"
		       "78797a"
		       "62");
	cr_expect_eq(buffer_offset(&b, "first"), 0);
	cr_expect_eq(buffer_offset(&b, "second"), 4);
	buffer_free(&b);
}

Test(buffer, the_last_mark_of_a_name_counts)
{
	struct buffer b = { 0 };

	buffer_mark_at(&b, "twice", 1);
	buffer_mark_at(&b, "once", 2);
	buffer_mark_at(&b, "twice", 3);
	cr_expect_eq(buffer_offset(&b, "twice"), 3);
	buffer_unmark(&b, "twice");
	cr_expect_eq(buffer_offset(&b, "twice"), 1);
	buffer_unmark(&b, "twice");
	buffer_unmark(&b, "twice");
	cr_expect_eq(buffer_offset(&b, "twice"), SIZE_MAX);
	cr_expect_eq(buffer_offset(&b, "once"), 2);
	while (b.n_marks < BUFFER_MARKS)
		buffer_mark(&b, "many");
	cr_expect(buffer_ok(&b));
	buffer_mark(&b, "one too many");
	cr_expect(!buffer_ok(&b));
	buffer_free(&b);
}

Test(buffer, what_lies_outside_is_not_there)
{
	struct buffer b = { 0 };

	buffer_int(&b, 0x04030201);
	buffer_remove(&b, 4, 1);
	buffer_cut(&b, 9);
	buffer_poke(&b, 2, -1);
	expect_hex(&b, "0102ffff");
	cr_expect_eq(buffer_peek(&b, 3), 0xff);
	buffer_remove(&b, 1, 9);
	expect_hex(&b, "01");
	buffer_free(&b);
}

/* ----------------------------------------------------------- messages -- */

/* The messages of a sample, after its header. */
static void
expect_messages(const char *path, const char *hex)
{
	const struct sample *s = samples_find(path);
	struct buffer w = { 0 };

	cr_assert_not_null(s, "%s", path);
	cr_assert(sample_build(s, &w), "%s", path);
	buffer_remove(&w, 0, buffer_offset(&w, "messages"));
	expect_hex(&w, hex);
	buffer_free(&w);
}

/* The expected bytes of the unit tests of the DDNet writer. */
Test(teehistorian_writer, vectors_of_the_ddnet_writer)
{
	expect_messages("teehistorian/bad/no_messages.teehistorian", "40");
	expect_messages("teehistorian/good/vector-implicit-one.teehistorian",
			"42000102"
			"40");
	expect_messages("teehistorian/good/vector-implicit-two.teehistorian",
			"42000102"
			"000140"
			"40");
	expect_messages("teehistorian/good/vector-descending.teehistorian",
			"42010203"
			"42000405"
			"40");
	expect_messages("teehistorian/good/vector-ascending.teehistorian",
			"42000405"
			"4100"
			"42010203"
			"40");
	expect_messages("teehistorian/good/vector-late-start.teehistorian",
			"41b307"
			"42004040"
			"40");
	expect_messages("teehistorian/good/vector-message.teehistorian",
			"4100"
			"463f0100"
			"40");
	expect_messages("teehistorian/good/vector-input.teehistorian",
			"4100"
			"45000102030405060708090a"
			"440040000000000000000000"
			"45000002030405060708090a"
			"40");
	expect_messages("teehistorian/good/vector-join.teehistorian",
			"4a1899a38271e336da937dc9de6bb95b1d0106"
			"4706"
			"4a59239b050540318dbea49aa1e80e7d2b0107"
			"4707"
			"4806746f6f206d616e792070616e63616b657300"
			"40");
	expect_messages("teehistorian/crash/vector-finish-time.teehistorian",
			"4a68943c0123483e0194903f27f8269d940401"
			"80897a");
}

static const struct {
	const char *name, *uuid;
} extensions[] = {
	{ "teehistorian-test@ddnet.tw", "6bb8ba880f0b382e8daedbf4052b8b7d" },
	{ "teehistorian-auth-init@ddnet.tw",
	  "60daba5c52c43aebb8bab2953fb55a17" },
	{ "teehistorian-auth-login@ddnet.tw",
	  "37ecd3b892183bb9a71ba935b86f6a81" },
	{ "teehistorian-auth-logout@ddnet.tw",
	  "d4f5abe8edd23fb9abd81c8bb84f4a63" },
	{ "teehistorian-ddnetver-old@ddnet.tw",
	  "41b49541f26f325d87159baf4b544ef9" },
	{ "teehistorian-ddnetver@ddnet.tw",
	  "1397b63eee4e3919b86ab058887fcaf5" },
	{ "teehistorian-joinver6@ddnet.tw",
	  "1899a38271e336da937dc9de6bb95b1d" },
	{ "teehistorian-joinver7@ddnet.tw",
	  "59239b050540318dbea49aa1e80e7d2b" },
	{ "teehistorian-save-success@ddnet.tw",
	  "4560c756da29303681d490a50f0182cd" },
	{ "teehistorian-save-failure@ddnet.tw",
	  "b29901d512443bd0bbde23d04b1f7ba9" },
	{ "teehistorian-load-success@ddnet.tw",
	  "e05408d3a31333df9eb3ddb990ab954a" },
	{ "teehistorian-load-failure@ddnet.tw",
	  "ef8905a2c6953591a1cd53d2015992dd" },
	{ "teehistorian-player-team@ddnet.tw",
	  "a111c04e1ea838e090b1d7f993ca0da9" },
	{ "teehistorian-team-practice@ddnet.tw",
	  "5792834e81d134c9a29bb5ff25dac3bc" },
	{ "teehistorian-player-ready@ddnet.tw",
	  "638587c93f753887918ea3c2614ffaa0" },
	{ "teehistorian-player-swap@ddnet.tw",
	  "5de9b63349cf3e999a25d4a78e9717d7" },
	{ "teehistorian-rejoinver6@ddnet.org",
	  "c1e921d596f537bb8a457a06f163d27e" },
	{ "teehistorian-antibot@ddnet.org",
	  "866bfdacfb493c0ba8875fe1f3ea00b8" },
	{ "teehistorian-player-name@ddnet.org",
	  "d016f9b941513b8787e53a6087eb5f26" },
	{ "teehistorian-player-finish@ddnet.org",
	  "68943c0123483e0194903f27f8269d94" },
	{ "teehistorian-team-finish@ddnet.org",
	  "9588b9af3fdc3760804382deeee317a5" },
	{ "teehistorian-auth-login-role@ddnet.org",
	  "09d8570e045e345c9bc665d3b091c3f4" },
	{ "teehistorian-auth-init-role@ddnet.org",
	  "7a202cc735913d4fa8a698286d5c4f9c" },
	{ "teehistorian-team-change@ddnet.tw",
	  "39707241b64d3201b4d8b6ec24b2b6c9" },
};

#define N_EXTENSIONS (sizeof(extensions) / sizeof(*extensions))

Test(teehistorian_writer, names_give_the_uuids_of_the_format)
{
	struct buffer magic = { 0 };

	for (size_t i = 0; i < N_EXTENSIONS; i++) {
		unsigned char uuid[EXTENSION_UUID_LENGTH];
		struct buffer w = { 0 };

		extension_uuid(extensions[i].name, uuid);
		buffer_append(&w, uuid, sizeof(uuid));
		expect_hex(&w, extensions[i].uuid);
		buffer_free(&w);
	}
	write_magic(&magic);
	expect_hex(&magic, "699db17b8efb34ffb1d8da6f60c15dd1");
	buffer_free(&magic);
}

/* Whether a sample has an EX message of that name. */
static bool
has_extension(const struct sample *s, const char *name)
{
	struct buffer ex = { 0 }, w = { 0 };
	bool found = false;

	write_ex_begin(&ex, name);
	cr_assert(buffer_ok(&ex) && sample_build(s, &w));
	for (size_t at = 0; !found && at + ex.size <= w.size; at++)
		found = memcmp(w.bytes + at, ex.bytes, ex.size) == 0;
	buffer_free(&ex);
	buffer_free(&w);
	return found;
}

Test(teehistorian_writer, each_extension_is_in_a_good_one)
{
	for (size_t i = 0; i < N_EXTENSIONS; i++) {
		const struct sample *s;
		bool found = false;

		for (size_t k = 0; !found && (s = samples_at(k)); k++)
			found = strstr(s->path, "/good/") &&
				has_extension(s, extensions[i].name);
		cr_expect(found, "%s: in no good sample", extensions[i].name);
	}
}
