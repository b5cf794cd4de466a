/* SPDX-License-Identifier: MIT */
/*
 * edit.h - a repair is a list of edits against the original file
 *
 *   original   |aaaaaaaa|bbb|cccccccc|ddd|
 *   edits               ^del      ^ins   ^del
 *   repaired   |aaaaaaaa|cccc|NEW|cccc|
 *
 * Offsets always refer to the original.  Edits are sorted and do not overlap, so one pass
 * applies all edits.  Bytes without an edit are copied.  The same list is the dry run,
 * the report and the repair.
 */
#ifndef REPAIR_EDIT_H
#define REPAIR_EDIT_H

#include "validator/core/fix.h"
#include "validator/core/printable.h"

struct edit {
	uint64_t off, del; /* drop `del` bytes at `off` ... */
	struct span ins;   /* ... and insert these bytes instead */
	bool lasting; /* the bytes of `ins` live longer than the list, and
	                 are not copied */
	bool apart;        /* `ins` stays before an edit that begins at `off` */
	bool lossy;        /* the dropped bytes had a meaning */
	bool ends;         /* no original byte follows: lossy insertions at `off` are
	                      dropped */
	enum rule_id why; /* the rule of the finding that the edit removes
	                     ... */
	uint64_t finding;  /* ... and its number */
	int32_t tick;      /* the first lost tick ... */
	int32_t ticks; /* ... and the number of lost ticks. 0: no lost tick
	                  is known, and the bytes belong to `tick`.  Both 0:
	                  the tick of the bytes is not known */
	struct loss loss;  /* known losses other than ticks */
};

/* A field that an edit writes. */
struct edit_field {
	const char *name; /* the name of the fact */
	struct real_text value;
};

/* The losses of all edits.  The lost ticks are in `places` ranges, from the first to the
   last lost tick. */
struct edits_loss {
	uint64_t records, messages, snapshots;
	uint64_t ticks, places;
	int64_t first_tick, last_tick; /* -1: no tick is lost */
	int64_t from, to; /* ticks of the first and the last loss; -1: not known */
};

enum edits_status {
	EDITS_OK,
	EDITS_NO_MEMORY,
	EDITS_FULL,     /* more edits than the limit */
	EDITS_TOO_BIG,  /* more inserted bytes than the limit */
	EDITS_CONFLICT, /* the edit overlaps another edit without covering it */
};

struct edits {
	const struct dfk_allocator *allocator;
	struct edit_slot *list;
	size_t n, capacity, maximum;

	uint8_t *pool; /* inserted bytes; each slot has its place in the pool */
	size_t pool_used, pool_capacity;
	size_t inserted, pool_maximum; /* number of used bytes in the pool,
	                                  without superseded bytes */
};

/* The numbers of bytes of input and output. */
struct edits_account {
	uint64_t kept, changed, dropped, added;
	bool lossy;
};

/* Begins an empty list of at most `maximum` edits.  All edits together insert at most
   `pool_maximum` bytes, and at most 1 GiB, like the limit insert_bytes.  The allocator
   must live longer than the list. */
void edits_open(struct edits *e, const struct dfk_allocator *allocator,
		size_t maximum, size_t pool_maximum);
void edits_close(struct edits *e);

/*
 * Adds an edit.  Its inserted bytes are copied, unless they are `lasting`.  The new edit
 * replaces older edits in its range.  The cost is one step for each edit after the new
 * edit.
 */
enum edits_status edits_add(struct edits *e, const struct edit *edit);

/* Changes the lost ticks of an edit that ends at `end`, if it has lost ticks.  Its new
   range goes from its first lost tick to next - 1.  An empty range clears the loss. */
void edits_end_ticks(struct edits *e, uint64_t end, int64_t next);

/* Removes the edit at `off`.  The first later edit for `finding`, if there is such an
   edit, takes over the finding of the removed edit. */
void edits_take_back(struct edits *e, uint64_t off, uint64_t finding);

/* Returns the end of the last edit, or 0 if the list is empty. */
uint64_t edits_end(const struct edits *e);

void edits_clear(struct edits *e);

/* Returns edit i.  False: there are not so many edits.  The inserted bytes are valid
   until the list changes. */
bool edits_at(const struct edits *e, size_t i, struct edit *edit);

struct edits_account edits_account(const struct edits *e, uint64_t size);

/* loss.c: computes the sum of the losses of all edits. */
struct edits_loss edits_loss(const struct edits *e);

/* ------------------------------------------------------------ applying -- */

/* Receives the output in order.  Returns 0, or any other value to stop. */
typedef int edits_write(void *ctx, const void *bytes, size_t size);

struct edits_writer {
	const struct edits *edits;
	size_t next;   /* number of the current edit */
	bool inserted; /* the inserted bytes of the current edit are written */
	uint64_t pos;  /* offset in the original */
	edits_write *write;
	void *ctx;
};

/* edits_writer_feed() takes the bytes of the original in order.  edits_writer_finish()
   writes the insertions at the end of the original.  False: write() returned a value to
   stop. */
bool edits_writer_feed(struct edits_writer *w, struct span original);
bool edits_writer_finish(struct edits_writer *w);

#endif
