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

#include "validator/core/cursor.h"
#include "validator/core/rule.h"

enum { EDIT_INSERT_MAX = 8 };

struct edit {
	uint64_t off, del;            /* drop `del` bytes at `off` ... */
	uint8_t ins[EDIT_INSERT_MAX]; /* ... and put these in their place */
	uint8_t ins_len;
	bool lossy;       /* the dropped bytes meant something */
	enum rule_id why; /* the finding this edit answers */
};

enum edits_status { EDITS_OK, EDITS_NO_MEMORY, EDITS_FULL, EDITS_CONFLICT };

struct edits {
	const struct dfk_allocator *allocator;
	struct edit *list;
	size_t n, capacity, maximum;
};

/* How the bytes of input and output relate. */
struct edits_account {
	uint64_t kept, changed, dropped, added;
	bool lossy;
};

void edits_open(struct edits *e, const struct dfk_allocator *allocator,
		size_t maximum);
void edits_close(struct edits *e);

/* EDITS_CONFLICT: out of order, or it overlaps the one before. */
enum edits_status edits_add(struct edits *e, const struct edit *edit);

/* Takes back every edit that begins at `off` or behind it. */
void edits_take_back(struct edits *e, uint64_t off);

const struct edit *edits_at(const struct edits *e, size_t i); /* or NULL */

struct edits_account edits_account(const struct edits *e, uint64_t size);

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

/* False: write said so. */
bool edits_writer_feed(struct edits_writer *w, struct span original);
bool edits_writer_finish(struct edits_writer *w);

#endif
