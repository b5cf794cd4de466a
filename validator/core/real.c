/* SPDX-License-Identifier: MIT */
/* real.c - numbers as text that is the same in every locale */
#include <stdio.h>

#include "validator/core/cursor.h"
#include "validator/core/real.h"

/* Of "-1.5e+07", "inf" and "nan"; the point of the locale may have several bytes. */
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
