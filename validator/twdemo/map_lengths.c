/* SPDX-License-Identifier: MIT */
/*
 * map_lengths.c - the sums of the demo prove which lengths the map must state
 *
 * A datafile states its own length twice, and its tables determine both numbers:
 *
 *   map   DATA | version | size | swaplen | counts | tables | items | data
 *                        |<--- 8 bytes -->|
 *
 * Where one of them is wrong, players refuse the map.  Beside the sums of the map
 * those of the map with the right numbers are computed.  If the header of the demo
 * names these, nothing else in the map is wrong.
 */
#include <zlib.h>

#include "validator/twdemo/map_lengths.h"

static void
add(struct twdemo_lengths *l, struct span bytes)
{
	l->crc = (uint32_t)crc32(l->crc, bytes.ptr, (unsigned)bytes.len);
	digest_feed(&l->digest, bytes);
}

/* The header of the map is there, and was read. */
static void
begin(const struct datafile *df, struct twdemo_lengths *l)
{
	l->differ = datafile_right_lengths(df, l->right);
	if (!l->differ)
		return;
	memcpy(room_at(l->header, sizeof(l->header), DATAFILE_AT_SIZE,
		       TWDEMO_LENGTHS_BYTES),
	       l->right, TWDEMO_LENGTHS_BYTES);
	digest_open(&l->digest);
	l->crc = 0;
	add(l, (struct span){ l->header, sizeof(l->header) });
}

void
twdemo_sum_lengths(const struct datafile *df, struct twdemo_lengths *l,
		   struct span bytes)
{
	const struct span head = span_head(bytes, sizeof(l->header) - l->held);

	if (head.len) {
		memcpy(room_at(l->header, sizeof(l->header), l->held, head.len),
		       head.ptr, head.len);
		l->held += head.len;
		if (l->held == sizeof(l->header))
			begin(df, l);
	}
	if (l->differ && bytes.len > head.len)
		add(l, span_tail(bytes, head.len));
}
