/* SPDX-License-Identifier: MIT */
/* sweep.h - points, files and violations of the sweeps that run in one process */
#ifndef TESTS_SWEEPS_SWEEP_H
#define TESTS_SWEEPS_SWEEP_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "include/demofsck.h"

struct sweep_bytes {
	uint8_t *at;
	size_t size, room;
};

void sweep_add(struct sweep_bytes *b, const void *bytes, size_t size);
void sweep_free(struct sweep_bytes *b);

/* One file of the corpus, by its name below corpus/. */
struct sweep_file {
	const char *name;
	const char *as; /* format for dfk_open() */
	struct sweep_bytes bytes;
};

struct sweep {
	const char *kind;
	bool full;
	const char *only; /* "FILE@POINT": only this point; or NULL */
	const char *corpus;
	const char *as; /* format of the current file */
	uint64_t points, violations, files;
};

/*
 * Begins a point.  False: the point is not part of this run.  A quick run uses one of
 * `stride` points, always the same points.  `format` names the point in the file, so that
 * --only can repeat the point.
 */
bool sweep_point(struct sweep *s, const struct sweep_file *file,
		 uint64_t stride, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/* Reports a violation if the property is not true at the current point. */
bool sweep_holds(struct sweep *s, bool truth, const char *property);

/* Calls `visit` for each sample of at most `most` bytes, of all formats, from the
   folders with these names.  The list ends with NULL. */
typedef void sweep_visit(struct sweep *s, const struct sweep_file *file);
void sweep_files(struct sweep *s, const char *const *kinds, size_t most,
		 sweep_visit *visit);

void sweep_truncate(struct sweep *s);
void sweep_bitflip(struct sweep *s);
void sweep_oom(struct sweep *s);

#endif
