/* SPDX-License-Identifier: MIT */
/*
 * demo_script.h - functions that the scripts of all kinds of demos share
 *
 * A script is a list of statements with a semicolon after each.  Blocks may be nested:
 *
 *   repeat 20 { ... }
 *   lost { ... }                    what is in it happens, and is not written
 *   zeros { ... }                   and zeros are in its place
 *
 * Changes after everything is written:
 *
 *   at 136 =5                       bytes at an offset
 *   at PLACE+8 xff                  or after a place with a name
 *   at 300 gone 20                  so many bytes are lost there
 *   at 300 more x55*20              these bytes are inserted there
 *   at 300 again 512                the bytes from there on come twice
 *   cut  cut -3                     the file ends here, or 3 bytes before here
 *   ends 100                        the file ends at an offset
 *   text  text 2                    it is transferred as text, so many times
 */
#ifndef CORPUS_BUILDER_DEMO_SCRIPT_H
#define CORPUS_BUILDER_DEMO_SCRIPT_H

#include "corpus/builder/words.h"

enum { DEMO_SCRIPT_EDITS = 8 };

/* The first member of the script of each kind of demo. */
struct demo_script {
	const struct demo_script_kind *kind;
	struct buffer *w;
	bool started; /* the header is written, or its room is reserved */
	bool failed;

	/* Changes that are made after everything is written. */
	struct words edits[DEMO_SCRIPT_EDITS];
	size_t n_edits;
	struct word_number cut;
	long long transfers; /* number of transfers as text */
};

struct demo_script_kind {
	void (*start)(struct demo_script *s);
	void (*statement)(struct demo_script *s, struct words *r);

	/* Handles a block that only this kind of demo has.  False: there is no such
	   block.  NULL: this kind has no such blocks. */
	bool (*block)(struct demo_script *s, struct words *r, const char *at,
		      const char *end);
	const char *const *places; /* marks of the buffer; the last entry is
	                              NULL */
};

/* Writes the header or reserves its room, if this was not done yet. */
void demo_script_start(struct demo_script *s);

/* Runs statements.  Parts of the text are kept up to the end. */
void demo_script_run(struct demo_script *s, const char *at, const char *end);

/* Changes a byte, counted from an offset or from the end: "0 0x80", "-1 ^ 0x80". */
void demo_script_change(struct demo_script *s, struct words *r, size_t from);

/* Makes the collected changes, after everything is written. */
void demo_script_finish(struct demo_script *s);

#endif
