/* SPDX-License-Identifier: MIT */
/*
 * demo_script.h - what the scripts of all kinds of demos have in common
 *
 * A script is a list of statements with a semicolon after each.  Blocks may be
 * nested:
 *
 *   repeat 20 { ... }
 *   lost { ... }                    what is in it happens, and is not written
 *   zeros { ... }                   and zeros are in its place
 *
 * Once all of it is written:
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
	bool started; /* the header is written, or there is room for it */
	bool failed;

	/* Once all is written. */
	struct words edits[DEMO_SCRIPT_EDITS];
	size_t n_edits;
	struct word_number cut;
	long long transfers; /* as text */
};

struct demo_script_kind {
	void (*start)(struct demo_script *s);
	void (*statement)(struct demo_script *s, struct words *r);

	/* A block that only this kind has; false: there is none of that name.
	   NULL: there is none at all. */
	bool (*block)(struct demo_script *s, struct words *r, const char *at,
		      const char *end);
	const char *const *places; /* marks of the buffer; the last is NULL */
};

/* Writes the header, or leaves room for it, unless that was done. */
void demo_script_start(struct demo_script *s);

/* Runs statements; parts of the text are kept up to the end. */
void demo_script_run(struct demo_script *s, const char *at, const char *end);

/* "0 0x80", "-1 ^ 0x80": a byte, counted from an offset or from the end. */
void demo_script_change(struct demo_script *s, struct words *r, size_t from);

/* What is changed once all is written. */
void demo_script_finish(struct demo_script *s);

#endif
