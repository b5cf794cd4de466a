/* SPDX-License-Identifier: MIT */
/* utf8.c - checks strict UTF-8 in pieces */
#include "validator/core/utf8.h"

struct utf8
utf8_init(void)
{
	return (struct utf8){ .bad = UTF8_CLEAN };
}

/* Begins a character with byte b.  False: no character begins with b. */
static bool
begin_character(struct utf8 *u, uint8_t b)
{
	u->low = 0x80;
	u->high = 0xbf;
	if (b < 0x80) {
		u->more = 0;
	} else if (b >= 0xc2 && b <= 0xdf) {
		u->more = 1;
	} else if (b >= 0xe0 && b <= 0xef) {
		u->more = 2;
		if (b == 0xe0)
			u->low = 0xa0; /* lower bytes are overlong */
		if (b == 0xed)
			u->high = 0x9f; /* higher bytes are surrogates */
	} else if (b >= 0xf0 && b <= 0xf4) {
		u->more = 3;
		if (b == 0xf0)
			u->low = 0x90; /* lower bytes are overlong */
		if (b == 0xf4)
			u->high = 0x8f; /* higher bytes are U+110000 and
			                   above */
	} else {
		return false;
	}
	return true;
}

static bool
accept_utf8_byte(struct utf8 *u, uint8_t b)
{
	if (!u->more) {
		u->start = u->length;
		return begin_character(u, b);
	}
	if (b < u->low || b > u->high)
		return false;
	u->low = 0x80;
	u->high = 0xbf;
	u->more--;
	return true;
}

void
utf8_feed(struct utf8 *u, struct span s)
{
	struct cursor c = cur_span(s, 0);

	while (u->bad == UTF8_CLEAN && cur_left(&c)) {
		if (!u->more) {
			const size_t ascii = span_ascii(cur_rest(&c));

			cur_bytes(&c, ascii);
			u->length += ascii;
			if (!cur_left(&c))
				return;
		}
		if (!accept_utf8_byte(u, cur_u8(&c))) {
			u->bad = (int64_t)u->start;
			u->length += 1 + cur_left(&c);
			return;
		}
		u->length++;
	}
	u->length += cur_left(&c);
}

void
utf8_end(struct utf8 *u)
{
	if (u->bad == UTF8_CLEAN && u->more)
		u->bad = (int64_t)u->start;
}

bool
utf8_is(struct span s)
{
	struct utf8 u = utf8_init();

	utf8_feed(&u, s);
	utf8_end(&u);
	return u.bad == UTF8_CLEAN;
}

bool
utf8_is_text(struct span s, const char *controls)
{
	const struct span rest = span_tail(s, span_printable(s));
	struct cursor c = cur_span(rest, 0);

	while (cur_left(&c)) {
		const uint8_t byte = cur_u8(&c);

		if (byte == 0 || byte == 0x7f ||
		    (byte < ' ' && !strchr(controls, byte)))
			return false;
	}
	return utf8_is(rest);
}

size_t
utf8_bad_sequence(struct span s, size_t *good)
{
	struct cursor c = cur_span(s, 0);
	struct utf8 u = utf8_init();
	size_t n = 0;

	*good = 0;
	do {
		if (!cur_left(&c) || !accept_utf8_byte(&u, cur_u8(&c)))
			return n ? n : 1;
		n++;
	} while (u.more);
	*good = n;
	return 0;
}
