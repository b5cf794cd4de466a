/* SPDX-License-Identifier: MIT */
/* laws.h - what a check and a repair of any bytes must come to */
#ifndef TESTS_SWEEPS_LAWS_H
#define TESTS_SWEEPS_LAWS_H

#include "tests/sweeps/sweep.h"

struct laws_seen {
	struct dfk_result result; /* its texts are gone */
	bool repaired;
	struct sweep_bytes out; /* what the repair wrote; kept for reuse */
};

/*
 * Checks and repairs the bytes, and the repaired bytes once more:
 *
 *   inside    every finding lies inside the file; so does ok_up_to
 *   account   kept + changed + dropped = input, kept + changed + added = output
 *   keep      what no edit names is there byte for byte; every edit answers a
 *             finding
 *   identity  what is valid comes out as it went in
 *   fixed     what comes out is valid
 *   settled   repairing it again changes nothing
 */
void laws_hold(struct sweep *s, const uint8_t *bytes, size_t size,
	       bool fix_warnings, struct laws_seen *seen);

/* A border between records of an undamaged recording. */
struct laws_border {
	size_t at;
	bool may_end;  /* the record before it can be a recording's last */
	char name[48]; /* of the record before it */
};

/* What an undamaged recording holds, as a measure for its damaged copies. */
struct laws_model {
	bool known;   /* false: damaged, nothing can be foretold */
	bool gzipped; /* or in another container: offsets count decoded bytes */
	bool demo;
	bool map;
	bool source; /* a Source demo, whole; what is damaged in one may cost the
	                command before it, too: nothing else is foretold */
	size_t least; /* no shorter piece can be repaired */
	int64_t first_tick;
	size_t second_tick; /* of a demo: the end of its marker; nor can one that
	                       ends before */
	struct sweep_bytes decoded;
	struct laws_border *borders; /* the first one is behind the header */
	size_t n_borders;
	struct dfk_result result; /* of the file as it is */
};

void laws_model_open(struct laws_model *m, const struct sweep_file *file);
void laws_model_close(struct laws_model *m);

/* Where a repair must cut what was cut to `size` decoded bytes; 0: refuses. */
size_t laws_salvage(const struct laws_model *m, size_t size);
/* The same if nothing is wrong with the piece. */
size_t laws_border(const struct laws_model *m, size_t size);

/* Has the output these first bytes?  But for fields of the header that a repair
   of a demo writes anew. */
bool laws_prefix(const struct laws_model *m, const struct sweep_bytes *out,
		 size_t size);

/* Name of the record that holds the byte at `offset`. */
const char *laws_record(const struct laws_model *m, size_t offset);

#endif
