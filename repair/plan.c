/* SPDX-License-Identifier: MIT */
/* plan.c - from fixes to edits: levels, and what can be repaired */
#include "repair/plan.h"

#define NO_PLAN    NULL
#define PLAN(name) (&name##_planner)

/* clang-format off */
static const struct planner *const planners[FORMAT_COUNT] = {
#define FORMAT(folder, name, id, title, extensions, record, resync, plan) \
	[FORMAT_##name] = plan,
#include "validator/formats.def"
#undef FORMAT
};
/* clang-format on */

static void report_full(struct plan *plan, const struct edit *edit,
			enum edits_status status);

/* -------------------------------------------------------------- collect -- */

void
plan_edit(struct plan *plan, const struct edit *edit)
{
	enum edits_status status;

	if (plan->full || plan->no_memory)
		return;
	/* The caller sets limits after the plan was opened. */
	plan->edits.maximum = (size_t)plan->session->limits.edits;
	plan->edits.pool_maximum = (size_t)plan->session->limits.insert_bytes;
	status = edits_add(&plan->edits, edit);
	switch (status) {
	case EDITS_OK: break;
	case EDITS_NO_MEMORY:
		plan->no_memory = true;
		plan->report->emit = NULL; /* there will be no verdict */
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

	plan->full = true;
	if (status == EDITS_FULL)
		report(plan->report, RULE_limit_edits, &site,
		       "more than %llu edits",
		       (unsigned long long)plan->edits.maximum);
	else
		report(plan->report, RULE_limit_insert_bytes, &site,
		       "more than %llu bytes to insert",
		       (unsigned long long)plan->edits.pool_maximum);
}

/* Of several ends the first counts: what follows it goes, an end mark too. */
static bool
is_first_end(const struct plan *plan, const struct fix *fix)
{
	return (fix->kind == FIX_END || fix->kind == FIX_CLOSE) &&
	       plan->end.kind != FIX_END;
}

/* One fix, as it is reported. */
static void
collect(void *ctx, const struct fix *fix)
{
	const bool drops = fix->kind == FIX_DROP || fix->kind == FIX_END;
	struct plan *plan = ctx;

	/* A later loss may begin before one that it covers. */
	if (drops && (!plan->drops || fix->mark.off < plan->kept.off))
		plan->kept = fix->mark;
	plan->drops |= drops;
	if (is_first_end(plan, fix))
		plan->end = *fix;
	if (fix->kind == FIX_REPLACE || fix->kind == FIX_DROP)
		plan_edit(plan,
			  &(struct edit){
				  .off = fix->off,
				  .del = fix->del,
				  .ins = fix->ins,
				  .lossy = fix->lossy || fix->kind == FIX_DROP,
				  .why = fix->why,
				  .finding = fix->finding,
			  });
}

void
plan_open(struct plan *plan, struct session *session, enum dfk_level level,
	  bool fix_warnings)
{
	*plan = (struct plan){
		.session = session,
		.report = &session->report,
		.level = level,
	};
	edits_open(&plan->edits, session->allocator, 0, 0);
	session->report.mend = collect;
	session->report.mender = plan;
	session->report.fix_warnings = fix_warnings;
}

void
plan_close(struct plan *plan)
{
	edits_close(&plan->edits);
}

/* --------------------------------------------------------------- decide -- */

void
plan_finish(struct plan *plan)
{
	const struct session *s = plan->session;
	const struct planner *planner = s->format ? AT(planners, s->format->id)
						  : NULL;

	if (plan->end.kind == FIX_END)
		plan_edit(plan, &(struct edit){
					.off = plan->end.off,
					.del = s->decoded_size - plan->end.off,
					.lossy = true,
					.why = plan->end.why,
					.finding = plan->end.finding,
				});
	if (planner && s->state)
		planner->end(plan, s->state);
	if (edits_end(&plan->edits) > s->decoded_size)
		plan->impossible = true; /* of bytes that are not there */
	/* Warnings are repaired on request, or beside an error. */
	if (!plan->report->errors && !plan->report->fix_warnings)
		edits_clear(&plan->edits);
}

bool
plan_salvages(const struct plan *plan)
{
	const struct session *s = plan->session;

	if (plan->impossible || plan->full || !s->state)
		return false;
	switch (session_verdict(s)) {
	case DFK_VALID:
	case DFK_TRUNCATED:
	case DFK_DAMAGED: return plan->report->unmended == 0;
	case DFK_UNSUPPORTED:
	case DFK_UNRECOGNIZED:
	case DFK_UNDECIDED: break;
	}
	return false;
}

enum dfk_repairable
plan_repairable(const struct plan *plan)
{
	const struct edits_account a = edits_account(&plan->edits, 0);
	const bool lossy = a.lossy || session_lost_bytes(plan->session);

	if (!plan_salvages(plan))
		return DFK_REPAIRABLE_NO;
	if (!lossy && session_verdict(plan->session) == DFK_VALID &&
	    !plan->edits.n)
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
