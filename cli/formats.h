/* SPDX-License-Identifier: MIT */
/* formats.h - texts and options of single formats */
#ifndef CLI_FORMATS_H
#define CLI_FORMATS_H

#include <stdbool.h>
#include <stddef.h>

/* Bits: options that only some formats have. */
enum formats_options { FORMATS_BASE = 1, FORMATS_PROTOCOL = 2 };

/* A format that can be read at less depth, without the contents of its records.  All
   NULL: the format has one depth. */
struct formats_depth {
	/* Values of the fact "depth", and what was not checked then. */
	struct {
		const char *depth, *unchecked;
	} partial[2];
	const char *least; /* value of --depth that reads no contents */
	const char *price; /* why a repair at that depth may be worse */

	/* If a file breaks one of these rules, and none of these facts is 0, a repair may
	   be possible only at that depth.  `help` tells the user. */
	const char *const *rules, *const *facts; /* NULL after the last */
	const char *help;
};

/* A format that contains the map of its recording, and the rules about that map.  All
   NULL: the format does not. */
struct formats_map {
	const char *damaged, *mismatch, *external;
	const char *edits; /* the names of rules of edits in the map begin so */
};

struct formats_row {
	const char *id; /* as in struct dfk_format */

	/* The length of a tick: the name of a fact in seconds, or the ticks per second;
	   NULL and 0 for a format without ticks. */
	const char *interval_fact;
	double ticks_per_second;

	/* The reason why there is no repair if it would keep no record. */
	const char *nothing_left;
	/* A repair may write an end mark with another tick than the last one. */
	bool end_moves;
	unsigned options; /* FORMATS_BASE, FORMATS_PROTOCOL */
	struct formats_depth depth;
	struct formats_map map;
};

/* The row of a format.  Never NULL: an unknown format, and NULL, have an empty row. */
const struct formats_row *formats_row(const char *id);

/* "--as=A or --as=B": the formats that have this option. */
void formats_with_option(enum formats_options option, char *text, size_t size);

#endif
