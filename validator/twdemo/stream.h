/* SPDX-License-Identifier: MIT */
/*
 * stream.h - the chunks of a demo, one after the other (TW-6)
 *
 * Reading is strict: it stops at the first chunk that no writer makes there, and does
 * not know why.
 */
#ifndef VALIDATOR_TWDEMO_STREAM_H
#define VALIDATOR_TWDEMO_STREAM_H

#include "validator/twdemo/twdemo.h"

enum twdemo_outcome {
	TWDEMO_TAKEN,   /* a chunk was read */
	TWDEMO_SHORT,   /* the window ends before the next one does */
	TWDEMO_STOPPED, /* what comes next is no chunk as writers make it */
};

/* Reads the next chunk at `in`, which is at d->at.pos. */
enum twdemo_outcome twdemo_read_next(struct twdemo *d, struct cursor *in,
				     bool closed);

/* Is the next chunk the marker of a keyframe? */
bool twdemo_is_at_keyframe(const struct cursor *in);

/* The step that most markers since the last absolute tick have; where there are too few,
   the one before that. */
int32_t twdemo_usual_step(const struct twdemo_steps *steps);

/* ------------------------------------------------- for whoever reads damage */

/* A marker at that tick, which `chunk` says or should say; `bytes` of the file. */
void twdemo_take_marker(struct twdemo *d, const struct twdemo_chunk *chunk,
			int64_t tick);

/* A data chunk with that payload; its head may be another one in the file.  False: it
   cannot be kept, and a finding says why. */
bool twdemo_take_data(struct twdemo *d, const struct cursor *in,
		      const struct twdemo_chunk *chunk, struct span coded);

/* The next bytes are not kept: a chunk, or none. */
void twdemo_pass(struct twdemo *d, const struct twdemo_event *event);

/* The snapshot after the last chunk is not known any more. */
void twdemo_lose_state(struct twdemo *d);

/* It is known. */
void twdemo_have_state(struct twdemo *d);

/* What is wrong with a payload that cannot be read, as a rule and in words. */
enum rule_id twdemo_problem_of(struct twdemo *d, const struct twdemo_chunk *chunk,
			       struct span coded, const char **found);

/* A message of a server may name the tick that it is sent at; else -1. */
int32_t twdemo_named_tick(const struct twdemo *d,
			  const struct twdemo_message *message);

/* ------------------------------------------------------------- snapshots.c */

/* Is the payload of a snapshot or delta one, as far as can be said without the
   state before it?  Remembers what was read. */
bool twdemo_try_state(struct twdemo *d, enum twdemo_type type);

/* Then, with findings.  False: it cannot be kept. */
bool twdemo_take_state(struct twdemo *d, const struct twdemo_chunk *chunk);

/* Does the delta at hand take all ints, with the sizes of at.sizes.with and without an
   error?  Then it will be kept, and stays applied; but not if the chunk may yet be
   read in another way. */
bool twdemo_is_clean_delta(struct twdemo *d);

/* While the payload is that of the delta. */
void twdemo_take_back(struct twdemo *d);

/* Findings in the chunk; what is an error in it costs the chunk. */
struct part twdemo_enter(struct twdemo *d, const struct twdemo_chunk *chunk);

/* Silent: are these ints a full snapshot?  How many items it has, and the newest tick of
   a character in it, or -1. */
bool twdemo_is_full_snapshot(struct twdemo *d, const struct ints *in,
			     uint32_t *n_items, int32_t *newest);

/* Silent: can a reader read them as such a chunk, also if no writer makes them? */
bool twdemo_is_readable(struct twdemo *d, const struct ints *in,
			enum twdemo_type type);

/* Silent: are they a delta, to the last int? */
bool twdemo_is_whole_delta(struct twdemo *d, const struct ints *in,
			   uint32_t *n_updates);

/*
 * Applies the delta in room.tried to `s`, silently: the newest tick of a character that
 * it moves, or -1.  False: it cannot be applied, and `s` is as it was.  `odd`: how often
 * it removes what is not there.
 */
bool twdemo_follow(struct twdemo *d, struct snapshot *s, int32_t *newest,
		   bool *odd);

/* ----------------------------------------------------------------- sixup.c */

/* Takes items of 0.7 out of the ints at hand.  False: there are none, or
   something else is wrong. */
bool twdemo_clean_sixup(struct twdemo *d, const struct twdemo_chunk *chunk);

/* ----------------------------------------------------------------- sizes.c */

/* The sizes that at.sizes.with means; NULL: those of the protocol. */
const struct snapshot_sizes *twdemo_sizes_of(const struct twdemo *d);

/* Do snapshots show these, and do they differ from those of the protocol? */
bool twdemo_may_have(const struct twdemo *d, enum twdemo_sizes sizes);

/* As twdemo_is_clean_delta(), with the sizes that fit. */
bool twdemo_find_sizes(struct twdemo *d);

/* From a full snapshot; false: its sizes are those of the protocol. */
bool twdemo_learn_shown(struct twdemo *d, const struct snapshot *s);

/* From a snapshot or delta that is kept. */
void twdemo_learn_sizes(struct twdemo *d, enum twdemo_type type);

#endif
