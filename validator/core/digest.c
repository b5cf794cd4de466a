/* SPDX-License-Identifier: MIT */
/* digest.c - prints a SHA-256 */
#include "validator/core/digest.h"

void
digest_print(const uint8_t sha256[SHA256_BYTES], char out[2 * SHA256_BYTES + 1])
{
	enum { DIGITS = 2 * SHA256_BYTES };
	static const char digits[] = "0123456789abcdef";

	struct cursor c = cur_span((struct span){ sha256, SHA256_BYTES }, 0);

	for (size_t i = 0; i < DIGITS; i += 2) {
		const uint8_t byte = cur_u8(&c);

		poke(out, DIGITS + 1, i, (uint8_t)AT(digits, byte >> 4));
		poke(out, DIGITS + 1, i + 1, (uint8_t)AT(digits, byte & 15));
	}
	poke(out, DIGITS + 1, DIGITS, '\0');
}
