/* SPDX-License-Identifier: MIT */
/* json.c - a scanner for JSON with offsets and limits, and a decoder of its strings */
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

/* Returns the next byte without consuming it.  Returns 0 at the end, which is no byte of
   JSON. */
static uint8_t
peek_byte(const struct json *j)
{
	struct cursor c = j->in;

	return cur_u8(&c);
}

static struct json_token
stop_scan(struct json *j, enum json_type type)
{
	j->stopped = (struct json_token){ .type = type,
					  .off = cur_tell(&j->in) };
	j->has_stopped = true;
	return j->stopped;
}

static bool
is_hex(uint8_t c)
{
	return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/* Consumes one byte if it is c. */
static bool
accept_byte(struct json *j, uint8_t c)
{
	if (peek_byte(j) != c || cur_left(&j->in) == 0)
		return false;
	cur_u8(&j->in);
	return true;
}

/* Scans the digits of \\uXXXX.  `from` is before the backslash. */
static bool
scan_unicode(struct json *j, const struct cursor *from)
{
	for (int i = 0; i < 4; i++) {
		if (j->may_be_cut && peek_byte(j) == '"') {
			j->cut = (struct json_cut){
				.off = cur_tell(from),
				.len = j->in.pos - from->pos,
			};
			return true;
		}
		if (!is_hex(peek_byte(j)))
			return false;
		cur_u8(&j->in);
	}
	return true;
}

/* Scans an escape after its backslash.  `from` is before the backslash. */
static bool
scan_escape(struct json *j, const struct cursor *from)
{
	const uint8_t c = peek_byte(j);

	if (c == 'u') {
		cur_u8(&j->in);
		return scan_unicode(j, from);
	}
	if (!c || !memchr("\"\\/bfnrt", c, 8))
		return false;
	cur_u8(&j->in);
	return true;
}

/* Scans a string after its opening quote.  After an error the cursor is at the bad
   byte. */
static bool
scan_string(struct json *j)
{
	while (cur_left(&j->in)) {
		const struct cursor from = j->in;
		const uint8_t c = peek_byte(j);

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
	if (!is_digit(peek_byte(j)))
		return false;
	while (is_digit(peek_byte(j)))
		cur_u8(&j->in);
	return true;
}

static bool
scan_number(struct json *j)
{
	accept_byte(j, '-');
	if (!accept_byte(j, '0') && !scan_digits(j))
		return false;
	if (accept_byte(j, '.') && !scan_digits(j))
		return false;
	if (accept_byte(j, 'e') || accept_byte(j, 'E')) {
		if (!accept_byte(j, '+'))
			accept_byte(j, '-');
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

/* Returns the token from `from` to the cursor. */
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
		return stop_scan(j, TOKEN_DEEP);
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
	const uint8_t c = peek_byte(j);

	if (c == '{')
		return open_level(j, TOKEN_OBJECT);
	if (c == '[')
		return open_level(j, TOKEN_ARRAY);
	if (c == '"') {
		cur_u8(&j->in);
		if (!scan_string(j))
			return stop_scan(j, TOKEN_ERROR);
		value_done(j);
		return token(j, TOKEN_STRING, &from);
	}
	if (c == '-' || is_digit(c)) {
		if (!scan_number(j))
			return stop_scan(j, TOKEN_ERROR);
		value_done(j);
		return token(j, TOKEN_NUMBER, &from);
	}
	if (!scan_literal(j))
		return stop_scan(j, TOKEN_ERROR);
	value_done(j);
	return token(j, TOKEN_LITERAL, &from);
}

static struct json_token
scan_key(struct json *j)
{
	const struct cursor from = j->in;

	if (!accept_byte(j, '"') || !scan_string(j))
		return stop_scan(j, TOKEN_ERROR);
	j->expect = JSON_WANT_COLON;
	return token(j, TOKEN_KEY, &from);
}

static void
skip_blank(struct json *j)
{
	while (cur_left(&j->in)) {
		const uint8_t c = peek_byte(j);

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
		if (peek_byte(j) == ']')
			return close_level(j);
		return scan_value(j);
	case JSON_WANT_VALUE: return scan_value(j);
	case JSON_WANT_KEY_OR_END:
		if (peek_byte(j) == '}')
			return close_level(j);
		return scan_key(j);
	case JSON_WANT_KEY: return scan_key(j);
	case JSON_WANT_COLON:
	case JSON_WANT_COMMA_OR_END:
	case JSON_WANT_NOTHING: break;
	}
	if (cur_left(&j->in))
		return stop_scan(j, TOKEN_ERROR);
	return stop_scan(j, TOKEN_END);
}

struct json_token
json_next(struct json *j)
{
	if (j->has_stopped)
		return j->stopped;
	skip_blank(j);
	if (j->expect == JSON_WANT_COLON) {
		if (!accept_byte(j, ':'))
			return stop_scan(j, TOKEN_ERROR);
		j->expect = JSON_WANT_VALUE;
		skip_blank(j);
	} else if (j->expect == JSON_WANT_COMMA_OR_END) {
		if (peek_byte(j) == (in_object(j) ? '}' : ']'))
			return close_level(j);
		if (!accept_byte(j, ','))
			return stop_scan(j, TOKEN_ERROR);
		j->expect = in_object(j) ? JSON_WANT_KEY : JSON_WANT_VALUE;
		skip_blank(j);
	}
	return next_token(j);
}

/* ---------------------------------------------------------------- strings */

/* Writes the UTF-8 of a code point into b->held. */
static void
hold_utf8(struct json_bytes *b, uint32_t c)
{
	static const uint8_t lead[] = { 0, 0, 0xc0, 0xe0, 0xf0 };

	if (c == 0 || (c >= 0xd800 && c <= 0xdfff))
		c = 0xfffd; /* no text contains these code points */
	b->at = 0;
	b->n = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
	for (unsigned i = b->n; i > 1; i--) {
		AT(b->held, i - 1) = (uint8_t)(0x80 | (c & 0x3f));
		c >>= 6;
	}
	AT(b->held, 0) = (uint8_t)(AT(lead, b->n) | c);
}

/* Reads hexadecimal digits, which the scanner has checked.  There are four digits, or
   fewer at the end of a cut string.  False: the string is cut. */
static bool
read_hex4(struct cursor *c, uint32_t *value)
{
	*value = 0;
	if (cur_left(c) < 4) {
		cur_some(c, 4);
		return false;
	}
	for (int i = 0; i < 4; i++) {
		const uint8_t digit = cur_u8(c);
		const unsigned letter = digit | 0x20u; /* lower case */

		*value <<= 4;
		*value |= digit <= '9' ? digit & 15u : letter - 'a' + 10;
	}
	return true;
}

/* Reads the digits after \u, and joins both halves of a surrogate pair. */
static bool
read_unicode(struct cursor *c, uint32_t *value)
{
	struct cursor pair;
	uint32_t second;

	if (!read_hex4(c, value))
		return false;
	pair = *c;
	if (*value < 0xd800 || *value > 0xdbff || cur_u8(&pair) != '\\' ||
	    cur_u8(&pair) != 'u' || !read_hex4(&pair, &second) ||
	    second < 0xdc00 || second > 0xdfff)
		return true;
	*c = pair;
	*value = 0x10000 + ((*value & 0x3ff) << 10) + (second & 0x3ff);
	return true;
}

/* Reads an escape after its backslash.  False: the escape is cut. */
static bool
read_escape(struct cursor *c, uint32_t *value)
{
	const uint8_t letter = cur_u8(c);

	switch (letter) {
	case 'b': *value = '\b'; return true;
	case 'f': *value = '\f'; return true;
	case 'n': *value = '\n'; return true;
	case 'r': *value = '\r'; return true;
	case 't': *value = '\t'; return true;
	case 'u': return read_unicode(c, value);
	default: *value = letter; return true; /* quote, backslash, slash */
	}
}

struct json_bytes
json_bytes(struct json_token string)
{
	struct json_bytes b = { .in = cur_span(string.text, 0) };

	cur_u8(&b.in); /* the quotes are part of the token */
	b.in = cur_limit(&b.in, cur_left(&b.in) - 1);
	return b;
}

bool
json_byte(struct json_bytes *b, uint8_t *byte)
{
	uint32_t value;

	if (b->at < b->n) {
		*byte = AT(b->held, b->at++);
		return true;
	}
	if (cur_left(&b->in) == 0)
		return false;
	*byte = cur_u8(&b->in);
	if (*byte != '\\')
		return true;
	if (!read_escape(&b->in, &value))
		return false; /* no byte follows */
	hold_utf8(b, value);
	*byte = AT(b->held, b->at++);
	return true;
}

/* Copies bytes without escapes. */
static size_t
copy_run(struct span run, char *out, size_t size, size_t length)
{
	const size_t room = length + 1 < size ? size - 1 - length : 0;
	const struct span kept = span_head(run, room);

	if (kept.len)
		memcpy(room_at(out, size, length, kept.len), kept.ptr,
		       kept.len);
	return length + run.len;
}

size_t
json_decode(struct json_token string, char *out, size_t size)
{
	struct json_bytes b = json_bytes(string);
	bool escape;
	size_t length = copy_run(cur_until(&b.in, '\\', SIZE_MAX, &escape), out,
				 size, 0);
	uint8_t byte;

	while (json_byte(&b, &byte)) {
		if (length + 1 < size)
			poke(out, size, length, byte);
		length++;
	}
	poke(out, size, length < size ? length : size - 1, 0);
	return length;
}
