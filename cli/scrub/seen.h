/* SPDX-License-Identifier: MIT */
/* seen.h - the rows and the hard links that a run has seen, in memory */
#ifndef CLI_SCRUB_SEEN_H
#define CLI_SCRUB_SEEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

/* One bit for each row, by its number; and a tree of the files that have several
   names. */
struct scrub_seen {
	unsigned char *bits;
	size_t size;
	void *links;
};

/* False: no memory. */
bool scrub_seen_add(struct scrub_seen *seen, int64_t file);
bool scrub_seen_has(const struct scrub_seen *seen, int64_t file);

/* *again: the file was seen under another name.  False: no memory. */
bool scrub_seen_link(struct scrub_seen *seen, const struct stat *status,
		     bool *again);

void scrub_seen_free(struct scrub_seen *seen);

#endif
