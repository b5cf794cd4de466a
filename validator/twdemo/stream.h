/* SPDX-License-Identifier: MIT */
/* stream.h - the chunks of a demo: what their readers share */
#ifndef VALIDATOR_TWDEMO_STREAM_H
#define VALIDATOR_TWDEMO_STREAM_H

#include "validator/twdemo/twdemo.h"

/* So many strict chunks prove that a chunk begins (TW-13). */
enum { TWDEMO_CHAIN = 3 };

/* May a marker have that tick?  `before`: the one before it, or -1. */
static inline bool
twdemo_may_follow(int64_t before, int64_t tick)
{
	return tick > before && tick < TWDEMO_MAX_TICK &&
	       (before < 0 || tick - before <= TWDEMO_MOST_PAUSE);
}

/* Of a disk: where recordings end after a crash, and go on after a hole. */
enum { TWDEMO_BLOCK = 4096 };

/* probe.c: bytes that are tried cost time: there is a limit for all of them together. */
bool twdemo_may_try(struct twdemo *d, uint64_t bytes);

/* May it be tried, and is it a payload as a writer makes it?  Leaves it in d->tried. */
bool twdemo_try_payload(struct twdemo *d, struct span coded);

/* A chain of them, TWDEMO_CHAIN, after that tick? */
enum twdemo_proof twdemo_probe_after(struct twdemo *d, const struct cursor *at,
				     bool closed, int64_t tick);

/* Steps from that tick on: is the next one that is given in full after them, by so many
   ticks at most? */
enum twdemo_proof twdemo_probe_next(struct twdemo *d, const struct cursor *at,
				    bool closed, int64_t tick, int64_t most);

/* stream.c: takes so many bytes of the chunk at hand; `read`: it says what it
   should. */
void twdemo_consume(struct twdemo *d, struct cursor *in,
		    const struct twdemo_chunk *chunk, uint64_t bytes,
		    bool read);

/* order.c: the tick of that marker cannot be.  PULL_EVENT: *tick is right now, and
   *rewritten: so will be its marker.  PULL_END: the search has begun. */
enum pull twdemo_mend_tick(struct twdemo *d, const struct cursor *in,
			   const struct twdemo_chunk *chunk,
			   const struct cursor *after, bool closed,
			   int64_t *tick, bool *rewritten);

/* ticks.c: a marker.  PULL_EVENT: it was consumed, or the search began. */
enum pull twdemo_take_marker(struct twdemo *d, struct cursor *in,
			     const struct twdemo_chunk *chunk,
			     const struct cursor *after, bool closed);

/* groups.c: the marker begins a group at that tick.  `rewritten`: its tick is mended. */
void twdemo_begin_group(struct twdemo *d, const struct twdemo_chunk *chunk,
			int64_t tick, bool rewritten);

/* TW-6.3: a keyframe comes with the first tick that is far enough from the last
   one.  `before`: the tick before it. */
void twdemo_check_distance(struct twdemo *d, uint64_t off, uint64_t len,
			   int64_t tick, int64_t before);

/* The marker of the group at hand without its keyframe bit. */
void twdemo_clear_keyframe(struct twdemo *d, uint8_t out[TWDEMO_MARKER_BYTES],
			   struct fix *fix);

/* The file ends: does a keyframe wait for its snapshot? */
void twdemo_end_groups(struct twdemo *d);

/* snapshots.c: is the payload of a snapshot or delta one, as far as can be said
   without the state before it?  Remembers what was read. */
bool twdemo_try_state(struct twdemo *d, enum twdemo_type type);

/* Then, with findings. */
void twdemo_take_state(struct twdemo *d, const struct twdemo_chunk *chunk);

/* The findings of the payload at hand alone. */
void twdemo_tell_state(struct twdemo *d, const struct twdemo_chunk *chunk);

/* A snapshot or delta goes, and a finding says so: what needs it goes, too. */
void twdemo_lose_state(struct twdemo *d, enum twdemo_type type);

/* Findings in the chunk; what is an error in it costs the chunk. */
struct part twdemo_enter(struct twdemo *d, const struct twdemo_chunk *chunk);

/* sixup.c: are there items of 0.7 in what was tried? */
bool twdemo_has_sixup(struct twdemo *d, enum twdemo_type type);

/* Takes items of 0.7 out of the ints at hand.  False: there are none, or
   something else is wrong. */
bool twdemo_clean_sixup(struct twdemo *d, const struct twdemo_chunk *chunk);

/* Does the delta at hand take all ints, with the sizes of d->sizes and without an
   error?  Then it will be kept, and stays applied; but not if the chunk may yet be
   read in another way. */
bool twdemo_is_clean_delta(struct twdemo *d);

/* While the payload is that of the delta. */
void twdemo_take_back(struct twdemo *d);

/* sizes.c: the sizes that d->sizes means; NULL: those of the protocol. */
const struct snapshot_sizes *twdemo_sizes_of(const struct twdemo *d);

/* Do snapshots show these, and do they differ from those of the protocol? */
bool twdemo_may_have(const struct twdemo *d, enum twdemo_sizes sizes);

/* As twdemo_is_clean_delta(), with the sizes that fit. */
bool twdemo_find_sizes(struct twdemo *d);

/* From a snapshot or delta that is kept. */
void twdemo_learn_sizes(struct twdemo *d, const struct twdemo_chunk *chunk);

/* Before a tick in full; and when that and all since then goes. */
void twdemo_note_sizes(struct twdemo *d);
void twdemo_forget_sizes(struct twdemo *d);

/* ends.c: the payload was read, and has nothing odd: did a writer make it of that type?
   Leaves a message in d->message. */
bool twdemo_is_made(struct twdemo *d, struct twdemo_payload *p,
		    enum twdemo_type type);

/* Is this a payload as a writer makes one?  Leaves it in d->tried, and a
   message in d->message. */
bool twdemo_is_payload(struct twdemo *d, struct span coded,
		       enum twdemo_type type);

/* Was what was tried last a message that is not known?  It may be the one that was
   written, but nothing else shows it. */
bool twdemo_is_new_message(struct twdemo *d, enum twdemo_type type);

/* inside.c: NO: a marker is in these bytes, and chunks follow.  With that marker gone,
   all ticks up to the next keyframe were wrong. */
enum twdemo_proof twdemo_holds_no_marker(struct twdemo *d, struct cursor at,
					 uint64_t bytes, bool closed);

/* ends.c: YES: its size is wrong, and *chunk has the one of its payload, which is
   whole.  *sure: nothing else is in it.  NO: but if it is one of several payloads,
   and all of them end there, *bytes is where the next chunk begins, and not 0. */
enum twdemo_proof twdemo_find_size(struct twdemo *d, const struct cursor *in,
				   struct twdemo_chunk *chunk, bool closed,
				   bool *sure, uint64_t *bytes);

/* YES: the last byte of the payload at hand should be 0.  It is another one after
   the end symbol; or it is lost, and the size takes in a marker.  *whole is the
   payload, in d->coded. */
enum twdemo_proof twdemo_find_zero(struct twdemo *d, const struct cursor *in,
				   const struct twdemo_chunk *chunk,
				   bool closed, struct span *whole);

/* damage.c: then it is mended. */
void twdemo_put_zero(struct twdemo *d, const struct cursor *in,
		     struct twdemo_chunk *chunk, struct span whole);

/* Reads the payload of a chunk that was mended: now it is one like any other. */
void twdemo_read_mended(struct twdemo *d, struct twdemo_chunk *chunk,
			struct span coded);

/* heads.c: YES: the marker before `after` was a chunk whose first byte is damaged,
   and it was mended.  NO: it is a marker, whose form may have been mended. */
enum twdemo_proof twdemo_mend_head(struct twdemo *d, const struct cursor *in,
				   struct twdemo_chunk *marker,
				   struct cursor *after, bool closed);

/* forms.c: the marker there with that first byte, by which its tick is in full or a
   step; *at is then after it.  NO: such a marker cannot be here. */
enum twdemo_proof twdemo_other_form(const struct twdemo *d, struct cursor *at,
				    uint8_t first, bool closed,
				    struct twdemo_chunk *other);

/* YES: strict chunks follow that one, and now it is the marker. */
enum twdemo_proof twdemo_mend_form(struct twdemo *d,
				   const struct twdemo_chunk *other,
				   const struct cursor *at, bool closed,
				   struct twdemo_chunk *marker);

/* YES: its payload is damaged, and the next chunk begins *bytes after it. */
enum twdemo_proof twdemo_find_next(struct twdemo *d, const struct cursor *in,
				   const struct twdemo_chunk *chunk,
				   bool closed, uint64_t *bytes);

/* types.c: the first byte of the chunk, or marker, is that of the other one. */
void twdemo_report_head(struct twdemo *d, const struct twdemo_chunk *chunk,
			const struct twdemo_chunk *mended);

/* YES: it is a tick marker whose highest bit is wrong, and was consumed. */
enum twdemo_proof twdemo_mend_marker(struct twdemo *d, struct cursor *in,
				     const struct twdemo_chunk *chunk,
				     bool closed);

/* YES: all of it is there, but its type is another one, and it was mended. */
enum twdemo_proof twdemo_mend_type(struct twdemo *d, const struct cursor *in,
				   struct twdemo_chunk *chunk, bool closed);

/* damage.c: a chunk that cannot be read; `whole`: all of it is there.  YES: it was
   mended; NO: it was dropped, or the search began. */
enum twdemo_proof twdemo_mend_chunk(struct twdemo *d, struct cursor *in,
				    struct twdemo_chunk *chunk, bool whole,
				    bool closed);

/* rely.c: the last chain that was probed shows how to read what is at `off`.
   That stays, unless findings of the rule are mended. */
void twdemo_rely_on_probe(struct twdemo *d, enum rule_id rule, uint64_t off);

/* A chunk that cannot be read stays.  Its end was shown by the chunks that
   follow there; or, where its size is right, by markers alone. */
void twdemo_keep_shifted(struct twdemo *d, uint64_t off);
void twdemo_keep_unread(struct twdemo *d, uint64_t off);

/* A part of a chunk at the end of the file stays. */
void twdemo_keep_tail(struct twdemo *d, uint64_t off);

/* This comes after a chunk that cannot be read, while d->kept.watched. */
void twdemo_watch(struct twdemo *d, const struct twdemo_chunk *chunk);

/* search.c: from the chunk at `off` on nothing is known: the search begins. */
void twdemo_lose(struct twdemo *d, enum rule_id rule, uint64_t off,
		 uint64_t len, const char *found, const char *expected);

/* The last tick in full is wrong, and what came since then goes with it. */
void twdemo_go_back(struct twdemo *d);

/* end.c: a note, once, of a recorder that was not stopped. */
void twdemo_check_crash(struct twdemo *d, uint64_t size);

/* game_items.c: the net version names no game.  True: with this whole snapshot the
   items show that it is 0.7; that was reported, and all is read so from here on. */
bool twdemo_find_game(struct twdemo *d, const struct twdemo_chunk *chunk,
		      const struct snapshot *s);

#endif
