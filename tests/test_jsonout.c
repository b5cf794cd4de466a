/* SPDX-License-Identifier: MIT */
/* test_jsonout.c - JSON text: any bytes, any number, any locale */
#include <criterion/criterion.h>
#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "api/writer/jsonout.h"
#include "tests/support.h"

static struct jsonout
json_into(struct bytes *b)
{
	struct jsonout json = { .has_one = false };

	textout_init(&json.out, collect, b);
	return json;
}

static void
expect_text(struct jsonout *json, struct bytes *b, const char *text)
{
	cr_expect(textout_flush(&json->out));
	cr_expect_eq(b->n, strlen(text), "%.*s", (int)b->n, (char *)b->at);
	cr_expect_eq(memcmp(b->at, text, strlen(text)), 0, "%.*s", (int)b->n,
		     (char *)b->at);
	free(b->at);
	*b = (struct bytes){ 0, NULL };
}

/* Given any bytes, a text is printable ASCII, and each byte that is not UTF-8
   has a mark of its own. */
Test(jsonout, texts_are_escaped)
{
	static const struct {
		const char *bytes, *text;
	} rows[] = {
		{ "", "\"\"" },
		{ "plain ~", "\"plain ~\"" },
		{ "\"\\/", "\"\\\"\\\\/\"" },
		{ "\b\f\n\r\t\x01\x7f", "\"\\b\\f\\n\\r\\t\\u0001\\u007F\"" },
		{ "\xc3\xa4\xe2\x82\xac", "\"\\u00E4\\u20AC\"" },
		{ "\xf0\x9f\x98\x80\xf4\x8f\xbf\xbf",
		  "\"\\uD83D\\uDE00\\uDBFF\\uDFFF\"" },
		{ "a\xff\xe2\x82z", "\"a\\uFFFD\\uFFFD\\uFFFDz\"" },
		{ "\xed\xa0\x80\xc0\xaf",
		  "\"\\uFFFD\\uFFFD\\uFFFD\\uFFFD\\uFFFD\"" },
		{ "\xf0\x9f\x98", "\"\\uFFFD\\uFFFD\\uFFFD\"" },
	};
	struct bytes b = { 0, NULL };

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct jsonout json = json_into(&b);

		jsonout_text(&json, rows[i].bytes);
		expect_text(&json, &b, rows[i].text);
	}
}

/* Given each kind of value, commas are where they belong. */
Test(jsonout, values_and_commas)
{
	struct bytes b = { 0, NULL };
	struct jsonout json = json_into(&b);

	jsonout_open(&json, '{');
	jsonout_put_int(&json, "a", INT64_MIN);
	jsonout_put_number(&json, "b", UINT64_MAX);
	jsonout_put_object(&json, "c");
	jsonout_close(&json, '}');
	jsonout_key(&json, "d");
	jsonout_open(&json, '[');
	jsonout_null(&json);
	jsonout_bool(&json, true);
	jsonout_open(&json, '[');
	jsonout_close(&json, ']');
	jsonout_hex(&json, (struct span){ (const uint8_t *)"\x00\xff", 2 });
	jsonout_close(&json, ']');
	jsonout_put_text(&json, "e", NULL);
	jsonout_end_line(&json);
	jsonout_open(&json, '{');
	jsonout_end_line(&json);
	expect_text(&json, &b,
		    "{\"a\":-9223372036854775808,\"b\":9223372036854775807,"
		    "\"c\":{},\"d\":[null,true,[],\"00ff\"],\"e\":null}\n{}\n");
}

/* RFC 4648, section 10. */
Test(jsonout, base64)
{
	static const char *const rows[][2] = {
		{ "", "\"\"" },
		{ "f", "\"Zg==\"" },
		{ "fo", "\"Zm8=\"" },
		{ "foo", "\"Zm9v\"" },
		{ "foob", "\"Zm9vYg==\"" },
		{ "foobar", "\"Zm9vYmFy\"" },
	};
	struct bytes b = { 0, NULL };

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct jsonout json = json_into(&b);

		jsonout_base64(&json, span_of_text(rows[i][0]));
		expect_text(&json, &b, rows[i][1]);
	}
}

/* Given a locale with a comma, numbers have a point; what is no number is
   null. */
Test(jsonout, numbers_are_the_same_in_every_locale)
{
	static const struct {
		double value;
		const char *text;
	} rows[] = {
		{ 0, "0.0" },
		{ -3, "-3.0" },
		{ 0.5, "0.5" },
		{ 1e300, "1e+300" },
		{ -2.5e-7, "-2.5e-07" },
		{ INFINITY, "null" },
		{ NAN, "null" },
	};
	struct bytes b = { 0, NULL };

	enum { N = sizeof(rows) / sizeof(*rows) };

	for (size_t i = 0; i < 2 * N; i++) {
		struct jsonout json = json_into(&b);

		if (i == N)
			(void)!setlocale(LC_ALL, "de_DE.UTF-8");
		jsonout_real(&json, rows[i % N].value);
		expect_text(&json, &b, rows[i % N].text);
	}
}

/* Given more than the buffer, nothing is lost. */
Test(jsonout, long_texts_go_through_the_buffer)
{
	enum { LENGTH = 100000 };
	char *text = calloc(1, LENGTH + 1);
	struct bytes b = { 0, NULL };
	struct jsonout json = json_into(&b);

	memset(text, 'x', LENGTH);
	jsonout_text(&json, text);
	cr_expect(textout_flush(&json.out));
	cr_expect_eq(b.n, LENGTH + 2);
	cr_expect_eq(memcmp(b.at + 1, text, LENGTH), 0);
	free(text);
	free(b.at);
}

/* A text is cut after a whole character. */
Test(jsonout, texts_within_a_length)
{
	static const struct {
		const char *bytes;
		size_t longest;
		const char *text;
	} rows[] = {
		{ NULL, 3, "null" },
		{ "", 0, "\"\"" },
		{ "abc", 3, "\"abc\"" },
		{ "abcd", 3, "\"abc...\"" },
		{ "ab\xe2\x82\xac", 3, "\"ab\\u20AC\"" },
		{ "ab\xe2\x82\xac.", 3, "\"ab\\u20AC...\"" },
		{ "\xff\xff\xff\xff", 3, "\"\\uFFFD\\uFFFD\\uFFFD...\"" },
	};
	struct bytes b = { 0, NULL };

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct jsonout json = json_into(&b);

		jsonout_text_within(&json, rows[i].bytes, rows[i].longest);
		expect_text(&json, &b, rows[i].text);
	}
}
