/* SPDX-License-Identifier: MIT */
/*
 * agree.c - the header beside svc_serverinfo, which repeats a part of it (DEM-2.4)
 *
 * Where the two differ, one of them is damaged.  The layout of svc_serverinfo, the
 * network protocols that games have, and texts that are not names show which one.
 */
#include "validator/core/bits.h"
#include "validator/core/utf8.h"
#include "validator/dem/dem.h"

/* ---------------------------------------------------------------- protocols */

bool
dem_contents_known(const struct dem_header *h)
{
	static const int32_t known[] = { 11, 14, 15, 23, 24 };

	for (size_t i = 0; i < COUNT_OF(known); i++)
		if (h->protocol == 3 && h->network == AT(known, i))
			return true;
	return false;
}

/*
 * Games wrote demo protocol 2 up to network protocol 6, and 3 from 11 on [V, 74 demos].
 * No demo of 8 to 10 is known.  Network protocol 7 exists with both demo protocols, whose
 * commands are the same: Dark Messiah wrote 2, other games 3.  So a field with 2 or 3 is
 * right there.
 */
int32_t
dem_protocol_of(int32_t found, const struct dem_server_info *info)
{
	enum { BOTH = 7, LAST_BOTH = 10 };

	if (info->slotted)
		return 4;
	if (info->network < BOTH)
		return 2;
	if (info->network > LAST_BOTH)
		return 3;
	if (found == 2 || found == 3)
		return found;
	return info->network == BOTH && strcmp(info->game, "mm") == 0 ? 2 : 3;
}

/* proven: the field is wrong, and svc_serverinfo is right. */
static void
report_header_number(struct dem *d, const char *field, uint64_t off,
		     int32_t found, int32_t want, bool proven)
{
	uint8_t bytes[4];
	struct site site = { .off = off, .len = sizeof(bytes), .field = field };

	put_le32(bytes, sizeof(bytes), 0, (uint32_t)want);
	if (proven) {
		site.fix = fix_replace(off, sizeof(bytes),
				       (struct span){ bytes, sizeof(bytes) });
		site.fix.lossy = !dem_is_one_bit((uint32_t)(found ^ want));
		site.fix.ahead = true;
	} else if (d->layout->slotted) {
		/* Nothing that is read depends on the field. */
		site.at_most = DFK_WARNING;
	}
	report(d->report, RULE_dem_header_field, &site,
	       "%d" WANTED "%d, %s svc_serverinfo", found, want,
	       proven ? "proven by" : "according to");
}

/* Data tables before svc_serverinfo were judged by the old header.  By a corrected
   header, these tables may be damaged. */
static bool
may_change(const struct dem *d)
{
	return d->done.tables == 0;
}

/* Is only the network protocol of svc_serverinfo possible?  In protocol 4 no list of known
   network protocols exists. */
static bool
is_network_proven(int32_t found, const struct dem_server_info *info)
{
	const struct dem_header other = { .protocol = 3,
					  .network = info->network };

	return info->slotted ? !dem_is_slotted_network(found)
			     : dem_contents_known(&other);
}

static void
check_network_protocol(struct dem *d, const struct dem_server_info *info,
		       bool by_header)
{
	struct dem_header *h = &d->header;
	const int32_t found = h->network;
	const bool proven = is_network_proven(found, info) && may_change(d);

	if (info->network == found || (by_header && dem_contents_known(h)))
		return;
	report_header_number(d, "network_protocol", DEM_AT_NETWORK, found,
			     info->network, proven);
	if (proven)
		h->network = info->network;
}

void
dem_check_protocol(struct dem *d, const struct dem_server_info *info)
{
	struct dem_header *h = &d->header;
	const int32_t found = h->protocol;
	const int32_t want = dem_protocol_of(found, info);
	const bool proven = may_change(d);

	if (found == want)
		return;
	report_header_number(d, "demo_protocol", DEM_MAGIC_BYTES, found, want,
			     proven);
	if (proven)
		h->protocol = want;
}

/* -------------------------------------------------------------------- texts */

bool
dem_is_map(const char *map, const struct dem_server_info *info)
{
	const struct span path = span_of_text(info->path);
	const size_t n = strlen(map);
	struct span end;

	if (!info->slotted || n == 0 || n >= path.len)
		return strcmp(map, info->path) == 0;
	end = span_tail(path, path.len - n - 1);
	return (span_starts(end, "/", 1) || span_starts(end, "\\", 1)) &&
	       span_starts(span_tail(end, 1), map, n);
}

static bool
is_name(const char *text)
{
	const struct span bytes = span_of_text(text);

	return bytes.len > 0 && utf8_is_text(bytes, "");
}

/* The number of different bits in two fields of the header. */
static unsigned
bits_apart(const char *a, const char *b)
{
	struct cursor x = cur_init(a, DEM_TEXT_BYTES, 0);
	struct cursor y = cur_init(b, DEM_TEXT_BYTES, 0);
	unsigned n = 0;

	while (cur_left(&x))
		for (unsigned apart = cur_u8(&x) ^ cur_u8(&y); apart;
		     apart &= apart - 1)
			n++;
	return n;
}

/* Corrects a text of the header that is not a name, if the text of svc_serverinfo is a
   name. */
static void
check_header_name(struct dem *d, const char *field, uint64_t off,
		  char found[DEM_TEXT_BYTES], const char want[DEM_TEXT_BYTES])
{
	const struct span right = { (const uint8_t *)want, DEM_TEXT_BYTES };
	struct site site = { .off = off,
			     .len = DEM_TEXT_BYTES,
			     .at_most = DFK_WARNING,
			     .field = field,
			     .fix = fix_replace(off, DEM_TEXT_BYTES, right) };

	/* A text without an end has its own finding. */
	if (strcmp(found, want) == 0 || is_name(found) || !is_name(want) ||
	    strlen(found) == DEM_TEXT_BYTES - 1)
		return;
	site.fix.lossy = bits_apart(found, want) > 1;
	site.fix.ahead = true;
	report(d->report, RULE_dem_header_field, &site,
	       "%s" WANTED "the name in svc_serverinfo",
	       *found ? "a text that is not a name" : "an empty text");
	memcpy(found, want, DEM_TEXT_BYTES);
}

/* Two names differ, and nothing shows the wrong one.  In the other protocols netmessage/
   compares the texts. */
static void
report_difference(struct dem *d, const char *field, uint64_t off)
{
	report(d->report, RULE_dem_server_map,
	       &(struct site){
		       .off = off, .len = DEM_TEXT_BYTES, .field = field },
	       "a different text" WANTED "the text in svc_ServerInfo");
}

void
dem_check_agreement(struct dem *d, const struct dem_server_info *info,
		    bool by_header)
{
	struct dem_header *h = &d->header;

	check_network_protocol(d, info, by_header);
	if (info->network == h->network)
		dem_check_protocol(d, info);
	if (!dem_is_map(h->map, info))
		check_header_name(d, "map_name", DEM_AT_MAP, h->map, info->map);
	check_header_name(d, "game_directory", DEM_AT_GAME, h->game,
			  info->game);
	if (!info->slotted)
		return;
	if (info->path[0] && !dem_is_map(h->map, info))
		report_difference(d, "map_name", DEM_AT_MAP);
	if (info->game[0] && strcmp(h->game, info->game) != 0)
		report_difference(d, "game_directory", DEM_AT_GAME);
}

/* ----------------------------------------------------------- svc_serverinfo */

/* The largest number of bytes that 16 bits touch. */
enum { MOST_BYTES = 3 };

static struct span
right_bytes(const struct dem_bits *wrong, struct span payload,
	    uint8_t bytes[MOST_BYTES])
{
	const uint64_t first = wrong->bit / 8;
	const unsigned n = (unsigned)((wrong->bit + wrong->bits + 7) / 8 - first);
	const unsigned shift = wrong->bit % 8;
	const uint32_t mask = ((UINT32_C(1) << wrong->bits) - 1) << shift;
	struct bit_reader b = bits_of(payload);
	uint32_t word;

	bits_pass(&b, 8 * first);
	word = (bits_u(&b, 8 * n) & ~mask) | wrong->want << shift;
	for (unsigned i = 0; i < n; i++)
		poke(bytes, MOST_BYTES, i, (uint8_t)(word >> 8 * i));
	return (struct span){ bytes, n };
}

static bool
is_same_byte(struct span a, struct span b, size_t at)
{
	struct cursor x = cur_span(span_tail(a, at), 0);
	struct cursor y = cur_span(span_tail(b, at), 0);

	return cur_u8(&x) == cur_u8(&y);
}

/* Replaces the bytes that differ.  `found` and `right` have the same length. */
static struct fix
fix_differing_bytes(uint64_t off, struct span found, struct span right)
{
	size_t first = 0, n = right.len;

	while (n > 1) {
		if (!is_same_byte(found, right, n - 1))
			break;
		n--;
	}
	while (first + 1 < n && is_same_byte(found, right, first))
		first++;
	return fix_replace(off + first, n - first,
			   span_head(span_tail(right, first), n - first));
}

static void
report_wrong(struct dem *d, const struct dem_command *signon,
	     struct span payload)
{
	const struct dem_bits *wrong = &d->server.wrong;
	const uint64_t off = dem_payload_at(signon, wrong->bit / 8);
	uint8_t bytes[MOST_BYTES];
	const struct span right = right_bytes(wrong, payload, bytes);
	const struct span found = span_head(span_tail(payload, wrong->bit / 8),
					    right.len);
	struct fix fix = fix_differing_bytes(off, found, right);

	fix.lossy = !dem_is_one_bit(wrong->found ^ wrong->want);
	fix.mark = dem_mark(d, signon->off);
	report(d->report, wrong->rule,
	       &(struct site){ .off = off,
			       .len = right.len,
			       .field = wrong->field,
			       .fix = fix },
	       "%u" WANTED "%u, %s", wrong->found, wrong->want,
	       wrong->bits < 16 ? "the type of svc_serverinfo"
				: "as the header says");
	if (fix.lossy)
		dem_cut_before_loss(d, &d->done, &fix.mark);
}

void
dem_report_server(struct dem *d, const struct dem_command *signon,
		  struct span payload)
{
	const struct dem_server *s = &d->server;
	struct site site = { .off = signon->off,
			     .len = dem_command_end(signon) - signon->off };

	/* At depth framing nothing depends on svc_serverinfo. */
	if (d->contents.depth == DFK_DEPTH_FRAMING)
		site.at_most = DFK_WARNING;
	if (s->wrong.bits)
		report_wrong(d, signon, payload);
	else if (s->at)
		report(d->report, RULE_dem_server_lost, &site,
		       "damaged bits before svc_serverinfo" WANTED
		       "svc_serverinfo at bit %llu",
		       (unsigned long long)s->at);
	else if (!s->readable && dem_contents_known(&d->header))
		report(d->report, RULE_dem_server_lost, &site,
		       "no svc_serverinfo that can be read");
}

struct span
dem_right_signon(struct dem *d, struct span payload)
{
	const struct dem_bits *wrong = &d->server.wrong;
	struct dem_contents *c = &d->contents;
	uint8_t bytes[MOST_BYTES], *copy;
	struct span right;

	if (wrong->bits == 0)
		return payload;
	c->signon.size = 1;
	copy = growing_add(&c->signon, &c->budget, payload.len);
	if (!copy)
		return payload;
	right = right_bytes(wrong, payload, bytes);
	memcpy(copy, payload.ptr, payload.len);
	for (size_t i = 0; i < right.len; i++)
		poke(copy, payload.len, (size_t)(wrong->bit / 8) + i,
		     AT(bytes, i));
	return (struct span){ copy, payload.len };
}
