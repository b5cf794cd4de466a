/* SPDX-License-Identifier: MIT */
/* wire.c - bytes that grow */
#include "cli/work/wire.h"

#include <stdlib.h>
#include <string.h>

void
wire_add(struct wire_bytes *bytes, const void *from, size_t size)
{
	size_t room = bytes->room ? bytes->room : 1024;
	unsigned char *grown;

	if (bytes->failed || size == 0)
		return;
	while (room - bytes->n < size)
		room *= 2;
	if (room > bytes->room) {
		grown = realloc(bytes->at, room);
		if (!grown) {
			bytes->failed = true;
			return;
		}
		bytes->at = grown;
		bytes->room = room;
	}
	memcpy(bytes->at + bytes->n, from, size);
	bytes->n += size;
}

void
wire_free(struct wire_bytes *bytes)
{
	free(bytes->at);
	*bytes = (struct wire_bytes){ .at = NULL };
}
