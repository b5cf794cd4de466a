/* SPDX-License-Identifier: MIT */
/* lzss.c - the compression of string tables before network protocol 24 */
#include "validator/netmessage/lzss.h"

struct lzss_output {
	uint8_t *bytes;
	size_t size, n;
	bool ended;
	enum lzss_status status; /* once it has ended */
};

static void
end(struct lzss_output *out, enum lzss_status status)
{
	out->ended = true;
	out->status = status;
}

static void
put(struct lzss_output *out, uint8_t byte)
{
	poke(out->bytes, out->size, out->n, byte);
	out->n++;
}

static void
decode_byte(struct cursor *in, struct lzss_output *out)
{
	const uint8_t byte = cur_u8(in);

	if (!cur_ok(in))
		end(out, LZSS_SHORT);
	else if (out->n == out->size)
		end(out, LZSS_LONGER);
	else
		put(out, byte);
}

static void
decode_copy(struct cursor *in, struct lzss_output *out)
{
	enum { COUNT_MASK = 15 };
	const uint8_t first = cur_u8(in), second = cur_u8(in);
	const size_t back = ((size_t)first << 4 | second >> 4) + 1;
	const size_t n = (size_t)(second & COUNT_MASK) + 1;

	if (!cur_ok(in))
		end(out, LZSS_SHORT);
	else if (n == 1)
		end(out, out->n == out->size ? LZSS_DONE : LZSS_FEWER);
	else if (back > out->n)
		end(out, LZSS_BEFORE);
	else if (n > out->size - out->n)
		end(out, LZSS_LONGER);
	/* Bytes that are copied may be those that were just written. */
	for (size_t i = 0; i < n && !out->ended; i++)
		put(out, *(const uint8_t *)bytes_at(out->bytes, out->size,
						    out->n - back, 1));
}

enum lzss_status
lzss_decode(struct cursor *in, void *bytes, size_t size)
{
	enum { LAST_FLAG = 1 << 8 };
	struct lzss_output out = { .bytes = bytes, .size = size };
	uint32_t flags = LAST_FLAG >> 8;

	while (!out.ended) {
		/* The bit above the flags says how many of them are left. */
		if (flags == 1)
			flags = LAST_FLAG | cur_u8(in);
		if (!cur_ok(in))
			end(&out, LZSS_SHORT);
		else if (flags & 1)
			decode_copy(in, &out);
		else
			decode_byte(in, &out);
		flags >>= 1;
	}
	return out.status;
}
