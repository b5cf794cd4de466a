/* SPDX-License-Identifier: MIT */
/*
 * demofsck_strip.h - the picture of a recording: its parts, drawn to scale in one strip
 *
 *   dfk_strip_open(NULL, &strip);
 *   dfk_open() with on_record: dfk_strip_record(strip, check, record);
 *   dfk_feed() ...;
 *   dfk_finish(check);
 *   dfk_strip_finish(strip, check);
 *   dfk_strip_json(strip, write, ctx);
 *   dfk_strip_close(strip);
 *
 * A strip divides the bytes of a file of any size into at most 4096 cells of equal
 * width, and needs 0.5 MiB of memory.  A strip contains offsets, lengths and ticks, and
 * no text of the file.
 */
#ifndef DEMOFSCK_STRIP_H
#define DEMOFSCK_STRIP_H

#include "demofsck.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What the bytes of a cell are.  Each format has some of these kinds. */
enum dfk_strip_kind {
	DFK_STRIP_OTHER = 0, /* a record of a format that has no kinds */
	DFK_STRIP_HEADER = 1,
	DFK_STRIP_MAP = 2,
	DFK_STRIP_KEYFRAME = 3, /* a full snapshot, with its tick marker */
	DFK_STRIP_DELTA = 4,
	DFK_STRIP_MESSAGE = 5,
	DFK_STRIP_MARKER = 6,  /* of a tick */
	DFK_STRIP_SIGNON = 7,  /* what a Source demo has before its first
	                         tick */
	DFK_STRIP_PACKET = 8,  /* of a Source demo */
	DFK_STRIP_COMMAND = 9, /* any other command of a Source demo */
	DFK_STRIP_END = 10,    /* the end mark */
	DFK_STRIP_UNREAD = 11, /* bytes of no record */
};

/* What a repair does with the bytes of a cell.  Without a repair all bytes are kept. */
enum dfk_strip_fate {
	DFK_STRIP_KEPT = 0,
	DFK_STRIP_CHANGED = 1,
	DFK_STRIP_DROPPED = 2,
};

/* Lower-case words, such as "keyframe" and "dropped". */
DFK_API const char *dfk_strip_kind_name(enum dfk_strip_kind kind);
DFK_API const char *dfk_strip_fate_name(enum dfk_strip_fate fate);

struct dfk_strip;

/*
 * Opens a strip.  `allocator` is copied; NULL: malloc and free.  On success, give *strip
 * to dfk_strip_close() in the end.  On failure *strip is NULL.  Failures are
 * DFK_NO_MEMORY, and DFK_BAD_ARGUMENT if only one function of the allocator is set.
 */
DFK_API DFK_MUST_CHECK enum dfk_status
dfk_strip_open(const struct dfk_allocator *allocator, struct dfk_strip **strip);
DFK_API void dfk_strip_close(struct dfk_strip *strip); /* NULL: does nothing */

/* Adds a record.  The callback on_record of `check` calls this function, before
   dfk_strip_finish(). */
DFK_API void dfk_strip_record(struct dfk_strip *strip,
			      const struct dfk_check *check,
			      const struct dfk_record *record);

/*
 * Ends the strip after dfk_finish() or dfk_stop(), and adds what the repair does.
 * Offsets and lengths are those of dfk_result.space.  DFK_BAD_STATE: the check is not
 * finished, or the strip is finished already.
 */
DFK_API DFK_MUST_CHECK enum dfk_status
dfk_strip_finish(struct dfk_strip *strip, const struct dfk_check *check);

/*
 * Neighbouring cells of equal kind and fate.  The kind of a cell is DFK_STRIP_UNREAD if
 * any byte of the cell is in no record, or else the kind of most of its bytes.  The fate
 * of a cell is the worst fate of any of its bytes.
 */
struct dfk_strip_cell {
	uint64_t offset, length;
	enum dfk_strip_kind kind;
	enum dfk_strip_fate fate;
	int64_t tick; /* the first tick of the records that begin there; -1: no
	                 tick, or a tick above the last tick of the file */
};

/* Bytes that the repair inserts at an offset of the input, or between this offset and
   the end of its cell. */
struct dfk_strip_added {
	uint64_t offset, length;
};

/*
 * After dfk_strip_finish(): call `visit` for each run of cells, which together cover the
 * file, or for each place where bytes are added.  The calls are in order of the offsets,
 * until `visit` returns false.  Both functions return the result of the last call.
 */
DFK_API bool
dfk_strip_each_cell(const struct dfk_strip *strip,
		    bool (*visit)(void *ctx, const struct dfk_strip_cell *cell),
		    void *ctx);
DFK_API bool dfk_strip_each_added(
	const struct dfk_strip *strip,
	bool (*visit)(void *ctx, const struct dfk_strip_added *added),
	void *ctx);

/*
 * After dfk_strip_finish(): gives the seconds from the start of the recording to the
 * first tick in the cell of this offset.  False: the cell has no tick, or the length of a
 * tick is not known.
 */
DFK_API bool dfk_strip_seconds(const struct dfk_strip *strip, uint64_t offset,
			       double *seconds);

/*
 * Passes the strip to `write` as one JSON object: docs/report.md has its members.
 * `write` returns 0, or another number to stop: DFK_WRITE_FAILED.  DFK_BAD_STATE: the
 * strip is not finished.
 */
DFK_API DFK_MUST_CHECK enum dfk_status
dfk_strip_json(const struct dfk_strip *strip,
	       int (*write)(void *ctx, const void *bytes, size_t size),
	       void *ctx);

#ifdef __cplusplus
}
#endif

#endif
