/* SPDX-License-Identifier: MIT */
/* uuid.c - computes UUIDs from names, and prints UUIDs as text */
#include "validator/core/uuid.h"

#include "validator/core/digest.h"

static const uint8_t namespace_teeworlds[UUID_SIZE] = {
	0xe0, 0x5d, 0xda, 0xaa, 0xc4, 0xe6, 0x4c, 0xfb,
	0xb6, 0x42, 0x5d, 0x48, 0xe8, 0x0c, 0x00, 0x29,
};

struct uuid
uuid_from_name(struct span name)
{
	struct digest_md5 md5;
	struct uuid uuid;

	_Static_assert(sizeof(uuid.bytes) == MD5_BYTES, "a UUID is an MD5");
	digest_md5_open(&md5);
	digest_md5_feed(&md5, (struct span){ namespace_teeworlds, UUID_SIZE });
	digest_md5_feed(&md5, name);
	digest_md5_close(&md5, uuid.bytes);
	/* RFC 4122: version 3, variant 10 */
	AT(uuid.bytes, 6) = (AT(uuid.bytes, 6) & 0x0f) | 0x30;
	AT(uuid.bytes, 8) = (AT(uuid.bytes, 8) & 0x3f) | 0x80;
	return uuid;
}

int
uuid_compare(const struct uuid *a, const struct uuid *b)
{
	return memcmp(a->bytes, b->bytes, UUID_SIZE);
}

struct uuid
uuid_from_bytes(struct span s)
{
	struct uuid uuid = { .bytes = { 0 } };

	if (s.len == UUID_SIZE)
		memcpy(uuid.bytes, s.ptr, UUID_SIZE);
	return uuid;
}

void
uuid_print(const struct uuid *uuid, char out[UUID_TEXT_SIZE])
{
	static const char hex[] = "0123456789abcdef";
	struct cursor c = cur_init(uuid->bytes, UUID_SIZE, 0);
	char text[UUID_TEXT_SIZE];
	size_t n = 0;

	for (size_t i = 0; i < UUID_SIZE; i++) {
		const uint8_t byte = cur_u8(&c);

		if (i == 4 || i == 6 || i == 8 || i == 10)
			AT(text, n++) = '-';
		AT(text, n++) = AT(hex, byte >> 4);
		AT(text, n++) = AT(hex, byte & 15);
	}
	AT(text, n) = '\0';
	memcpy(out, text, UUID_TEXT_SIZE);
}

bool
uuid_is_text(struct span s)
{
	struct cursor c = cur_span(s, 0);

	for (size_t i = 0; i < 36; i++) {
		const uint8_t ch = cur_u8(&c);
		const bool hyphen = i == 8 || i == 13 || i == 18 || i == 23;
		const bool hex = (ch >= '0' && ch <= '9') ||
				 (ch >= 'a' && ch <= 'f');

		if (hyphen ? ch != '-' : !hex)
			return false;
	}
	return s.len == 36;
}
