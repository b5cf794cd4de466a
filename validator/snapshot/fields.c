/* SPDX-License-Identifier: MIT */
/* fields.c - the fields of an item, as its row of the table names them */
#include "validator/snapshot/snapshot.h"

struct cursor
snapshot_open_fields(const char *fields)
{
	return cur_init(fields, fields ? strlen(fields) : 0, 0);
}

/* The number after `open`, if that is what comes next; it ends with one more
   byte. */
static uint32_t
read_number(struct cursor *in, uint8_t open, uint32_t otherwise)
{
	struct cursor ahead = *in;
	uint32_t n = 0;

	if (cur_left(in) == 0 || cur_u8(&ahead) != open)
		return otherwise;
	for (uint8_t c = cur_u8(&ahead); c >= '0' && c <= '9';
	     c = cur_u8(&ahead))
		n = 10 * n + c - '0';
	*in = ahead;
	return n;
}

bool
snapshot_next_field(struct cursor *fields, struct snapshot_field *out)
{
	const struct span rest = cur_rest(fields);

	if (rest.len == 0)
		return false;
	out->name = cur_bytes(fields, strcspn((const char *)rest.ptr, " [<"));
	out->count = read_number(fields, '[', 1);
	out->ints = read_number(fields, '<', 0);
	cur_some(fields, 1); /* the blank */
	return true;
}
