/* SPDX-License-Identifier: MIT */
/* connections.c - who is connected: JOIN and DROP (SPEC.md, TH-7) */
#include "validator/teehistorian/check.h"

enum { MINOR_INPUT_PER_PLAYER = 4, MINOR_ALL_JOIN = 22 };
enum { RELEASE_JOINVER = 1400, RELEASE_LAST_NO_JOIN = 1702 };

void
teehistorian_check_joined(struct teehistorian *th,
			  const struct teehistorian_event *ev, int32_t cid)
{
	struct teehistorian_client *c = &AT(th->clients.at, cid);
	struct site site = teehistorian_site(ev);

	if (teehistorian_client_set_has(&th->clients.joined, cid) ||
	    c->reported_not_joined)
		return;
	c->reported_not_joined = true;
	site.client = cid + 1;
	site.expected = th->header.minor >= MINOR_ALL_JOIN
				? "JOIN first"
				: "JOIN first, or a map change before DDNet "
				  "19.9";
	/* TH-9.2, Q5: these servers do not write a JOIN for clients that stay
	   connected over a map change, nor for some of 0.6. */
	if (th->header.release && th->header.release <= RELEASE_LAST_NO_JOIN)
		site.at_most = DFK_NOTE;
	report(th->report, RULE_teehistorian_not_joined, &site,
	       "%s of client %d, who never joined",
	       teehistorian_message(ev->kind)->name, (int)cid);
}

static bool
needs_joinver(const struct teehistorian *th)
{
	return th->header.release >= RELEASE_JOINVER ||
	       AT(th->header.known_listed, TEEHISTORIAN_EX_JOINVER6);
}

/* TH-7 */
static void
check_joinver(struct teehistorian *th, const struct teehistorian_event *ev,
	      int32_t cid)
{
	const enum rule_id id = RULE_teehistorian_join_without_joinver;

	if (th->after_joinver && th->joinver_cid != cid)
		teehistorian_report(
			th, id, ev, cid,
			"JOIN of client %d after the joinver of client "
			"%d" WANTED
			"joinver6 or joinver7 of the same client before it",
			(int)cid, (int)th->joinver_cid);
	else if (!th->after_joinver && needs_joinver(th))
		teehistorian_report(
			th, id, ev, cid,
			"JOIN of client %d after another message" WANTED
			"joinver6 or joinver7 of the same client before it",
			(int)cid);
}

/* TH-7 */
void
teehistorian_check_join(struct teehistorian *th,
			const struct teehistorian_event *ev, int32_t cid)
{
	struct teehistorian_client *c = &AT(th->clients.at, cid);

	check_joinver(th, ev, cid);
	if (teehistorian_client_set_has(&th->clients.joined, cid))
		teehistorian_report(th, RULE_teehistorian_join_duplicate, ev,
				    cid,
				    "JOIN of client %d, who is connected" WANTED
				    "DROP first",
				    (int)cid);
	teehistorian_client_set_put(&th->clients.joined, cid, true);
	teehistorian_client_set_put(&th->clients.ready, cid, false);
	c->reported_not_joined = c->reported_player_not_ready =
		c->reported_input_not_ready = false;
}

void
teehistorian_check_drop(struct teehistorian *th,
			const struct teehistorian_event *ev, int32_t cid)
{
	struct teehistorian_client *c = &AT(th->clients.at, cid);

	teehistorian_check_joined(th, ev, cid);
	teehistorian_client_set_put(&th->clients.joined, cid, false);
	teehistorian_client_set_put(&th->clients.ready, cid, false);
	c->authed = false;
	c->reported_not_joined = false;
	c->team_unknown = true;
	/* Since 16.2 the writer knows that another player has this slot. */
	if (th->header.minor >= MINOR_INPUT_PER_PLAYER)
		teehistorian_client_set_put(&th->clients.input, cid, false);
}
