/* SPDX-License-Identifier: MIT */
/* plan.c - from findings to edits: levels, and what can be repaired */
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

void
plan_open(struct plan *plan, struct session *session, enum dfk_level level,
	  bool fix_warnings)
{
	*plan = (struct plan){
		.session = session,
		.report = &session->report,
		.level = level,
		.fix_warnings = fix_warnings,
	};
	edits_open(&plan->edits, session->allocator, 0);
}

void
plan_close(struct plan *plan)
{
	edits_close(&plan->edits);
}

static const struct planner *
find_planner(const struct plan *plan)
{
	const struct format *format = plan->session->format;

	return format ? AT(planners, format->id) : NULL;
}

void
plan_event(struct plan *plan, const void *state, const void *event)
{
	const struct planner *planner = find_planner(plan);

	plan->edits.maximum = (size_t)plan->session->limits.edits;
	if (planner && planner->event && !plan->full)
		planner->event(plan, state, event);
}

void
plan_finish(struct plan *plan)
{
	const struct planner *planner = find_planner(plan);

	plan->edits.maximum = (size_t)plan->session->limits.edits;
	if (planner && plan->session->state && !plan->full)
		planner->end(plan, plan->session->state);
	/* Warnings are repaired on request, or beside an error. */
	if (!plan->report->errors && !plan->fix_warnings)
		edits_take_back(&plan->edits, 0);
}

bool
plan_answers(const struct plan *plan, enum rule_id rule)
{
	const enum dfk_severity severity = AT(plan->report->severity, rule);

	if (severity == DFK_OFF)
		return false;
	return severity == DFK_ERROR || plan->fix_warnings ||
	       rule_row(rule)->repair == DFK_REPAIR_SAFE;
}

void
plan_add(struct plan *plan, const struct edit *edit)
{
	switch (edits_add(&plan->edits, edit)) {
	case EDITS_OK: break;
	case EDITS_NO_MEMORY:
		plan->no_memory = true;
		plan->report->emit = NULL; /* there will be no verdict */
		break;
	case EDITS_CONFLICT: plan->impossible = true; break;
	case EDITS_FULL:
		if (!plan->full)
			report(plan->report, RULE_limit_edits,
			       &(struct site){ .off = edit->off,
					       .len = edit->del },
			       "more than %llu edits",
			       (unsigned long long)plan->edits.maximum);
		plan->full = true;
		break;
	}
}

void
plan_edit(struct plan *plan, enum rule_id why, bool lossy, uint64_t off,
	  uint64_t del, struct span ins)
{
	struct edit edit = {
		.off = off,
		.del = del,
		.ins_len = (uint8_t)ins.len,
		.lossy = lossy,
		.why = why,
	};

	if (ins.len > sizeof(edit.ins))
		__builtin_trap(); /* no planner inserts that much */
	if (ins.len)
		memcpy(edit.ins, ins.ptr, ins.len);
	plan_add(plan, &edit);
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
	case DFK_DAMAGED: return plan->report->beyond_repair == 0;
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
	const bool lossy = a.lossy || session_undecoded(plan->session);

	if (!plan_salvages(plan))
		return DFK_REPAIRABLE_NO;
	if (session_verdict(plan->session) == DFK_VALID && !plan->edits.n)
		return DFK_REPAIRABLE_NOT_NEEDED;
	if (lossy && plan->level == DFK_LEVEL_SAFE)
		return DFK_REPAIRABLE_NO;
	return lossy ? DFK_REPAIRABLE_LOSSY : DFK_REPAIRABLE_LOSSLESS;
}
