/* SPDX-License-Identifier: MIT */
/* news.h - compares a reading with the database: what has happened to the file? */
#ifndef CLI_SCRUB_NEWS_H
#define CLI_SCRUB_NEWS_H

#include <stdbool.h>

#include "cli/scrub/store.h"

/* What a reading has shown for the first time. */
struct scrub_news {
	bool damaged, rotten, undecided, changed;
};

/* A reading.  `bytes` are those of the file now. */
struct scrub_reading {
	struct scrub_bytes bytes;
	bool bad;       /* `check` would exit with 1 */
	bool undecided; /* there is no verdict about the whole file */
	bool problem;   /* the file was not read to its end */
};

/* Brings the row of a file up to date with a reading in the run `run`. */
struct scrub_news scrub_news_of(struct scrub_known *known,
				const struct scrub_reading *reading,
				int64_t run);

#endif
