/* SPDX-License-Identifier: MIT */
/*
 * delta.h - the difference between two snapshots (SN-4)
 *
 *   delta      num_removed | num_updates | 0 | removed keys
 *              | updates: type, id, [size], ints
 *
 * A delta is applied in place, in time that is linear in the delta: a demo can have a
 * large snapshot, and after it a million deltas of a few bytes.
 */
#ifndef VALIDATOR_SNAPSHOT_DELTA_H
#define VALIDATOR_SNAPSHOT_DELTA_H

#include "validator/snapshot/snapshot.h"

/* An update of a delta; its ints stay in the ints of the delta. */
struct snapshot_update {
	int32_t type, id;  /* as they were read, in range or not */
	uint16_t head, at; /* indices of the type and of its first int */
	uint16_t n;        /* ints */
	bool removed;      /* the delta removes this key, too */
	uint16_t first;    /* the first update of the same key, or this one */
	uint16_t old;      /* item of the base, or SNAPSHOT_NO_ITEM */
	uint16_t item;     /* of the result, once it was applied */
	bool fresh;        /* its type was not there before; set then, too */
};

/* The members of a snapshot that a delta changes, except the ints of items. */
struct snapshot_shape {
	uint32_t n_items, n_data, n_slots, n_used, n_declared;
	uint16_t by_key[SNAPSHOT_MAX_ITEMS], by_uuid[SNAPSHOT_MAX_ITEMS];
};

/* The result of finding the parts of a delta.  delta.c sets all members before an update
   is judged.  plain.c, which refuses incomplete deltas, only sets `carries`. */
struct snapshot_reading {
	uint32_t end;    /* where the last update ends */
	uint32_t wanted; /* updates, as the head says */
	bool whole;      /* all of these were found; not: that they fit */
	bool below;      /* an update has a type below 0: it does not */
	bool carries;    /* the size of an item of SNAPSHOT_SIZED_TYPES */
	/* The defect at which reading stopped, if the delta is not whole. */
	struct {
		enum rule_id rule;
		uint32_t at;
	} stop;
};

/* The updates that make a new item, in the order of their keys, which are all
   different. */
struct snapshot_made {
	uint32_t n;
	uint16_t updates[SNAPSHOT_MAX_UPDATES];
};

/* The items of the base that are removed, each of them once.  There may be more of them
   than removed keys: items with the same key are removed together. */
struct snapshot_gone {
	uint32_t n;
	uint16_t items[SNAPSHOT_MAX_ITEMS];
	struct snapshot_bits flags; /* the same, of a delta that was related */
};

/* Memory of relate.c while it sorts by keys. */
struct snapshot_sorting {
	/* The numbers of the removed keys, without keys that are plainly repeated. */
	uint32_t n_keys;
	uint16_t keys[INTS_MAX];
	/* The updates of items that do not exist, or are removed.  In plain.c: the
	   updates that make an item, in the order of the delta. */
	uint16_t loose[SNAPSHOT_MAX_UPDATES];
	/* For each item that is updated: the number of its first update plus one. */
	uint16_t firsts[SNAPSHOT_SLOTS];
};

struct snapshot_delta {
	uint32_t n_removed, n_updates;
	struct snapshot_reading reading;
	bool related; /* snapshot_relate() was called, with that base */
	struct snapshot_update updates[SNAPSHOT_MAX_UPDATES];
	struct snapshot_made made;
	uint16_t removed_item[INTS_MAX]; /* of the base, for each removed key */
	struct snapshot_sorting sorting;
	struct snapshot_gone gone;
	uint32_t declares; /* declarations that go or come, or are updated */
	/* For each item that is updated: the number of its last update. */
	uint16_t lasts[SNAPSHOT_SLOTS];
	uint16_t moved[SNAPSHOT_SLOTS]; /* where snapshot_pack() put them */
	struct snapshot_shape before;
};

/* The ints of the update, where they came from. */
static inline const int32_t *
snapshot_update_ints(const struct ints *in, const struct snapshot_update *u)
{
	const size_t one = sizeof(*in->at);

	return bytes_at(in->at, sizeof(in->at), one * u->at, one * u->n);
}

/* The first n ints of an item, to be written to. */
static inline int32_t *
snapshot_item_ints(struct snapshot *s, uint16_t item, uint32_t n)
{
	const size_t one = sizeof(*s->data);

	return room_at(s->data, sizeof(s->data), one * AT(s->items, item).start,
		       one * n);
}

/* ------------------------------------------------------- reading, applying */

/*
 * delta.c, SN-4: finds the parts of a delta, and reports its defects, also with regard to
 * `base`.  base: NULL if it is not known.  False: the delta cannot be applied.
 */
bool snapshot_read_delta(const struct snapshot_context *c,
			 const struct ints *in, const struct snapshot *base,
			 struct snapshot_delta *delta);

/* Finds the parts of a delta without a base: the numbers of keys and updates, their end,
   and whether the delta is whole.  Reports only defects of the head. */
void snapshot_find_parts(const struct snapshot_context *c,
			 const struct ints *in, struct snapshot_delta *delta);

/* judge.c: reports the findings, except those of the head.  False: the delta cannot be
   applied. */
bool snapshot_judge_delta(const struct snapshot_context *c,
			  const struct ints *in, const struct snapshot *base,
			  struct snapshot_delta *delta);

/* delta.c: reports all findings of a delta that was read and related.  Same result as
   before. */
bool snapshot_tell_delta(const struct snapshot_context *c,
			 const struct ints *in, const struct snapshot *base,
			 struct snapshot_delta *delta);

/* relate.c: compares the keys of a delta with each other and with the base. */
void snapshot_relate(const struct ints *in, const struct snapshot *base,
		     struct order *order, struct snapshot_delta *delta);

/*
 * apply.c: applies a delta to `s`, after snapshot_make_room() and after the delta was
 * read with `s` as the base.  Reports a result that is too large, and defects of items
 * that were made or changed.  False: the delta cannot be applied, and `s` is unchanged.
 */
bool snapshot_apply(const struct snapshot_context *c, const struct ints *in,
		    struct snapshot *s, struct snapshot_delta *delta);

/* Reports the findings of snapshot_apply() after it was called.  Before this,
   snapshot_tell_delta() may be called with the changed snapshot as the base: it needs
   only the sizes of items, which removed items keep. */
void snapshot_check_applied(const struct snapshot_context *c,
			    const struct snapshot *s,
			    const struct snapshot_delta *delta);

/* Undoes snapshot_apply(). */
void snapshot_take_back(const struct ints *in, struct snapshot *s,
			const struct snapshot_delta *delta);

/* As snapshot_apply(), but writes another snapshot, `out`, and does not change `base`.
   Both are packed. */
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

/* items.c: notes the sizes that a delta contains.  If a delta that was read with the
   sizes of the protocol contains the size of a type, deltas do not omit it, and the size
   from full snapshots is not used for this type.  This may come from damage, so it counts
   only up to the next full snapshot with such items, except the first one. */
void snapshot_note_carried(struct snapshot_sizes *sizes,
			   enum dfk_protocol protocol,
			   const struct snapshot_delta *delta);

/* ------------------------------------------------------------ rearrange.c */

/* Packs the snapshot: closes the gaps.  scratch->moved: the new index of each item. */
void snapshot_pack(struct snapshot *s, struct snapshot_delta *scratch);

/* Packs the snapshot if a delta of so many ints may not fit.  Call it before the delta is
   read. */
void snapshot_make_room(struct snapshot *s, uint32_t ints,
			struct snapshot_delta *scratch);

void snapshot_take_out(struct snapshot *s, const struct snapshot_gone *gone);

/* After snapshot_add() made the items of delta->made: puts them into by_key,
   which has n keys so far. */
void snapshot_put_in(struct snapshot *s, uint32_t n,
		     const struct snapshot_delta *delta);

/* -------------------------------------------------------- item_describe.c */

/* Describes the removed keys of a delta, then its updates: the change of an item of
   `base`, and its new values, which are in `now`.  False: there are no more. */
struct snapshot_change {
	enum dfk_protocol protocol;
	const struct snapshot *base, *now;
	const struct snapshot_delta *delta;
	const struct ints *ints;
};

bool snapshot_describe_change(const struct snapshot_change *change,
			      size_t index, struct description *out);

#endif
