/* SPDX-License-Identifier: MIT */
/* printable.c - names from the file, in texts that are printed */
#include "validator/core/printable.h"

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
