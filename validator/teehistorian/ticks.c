/* SPDX-License-Identifier: MIT */
/* ticks.c - the clock: which tick a message belongs to (SPEC.md, TH-6) */
#include "validator/teehistorian/check.h"

enum {
	TICKS_PER_SECOND = 50,
	/* ddnet: the server reloads the map here (MAX_TICK) */
	RELOAD_TICK = 0x6fffffff,
	IMPLAUSIBLE_TICKS = 30 * 24 * 3600 * TICKS_PER_SECOND,
};

static bool
tick_too_high(struct teehistorian *th, const struct teehistorian_event *ev,
	      int64_t tick)
{
	struct site site = teehistorian_site(ev);
	const bool over = tick > INT32_MAX;

	site.expected = "at most 0x6fffffff, where servers reload the map";
	if (tick <= RELOAD_TICK || (!over && th->high_tick_told))
		return true;
	th->high_tick_told = true;
	site.at_most = over ? DFK_OFF : DFK_WARNING;
	const enum dfk_severity severity = report(
		th->report, RULE_teehistorian_tick_overflow, &site, "tick %lld",
		(long long)tick);
	/* A number that cannot be stored is an end, whatever its severity. */
	if (over) {
		th->cut_by = RULE_teehistorian_tick_overflow;
		return false;
	}
	return teehistorian_keep(th, RULE_teehistorian_tick_overflow, severity);
}

/* The clock moves to `tick`; false: it cannot. */
static bool
begin_tick(struct teehistorian *th, const struct teehistorian_event *ev,
	   int64_t tick)
{
	if (!tick_too_high(th, ev, tick))
		return false;
	th->tick = th->report->tick = tick;
	th->network_seen = false;
	if (tick > IMPLAUSIBLE_TICKS && !th->long_told) {
		const struct site site = teehistorian_site(ev);

		th->long_told = true;
		report(th->report, RULE_teehistorian_time_implausible, &site,
		       "tick %lld", (long long)tick);
	}
	return true;
}

static void
check_double_skip(struct teehistorian *th, const struct teehistorian_event *ev,
		  int32_t dt)
{
	struct site site = teehistorian_site(ev);

	if (!th->behind_skip) {
		th->skips_off = ev->off;
		th->skips_dt = dt;
		return;
	}
	th->skips_dt += (int64_t)dt + 1;
	site.expected = "one skip for the whole distance";
	report(th->report, RULE_teehistorian_double_skip, &site,
	       "a second TICK_SKIP");
}

bool
teehistorian_check_skip(struct teehistorian *th,
			const struct teehistorian_event *ev)
{
	const int32_t dt = AT(ev->ints, 0);
	struct site site = teehistorian_site(ev);

	if (dt < 0) {
		/* TH-9.2, Q1: an uninitialized variable of 11.0 to 11.0.2 */
		const bool quirk = th->header.version == 1 && dt == -1 &&
				   th->tick == 0;

		site.field = "dt";
		site.expected = "0 or more";
		site.at_most = quirk ? DFK_NOTE : DFK_OFF;
		const enum dfk_severity severity = report(
			th->report, RULE_teehistorian_tick_negative, &site,
			"dt %d", (int)dt);

		if (!teehistorian_keep(th, RULE_teehistorian_tick_negative,
				       severity))
			return false;
	}
	check_double_skip(th, ev, dt);
	th->highest_before = th->highest;
	th->highest = -1;
	th->last = -1;
	th->skip_dt = dt;
	return begin_tick(th, ev, th->tick + dt + 1);
}

/* TH-6.2, T2: directly behind a skip of no tick. */
static void
check_canonical_skip(struct teehistorian *th,
		     const struct teehistorian_event *ev, int32_t cid)
{
	if (!th->behind_skip || th->skip_dt != 0 || cid > th->highest_before)
		return;
	report(th->report, RULE_teehistorian_noncanonical_skip,
	       &(struct site){ .off = th->skips_off,
			       .len = ev->off - th->skips_off,
			       .client = cid + 1,
			       .expected = "no skip" },
	       "a skip before player %d, where the last of the tick before "
	       "was %d",
	       (int)cid, (int)th->highest_before);
}

/* TH-6.1: does this player message begin a tick by itself? */
bool
teehistorian_check_player_tick(struct teehistorian *th,
			       const struct teehistorian_event *ev, int32_t cid)
{
	if (cid <= th->last) {
		if (!begin_tick(th, ev, th->tick + 1))
			return false;
		th->highest = -1;
	} else if (th->network_seen) {
		struct site site = teehistorian_client_site(ev, cid);

		site.expected = "positions before input, messages and joins";
		const enum dfk_severity severity = report(
			th->report, RULE_teehistorian_phase, &site,
			"%s behind them in tick %lld",
			teehistorian_message(ev->kind)->name,
			(long long)th->tick);

		if (!teehistorian_keep(th, RULE_teehistorian_phase, severity))
			return false;
	}
	check_canonical_skip(th, ev, cid);
	th->last = th->highest = cid;
	return true;
}
