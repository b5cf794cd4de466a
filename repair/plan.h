/* SPDX-License-Identifier: MIT */
/* plan.h - from fixes to edits: levels, and what can be repaired */
#ifndef REPAIR_PLAN_H
#define REPAIR_PLAN_H

#include "repair/edit.h"
#include "validator/core/session.h"

/* Ticks that go: those after `kept` and before `next`, with one edit, or several that
   follow each other: where the first one ends, which says so, and the last one. */
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
	struct plan_ticks lost; /* at last */
	uint64_t unread;   /* bytes that go and could not be read, if formats say so */
	int64_t last_tick;  /* of what was read */
	bool impossible; /* no edit can make this file valid */
	bool empty;      /* nothing is left of it at this level */
	bool framed;     /* commands that can be kept follow `end` */
	bool no_memory;
	bool full; /* a limit was reported: there is no plan */
	bool open; /* what followed `end` could not be read */
	bool doubted; /* something speaks against the edits: more may be lost than they
	                 show */
	uint64_t string_tables; /* of a Source demo, that are lost */
	struct plan_declared declared;

	struct fix end;   /* FIX_END or FIX_CLOSE, where one was said */
	struct fix first; /* FIX_END before the first loss in the recording, if
	                     there is any */
	bool drops;     /* something is dropped; what is kept before it: */
	struct mark kept;
};

/* What depends on the whole file, for formats that need it: the end mark, and
   fields of the header. */
struct planner {
	/* Was an end mark read?  Where it is cut off, `end` writes it again.  NULL: the
	   format has none. */
	bool (*has_end)(const void *state);

	/* The last tick of what was read, where that of format.here() is one of a level
	   that has ended.  NULL: there are no levels. */
	int64_t (*last_tick)(const void *state, int64_t here);

	/* After the last finding. */
	void (*end)(struct plan *plan, const void *state);

	/* The field of the header that an edit writes, and its new value, if it is one
	   that `end` writes.  NULL: `end` writes no field. */
	bool (*field)(const struct edit *edit, struct edit_field *field);
};

/* NAME_planner of each row of formats.def that has one. */
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

/* Takes the fixes that the session reports; the session must outlive it. */
void plan_open(struct plan *plan, struct session *session, enum dfk_level level,
	       bool fix_warnings);
void plan_close(struct plan *plan);

/* Adds an edit that answers `finding`, of the rule `why`: `ins` comes in the
   place of `del` bytes.  Failures are remembered in the plan. */
void plan_edit(struct plan *plan, const struct edit *edit);

/* The ticks between two that are kept, or up to an end that was read.  Where nothing is
   kept after the last loss, it is the same one.  In a Source demo only packets count
   ticks: if other commands are kept after it, that loss said how far it goes. */
void plan_lose_ticks(struct plan *plan, struct edit *edit, int64_t kept,
		     int64_t next);

/* --------------------------------------------------------------- decide -- */

/* Once the session has ended. */
void plan_finish(struct plan *plan);

/* The field of a header that an edit writes, if the whole file decides its value. */
bool plan_field(const struct plan *plan, const struct edit *edit,
		struct edit_field *field);

/* Is there an output, if a loss is no reason against it? */
bool plan_salvages(const struct plan *plan);
enum dfk_repairable plan_repairable(const struct plan *plan);

/* Would a plan at level salvage keep more, if what is in the commands of a Source demo
   was not read? */
bool plan_more_at_framing(const struct plan *plan);

/* The end of what is kept before the first loss; if nothing is lost `here`, the
   end of the recording. */
const struct mark *plan_kept(const struct plan *plan, const struct mark *here);

#endif
