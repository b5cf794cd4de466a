/* SPDX-License-Identifier: MIT */
/* judge.c - reports the findings of a delta, with or without its base (SN-4) */
#include "validator/snapshot/delta.h"

enum { HEAD = SNAPSHOT_DELTA_HEAD_INTS };

/* -------------------------------------------------------------- counting */

/* The rules about removed keys and updates.  One byte may break several of these
   rules. */
enum {
	UPDATE_SIZE_OLD,
	UPDATE_SIZE_NEW,
	UPDATE_TYPE,
	REMOVED_UPDATED,
	DUPLICATE_UPDATE,
	UPDATE_NOOP,
	DUPLICATE_REMOVED,
	UNKNOWN_REMOVED,
	TALLIED_RULES
};

static const enum rule_id tallied_rules[TALLIED_RULES] = {
	[UPDATE_SIZE_OLD] = RULE_snapshot_update_size_old,
	[UPDATE_SIZE_NEW] = RULE_snapshot_update_size_new,
	[UPDATE_TYPE] = RULE_snapshot_update_type,
	[REMOVED_UPDATED] = RULE_snapshot_removed_updated,
	[DUPLICATE_UPDATE] = RULE_snapshot_duplicate_update,
	[UPDATE_NOOP] = RULE_snapshot_update_noop,
	[DUPLICATE_REMOVED] = RULE_snapshot_duplicate_removed,
	[UNKNOWN_REMOVED] = RULE_snapshot_unknown_removed,
};

/* The number of findings of a rule that are only counted. */
struct rule_tally {
	enum report_need need;
	uint32_t n, at; /* number of findings, and the place of the first
	                   finding */
};

struct judge {
	const struct snapshot_context *c;
	const struct ints *in;
	const struct snapshot *base;
	const struct snapshot_delta *delta;
	struct rule_tally tallies[TALLIED_RULES];
	uint32_t n; /* number of findings of all rules */
	bool fixed; /* the fix of the part was reported */
	/* The last finding with a fix: its rule, and the number of findings of this rule
	   so far. */
	uint32_t mended;
	enum rule_id mended_rule;
};

/* Reports the counts before another finding, so that this finding gets its right
   number. */
static void
close_tallies(struct judge *j)
{
	struct report *r = j->c->report;
	const uint64_t before = r->findings;

	if (j->n == 0)
		return;
	for (uint32_t i = 0; i < TALLIED_RULES; i++) {
		struct rule_tally *t = &AT(j->tallies, i);

		if (t->n)
			report_many(r, AT(tallied_rules, i),
				    sizeof(int32_t) * (uint64_t)t->at, t->n);
		t->n = 0;
	}
	if (j->mended)
		report_renew(r, j->mended_rule, before + j->mended - 1);
	j->n = j->mended = 0;
}

/* The first finding with a fix is always reported.  Its edit may reach a limit, and a
   reached limit is a finding, too. */
static enum report_need
need(struct judge *j, enum rule_id rule)
{
	const enum report_need need = report_need(j->c->report, rule);

	if (need != REPORT_RENEW || j->fixed)
		return need;
	j->fixed = true;
	return REPORT_EACH;
}

/*
 * Must n findings be reported one by one, the first finding at this int?  False: the
 * findings were counted.  A byte of a demo may have eight findings.  Each finding is
 * counted twice, because the delta is first read on trial.  Reporting each finding takes
 * eight times as long.
 */
static inline bool
is_to_report(struct judge *j, uint32_t number, uint32_t at, uint32_t n)
{
	struct rule_tally *t = &AT(j->tallies, number);
	const enum rule_id rule = AT(tallied_rules, number);

	if (t->need == REPORT_EACH)
		t->need = need(j, rule);
	if (t->need == REPORT_EACH) {
		close_tallies(j);
		return true;
	}
	if (t->need == REPORT_NONE)
		return false;
	if (t->n == 0)
		t->at = at;
	t->n += n;
	j->n += n;
	if (t->need == REPORT_RENEW) {
		j->mended = j->n;
		j->mended_rule = rule;
	}
	return false;
}

/* --------------------------------------------------------- keys, updates */

static void
report_removed(const struct judge *j, uint32_t i)
{
	const int32_t key = AT(j->in->at, HEAD + i);
	const struct snapshot_place place = SNAPSHOT_AT(HEAD + i, 1,
							"removed_key");

	if (AT(j->delta->removed_item, i) == SNAPSHOT_REPEATED)
		snapshot_report(j->c, RULE_snapshot_duplicate_removed, place,
				"type %d, id %d again",
				(int16_t)snapshot_type(key), snapshot_id(key));
	else
		snapshot_report(j->c, RULE_snapshot_unknown_removed, place,
				"type %d, id %d, which is not in the base",
				(int16_t)snapshot_type(key), snapshot_id(key));
}

/* Many equal keys may follow each other. */
static uint32_t
repeated_from(const struct snapshot_delta *d, uint32_t i)
{
	const uint32_t first = i, n = d->n_removed;

	while (i < n && AT(d->removed_item, i) == SNAPSHOT_REPEATED)
		i++;
	return i - first;
}

static void
judge_removed(struct judge *j)
{
	const struct snapshot_delta *d = j->delta;
	uint32_t again;

	for (uint32_t i = 0; i < d->n_removed; i += again + 1) {
		again = repeated_from(d, i);
		if (again &&
		    is_to_report(j, DUPLICATE_REMOVED, HEAD + i, again))
			for (uint32_t k = 0; k < again; k++)
				report_removed(j, i + k);
		if (i + again < d->n_removed && j->base &&
		    AT(d->removed_item, i + again) == SNAPSHOT_NO_ITEM &&
		    is_to_report(j, UNKNOWN_REMOVED, HEAD + i + again, 1))
			report_removed(j, i + again);
	}
}

static bool
is_all_zero(const struct judge *j, const struct snapshot_update *u)
{
	for (uint32_t k = 0; k < u->n; k++)
		if (AT(j->in->at, u->at + k) != 0)
			return false;
	return true;
}

/* Does the update have the size of its item?  The item is in the base, or an earlier
   update made it. */
static bool
judge_size(struct judge *j, const struct snapshot_update *u, uint32_t times)
{
	const bool old = u->old != SNAPSHOT_NO_ITEM;
	const uint32_t n = old ? AT(j->base->items, u->old).n
			       : AT(j->delta->updates, u->first).n;
	const bool sized = u->at - u->head > 2;
	const struct snapshot_place place = sized ? SNAPSHOT_AT(u->at - 1u, 1,
								"size")
						  : SNAPSHOT_AT(u->head, 2,
								NULL);

	if (n == u->n)
		return true;
	if (!is_to_report(j, old ? UPDATE_SIZE_OLD : UPDATE_SIZE_NEW, place.at,
			  times))
		return false;
	if (old)
		snapshot_report(j->c, RULE_snapshot_update_size_old, place,
				"%u ints for type %d, id %d" WANTED
				"%u ints, as in the base",
				u->n, u->type, u->id, n);
	else
		snapshot_report(j->c, RULE_snapshot_update_size_new, place,
				"%u ints for type %d, id %d" WANTED
				"%u ints, as in update %u",
				u->n, u->type, u->id, n, u->first);
	return false;
}

/* Judges an update `times` times.  `times` is more than 1 only if findings are just
   counted. */
static bool
judge_update(struct judge *j, uint32_t i, uint32_t times)
{
	const struct snapshot_update *u = &AT(j->delta->updates, i);
	const struct snapshot_place place = SNAPSHOT_AT(u->head, 2, NULL);
	bool ok;

	ok = judge_size(j, u, times);
	if (u->type < 0 && is_to_report(j, UPDATE_TYPE, u->head, times))
		snapshot_report(j->c, RULE_snapshot_update_type,
				SNAPSHOT_AT(u->head, 1, "type"),
				"%d" WANTED "0 to 32767", u->type);
	ok &= u->type >= 0;
	if (u->removed && is_to_report(j, REMOVED_UPDATED, u->head, times))
		snapshot_report(j->c, RULE_snapshot_removed_updated, place,
				"type %d, id %d", u->type, u->id);
	if (u->first != i && is_to_report(j, DUPLICATE_UPDATE, u->head, times))
		snapshot_report(j->c, RULE_snapshot_duplicate_update, place,
				"type %d, id %d again", u->type, u->id);
	if (ok && u->old != SNAPSHOT_NO_ITEM && !u->removed &&
	    is_all_zero(j, u) && is_to_report(j, UPDATE_NOOP, u->head, times))
		snapshot_report(j->c, RULE_snapshot_update_noop, place,
				"type %d, id %d without a change", u->type,
				u->id);
	return ok;
}

/* Returns the number of following updates of the same item without ints.  These updates
   have the same findings. */
static uint32_t
alike_after(const struct snapshot_delta *d, uint32_t i)
{
	const struct snapshot_update *u = &AT(d->updates, i);
	uint32_t k = i + 1;

	if (u->n > 0 || u->first == i)
		return 0;
	while (k < d->n_updates && AT(d->updates, k).n == 0 &&
	       AT(d->updates, k).first == u->first)
		k++;
	return k - i - 1;
}

/*
 * Judges all updates.  A dry run stops at the first error.  A byte of a demo may contain
 * 2.7 equal updates with three findings each.  Judging each update takes 1.5 times as
 * long.
 */
static bool
judge_updates(struct judge *j)
{
	const struct snapshot_delta *d = j->delta;
	bool ok = true;
	uint32_t again;

	for (uint32_t i = 0; i < d->n_updates && (ok || !j->c->tried);
	     i += again + 1) {
		const uint64_t told = j->c->report->findings;
		const uint32_t before = j->n, mended = j->mended;

		ok &= judge_update(j, i, 1);
		again = 0;
		if (j->c->report->findings == told)
			again = alike_after(d, i);
		if (again == 0)
			continue;
		const uint32_t more = again * (j->n - before);
		const uint32_t last = j->mended + more;

		judge_update(j, i + 1, again);
		if (j->mended != mended)
			j->mended = last;
	}
	return ok;
}

/* Reports the defect at which reading stopped, after the last update. */
static void
judge_stop(const struct judge *j)
{
	const struct snapshot_reading *reading = &j->delta->reading;
	static const struct {
		enum rule_id rule;
		const char *field, *expected;
	} stops[] = {
		{ RULE_snapshot_update_type, "type", "0 to 32767" },
		{ RULE_snapshot_update_id, "id", "0 to 65535" },
		{ RULE_snapshot_update_size, "size", "0 to 16384" },
	};

	if (reading->stop.rule == RULE_snapshot_delta_short)
		snapshot_report(j->c, reading->stop.rule,
				SNAPSHOT_AT(reading->stop.at, 0, NULL),
				"the end of the ints after %u of %u updates",
				j->delta->n_updates, reading->wanted);
	for (size_t i = 0; i < COUNT_OF(stops); i++)
		if (AT(stops, i).rule == reading->stop.rule)
			snapshot_report(j->c, reading->stop.rule,
					SNAPSHOT_AT(reading->stop.at, 1,
						    AT(stops, i).field),
					"%d" WANTED "%s",
					AT(j->in->at, reading->stop.at),
					AT(stops, i).expected);
}

bool
snapshot_judge_delta(const struct snapshot_context *c, const struct ints *in,
		     const struct snapshot *base, struct snapshot_delta *d)
{
	struct judge j = { .c = c, .in = in, .base = base, .delta = d };
	const uint32_t excess = in->n - d->reading.end;
	bool ok = d->reading.whole;

	judge_removed(&j);
	ok &= judge_updates(&j);
	close_tallies(&j);
	if (!d->reading.whole)
		judge_stop(&j);
	else if (excess > 0)
		snapshot_report(c, RULE_snapshot_delta_excess,
				SNAPSHOT_AT(d->reading.end, excess, NULL),
				"%u int%s after the last update" WANTED
				"the end of the delta",
				excess, excess == 1 ? "" : "s");
	return ok;
}
