/* SPDX-License-Identifier: MIT */
/*
 * header_lost.c - proves the fields of a header whose stamp is wrong (DEM-2.3)
 *
 *   | stamp | protocols | server, client | map, game | counters | dem_signon ...
 *   0       8           16               536         1056       1072
 *
 * svc_serverinfo in the first dem_signon repeats the network protocol, the map and the
 * game.  Without svc_serverinfo, only protocol 4 is known by its commands, and the fields
 * that nothing repeats stay.  end.c judges the counters when the demo ends, as in any
 * other header.
 */
#include "validator/dem/dem.h"

/* The functions below report one field each, and write its original value to `header`. */
struct lost {
	struct report *report;
	const struct dem_server_info *info;
	struct span found; /* the header in the file */
	uint8_t *header;   /* the corrected header, of DEM_HEADER_BYTES */
};

static const uint8_t stamp[DEM_MAGIC_BYTES] = "HL2DEMO";

/* ------------------------------------------------------------------- proof */

/* Is svc_serverinfo in the payload of a dem_signon of this layout? */
static bool
find_in_layout(struct cursor c, const struct dem_layout *l,
	       struct dem_server_info *info)
{
	const struct dem_walk nothing = { .sync = 0 };
	const struct dem_command first = dem_read_command(l, &c, 0);
	struct span payload;

	if (first.id != DEM_SIGNON || first.error == DEM_BAD_SIZE ||
	    !dem_fits(&nothing, &first, 0))
		return false;
	cur_bytes(&c, first.head);
	payload = span_head(cur_rest(&c), first.size);
	return l->slotted ? dem_read_slotted_info(payload, info)
			  : dem_read_server_info(payload, info);
}

/* Protocol buffers may lack texts. */
static bool
names_game_and_map(const struct dem_server_info *info)
{
	return info->game[0] && info->path[0];
}

bool
dem_find_server(struct span head, struct dem_server_info *info)
{
	struct cursor c = cur_span(span_head(head, LOST_HEAD_BYTES), 0);

	cur_bytes(&c, DEM_HEADER_BYTES);
	for (size_t i = 0; i < DEM_LAYOUTS; i++)
		if (find_in_layout(c, &AT(dem_layouts, i), info) &&
		    names_game_and_map(info))
			return true;
	return false;
}

bool
dem_find_slotted(struct span head, struct dem_server_info *info)
{
	const struct dem_layout *layout;
	struct cursor c = cur_span(head, 0);

	cur_bytes(&c, DEM_HEADER_BYTES);
	layout = dem_only_layout(&c);
	if (!layout)
		return false;
	if (!find_in_layout(c, layout, info))
		*info = (struct dem_server_info){ .slotted = true };
	return true;
}

/* ------------------------------------------------------------------ fields */

static struct fix
rewrite(uint64_t off, struct span bytes, bool lossy)
{
	struct fix fix = fix_replace(off, bytes.len, bytes);

	fix.lossy = lossy;
	fix.ahead = true;
	return fix;
}

static void
rebuild_stamp(const struct lost *l, enum rule_id rule)
{
	const struct span right = { stamp, sizeof(stamp) };
	const bool lossy = rule != RULE_dem_magic;

	memcpy(l->header, stamp, sizeof(stamp));
	report(l->report, rule,
	       &(struct site){ .len = sizeof(stamp),
			       .field = lossy ? "stamp" : NULL,
			       .fix = rewrite(0, right, lossy) },
	       "different bytes" WANTED "HL2DEMO and a NUL");
}

static int32_t
number_at(const struct lost *l, uint64_t off)
{
	struct cursor c = cur_span(span_tail(l->found, off), 0);

	return cur_le32(&c);
}

static void
rebuild_number(const struct lost *l, const char *field, uint64_t off, int32_t want,
	       const char *witness)
{
	const int32_t found = number_at(l, off);
	uint8_t bytes[4];

	if (found == want)
		return;
	put_le32(bytes, sizeof(bytes), 0, (uint32_t)want);
	put_le32(l->header, DEM_HEADER_BYTES, off, (uint32_t)want);
	report(l->report, RULE_dem_header_lost,
	       &(struct site){
		       .off = off,
		       .len = sizeof(bytes),
		       .field = field,
		       .fix = rewrite(off, (struct span){ bytes, 4 }, true) },
	       "%d" WANTED "%d, as %s shows", found, want, witness);
}

static bool
is_text_at(const struct lost *l, uint64_t off, const char *text)
{
	return span_starts(span_tail(l->found, off), text, strlen(text) + 1);
}

static bool
is_map_there(const struct lost *l)
{
	char map[DEM_TEXT_BYTES];
	struct cursor c = cur_span(span_tail(l->found, DEM_AT_MAP), 0);
	bool ends;
	const struct span text = cur_until_nul(&c, DEM_TEXT_BYTES, &ends);

	memset(map, 0, sizeof(map));
	if (!ends || l->info->path[0] == '\0')
		return false;
	memcpy(map, text.ptr, text.len);
	return dem_is_map(map, l->info);
}

/* Writes all bytes of the field. */
static void
rebuild_text(const struct lost *l, const char *field, uint64_t off,
	     const char text[DEM_TEXT_BYTES], const char *want)
{
	const struct span bytes = { (const uint8_t *)text, DEM_TEXT_BYTES };
	struct cursor c = cur_span(bytes, 0);

	for (size_t i = 0; i < bytes.len; i++)
		poke(l->header, DEM_HEADER_BYTES, off + i, cur_u8(&c));
	report(l->report, RULE_dem_header_lost,
	       &(struct site){ .off = off,
			       .len = bytes.len,
			       .field = field,
			       .expected = want,
			       .fix = rewrite(off, bytes, true) },
	       "%s", is_text_at(l, off, "") ? "an empty text"
					: "a different text");
}

/* Reports an empty name that nothing else in the demo repeats. */
static void
report_no_name(const struct lost *l, const char *field, uint64_t off)
{
	report(l->report, RULE_dem_header_lost,
	       &(struct site){ .off = off,
			       .len = DEM_TEXT_BYTES,
			       .field = field,
			       .at_most = DFK_NOTE },
	       "an empty text" WANTED "a name");
}

/* A text that svc_serverinfo repeats, if it is known. */
static void
rebuild_repeated(const struct lost *l, const char *field, uint64_t off,
		 const char text[DEM_TEXT_BYTES], const char *want)
{
	if (text[0] == '\0' && is_text_at(l, off, ""))
		report_no_name(l, field, off);
	else if (text[0] && !is_text_at(l, off, text))
		rebuild_text(l, field, off, text, want);
}

static void
rebuild_network(const struct lost *l)
{
	const int32_t found = number_at(l, DEM_AT_NETWORK);

	if (l->info->network)
		rebuild_number(l, "network_protocol", DEM_AT_NETWORK,
			       l->info->network, "svc_serverinfo");
	else if (found <= 0)
		report(l->report, RULE_dem_header_lost,
		       &(struct site){ .off = DEM_AT_NETWORK,
				       .len = 4,
				       .field = "network_protocol",
				       .at_most = DFK_NOTE },
		       "%d" WANTED "a number that no command repeats", found);
}

/* Only empty names are replaced, because other names may be right.  The header had the
   address of the server.  svc_serverinfo has the name of the host, which is written
   instead. */
static void
rebuild_names(const struct lost *l)
{
	const bool server = is_text_at(l, DEM_AT_SERVER, "");

	if (server && l->info->host[0])
		rebuild_text(l, "server_name", DEM_AT_SERVER, l->info->host,
			     "the name of the host in svc_serverinfo");
	else if (server)
		report_no_name(l, "server_name", DEM_AT_SERVER);
	if (is_text_at(l, DEM_AT_CLIENT, ""))
		report_no_name(l, "client_name", DEM_AT_CLIENT);
}

/* ------------------------------------------------------------------ header */

/* Is every other field there, and proven by svc_serverinfo as far as it repeats the
   field? */
static bool
is_stamp_alone(const struct lost *l)
{
	const struct dem_server_info *info = l->info;
	const int32_t protocol = number_at(l, DEM_MAGIC_BYTES);

	return names_game_and_map(info) && !is_text_at(l, DEM_AT_SERVER, "") &&
	       !is_text_at(l, DEM_AT_CLIENT, "") &&
	       protocol == dem_protocol_of(protocol, info) &&
	       number_at(l, DEM_AT_NETWORK) == info->network &&
	       is_map_there(l) &&
	       is_text_at(l, DEM_AT_GAME, info->game);
}

static void
rebuild_fields(const struct lost *l)
{
	const struct dem_server_info *info = l->info;
	const int32_t protocol = number_at(l, DEM_MAGIC_BYTES);

	rebuild_number(l, "demo_protocol", DEM_MAGIC_BYTES,
		       dem_protocol_of(protocol, info),
		       info->slotted ? "the layout of the commands"
				     : "the network protocol");
	rebuild_network(l);
	rebuild_names(l);
	if (!is_map_there(l))
		rebuild_repeated(l, "map_name", DEM_AT_MAP, info->map,
				 "the map in svc_serverinfo");
	rebuild_repeated(l, "game_directory", DEM_AT_GAME, info->game,
			 "the game in svc_serverinfo");
}

void
dem_rebuild_header(struct dem *d, struct span head,
		   const struct dem_server_info *info,
		   uint8_t header[DEM_HEADER_BYTES])
{
	const struct lost l = { .report = d->report,
				.info = info,
				.found = span_head(head, DEM_HEADER_BYTES),
				.header = header };

	memcpy(header, l.found.ptr, DEM_HEADER_BYTES);
	if (is_stamp_alone(&l)) {
		rebuild_stamp(&l, RULE_dem_magic);
	} else {
		rebuild_stamp(&l, RULE_dem_header_lost);
		rebuild_fields(&l);
	}
}
