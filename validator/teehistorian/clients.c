/* SPDX-License-Identifier: MIT */
/* clients.c - characters, input and connections of each client (TH-7) */
#include "validator/teehistorian/check.h"

enum { MINOR_READY = 3, MINOR_INPUT_PER_PLAYER = 4, MINOR_ALL_JOIN = 22 };
enum { RELEASE_JOINVER = 1400, RELEASE_128_CLIENTS = 2000 };

static struct teehistorian_client *
client(struct teehistorian *th, int32_t cid)
{
	return &AT(th->clients.at, cid);
}

void
teehistorian_check_over_64(struct teehistorian *th,
			   const struct teehistorian_event *ev, int32_t cid)
{
	struct site site = teehistorian_client_site(ev, cid);

	if (cid < 64 || !th->header.release ||
	    th->header.release >= RELEASE_128_CLIENTS ||
	    client(th, cid)->told_over_64)
		return;
	client(th, cid)->told_over_64 = true;
	site.expected = "0 to 63 before DDNet 20.0";
	report(th->report, RULE_teehistorian_cid_over_64, &site, "client id %d",
	       (int)cid);
}

/* ----------------------------------------------------------- characters -- */

static bool
check_new(struct teehistorian *th, const struct teehistorian_event *ev,
	  int32_t cid)
{
	struct teehistorian_client *c = client(th, cid);
	struct site site = teehistorian_client_site(ev, cid);

	if (c->alive) {
		site.expected = "PLAYER_OLD first";
		const enum dfk_severity severity = report(
			th->report, RULE_teehistorian_player_new_alive, &site,
			"PLAYER_NEW of client %d, who is alive", (int)cid);

		if (!teehistorian_keep(th, RULE_teehistorian_player_new_alive,
				       severity))
			return false;
	} else {
		th->clients.alive++;
	}
	if (th->clients.peak < th->clients.alive)
		th->clients.peak = th->clients.alive;
	c->alive = true;
	if (th->header.minor >= MINOR_READY && !c->ready &&
	    !c->told_player_not_ready) {
		c->told_player_not_ready = true;
		site.expected = "player-ready first";
		report(th->report, RULE_teehistorian_player_not_ready, &site,
		       "PLAYER_NEW of client %d without player-ready",
		       (int)cid);
	}
	teehistorian_check_joined(th, ev, cid);
	return true;
}

static bool
check_old(struct teehistorian *th, const struct teehistorian_event *ev,
	  int32_t cid)
{
	struct teehistorian_client *c = client(th, cid);
	struct site site = teehistorian_client_site(ev, cid);

	if (!c->alive) {
		site.expected = "PLAYER_NEW first";
		const enum dfk_severity severity = report(
			th->report, RULE_teehistorian_player_old_dead, &site,
			"PLAYER_OLD of client %d, who has no "
			"character",
			(int)cid);

		return teehistorian_keep(th, RULE_teehistorian_player_old_dead,
					 severity);
	}
	c->alive = false;
	th->clients.alive--;
	return true;
}

/* The finding waits for the end of the zero bytes: see tail.c. */
static bool
check_no_move(struct teehistorian *th, const struct teehistorian_event *ev,
	      int32_t cid)
{
	struct teehistorian_tail *tail = &th->tail;
	const enum rule_id id = RULE_teehistorian_player_diff_zero;
	const struct site site = teehistorian_client_site(ev, cid);

	if (AT(th->report->severity, id) == DFK_ERROR) {
		tail->zero_run = true;
		tail->zero_off = ev->off;
		tail->zero_len = ev->len;
		tail->zero_cid = cid;
		th->cut_by = id;
		return false;
	}
	report(th->report, id, &site, "client %d moved by (0, 0)", (int)cid);
	return true;
}

static bool
check_diff(struct teehistorian *th, const struct teehistorian_event *ev,
	   int32_t cid)
{
	struct site site = teehistorian_client_site(ev, cid);

	if (AT(ev->ints, 1) == 0 && AT(ev->ints, 2) == 0 &&
	    !check_no_move(th, ev, cid))
		return false;
	if (client(th, cid)->alive)
		return true;
	site.expected = "PLAYER_NEW first";
	const enum dfk_severity severity = report(
		th->report, RULE_teehistorian_player_diff_dead, &site,
		"PLAYER_DIFF of client %d, who has no character", (int)cid);

	return teehistorian_keep(th, RULE_teehistorian_player_diff_dead,
				 severity);
}

bool
teehistorian_check_player(struct teehistorian *th,
			  const struct teehistorian_event *ev, int32_t cid)
{
	if (ev->kind == TEEHISTORIAN_PLAYER_NEW)
		return check_new(th, ev, cid);
	if (ev->kind == TEEHISTORIAN_PLAYER_OLD)
		return check_old(th, ev, cid);
	return check_diff(th, ev, cid);
}

/* ---------------------------------------------------------------- input -- */

static void
check_input_new(struct teehistorian *th, const struct teehistorian_event *ev,
		int32_t cid)
{
	struct teehistorian_client *c = client(th, cid);
	struct site site = teehistorian_client_site(ev, cid);

	if (c->input && (th->header.minor < MINOR_INPUT_PER_PLAYER ||
			 !c->input_may_renew)) {
		site.expected = "INPUT_DIFF";
		report(th->report, RULE_teehistorian_input_new_again, &site,
		       "INPUT_NEW of client %d, whose input is known",
		       (int)cid);
	}
	if (th->header.minor >= MINOR_READY && !c->ready &&
	    !c->told_input_not_ready) {
		c->told_input_not_ready = true;
		site.expected = "player-ready first";
		report(th->report, RULE_teehistorian_input_not_ready, &site,
		       "INPUT_NEW of client %d without player-ready", (int)cid);
	}
	c->input = true;
	c->input_may_renew = false;
}

static bool
is_zero_input(const struct teehistorian_event *ev)
{
	for (uint32_t i = 1; i < ev->n_ints; i++)
		if (AT(ev->ints, i) != 0)
			return false;
	return true;
}

static bool
check_input_diff(struct teehistorian *th, const struct teehistorian_event *ev,
		 int32_t cid)
{
	struct site site = teehistorian_client_site(ev, cid);
	enum dfk_severity severity;

	if (!client(th, cid)->input) {
		site.expected = "INPUT_NEW first";
		severity = report(th->report,
				  RULE_teehistorian_input_diff_without_new,
				  &site,
				  "INPUT_DIFF of client %d, whose input is "
				  "unknown",
				  (int)cid);
		if (!teehistorian_keep(th,
				       RULE_teehistorian_input_diff_without_new,
				       severity))
			return false;
	}
	if (!is_zero_input(ev))
		return true;
	site.expected = "a difference";
	severity = report(th->report, RULE_teehistorian_input_diff_zero, &site,
			  "ten zeros for client %d", (int)cid);
	return teehistorian_keep(th, RULE_teehistorian_input_diff_zero,
				 severity);
}

bool
teehistorian_check_input(struct teehistorian *th,
			 const struct teehistorian_event *ev, int32_t cid)
{
	if (ev->kind == TEEHISTORIAN_INPUT_DIFF &&
	    !check_input_diff(th, ev, cid))
		return false;
	if (ev->kind == TEEHISTORIAN_INPUT_NEW)
		check_input_new(th, ev, cid);
	teehistorian_check_joined(th, ev, cid);
	return true;
}

/* ---------------------------------------------------------- connections -- */

void
teehistorian_check_joined(struct teehistorian *th,
			  const struct teehistorian_event *ev, int32_t cid)
{
	struct teehistorian_client *c = client(th, cid);
	struct site site = teehistorian_client_site(ev, cid);

	if (c->joined || c->told_not_joined)
		return;
	c->told_not_joined = true;
	site.expected = th->header.minor >= MINOR_ALL_JOIN
				? "JOIN first"
				: "JOIN first, or a map change before DDNet "
				  "19.9";
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

static void
check_joinver(struct teehistorian *th, const struct teehistorian_event *ev,
	      int32_t cid)
{
	struct site site = teehistorian_client_site(ev, cid);

	site.expected = "joinver6 or joinver7 of the same client before it";
	if (th->behind_joinver && th->joinver_cid != cid)
		report(th->report, RULE_teehistorian_join_without_joinver,
		       &site, "JOIN of client %d behind the joinver of %d",
		       (int)cid, (int)th->joinver_cid);
	else if (!th->behind_joinver && needs_joinver(th))
		report(th->report, RULE_teehistorian_join_without_joinver,
		       &site, "JOIN of client %d behind another message",
		       (int)cid);
}

void
teehistorian_check_join(struct teehistorian *th,
			const struct teehistorian_event *ev, int32_t cid)
{
	struct teehistorian_client *c = client(th, cid);
	struct site site = teehistorian_client_site(ev, cid);

	check_joinver(th, ev, cid);
	if (c->joined) {
		site.expected = "DROP first";
		report(th->report, RULE_teehistorian_join_duplicate, &site,
		       "JOIN of client %d, who is connected", (int)cid);
	}
	c->joined = true;
	c->ready = false;
	c->told_not_joined = c->told_player_not_ready =
		c->told_input_not_ready = false;
}

void
teehistorian_check_drop(struct teehistorian *th,
			const struct teehistorian_event *ev, int32_t cid)
{
	struct teehistorian_client *c = client(th, cid);

	teehistorian_check_joined(th, ev, cid);
	c->joined = c->ready = c->authed = false;
	c->told_not_joined = false;
	c->input_may_renew = true;
	c->team_unknown = true;
	/* Since 16.2 the writer knows that another player has this slot. */
	if (th->header.minor >= MINOR_INPUT_PER_PLAYER)
		c->input = false;
}
