/* SPDX-License-Identifier: MIT */
/* plan.h - a plan of a repair: fixes become edits, by the level */
#ifndef REPAIR_PLAN_H
#define REPAIR_PLAN_H

#include "repair/edit.h"
#include "validator/core/session.h"

/* The range of lost ticks, after `kept` and before `next`, and the edits that cause the
   loss: the end of the first edit, which names the loss, and the end of the last edit. */
struct plan_ticks {
	int64_t kept, next;
	uint64_t first_end, end;
};

/* What a header declares of a recording. */
struct plan_declared {
	double s; /* seconds, of which the last ones are lost; 0: none */
	bool exactly; /* it is not rounded */
	bool all_there; /* the recording is cut, but no more snapshots are counted */
	uint64_t less; /* snapshots that are counted, and that are lost */
};

struct plan {
	const struct session *session;
	struct report *report;
	struct edits edits;
	enum dfk_level level;
	struct plan_ticks lost; /* the last range of lost ticks */
	uint64_t unread;   /* dropped bytes that could not be read, if the format counts
			      them */
	int64_t last_tick;  /* last tick that was read */
	bool impossible; /* no edit can make this file valid */
	bool empty;      /* nothing playable is left at this level */
	bool framed;     /* commands that can be kept follow `end` */
	bool no_memory;
	bool full; /* a limit was reported, so there is no plan */
	bool open; /* bytes behind `end` could not be read */
	bool doubted; /* a finding casts doubt on the edits: more may be lost than the
			 edits show */
	uint64_t string_tables; /* lost string tables of a Source demo */
	struct plan_declared declared;

	struct fix end;   /* FIX_END or FIX_CLOSE, if one was reported */
	struct fix first; /* FIX_END before the first loss in the recording, if there is a
			     loss */
	bool drops;     /* bytes are dropped; the kept part before them: */
	struct mark kept;
};

/* The part of a repair that depends on the whole file, for formats that have such a part:
   the end mark, and fields of the header. */
struct planner {
	/* Was an end mark read?  If the repair cuts off an end mark, `end` writes it
	   again.  NULL: the format has no end mark. */
	bool (*has_end)(const void *state);

	/* The last tick that was read, if the tick of format.here() belongs to a level
	   that has ended.  NULL: the format has no levels. */
	int64_t (*last_tick)(const void *state, int64_t here);

	/* Called after the last finding: adds the edits that depend on the whole file. */
	void (*end)(struct plan *plan, const void *state);

	/* The field of the header that an edit writes, and its new value.  False: `end`
	   does not write this field.  NULL: `end` writes no field. */
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

/* Begins a plan, which takes the fixes that the session reports.  The session must
   outlive the plan. */
void plan_open(struct plan *plan, struct session *session, enum dfk_level level,
	       bool fix_warnings);
void plan_close(struct plan *plan);

/* Adds an edit, with its rule `why` and its finding.  A failure is kept in the plan. */
void plan_edit(struct plan *plan, const struct edit *edit);

/* Sets the lost ticks of an edit: between the kept ticks `kept` and `next`, or up to an
   end that was read.  If nothing was kept since the last loss, the loss is the same one,
   and its range grows.  In a Source demo only packets count ticks: if other commands are
   kept after the last loss, its range stays. */
void plan_lose_ticks(struct plan *plan, struct edit *edit, int64_t kept,
		     int64_t next);

/* --------------------------------------------------------------- decide -- */

/* Finishes the plan.  The session must have ended. */
void plan_finish(struct plan *plan);

/* The field of the header that an edit writes, if the whole file decides its value. */
bool plan_field(const struct plan *plan, const struct edit *edit,
		struct edit_field *field);

/* Is there an output, if losses are allowed?  plan_repairable() also takes the level into
   account. */
bool plan_salvages(const struct plan *plan);
enum dfk_repairable plan_repairable(const struct plan *plan);

/* Would level salvage keep more of a Source demo, if the payloads of commands were not
   read (--depth=framing)? */
bool plan_more_at_framing(const struct plan *plan);

/* The end of the kept part before the first loss; without a loss, `here`, the end of the
   recording. */
const struct mark *plan_kept(const struct plan *plan, const struct mark *here);

#endif
