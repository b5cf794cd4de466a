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
	struct span ins;   /* ... and put these in their place */
	bool lasting;      /* `ins` outlives the list, and is not copied */
	bool apart;        /* `ins` stays before an edit that begins at `off` */
	bool lossy;        /* the dropped bytes had a meaning */
	bool ends;         /* no original byte follows: lossy insertions at `off` are
			      dropped */
	enum rule_id why;  /* the rule of the finding that the edit answers ... */
	uint64_t finding;  /* ... and its number */
	int32_t tick;      /* the first lost tick ... */
	int32_t ticks;     /* ... and the number of lost ticks; 0: no lost tick is known,
			      and the bytes are of tick `tick`; both 0: the tick of the
			      bytes is not known */
	struct loss loss;  /* known losses beside ticks */
};

/* A field that an edit writes. */
struct edit_field {
	const char *name; /* the name of the fact */
	struct real_text value;
};

/* The losses of all edits.  Lost ticks are in `places` places, from the first to the last
   tick. */
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
	size_t inserted, pool_maximum; /* used bytes of the pool, without superseded
					  ones */
};

/* The numbers of bytes of input and output. */
struct edits_account {
	uint64_t kept, changed, dropped, added;
	bool lossy;
};

/* Begins an empty list of at most `maximum` edits, which insert at most `pool_maximum`
   bytes, and at most 1 GiB, like the limit insert_bytes.  The allocator must outlive the
   list. */
void edits_open(struct edits *e, const struct dfk_allocator *allocator,
		size_t maximum, size_t pool_maximum);
void edits_close(struct edits *e);

/*
 * Adds an edit.  Its inserted bytes are copied, unless they are `lasting`.  The edit
 * supersedes edits that it covers.  The cost is one step for each edit that follows its
 * place.
 */
enum edits_status edits_add(struct edits *e, const struct edit *edit);

/* If an edit with lost ticks ends at `end`, its lost ticks become the range from its
   first tick to next - 1.  An empty range clears the loss. */
void edits_end_ticks(struct edits *e, uint64_t end, int64_t next);

/* Withdraws the edit at `off`.  The first later edit for `finding`, if any, takes over
   the finding of the withdrawn edit. */
void edits_take_back(struct edits *e, uint64_t off, uint64_t finding);

/* The end of the last edit; 0: the list is empty. */
uint64_t edits_end(const struct edits *e);

void edits_clear(struct edits *e);

/* The edit i; false: i is past the last edit.  Its inserted bytes are valid until the
   list changes. */
bool edits_at(const struct edits *e, size_t i, struct edit *edit);

struct edits_account edits_account(const struct edits *e, uint64_t size);

/* loss.c: the sum of the losses of all edits. */
struct edits_loss edits_loss(const struct edits *e);

/* ------------------------------------------------------------ applying -- */

/* Receives the output in order.  Returns 0, or any other value to stop. */
typedef int edits_write(void *ctx, const void *bytes, size_t size);

struct edits_writer {
	const struct edits *edits;
	size_t next;   /* the edit at hand */
	bool inserted; /* its inserted bytes are written */
	uint64_t pos;  /* offset in the original */
	edits_write *write;
	void *ctx;
};

/* Feed takes the bytes of the original in order, finish writes the insertions at its
   end.  False: write() asked to stop. */
bool edits_writer_feed(struct edits_writer *w, struct span original);
bool edits_writer_finish(struct edits_writer *w);

#endif
