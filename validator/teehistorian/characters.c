/* SPDX-License-Identifier: MIT */
/* characters.c - the character and the input of each client (SPEC.md, TH-7) */
#include "validator/teehistorian/check.h"

enum { MINOR_READY = 3, MINOR_INPUT_PER_PLAYER = 4 };

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

/* ------------------------------------------------------------- characters */

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
		"player-ready first",
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
			     "PLAYER_OLD first",
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
			"PLAYER_NEW first",
			(int)cid);
	teehistorian_client_set_put(&th->clients.alive, cid, false);
	return true;
}

/* TH-11: the finding waits for the end of the zero bytes, see tail.c. */
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
	teehistorian_report(th, id, ev, cid, "client %d moved by (0, 0)",
			    (int)cid);
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
		       "PLAYER_NEW first",
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
			"player-ready first",
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
		    "INPUT_NEW first",
		    (int)cid))
		return false;
	return !changes_nothing(ev) ||
	       !teehistorian_cut(th, RULE_teehistorian_input_diff_zero, ev, cid,
				 "ten zeros for client %d" WANTED
				 "a difference",
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
