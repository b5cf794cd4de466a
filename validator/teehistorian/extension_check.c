/* SPDX-License-Identifier: MIT */
/* extension_check.c - what extension messages say (TH-5, TH-7) */
#include "validator/teehistorian/check.h"

enum { RELEASE_128_TEAMS = 2000, RELEASE_OWN_LOGOUT = 1906 };

static const char *
name_of(const struct teehistorian_event *ev)
{
	return teehistorian_extension_row(ev->extension)->name;
}

/* -------------------------------------------------------------- listing -- */

static void
check_unknown(struct teehistorian *th, const struct teehistorian_event *ev)
{
	struct teehistorian_header *h = &th->header;
	struct site site = teehistorian_site(ev);

	for (uint32_t i = 0; i < h->n_listed; i++) {
		struct teehistorian_listed *listed = &AT(h->listed, i);

		if (!uuid_equal(&listed->uuid, &ev->uuid))
			continue;
		if (!listed->told)
			report(th->report, RULE_teehistorian_ex_unknown, &site,
			       "name %u of the header's list, %llu bytes of "
			       "payload",
			       (unsigned)i + 1,
			       (unsigned long long)ev->blob_len);
		listed->told = true;
		return;
	}
	char text[UUID_TEXT_SIZE];

	uuid_print(&ev->uuid, text);
	site.expected = "a UUID of a name in the header";
	report(th->report, RULE_teehistorian_ex_unlisted, &site, "UUID %s",
	       text);
}

static void
check_listed(struct teehistorian *th, const struct teehistorian_event *ev)
{
	struct site site = teehistorian_site(ev);

	if (ev->extension == TEEHISTORIAN_EX_UNKNOWN) {
		check_unknown(th, ev);
	} else if (!AT(th->header.known_listed, ev->extension)) {
		site.expected = "its name in the header";
		report(th->report, RULE_teehistorian_ex_unlisted, &site, "%s",
		       name_of(ev));
	}
}

/* -------------------------------------------------------------- payload -- */

static bool
check_framing(struct teehistorian *th, const struct teehistorian_event *ev)
{
	const uint64_t end = ev->blob_off + ev->blob_len;

	th->extra_dropped = false;
	if (ev->payload_short) {
		const enum dfk_severity severity = report(
			th->report, RULE_teehistorian_ex_payload_short,
			&(struct site){ .off = ev->blob_off,
					.len = ev->blob_len,
					.expected = "all its fields" },
			"%llu bytes for %s", (unsigned long long)ev->blob_len,
			name_of(ev));

		return teehistorian_keep(th, RULE_teehistorian_ex_payload_short,
					 severity);
	}
	if (ev->extra_off && ev->extra_off < end)
		th->extra_dropped =
			report(th->report,
			       RULE_teehistorian_ex_payload_trailing,
			       &(struct site){ .off = ev->extra_off,
					       .len = end - ev->extra_off,
					       .expected = "the end of the "
							   "payload" },
			       "%llu bytes behind the fields of %s",
			       (unsigned long long)(end - ev->extra_off),
			       name_of(ev)) == DFK_ERROR;
	return true;
}

static int32_t
highest_team(const struct teehistorian *th)
{
	return th->header.release && th->header.release < RELEASE_128_TEAMS
		       ? 64
		       : TEEHISTORIAN_MAX_TEAM;
}

/* Every team in the payload; false: one cannot be an index. */
static bool
check_teams(struct teehistorian *th, const struct teehistorian_event *ev)
{
	const struct teehistorian_extension_row
		*row = teehistorian_extension_row(ev->extension);
	uint32_t n = 0;
	bool fits = true;

	for (size_t i = 0; AT(row->fields, i) && n < ev->n_ints; i++) {
		const char letter = AT(row->fields, i);
		const int32_t team = AT(ev->ints, n);

		if (letter == 't' && (team < 0 || team > highest_team(th))) {
			struct site site = teehistorian_site(ev);

			site.field = "team";
			site.expected = highest_team(th) == 64 ? "0 to 64"
							       : "0 to 128";
			report(th->report, RULE_teehistorian_team_range, &site,
			       "team %d", (int)team);
		}
		fits &= letter != 't' ||
			(team >= 0 && team <= TEEHISTORIAN_MAX_TEAM);
		n += letter == 'c' || letter == 'i' || letter == 't';
	}
	return fits;
}

/* ---------------------------------------------------------------- state -- */

static void
check_auth_init(struct teehistorian *th, const struct teehistorian_event *ev)
{
	struct site site = teehistorian_client_site(ev, AT(ev->ints, 0));

	if (th->begun || th->tick > 0) {
		site.expected = "it directly behind the header";
		report(th->report, RULE_teehistorian_auth_late_init, &site,
		       "auth-init in tick %lld", (long long)th->tick);
	}
	AT(th->clients.at, AT(ev->ints, 0)).authed = true;
}

static void
check_logout(struct teehistorian *th, const struct teehistorian_event *ev)
{
	struct teehistorian_client *c = &AT(th->clients.at, AT(ev->ints, 0));
	struct site site = teehistorian_client_site(ev, AT(ev->ints, 0));
	const bool old = th->header.release &&
			 th->header.release < RELEASE_OWN_LOGOUT;

	if (!c->authed) {
		site.expected = "a login first";
		site.at_most = old ? DFK_NOTE : DFK_OFF;
		report(th->report, RULE_teehistorian_auth_logout_unknown, &site,
		       "logout of client %d", (int)AT(ev->ints, 0));
	}
	c->authed = false;
}

static void
check_player_team(struct teehistorian *th, const struct teehistorian_event *ev)
{
	struct teehistorian_client *c = &AT(th->clients.at, AT(ev->ints, 0));
	struct site site = teehistorian_client_site(ev, AT(ev->ints, 0));
	const int32_t team = AT(ev->ints, 1);

	if (!c->team_unknown && c->team == team) {
		site.expected = "another team";
		report(th->report, RULE_teehistorian_team_noop, &site,
		       "team %d again", (int)team);
	}
	c->team = team;
	c->team_unknown = false;
}

static void
check_practice(struct teehistorian *th, const struct teehistorian_event *ev,
	       bool team_fits)
{
	const int32_t practice = AT(ev->ints, 1);
	struct site site = teehistorian_site(ev);

	if (practice != 0 && practice != 1) {
		site.field = "practice";
		site.expected = "0 or 1";
		report(th->report, RULE_teehistorian_practice_value, &site,
		       "%d", (int)practice);
	}
	if (!team_fits)
		return;
	int32_t *known = &AT(th->clients.practice, AT(ev->ints, 0));

	if (*known == practice) {
		site.expected = "another mode";
		report(th->report, RULE_teehistorian_practice_noop, &site,
		       "team %d, mode %d again", (int)AT(ev->ints, 0),
		       (int)practice);
	}
	*known = practice;
}

static void
check_ready(struct teehistorian *th, const struct teehistorian_event *ev)
{
	struct teehistorian_client *c = &AT(th->clients.at, AT(ev->ints, 0));

	th->network_seen = true;
	c->ready = true;
	c->input_may_renew = true;
}

static void
announce(struct teehistorian *th, const struct teehistorian_event *ev)
{
	th->joinver_cid = AT(ev->ints, 0);
	AT(th->clients.at, th->joinver_cid)
		.protocol6 = ev->extension == TEEHISTORIAN_EX_JOINVER6;
}

/* Extensions by which a connected client shows itself. */
static void
check_active(struct teehistorian *th, const struct teehistorian_event *ev)
{
	teehistorian_check_joined(th, ev, AT(ev->ints, 0));
	if (ev->extension == TEEHISTORIAN_EX_PLAYER_SWAP)
		teehistorian_check_joined(th, ev, AT(ev->ints, 1));
}

static void
check_known(struct teehistorian *th, const struct teehistorian_event *ev)
{
	const bool team_fits = check_teams(th, ev);

	switch (ev->extension) {
	case TEEHISTORIAN_EX_AUTH_INIT:
	case TEEHISTORIAN_EX_AUTH_INIT_ROLE: check_auth_init(th, ev); break;
	case TEEHISTORIAN_EX_AUTH_LOGIN:
	case TEEHISTORIAN_EX_AUTH_LOGIN_ROLE:
		check_active(th, ev);
		AT(th->clients.at, AT(ev->ints, 0)).authed = true;
		break;
	case TEEHISTORIAN_EX_AUTH_LOGOUT:
		check_active(th, ev);
		check_logout(th, ev);
		break;
	case TEEHISTORIAN_EX_PLAYER_READY:
		check_active(th, ev);
		check_ready(th, ev);
		break;
	case TEEHISTORIAN_EX_DDNETVER:
	case TEEHISTORIAN_EX_DDNETVER_OLD:
	case TEEHISTORIAN_EX_REJOINVER6:
	case TEEHISTORIAN_EX_PLAYER_NAME:
	case TEEHISTORIAN_EX_PLAYER_FINISH:
	case TEEHISTORIAN_EX_PLAYER_SWAP: check_active(th, ev); break;
	case TEEHISTORIAN_EX_JOINVER6:
	case TEEHISTORIAN_EX_JOINVER7: announce(th, ev); break;
	case TEEHISTORIAN_EX_PLAYER_TEAM: check_player_team(th, ev); break;
	case TEEHISTORIAN_EX_TEAM_PRACTICE:
		check_practice(th, ev, team_fits);
		break;
	case TEEHISTORIAN_EX_TEST:
	case TEEHISTORIAN_EX_SAVE_SUCCESS:
	case TEEHISTORIAN_EX_SAVE_FAILURE:
	case TEEHISTORIAN_EX_LOAD_SUCCESS:
	case TEEHISTORIAN_EX_LOAD_FAILURE:
	case TEEHISTORIAN_EX_ANTIBOT:
	case TEEHISTORIAN_EX_TEAM_FINISH:
	case TEEHISTORIAN_EX_TEAM_CHANGE:
	case TEEHISTORIAN_EX_UNKNOWN: break;
	}
}

bool
teehistorian_check_extension(struct teehistorian *th,
			     const struct teehistorian_event *ev)
{
	struct site site = teehistorian_site(ev);

	if (th->header.version == 1) {
		site.expected = "version 2 in the header";
		report(th->report, RULE_teehistorian_ex_in_v1, &site, "EX");
	} else {
		check_listed(th, ev);
	}
	if (!check_framing(th, ev))
		return false;
	if (ev->extension != TEEHISTORIAN_EX_UNKNOWN && !ev->payload_short)
		check_known(th, ev);
	return true;
}
