/* SPDX-License-Identifier: MIT */
/* extension_check.c - checks the contents of extension messages (TH-5, TH-7) */
#include "validator/teehistorian/check.h"

enum { RELEASE_128_TEAMS = 2000, RELEASE_OWN_LOGOUT = 1906 };

static const char *
extension_name(const struct teehistorian_event *ev)
{
	return teehistorian_extension_row(ev->ex.extension)->name;
}

/* Returns the letter in extensions.def of the int with number n of a known payload. */
static char
int_letter(const struct teehistorian_event *ev, uint32_t n)
{
	const struct teehistorian_extension_row
		*row = teehistorian_extension_row(ev->ex.extension);
	size_t i = 0;

	while (!teehistorian_is_int(AT(row->fields, i)) || n-- > 0)
		i++;
	return AT(row->fields, i);
}

/* ---------------------------------------------------------------- listing */

/* TH-5: checks whether the header lists an extension that demofsck does not know. */
static void
check_unknown(struct teehistorian *th, const struct teehistorian_event *ev)
{
	struct teehistorian_header *h = &th->header;
	const uint32_t i = teehistorian_find_listed(h, &ev->ex.uuid);

	if (i == h->n_listed) {
		char text[UUID_TEXT_SIZE];

		uuid_print(&ev->ex.uuid, text);
		teehistorian_report(th, RULE_teehistorian_ex_unlisted, ev,
				    TEEHISTORIAN_NO_CLIENT,
				    "UUID %s" WANTED
				    "an extension that the header lists",
				    text);
		return;
	}
	struct teehistorian_listed *listed = &AT(h->listed, i);

	if (!listed->reported)
		teehistorian_report(th, RULE_teehistorian_ex_unknown, ev,
				    TEEHISTORIAN_NO_CLIENT,
				    "extension %u of the list in the header, "
				    "with a payload of %llu byte%s",
				    (unsigned)listed->place,
				    (unsigned long long)ev->blob_len,
				    ev->blob_len == 1 ? "" : "s");
	listed->reported = true;
}

/* TH-5 */
static void
check_listed(struct teehistorian *th, const struct teehistorian_event *ev)
{
	if (ev->ex.extension == TEEHISTORIAN_EX_UNKNOWN)
		check_unknown(th, ev);
	else if (!AT(th->header.known_listed, ev->ex.extension))
		teehistorian_report(th, RULE_teehistorian_ex_unlisted, ev,
				    TEEHISTORIAN_NO_CLIENT,
				    "%s" WANTED
				    "an extension that the header lists",
				    extension_name(ev));
}

/* ---------------------------------------------------------------- payload */

/* TH-5: checks that the payload has all fields, and no bytes after these fields.  False:
   a repair cuts before the message. */
static bool
check_framing(struct teehistorian *th, const struct teehistorian_event *ev)
{
	const uint64_t end = ev->blob_off + ev->blob_len;
	const uint64_t extra = ev->ex.extra_off ? end - ev->ex.extra_off : 0;
	const struct site payload = { .off = ev->blob_off,
				      .len = ev->blob_len };
	const struct site rest = {
		.off = ev->ex.extra_off,
		.len = extra,
		.fix = fix_drop(ev->ex.extra_off, extra, th->cut_point),
	};

	if (ev->ex.is_short)
		return !teehistorian_cut_at(
			th, RULE_teehistorian_ex_payload_short, &payload,
			"%llu byte%s of %s" WANTED "all fields of the extension",
			(unsigned long long)ev->blob_len,
			ev->blob_len == 1 ? "" : "s", extension_name(ev));
	if (!extra)
		return true;
	report(th->report, RULE_teehistorian_ex_payload_trailing, &rest,
	       "%llu byte%s after the fields of %s" WANTED
	       "the end of the payload",
	       (unsigned long long)extra, extra == 1 ? "" : "s",
	       extension_name(ev));
	if (report_mended(th->report))
		teehistorian_shrink(th, ev, extra);
	return true;
}

static int32_t
highest_team(const struct teehistorian *th)
{
	return th->header.release && th->header.release < RELEASE_128_TEAMS
		       ? 64
		       : TEEHISTORIAN_MAX_TEAM;
}

/* TH-8: checks every team in the payload.  False: a team cannot be used as an index. */
static bool
check_teams(struct teehistorian *th, const struct teehistorian_event *ev)
{
	bool fits = true;

	for (uint32_t i = 0; i < ev->n_ints; i++) {
		const int32_t team = AT(ev->ints, i);

		if (int_letter(ev, i) != 't')
			continue;
		if (team < 0 || team > highest_team(th))
			report(th->report, RULE_teehistorian_team_range,
			       &(struct site){ .off = ev->off,
					       .len = ev->len,
					       .field = "team" },
			       "team %d" WANTED "team 0 to %d", (int)team,
			       (int)highest_team(th));
		fits &= team >= 0 && team <= TEEHISTORIAN_MAX_TEAM;
	}
	return fits;
}

/* ---------------------------------------------------------------- state -- */

/* TH-7 */
static void
check_auth_init(struct teehistorian *th, const struct teehistorian_event *ev)
{
	if (th->begun || th->clock.tick > 0)
		teehistorian_report(th, RULE_teehistorian_auth_late_init, ev,
				    AT(ev->ints, 0),
				    "auth-init in tick %lld" WANTED
				    "auth-init directly after the header",
				    (long long)th->clock.tick);
	AT(th->clients.at, AT(ev->ints, 0)).authed = true;
}

/* TH-7 */
static void
check_logout(struct teehistorian *th, const struct teehistorian_event *ev)
{
	struct teehistorian_client *c = &AT(th->clients.at, AT(ev->ints, 0));
	const int32_t cid = AT(ev->ints, 0);
	const bool old = th->header.release &&
			 th->header.release < RELEASE_OWN_LOGOUT;

	if (!c->authed)
		report(th->report, RULE_teehistorian_auth_logout_unknown,
		       &(struct site){ .off = ev->off,
				       .len = ev->len,
				       .client = cid + 1,
				       .at_most = old ? DFK_NOTE : DFK_OFF },
		       "logout of client %d" WANTED "an earlier login",
		       (int)cid);
	c->authed = false;
}

/* TH-7 */
static void
check_player_team(struct teehistorian *th, const struct teehistorian_event *ev)
{
	struct teehistorian_client *c = &AT(th->clients.at, AT(ev->ints, 0));
	const int32_t team = AT(ev->ints, 1);

	if (!c->team_unknown && c->team == team)
		teehistorian_report(
			th, RULE_teehistorian_team_noop, ev, AT(ev->ints, 0),
			"team %d again" WANTED "another team", (int)team);
	c->team = team;
	c->team_unknown = false;
}

/* TH-5, TH-7 */
static void
check_practice(struct teehistorian *th, const struct teehistorian_event *ev,
	       bool team_fits)
{
	const int32_t practice = AT(ev->ints, 1);

	if (practice != 0 && practice != 1)
		report(th->report, RULE_teehistorian_practice_value,
		       &(struct site){ .off = ev->off,
				       .len = ev->len,
				       .field = "practice" },
		       "%d" WANTED "0 or 1", (int)practice);
	if (!team_fits)
		return;
	int32_t *known = &AT(th->clients.practice, AT(ev->ints, 0));

	if (*known == practice)
		teehistorian_report(th, RULE_teehistorian_practice_noop, ev,
				    TEEHISTORIAN_NO_CLIENT,
				    "practice mode %d of team %d again" WANTED
				    "another mode",
				    (int)practice, (int)AT(ev->ints, 0));
	*known = practice;
}

static void
check_ready(struct teehistorian *th, const struct teehistorian_event *ev)
{
	const int32_t cid = AT(ev->ints, 0);

	th->clock.network_seen = true;
	teehistorian_client_set_put(&th->clients.ready, cid, true);
	teehistorian_client_set_put(&th->clients.renews, cid, true);
}

static void
announce(struct teehistorian *th, const struct teehistorian_event *ev)
{
	th->joinver.cid = AT(ev->ints, 0);
	AT(th->clients.at, th->joinver.cid)
		.protocol6 = ev->ex.extension == TEEHISTORIAN_EX_JOINVER6;
}

/* Some extensions are only written for a connected client.  Checks that the client of
   such an extension is connected. */
static void
check_active(struct teehistorian *th, const struct teehistorian_event *ev)
{
	teehistorian_check_joined(th, ev, AT(ev->ints, 0));
	if (ev->ex.extension == TEEHISTORIAN_EX_PLAYER_SWAP)
		teehistorian_check_joined(th, ev, AT(ev->ints, 1));
}

static void
check_known(struct teehistorian *th, const struct teehistorian_event *ev)
{
	const bool team_fits = check_teams(th, ev);

	switch (ev->ex.extension) {
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

/* Checks every client id in the payload, before the client id is used as an index. */
static bool
check_cids(struct teehistorian *th, const struct teehistorian_event *ev)
{
	if (ev->ex.extension == TEEHISTORIAN_EX_UNKNOWN)
		return true;
	for (uint32_t i = 0; i < ev->n_ints; i++)
		if (int_letter(ev, i) == 'c' &&
		    !teehistorian_check_cid(th, ev, AT(ev->ints, i)))
			return false;
	return true;
}

/* TH-4 */
bool
teehistorian_check_extension(struct teehistorian *th,
			     const struct teehistorian_event *ev)
{
	if (!check_cids(th, ev))
		return false;
	teehistorian_check_texts(th, ev);
	if (th->header.version == 1)
		teehistorian_report(th, RULE_teehistorian_ex_in_v1, ev,
				    TEEHISTORIAN_NO_CLIENT,
				    "EX in version 1" WANTED
				    "version 2 in the header");
	else
		check_listed(th, ev);
	if (!check_framing(th, ev))
		return false;
	if (ev->ex.extension != TEEHISTORIAN_EX_UNKNOWN && !ev->ex.is_short)
		check_known(th, ev);
	return true;
}
