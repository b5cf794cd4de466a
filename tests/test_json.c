/* SPDX-License-Identifier: MIT */
/* test_json.c - the scanner takes JSON, says where it ends, and recurses not */
#include <criterion/criterion.h>
#include <stdio.h>

#include "validator/core/json.h"

static struct json
scan(const char *text)
{
	return json_init((struct span){ (const uint8_t *)text, strlen(text) },
			 16, 8);
}

/* One letter a token, as in "{k" for an object and a key. */
static void
tokens_of(const char *text, char *out, size_t size, uint64_t *off)
{
	static const char letters[] = "{}[]ksnl.!^";
	struct json j = scan(text);
	size_t n = 0;

	for (;;) {
		const struct json_token t = json_next(&j);

		cr_assert_lt(n + 1, size);
		out[n++] = letters[t.type];
		*off = t.off;
		if (t.type >= TOKEN_END)
			break;
	}
	out[n] = '\0';
}

static void
expect_tokens(const char *text, const char *want)
{
	char got[64];
	uint64_t off;

	tokens_of(text, got, sizeof(got), &off);
	cr_expect_str_eq(got, want, "%s: %s, want %s", text, got, want);
}

/* The error is at the byte under the caret. */
static void
expect_error(const char *text, const char *caret)
{
	char got[64];
	uint64_t off;

	tokens_of(text, got, sizeof(got), &off);
	cr_expect_eq(got[strlen(got) - 1], '!', "%s: %s", text, got);
	cr_expect_eq(off, 16 + strlen(caret) - 1, "%s: at %d", text,
		     (int)off - 16);
}

Test(json, takes_json)
{
	expect_tokens("{}", "{}.");
	expect_tokens(" [ ] ", "[].");
	expect_tokens("{\"a\":\"b\",\"c\":[1,-2.5e+7,0,true,false,null]}",
		      "{ksk[nnnlll]}.");
	expect_tokens("\"x\"", "s.");
	expect_tokens("[{\"a\":{}},[[]]]", "[{k{}}[[]]].");
	expect_tokens("{\"\\u00e4\\n\\\"\\\\\\/\\b\\f\\r\\t\":\"\"}", "{ks}.");
	expect_tokens("{\"a\":\"\xff\xc3\"}", "{ks}.");
}

/* Given blanks wherever they may be, the tokens are the same. */
Test(json, white_space_separates_all)
{
	expect_tokens(" [ 1 , 2 ] ", "[nn].");
	expect_tokens("\t{\n\"a\"\r:\t1\n,\n\"b\" : [ { } , [ ] ] } ",
		      "{knk[{}[]]}.");
	expect_error("1 2", "  ^");
	expect_error("[1\v]", "  ^");
}

Test(json, says_where_it_stops_being_json)
{
	expect_error("", "^");
	expect_error("{", " ^");
	expect_error("{\"a\"}", "    ^");
	expect_error("{\"a\":}", "     ^");
	expect_error("{\"a\":1,}", "       ^");
	expect_error("{1:2}", " ^");
	expect_error("[1 2]", "   ^");
	expect_error("[1}", "  ^");
	expect_error("[1,]", "   ^");
	expect_error("{} x", "   ^");
	expect_error("tru", "^");
	expect_error("\"a", "  ^");
	expect_error("\"a\nb\"", "  ^");
	expect_error("\"\\x\"", "  ^");
	expect_error("\"\\u12g4\"", "     ^");
	expect_error("01", " ^");
	expect_error("-", " ^");
	expect_error("1.", "  ^");
	expect_error("1e+", "   ^");
	expect_error("\xff", "^");
}

Test(json, numbers_and_names_in_all_their_forms)
{
	expect_tokens("[-0,10,1.5,1e5,1E+5,1e-5,-1.0E0]", "[nnnnnnn].");
	expect_tokens("{\"a\\u00Ff\":\"\\ud83e\\udd96\"}", "{ks}.");
	expect_error("{\"a", "   ^");
	expect_error("{\"a\\x\":1}", "    ^");
	expect_error("\"\\u00fG\"", "      ^");
	expect_error("\"\\", "  ^");
}

/* Given more depth than the scanner can hold, it takes what it can. */
Test(json, depth_has_a_maximum)
{
	static char text[100];
	struct json j = json_init(
		(struct span){ (const uint8_t *)text, sizeof(text) }, 0, 1000);

	memset(text, '[', sizeof(text));
	for (int i = 0; i < JSON_MAX_DEPTH; i++)
		cr_assert_eq(json_next(&j).type, TOKEN_ARRAY);
	cr_expect_eq(json_next(&j).type, TOKEN_DEEP);
}

Test(json, depth_is_bounded)
{
	struct json j = scan("[[[[[[[[[[");
	struct json_token t;

	for (int i = 0; i < 8; i++)
		cr_assert_eq(json_next(&j).type, TOKEN_ARRAY);
	t = json_next(&j);
	cr_expect_eq(t.type, TOKEN_DEEP);
	cr_expect_eq(t.off, 24);
	cr_expect_eq(json_next(&j).type, TOKEN_DEEP, "latched");
}

Test(json, white_space_is_noticed)
{
	struct json tight = scan("{\"a b\":1}"), loose = scan("{\"a\": 1}");

	while (json_next(&tight).type < TOKEN_END)
		;
	while (json_next(&loose).type < TOKEN_END)
		;
	cr_expect_not(tight.blank);
	cr_expect(loose.blank);
}

static void
expect_text(const char *json, const char *want)
{
	struct json j = scan(json);
	const struct json_token t = json_next(&j);
	char out[32];

	cr_assert_eq(t.type, TOKEN_STRING, "%s", json);
	cr_expect_eq(json_decode(t, out, sizeof(out)), strlen(want), "%s",
		     json);
	cr_expect_str_eq(out, want, "%s", json);
}

Test(json, strings_are_decoded)
{
	expect_text("\"plain\"", "plain");
	expect_text("\"a\\n\\t\\r\\b\\f\\\"\\\\\\/\"", "a\n\t\r\b\f\"\\/");
	expect_text("\"\\u00E4\\u20ac\"", "\xc3\xa4\xe2\x82\xac");
	expect_text("\"\\ud83e\\udd96\"", "\xf0\x9f\xa6\x96");
	/* halves of pairs, and NUL, cannot be text */
	expect_text("\"\\ud83e\"", "\xef\xbf\xbd");
	expect_text("\"\\ud83e\\u0041\"", "\xef\xbf\xbd"
					  "A");
	expect_text("\"\\ud83ex\"", "\xef\xbf\xbdx");
	expect_text("\"\\ud83e\\n\"", "\xef\xbf\xbd\n");
	expect_text("\"\\udd96\"", "\xef\xbf\xbd");
	expect_text("\"\\ud83e\\ue000\"", "\xef\xbf\xbd\xee\x80\x80");
	expect_text("\"\\u0000\"", "\xef\xbf\xbd");
}

/* Appends U+value, or what stands for half of a pair. */
static char *
put_utf8(char *out, unsigned value)
{
	if (value >= 0xd800 && value < 0xe000)
		value = 0xfffd;
	if (value > 0xffff) {
		*out++ = (char)(0xf0 | value >> 18);
		*out++ = (char)(0x80 | (value >> 12 & 63));
	} else {
		*out++ = (char)(0xe0 | value >> 12);
	}
	*out++ = (char)(0x80 | (value >> 6 & 63));
	*out++ = (char)(0x80 | (value & 63));
	return out;
}

/* Given two escapes, they are a pair where both are in the ranges of it. */
Test(json, pairs_at_the_ends_of_their_ranges)
{
	static const unsigned values[] = { 0x0800, 0xd7ff, 0xd800, 0xdbff,
					   0xdc00, 0xdfff, 0xe000, 0xffff };

	for (size_t i = 0; i < COUNT_OF(values); i++)
		for (size_t k = 0; k < COUNT_OF(values); k++) {
			const unsigned a = values[i], b = values[k];
			const bool pair = a >= 0xd800 && a <= 0xdbff &&
					  b >= 0xdc00 && b <= 0xdfff;
			char json[32], want[32], *end = want;

			sprintf(json, "\"\\u%04x\\u%04X\"", a, b);
			if (pair) {
				end = put_utf8(end, 0x10000 + (a - 0xd800) * 1024 +
							    (b - 0xdc00));
			} else {
				end = put_utf8(end, a);
				end = put_utf8(end, b);
			}
			*end = '\0';
			expect_text(json, want);
		}
}

static struct json_token
string(const char *text)
{
	return (struct json_token){
		.type = TOKEN_STRING,
		.text = { (const uint8_t *)text, strlen(text) },
	};
}

/* An escape that is cut says nothing: a repair drops it. */
Test(json, what_is_cut_says_nothing)
{
	static const struct {
		const char *text, *want;
	} rows[] = {
		{ "\"2\\u\"", "2" },
		{ "\"2\\u3\"", "2" },
		{ "\"2\\u000\"", "2" },
		{ "\"\\u0032\"", "2" },
		{ "\"\\u000\"", "" },
		{ "\"\\ud83d\\ude0\"", "\xef\xbf\xbd" },
		{ "\"\\ud83d\\ude00\"", "\xf0\x9f\x98\x80" },
		{ "\"\\ud83d\\u\"", "\xef\xbf\xbd" },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct json_bytes bytes = json_bytes(string(rows[i].text));
		char out[16];
		size_t n = 0;
		uint8_t byte;

		cr_expect_eq(
			json_decode(string(rows[i].text), out, sizeof(out)),
			strlen(rows[i].want));
		cr_expect_str_eq(out, rows[i].want, "%s", rows[i].text);
		while (json_byte(&bytes, &byte))
			cr_expect_eq(byte, (uint8_t)rows[i].want[n++]);
		cr_expect_eq(n, strlen(rows[i].want));
		cr_expect_not(json_byte(&bytes, &byte));
	}
}

Test(json, decoding_is_cut_to_the_buffer)
{
	struct json j = scan("\"abcdef\"");
	const struct json_token t = json_next(&j);
	char out[4] = "xxx";

	cr_expect_eq(json_decode(t, out, sizeof(out)), 6);
	cr_expect_str_eq(out, "abc");
	cr_expect_eq(json_decode(t, out, 0), 6);
	cr_expect_str_eq(out, "abc");
}
