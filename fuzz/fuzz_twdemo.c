/* SPDX-License-Identifier: MIT */
/*
 * fuzz_twdemo.c - the properties of every format (properties.h), on demos; and of
 * the messages in them,
 *
 *   clean     one that the quick way calls clean has no findings
 */
#include <stdlib.h>
#include <string.h>

#include "fuzz/properties.h"
#include "validator/twdemo/twdemo.h"

enum { MESSAGES = 64, AT_VERSION = 7 };

static struct twdemo_payload payload;

static void
clean(enum dfk_protocol protocol, const struct twdemo_message_seen *seen)
{
	struct twdemo_message_seen told = *seen;
	struct twdemo_message m;
	struct report r;

	report_open(&r);
	twdemo_read_message(twdemo_bytes(&payload), protocol, &m);
	if (!twdemo_message_is_clean(&r, &m, seen))
		return;
	twdemo_check_message(&r, &m, false, &told);
	if (r.findings || memcmp(&told, seen, sizeof(told)) != 0)
		abort();
}

/* TW-1: returns a cursor at the first chunk, if the size of the map in the header is
   right. */
static struct cursor
open_chunks(const uint8_t *data, size_t size, unsigned version)
{
	struct cursor in = cur_init(data, size, 0);
	struct cursor map = cur_init(data, size, 0);

	cur_bytes(&map, TWDEMO_AT_MAP_SIZE);
	cur_bytes(&in,
		  version < 3 ? TWDEMO_OLD_HEADER_BYTES : TWDEMO_HEADER_BYTES);
	if (version >= 4)
		cur_bytes(&in, TWDEMO_MARKERS_BYTES);
	if (version >= 6)
		cur_bytes(&in, TWDEMO_EXTENSION_BYTES);
	cur_bytes(&in, (uint32_t)cur_be32(&map));
	return in;
}

static void
messages(const uint8_t *data, size_t size)
{
	const unsigned version = size > AT_VERSION ? data[AT_VERSION] : 0;
	struct cursor in = open_chunks(data, size, version);

	for (unsigned n = 0; n < MESSAGES && cur_left(&in) && cur_ok(&in);) {
		const struct twdemo_chunk c = twdemo_read_chunk(&in, version);
		struct span coded;

		if (c.type == TWDEMO_TICK)
			continue;
		coded = cur_bytes(&in, c.size);
		if (c.type != TWDEMO_MESSAGE)
			continue;
		n++;
		twdemo_unpack(coded, &payload);
		for (int p = DFK_PROTOCOL_06; p <= DFK_PROTOCOL_07; p++)
			for (int s = 0; s < 4; s++)
				clean((enum dfk_protocol)p,
				      &(struct twdemo_message_seen){ s & 1,
								     s & 2 });
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	messages(data, size);
	properties_try(data, size, "twdemo", NULL);
	return 0;
}
