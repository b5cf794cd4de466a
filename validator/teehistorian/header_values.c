/* SPDX-License-Identifier: MIT */
/* header_values.c - checks the forms of header values (SPEC.md, TH-3) */
#include "validator/teehistorian/header.h"

static struct cursor
over(const char *text)
{
	return cur_init(text, strlen(text), 0);
}

bool
teehistorian_decimal(const char *text, uint64_t maximum, uint64_t *value)
{
	struct cursor c = over(text);

	*value = 0;
	if (!cur_left(&c) || cur_left(&c) > 19)
		return false;
	while (cur_left(&c)) {
		const uint8_t digit = cur_u8(&c);

		if (!is_digit(digit))
			return false;
		*value = *value * 10 + (digit & 15u);
	}
	return *value <= maximum;
}

bool
teehistorian_is_hex(const char *text, size_t digits)
{
	struct cursor c = over(text);

	if (cur_left(&c) != digits)
		return false;
	while (cur_left(&c)) {
		const uint8_t digit = cur_u8(&c);

		if (!is_digit(digit) && (digit < 'a' || digit > 'f'))
			return false;
	}
	return true;
}

/* Reads two digits.  Is their number in the range from `low` to `high`? */
static bool
is_part(struct cursor *c, unsigned low, unsigned high)
{
	const uint8_t tens = cur_u8(c), ones = cur_u8(c);
	const unsigned value = (tens & 15u) * 10 + (ones & 15u);

	return is_digit(tens) && is_digit(ones) && value >= low &&
	       value <= high;
}

/*
 *   version 1   2017-11-27 22:41:08 +0100      strftime %Y-%m-%d %H:%M:%S %z
 *   version 2   2023-11-27T22:41:08+0100                %Y-%m-%dT%H:%M:%S%z
 */
bool
teehistorian_is_time(const char *text, int version)
{
	struct cursor c = over(text);
	bool ok = is_part(&c, 0, 99) && is_part(&c, 0, 99);

	ok = ok && cur_u8(&c) == '-' && is_part(&c, 1, 12);
	ok = ok && cur_u8(&c) == '-' && is_part(&c, 1, 31);
	ok = ok && cur_u8(&c) == (version == 1 ? ' ' : 'T');
	ok = ok && is_part(&c, 0, 23);
	ok = ok && cur_u8(&c) == ':' && is_part(&c, 0, 59);
	ok = ok && cur_u8(&c) == ':' && is_part(&c, 0, 60);
	if (version == 1)
		ok = ok && cur_u8(&c) == ' ';
	const uint8_t sign = cur_u8(&c);

	ok = ok && (sign == '+' || sign == '-');
	ok = ok && is_part(&c, 0, 23) && is_part(&c, 0, 59);
	return ok && cur_left(&c) == 0;
}

/* Reads a number below 1000.  Returns -1 if there is no such number. */
static int32_t
number(struct cursor *c)
{
	int32_t value = -1;

	for (int i = 0; i < 3; i++) {
		struct cursor next = *c;
		const uint8_t digit = cur_u8(&next);

		if (!is_digit(digit))
			break;
		value = (value < 0 ? 0 : value) * 10 + (digit & 15);
		*c = next;
	}
	return value;
}

int32_t
teehistorian_release(const char *server_version)
{
	struct cursor c = over(server_version);

	for (; cur_left(&c); cur_u8(&c)) {
		if (!span_starts(cur_rest(&c), ", ", 2))
			continue;
		cur_bytes(&c, 2);
		const int32_t major = number(&c);
		const bool dot = cur_u8(&c) == '.';
		const int32_t minor = number(&c);

		if (major < 0 || !dot || minor < 0 || minor > 99)
			return 0;
		return major * 100 + minor;
	}
	return 0;
}

bool
teehistorian_is_known_minor(int32_t minor)
{
	/* SPEC.md, TH-9.1: the missing numbers were never released */
	static const int8_t released[] = { 2,  3,  4,  6,  7,  8,  9,  10, 12,
					   13, 17, 18, 19, 20, 21, 22, 23 };

	for (size_t i = 0; i < COUNT_OF(released); i++)
		if (AT(released, i) == minor)
			return true;
	return false;
}
