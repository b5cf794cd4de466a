/* SPDX-License-Identifier: MIT */
/* formats.h - texts and options of single formats */
#ifndef CLI_FORMATS_H
#define CLI_FORMATS_H

#include <stdbool.h>
#include <stddef.h>

/* Bits for options that only some formats have. */
enum formats_options { FORMATS_BASE = 1, FORMATS_PROTOCOL = 2 };

/* For a format that can be read without the contents of its records.  All members are
   NULL if the format has only one depth. */
struct formats_depth {
	/* Values of the fact "depth", and the contents that are not checked at this
	   depth. */
	struct {
		const char *depth, *unchecked;
	} partial[2];
	const char *least; /* the value of --depth that reads no contents */
	const char *price; /* the reason why a repair at that depth may be
	                      worse */
	const char *tables; /* what --depth=LEAST does, if string tables are
	                       lost */

	/* If a file breaks one of these rules, and none of these facts is 0, a repair may
	   be possible only at that depth.  `help` tells the user. */
	const char *const *rules, *const *facts; /* NULL after the last */
	const char *help;
};

/* For a format that contains the map of its recording: the rules about that map.  All
   members are NULL if the format has no map. */
struct formats_map {
	const char *damaged, *mismatch, *external;
	const char *edits; /* the names of rules of edits in the map begin
	                      with this text */
};

struct formats_row {
	const char *id; /* as in struct dfk_format */

	/* The length of a tick: the name of a fact in seconds, or the number of ticks
	   per second.  NULL and 0 for a format without ticks. */
	const char *interval_fact;
	double ticks_per_second;

	/* The reason why a file cannot be repaired if a repair would keep no record. */
	const char *nothing_left;
	/* A repair may write an end mark whose tick is not the last tick. */
	bool end_moves;
	unsigned options; /* FORMATS_BASE, FORMATS_PROTOCOL */
	struct formats_depth depth;
	struct formats_map map;
};

/* Returns the row of a format, never NULL.  For NULL and for an unknown format this is
   an empty row. */
const struct formats_row *formats_row(const char *id);

/* Writes the formats that have this option: "--as=A or --as=B". */
void formats_with_option(enum formats_options option, char *text, size_t size);

#endif
