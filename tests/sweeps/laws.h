/* SPDX-License-Identifier: MIT */
/* laws.h - properties of a check and a repair of any bytes */
#ifndef TESTS_SWEEPS_LAWS_H
#define TESTS_SWEEPS_LAWS_H

#include "tests/sweeps/sweep.h"

struct laws_seen {
	struct dfk_result result; /* the texts of the result are not valid
	                             any more */
	bool repaired;
	struct sweep_bytes out; /* the output of the repair; the memory is
	                           used again */
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
	bool may_end;  /* the record before the border can be the last record
	                  of a recording */
	char name[48]; /* name of the record before the border */
};

/* The records of an undamaged recording, for comparison with its damaged copies. */
struct laws_model {
	bool known;   /* false: the recording is damaged, so nothing can be
	                 predicted */
	bool gzipped; /* the recording is in gzip or another container, so
	                 offsets count decoded bytes */
	bool demo;
	bool map;
	bool source;  /* a whole Source demo.  Damage may also cost the
	                 command before it, and nothing else is predicted */
	size_t least; /* no shorter piece can be repaired */
	int64_t first_tick;
	size_t second_tick; /* for a demo: the end of the second marker.  A
	                       piece that ends earlier cannot be repaired */
	struct sweep_bytes decoded;
	struct laws_border *borders; /* the first border is behind the header */
	size_t n_borders;
	struct dfk_result result; /* result of the undamaged file */
};

void laws_model_open(struct laws_model *m, const struct sweep_file *file);
void laws_model_close(struct laws_model *m);

/* Returns where a repair must cut a piece of `size` decoded bytes. 0: there is no
   repair. */
size_t laws_salvage(const struct laws_model *m, size_t size);
/* Returns the same if the piece has no error. */
size_t laws_border(const struct laws_model *m, size_t size);

/* Does the output begin with these bytes?  Fields of the header that a repair of a demo
   rewrites are not compared. */
bool laws_prefix(const struct laws_model *m, const struct sweep_bytes *out,
		 size_t size);

/* Returns the name of the record that contains the byte at `offset`. */
const char *laws_record(const struct laws_model *m, size_t offset);

#endif
