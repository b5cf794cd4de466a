/* SPDX-License-Identifier: MIT */
/*
 * stream.h - the chunks of a demo, one after the other (TW-6)
 *
 * Reading is strict, and stops at the first chunk that no writer makes at this place.
 * Recovery (validator/recovery) finds the reason.
 */
#ifndef VALIDATOR_TWDEMO_STREAM_H
#define VALIDATOR_TWDEMO_STREAM_H

#include "validator/twdemo/twdemo.h"

enum twdemo_outcome {
	TWDEMO_TAKEN,   /* a chunk was read */
	TWDEMO_SHORT,   /* the window ends inside the next chunk */
	TWDEMO_STOPPED, /* no writer makes the next bytes at this place */
};

/* Reads the next chunk from `in`, whose position is d->at.pos. closed: the file ends
   with the window. */
enum twdemo_outcome twdemo_read_next(struct twdemo *d, struct cursor *in,
				     bool closed);

/* Is the next chunk the marker of a keyframe? */
bool twdemo_is_at_keyframe(const struct cursor *in);

/* Returns the most frequent step of the markers since the last absolute tick.  If there
   are fewer than 3 markers, returns the usual step before that tick. 0: not known. */
int32_t twdemo_usual_step(const struct twdemo_steps *steps);

/* ------------------------------------------------------------- for recovery */

/* Reads a marker with this tick.  The tick may differ from the tick of `chunk`, if
   recovery knows the right tick. */
void twdemo_take_marker(struct twdemo *d, const struct twdemo_chunk *chunk,
			int64_t tick);

/* Reads a data chunk with the payload `coded`.  The head of the chunk in the file may be
   damaged.  False: the chunk cannot be kept, and a finding gives the reason. */
bool twdemo_take_data(struct twdemo *d, const struct cursor *in,
		      const struct twdemo_chunk *chunk, struct span coded);

/* Skips the next bytes, which a repair drops.  The bytes are a chunk, or are not a
   chunk. */
void twdemo_pass(struct twdemo *d, const struct twdemo_event *event);

/* After this call, the snapshot after the last chunk is not known. */
void twdemo_lose_state(struct twdemo *d);

/* After this call, the snapshot in d->state.now is known. */
void twdemo_have_state(struct twdemo *d);

/* Returns the rule for a payload that cannot be read. *found: a text about the defect. */
enum rule_id twdemo_problem_of(struct twdemo *d, const struct twdemo_chunk *chunk,
			       struct span coded, const char **found);

/* Returns the tick at which a server sent this message, if the message contains this
   tick; else -1. */
int32_t twdemo_named_tick(const struct twdemo *d,
			  const struct twdemo_message *message);

/* ------------------------------------------------------------- snapshots.c */

/* Can the payload be read as a snapshot or delta?  A delta without a base only has to be
   complete.  The result is in d->state and d->room.delta. */
bool twdemo_try_state(struct twdemo *d, enum twdemo_type type);

/* Reports findings and keeps the state, after twdemo_try_state().  False: the chunk
   cannot be kept. */
bool twdemo_take_state(struct twdemo *d, const struct twdemo_chunk *chunk);

/* Does the current delta use all ints without an error, with the sizes of at.sizes.with?
   A clean delta stays applied.  Exceptions are deltas that may still be read in another
   way: an int has a long form, or keys are negative. */
bool twdemo_is_clean_delta(struct twdemo *d);

/* Undoes an applied delta, while room.payload still has its ints. */
void twdemo_take_back(struct twdemo *d);

/* Begins reports about the inside of a chunk.  An error inside a chunk drops the whole
   chunk.  Returns the part for report_leave(). */
struct part twdemo_enter(struct twdemo *d, const struct twdemo_chunk *chunk);

/* Are these ints a full snapshot?  Reports nothing. *n_items: the number of items.
   *newest: the newest tick of a character in the snapshot, or -1. */
bool twdemo_is_full_snapshot(struct twdemo *d, const struct ints *in,
			     uint32_t *n_items, int32_t *newest);

/* Can a reader read these ints as a chunk of this type, even if no writer makes such
   ints?  Reports nothing. */
bool twdemo_is_readable(struct twdemo *d, const struct ints *in,
			enum twdemo_type type);

/* Are these ints a complete delta, up to the last int?  Reports nothing. *n_updates: the
   number of updates. */
bool twdemo_is_whole_delta(struct twdemo *d, const struct ints *in,
			   uint32_t *n_updates);

/*
 * Applies the delta in room.tried to `s`, without reports.  False: the delta cannot be
 * applied, and `s` is unchanged. *newest: the newest tick of a character that the delta
 * moves, or -1. *odd: the delta has findings, such as a removed item that does not exist.
 */
bool twdemo_follow(struct twdemo *d, struct snapshot *s, int32_t *newest,
		   bool *odd);

/* ----------------------------------------------------------------- sixup.c */

/* Removes items of 0.7 from the ints of the current chunk, and reports these items.
   False: there are no such items, or the chunk has another defect. */
bool twdemo_clean_sixup(struct twdemo *d, const struct twdemo_chunk *chunk);

/* ----------------------------------------------------------------- sizes.c */

/* Returns the sizes for at.sizes.with.  NULL: the sizes of the protocol. */
const struct snapshot_sizes *twdemo_sizes_of(const struct twdemo *d);

/* Did full snapshots have such sizes, and do these sizes differ from the sizes of the
   protocol? */
bool twdemo_may_have(const struct twdemo *d, enum twdemo_sizes sizes);

/* Does the same as twdemo_is_clean_delta() with the sizes that fit best.  Sets
   at.sizes. */
bool twdemo_find_sizes(struct twdemo *d);

/* Learns the sizes of the items in a full snapshot.  True: a learned size differs from
   the size that the protocol lists, or belongs to a type that the protocol does not
   list. */
bool twdemo_learn_shown(struct twdemo *d, const struct snapshot *s);

/* Learns sizes from a snapshot or delta that is kept. */
void twdemo_learn_sizes(struct twdemo *d, enum twdemo_type type);

#endif
