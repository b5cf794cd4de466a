/* SPDX-License-Identifier: MIT */
/* game.c - the version of the game, which says what the items are (TW-2) */
#include "validator/twdemo/twdemo.h"

/* A text, which players look at, and the hash of the game. */
enum { GAME_TEXT = 4, FIELD_BYTES = 64 };

static const struct known_game {
	enum dfk_protocol protocol;
	const char *version;
} games[] = { { DFK_PROTOCOL_06, "0.6 626fce9a778df4d4" },
	      { DFK_PROTOCOL_07, "0.7 802f1be60a05665f" } };

/* The game whose hash it is, with its NUL; or NULL. */
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

/* Does the text end before the hash? */
static bool
ends_early(struct span net_version)
{
	struct cursor c = cur_span(net_version, 8);
	bool found;

	cur_until_nul(&c, GAME_TEXT, &found);
	return found;
}

/* TW-2: the hash leaves no doubt, and the text may be damaged: with the sizes of
   another protocol nearly all deltas would go.  Of the same protocol only a hash
   that the text does not reach is worth a word: it would be cleared as padding. */
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
	       other ? "the hash of %.3s after another version" WANTED "%.3s"
		     : "the hash of %.3s after a NUL" WANTED "%.3s",
	       g->version, g->version);
	if (report_mended(d->report))
		d->header.game = span_head(span_of_text(g->version), GAME_TEXT);
	else if (early && other)
		/* It is lost when what follows the text is cleared. */
		twdemo_rely(d, 8, 8 + FIELD_BYTES);
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
	       "a version of a mod, or none" WANTED
	       "0.5, 0.6 or 0.7 and its hash");
}
