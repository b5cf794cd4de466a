/* SPDX-License-Identifier: MIT */
/* json.c - a bounded pull scanner for JSON, with offsets */
#include "validator/core/json.h"

#include "validator/core/always.h"

struct json
json_init(struct span text, uint64_t origin, unsigned max_depth)
{
	return (struct json){
		.in = cur_span(text, origin),
		.max_depth = max_depth < JSON_MAX_DEPTH ? max_depth
							: JSON_MAX_DEPTH,
	};
}

/* The next byte without consuming it; at the end 0, which JSON never has. */
static uint8_t
peek(const struct json *j)
{
	struct cursor c = j->in;

	return cur_u8(&c);
}

static struct json_token
stop(struct json *j, enum json_type type)
{
	j->stopped = (struct json_token){ .type = type,
					  .off = cur_tell(&j->in) };
	j->has_stopped = true;
	return j->stopped;
}

static bool
is_digit(uint8_t c)
{
	return c >= '0' && c <= '9';
}

static bool
is_hex(uint8_t c)
{
	return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/* Consumes one byte if it is c. */
static bool
accept(struct json *j, uint8_t c)
{
	if (peek(j) != c || cur_left(&j->in) == 0)
		return false;
	cur_u8(&j->in);
	return true;
}

/* The digits of \\uXXXX; `from` is before the backslash. */
static bool
scan_unicode(struct json *j, const struct cursor *from)
{
	for (int i = 0; i < 4; i++) {
		if (j->may_be_cut && peek(j) == '"') {
			j->cut = (struct json_cut){
				.off = cur_tell(from),
				.len = j->in.pos - from->pos,
			};
			return true;
		}
		if (!is_hex(peek(j)))
			return false;
		cur_u8(&j->in);
	}
	return true;
}

/* After the backslash; `from` is before it. */
static bool
scan_escape(struct json *j, const struct cursor *from)
{
	const uint8_t c = peek(j);

	if (c == 'u') {
		cur_u8(&j->in);
		return scan_unicode(j, from);
	}
	if (!c || !memchr("\"\\/bfnrt", c, 8))
		return false;
	cur_u8(&j->in);
	return true;
}

/* After the opening quote; leaves the cursor at what is wrong. */
static bool
scan_string(struct json *j)
{
	while (cur_left(&j->in)) {
		const struct cursor from = j->in;
		const uint8_t c = peek(j);

		if (c < 0x20)
			return false;
		cur_u8(&j->in);
		if (c == '"')
			return true;
		if (c == '\\' && !scan_escape(j, &from))
			return false;
	}
	return false;
}

static bool
scan_digits(struct json *j)
{
	if (!is_digit(peek(j)))
		return false;
	while (is_digit(peek(j)))
		cur_u8(&j->in);
	return true;
}

static bool
scan_number(struct json *j)
{
	accept(j, '-');
	if (!accept(j, '0') && !scan_digits(j))
		return false;
	if (accept(j, '.') && !scan_digits(j))
		return false;
	if (accept(j, 'e') || accept(j, 'E')) {
		if (!accept(j, '+'))
			accept(j, '-');
		return scan_digits(j);
	}
	return true;
}

static bool
scan_literal(struct json *j)
{
	static const char *const words[] = { "true", "false", "null" };

	for (size_t i = 0; i < COUNT_OF(words); i++) {
		const char *word = AT(words, i);

		if (span_starts(cur_rest(&j->in), word, strlen(word))) {
			cur_bytes(&j->in, strlen(word));
			return true;
		}
	}
	return false;
}

static void
value_done(struct json *j)
{
	j->expect = j->depth ? JSON_WANT_COMMA_OR_END : JSON_WANT_NOTHING;
}

static bool
in_object(const struct json *j)
{
	return ALWAYS(j->depth) && (j->objects >> (j->depth - 1) & 1);
}

/* The token of everything between `from` and the cursor. */
static struct json_token
token(struct json *j, enum json_type type, const struct cursor *from)
{
	struct cursor c = *from;

	return (struct json_token){
		.type = type,
		.off = cur_tell(from),
		.text = cur_bytes(&c, j->in.pos - from->pos),
	};
}

static struct json_token
open_level(struct json *j, enum json_type type)
{
	const struct cursor from = j->in;
	const bool object = type == TOKEN_OBJECT;

	if (j->depth == j->max_depth)
		return stop(j, TOKEN_DEEP);
	cur_u8(&j->in);
	j->objects &= ~(UINT64_C(1) << j->depth);
	j->objects |= (uint64_t)object << j->depth;
	j->depth++;
	j->expect = object ? JSON_WANT_KEY_OR_END : JSON_WANT_VALUE_OR_END;
	return token(j, type, &from);
}

static struct json_token
close_level(struct json *j)
{
	const struct cursor from = j->in;
	const bool object = in_object(j);

	cur_u8(&j->in);
	j->depth--;
	value_done(j);
	return token(j, object ? TOKEN_OBJECT_END : TOKEN_ARRAY_END, &from);
}

static struct json_token
scan_value(struct json *j)
{
	const struct cursor from = j->in;
	const uint8_t c = peek(j);

	if (c == '{')
		return open_level(j, TOKEN_OBJECT);
	if (c == '[')
		return open_level(j, TOKEN_ARRAY);
	if (c == '"') {
		cur_u8(&j->in);
		if (!scan_string(j))
			return stop(j, TOKEN_ERROR);
		value_done(j);
		return token(j, TOKEN_STRING, &from);
	}
	if (c == '-' || is_digit(c)) {
		if (!scan_number(j))
			return stop(j, TOKEN_ERROR);
		value_done(j);
		return token(j, TOKEN_NUMBER, &from);
	}
	if (!scan_literal(j))
		return stop(j, TOKEN_ERROR);
	value_done(j);
	return token(j, TOKEN_LITERAL, &from);
}

static struct json_token
scan_key(struct json *j)
{
	const struct cursor from = j->in;

	if (!accept(j, '"') || !scan_string(j))
		return stop(j, TOKEN_ERROR);
	j->expect = JSON_WANT_COLON;
	return token(j, TOKEN_KEY, &from);
}

static void
skip_blank(struct json *j)
{
	while (cur_left(&j->in)) {
		const uint8_t c = peek(j);

		if (c != ' ' && c != '\t' && c != '\n' && c != '\r')
			return;
		cur_u8(&j->in);
		j->blank = true;
	}
}

static struct json_token
next_token(struct json *j)
{
	switch (j->expect) {
	case JSON_WANT_VALUE_OR_END:
		if (peek(j) == ']')
			return close_level(j);
		return scan_value(j);
	case JSON_WANT_VALUE: return scan_value(j);
	case JSON_WANT_KEY_OR_END:
		if (peek(j) == '}')
			return close_level(j);
		return scan_key(j);
	case JSON_WANT_KEY: return scan_key(j);
	case JSON_WANT_COLON:
	case JSON_WANT_COMMA_OR_END:
	case JSON_WANT_NOTHING: break;
	}
	if (cur_left(&j->in))
		return stop(j, TOKEN_ERROR);
	return stop(j, TOKEN_END);
}

struct json_token
json_next(struct json *j)
{
	if (j->has_stopped)
		return j->stopped;
	skip_blank(j);
	if (j->expect == JSON_WANT_COLON) {
		if (!accept(j, ':'))
			return stop(j, TOKEN_ERROR);
		j->expect = JSON_WANT_VALUE;
		skip_blank(j);
	} else if (j->expect == JSON_WANT_COMMA_OR_END) {
		if (peek(j) == (in_object(j) ? '}' : ']'))
			return close_level(j);
		if (!accept(j, ','))
			return stop(j, TOKEN_ERROR);
		j->expect = in_object(j) ? JSON_WANT_KEY : JSON_WANT_VALUE;
		skip_blank(j);
	}
	return next_token(j);
}
