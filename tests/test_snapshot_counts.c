/* SPDX-License-Identifier: MIT */
/*
 * test_snapshot_counts.c - findings of deltas and snapshots that are counted at once,
 * told again or only tried, compared with all of them one by one
 */
#include <criterion/criterion.h>
#include <string.h>

#include "validator/snapshot/delta.h"

enum { HEAD = SNAPSHOT_DELTA_HEAD_INTS };

static struct {
	struct report each, many, silent;
	struct fix of_each, of_many;
	struct order order;
	struct snapshot base, again;
	struct snapshot_layout layout;
	struct snapshot_delta delta, other;
	struct ints full, in;
	uint32_t seed;
} it;

static uint32_t
draw(uint32_t n)
{
	it.seed = it.seed * 1664525 + 1013904223;
	return (it.seed >> 8) % n;
}

static void
put(struct ints *out, int32_t value)
{
	out->at[out->n++] = value;
}

/* ------------------------------------------------------------------ reports */

/* Forgets that it was one of many: each is handed out. */
static void
forget(void *ctx, const struct dfk_finding *f)
{
	struct report *r = ctx;

	(void)f;
	memset(r->hits, 0, sizeof(r->hits));
	r->emitted = 0;
}

static void
mend(void *ctx, const struct fix *fix)
{
	struct fix *last = ctx;

	*last = *fix;
}

/* In a chunk that is dropped, under other severities each time. */
static void
open_report(struct report *r, struct fix *last, uint32_t round)
{
	static const enum rule_id overridden[] = {
		RULE_snapshot_update_size_old, RULE_snapshot_update_size_new,
		RULE_snapshot_update_type,     RULE_snapshot_duplicate_update,
		RULE_snapshot_update_noop,
	};

	report_open(r);
	for (uint32_t i = 0; i < COUNT_OF(overridden); i++)
		if (round >> i & 1)
			r->severity[overridden[i]] = (enum dfk_severity)(
				DFK_OFF + (round + i) % 4);
	*last = (struct fix){ .kind = FIX_NONE };
	r->mender.mend = mend;
	r->mender.ctx = last;
	r->mender.fix_warnings = round % 3 == 0;
	report_enter(
		r, &(struct part){ .decoded = round % 5 > 0,
				   .fix = fix_drop(3, 9, (struct mark){ 0 }) });
}

/* In all that does not depend on how many of a rule there were before. */
static void
expect_same_reports(void)
{
	const struct report *a = &it.each, *b = &it.many;

	cr_expect_eq(a->findings, b->findings);
	cr_expect_eq(a->errors, b->errors);
	cr_expect_eq(a->demoted, b->demoted);
	cr_expect_eq(a->repairs.unmended_off, b->repairs.unmended_off);
	cr_expect_eq(a->repairs.mendable_warnings,
		     b->repairs.mendable_warnings);
	cr_expect_eq(a->repairs.drops, b->repairs.drops);
	cr_expect_eq(a->said.kind, b->said.kind);
	cr_expect_arr_eq(&a->tally, &b->tally, sizeof(a->tally));
	cr_expect_eq(it.of_each.kind, it.of_many.kind);
	cr_expect_eq(it.of_each.why, it.of_many.why);
	cr_expect_eq(it.of_each.finding, it.of_many.finding);
}

/* -------------------------------------------------------------------- bytes */

/* Few types and ids, so that keys are there twice, and UUIDs; with_odd: some have a
   type below 0, or are no whole declaration. */
static void
make_full(bool with_odd)
{
	const uint32_t n = draw(8);

	it.full.n = 0;
	put(&it.full, 0);
	put(&it.full, (int32_t)n);
	for (uint32_t i = 0; i < n; i++)
		put(&it.full, 0);
	for (uint32_t i = 0; i < n; i++) {
		const uint32_t type = draw(3)    ? 0
				      : with_odd ? 0x7fff + draw(3)
						 : 200;
		const uint32_t ints = type || (with_odd && draw(2)) ? draw(3)
								    : 4;

		it.full.at[2 + i] = (int32_t)(4 * (it.full.n - 2 - n));
		put(&it.full, (int32_t)(type << 16 | draw(4)));
		for (uint32_t k = 0; k < ints; k++)
			put(&it.full, (int32_t)draw(2));
	}
	it.full.at[0] = (int32_t)(4 * (it.full.n - 2 - n));
	if (with_odd && n && draw(4) == 0)
		it.full.at[2 + draw(n)] += (int32_t)draw(9);
	if (draw(4) == 0)
		put(&it.full, 0);
}

static void
put_update(void)
{
	static const int32_t types[] = { 0, 0, 0, 200, 201, -1 };
	const int32_t type = types[draw(draw(3) ? 5 : 6)];
	const int32_t id = (int32_t)draw(2);
	const uint32_t n = draw(2) ? 0 : draw(6);

	for (uint32_t times = 1 + (n ? 0 : draw(4)); times > 0; times--) {
		put(&it.in, type);
		put(&it.in, id);
		put(&it.in, (int32_t)n);
		it.in.at[1]++;
		for (uint32_t k = 0; k < n; k++)
			put(&it.in, draw(4) == 0);
	}
}

static void
make_delta(void)
{
	const uint32_t removed = draw(4), updates = draw(8);

	it.in.n = 0;
	put(&it.in, (int32_t)removed);
	put(&it.in, 0);
	put(&it.in, draw(8) == 0);
	for (uint32_t i = 0; i < removed; i++)
		put(&it.in, (int32_t)(draw(2) * 200 << 16 | draw(2)));
	for (uint32_t i = 0; i < updates; i++)
		put_update();
	if (draw(8) == 0)
		put(&it.in, 0);
	if (draw(8) == 0)
		it.in.at[1]++;
}

/* -------------------------------------------------------------------- tests */

static struct snapshot_context
context(struct report *r, bool tried)
{
	return (struct snapshot_context){ .report = r,
					  .protocol = DFK_PROTOCOL_06,
					  .tick = -1,
					  .order = &it.order,
					  .tried = tried };
}

static void
try_delta(bool ok)
{
	const struct snapshot_context c = context(&it.silent, true);
	bool tried;

	report_open(&it.silent);
	tried = snapshot_read_delta(&c, &it.in, &it.base, &it.other);
	cr_expect_eq(tried, ok);
	cr_expect_eq(it.other.reading.whole, it.delta.reading.whole);
	cr_expect_eq(it.other.reading.end, it.delta.reading.end);
	if (ok)
		cr_expect_eq(it.silent.findings, it.each.findings);
}

/* Given any delta: as if each finding were reported, and tried with the same
   result. */
Test(snapshot_counts, deltas)
{
	uint32_t errors = 0, renewed = 0;

	for (uint32_t round = 0; round < 20000; round++) {
		const struct snapshot_context each = context(&it.each, false);
		const struct snapshot_context many = context(&it.many, false);
		bool ok;

		report_open(&it.many);
		make_full(false);
		cr_assert(snapshot_read(&many, &it.full, &it.base, &it.layout));
		make_delta();
		open_report(&it.each, &it.of_each, round);
		open_report(&it.many, &it.of_many, round);
		it.each.emit = forget;
		it.each.ctx = &it.each;
		ok = snapshot_read_delta(&each, &it.in, &it.base, &it.delta);
		cr_expect_eq(ok, snapshot_read_delta(&many, &it.in, &it.base,
						     &it.delta));
		expect_same_reports();
		errors += !ok;
		renewed += it.many.repairs.drops > 2;
		if (it.delta.related) {
			open_report(&it.many, &it.of_many, round);
			cr_expect_eq(ok,
				     snapshot_tell_delta(&many, &it.in,
							 &it.base, &it.delta));
			expect_same_reports();
		}
		report_open(&it.each);
		snapshot_read_delta(&each, &it.in, &it.base, &it.delta);
		try_delta(ok);
	}
	cr_expect_gt(errors, 1000);
	cr_expect_gt(renewed, 1000);
}

/* Given any snapshot: told again, it has the same findings; tried, it is known
   whether it has any. */
Test(snapshot_counts, snapshots)
{
	uint32_t read = 0, clean = 0;

	for (uint32_t round = 0; round < 20000; round++) {
		const struct snapshot_context each = context(&it.each, false);
		const struct snapshot_context many = context(&it.many, false);
		const struct snapshot_context tried = context(&it.silent, true);
		bool ok;

		make_full(round % 2);
		open_report(&it.each, &it.of_each, round);
		open_report(&it.many, &it.of_many, round);
		report_open(&it.silent);
		ok = snapshot_read(&each, &it.full, &it.base, &it.layout);
		cr_expect_eq(ok, snapshot_read(&tried, &it.full, &it.again,
					       &it.layout));
		cr_expect_eq(it.each.findings > 0, it.silent.findings > 0);
		if (!ok)
			continue;
		snapshot_tell(&many, &it.full, &it.again);
		expect_same_reports();
		read++;
		clean += it.each.findings == 0;
	}
	cr_expect_gt(read, 1000);
	cr_expect_gt(clean, 100);
}
