/* SPDX-License-Identifier: MIT */
/*
 * delta.h - the difference between two snapshots (SN-4)
 *
 *   delta      num_removed | num_updates | 0 | removed keys
 *              | updates: type, id, [size], ints
 *
 * A delta is applied where the snapshot is, in time that is linear in the delta:
 * a demo can have a wide snapshot, and after it a million deltas of a few bytes.
 */
#ifndef VALIDATOR_SNAPSHOT_DELTA_H
#define VALIDATOR_SNAPSHOT_DELTA_H

#include "validator/snapshot/snapshot.h"

/* One of a delta's updates; the ints are left where they came from. */
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

/* What a delta changes in a snapshot, but for the ints of items. */
struct snapshot_shape {
	uint32_t n_items, n_data, n_slots, n_used, n_declared;
	uint16_t by_key[SNAPSHOT_MAX_ITEMS], by_uuid[SNAPSHOT_MAX_ITEMS];
};

/* How far a delta was read.  delta.c sets all of it before an update is judged; plain.c,
   which refuses what is not whole, sets `carries` alone. */
struct snapshot_reading {
	uint32_t end;    /* where the last update ends */
	uint32_t wanted; /* updates, as the head says */
	bool whole;      /* all of these were found; not: that they fit */
	bool below;      /* an update has a type below 0: it does not */
	bool carries;    /* the size of an item of SNAPSHOT_SIZED_TYPES */
	/* What reading stopped at, if it is not whole. */
	struct {
		enum rule_id rule;
		uint32_t at;
	} stop;
};

/* The updates that make an item, in the order of their keys, which differ. */
struct snapshot_made {
	uint32_t n;
	uint16_t updates[SNAPSHOT_MAX_UPDATES];
};

/* The items of the base that go, each of them once.  They may be more than the removed
   keys: keys that are there twice go together. */
struct snapshot_gone {
	uint32_t n;
	uint16_t items[SNAPSHOT_MAX_ITEMS];
	struct snapshot_bits flags; /* the same, of a delta that was related */
};

/* What relate.c needs while it sorts by keys, and nobody after that. */
struct snapshot_sorting {
	/* The numbers of the removed keys that are not at once seen to come again. */
	uint32_t n_keys;
	uint16_t keys[INTS_MAX];
	/* The updates of items that are not there, or are removed.  In plain.c: those
	   that make an item, as they come. */
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
 * delta.c, SN-4: finds the parts of a delta and reports what is wrong with it, with
 * regard to `base`, or NULL if that is not known.  False: it cannot be applied.
 */
bool snapshot_read_delta(const struct snapshot_context *c,
			 const struct ints *in, const struct snapshot *base,
			 struct snapshot_delta *delta);

/* The same without a base and without its findings, but for those of the head: how many
   keys and updates there are, where they end, and whether that is all of them. */
void snapshot_find_parts(const struct snapshot_context *c,
			 const struct ints *in, struct snapshot_delta *delta);

/* judge.c: gives the findings but those of the head; false: it cannot be applied. */
bool snapshot_judge_delta(const struct snapshot_context *c,
			  const struct ints *in, const struct snapshot *base,
			  struct snapshot_delta *delta);

/* delta.c: gives all findings again, of a delta that was read and related, with the same
   result. */
bool snapshot_tell_delta(const struct snapshot_context *c,
			 const struct ints *in, const struct snapshot *base,
			 struct snapshot_delta *delta);

/* relate.c: the part of that which compares keys. */
void snapshot_relate(const struct ints *in, const struct snapshot *base,
		     struct order *order, struct snapshot_delta *delta);

/*
 * apply.c: makes `s` the snapshot that follows from the delta, which was read with
 * `s` as the base, after snapshot_make_room().  Reports what does not fit, and what
 * is odd about the items that were made.  False: there is no such snapshot, and `s`
 * is as it was.
 */
bool snapshot_apply(const struct snapshot_context *c, const struct ints *in,
		    struct snapshot *s, struct snapshot_delta *delta);

/* Gives the findings of snapshot_apply() again, after it.  After
   snapshot_tell_delta(), with that snapshot as the base: of the base, the findings
   need only the sizes of items, which even those have that are gone. */
void snapshot_check_applied(const struct snapshot_context *c,
			    const struct snapshot *s,
			    const struct snapshot_delta *delta);

/* Makes `s` what it was before snapshot_apply(). */
void snapshot_take_back(const struct ints *in, struct snapshot *s,
			const struct snapshot_delta *delta);

/* As snapshot_apply(), but makes another snapshot, `out`, and leaves `base` as it
   is.  Both are packed. */
bool snapshot_advance(const struct snapshot_context *c, const struct ints *in,
		      const struct snapshot *base, struct snapshot_delta *delta,
		      struct snapshot *out);

/*
 * plain.c: reads and applies in one go a delta that gives no finding.  False: it
 * may give one, and `s`, which has to have room, is as it was.  What is in `room`
 * afterwards is no delta: only the types and sizes of its updates are there.
 */
bool snapshot_advance_plain(const struct snapshot_context *c,
			    const struct ints *in, struct snapshot *s,
			    struct snapshot_delta *room);

/* items.c: what full snapshots show of a type is not to be learned if a delta has that
   size, too, which was read with the sizes of the protocol.  As that may have been
   damage that made sense, it counts up to the next full snapshot with such items, but
   for the first one. */
void snapshot_note_carried(struct snapshot_sizes *sizes,
			   enum dfk_protocol protocol,
			   const struct snapshot_delta *delta);

/* ------------------------------------------------------------ rearrange.c */

/* Closes the gaps; scratch->moved says where each item that is there went. */
void snapshot_pack(struct snapshot *s, struct snapshot_delta *scratch);

/* Packs, if a delta of so many ints may not fit otherwise.  Before it is read. */
void snapshot_make_room(struct snapshot *s, uint32_t ints,
			struct snapshot_delta *scratch);

void snapshot_take_out(struct snapshot *s, const struct snapshot_gone *gone);

/* After snapshot_add() made the items of delta->made: puts them into by_key,
   which has n keys so far. */
void snapshot_put_in(struct snapshot *s, uint32_t n,
		     const struct snapshot_delta *delta);

/* -------------------------------------------------------- item_describe.c */

/* The removed keys of a delta and then its updates: what becomes of an item of
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
