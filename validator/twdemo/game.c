/* SPDX-License-Identifier: MIT */
/*
 * game.c - finds the game of a demo, by its net version or by its items (TW-2)
 *
 * The game decides how the items of snapshots are read.
 */
#include "validator/twdemo/twdemo.h"

/* The net version is a text of 4 bytes, which players compare, and the hash of the
   game. */
enum { FIELD_AT = 8, GAME_TEXT = 4, FIELD_BYTES = 64 };

/* ------------------------------------------------------- by the net version */

static const struct known_game {
	enum dfk_protocol protocol;
	const char *version;
} games[] = { { DFK_PROTOCOL_06, "0.6 626fce9a778df4d4" },
	      { DFK_PROTOCOL_07, "0.7 802f1be60a05665f" } };

/* Returns the game whose hash and NUL are in the net version, or NULL. */
static const struct known_game *
find_hash(struct span net_version)
{
	const struct span rest = span_tail(net_version, GAME_TEXT);

	for (size_t i = 0; i < COUNT_OF(games); i++) {
		const struct span hash = span_tail(
			span_of_text(AT(games, i).version), GAME_TEXT);

		if (span_starts(rest, hash.ptr, hash.len + 1))
			return &AT(games, i);
	}
	return NULL;
}

/* Is there a NUL before the hash? */
static bool
ends_early(struct span net_version)
{
	struct cursor c = cur_span(net_version, 8);
	bool found;

	cur_until_nul(&c, GAME_TEXT, &found);
	return found;
}

/* TW-2: the hash proves the game, even if the text before the hash is damaged.  With the
   item sizes of another protocol nearly all deltas would be dropped.  If text and hash
   mean the same protocol, only a NUL before the hash is reported.  In this case a repair
   of the padding would clear the hash. */
static bool
contradicts_hash(struct twdemo *d, struct span net_version)
{
	const struct known_game *g = find_hash(net_version);
	struct site site = { .off = 8, .len = 4, .field = "net_version" };
	const bool early = ends_early(net_version);
	bool other;

	if (!g || (d->header.protocol == g->protocol && !early))
		return false;
	other = d->header.protocol != g->protocol;
	site.at_most = other ? DFK_OFF : DFK_WARNING;
	d->header.protocol = g->protocol;
	site.fix = fix_replace(8, GAME_TEXT,
			       span_head(span_of_text(g->version), GAME_TEXT));
	report(d->report, RULE_twdemo_net_version_hash, &site,
	       other ? "another version before the hash of %.3s" WANTED
		       "version %.3s"
		     : "a NUL before the hash of %.3s" WANTED "version %.3s",
	       g->version, g->version);
	if (report_mended(d->report))
		d->header.game = span_head(span_of_text(g->version), GAME_TEXT);
	return true;
}

static bool
is_known_version(struct span net_version)
{
	for (size_t i = 0; i < COUNT_OF(games); i++)
		if (span_starts(net_version, AT(games, i).version,
				strlen(AT(games, i).version)))
			return true;
	return span_starts(net_version, "0.5 ", GAME_TEXT);
}

void
twdemo_read_game(struct twdemo *d, struct span net_version)
{
	d->header.protocol = snapshot_protocol_of(net_version);
	if (contradicts_hash(d, net_version) || is_known_version(net_version))
		return;
	d->at.game.unnamed = d->header.protocol == DFK_PROTOCOL_06 &&
			  !span_starts(net_version, "0.6", 3) &&
			  d->header.version >= 3;
	report(d->report, RULE_twdemo_net_version,
	       &(struct site){ .off = 8, .len = 64, .field = "net_version" },
	       "the version of a mod, or no version" WANTED
	       "0.5, 0.6 or 0.7, and the hash of the version");
}

/* ------------------------------------------------------------- by its items */

/*
 * If the net version names no game, items are read as items of 0.6.  Most types of 0.7
 * have another size than the type with the same number in 0.6.  So a full snapshot
 * shows whether it is from 0.6, from 0.7 or from neither.  The items that an earlier
 * delta has made count, too: players of 0.7 would read this delta in another way.
 */

/* If this number of types has a size that only 0.7 has, the items are from 0.7. */
enum { ENOUGH_TYPES = 3 };

static const char version_07[FIELD_BYTES] = "0.7 802f1be60a05665f";

static void
weigh(struct twdemo_game *g, const struct snapshot_item *item)
{
	const int32_t type = snapshot_type(item->key);
	const uint32_t size = snapshot_listed_size(DFK_PROTOCOL_07, type);

	/* A repair drops such an item, so it is no evidence for the output. */
	if (item->key < 0)
		return;
	if (size == 0 || item->n != size)
		g->other = true;
	else if (size != snapshot_listed_size(DFK_PROTOCOL_06, type))
		g->types |= UINT32_C(1) << type;
}

static unsigned
count_types(uint32_t types)
{
	unsigned n = 0;

	for (; types; types &= types - 1)
		n++;
	return n;
}

/* Does a repair overwrite a text that may be the name of a mod? */
static bool
is_mod_name_lost(const struct twdemo_header *h)
{
	size_t same = 0;

	for (size_t i = 0; AT(version_07, i); i++)
		same += AT(h->net_version, i) == AT(version_07, i);
	return h->net_version[0] && 2 * same < strlen(version_07);
}

static void
report_game(struct twdemo *d)
{
	const uint64_t record = d->report->record;
	const int64_t tick = d->report->tick;
	struct site site = { .off = FIELD_AT,
			     .len = FIELD_BYTES,
			     .field = "net_version" };

	site.fix = fix_replace(
		FIELD_AT, FIELD_BYTES,
		(struct span){ (const uint8_t *)version_07, FIELD_BYTES });
	site.fix.lossy = is_mod_name_lost(&d->header);
	site.fix.ahead = true;
	d->report->record = 0;
	d->report->tick = -1;
	report(d->report, RULE_twdemo_net_version_items, &site,
	       "no known version, and %u item types with the sizes of 0.7" WANTED
	       "%s",
	       count_types(d->at.game.types), version_07);
	d->report->record = record;
	d->report->tick = tick;
}

void
twdemo_weigh_items(struct twdemo *d, const struct snapshot *s)
{
	struct twdemo_game *g = &d->at.game;

	for (uint32_t i = 0; g->unnamed && !g->other && i < s->n_items; i++)
		weigh(g, &AT(s->items, i));
}

bool
twdemo_find_game(struct twdemo *d, const struct snapshot *s)
{
	struct twdemo_game *g = &d->at.game;

	twdemo_weigh_items(d, s);
	if (!g->unnamed || g->other || count_types(g->types) < ENOUGH_TYPES)
		return false;
	report_game(d);
	g->unnamed = false;
	d->header.protocol = d->at.game.protocol = DFK_PROTOCOL_07;
	/* The sizes that differ from 0.6 came from items of 0.7. */
	memset(&d->at.sized, 0, sizeof(d->at.sized));
	d->at.sizes.with = TWDEMO_AGREED;
	d->at.sizes.doubtful = false;
	return true;
}
