/* SPDX-License-Identifier: MIT */
/* result_loss.c - the losses of a plan, in ticks, seconds, messages and snapshots */
#include <string.h>

#include "api/result.h"

static bool
find_kept_fact(const struct dfk_check *check, const char *name,
	       struct dfk_fact *fact)
{
	const struct session *s = &check->session;

	for (size_t i = 0; s->format->fact(s->state, &check->kept, i, fact);
	     i++)
		if (strcmp(fact->name, name) == 0)
			return true;
	return false;
}

/* A Teeworlds demo may begin at any tick.  The length of the ticks of a Source demo is in
   the demo. */
struct result_clock
result_clock_of(const struct dfk_check *check)
{
	struct result_clock clock = { .known = check->session.state != NULL,
				      .tick_s = 1.0 / 50 };
	struct dfk_fact fact;

	if (!clock.known)
		return clock;
	if (find_kept_fact(check, "first_tick", &fact)) {
		clock.start = fact.integer;
		clock.known = clock.start >= 0;
	}
	if (find_kept_fact(check, "tick_interval", &fact)) {
		clock.known = fact.kind == DFK_FACT_REAL;
		clock.tick_s = fact.real;
	}
	return clock;
}

double
result_seconds(const struct result_clock *clock, int64_t tick)
{
	return (double)(tick - clock->start) * clock->tick_s;
}

/* The number of ticks in which the picture stands still; 0 if nothing is kept after the
   first loss. */
static uint32_t
still_ticks(const struct dfk_check *check)
{
	const struct session *s = &check->session;
	const struct plan *plan = &check->plan;

	return plan->end.kind == FIX_END && plan->first.kind == FIX_END &&
			       plan->end.off == plan->first.off
		       ? 0
		       : s->format->still(s->state);
}

/* Counts lost seconds.  Nothing is counted if the ticks begin anew, as in a new level of
   a Source demo.  Such ticks do not count from the start of the recording. */
static void
count_seconds(const struct dfk_check *check, const struct edits_loss *all,
	      struct dfk_loss *loss)
{
	const struct result_clock clock = result_clock_of(check);
	const int64_t last = check->plan.last_tick;
	const double of_s = result_seconds(&clock, last);
	const double lost_s = (double)loss->ticks * clock.tick_s;

	if (!clock.known)
		return;
	if (last < clock.start)
		return;
	/* The first lost tick is after the last tick, so the ticks began anew. */
	if (loss->last_tick > last)
		return;
	if (lost_s > of_s)
		return;
	if (all->from >= 0 && all->to <= last) {
		loss->from_s = result_seconds(&clock, all->from > clock.start
							      ? all->from
							      : clock.start);
		loss->to_s = result_seconds(&clock, all->to);
	}
	if (check->session.format->still)
		loss->still_s = clock.tick_s * still_ticks(check);
	loss->lost_s = lost_s;
	loss->kept_s = of_s - lost_s;
	loss->of_s = of_s;
	if (check->plan.declared.s > of_s) {
		loss->of_s = check->plan.declared.s;
		loss->more |= !check->plan.declared.exactly;
	}
}

/* Sets the kinds of records that a format counts. */
static void
count_records(enum format_id format, const struct edits_loss *all,
	      struct dfk_loss *loss)
{
	if (format == FORMAT_teehistorian)
		loss->messages = all->records;
	else if (format == FORMAT_dem)
		loss->packets = all->snapshots;
	else
		loss->snapshots = all->snapshots;
	if (format == FORMAT_twdemo)
		loss->messages = all->messages;
}

struct dfk_loss
result_loss(const struct dfk_check *check)
{
	const struct session *s = &check->session;
	struct edits_loss lost = edits_loss(&check->plan.edits);
	struct dfk_loss loss = { .first_tick = -1,
				 .last_tick = -1,
				 .from_s = -1,
				 .to_s = -1,
				 .still_s = -1,
				 .lost_s = -1,
				 .kept_s = -1,
				 .of_s = -1 };

	if (check->result.repairable != DFK_REPAIRABLE_LOSSY)
		return loss;
	loss.unread = check->plan.unread;
	loss.string_tables = check->plan.string_tables;
	loss.ticks = lost.ticks;
	loss.places = lost.places;
	loss.first_tick = lost.first_tick;
	loss.last_tick = lost.last_tick;
	loss.more = check->plan.open || check->result.loss_unknown ||
		    (check->plan.doubted && !check->plan.declared.less);
	if (lost.snapshots < check->plan.declared.less)
		lost.snapshots = check->plan.declared.less;
	count_records(s->format->id, &lost, &loss);
	count_seconds(check, &lost, &loss);
	return loss;
}
