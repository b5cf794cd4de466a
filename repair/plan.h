/* SPDX-License-Identifier: MIT */
/* plan.h - the plan of a repair: turns fixes into edits for the chosen level */
#ifndef REPAIR_PLAN_H
#define REPAIR_PLAN_H

#include "repair/edit.h"
#include "validator/core/session.h"

/* The range of lost ticks, after `kept` and before `next`, and the edits that cause the
   loss.  The members are the end of the first edit, which names the loss, and the end of
   the last edit. */
struct plan_ticks {
	int64_t kept, next;
	uint64_t first_end, end;
};

/* The length and the counts in the header of a recording. */
struct plan_declared {
	double s; /* length in seconds, if the end is lost; 0: none */
	bool exactly; /* the length is not rounded */
	bool all_there; /* the recording is cut, but the header counts no
	                   more snapshots */
	uint64_t less; /* number of lost snapshots that the header counts */
};

struct plan {
	const struct session *session;
	struct report *report;
	struct edits edits;
	enum dfk_level level;
	struct plan_ticks lost; /* the last range of lost ticks */
	uint64_t unread; /* number of dropped bytes that could not be read,
	                    if the format counts such bytes */
	int64_t last_tick;  /* the last tick that was read */
	bool impossible; /* no edit can make this file valid */
	bool empty;      /* nothing that plays is left at this level */
	bool framed;     /* commands that can be kept follow `end` */
	bool no_memory;
	bool full; /* a limit was reached, so there is no plan */
	bool open; /* bytes behind `end` could not be read */
	bool doubted; /* a finding casts doubt on the edits, so more may be
	                 lost than the edits show */
	uint64_t string_tables; /* number of lost string tables of a Source
	                           demo */
	struct plan_declared declared;

	struct fix end;   /* the reported FIX_END or FIX_CLOSE */
	struct fix first; /* FIX_END before the first loss in the recording,
	                     if something is lost */
	bool drops; /* bytes are dropped; `kept` is the end of the part
	               before these bytes */
	struct mark kept;
};

/* The part of a repair that depends on the whole file: the end mark, and fields of the
   header.  Not all formats have such a part. */
struct planner {
	/* Was an end mark read?  If the repair removes an end mark, `end` writes it
	   again.  NULL: the format has no end mark. */
	bool (*has_end)(const void *state);

	/* Returns the last tick that was read, for the case that the tick of
	   format.here() belongs to a level that has ended.  NULL: the format has no
	   levels. */
	int64_t (*last_tick)(const void *state, int64_t here);

	/* Adds the edits that depend on the whole file.  Called after the last
	   finding. */
	void (*end)(struct plan *plan, const void *state);

	/* Returns the field of the header that an edit writes, and its new value.
	   False: `end` does not write this field.  NULL: `end` writes no field. */
	bool (*field)(const struct edit *edit, struct edit_field *field);
};

/* Declares NAME_planner for each row of formats.def that has a plan. */
/* clang-format off */
#define NO_PLAN
#define PLAN(name) extern const struct planner name##_planner;
#define FORMAT(folder, name, id, title, extensions, record, plan) plan
#include "validator/formats.def"
#undef FORMAT
#undef PLAN
#undef NO_PLAN
/* clang-format on */

/* -------------------------------------------------------------- collect -- */

/* Begins a plan.  The plan receives the fixes that the session reports.  The session
   must live longer than the plan. */
void plan_open(struct plan *plan, struct session *session, enum dfk_level level,
	       bool fix_warnings);
void plan_close(struct plan *plan);

/* Adds an edit, with its rule `why` and its finding.  The plan remembers a failure. */
void plan_edit(struct plan *plan, const struct edit *edit);

/* Sets the lost ticks of an edit.  These are the ticks between the kept ticks `kept` and
   `next`, or up to an end that was read.  If nothing was kept since the last loss, the
   range of that loss grows instead.  In a Source demo only packets count ticks.  If only
   other commands were kept since the last loss, the range of that loss stays. */
void plan_lose_ticks(struct plan *plan, struct edit *edit, int64_t kept,
		     int64_t next);

/* --------------------------------------------------------------- decide -- */

/* Finishes the plan.  The session must have ended. */
void plan_finish(struct plan *plan);

/* Returns the field of the header that an edit writes, if the whole file decides its
   value. */
bool plan_field(const struct plan *plan, const struct edit *edit,
		struct edit_field *field);

/* Is there an output at a level that allows losses?  plan_repairable() also considers
   the level. */
bool plan_salvages(const struct plan *plan);
enum dfk_repairable plan_repairable(const struct plan *plan);

/* Would level salvage keep more of a Source demo if the contents of commands were not
   read (--depth=framing)? */
bool plan_more_at_framing(const struct plan *plan);

/* Returns the end of the part before the first loss.  Without a loss this is `here`, the
   end of the recording. */
const struct mark *plan_kept(const struct plan *plan, const struct mark *here);

#endif
