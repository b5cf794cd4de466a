/* SPDX-License-Identifier: MIT */
/* uuid.h - computes UUIDs from names, and prints UUIDs as text */
#ifndef VALIDATOR_CORE_UUID_H
#define VALIDATOR_CORE_UUID_H

#include "validator/core/cursor.h"

enum { UUID_SIZE = 16, UUID_TEXT_SIZE = 37 };

struct uuid {
	uint8_t bytes[UUID_SIZE];
};

/* The initializer of a known UUID, from its four big-endian words. */
#define UUID(a, b, c, d) \
	{ \
		{ \
			UUID_BYTES(a), UUID_BYTES(b), UUID_BYTES(c), \
				UUID_BYTES(d) \
		} \
	}
#define UUID_BYTES(word) \
	(uint8_t)((word) >> 24), (uint8_t)((word) >> 16), \
		(uint8_t)((word) >> 8), (uint8_t)(word)

/*
 * Version 3 (MD5) UUID of a name in the namespace that DDNet and Teeworlds use
 * for all their extensions, e05ddaaa-c4e6-4cfb-b642-5d48e80c0029 (ddnet
 * src/engine/shared/uuid_manager.cpp, CalculateUuid).
 */
struct uuid uuid_from_name(struct span name);

/* Has the UUID the form of a UUID from a name: version 3, variant 10? */
static inline bool
uuid_is_from_name(const struct uuid *u)
{
	enum { VERSION = 6, VARIANT = 8 };

	return AT(u->bytes, VERSION) >> 4 == 3 &&
	       AT(u->bytes, VARIANT) >> 6 == 2;
}

static inline bool
uuid_equal(const struct uuid *a, const struct uuid *b)
{
	return memcmp(a->bytes, b->bytes, UUID_SIZE) == 0;
}

/* Returns a negative number, 0 or a positive number, as memcmp() does. */
int uuid_compare(const struct uuid *a, const struct uuid *b);

/* s must have UUID_SIZE bytes. */
struct uuid uuid_from_bytes(struct span s);

/* Prints the UUID in lower case with hyphens, and a NUL at the end. */
void uuid_print(const struct uuid *uuid, char out[UUID_TEXT_SIZE]);

/* Is s exactly the form that uuid_print() writes? */
bool uuid_is_text(struct span s);

#endif
