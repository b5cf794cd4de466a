/* SPDX-License-Identifier: MIT */
/*
 * fix.h - the repair of a finding, given in the same call as the finding
 *
 *   FIX_REPLACE   `ins` replaces `del` bytes at `off`
 *   FIX_DROP      the same, mostly without `ins`; the bytes are lost
 *   FIX_END       the recording ends at mark.off; the bytes after it are lost
 *   FIX_CLOSE     only the end mark is missing; a repair adds it
 *   FIX_KEEP      withdraws the edit at `off`; a later edit takes over its finding
 *   FIX_APART     no edit in this call: report_also() gives the edits, or
 *                 repair/<format>.c does; or the file is compressed, and the bytes that
 *                 could be decoded are kept
 *
 * Fixes come in file order, or cover earlier fixes.  A later drop replaces the drops that
 * it covers.  An end replaces every fix behind it.
 *
 * Every fix that loses something has a mark.  The mark is the place where the recording
 * ends at level prefix.  A fix before the first record has no mark, and is `ahead`.
 */
#ifndef VALIDATOR_CORE_FIX_H
#define VALIDATOR_CORE_FIX_H

#include "validator/core/cursor.h"
#include "validator/core/rule.h"

enum fix_kind {
	FIX_NONE,
	FIX_REPLACE,
	FIX_DROP,
	FIX_END,
	FIX_CLOSE,
	FIX_KEEP,
	FIX_APART
};

/* A place between two records.  The mark has the tick at this place, and the numbers of
   records, messages and snapshots before this place.  In a Source demo `messages` counts
   packets.  In a teehistorian file each record is a message, so only `records` counts. */
struct mark {
	uint64_t off, records;
	uint32_t messages, snapshots; /* modulo 2^32, because small marks are
	                                 cheap to copy */
	int64_t tick;
};

/* The known contents of dropped bytes. */
struct loss {
	uint32_t records, messages, snapshots;
	uint32_t unread; /* number of bytes that could not be read; also with
	                    FIX_END */
};

struct fix {
	enum fix_kind kind;
	bool lossy;   /* FIX_REPLACE: the meaning of the old bytes is lost */
	bool lasting; /* `ins` lives longer than the check, and is not copied */
	bool apart; /* `ins` stays before a fix that begins at the same place */
	bool ahead; /* the fix is before the first record: in the header or
	               the map */
	uint64_t off, del;
	struct span ins;  /* must be valid until report() returns */
	struct mark mark; /* with a loss: everything before this mark is kept */
	struct loss loss; /* FIX_DROP: the contents of the dropped bytes */
	int64_t next_tick; /* FIX_DROP, if ticks are lost: the first tick
	                      after the lost ticks */

	/* report() sets the finding that the fix removes. */
	enum rule_id why;
	uint64_t finding;
};

static inline struct fix
fix_replace(uint64_t off, uint64_t del, struct span ins)
{
	return (struct fix){
		.kind = FIX_REPLACE, .off = off, .del = del, .ins = ins
	};
}

static inline struct loss
loss_between(const struct mark *from, const struct mark *to)
{
	return (struct loss){
		.records = (uint32_t)(to->records - from->records),
		.messages = to->messages - from->messages,
		.snapshots = to->snapshots - from->snapshots,
	};
}

static inline bool
fix_loses(const struct fix *fix)
{
	return fix->kind == FIX_DROP || fix->kind == FIX_END ||
	       (fix->kind == FIX_REPLACE && fix->lossy);
}

static inline struct fix
fix_drop(uint64_t off, uint64_t del, struct mark mark)
{
	return (struct fix){
		.kind = FIX_DROP, .off = off, .del = del, .mark = mark
	};
}

static inline struct fix
fix_end(struct mark mark)
{
	return (struct fix){ .kind = FIX_END, .off = mark.off, .mark = mark };
}

#endif
