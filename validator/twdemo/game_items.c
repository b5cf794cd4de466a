/* SPDX-License-Identifier: MIT */
/*
 * game_items.c - the items of a demo show that it is one of 0.7 (TW-2)
 *
 * Where the net version names no game, items are read as those of 0.6.  Most types of
 * 0.7 have another size than the type of that number in 0.6.  So a whole snapshot
 * shows which of the two games it is from, or that it is from neither.
 */
#include "validator/twdemo/stream.h"

/* So many types that only 0.7 has in that size. */
enum { ENOUGH_TYPES = 3, FIELD_AT = 8, FIELD_BYTES = 64 };

static const char version_07[FIELD_BYTES] = "0.7 802f1be60a05665f";

static void
weigh(struct twdemo_game *g, const struct snapshot_item *item)
{
	const int32_t type = snapshot_type(item->key);
	const uint32_t size = snapshot_listed_size(DFK_PROTOCOL_07, type);

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

/* Is there a text that may be the name of a mod, and that nobody can restore? */
static bool
is_lost(const struct twdemo_header *h)
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
	site.fix.lossy = is_lost(&d->header);
	site.fix.ahead = true;
	d->report->record = 0;
	d->report->tick = -1;
	report(d->report, RULE_twdemo_net_version_items, &site,
	       "no version of a game, and %u types of items in the size of "
	       "0.7" WANTED "%s",
	       count_types(d->at.game.types), version_07);
	d->report->record = record;
	d->report->tick = tick;
}

bool
twdemo_find_game(struct twdemo *d, const struct snapshot *s)
{
	struct twdemo_game *g = &d->at.game;

	if (!g->unnamed || g->other)
		return false;
	for (uint32_t i = 0; i < s->n_items; i++)
		weigh(g, &AT(s->items, i));
	if (g->other || count_types(g->types) < ENOUGH_TYPES)
		return false;
	report_game(d);
	g->unnamed = false;
	d->header.protocol = d->at.protocol = DFK_PROTOCOL_07;
	/* What was learned is how 0.7 differs from 0.6. */
	memset(&d->at.sized, 0, sizeof(d->at.sized));
	d->at.sizes = TWDEMO_AGREED;
	d->at.doubtful = false;
	return true;
}
