/* SPDX-License-Identifier: MIT */
/* delta.c - the parts of a snapshot delta, and what is wrong with them (SN-4) */
#include "validator/snapshot/delta.h"

enum { HEAD = SNAPSHOT_DELTA_HEAD_INTS, MAX_REMOVED = INTS_MAX - HEAD };

struct reader {
	const struct snapshot_context *c;
	const struct ints *in;
	const struct snapshot *base;
	struct snapshot_delta *delta;
	uint32_t wanted; /* updates, as the head says */
	/* What reading stops at, if the delta is not whole. */
	enum rule_id stop;
	uint32_t stop_at;
};

static int32_t
int_at(const struct reader *r, uint32_t i)
{
	return AT(r->in->at, i);
}

/* ------------------------------------------------------------------ head */

static bool
read_head(struct reader *r)
{
	const struct snapshot_place end = SNAPSHOT_AT(r->in->n, 0, NULL);
	bool ok = true;

	if (r->in->n < HEAD) {
		snapshot_report(r->c, RULE_snapshot_delta_short, end,
				"%u int%s" WANTED "the 3 ints of the head",
				r->in->n, r->in->n == 1 ? "" : "s");
		return false;
	}
	const int32_t n_removed = int_at(r, 0), n_updates = int_at(r, 1);

	if (n_removed < 0 || n_removed > MAX_REMOVED) {
		snapshot_report(r->c, RULE_snapshot_removed_count,
				SNAPSHOT_AT(0, 1, "num_removed"),
				"%d" WANTED "0 to %d", n_removed, MAX_REMOVED);
		ok = false;
	}
	if (n_updates < 0) {
		snapshot_report(r->c, RULE_snapshot_update_count,
				SNAPSHOT_AT(1, 1, "num_updates"),
				"%d" WANTED "0 or more", n_updates);
		ok = false;
	}
	if (int_at(r, 2) != 0)
		snapshot_report(r->c, RULE_snapshot_third_int,
				SNAPSHOT_AT(2, 1, "zero"), "%d" WANTED "0",
				int_at(r, 2));
	if (ok && n_removed == 0 && n_updates == 0)
		snapshot_report(r->c, RULE_snapshot_delta_empty,
				SNAPSHOT_AT(0, HEAD, NULL),
				"no removed key and no update");
	if (ok && (uint32_t)n_removed > r->in->n - HEAD) {
		snapshot_report(r->c, RULE_snapshot_delta_short, end,
				"%u of %d removed keys", r->in->n - HEAD,
				n_removed);
		ok = false;
	}
	r->delta->n_removed = ok ? (uint32_t)n_removed : 0;
	r->wanted = ok ? (uint32_t)n_updates : 0;
	return ok;
}

/* --------------------------------------------------------------- updates */

static bool
stop(struct reader *r, enum rule_id rule, uint32_t at)
{
	r->stop = rule;
	r->stop_at = at;
	return false;
}

/*
 * Finds the update that follows the last one.  Servers of DDNet 14.0 to 15.9.1
 * wrote types below 0, always with a size; reading goes on after them.
 */
static bool
read_update(struct reader *r)
{
	struct snapshot_delta *d = r->delta;
	const uint32_t left = r->in->n - d->end;
	uint32_t at = d->end;
	struct snapshot_update u = { .head = (uint16_t)at };
	int64_t n;

	if (left < 2)
		return stop(r, RULE_snapshot_delta_short, r->in->n);
	u.type = int_at(r, at);
	u.id = int_at(r, at + 1);
	at += 2;
	if (u.type < INT16_MIN || u.type > SNAPSHOT_LAST_TYPE)
		return stop(r, RULE_snapshot_update_type, d->end);
	if (u.id < 0 || u.id > 0xffff)
		return stop(r, RULE_snapshot_update_id, d->end + 1);
	n = snapshot_size_of(r->c, u.type);
	if (n == 0) {
		if (at == r->in->n)
			return stop(r, RULE_snapshot_delta_short, at);
		n = int_at(r, at);
		if (n < 0 || n > INTS_MAX)
			return stop(r, RULE_snapshot_update_size, at);
		at++;
	}
	if (n > r->in->n - at)
		return stop(r, RULE_snapshot_delta_short, r->in->n);
	u.at = (uint16_t)at;
	u.n = (uint16_t)n;
	d->end = at + (uint32_t)n;
	AT(d->updates, d->n_updates) = u;
	d->n_updates++;
	return true;
}

/* --------------------------------------------------------------- reports */

static void
judge_removed(const struct reader *r)
{
	struct snapshot_delta *d = r->delta;
	const struct snapshot *s = r->base;

	for (uint32_t i = 0; i < d->n_removed; i++) {
		const int32_t key = int_at(r, HEAD + i);
		const uint16_t item = AT(d->removed_item, i);
		const struct snapshot_place place = SNAPSHOT_AT(HEAD + i, 1,
								"removed_key");

		if (item == SNAPSHOT_REPEATED)
			snapshot_report(r->c, RULE_snapshot_duplicate_removed,
					place, "type %d, id %d once more",
					(int16_t)snapshot_type(key),
					snapshot_id(key));
		else if (s && item == SNAPSHOT_NO_ITEM)
			snapshot_report(
				r->c, RULE_snapshot_unknown_removed, place,
				"type %d, id %d, which is not in the base",
				(int16_t)snapshot_type(key), snapshot_id(key));
	}
}

static bool
is_all_zero(const struct reader *r, const struct snapshot_update *u)
{
	for (uint32_t k = 0; k < u->n; k++)
		if (int_at(r, u->at + k) != 0)
			return false;
	return true;
}

/* Has it the size of the item that it changes?  That is in the base, or an update
   before it has made it. */
static bool
judge_size(const struct reader *r, const struct snapshot_update *u)
{
	const bool old = u->old != SNAPSHOT_NO_ITEM;
	const uint32_t n = old ? AT(r->base->items, u->old).n
			       : AT(r->delta->updates, u->first).n;
	const bool sized = u->at - u->head > 2;
	const struct snapshot_place place = sized ? SNAPSHOT_AT(u->at - 1u, 1,
								"size")
						  : SNAPSHOT_AT(u->head, 2,
								NULL);

	if (n == u->n)
		return true;
	if (old)
		snapshot_report(r->c, RULE_snapshot_update_size_old, place,
				"%u ints for type %d, id %d" WANTED
				"%u, as in the base",
				u->n, u->type, u->id, n);
	else
		snapshot_report(r->c, RULE_snapshot_update_size_new, place,
				"%u ints for type %d, id %d" WANTED
				"%u, as in update %u",
				u->n, u->type, u->id, n, u->first);
	return false;
}

static bool
judge_update(const struct reader *r, uint32_t i)
{
	const struct snapshot_update *u = &AT(r->delta->updates, i);
	const struct snapshot_place place = SNAPSHOT_AT(u->head, 2, NULL);
	bool ok;

	ok = judge_size(r, u);
	if (u->type < 0) {
		snapshot_report(r->c, RULE_snapshot_update_type,
				SNAPSHOT_AT(u->head, 1, "type"),
				"%d" WANTED "0 to 32767", u->type);
		ok = false;
	}
	if (u->removed)
		snapshot_report(r->c, RULE_snapshot_removed_updated, place,
				"type %d, id %d", u->type, u->id);
	if (u->first != i)
		snapshot_report(r->c, RULE_snapshot_duplicate_update, place,
				"type %d, id %d once more", u->type, u->id);
	if (ok && u->old != SNAPSHOT_NO_ITEM && !u->removed &&
	    is_all_zero(r, u))
		snapshot_report(r->c, RULE_snapshot_update_noop, place,
				"type %d, id %d, which stays as it is", u->type,
				u->id);
	return ok;
}

/* What reading stopped at, after the last update. */
static void
judge_stop(const struct reader *r)
{
	static const struct {
		enum rule_id rule;
		const char *field, *expected;
	} stops[] = {
		{ RULE_snapshot_update_type, "type", "0 to 32767" },
		{ RULE_snapshot_update_id, "id", "0 to 65535" },
		{ RULE_snapshot_update_size, "size", "0 to 16384" },
	};

	if (r->stop == RULE_snapshot_delta_short)
		snapshot_report(r->c, r->stop, SNAPSHOT_AT(r->stop_at, 0, NULL),
				"the end of the ints after %u of %u updates",
				r->delta->n_updates, r->wanted);
	for (size_t i = 0; i < COUNT_OF(stops); i++)
		if (AT(stops, i).rule == r->stop)
			snapshot_report(
				r->c, r->stop,
				SNAPSHOT_AT(r->stop_at, 1, AT(stops, i).field),
				"%d" WANTED "%s", int_at(r, r->stop_at),
				AT(stops, i).expected);
}

static bool
judge(const struct reader *r)
{
	const struct snapshot_delta *d = r->delta;
	const uint32_t excess = r->in->n - d->end;
	bool ok = d->whole;

	judge_removed(r);
	for (uint32_t i = 0; i < d->n_updates; i++)
		ok &= judge_update(r, i);
	if (!d->whole)
		judge_stop(r);
	else if (excess > 0)
		snapshot_report(r->c, RULE_snapshot_delta_excess,
				SNAPSHOT_AT(d->end, excess, NULL),
				"%u int%s after the last update" WANTED
				"nothing",
				excess, excess == 1 ? "" : "s");
	return ok;
}

bool
snapshot_read_delta(const struct snapshot_context *c, const struct ints *in,
		    const struct snapshot *base, struct snapshot_delta *delta)
{
	struct reader r = { .c = c, .in = in, .base = base, .delta = delta };

	delta->n_removed = delta->n_updates = delta->end = 0;
	delta->whole = false;
	if (!read_head(&r))
		return false;
	delta->end = HEAD + delta->n_removed;
	do
		delta->whole = delta->n_updates == r.wanted;
	while (!delta->whole && read_update(&r));
	snapshot_relate(in, base, c->order, delta);
	return judge(&r);
}

void
snapshot_tell_delta(const struct snapshot_context *c, const struct ints *in,
		    const struct snapshot *base, struct snapshot_delta *delta)
{
	struct reader r = { .c = c, .in = in, .base = base, .delta = delta };

	if (read_head(&r))
		judge(&r);
}
