/* SPDX-License-Identifier: MIT */
/* plan.c - from fixes to edits: levels, and what can be repaired */
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

static void report_full(struct plan *plan, const struct edit *edit,
			enum edits_status status);

/* -------------------------------------------------------------- collect -- */

/* No more can be taken, or there will be no plan. */
static bool
is_over(const struct plan *plan)
{
	return plan->full || plan->no_memory;
}

void
plan_edit(struct plan *plan, const struct edit *edit)
{
	enum edits_status status;

	if (is_over(plan))
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

	plan->full = plan->report->mender_full = true;
	if (status == EDITS_FULL)
		report(plan->report, RULE_limit_edits, &site,
		       "more than %llu edits",
		       (unsigned long long)plan->edits.maximum);
	else
		report(plan->report, RULE_limit_insert_bytes, &site,
		       "more than %llu bytes to insert",
		       (unsigned long long)plan->edits.pool_maximum);
}

static bool
has_room(const void *mender, size_t fixes, size_t bytes)
{
	const struct plan *plan = mender;
	const struct limits *limits = &plan->session->limits;
	const struct edits *edits = &plan->edits;

	return is_over(plan) ||
	       (edits->n + fixes <= limits->edits &&
		edits->inserted + bytes <= limits->insert_bytes);
}

/* Is it after the end of what is kept?  Of several ends the first counts: what
   follows it goes, an end mark too. */
static bool
is_gone(const struct plan *plan, const struct fix *fix)
{
	return plan->end.kind == FIX_END &&
	       (fix->kind == FIX_CLOSE || fix->off >= plan->end.off);
}

/* The ticks between two that are kept, or up to an end that was read.  Where nothing is
   kept after the last loss, it is the same one.  In a Source demo only packets count
   ticks: if other commands are kept after it, that loss said how far it goes. */
static void
lose_ticks(struct plan *plan, struct edit *edit, int64_t kept, int64_t next)
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
		lose_ticks(plan, &edit, fix->mark.tick, fix->next_tick);
	else if (fix->kind == FIX_DROP && !fix->ahead && fix->mark.tick > 0 &&
		 fix->mark.tick <= INT32_MAX)
		edit.tick = (int32_t)fix->mark.tick;
	plan_edit(plan, &edit);
}

/* Marks need not ascend: the keyframe before a snapshot that is lost is lost later. */
static void
note_loss(struct plan *plan, const struct fix *fix)
{
	const struct fix *first = &plan->first;

	if (NEVER(fix->mark.off == 0) ||
	    (first->kind == FIX_END && first->off <= fix->mark.off))
		return;
	plan->first = fix_end(fix->mark);
	plan->first.why = fix->why;
	plan->first.finding = fix->finding;
}

/* One fix, as it is reported: there may be several for each byte. */
static void
collect(void *ctx, const struct fix *fix)
{
	struct plan *plan = ctx;
	const bool drops = !fix->ahead && (fix->kind == FIX_DROP ||
					   fix->kind == FIX_END);

	if (is_gone(plan, fix))
		return;
	if (fix_loses(fix) && !fix->ahead)
		note_loss(plan, fix);
	/* A later loss may begin before one that it covers. */
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
	session->report.mend = collect;
	session->report.mender = plan;
	session->report.mender_full = false;
	session->report.mender_has_room = has_room;
	session->report.fix_warnings = fix_warnings;
}

void
plan_close(struct plan *plan)
{
	edits_close(&plan->edits);
}

/* --------------------------------------------------------------- decide -- */

static const struct planner *
planner_of(const struct plan *plan)
{
	const struct session *s = plan->session;

	return s->format && s->state ? AT(planners, s->format->id) : NULL;
}

/* What was read after the mark, but for an end mark, which the planner writes again. */
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

/* As far as the recording was read. */
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
		lose_ticks(plan, &edit, plan->end.mark.tick,
			   plan->last_tick + 1);
	}
	plan_edit(plan, &edit);
}

/* The file is copied as it is. */
static void
copy_all(struct plan *plan)
{
	edits_clear(&plan->edits);
	plan->impossible = plan->empty = plan->drops = plan->framed = false;
}

/* Is each error without a fix, if there is one, after this end of what is kept? */
static bool
unmended_goes(const struct plan *plan, const struct fix *end)
{
	const uint64_t off = plan->report->unmended_off;

	return off == UINT64_MAX || (end->kind == FIX_END && off >= end->off);
}

/* Does the recording end before its first loss?  Also where an error that nothing mends
   is after that: the rest cannot be kept. */
static bool
ends_first(const struct plan *plan)
{
	const struct fix *first = &plan->first;

	return first->kind == FIX_END &&
	       (plan->level == DFK_LEVEL_PREFIX ||
		(!unmended_goes(plan, &plan->end) &&
		 unmended_goes(plan, first)));
}

/* Is something behind the end of the recording that was not read, or of no known tick? */
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
		plan->impossible = true; /* of bytes that are not there */
	/* Warnings are repaired on request, if they can be, or beside an error of the
	   recording: of what a transfer as text changed, nothing is left. */
	if (plan->report->errors ==
		    AT(plan->report->hits, RULE_file_text_mode) &&
	    (!plan->report->fix_warnings || plan->impossible || plan->empty))
		copy_all(plan);
}

/* Was all of it read, and is there a plan? */
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

	if (NEVER(!planner)) /* as there is an edit */
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
	const bool lossy = a.lossy || session_lost_bytes(plan->session);

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
