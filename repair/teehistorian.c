/* SPDX-License-Identifier: MIT */
/*
 * teehistorian.c - how a teehistorian file is repaired (SPEC.md, TH-12)
 *
 * The output is what the writer would have produced had it been shut down at
 * that point: the header and every message up to the last good one, then
 * FINISH.  Nothing is renumbered, and nothing is made up.
 */
#include "validator/teehistorian/teehistorian.h"

#include "repair/plan.h"

/* Ids as ints: FINISH is -1, TICK_SKIP -2. */
static const uint8_t finish[] = { 0x40 };
enum { TICK_SKIP_ID = 0x41 };

static const struct span nothing = { NULL, 0 };

/* ------------------------------------------------------------ integers -- */

static enum rule_id
odd_rule(const struct teehistorian_odd_int *odd)
{
	return odd->quirks & INT_PADDING ? RULE_teehistorian_varint_padding
					 : RULE_teehistorian_varint_overlong;
}

/* Bytes that the shortest form of this int saves, if it is to be written. */
static size_t
saving(const struct plan *plan, const struct teehistorian_odd_int *odd)
{
	uint8_t shortest[INT_MAX_BYTES];

	if (!plan_answers(plan, odd_rule(odd)))
		return 0;
	return odd->len - int_encode(odd->value, shortest);
}

static void
replace_int(struct plan *plan, enum rule_id why, uint64_t off, uint8_t len,
	    int32_t value)
{
	uint8_t bytes[INT_MAX_BYTES];
	const size_t n = int_encode(value, bytes);

	plan_edit(plan, why, false, off, len, (struct span){ bytes, n });
}

static bool
in_payload(const struct teehistorian_event *ev,
	   const struct teehistorian_odd_int *odd)
{
	return ev->kind == TEEHISTORIAN_EX && odd->off >= ev->blob_off;
}

/* What the payload loses: left-over bytes, and ints in their shortest form. */
struct shrinkage {
	uint64_t extra, ints;
	enum rule_id why;
};

static struct shrinkage
shrinkage(const struct plan *plan, const struct teehistorian *th,
	  const struct teehistorian_event *ev)
{
	struct shrinkage s = { .extra = 0 };

	if (ev->kind != TEEHISTORIAN_EX)
		return s;
	for (uint32_t i = 0; i < ev->n_odd; i++) {
		const struct teehistorian_odd_int *odd = &AT(ev->odd, i);

		if (in_payload(ev, odd) && saving(plan, odd)) {
			s.ints += saving(plan, odd);
			s.why = odd_rule(odd);
		}
	}
	if (th->extra_dropped) {
		s.extra = ev->blob_off + ev->blob_len - ev->extra_off;
		s.why = RULE_teehistorian_ex_payload_trailing;
	}
	return s;
}

static void
plan_ints(struct plan *plan, const struct teehistorian *th,
	  const struct teehistorian_event *ev)
{
	const struct shrinkage s = shrinkage(plan, th, ev);
	const uint64_t size = ev->blob_len - s.extra - s.ints;
	bool sized = !s.extra && !s.ints;

	for (uint32_t i = 0; i < ev->n_odd; i++) {
		const struct teehistorian_odd_int *odd = &AT(ev->odd, i);

		if (!sized && odd->off >= ev->size_off) {
			replace_int(plan, s.why, ev->size_off, ev->size_len,
				    (int32_t)size);
			sized = true;
			if (odd->off == ev->size_off)
				continue;
		}
		if (plan_answers(plan, odd_rule(odd)))
			replace_int(plan, odd_rule(odd), odd->off, odd->len,
				    odd->value);
	}
	if (!sized)
		replace_int(plan, s.why, ev->size_off, ev->size_len,
			    (int32_t)size);
	if (s.extra)
		plan_edit(plan, s.why, true, ev->extra_off, s.extra, nothing);
}

/* --------------------------------------------------------------- header -- */

/* Each byte of a bad sequence becomes '?', so that nothing moves. */
static void
plan_header(struct plan *plan, const struct teehistorian_event *ev)
{
	static const uint8_t marks[] = "???";
	struct cursor c = cur_span(ev->blob, ev->blob_off);

	if (!plan_answers(plan, RULE_teehistorian_header_utf8))
		return;
	while (cur_left(&c)) {
		size_t good;
		const size_t n = utf8_bad_sequence(cur_rest(&c), &good);

		if (n)
			plan_edit(plan, RULE_teehistorian_header_utf8, true,
				  cur_tell(&c), n, (struct span){ marks, n });
		cur_bytes(&c, n + good);
	}
}

/* ------------------------------------------------------------- messages -- */

/* A row of skips becomes one, whatever was planned for them before. */
static void
plan_skips(struct plan *plan, const struct teehistorian *th,
	   const struct teehistorian_event *ev)
{
	uint8_t skip[1 + INT_MAX_BYTES] = { TICK_SKIP_ID };
	size_t n;

	if (th->skips_dt < INT32_MIN || th->skips_dt > INT32_MAX) {
		plan->impossible = true;
		return;
	}
	n = 1 + int_encode((int32_t)th->skips_dt,
			   room_at(skip, sizeof(skip), 1, INT_MAX_BYTES));
	edits_take_back(&plan->edits, th->skips_off);
	plan_edit(plan, RULE_teehistorian_double_skip, false, th->skips_off,
		  ev->off + ev->len - th->skips_off, (struct span){ skip, n });
}

static void
drop_dangling(struct plan *plan, const struct teehistorian *th)
{
	if (!th->dangling)
		return;
	edits_take_back(&plan->edits, th->dangling_off);
	plan_edit(plan, th->dangling, true, th->dangling_off,
		  th->dangling_end - th->dangling_off, nothing);
}

static void
event(struct plan *plan, const void *state, const void *event)
{
	const struct teehistorian *th = state;
	const struct teehistorian_event *ev = event;

	if (ev->kind == TEEHISTORIAN_HEADER) {
		plan_header(plan, ev);
		return;
	}
	if (ev->kind == TEEHISTORIAN_FINISH)
		drop_dangling(plan, th);
	if (ev->kind == TEEHISTORIAN_TICK_SKIP && ev->off != th->skips_off &&
	    plan_answers(plan, RULE_teehistorian_double_skip))
		plan_skips(plan, th, ev);
	else
		plan_ints(plan, th, ev);
}

static void
end(struct plan *plan, const void *state)
{
	const struct teehistorian *th = state;
	const struct span finished = { finish, sizeof(finish) };

	if (!th->in_messages)
		return;
	if (th->halted && th->cut_error) {
#ifdef PLANT_4 /* scripts/plants.sh: what is left would be cut once more */
		const uint64_t cut = th->here.off;
#else
		const uint64_t cut = th->firm.off;
#endif

		edits_take_back(&plan->edits, cut);
		plan_edit(plan, th->cut_by, true, cut, th->size - cut, nothing);
		plan_edit(plan, th->cut_by, false, th->size, 0, finished);
		return;
	}
	if (th->finished && th->trailing)
		plan_edit(plan, RULE_teehistorian_trailing_data, true,
			  th->here.off, th->tail.size, nothing);
	if (!th->finished)
		drop_dangling(plan, th);
	if (th->unfinished)
		plan_edit(plan, RULE_teehistorian_missing_finish, false,
			  th->size, 0, finished);
}

const struct planner teehistorian_planner = {
	.event = event,
	.end = end,
};
