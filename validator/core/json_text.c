/* SPDX-License-Identifier: MIT */
/* json_text.c - what a JSON string says */
#include "validator/core/json.h"

/* The UTF-8 of a code point into b->held. */
static void
hold(struct json_bytes *b, uint32_t c)
{
	static const uint8_t lead[] = { 0, 0, 0xc0, 0xe0, 0xf0 };

	if (c == 0 || (c >= 0xd800 && c <= 0xdfff))
		c = 0xfffd; /* no text has these */
	b->at = 0;
	b->n = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
	for (unsigned i = b->n; i > 1; i--) {
		AT(b->held, i - 1) = (uint8_t)(0x80 | (c & 0x3f));
		c >>= 6;
	}
	AT(b->held, 0) = (uint8_t)(AT(lead, b->n) | c);
}

/* The scanner has made sure that hex digits come next: four of them, or as many
   as there are before the end of a string that is cut.  False: it is. */
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

/* After \u: joins a surrogate pair if the other half follows. */
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

/* After the backslash; false: the escape is cut. */
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
		return false; /* it is the last */
	hold(b, value);
	*byte = AT(b->held, b->at++);
	return true;
}

/* Bytes that mean themselves. */
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
