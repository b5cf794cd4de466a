/* SPDX-License-Identifier: MIT */
/* jsonout.c - valid JSON in ASCII, for any bytes in the values */
#include "api/writer/jsonout.h"

#include <inttypes.h>

#include "validator/core/printable.h"

static void
put_comma(struct jsonout *json)
{
	if (json->has_one)
		textout_byte(&json->out, ',');
	json->has_one = true;
}

void
jsonout_open(struct jsonout *json, char bracket)
{
	put_comma(json);
	textout_byte(&json->out, (uint8_t)bracket);
	json->has_one = false;
}

void
jsonout_close(struct jsonout *json, char bracket)
{
	textout_byte(&json->out, (uint8_t)bracket);
	json->has_one = true;
}

void
jsonout_end_line(struct jsonout *json)
{
	textout_put(&json->out, "}\n");
	json->has_one = false;
}

void
jsonout_splice(struct jsonout *json, struct span values)
{
	if (values.len == 0)
		return;
	put_comma(json);
	textout_bytes(&json->out, values);
}

void
jsonout_key(struct jsonout *json, const char *key)
{
	jsonout_text(json, key);
	textout_byte(&json->out, ':');
	json->has_one = false;
}

/* ------------------------------------------------------------------ values */

void
jsonout_null(struct jsonout *json)
{
	put_comma(json);
	textout_put(&json->out, "null");
}

void
jsonout_bool(struct jsonout *json, bool value)
{
	put_comma(json);
	textout_put(&json->out, value ? "true" : "false");
}

void
jsonout_int(struct jsonout *json, int64_t value)
{
	put_comma(json);
	textout_print(&json->out, "%" PRId64, value);
}

void
jsonout_number(struct jsonout *json, uint64_t value)
{
	/* Many readers of JSON have no larger numbers. */
	jsonout_int(json, value <= INT64_MAX ? (int64_t)value : INT64_MAX);
}

void
jsonout_real(struct jsonout *json, double value)
{
	const struct real_text text = real_print(value, 15);

	/* JSON has no infinity and no NaN. */
	if (!(value - value == 0)) {
		jsonout_null(json);
		return;
	}
	put_comma(json);
	textout_put(&json->out, text.at);
	if (!strpbrk(text.at, ".e"))
		textout_put(&json->out, ".0");
}

static void
put_character(struct textout *out, uint32_t c)
{
	static const struct {
		uint32_t c;
		const char *text;
	} short_ones[] = { { '"', "\\\"" }, { '\\', "\\\\" }, { '\b', "\\b" },
			   { '\f', "\\f" }, { '\n', "\\n" },  { '\r', "\\r" },
			   { '\t', "\\t" } };

	if (c >= 0x20 && c < 0x7f && c != '"' && c != '\\') {
		textout_byte(out, (uint8_t)c);
		return;
	}
	for (size_t i = 0; i < COUNT_OF(short_ones); i++) {
		if (AT(short_ones, i).c == c) {
			textout_put(out, AT(short_ones, i).text);
			return;
		}
	}
	if (c < 0x10000)
		textout_print(out, "\\u%04" PRIX32, c);
	else
		textout_print(out, "\\u%04" PRIX32 "\\u%04" PRIX32,
			      0xd7c0 + (c >> 10), 0xdc00 + (c & 0x3ff));
}

struct textout *
jsonout_start_text(struct jsonout *json)
{
	put_comma(json);
	textout_byte(&json->out, '"');
	return &json->out;
}

void
jsonout_end_text(struct jsonout *json)
{
	textout_byte(&json->out, '"');
}

void
jsonout_bytes(struct jsonout *json, struct span bytes)
{
	struct cursor c = cur_span(bytes, 0);

	jsonout_start_text(json);
	while (cur_left(&c) > 0)
		put_character(&json->out, textout_character(&c));
	jsonout_end_text(json);
}

void
jsonout_text(struct jsonout *json, const char *text)
{
	if (text)
		jsonout_bytes(json, span_of_text(text));
	else
		jsonout_null(json);
}

void
jsonout_text_within(struct jsonout *json, const char *text, size_t longest)
{
	if (!text) {
		jsonout_null(json);
		return;
	}
	struct cursor c = cur_span(span_of_text(text), 0);
	const size_t size = cur_left(&c);

	jsonout_start_text(json);
	while (cur_left(&c) > 0 && size - cur_left(&c) < longest)
		put_character(&json->out, textout_character(&c));
	if (cur_left(&c) > 0)
		textout_put(&json->out, "...");
	jsonout_end_text(json);
}

void
jsonout_hex(struct jsonout *json, struct span bytes)
{
	struct cursor c = cur_span(bytes, 0);

	jsonout_start_text(json);
	while (cur_left(&c) > 0)
		textout_print(&json->out, "%02x", cur_u8(&c));
	jsonout_end_text(json);
}

/* The digits of base64 are 6 bits each, of 3 bytes in big-endian order. */
static void
put_base64_group(struct jsonout *json, struct span group)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				     "abcdefghijklmnopqrstuvwxyz0123456789+/";
	struct cursor c = cur_span(group, 0);
	char text[] = "====";
	uint32_t bits = 0;

	for (unsigned i = 0; i < 3; i++)
		bits = bits << 8 | (cur_left(&c) > 0 ? cur_u8(&c) : 0U);
	for (size_t i = 0; i <= group.len; i++)
		AT(text, i) = AT(digits, bits >> (18 - 6 * i) & 63);
	textout_put(&json->out, text);
}

void
jsonout_base64(struct jsonout *json, struct span bytes)
{
	struct cursor c = cur_span(bytes, 0);

	jsonout_start_text(json);
	while (cur_left(&c) > 0)
		put_base64_group(json, cur_some(&c, 3));
	jsonout_end_text(json);
}

/* ----------------------------------------------------------------- members */

void
jsonout_put_int(struct jsonout *json, const char *key, int64_t value)
{
	jsonout_key(json, key);
	jsonout_int(json, value);
}

void
jsonout_put_number(struct jsonout *json, const char *key, uint64_t value)
{
	jsonout_key(json, key);
	jsonout_number(json, value);
}

void
jsonout_put_bool(struct jsonout *json, const char *key, bool value)
{
	jsonout_key(json, key);
	jsonout_bool(json, value);
}

void
jsonout_put_text(struct jsonout *json, const char *key, const char *text)
{
	jsonout_key(json, key);
	jsonout_text(json, text);
}

void
jsonout_put_object(struct jsonout *json, const char *key)
{
	jsonout_key(json, key);
	jsonout_open(json, '{');
}
