/* SPDX-License-Identifier: MIT */
/* printable.c - escapes names and numbers of a file for printed texts */
#include "validator/core/printable.h"

#include <stdio.h>

#include "validator/core/cursor.h"

static bool
is_plain(uint8_t byte)
{
	return byte >= 0x20 && byte < 0x7f && byte != '\\';
}

void
printable(struct span text, char *out, size_t size)
{
	static const char digits[] = "0123456789abcdef";
	struct cursor in = cur_span(text, 0);
	size_t used = 0;

	while (cur_left(&in) > 0) {
		const uint8_t byte = cur_u8(&in);
		const char shown[] = { '\\', 'x', AT(digits, byte >> 4),
				       AT(digits, byte & 15) };
		const bool plain = is_plain(byte);
		const size_t n = plain ? 1 : sizeof(shown);

		if (n >= size - used)
			break;
		memcpy(room_at(out, size, used, n),
		       plain ? (const void *)&byte : shown, n);
		used += n;
	}
	poke(out, size, used, '\0');
}

/* Is this a byte of "-1.5e+07", "inf" or "nan"?  The decimal point of the locale may
   have several bytes. */
static bool
is_of_number(uint8_t byte)
{
	return strchr("0123456789+-aefin", byte) != NULL;
}

struct real_text
real_print(double value, int digits)
{
	struct real_text text = { "" };
	char local[sizeof(text.at)];
	bool point = false;
	size_t n = 0;

	snprintf(local, sizeof(local), "%.*g", digits, value);
	for (struct cursor c = cur_span(span_of_text(local), 0);
	     cur_left(&c) > 0;) {
		const uint8_t byte = cur_u8(&c);

		if (is_of_number(byte))
			AT(text.at, n++) = (char)byte;
		else if (!point)
			AT(text.at, n++) = '.';
		point = point || !is_of_number(byte);
	}
	return text;
}
