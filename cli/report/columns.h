/* SPDX-License-Identifier: MIT */
/* columns.h - a strip in columns, for a picture of text or of pixels */
#ifndef CLI_REPORT_COLUMNS_H
#define CLI_REPORT_COLUMNS_H

#include "include/demofsck_strip.h"

enum { COLUMNS_KINDS = DFK_STRIP_UNREAD + 1 };

struct columns_one {
	enum dfk_strip_kind kind; /* UNREAD if any byte is, or the kind of
	                             most bytes */
	enum dfk_strip_fate fate; /* the worst fate of any byte */
	bool added;               /* the repair inserts bytes here */
	double seconds; /* since the start of the recording; negative: not
	                   known */
	double weights[COLUMNS_KINDS]; /* parts of the column, by kind */
};

struct columns {
	struct columns_one *at;
	size_t n;
	uint64_t size;  /* of the file */
	bool timed;     /* `seconds` of some column is known */
	double longest; /* the largest `seconds` */
	/* Numbers of bytes, in the cells of the strip. */
	uint64_t of_kind[COLUMNS_KINDS], of_fate[DFK_STRIP_DROPPED + 1];
	uint64_t added;
};

/* Divides the file into n columns of equal width.  False: no memory.  After success call
   columns_free(). */
bool columns_make(struct columns *columns, const struct dfk_strip *strip,
		  size_t n);
void columns_free(struct columns *columns);

/* A mark on the axis of seconds. */
struct columns_mark {
	size_t column;
	char text[32]; /* "1:30" or "2 s" */
};

/*
 * Finds the first mark at or behind the column `from`.  Two marks are about `room`
 * columns apart, or more.  *next: the seconds of the next mark; begin with 0.  False:
 * there are no more marks.
 */
bool columns_mark(const struct columns *columns, size_t from, size_t room,
		  double *next, struct columns_mark *mark);

/* A kind that the file contains. */
struct columns_share {
	enum dfk_strip_kind kind;
	char text[32]; /* its name and percentage: "map <1 %", "delta 33 %" */
};

/* Finds the first kind at or behind `from` that the file contains.  False: there are no
   more kinds. */
bool columns_share(const struct columns *columns, size_t from,
		   struct columns_share *share);

#endif
