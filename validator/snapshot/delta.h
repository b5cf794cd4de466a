/* SPDX-License-Identifier: MIT */
/*
 * delta.h - the difference between two snapshots (SN-4)
 *
 *   delta      num_removed | num_updates | 0 | removed keys
 *              | updates: type, id, [size], ints
 *
 * A delta is applied in place.  The time depends only on the size of the delta, because a
 * large snapshot may be followed by a million deltas of a few bytes.
 */
#ifndef VALIDATOR_SNAPSHOT_DELTA_H
#define VALIDATOR_SNAPSHOT_DELTA_H

#include "validator/snapshot/snapshot.h"

/* An update of a delta; its ints stay in the ints of the delta. */
struct snapshot_update {
	int32_t type, id;  /* the type and id in the file, which may be out of
	                      range */
	uint16_t head, at; /* index of the type, and index of the first int
	                      of the update */
	uint16_t n;        /* number of ints */
	bool removed;      /* the delta removes this key, too */
	uint16_t first;    /* index of the first update with the same key, which
	                      may be this update */
	uint16_t old;      /* the item in the base, or SNAPSHOT_NO_ITEM */
	uint16_t item; /* the item in the result, after the delta was applied */
	bool fresh;    /* the base has no item of this type; set when the delta
	                  is applied */
};

/* The members of a snapshot that a delta changes, without the ints of items. */
struct snapshot_shape {
	uint32_t n_items, n_data, n_slots, n_used, n_declared;
	uint16_t by_key[SNAPSHOT_MAX_ITEMS], by_uuid[SNAPSHOT_MAX_ITEMS];
};

/* The result of a search for the parts of a delta. delta.c sets all members before an
   update is judged. plain.c sets only `carries`, because plain.c refuses incomplete
   deltas. */
struct snapshot_reading {
	uint32_t end;    /* index at which the last update ends */
	uint32_t wanted; /* number of updates that the head declares */
	bool whole;   /* all these updates were found; they may still not fit */
	bool below;   /* an update has a type below 0, so it does not fit */
	bool carries; /* the delta contains the size of an item of
	                 SNAPSHOT_SIZED_TYPES */
	/* The defect at which reading stopped.  Valid if the delta is not whole. */
	struct {
		enum rule_id rule;
		uint32_t at;
	} stop;
};

/* The updates that make a new item, in the order of their keys.  All keys are
   different. */
struct snapshot_made {
	uint32_t n;
	uint16_t updates[SNAPSHOT_MAX_UPDATES];
};

/* The items of the base that are removed, each of them once.  There may be more removed
   items than removed keys, because items with the same key are removed together. */
struct snapshot_gone {
	uint32_t n;
	uint16_t items[SNAPSHOT_MAX_ITEMS];
	struct snapshot_bits flags; /* a flag for each of these items, after
	                               snapshot_relate() */
};

/* Memory of relate.c for sorting by keys. */
struct snapshot_sorting {
	/* The numbers of the removed keys, without keys that repeat one of the two keys
	   before. */
	uint32_t n_keys;
	uint16_t keys[INTS_MAX];
	/* The updates of items that do not exist or that are removed.  In plain.c: the
	   updates that make an item, in the order of the delta. */
	uint16_t loose[SNAPSHOT_MAX_UPDATES];
	/* For each item that is updated: the number of its first update plus one. */
	uint16_t firsts[SNAPSHOT_SLOTS];
};

struct snapshot_delta {
	uint32_t n_removed, n_updates;
	struct snapshot_reading reading;
	bool related; /* snapshot_relate() was called with the current base */
	struct snapshot_update updates[SNAPSHOT_MAX_UPDATES];
	struct snapshot_made made;
	uint16_t removed_item[INTS_MAX]; /* for each removed key the item of
	                                    the base */
	struct snapshot_sorting sorting;
	struct snapshot_gone gone;
	uint32_t declares; /* number of declarations that are removed, added
	                      or updated */
	/* For each item that is updated: the number of its last update. */
	uint16_t lasts[SNAPSHOT_SLOTS];
	uint16_t moved[SNAPSHOT_SLOTS]; /* where snapshot_pack() moved each
	                                   item */
	struct snapshot_shape before;
};

/* Returns the ints of the update in the ints of the delta. */
static inline const int32_t *
snapshot_update_ints(const struct ints *in, const struct snapshot_update *u)
{
	const size_t one = sizeof(*in->at);

	return bytes_at(in->at, sizeof(in->at), one * u->at, one * u->n);
}

/* Returns a pointer to the first n ints of an item, for writing. */
static inline int32_t *
snapshot_item_ints(struct snapshot *s, uint16_t item, uint32_t n)
{
	const size_t one = sizeof(*s->data);

	return room_at(s->data, sizeof(s->data), one * AT(s->items, item).start,
		       one * n);
}

/* ------------------------------------------------------- reading, applying */

/*
 * delta.c, SN-4: finds the parts of a delta, and reports the defects of the delta. base:
 * the snapshot that the delta changes; NULL: not known.  False: the delta cannot be
 * applied.
 */
bool snapshot_read_delta(const struct snapshot_context *c,
			 const struct ints *in, const struct snapshot *base,
			 struct snapshot_delta *delta);

/* Finds the parts of a delta without a base.  These are the numbers of keys and updates,
   their end, and whether the delta is whole.  Reports only defects of the head. */
void snapshot_find_parts(const struct snapshot_context *c,
			 const struct ints *in, struct snapshot_delta *delta);

/* judge.c: reports all findings except findings of the head.  False: the delta cannot be
   applied. */
bool snapshot_judge_delta(const struct snapshot_context *c,
			  const struct ints *in, const struct snapshot *base,
			  struct snapshot_delta *delta);

/* delta.c: reports all findings of a delta that was read and related.  Returns the same
   result as before. */
bool snapshot_tell_delta(const struct snapshot_context *c,
			 const struct ints *in, const struct snapshot *base,
			 struct snapshot_delta *delta);

/* relate.c: compares the keys of a delta with each other and with the base. */
void snapshot_relate(const struct ints *in, const struct snapshot *base,
		     struct order *order, struct snapshot_delta *delta);

/*
 * apply.c: applies a delta to `s`.  Call snapshot_make_room() before, and read the delta
 * with `s` as the base.  Reports a result that is too large, and defects of items that
 * were made or changed.  False: the delta cannot be applied, and `s` is unchanged.
 */
bool snapshot_apply(const struct snapshot_context *c, const struct ints *in,
		    struct snapshot *s, struct snapshot_delta *delta);

/* Reports the findings of snapshot_apply() after snapshot_apply() was called.  Before
   this, snapshot_tell_delta() may be called with the changed snapshot as the base.
   snapshot_tell_delta() needs only the sizes of items, and removed items keep their
   size. */
void snapshot_check_applied(const struct snapshot_context *c,
			    const struct snapshot *s,
			    const struct snapshot_delta *delta);

/* Undoes snapshot_apply(). */
void snapshot_take_back(const struct ints *in, struct snapshot *s,
			const struct snapshot_delta *delta);

/* Does the same as snapshot_apply(), but writes the result to `out`, and does not change
   `base`.  Both snapshots are packed. */
bool snapshot_advance(const struct snapshot_context *c, const struct ints *in,
		      const struct snapshot *base, struct snapshot_delta *delta,
		      struct snapshot *out);

/*
 * plain.c: reads and applies a delta without findings in one pass.  `s` must have room.
 * False: the delta may have a finding, and `s` is unchanged.  Afterwards `room` is not a
 * complete delta: only the types and sizes of the updates are set.
 */
bool snapshot_advance_plain(const struct snapshot_context *c,
			    const struct ints *in, struct snapshot *s,
			    struct snapshot_delta *room);

/* items.c: notes the sizes that a delta contains.  If a delta contains the size of a
   type, although the protocol knows this size, deltas do not omit the size.  Then the
   size from full snapshots is not used for this type.  Such a delta may be damaged, so
   the note is valid only up to the next full snapshot with such items, except the first
   such snapshot. */
void snapshot_note_carried(struct snapshot_sizes *sizes,
			   enum dfk_protocol protocol,
			   const struct snapshot_delta *delta);

/* ------------------------------------------------------------ rearrange.c */

/* Packs the snapshot, which closes its gaps. scratch->moved: the new index of each
   item. */
void snapshot_pack(struct snapshot *s, struct snapshot_delta *scratch);

/* Packs the snapshot if a delta with this number of ints may not fit.  Call this
   function before the delta is read. */
void snapshot_make_room(struct snapshot *s, uint32_t ints,
			struct snapshot_delta *scratch);

void snapshot_take_out(struct snapshot *s, const struct snapshot_gone *gone);

/* Adds the items of delta->made to by_key, which has n keys so far.  snapshot_add() must
   have made these items. */
void snapshot_put_in(struct snapshot *s, uint32_t n,
		     const struct snapshot_delta *delta);

/* -------------------------------------------------------- item_describe.c */

/* Describes the removed keys of a delta, and then its updates.  An update is the change
   of an item of `base`, with the new values from `now`.  False: there are no more. */
struct snapshot_change {
	enum dfk_protocol protocol;
	const struct snapshot *base, *now;
	const struct snapshot_delta *delta;
	const struct ints *ints;
};

bool snapshot_describe_change(const struct snapshot_change *change,
			      size_t index, struct description *out);

#endif
