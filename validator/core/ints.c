/* SPDX-License-Identifier: MIT */
/* ints.c - the 32-bit ints of one demo chunk, snapshot or snapshot delta */
#include "validator/core/ints.h"

struct ints_unpacked
ints_unpack(struct span packed, struct ints *out)
{
	struct ints_unpacked r = { .status = INTS_OK };
	struct cursor in = cur_span(packed, 0);
	uint32_t n = 0;

	for (; cur_left(&in) && n < INTS_MAX; n++) {
		unsigned quirks = 0;

		AT(out->at, n) = cur_int(&in, &quirks);
		if (quirks && !r.quirks)
			r.first_noncanonical = n;
		r.quirks |= quirks;
		if (!cur_ok(&in))
			break;
	}
	out->n = n;
	if (cur_left(&in))
		r.status = cur_ok(&in) ? INTS_FULL : INTS_OPEN;
	return r;
}

size_t
ints_pack(const struct ints *in, uint8_t *out, size_t room)
{
	size_t size = 0;

	for (uint32_t i = 0; i < in->n; i++) {
		uint8_t bytes[INT_MAX_BYTES];
		const size_t n = int_encode(AT(in->at, i), bytes);

		if (n > room - size)
			return 0;
		memcpy(room_at(out, room, size, n), bytes, n);
		size += n;
	}
	return size;
}

size_t
ints_position(struct span packed, uint32_t index)
{
	struct cursor in = cur_span(packed, 0);
	unsigned quirks = 0;

	while (index-- && cur_ok(&in))
		cur_int(&in, &quirks);
	return (size_t)cur_tell(&in);
}

void
ints_append(struct ints *out, struct cursor *in)
{
	while (out->n < INTS_MAX && cur_left(in) >= sizeof(int32_t)) {
		AT(out->at, out->n) = cur_le32(in);
		out->n++;
	}
}
