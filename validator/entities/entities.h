/* SPDX-License-Identifier: MIT */
/*
 * entities.h - the entities of a Source demo, and their changes (DEM-16)
 *
 *   | 1 | distance to the next property | value | 1 | ... | 0 |
 *
 * walk.c and value.c read the bits, both for the check and for `inspect`.
 */
#ifndef VALIDATOR_ENTITIES_ENTITIES_H
#define VALIDATOR_ENTITIES_ENTITIES_H

#include "validator/core/bits.h"
#include "validator/sendtable/sendtable.h"

enum {
	ENTITIES_MOST = 2048,
	ENTITIES_INDEX_BITS = 11
};

/* Bits of the parts of a coordinate (DEM-16.1). */
enum { COORD_WHOLE = 14, COORD_NEAR = 11, COORD_FRACTION = 5, COORD_LOW = 3 };

/* The number of bits of a distance, given by the two bits before it. */
static inline unsigned
entities_distance_bits(uint64_t kind)
{
	static const uint8_t widths[] = { 4, 8, 12, 32 };

	return AT(widths, kind & 3);
}

enum entities_error {
	ENTITIES_READ,
	ENTITIES_OVERRUN,  /* the bits end inside an element */
	ENTITIES_CLASS,	   /* the class does not exist */
	ENTITIES_UNKNOWN,  /* an update of an entity that does not exist */
	ENTITIES_INDEX,	   /* the index is too high */
	ENTITIES_PROP,	   /* the class does not have the property */
	ENTITIES_ELEMENTS, /* an array has too many elements */
	ENTITIES_NUMBER,   /* a varint of more than 32 bits */
	ENTITIES_FIRST	   /* the first temporary entity has no class */
};

struct entity {
	bool known;
	uint16_t class;
};

/* A value as it is stored: the number of an int; for floats see entities_real(). */
struct entities_value {
	unsigned parts;	    /* number of parts: 0 for a text, 3 for a vector */
	bool third_is_sign; /* the third part is only the sign of the third number; 1:
			       negative */
	int64_t part[3];
	uint64_t bit; /* first bit of a text, and its length in bytes: */
	uint32_t bytes;
};

/* The kind of an update, as stored in the file. */
enum entities_change {
	ENTITIES_CHANGE,
	ENTITIES_LEAVE,
	ENTITIES_ENTER,
	ENTITIES_DELETE
};

/* The element that was read last. */
struct entities_at {
	uint64_t bit;  /* first bit of the element */
	int32_t index; /* index of the entity; -1: none */
	enum entities_change change;
	uint32_t class_index;
	const struct sendtable_class *class; /* or NULL */
	const struct sendtable_prop *prop;   /* or NULL */
	const struct sendtable_prop *element; /* template of an array's elements, and the
						 number of the element: */
	uint32_t number;
	struct entities_value value; /* for an array: the number of elements */
};

struct entities_count;

struct entities_walk {
	const struct entities *e;
	struct bit_reader b;
	uint32_t left;	   /* number of updates left */
	uint32_t elements; /* number of elements of the array left */
	uint64_t next;	   /* one more than the index of the last entity */
	uint64_t next_prop;
	bool temporary, delta;
	bool applied; /* the snapshot was applied before this walk, so updated entities
			 may be removed already */
	bool in_props;
	bool any_class; /* a temporary entity had a class */
	bool cut;	/* the list of removed entities has no end */
	bool in_removed; /* the list of removed entities has begun, at this bit: */
	uint64_t removed;
	enum entities_error error;
	struct entities_at at;
};

/* An entity that enters or is deleted. */
struct entities_new {
	uint16_t index;
	struct entity entity;
};

struct entities {
	const struct sendtables *tables; /* NULL: the data tables are not known */
	bool varint;			 /* ints may be varints */
	struct entity entity[ENTITIES_MOST];
	bool baseline[SENDTABLE_MOST_CLASSES]; /* the classes that have a baseline */
	struct entities_walk walk; /* the current walk, or the last one */

	/* The changes of the last snapshot, until entities_commit(): */
	bool anew; /* a full snapshot: all other entities disappear */
	uint32_t n_new;
	struct entities_new new[ENTITIES_MOST];
};

/* Forgets all entities and baselines. */
void entities_clear(struct entities *e);

/* ------------------------------------------------------------------ reading */

enum entities_event {
	ENTITIES_END, /* the walk has ended, or w->error is set */
	ENTITIES_UPDATE,
	ENTITIES_PROPERTY,
	ENTITIES_ELEMENT, /* an element of the array before */
	ENTITIES_REMOVED
};

/* Begins a walk over a snapshot of `updates` updates, over n temporary entities (0: one
   reliable entity), or over the properties of an entity of class `class`.  *e must
   outlive the walk. */
struct entities_walk entities_walk_snapshot(const struct entities *e,
					    const struct bit_reader *body,
					    uint32_t updates, bool delta);
struct entities_walk entities_walk_temporary(const struct entities *e,
					     const struct bit_reader *body,
					     uint32_t n);
struct entities_walk entities_walk_props(const struct entities *e,
					 const struct bit_reader *body,
					 uint32_t class);

/* Reads the next element into w->at.  Must not be called after ENTITIES_END. */
enum entities_event entities_next(struct entities_walk *w);

/* value.c: reads the value of a property that is not an array (DEM-16.1).  varint: ints
   may be varints. */
enum entities_error entities_value(bool varint, struct bit_reader *b,
				   const struct sendtable_prop *p,
				   struct entities_value *v);

/* plain.c: passes properties, and updates of entities behind them, as long as nothing is
   wrong, and counts them.  The walk must be in properties, and not in an array.  most: as
   in entities_snapshot(). */
void entities_pass_plain(struct entities_walk *w, uint32_t most,
			 struct entities_count *count);

/* The number that a part of a float or vector stands for. */
double entities_real(const struct sendtable_prop *p, int64_t part);

/* The number of parts that are NaN or infinite. */
uint32_t entities_odd_floats(const struct sendtable_prop *p,
			     const struct entities_value *v);

/* ----------------------------------------------------------------- checking */

/* Counts of what was read, and of oddities. */
struct entities_count {
	uint64_t enters, leaves, deletes, changes, removed, props;
	uint64_t odd_floats;	 /* values that are NaN or infinite */
	uint64_t unknown_leaves; /* removals of entities that do not exist */
	uint64_t too_high;	 /* indices of at least the number that the snapshot
				    declares */
	uint64_t bare;		 /* entities that enter although their class has no
				    baseline */
	bool cut;		 /* the list of removed entities has no end */
};

/* Read a snapshot, temporary entities, or properties from `b` up to the end or an error,
   and move b.  most: the number of entities that the snapshot declares. */
enum entities_error entities_snapshot(struct entities *e, struct bit_reader *b,
				      uint32_t updates, bool delta,
				      uint32_t most,
				      struct entities_count *count);
enum entities_error entities_temporary(struct entities *e,
				       struct bit_reader *b, uint32_t n,
				       struct entities_count *count);
enum entities_error entities_props(struct entities *e, struct bit_reader *b,
				   uint32_t class,
				   struct entities_count *count);

/* Applies the snapshot that was just read.  Later snapshots are deltas to it. */
void entities_commit(struct entities *e);

/* Writes the path of the element that was read last: "entity 5 > CTFPlayer >
   m_iHealth". */
void entities_path(const struct entities *e, char *room, size_t size);

#endif
