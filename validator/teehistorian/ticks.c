/* SPDX-License-Identifier: MIT */
/* ticks.c - computes the tick of each message (SPEC.md, TH-6) */
#include "validator/teehistorian/check.h"

enum {
	/* MAX_TICK of DDNet: the server reloads the map at this tick. */
	RELOAD_TICK = 0x6fffffff,
};

/* TH-6.3: checks a tick.  False: the clock cannot move to `tick`. */
static bool
check_high_tick(struct teehistorian *th, const struct teehistorian_event *ev,
		int64_t tick)
{
	struct site site = teehistorian_site(ev);

	site.expected = "at most tick 1879048191, at which servers reload the "
			"map";
	/* Reading ends at a tick that does not fit into 32 bits, whatever the
	   severity. */
	if (tick > INT32_MAX) {
		teehistorian_cut_at(th, RULE_teehistorian_tick_overflow, &site,
				    "tick %lld", (long long)tick);
		return false;
	}
	if (tick > RELOAD_TICK && !th->clock.high_tick_reported) {
		th->clock.high_tick_reported = true;
		site.at_most = DFK_WARNING;
		report(th->report, RULE_teehistorian_tick_overflow, &site,
		       "tick %lld", (long long)tick);
	}
	return true;
}

/* TH-6.3: moves the clock to `tick`.  False: the tick is impossible. */
static bool
begin_tick(struct teehistorian *th, const struct teehistorian_event *ev,
	   int64_t tick)
{
	if (tick > RELOAD_TICK && !check_high_tick(th, ev, tick))
		return false;
	th->clock.tick = th->report->tick = tick;
	th->clock.network_seen = false;
	if (tick > TEEHISTORIAN_PLAUSIBLE_TICKS &&
	    !th->clock.duration_reported) {
		th->clock.duration_reported = true;
		teehistorian_report(th, RULE_teehistorian_time_implausible, ev,
				    TEEHISTORIAN_NO_CLIENT, "tick %lld",
				    (long long)tick);
	}
	return true;
}

/* TH-6.2, T1: a repair replaces several skips in a row by one skip of the same
   distance. */
static void
check_double_skip(struct teehistorian *th, const struct teehistorian_event *ev,
		  int32_t dt)
{
	uint8_t skip[1 + INT_MAX_BYTES] = { 0x41 }; /* the int -2 */
	struct site site = teehistorian_site(ev);

	if (!th->skip.is_last) {
		th->skip.row_off = ev->off;
		th->skip.row_dt = dt;
		return;
	}
	th->skip.row_dt += (int64_t)dt + 1;
	/* The distance is too large for one skip, and longer than any server runs. */
	site.fix = fix_end(th->cut_point);
	if (th->skip.row_dt >= INT32_MIN && th->skip.row_dt <= INT32_MAX) {
		const size_t n = int_encode(
			(int32_t)th->skip.row_dt,
			room_at(skip, sizeof(skip), 1, INT_MAX_BYTES));

		site.fix = fix_replace(th->skip.row_off,
				       ev->off + ev->len - th->skip.row_off,
				       (struct span){ skip, 1 + n });
	}
	report(th->report, RULE_teehistorian_double_skip, &site,
	       "a second TICK_SKIP" WANTED
	       "one TICK_SKIP for the whole distance");
}

/* TH-6.1: checks a skip below 0.  False: a repair cuts before the skip. */
static bool
check_negative_skip(struct teehistorian *th,
		    const struct teehistorian_event *ev, int32_t dt)
{
	/* TH-9.2, Q1: DDNet 11.0 to 11.0.2 wrote an uninitialized variable. */
	const bool quirk = th->header.version == 1 && dt == -1 &&
			   th->clock.tick == 0;
	struct site site = teehistorian_site(ev);

	site.field = "dt";
	site.at_most = quirk ? DFK_NOTE : DFK_OFF;
	return !teehistorian_cut_at(th, RULE_teehistorian_tick_negative, &site,
				    "dt %d" WANTED "0 or more", (int)dt);
}

bool
teehistorian_check_skip(struct teehistorian *th,
			const struct teehistorian_event *ev)
{
	const int32_t dt = AT(ev->ints, 0);

	if (dt < 0 && !check_negative_skip(th, ev, dt))
		return false;
	check_double_skip(th, ev, dt);
	th->skip.highest_cid_before = th->clock.last_cid;
	th->clock.last_cid = -1;
	th->skip.dt = dt;
	return begin_tick(th, ev, th->clock.tick + dt + 1);
}

/* TH-6.2, T2: checks a player message directly after a skip with dt 0.  The skip was
   needless if the player message alone would have begun the next tick. */
static void
check_canonical_skip(struct teehistorian *th,
		     const struct teehistorian_event *ev, int32_t cid)
{
	const struct site site = { .off = th->skip.row_off,
				   .len = ev->off - th->skip.row_off,
				   .client = cid + 1 };

	if (th->skip.dt != 0 || cid > th->skip.highest_cid_before)
		return;
	if (th->skip.highest_cid_before == INT32_MAX)
		report(th->report, RULE_teehistorian_noncanonical_skip, &site,
		       "TICK_SKIP before the first player, client %d" WANTED
		       "no TICK_SKIP",
		       (int)cid);
	else
		report(th->report, RULE_teehistorian_noncanonical_skip, &site,
		       "TICK_SKIP between client %d of a tick and client %d of "
		       "the next tick" WANTED "no TICK_SKIP",
		       (int)th->skip.highest_cid_before, (int)cid);
}

/* TH-6.1: begins a tick if this player message begins a tick by itself.  False: a repair
   cuts before the message. */
bool
teehistorian_check_player_tick(struct teehistorian *th,
			       const struct teehistorian_event *ev, int32_t cid)
{
	if (cid <= th->clock.last_cid) {
		if (!begin_tick(th, ev, th->clock.tick + 1))
			return false;
	} else if (th->clock.network_seen &&
		   /* TH-6.3, T5 */
		   teehistorian_cut(
			   th, RULE_teehistorian_phase, ev, cid,
			   "%s after network messages in tick %lld" WANTED
			   "positions before input, messages and joins",
			   teehistorian_message(ev->kind)->name,
			   (long long)th->clock.tick)) {
		return false;
	}
	if (th->skip.is_last)
		check_canonical_skip(th, ev, cid);
	th->clock.last_cid = cid;
	return true;
}
