/* SPDX-License-Identifier: MIT */
/* plan.c - turns reported fixes into edits, one after the other */
#include "repair/plan.h"

#include "validator/core/always.h"

static void report_full(struct plan *plan, const struct edit *edit,
			enum edits_status status);

/* Is the plan full, or is there no memory?  Then there will be no plan. */
static bool
takes_no_more_edits(const struct plan *plan)
{
	return plan->full || plan->no_memory;
}

void
plan_edit(struct plan *plan, const struct edit *edit)
{
	enum edits_status status;

	if (takes_no_more_edits(plan))
		return;
	/* The limits are set after the plan was opened. */
	plan->edits.maximum = (size_t)plan->session->limits.edits;
	plan->edits.pool_maximum = (size_t)plan->session->limits.insert_bytes;
	status = edits_add(&plan->edits, edit);
	switch (status) {
	case EDITS_OK: break;
	case EDITS_NO_MEMORY:
		plan->no_memory = true;
		plan->report->emit = NULL; /* the check will have no verdict */
		break;
	case EDITS_CONFLICT: plan->impossible = true; break;
	case EDITS_FULL:
	case EDITS_TOO_BIG: report_full(plan, edit, status); break;
	}
}

static void
report_full(struct plan *plan, const struct edit *edit,
	    enum edits_status status)
{
	const struct site site = { .off = edit->off, .len = edit->del };
	const struct part part = plan->report->part;

	plan->full = plan->report->mender.full = true;
	/* An edit has a place in the file, and not in the part that is being read. */
	report_leave(plan->report, &(struct part){ .name = NULL });
	if (status == EDITS_FULL)
		report(plan->report, RULE_limit_edits, &site,
		       "more than %llu edits",
		       (unsigned long long)plan->edits.maximum);
	else
		report(plan->report, RULE_limit_insert_bytes, &site,
		       "more than %llu bytes to insert",
		       (unsigned long long)plan->edits.pool_maximum);
	report_leave(plan->report, &part);
}

static bool
has_room_for_fixes(const void *mender, size_t fixes, size_t bytes)
{
	const struct plan *plan = mender;
	const struct limits *limits = &plan->session->limits;
	const struct edits *edits = &plan->edits;

	return takes_no_more_edits(plan) ||
	       (edits->n + fixes <= limits->edits &&
		edits->inserted + bytes <= limits->insert_bytes);
}

/* Is the fix behind the end of the kept bytes?  Only the first reported end counts.  All
   bytes and end marks behind this end are dropped. */
static bool
is_gone(const struct plan *plan, const struct fix *fix)
{
	return plan->end.kind == FIX_END &&
	       (fix->kind == FIX_CLOSE || fix->off >= plan->end.off);
}

void
plan_lose_ticks(struct plan *plan, struct edit *edit, int64_t kept,
		int64_t next)
{
	struct plan_ticks *lost = &plan->lost;
	const bool again = kept == lost->kept && edit->off >= lost->end;
	const int64_t from = again && lost->next > kept ? lost->next - 1 : kept;

	if (kept < 0 || from >= INT32_MAX)
		return;
	if (again && edit->off == lost->end) {
		edits_end_ticks(&plan->edits, lost->first_end, next);
	} else {
		edit->tick = (int32_t)(from + 1);
		edit->ticks = next > from && next <= INT32_MAX
				      ? (int32_t)(next - from - 1)
				      : 0;
		lost->first_end = edit->off + edit->del;
	}
	lost->kept = kept;
	lost->next = next;
	lost->end = edit->off + edit->del;
}

static void
plan_fix(struct plan *plan, const struct fix *fix)
{
	struct edit edit = {
		.off = fix->off,
		.del = fix->del,
		.ins = fix->ins,
		.lasting = fix->lasting,
		.apart = fix->apart,
		.lossy = fix->lossy || fix->kind == FIX_DROP,
		.why = fix->why,
		.finding = fix->finding,
		.loss = fix->loss,
	};

	if (fix->kind == FIX_DROP && fix->next_tick)
		plan_lose_ticks(plan, &edit, fix->mark.tick, fix->next_tick);
	else if (fix->kind == FIX_DROP && !fix->ahead && fix->mark.tick > 0 &&
		 fix->mark.tick <= INT32_MAX)
		edit.tick = (int32_t)fix->mark.tick;
	plan_edit(plan, &edit);
}

/* Notes the place where a repair at level prefix ends the recording.  This place may
   move back, because a keyframe before a lost snapshot may be lost later. */
static void
note_prefix_end(struct plan *plan, const struct fix *fix)
{
	const struct fix *first = &plan->first;

	if (NEVER(fix->mark.off == 0) ||
	    (first->kind == FIX_END && first->off <= fix->mark.off))
		return;
	plan->first = fix_end(fix->mark);
	plan->first.why = fix->why;
	plan->first.finding = fix->finding;
}

/* Adds one reported fix to the plan.  There may be several fixes for each byte. */
static void
collect(void *ctx, const struct fix *fix)
{
	struct plan *plan = ctx;
	const bool drops = !fix->ahead && (fix->kind == FIX_DROP ||
					   fix->kind == FIX_END);

	if (is_gone(plan, fix))
		return;
	if (fix_loses(fix) && !fix->ahead)
		note_prefix_end(plan, fix);
	/* A later loss may include an earlier loss and begin before it. */
	if (drops && (!plan->drops || fix->mark.off < plan->kept.off))
		plan->kept = fix->mark;
	plan->drops |= drops;
	plan->unread += fix->loss.unread;
	switch (fix->kind) {
	case FIX_REPLACE:
	case FIX_DROP: plan_fix(plan, fix); break;
	case FIX_END:
	case FIX_CLOSE: plan->end = *fix; break;
	case FIX_KEEP:
		edits_take_back(&plan->edits, fix->off, fix->finding);
		break;
	case FIX_NONE:
	case FIX_APART: break;
	}
}

void
plan_open(struct plan *plan, struct session *session, enum dfk_level level,
	  bool fix_warnings)
{
	*plan = (struct plan){
		.session = session,
		.report = &session->report,
		.level = level,
		.lost = { .kept = -1 },
	};
	edits_open(&plan->edits, session->allocator, 0, 0);
	session->report.mender = (struct report_mender){
		.mend = collect,
		.ctx = plan,
		.has_room = has_room_for_fixes,
		.fix_warnings = fix_warnings,
	};
}

void
plan_close(struct plan *plan)
{
	edits_close(&plan->edits);
}
