/* SPDX-License-Identifier: MIT */
/*
 * server.c - svc_serverinfo, in the first dem_signon (DEM-5)
 *
 * The layout of all packets depends on svc_serverinfo.  The layout of svc_serverinfo is
 * proven in one of two ways: all its fields have possible values, or its texts are those
 * of the header.  So one wrong bit, here or in the header, leaves a proof.  In protocol 4
 * only the first way counts, and the interval and a lost header depend on it (DEM-7).
 */
#include "validator/core/bits.h"
#include "validator/dem/dem.h"

enum {
	NET_NOP = 0,
	NET_TICK = 3,
	NET_SIGNONSTATE = 6,
	SVC_PRINT = 7,
	SVC_SERVERINFO = 8,
	SVC_SLOTTED_PRINT = 16, /* svc_print of protocol 4 */
	/* The last network protocols before a change of a message. */
	LAST_NARROW_TYPES = 14,
	LAST_MAP_CRC = 17
};

/*
 * u16 protocol, u32 server count, u1 hltv, u1 dedicated, u32 client crc, u16 max
 * classes, the map's MD5 or CRC, u8 player slot, u8 max clients, float tick interval,
 * u8 platform, game directory, map, sky, host name
 *
 * `network`: the network protocol that decides the layout; 0: the one in svc_serverinfo.
 */
static void
read_info_numbers(struct bit_reader *b, int32_t network,
		  struct dem_server_info *info)
{
	info->slotted = false;
	info->network = (int32_t)bits_u(b, 16);
	if (network == 0)
		network = info->network;
	bits_u(b, 32);
	info->stv = bits_u(b, 1);
	bits_pass(b, 1 + 32 + 16);
	bits_pass(b, network > LAST_MAP_CRC ? 128 : 32);
	bits_pass(b, 8 + 8);
	info->interval = bits_float(b);
}

/* May message types have this width in this network protocol?  In network protocol 15
   games have either width. */
static bool
is_width_of(unsigned width, int32_t network)
{
	return width == DEM_NARROW_TYPES ? network <= LAST_NARROW_TYPES + 1
					 : network > LAST_NARROW_TYPES;
}

/* Passes the fields of a message that may come before svc_serverinfo.  False: no such
   message has this type. */
static bool
pass_early_message(struct bit_reader *b, unsigned type)
{
	switch (type) {
	case NET_NOP: return true;
	case NET_TICK: bits_pass(b, 32 + 16 + 16); return true;
	case NET_SIGNONSTATE: bits_pass(b, 8 + 32); return true;
	case SVC_PRINT: bits_pass_text(b); return true;
	default: return false;
	}
}

/* Passes the messages before svc_serverinfo.  True: the fields of svc_serverinfo
   follow. */
static bool
find_info(struct bit_reader *b, unsigned width)
{
	while (bits_left(b) >= width) {
		const unsigned type = bits_u(b, width);

		if (type == SVC_SERVERINFO)
			return true;
		if (!pass_early_message(b, type))
			return false;
	}
	return false;
}

/* ----------------------------------------------------------- by its fields */

/* Reads a text of printable characters, and fills the rest of the room with zeros.
   False: the text has another character, or no end in the room. */
static bool
read_printable_text(struct bit_reader *b, char room[DEM_TEXT_BYTES])
{
	struct cursor c;
	size_t n;
	bool readable = true;

	memset(room, 0, DEM_TEXT_BYTES);
	n = bits_text(b, room, DEM_TEXT_BYTES);
	if (b->fail || n >= DEM_TEXT_BYTES)
		return false;
	c = cur_init(room, n, 0);
	while (cur_left(&c)) {
		const uint8_t byte = cur_u8(&c);

		readable &= byte >= ' ' && byte != 0x7f;
	}
	return readable;
}

/* Some games of network protocol 7 have W. */
static bool
is_platform(uint32_t letter)
{
	return letter == 'l' || letter == 'w' || letter == 'm' || letter == 'W';
}

static bool
read_info_texts(struct bit_reader *b, struct dem_server_info *info)
{
	char sky[DEM_TEXT_BYTES];

	return is_platform(bits_u(b, 8)) &&
	       read_printable_text(b, info->game) && info->game[0] &&
	       read_printable_text(b, info->path) && info->path[0] &&
	       read_printable_text(b, sky) &&
	       read_printable_text(b, info->host);
}

static bool
read_info(struct bit_reader b, unsigned width, struct dem_server_info *info)
{
	read_info_numbers(&b, 0, info);
	if (b.fail || !netmessage_is_interval(info->interval) ||
	    info->network < DEM_FIRST_NETWORK ||
	    info->network > DEM_LAST_NETWORK ||
	    !is_width_of(width, info->network) || !read_info_texts(&b, info))
		return false;
	memcpy(info->map, info->path, sizeof(info->map));
	return true;
}

/* Only net_nop and svc_print come before svc_serverinfo in protocol 4. */
static bool
find_slotted_info(struct bit_reader *b)
{
	while (bits_left(b) >= DEM_WIDE_TYPES) {
		const unsigned type = bits_u(b, DEM_WIDE_TYPES);

		if (type == SVC_SERVERINFO)
			return true;
		if (type == SVC_SLOTTED_PRINT)
			bits_pass_text(b);
		else if (type != NET_NOP)
			return false;
	}
	return false;
}

/* The header has a map of the workshop without its folders. */
static bool
copy_name_of_map(const char *path, char map[DEM_TEXT_BYTES])
{
	struct cursor c = cur_init(path, strlen(path), 0);
	size_t n = 0;

	memset(map, 0, DEM_TEXT_BYTES);
	while (cur_left(&c)) {
		const uint8_t byte = cur_u8(&c);

		if (byte == '/' || byte == '\\') {
			memset(map, 0, n);
			n = 0;
		} else {
			poke(map, DEM_TEXT_BYTES, n++, byte);
		}
	}
	return n > 0;
}

/* As in network protocol 17, with the sum of the string tables in addition.  `more`: bits
   in front of the sums, which newer games have. */
static bool
read_slotted_info(struct bit_reader b, unsigned more,
		  struct dem_server_info *info)
{
	info->slotted = info->in_bits = true;
	info->network = (int32_t)bits_u(&b, 16);
	bits_u(&b, 32);
	info->stv = bits_u(&b, 1);
	bits_pass(&b, 1 + more + 32 + 32 + 16 + 32 + 8 + 8);
	info->interval = bits_float(&b);
	return !b.fail && netmessage_is_interval(info->interval) &&
	       dem_is_slotted_network(info->network) &&
	       read_info_texts(&b, info) &&
	       copy_name_of_map(info->path, info->map);
}

bool
dem_read_slotted_info(struct span payload, struct dem_server_info *info)
{
	enum { MOST_MORE = 1 };
	struct bit_reader b = bits_of(payload);

	if (find_slotted_info(&b))
		for (unsigned more = 0; more <= MOST_MORE; more++)
			if (read_slotted_info(b, more, info))
				return true;
	return dem_read_protobuf_info(payload, info);
}

void
dem_read_slotted_server(struct dem *d, struct span signon)
{
	struct dem_server_info info;

	if (!dem_read_slotted_info(signon, &info))
		return;
	d->server.known = true;
	d->server.readable = info.in_bits;
	d->server.stv = info.stv;
	d->server.interval = info.interval;
	dem_check_agreement(d, &info, false);
}

bool
dem_read_server_info(struct span payload, struct dem_server_info *info)
{
	for (unsigned width = DEM_WIDE_TYPES; width >= DEM_NARROW_TYPES;
	     width--) {
		struct bit_reader b = bits_of(payload);

		if (find_info(&b, width) && read_info(b, width, info))
			return true;
	}
	return false;
}

/* ----------------------------------------------------------- by the header */

/* Is the next text `text`?  The text in the message is passed in any case. */
static bool
next_text_is(struct bit_reader *b, const char *text)
{
	const size_t n = strlen(text) + 1;
	struct cursor c = cur_init(text, n, 0);
	struct bit_reader found = *b;
	bool same = true;

	while (same && cur_left(&c))
		same = bits_u(&found, 8) == cur_u8(&c);
	bits_pass_text(b);
	return same && !found.fail;
}

/* Reads svc_serverinfo in the layout of the network protocol in the header.  The map
   together with the game, or with the network protocol and the interval, proves the
   layout. */
static struct dem_server
read_as_header(struct bit_reader b, const struct dem_header *h)
{
	struct dem_server_info info;
	bool numbers, game, map;

	read_info_numbers(&b, h->network, &info);
	numbers = !b.fail && info.network == h->network &&
		  netmessage_is_interval(info.interval);
	bits_pass(&b, 8);
	game = next_text_is(&b, h->game) && h->game[0];
	map = next_text_is(&b, h->map);
	return (struct dem_server){
		.known = numbers ||
			 (game && map && netmessage_is_interval(info.interval)),
		.readable = map && (numbers || (game && h->map[0])),
		.stv = info.stv,
		.interval = info.interval,
	};
}

/* ------------------------------------------------------------ either of both */

static bool
is_layout_known(int32_t protocol, int32_t network)
{
	return dem_contents_known(&(struct dem_header){ .protocol = protocol,
							.network = network });
}

/* Finds out which network protocol is wrong, if svc_serverinfo and the header
   disagree. */
static void
compare_networks(struct dem *d, struct dem_server *s, struct bit_reader b)
{
	const int32_t own = (int32_t)bits_u(&b, 16);
	const bool by_header = s->readable && dem_contents_known(&d->header);

	if (own == d->header.network || !by_header || is_layout_known(3, own))
		return;
	s->wrong = (struct dem_bits){
		.bit = b.pos - 16,
		.bits = 16,
		.found = (uint32_t)own,
		.want = (uint32_t)d->header.network,
		.rule = RULE_dem_server_protocol,
		.field = "protocol",
	};
}

/* Reads svc_serverinfo at this bit. */
static struct dem_server
read_here(struct dem *d, struct bit_reader b, unsigned width)
{
	struct dem_server s = { .known = false };
	struct dem_server_info info;

	if (is_width_of(width, d->header.network))
		s = read_as_header(b, &d->header);
	compare_networks(d, &s, b);
	if (read_info(b, width, &info)) {
		dem_check_agreement(d, &info, s.readable);
		s.readable |= info.network == d->header.network;
		s.known = true;
		s.stv = info.stv;
		s.interval = info.interval;
	}
	s.narrow = width == DEM_NARROW_TYPES;
	return s;
}

/* Do the messages before svc_serverinfo end where its type begins? */
static bool
messages_end_at(struct span payload, unsigned width, uint64_t at)
{
	struct bit_reader b = bits_of(payload);

	b.end = at;
	while (bits_left(&b) >= width)
		if (!pass_early_message(&b, bits_u(&b, width)))
			return false;
	return !b.fail && b.pos == at;
}

/* The width of message types, if the fields of svc_serverinfo begin at bit `at`. */
static unsigned
width_at(struct span payload, int32_t network, uint64_t at)
{
	const bool wide = is_width_of(DEM_WIDE_TYPES, network);
	struct bit_reader b = bits_of(payload);

	if (!wide || !is_width_of(DEM_NARROW_TYPES, network))
		return wide ? DEM_WIDE_TYPES : DEM_NARROW_TYPES;
	b.pos = at - DEM_NARROW_TYPES;
	return messages_end_at(payload, DEM_NARROW_TYPES, b.pos) ||
			       bits_u(&b, DEM_NARROW_TYPES) == SVC_SERVERINFO
		       ? DEM_NARROW_TYPES
		       : DEM_WIDE_TYPES;
}

/* The type of svc_serverinfo, or a message before it, is damaged.  So svc_serverinfo is
   searched by the network protocol, the game and the map of the header. */
static struct dem_server
search_server_info(const struct dem *d, struct span payload)
{
	enum { MOST_BITS = 8 * 8192 };
	const struct dem_header *h = &d->header;
	struct bit_reader b = bits_of(payload);

	for (b.pos = DEM_WIDE_TYPES; b.pos < MOST_BITS && bits_left(&b) >= 16;
	     b.pos++) {
		struct bit_reader at = b;
		struct dem_server s;

		if ((int32_t)bits_u(&at, 16) != h->network)
			continue;
		s = read_as_header(b, h);
		if (!s.readable || !s.known || !h->game[0] || !h->map[0])
			continue;
		s.narrow = width_at(payload, h->network, b.pos) ==
			   DEM_NARROW_TYPES;
		s.at = b.pos;
		return s;
	}
	return (struct dem_server){ .known = false };
}

/* If all messages before svc_serverinfo are right, only its type is wrong. */
static void
search_damaged(struct dem *d, struct span payload)
{
	const struct dem_server found = search_server_info(d, payload);
	const unsigned width = found.narrow ? DEM_NARROW_TYPES : DEM_WIDE_TYPES;
	struct bit_reader b = bits_of(payload);

	d->server = found;
	if (!found.readable)
		return;
	b.pos = found.at;
	d->server = read_here(d, b, width);
	d->server.at = found.at;
	if (!messages_end_at(payload, width, found.at - width))
		return;
	b.pos = found.at - width;
	d->server.wrong = (struct dem_bits){
		.bit = b.pos,
		.bits = width,
		.found = bits_u(&b, width),
		.want = SVC_SERVERINFO,
		.rule = RULE_dem_server_lost,
		.field = "type",
	};
}

static bool
is_info_read(const struct dem_server *s)
{
	return s->known || s->readable;
}

void
dem_read_server(struct dem *d, const struct dem_command *signon,
		struct span payload)
{
	/* The network protocol of the header may be wrong, so both widths are tried. */
	for (unsigned width = DEM_WIDE_TYPES;
	     width >= DEM_NARROW_TYPES && !is_info_read(&d->server); width--) {
		struct bit_reader b = bits_of(payload);

		if (find_info(&b, width))
			d->server = read_here(d, b, width);
	}
	if (!is_info_read(&d->server))
		search_damaged(d, payload);
	dem_report_server(d, signon, payload);
}
