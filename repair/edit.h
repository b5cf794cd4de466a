/* SPDX-License-Identifier: MIT */
/*
 * edit.h - a repair is a list of edits against the original file
 *
 *   original   |aaaaaaaa|bbb|cccccccc|ddd|
 *   edits               ^del      ^ins   ^del
 *   repaired   |aaaaaaaa|cccc|NEW|cccc|
 *
 * Offsets always refer to the original.  Edits are sorted and do not overlap,
 * so applying them is one pass, and whatever no edit names is copied verbatim.
 * The same list is the dry run, the journal and the repair.
 */
#ifndef REPAIR_EDIT_H
#define REPAIR_EDIT_H

#include "validator/core/fix.h"
#include "validator/core/printable.h"

struct edit {
	uint64_t off, del; /* drop `del` bytes at `off` ... */
	struct span ins;   /* ... and put these in their place */
	bool lasting;      /* they outlive the list, and are not copied */
	bool apart;        /* they stay before an edit that begins there */
	bool lossy;        /* the dropped bytes meant something */
	bool ends;         /* nothing of the original follows: what is lossy there goes */
	enum rule_id why;  /* the rule of the finding that it answers ... */
	uint64_t finding;  /* ... and its number */
	int32_t tick;      /* with the bytes this tick and those after it ... */
	int32_t ticks;     /* ... are lost, so many; 0: none that are known, and the
	                      bytes are of this tick; both 0: of no known one */
	struct loss loss;  /* what else is known to be lost */
};

/* A field that an edit writes. */
struct edit_field {
	const char *name; /* as that of a fact */
	struct real_text value;
};

/* What all edits lose.  Ticks are in so many places, from the first to the last one. */
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
	EDITS_CONFLICT, /* it overlaps another edit without covering it */
};

struct edits {
	const struct dfk_allocator *allocator;
	struct edit_slot *list;
	size_t n, capacity, maximum;

	uint8_t *pool; /* what is inserted; each slot has its place in it */
	size_t pool_used, pool_capacity;
	size_t inserted, pool_maximum; /* of it, without superseded ones */
};

/* How the bytes of input and output relate. */
struct edits_account {
	uint64_t kept, changed, dropped, added;
	bool lossy;
};

/* At most `maximum` edits, which insert at most `pool_maximum` bytes; that is at
   most 1 GiB, as the limit insert_bytes. */
void edits_open(struct edits *e, const struct dfk_allocator *allocator,
		size_t maximum, size_t pool_maximum);
void edits_close(struct edits *e);

/*
 * Adds an edit, whose bytes to insert are copied if they do not last.  Edits that it covers are
 * superseded.  It costs one step for each edit that follows its place.
 */
enum edits_status edits_add(struct edits *e, const struct edit *edit);

/* If an edit with lost ticks ends at `end`, these are its first one up to the one before
   `next`; if that is none, no tick is lost. */
void edits_end_ticks(struct edits *e, uint64_t end, int64_t next);

/* Takes back the edit at that offset.  The first one after it that answers this finding,
   if there is one, answers its finding now. */
void edits_take_back(struct edits *e, uint64_t off, uint64_t finding);

/* Where the last edit ends; 0: there is none. */
uint64_t edits_end(const struct edits *e);

void edits_clear(struct edits *e);

/* The i-th edit; false past the last.  Its bytes are valid until the list
   changes. */
bool edits_at(const struct edits *e, size_t i, struct edit *edit);

struct edits_account edits_account(const struct edits *e, uint64_t size);

/* loss.c */
struct edits_loss edits_loss(const struct edits *e);

/* ------------------------------------------------------------ applying -- */

/* Receives the output in order; 0, or anything else to stop. */
typedef int edits_write(void *ctx, const void *bytes, size_t size);

struct edits_writer {
	const struct edits *edits;
	size_t next;   /* the edit at hand */
	bool inserted; /* its bytes are written */
	uint64_t pos;  /* in the original */
	edits_write *write;
	void *ctx;
};

/* False: write() asked to stop. */
bool edits_writer_feed(struct edits_writer *w, struct span original);
bool edits_writer_finish(struct edits_writer *w);

#endif
