/* SPDX-License-Identifier: MIT */
/*
 * clients_check.c - checks client ids, and the order of joins, characters and input of a
 * client (SPEC.md, TH-7, TH-8)
 */
#include "validator/teehistorian/check.h"

enum { MINOR_READY = 3, MINOR_INPUT_PER_PLAYER = 4, MINOR_ALL_JOIN = 22 };
enum {
	RELEASE_JOINVER = 1400,
	RELEASE_LAST_NO_JOIN = 1702,
	RELEASE_128_CLIENTS = 2000,
};
enum { CLIENTS_BEFORE = 64 };

bool
teehistorian_is_over_64(const struct teehistorian *th, int32_t cid)
{
	return cid >= CLIENTS_BEFORE && th->header.release &&
	       th->header.release < RELEASE_128_CLIENTS;
}

/* TH-8 */
static void
check_many_clients(struct teehistorian *th, const struct teehistorian_event *ev,
		   int32_t cid)
{
	struct teehistorian_client *c = &AT(th->clients.at, cid);

	if (c->reported_over_64)
		return;
	c->reported_over_64 = true;
	teehistorian_report(th, RULE_teehistorian_cid_over_64, ev, cid,
			    "client id %d" WANTED
			    "client id 0 to 63 before DDNet 20.0",
			    (int)cid);
}

/* TH-8 */
static void
cut_at_cid(struct teehistorian *th, const struct teehistorian_event *ev,
	   int32_t cid)
{
	const bool command = ev->kind == TEEHISTORIAN_CONSOLE_COMMAND;
	struct site site = teehistorian_site(ev);

	site.field = "cid";
	teehistorian_cut_at(th, RULE_teehistorian_cid_range, &site,
			    "client id %d" WANTED "client id %d to 127",
			    (int)cid, command ? -3 : 0);
}

/* TH-8: checks a client id.  False: the client id cannot be used as an index. */
bool
teehistorian_check_cid(struct teehistorian *th,
		       const struct teehistorian_event *ev, int32_t cid)
{
	if (cid >= 0 && cid < TEEHISTORIAN_MAX_CLIENTS) {
		if (teehistorian_is_over_64(th, cid))
			check_many_clients(th, ev, cid);
		return true;
	}
	/* -1 is the console. -2 and -3 are pseudo ids of the engine. */
	if (ev->kind == TEEHISTORIAN_CONSOLE_COMMAND && cid < 0 && cid >= -3)
		return true;
	cut_at_cid(th, ev, cid);
	return false;
}

/* ------------------------------------------------------------ connections */

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
				? "an earlier JOIN"
				: "an earlier JOIN, or a map change before "
				  "DDNet 19.9";
	/* TH-9.2, Q5: these servers write no JOIN for clients that stay connected during
	   a map change.  They also write no JOIN for some clients of 0.6. */
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

	if (th->joinver.is_last && th->joinver.cid != cid)
		teehistorian_report(
			th, id, ev, cid,
			"JOIN of client %d after the joinver of client "
			"%d" WANTED
			"joinver6 or joinver7 of the same client before JOIN",
			(int)cid, (int)th->joinver.cid);
	else if (!th->joinver.is_last && needs_joinver(th))
		teehistorian_report(
			th, id, ev, cid,
			"JOIN of client %d after another message" WANTED
			"joinver6 or joinver7 of the same client before JOIN",
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
				    "an earlier DROP",
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
	/* Since 16.2 the writer forgets the input when another player gets the slot. */
	if (th->header.minor >= MINOR_INPUT_PER_PLAYER)
		teehistorian_client_set_put(&th->clients.input, cid, false);
}

/* ------------------------------------------------------------- characters */

static struct teehistorian_client *
client(struct teehistorian *th, int32_t cid)
{
	return &AT(th->clients.at, cid);
}

bool
teehistorian_is_ready(const struct teehistorian *th, int32_t cid)
{
	return th->header.minor < MINOR_READY ||
	       teehistorian_client_set_has(&th->clients.ready, cid);
}

/* TH-7 */
static void
check_ready_player(struct teehistorian *th, const struct teehistorian_event *ev,
		   int32_t cid)
{
	struct teehistorian_client *c = client(th, cid);

	if (teehistorian_is_ready(th, cid) || c->reported_player_not_ready)
		return;
	c->reported_player_not_ready = true;
	teehistorian_report(
		th, RULE_teehistorian_player_not_ready, ev, cid,
		"PLAYER_NEW of client %d without player-ready" WANTED
		"an earlier player-ready",
		(int)cid);
}

/* TH-7 */
bool
teehistorian_check_new(struct teehistorian *th,
		       const struct teehistorian_event *ev, int32_t cid)
{
	if (teehistorian_client_set_has(&th->clients.alive, cid) &&
	    teehistorian_cut(th, RULE_teehistorian_player_new_alive, ev, cid,
			     "PLAYER_NEW of client %d, who is alive" WANTED
			     "an earlier PLAYER_OLD",
			     (int)cid))
		return false;
	th->clients.players += !teehistorian_client_set_has(&th->clients.played,
							    cid);
	teehistorian_client_set_put(&th->clients.alive, cid, true);
	teehistorian_client_set_put(&th->clients.played, cid, true);
	check_ready_player(th, ev, cid);
	teehistorian_check_joined(th, ev, cid);
	return true;
}

/* TH-7 */
bool
teehistorian_check_old(struct teehistorian *th,
		       const struct teehistorian_event *ev, int32_t cid)
{
	if (!teehistorian_client_set_has(&th->clients.alive, cid))
		return !teehistorian_cut(
			th, RULE_teehistorian_player_old_dead, ev, cid,
			"PLAYER_OLD of client %d, who has no character" WANTED
			"an earlier PLAYER_NEW",
			(int)cid);
	teehistorian_client_set_put(&th->clients.alive, cid, false);
	return true;
}

/* TH-11: tail.c reports the finding after it has counted the zero bytes that follow. */
static bool
check_no_move(struct teehistorian *th, const struct teehistorian_event *ev,
	      int32_t cid)
{
	const enum rule_id id = RULE_teehistorian_player_diff_zero;

	if (report_mends(th->report, id, AT(th->report->severity, id))) {
		th->zero_diff = (struct teehistorian_zero_diff){ ev->off,
								 ev->len, cid };
		return false;
	}
	teehistorian_report(th, id, ev, cid,
			    "a movement of client %d by (0, 0)", (int)cid);
	return true;
}

/* TH-7 */
bool
teehistorian_check_diff(struct teehistorian *th,
			const struct teehistorian_event *ev, int32_t cid)
{
	if (AT(ev->ints, 1) == 0 && AT(ev->ints, 2) == 0 &&
	    !check_no_move(th, ev, cid))
		return false;
	return teehistorian_client_set_has(&th->clients.alive, cid) ||
	       !teehistorian_cut(
		       th, RULE_teehistorian_player_diff_dead, ev, cid,
		       "PLAYER_DIFF of client %d, who has no character" WANTED
		       "an earlier PLAYER_NEW",
		       (int)cid);
}

/* ------------------------------------------------------------------ input */

bool
teehistorian_knows_input(const struct teehistorian *th, int32_t cid)
{
	return teehistorian_client_set_has(&th->clients.input, cid) &&
	       (th->header.minor < MINOR_INPUT_PER_PLAYER ||
		!teehistorian_client_set_has(&th->clients.renews, cid));
}

/* TH-7 */
static void
check_input_new(struct teehistorian *th, const struct teehistorian_event *ev,
		int32_t cid)
{
	struct teehistorian_client *c = client(th, cid);

	if (teehistorian_knows_input(th, cid))
		teehistorian_report(
			th, RULE_teehistorian_input_new_again, ev, cid,
			"INPUT_NEW of client %d, whose input is known" WANTED
			"INPUT_DIFF",
			(int)cid);
	if (!teehistorian_is_ready(th, cid) && !c->reported_input_not_ready) {
		c->reported_input_not_ready = true;
		teehistorian_report(
			th, RULE_teehistorian_input_not_ready, ev, cid,
			"INPUT_NEW of client %d without player-ready" WANTED
			"an earlier player-ready",
			(int)cid);
	}
	teehistorian_client_set_put(&th->clients.input, cid, true);
	teehistorian_client_set_put(&th->clients.renews, cid, false);
}

static bool
changes_nothing(const struct teehistorian_event *ev)
{
	for (uint32_t i = 1; i < ev->n_ints; i++)
		if (AT(ev->ints, i) != 0)
			return false;
	return true;
}

/* TH-7 */
static bool
check_input_diff(struct teehistorian *th, const struct teehistorian_event *ev,
		 int32_t cid)
{
	if (!teehistorian_client_set_has(&th->clients.input, cid) &&
	    teehistorian_cut(
		    th, RULE_teehistorian_input_diff_without_new, ev, cid,
		    "INPUT_DIFF of client %d, whose input is unknown" WANTED
		    "an earlier INPUT_NEW",
		    (int)cid))
		return false;
	return !changes_nothing(ev) ||
	       !teehistorian_cut(th, RULE_teehistorian_input_diff_zero, ev, cid,
				 "INPUT_DIFF of client %d with ten zeros" WANTED
				 "a change of the input",
				 (int)cid);
}

bool
teehistorian_check_input(struct teehistorian *th,
			 const struct teehistorian_event *ev, int32_t cid)
{
	if (ev->kind == TEEHISTORIAN_INPUT_NEW)
		check_input_new(th, ev, cid);
	else if (!check_input_diff(th, ev, cid))
		return false;
	if (!teehistorian_client_set_has(&th->clients.joined, cid))
		teehistorian_check_joined(th, ev, cid);
	return true;
}
