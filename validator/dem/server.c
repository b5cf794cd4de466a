/* SPDX-License-Identifier: MIT */
/* server.c - svc_serverinfo, in the first dem_signon (DEM-5) */
#include "validator/core/bits.h"
#include "validator/dem/dem.h"

enum {
	NET_NOP = 0,
	NET_TICK = 3,
	NET_SIGNONSTATE = 6,
	SVC_PRINT = 7,
	SVC_SERVERINFO = 8,
	/* Network protocols after which a message changed. */
	LAST_NARROW_TYPES = 14,
	LAST_MAP_CRC = 17
};

static bool
is_interval(float seconds)
{
	static const float least = 0.001F, most = 0.1F;

	return seconds >= least && seconds <= most;
}

static bool
is_text(struct bit_reader *b, const char *text)
{
	const size_t n = strlen(text) + 1;
	struct cursor c = cur_init(text, n, 0);
	bool same = true;

	while (same && cur_left(&c))
		same = bits_u(b, 8) == cur_u8(&c);
	return same && !b->fail;
}

/*
 * u16 protocol, u32 server count, u1 hltv, u1 dedicated, u32 client crc, u16 max
 * classes, the map's MD5 or CRC, u8 player slot, u8 max clients, float tick interval,
 * u8 platform, game directory, map
 */
static struct dem_server
read_info(struct bit_reader *b, const struct dem_header *h)
{
	struct dem_server s = { .known = false };
	const int32_t network = h->network;

	if (bits_u(b, 16) != (uint32_t)network)
		return s;
	bits_u(b, 32);
	s.stv = bits_u(b, 1);
	bits_pass(b, 1 + 32 + 16);
	bits_pass(b, network > LAST_MAP_CRC ? 128 : 32);
	bits_pass(b, 8 + 8);
	s.interval = bits_float(b);
	s.known = !b->fail && is_interval(s.interval);
	bits_pass(b, 8);
	bits_pass_text(b);
	s.readable = s.known && is_text(b, h->map);
	return s;
}

/* Passes the messages that come before it; true: it comes next. */
static bool
find_info(struct bit_reader *b, unsigned width)
{
	while (bits_left(b) >= width) {
		switch (bits_u(b, width)) {
		case NET_NOP: break;
		case NET_TICK: bits_pass(b, 32 + 16 + 16); break;
		case NET_SIGNONSTATE: bits_pass(b, 8 + 32); break;
		case SVC_PRINT: bits_pass_text(b); break;
		case SVC_SERVERINFO: return true;
		default: return false;
		}
	}
	return false;
}

void
dem_read_server(struct dem *d, struct span payload)
{
	const int32_t network = d->header.network;

	/* Games of network protocol 15 have either width. */
	for (unsigned width = network > LAST_NARROW_TYPES
					      ? DEM_WIDE_TYPES
					      : DEM_NARROW_TYPES;
	     width >= DEM_NARROW_TYPES && !d->server.known; width--) {
		struct bit_reader b = bits_of(payload);

		if (find_info(&b, width))
			d->server = read_info(&b, &d->header);
		d->server.narrow = width == DEM_NARROW_TYPES;
	}
}
