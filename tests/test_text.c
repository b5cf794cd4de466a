/* SPDX-License-Identifier: MIT */
/* test_text.c - UTF-8, UUIDs, and the forms of header values */
#include <criterion/criterion.h>

#include "validator/core/digest.h"
#include "validator/core/printable.h"
#include "validator/core/utf8.h"
#include "validator/core/uuid.h"
#include "validator/teehistorian/header.h"

static struct span
span_of(const char *text)
{
	return (struct span){ (const uint8_t *)text, strlen(text) };
}

static int64_t
first_bad(const char *text)
{
	const struct span s = span_of(text);
	struct utf8 whole = utf8_init(), parts = utf8_init();

	utf8_feed(&whole, s);
	utf8_end(&whole);
	for (size_t i = 0; i < s.len; i++)
		utf8_feed(&parts, span_head(span_tail(s, i), 1));
	utf8_end(&parts);
	cr_expect_eq(whole.bad, parts.bad, "%s", text);
	cr_expect_eq(whole.length, s.len, "%s", text);
	cr_expect_eq(parts.length, s.len, "%s", text);
	return whole.bad;
}

Test(utf8, takes_what_rfc_3629_takes)
{
	cr_expect_eq(first_bad(""), UTF8_CLEAN);
	cr_expect_eq(first_bad("plain\x7f"), UTF8_CLEAN);
	cr_expect_eq(first_bad("\xc2\x80\xdf\xbf"), UTF8_CLEAN);
	cr_expect_eq(first_bad("\xe0\xa0\x80\xed\x9f\xbf\xef\xbf\xbd"),
		     UTF8_CLEAN);
	cr_expect_eq(first_bad("\xf0\x90\x80\x80\xf4\x8f\xbf\xbf"), UTF8_CLEAN);
}

Test(utf8, refuses_the_rest)
{
	cr_expect_eq(first_bad("a\x80"), 1);            /* no beginning */
	cr_expect_eq(first_bad("ab\xc3"), 2);           /* cut */
	cr_expect_eq(first_bad("ab\xe2\x82"), 2);       /* cut later */
	cr_expect_eq(first_bad("ab\xc3\x7f"), 2);       /* not a second byte */
	cr_expect_eq(first_bad("\xc0\xaf"), 0);         /* overlong */
	cr_expect_eq(first_bad("\xe0\x9f\xbf"), 0);     /* overlong */
	cr_expect_eq(first_bad("\xed\xa0\x80"), 0);     /* surrogate */
	cr_expect_eq(first_bad("\xf0\x8f\xbf\xbf"), 0); /* overlong */
	cr_expect_eq(first_bad("\xf4\x90\x80\x80"), 0); /* too high */
	cr_expect_eq(first_bad("\xf5\x80"), 0);
	cr_expect_eq(first_bad("\xe2"
			       "a\x82\xac"),
		     0);                           /* interrupted */
	cr_expect_eq(first_bad("x\xc3(y\xff"), 1); /* only the first counts */
}

/* RFC 3629, table 3-7 of Unicode: which second byte may follow a first one, and
   how many more come; 0: no character begins so. */
static int
bytes_of(unsigned first, unsigned second)
{
	const unsigned low = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
	const unsigned high = first == 0xed   ? 0x9f
			      : first == 0xf4 ? 0x8f
					      : 0xbf;

	if (first < 0xc2 || first > 0xf4 || second < low || second > high)
		return 0;
	return first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

/* Given each first byte and each second one, and two that may follow. */
Test(utf8, all_first_and_second_bytes)
{
	for (unsigned first = 0x80; first <= 0xff; first++)
		for (unsigned second = 1; second <= 0xff; second++) {
			const char text[] = { 'a',          (char)first,
					      (char)second, (char)0x80,
					      (char)0xbf,   '\0' };
			const int n = bytes_of(first, second);
			/* what is too much begins no character */
			const int64_t want = n == 4 ? UTF8_CLEAN
					     : n    ? 1 + n
						    : 1;

			cr_assert_eq(first_bad(text), want, "%02x %02x", first,
				     second);
		}
}

Test(utf8, bad_sequences_are_what_a_decoder_replaces)
{
	size_t good;

	cr_expect_eq(utf8_bad_sequence(span_of("\xe2\x82\xac"), &good), 0);
	cr_expect_eq(good, 3);
	cr_expect_eq(utf8_bad_sequence(span_of("\xe2\x82("), &good), 2);
	cr_expect_eq(utf8_bad_sequence(span_of("\xe2"), &good), 1);
	cr_expect_eq(utf8_bad_sequence(span_of("\xff"), &good), 1);
	cr_expect_eq(good, 0);
}

Test(digest, text_ends_after_its_digits)
{
	uint8_t sha256[SHA256_BYTES];
	char text[2 * SHA256_BYTES + 2];

	memset(sha256, 0xa5, sizeof(sha256));
	memset(text, 'x', sizeof(text));
	digest_print(sha256, text);
	cr_expect_eq(strspn(text, "a5"), 2 * SHA256_BYTES);
	cr_expect_eq(text[2 * SHA256_BYTES], '\0');
	cr_expect_eq(text[2 * SHA256_BYTES + 1], 'x');
}

/* ddnet src/engine/shared/uuid_manager.cpp, and SPEC.md, TH-1 */
Test(uuid, name_based)
{
	const struct uuid uuid = uuid_from_name(
		span_of("teehistorian@ddnet.tw"));
	char text[UUID_TEXT_SIZE];

	uuid_print(&uuid, text);
	cr_expect_str_eq(text, "699db17b-8efb-34ff-b1d8-da6f60c15dd1");
	cr_expect(uuid_is_text(span_of(text)));
}

Test(uuid, in_words)
{
	const struct uuid want = uuid_from_name(
		span_of("teehistorian@ddnet.tw"));
	const struct uuid uuid = UUID(0x699db17b, 0x8efb34ff, 0xb1d8da6f,
				      0x60c15dd1);

	cr_expect(uuid_equal(&uuid, &want));
}

Test(uuid, text_form_is_strict)
{
	cr_expect(
		uuid_is_text(span_of("00000000-0000-0000-0000-00000000000f")));
	cr_expect_not(
		uuid_is_text(span_of("00000000-0000-0000-0000-00000000000F")));
	cr_expect_not(
		uuid_is_text(span_of("00000000-0000-0000-0000-0000000000000")));
	cr_expect_not(
		uuid_is_text(span_of("00000000-0000-0000-0000-00000000000")));
	cr_expect_not(
		uuid_is_text(span_of("00000000 0000-0000-0000-000000000000")));
	cr_expect_not(uuid_is_text(span_of("")));
}

Test(uuid, bytes_of_another_size_are_none)
{
	const struct uuid none = uuid_from_bytes(span_of("short"));
	const struct uuid zero = { .bytes = { 0 } };

	cr_expect(uuid_equal(&none, &zero));
}

/* SPEC.md, TH-5: the table of extension UUIDs, as DDNet lists them */
Test(uuid, extensions_have_the_published_uuids)
{
	static const struct {
		enum teehistorian_extension ex;
		const char *text;
	} known[] = {
		{ TEEHISTORIAN_EX_TEST,
		  "6bb8ba88-0f0b-382e-8dae-dbf4052b8b7d" },
		{ TEEHISTORIAN_EX_AUTH_INIT,
		  "60daba5c-52c4-3aeb-b8ba-b2953fb55a17" },
		{ TEEHISTORIAN_EX_AUTH_LOGIN,
		  "37ecd3b8-9218-3bb9-a71b-a935b86f6a81" },
		{ TEEHISTORIAN_EX_AUTH_LOGOUT,
		  "d4f5abe8-edd2-3fb9-abd8-1c8bb84f4a63" },
		{ TEEHISTORIAN_EX_DDNETVER_OLD,
		  "41b49541-f26f-325d-8715-9baf4b544ef9" },
		{ TEEHISTORIAN_EX_DDNETVER,
		  "1397b63e-ee4e-3919-b86a-b058887fcaf5" },
		{ TEEHISTORIAN_EX_JOINVER6,
		  "1899a382-71e3-36da-937d-c9de6bb95b1d" },
		{ TEEHISTORIAN_EX_JOINVER7,
		  "59239b05-0540-318d-bea4-9aa1e80e7d2b" },
		{ TEEHISTORIAN_EX_SAVE_SUCCESS,
		  "4560c756-da29-3036-81d4-90a50f0182cd" },
		{ TEEHISTORIAN_EX_SAVE_FAILURE,
		  "b29901d5-1244-3bd0-bbde-23d04b1f7ba9" },
		{ TEEHISTORIAN_EX_LOAD_SUCCESS,
		  "e05408d3-a313-33df-9eb3-ddb990ab954a" },
		{ TEEHISTORIAN_EX_LOAD_FAILURE,
		  "ef8905a2-c695-3591-a1cd-53d2015992dd" },
		{ TEEHISTORIAN_EX_PLAYER_TEAM,
		  "a111c04e-1ea8-38e0-90b1-d7f993ca0da9" },
		{ TEEHISTORIAN_EX_TEAM_PRACTICE,
		  "5792834e-81d1-34c9-a29b-b5ff25dac3bc" },
		{ TEEHISTORIAN_EX_PLAYER_READY,
		  "638587c9-3f75-3887-918e-a3c2614ffaa0" },
		{ TEEHISTORIAN_EX_PLAYER_SWAP,
		  "5de9b633-49cf-3e99-9a25-d4a78e9717d7" },
		{ TEEHISTORIAN_EX_REJOINVER6,
		  "c1e921d5-96f5-37bb-8a45-7a06f163d27e" },
		{ TEEHISTORIAN_EX_ANTIBOT,
		  "866bfdac-fb49-3c0b-a887-5fe1f3ea00b8" },
		{ TEEHISTORIAN_EX_PLAYER_NAME,
		  "d016f9b9-4151-3b87-87e5-3a6087eb5f26" },
		{ TEEHISTORIAN_EX_PLAYER_FINISH,
		  "68943c01-2348-3e01-9490-3f27f8269d94" },
		{ TEEHISTORIAN_EX_TEAM_FINISH,
		  "9588b9af-3fdc-3760-8043-82deeee317a5" },
		{ TEEHISTORIAN_EX_AUTH_LOGIN_ROLE,
		  "09d8570e-045e-345c-9bc6-65d3b091c3f4" },
		{ TEEHISTORIAN_EX_AUTH_INIT_ROLE,
		  "7a202cc7-3591-3d4f-a8a6-98286d5c4f9c" },
		{ TEEHISTORIAN_EX_TEAM_CHANGE,
		  "39707241-b64d-3201-b4d8-b6ec24b2b6c9" },
	};

	cr_assert_eq(COUNT_OF(known), TEEHISTORIAN_EX_COUNT);
	for (size_t i = 0; i < COUNT_OF(known); i++) {
		const struct teehistorian_extension_row
			*row = teehistorian_extension_row(known[i].ex);
		const struct uuid uuid = uuid_from_name(span_of(row->name));
		char text[UUID_TEXT_SIZE];

		uuid_print(&row->uuid, text);
		cr_expect_str_eq(text, known[i].text, "%s", row->name);
		cr_expect(uuid_equal(&row->uuid, &uuid), "%s", row->name);
		cr_expect_eq(teehistorian_extension_find(&uuid), known[i].ex);
		cr_expect_eq(teehistorian_extension_named(span_of(row->name)),
			     known[i].ex);
	}
}

static bool
is_decimal(const char *text, uint64_t maximum, uint64_t want)
{
	uint64_t value;

	return teehistorian_decimal(text, maximum, &value) && value == want;
}

Test(header_values, numbers)
{
	cr_expect(is_decimal("0", 0, 0));
	cr_expect(is_decimal("65535", 65535, 65535));
	cr_expect_not(is_decimal("65536", 65535, 65536));
	cr_expect_not(is_decimal("", 9, 0));
	cr_expect_not(is_decimal("-1", 9, 1));
	cr_expect_not(is_decimal("1 ", 9, 1));
	cr_expect_not(is_decimal("99999999999999999999", UINT64_MAX, 0));
	cr_expect(teehistorian_is_hex("0f", 2));
	cr_expect_not(teehistorian_is_hex("0F", 2));
	cr_expect_not(teehistorian_is_hex("0f0", 2));
	cr_expect_not(teehistorian_is_hex("0:", 2));
}

Test(header_values, times_of_both_versions)
{
	cr_expect(teehistorian_is_time("2017-11-27 22:41:08 +0100", 1));
	cr_expect(teehistorian_is_time("2023-11-27T22:41:08+0100", 2));
	cr_expect(teehistorian_is_time("2023-11-27T22:41:60-1130", 2));
	cr_expect_not(teehistorian_is_time("2023-11-27T22:41:08+0100", 1));
	cr_expect_not(teehistorian_is_time("2023-11-27T22:41:08+01:00", 2));
	cr_expect_not(teehistorian_is_time("2023-11-27T22:41:08CET", 2));
	cr_expect_not(teehistorian_is_time("2023-13-27T22:41:08+0100", 2));
	cr_expect_not(teehistorian_is_time("2023-11-32T22:41:08+0100", 2));
	cr_expect_not(teehistorian_is_time("2023-11-27T24:41:08+0100", 2));
	cr_expect_not(teehistorian_is_time("2023-11-27T22:60:08+0100", 2));
	cr_expect_not(teehistorian_is_time("2023-11-27T22:41:61+0100", 2));
	cr_expect_not(teehistorian_is_time("2023-11-27T22:41:08+01001", 2));
	cr_expect_not(teehistorian_is_time("2023-11-27T22:41:08", 2));
	cr_expect_not(teehistorian_is_time("", 2));
}

Test(header_values, releases)
{
	cr_expect_eq(teehistorian_release("0.6.4, 15.3.2"), 1503);
	cr_expect_eq(teehistorian_release("0.6, 20.1.1"), 2001);
	cr_expect_eq(teehistorian_release("0.6.4, 16.4 (cbb22df93df2d97c)"),
		     1604);
	cr_expect_eq(teehistorian_release("0.6.4, 11.0"), 1100);
	cr_expect_eq(teehistorian_release("gCTF"), 0);
	cr_expect_eq(teehistorian_release("0.6.4, next"), 0);
	cr_expect_eq(teehistorian_release("0.6.4, 15"), 0);
	cr_expect_eq(teehistorian_release("0.6.4, 15.123"), 0);
	cr_expect_eq(teehistorian_release("a,b, 7.3"), 703);
	cr_expect_eq(teehistorian_release("a,, 15.3"), 1503);
	cr_expect_eq(teehistorian_release(""), 0);
}

/* TH-9.1 */
Test(header_values, minors)
{
	static const char released[] = "..###.#####.##...#######";

	for (int32_t minor = -1; minor < 128; minor++)
		cr_expect_eq(teehistorian_is_known_minor(minor),
			     minor >= 0 && minor < (int)strlen(released) &&
				     released[minor] == '#',
			     "%d", minor);
}

/* An extension that is looked up costs no sorting. */
Test(header_names, are_sorted_once)
{
	static struct teehistorian_header h = {
		.name_pool = "b\0a",
		.listed = { { .name = 0, .length = 1 },
			    { .name = 2, .length = 1 } },
		.n_listed = 2,
	};
	const struct uuid a = uuid_from_name(
		(struct span){ (const uint8_t *)"a", 1 });

	teehistorian_sort_listed(&h);
	cr_expect_lt(teehistorian_find_listed(&h, &a), 2);
	h.name_pool[2] = 'c';
	teehistorian_sort_listed(&h);
	cr_expect_lt(teehistorian_find_listed(&h, &a), 2);
}

static void
expect_printable(const char *text, size_t size, const char *want)
{
	char out[32];

	memset(out, '#', sizeof(out));
	printable(span_of(text), out, size);
	cr_expect_str_eq(out, want);
	if (size < sizeof(out))
		cr_expect_eq(out[size], '#', "nothing is written after it");
}

Test(printable, other_bytes_are_shown_as_hex)
{
	expect_printable("", 32, "");
	expect_printable("DT_Test > m_n[0] ~", 32, "DT_Test > m_n[0] ~");
	expect_printable("\n\x1b[2J\x7f\xab", 32, "\\x0a\\x1b[2J\\x7f\\xab");
	expect_printable("\\x0a", 32, "\\x5cx0a"); /* unlike a newline */
}

Test(printable, what_has_no_room_is_left_out)
{
	expect_printable("abcd", 5, "abcd");
	expect_printable("abcd", 4, "abc");
	expect_printable("abcd", 1, "");
	expect_printable("a\nb", 7, "a\\x0ab");
	expect_printable("a\nb", 6, "a\\x0a");
	expect_printable("a\nb", 5, "a"); /* no half of one */
}
