/* SPDX-License-Identifier: MIT */
/* plan.h - from findings to edits: levels, and what can be repaired */
#ifndef REPAIR_PLAN_H
#define REPAIR_PLAN_H

#include "repair/edit.h"
#include "validator/core/session.h"

struct plan {
	const struct session *session;
	struct report *report;
	struct edits edits;
	enum dfk_level level;
	bool fix_warnings;
	bool impossible; /* no edit can make this file valid */
	bool no_memory;
	bool full; /* limit edits: reported */
};

/* Adds the edits of one format; one without a planner is not repaired. */
struct planner {
	/* Behind each record that a finding was reported for; may be NULL. */
	void (*event)(struct plan *plan, const void *state, const void *event);
	/* Behind the last record and the last finding. */
	void (*end)(struct plan *plan, const void *state);
};

/* NAME_planner of each row of formats.def that has one. */
#define NO_PLAN
#define PLAN(name) extern const struct planner name##_planner;
#define FORMAT(folder, name, id, title, extensions, record, resync, plan) plan
#include "validator/formats.def"
#undef FORMAT
#undef PLAN
#undef NO_PLAN

/* The session must outlive the plan. */
void plan_open(struct plan *plan, struct session *session, enum dfk_level level,
	       bool fix_warnings);
void plan_close(struct plan *plan);

/* A tap for the session: state and event are those of its format. */
void plan_event(struct plan *plan, const void *state, const void *event);

/* Once the session has ended. */
void plan_finish(struct plan *plan);

/* Does this plan answer findings of the rule? */
bool plan_answers(const struct plan *plan, enum rule_id rule);

/* Adds an edit; failures are remembered in the plan. */
void plan_add(struct plan *plan, const struct edit *edit);

/* Adds: drop `del` bytes at `off`, put `ins` in their place. */
void plan_edit(struct plan *plan, enum rule_id why, bool lossy, uint64_t off,
	       uint64_t del, struct span ins);

/* At level salvage, whatever the level of this plan: is there an output? */
bool plan_salvages(const struct plan *plan);
enum dfk_repairable plan_repairable(const struct plan *plan);

#endif
