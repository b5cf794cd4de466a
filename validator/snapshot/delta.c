/* SPDX-License-Identifier: MIT */
/* delta.c - the parts of a snapshot delta (SN-4) */
#include "validator/snapshot/delta.h"

enum { HEAD = SNAPSHOT_DELTA_HEAD_INTS, MAX_REMOVED = INTS_MAX - HEAD };

struct reader {
	const struct snapshot_context *c;
	const struct ints *in;
	struct snapshot_delta *delta;
};

/* ------------------------------------------------------------------ head */

static bool
read_delta_head(struct reader *r)
{
	const struct snapshot_place end = SNAPSHOT_AT(r->in->n, 0, NULL);
	bool ok = true;

	if (r->in->n < HEAD) {
		snapshot_report(r->c, RULE_snapshot_delta_short, end,
				"%u int%s" WANTED "the 3 ints of the head",
				r->in->n, r->in->n == 1 ? "" : "s");
		return false;
	}
	const int32_t n_removed = AT(r->in->at, 0),
		      n_updates = AT(r->in->at, 1);

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
	if (AT(r->in->at, 2) != 0)
		snapshot_report(r->c, RULE_snapshot_third_int,
				SNAPSHOT_AT(2, 1, "zero"), "%d" WANTED "0",
				AT(r->in->at, 2));
	if (ok && n_removed == 0 && n_updates == 0)
		snapshot_report(r->c, RULE_snapshot_delta_empty,
				SNAPSHOT_AT(0, HEAD, NULL),
				"0 removed keys and 0 updates");
	if (ok && (uint32_t)n_removed > r->in->n - HEAD) {
		snapshot_report(r->c, RULE_snapshot_delta_short, end,
				"%u of %d removed keys", r->in->n - HEAD,
				n_removed);
		ok = false;
	}
	r->delta->n_removed = ok ? (uint32_t)n_removed : 0;
	r->delta->reading.wanted = ok ? (uint32_t)n_updates : 0;
	return ok;
}

/* --------------------------------------------------------------- updates */

static bool
stop_reading(struct reader *r, enum rule_id rule, uint32_t at)
{
	r->delta->reading.stop.rule = rule;
	r->delta->reading.stop.at = at;
	return false;
}

/*
 * Reads the update after the last update.  Servers of DDNet 14.0 to 15.9.1 wrote types
 * below 0, always with a size.  Reading continues after such an update.
 */
static bool
read_update(struct reader *r)
{
	struct snapshot_delta *d = r->delta;
	struct snapshot_reading *reading = &d->reading;
	const uint32_t left = r->in->n - reading->end;
	uint32_t at = reading->end;
	struct snapshot_update u = { .head = (uint16_t)at };
	int64_t n;

	if (left < 2)
		return stop_reading(r, RULE_snapshot_delta_short, r->in->n);
	u.type = AT(r->in->at, at);
	u.id = AT(r->in->at, at + 1);
	at += 2;
	if (u.type < INT16_MIN || u.type > SNAPSHOT_LAST_TYPE)
		return stop_reading(r, RULE_snapshot_update_type, reading->end);
	if (u.id < 0 || u.id > 0xffff)
		return stop_reading(r, RULE_snapshot_update_id,
				    reading->end + 1);
	n = snapshot_size_of(r->c, u.type);
	if (n == 0) {
		if (at == r->in->n)
			return stop_reading(r, RULE_snapshot_delta_short, at);
		n = AT(r->in->at, at);
		if (n < 0 || n > INTS_MAX)
			return stop_reading(r, RULE_snapshot_update_size, at);
		at++;
		reading->carries |= u.type < SNAPSHOT_SIZED_TYPES;
	}
	if (n > r->in->n - at)
		return stop_reading(r, RULE_snapshot_delta_short, r->in->n);
	u.at = (uint16_t)at;
	u.n = (uint16_t)n;
	reading->end = at + (uint32_t)n;
	reading->below |= u.type < 0;
	AT(d->updates, d->n_updates) = u;
	d->n_updates++;
	return true;
}

/* Reads all parts up to the place at which reading stops. */
static bool
read_parts(struct reader *r)
{
	struct snapshot_delta *d = r->delta;
	struct snapshot_reading *reading = &d->reading;

	d->n_removed = d->n_updates = reading->end = 0;
	reading->whole = reading->below = reading->carries = d->related = false;
	if (!read_delta_head(r))
		return false;
	reading->end = HEAD + d->n_removed;
	do
		reading->whole = d->n_updates == reading->wanted;
	while (!reading->whole && read_update(r));
	return true;
}

void
snapshot_find_parts(const struct snapshot_context *c, const struct ints *in,
		    struct snapshot_delta *delta)
{
	read_parts(&(struct reader){ .c = c, .in = in, .delta = delta });
}

bool
snapshot_read_delta(const struct snapshot_context *c, const struct ints *in,
		    const struct snapshot *base, struct snapshot_delta *delta)
{
	struct reader r = { .c = c, .in = in, .delta = delta };

	if (!read_parts(&r))
		return false;
	if (c->tried && (!delta->reading.whole || delta->reading.below))
		return false;
	snapshot_relate(in, base, c->order, delta);
	delta->related = true;
	return snapshot_judge_delta(c, in, base, delta);
}

bool
snapshot_tell_delta(const struct snapshot_context *c, const struct ints *in,
		    const struct snapshot *base, struct snapshot_delta *delta)
{
	struct reader r = { .c = c, .in = in, .delta = delta };

	return read_delta_head(&r) && snapshot_judge_delta(c, in, base, delta);
}
