/* SPDX-License-Identifier: MIT */
/*
 * fix.h - what mends a finding, said where the defect is found
 *
 *   FIX_REPLACE   `ins` comes in the place of `del` bytes at `off`
 *   FIX_DROP      the same, mostly without `ins`, and something is lost
 *   FIX_END       the recording ends at mark.off, and the rest is lost
 *   FIX_CLOSE     all of it is there but its end mark
 *   FIX_KEEP      what is at `off` stays after all: the edit that was said of it
 *                 goes, and the one of this finding answers its finding
 *   FIX_APART     no edit of its own: report_also() says the edits; or the
 *                 file is compressed, and what could be decoded is kept
 *
 * Fixes come in file order, or cover what was said before: the last of a run
 * of skips replaces the whole run, and an end everything after it.
 *
 * Every fix that loses something has a mark, the place where the recording ends if
 * no loss is allowed before its end; or it is `ahead` of the recording.
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

/* A place between two records, and what is known there: how many records come before
   it, and how many of them are messages and snapshots, or packets of a Source demo.
   Teehistorian files have messages only, which are not counted again. */
struct mark {
	uint64_t off, records;
	uint32_t messages, snapshots; /* modulo 2^32: marks are copied often */
	int64_t tick;
};

/* How many of each are known to be in bytes that are dropped. */
struct loss {
	uint32_t records, messages, snapshots;
	uint32_t unread; /* bytes, of FIX_END, too: they could not be read */
};

struct fix {
	enum fix_kind kind;
	bool lossy;   /* FIX_REPLACE: the old bytes cannot be had back */
	bool lasting; /* `ins` outlives the check, and is not copied */
	bool apart;   /* `ins` is a part of its own: it stays before a fix that
	                 begins where it is inserted */
	bool ahead;   /* it is before the first record: in the header or the map */
	uint64_t off, del;
	struct span ins;  /* needed until report() returns */
	struct mark mark; /* of a loss: all before it is kept */
	struct loss loss; /* FIX_DROP: what is in its bytes */
	int64_t next_tick; /* FIX_DROP, if ticks are lost: that of what follows */

	/* Filled in by report(): the finding it answers. */
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
