/* SPDX-License-Identifier: MIT */
/* game.c - the version of the game, which says what the items are (TW-2) */
#include "validator/twdemo/twdemo.h"

/* A text, which players look at, and the hash of the game. */
enum { GAME_TEXT = 4 };

static const struct known_game {
	enum dfk_protocol protocol;
	const char *version;
} games[] = { { DFK_PROTOCOL_06, "0.6 626fce9a778df4d4" },
	      { DFK_PROTOCOL_07, "0.7 802f1be60a05665f" } };

/* A hash after the end of the text that is read is lost when that is cleared. */
static void
keep_hash(struct twdemo *d, struct span net_version)
{
	struct cursor c = cur_span(net_version, 8);
	bool found;

	cur_until_nul(&c, GAME_TEXT, &found);
	if (found)
		twdemo_rely(d, 8, cur_end(&c));
}

/* TW-2: the hash leaves no doubt, and the text may be damaged: with the sizes of
   another protocol nearly all deltas would go. */
static bool
contradicts_hash(struct twdemo *d, struct span net_version)
{
	struct site site = { .off = 8, .len = 4, .field = "net_version" };

	for (size_t i = 0; i < COUNT_OF(games); i++) {
		const struct known_game *g = &AT(games, i);
		const struct span whole = span_of_text(g->version);
		const struct span hash = span_tail(whole, GAME_TEXT);

		if (d->header.protocol == g->protocol ||
		    !span_starts(span_tail(net_version, GAME_TEXT), hash.ptr,
				 hash.len + 1)) /* with its NUL */
			continue;
		d->header.protocol = g->protocol;
		site.fix = fix_replace(8, GAME_TEXT,
				       span_head(whole, GAME_TEXT));
		report(d->report, RULE_twdemo_net_version_hash, &site,
		       "the hash of %.3s after another version" WANTED "%.3s",
		       g->version, g->version);
		d->header.game_mended = report_mended(d->report);
		if (!d->header.game_mended)
			keep_hash(d, net_version);
		return true;
	}
	return false;
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
	report(d->report, RULE_twdemo_net_version,
	       &(struct site){ .off = 8, .len = 64, .field = "net_version" },
	       "a version of a mod, or none" WANTED
	       "0.5, 0.6 or 0.7 and its hash");
}
