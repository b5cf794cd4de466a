/* SPDX-License-Identifier: MIT */
/* json_text.c - what a JSON string says */
#include "validator/core/json.h"

/* Output that never overruns and still counts all of it. */
struct decoded_text {
	char *out;
	size_t size, length;
};

static void
put(struct decoded_text *t, uint8_t byte)
{
	if (t->length + 1 < t->size)
		poke(t->out, t->size, t->length, byte);
	t->length++;
}

/* Bytes that mean themselves. */
static void
put_run(struct decoded_text *t, struct span run)
{
	const size_t room = t->length + 1 < t->size ? t->size - 1 - t->length
						    : 0;
	const struct span kept = span_head(run, room);

	if (kept.len)
		memcpy(room_at(t->out, t->size, t->length, kept.len), kept.ptr,
		       kept.len);
	t->length += run.len;
}

static void
put_code_point(struct decoded_text *t, uint32_t c)
{
	if (c == 0 || (c >= 0xd800 && c <= 0xdfff))
		c = 0xfffd; /* no text has these */
	if (c < 0x80) {
		put(t, (uint8_t)c);
	} else if (c < 0x800) {
		put(t, (uint8_t)(0xc0 | c >> 6));
		put(t, (uint8_t)(0x80 | (c & 0x3f)));
	} else if (c < 0x10000) {
		put(t, (uint8_t)(0xe0 | c >> 12));
		put(t, (uint8_t)(0x80 | (c >> 6 & 0x3f)));
		put(t, (uint8_t)(0x80 | (c & 0x3f)));
	} else {
		put(t, (uint8_t)(0xf0 | c >> 18));
		put(t, (uint8_t)(0x80 | (c >> 12 & 0x3f)));
		put(t, (uint8_t)(0x80 | (c >> 6 & 0x3f)));
		put(t, (uint8_t)(0x80 | (c & 0x3f)));
	}
}

/* The scanner has made sure that four hex digits come next, or as many as
   there are before the closing quote. */
static uint32_t
read_hex4(struct cursor *c)
{
	uint32_t value = 0;

	for (int i = 0; i < 4 && cur_left(c) > 1; i++) {
		const uint8_t digit = cur_u8(c);
		const unsigned letter = digit | 0x20u; /* lower case */

		value <<= 4;
		value |= digit <= '9' ? digit & 15u : letter - 'a' + 10;
	}
	return value;
}

/* After \u: joins a surrogate pair if the other half follows. */
static uint32_t
read_unicode(struct cursor *c)
{
	const uint32_t first = read_hex4(c);
	struct cursor pair = *c;

	if (first < 0xd800 || first > 0xdbff || cur_u8(&pair) != '\\' ||
	    cur_u8(&pair) != 'u')
		return first;
	const uint32_t second = read_hex4(&pair);
	if (second < 0xdc00 || second > 0xdfff)
		return first;
	*c = pair;
	return 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00);
}

static uint32_t
read_escape(struct cursor *c)
{
	const uint8_t letter = cur_u8(c);

	switch (letter) {
	case 'b': return '\b';
	case 'f': return '\f';
	case 'n': return '\n';
	case 'r': return '\r';
	case 't': return '\t';
	case 'u': return read_unicode(c);
	default: return letter; /* quote, backslash, slash */
	}
}

size_t
json_decode(struct json_token string, char *out, size_t size)
{
	struct decoded_text t = { .out = out, .size = size };
	struct cursor c = cur_span(string.text, 0);

	cur_u8(&c); /* the quotes are part of the token */
	while (cur_left(&c) > 1) {
		bool escape;

		put_run(&t, cur_until(&c, '\\', cur_left(&c) - 1, &escape));
		if (!escape)
			break;
		cur_u8(&c);
		put_code_point(&t, read_escape(&c));
	}
	poke(out, size, t.length < size ? t.length : size - 1, 0);
	return t.length;
}
