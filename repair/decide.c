/* SPDX-License-Identifier: MIT */
/* decide.c - finishes a plan: decides where the recording ends, and what can be
   repaired */
#include "repair/plan.h"

#include "validator/core/always.h"

#define NO_PLAN    NULL
#define PLAN(name) (&name##_planner)

/* clang-format off */
static const struct planner *const planners[FORMAT_COUNT] = {
#define FORMAT(folder, name, id, title, extensions, record, plan) \
	[FORMAT_##name] = plan,
#include "validator/formats.def"
#undef FORMAT
};
/* clang-format on */

static const struct planner *
planner_of(const struct plan *plan)
{
	const struct session *s = plan->session;

	return s->format && s->state ? AT(planners, s->format->id) : NULL;
}

/* Returns the loss between two marks.  An end mark is not lost, because the planner
   writes a new end mark. */
static struct loss
loss_after(const struct plan *plan, const struct mark *mark,
	   const struct mark *here)
{
	const struct planner *planner = planner_of(plan);
	struct loss loss = loss_between(mark, here);

	if (planner && planner->has_end &&
	    planner->has_end(plan->session->state))
		loss.records -= loss.records > 0;
	return loss;
}

/* Returns the last tick that was read, or -1. */
static int64_t
find_last_tick(const struct plan *plan)
{
	const struct session *s = plan->session;
	const struct planner *planner = planner_of(plan);
	int64_t here;

	if (!s->format || !s->state)
		return -1;
	here = s->format->here(s->state).tick;
	return planner && planner->last_tick
		       ? planner->last_tick(s->state, here)
		       : here;
}

static void
plan_end(struct plan *plan)
{
	const struct session *s = plan->session;
	struct mark here;
	struct edit edit = {
		.off = plan->end.off,
		.del = s->decoded_size - plan->end.off,
		.lossy = true,
		.ends = true,
		.why = plan->end.why,
		.finding = plan->end.finding,
	};

	if (s->format && s->state) {
		here = s->format->here(s->state);
		edit.loss = loss_after(plan, &plan->end.mark, &here);
		plan_lose_ticks(plan, &edit, plan->end.mark.tick,
				plan->last_tick + 1);
	}
	plan_edit(plan, &edit);
}

/* Drops the whole plan: the file is copied without a change. */
static void
copy_all(struct plan *plan)
{
	edits_clear(&plan->edits);
	plan->impossible = plan->empty = plan->drops = plan->framed = false;
	plan->doubted = false;
}

/* Are all errors without a fix behind this end of the kept bytes? */
static bool
unmended_goes(const struct plan *plan, const struct fix *end)
{
	const uint64_t off = plan->report->repairs.unmended_off;

	return off == UINT64_MAX || (end->kind == FIX_END && off >= end->off);
}

/* Does the recording end before its first loss?  This is so at level prefix.  This is
   also so if an error without a fix comes after the first loss, because the bytes behind
   that error cannot be kept. */
static bool
ends_first(const struct plan *plan)
{
	const struct fix *first = &plan->first;

	return first->kind == FIX_END &&
	       (plan->level == DFK_LEVEL_PREFIX ||
		(!unmended_goes(plan, &plan->end) &&
		 unmended_goes(plan, first)));
}

/* Does the recording end before bytes that could not be read, or before bytes whose tick
   is not known? */
static bool
is_open(const struct plan *plan)
{
	const struct session *s = plan->session;
	const struct mark *end = &plan->end.mark;
	struct mark here;

	if (plan->end.kind != FIX_END || !s->format || !s->state)
		return false;
	here = s->format->here(s->state);
	return here.records == end->records || plan->last_tick <= end->tick;
}

void
plan_finish(struct plan *plan)
{
	const struct session *s = plan->session;
	const struct planner *planner = planner_of(plan);

	plan->last_tick = find_last_tick(plan);
	plan->open = is_open(plan);
	if (ends_first(plan)) {
		plan->end = plan->first;
		plan->kept = plan->end.mark;
		plan->drops = true;
	}
	if (plan->end.kind == FIX_END)
		plan_end(plan);
	if (planner)
		planner->end(plan, s->state);
	if (edits_end(&plan->edits) > s->decoded_size)
		plan->impossible = true; /* an edit of bytes that do not exist */
	/* Warnings are repaired on request, or together with an error of the recording.
	   A transfer as text is not such an error: the decoded bytes show no trace of
	   the transfer. */
	if (plan->report->errors ==
		    AT(plan->report->hits, RULE_file_text_mode) &&
	    (!plan->report->mender.fix_warnings || plan->impossible ||
	     plan->empty))
		copy_all(plan);
}

/* Was the whole file read, and is there a plan? */
static bool
is_decided(const struct plan *plan)
{
	const struct session *s = plan->session;

	if (plan->impossible || plan->full || !s->state || s->stopped)
		return false;
	switch (session_verdict(s)) {
	case DFK_VALID:
	case DFK_TRUNCATED:
	case DFK_DAMAGED: return true;
	case DFK_UNSUPPORTED:
	case DFK_UNRECOGNIZED:
	case DFK_UNDECIDED: break;
	}
	return false;
}

bool
plan_field(const struct plan *plan, const struct edit *edit,
	   struct edit_field *field)
{
	const struct planner *planner = planner_of(plan);

	if (NEVER(!planner)) /* a format without a planner has no edits */
		return false;
	return planner->field && planner->field(edit, field);
}

bool
plan_salvages(const struct plan *plan)
{
	return is_decided(plan) && !plan->empty &&
	       unmended_goes(plan, &plan->end);
}

bool
plan_more_at_framing(const struct plan *plan)
{
	return is_decided(plan) && plan->framed;
}

enum dfk_repairable
plan_repairable(const struct plan *plan)
{
	const struct edits_account a = edits_account(&plan->edits, 0);
	const bool lossy = plan->doubted || a.lossy ||
			   session_lost_bytes(plan->session);

	if (!plan_salvages(plan))
		return DFK_REPAIRABLE_NO;
	if (!lossy && !plan->report->errors && !plan->edits.n)
		return DFK_REPAIRABLE_NOT_NEEDED;
	if (lossy && plan->level == DFK_LEVEL_SAFE)
		return DFK_REPAIRABLE_NO;
	return lossy ? DFK_REPAIRABLE_LOSSY : DFK_REPAIRABLE_LOSSLESS;
}

const struct mark *
plan_kept(const struct plan *plan, const struct mark *here)
{
	return plan->drops ? &plan->kept : here;
}
