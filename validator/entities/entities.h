/* SPDX-License-Identifier: MIT */
/*
 * entities.h - the entities of a Source demo: which there are, and what changes
 * (DEM-16)
 *
 *   | 1 | distance to the next property | value | 1 | ... | 0 |
 *
 * What the bits say is read in one place, walk.c, for the check and for
 * inspection.
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

/* Bits of a distance, as the two bits before it say. */
static inline unsigned
entities_distance_bits(uint64_t kind)
{
	static const uint8_t widths[] = { 4, 8, 12, 32 };

	return AT(widths, kind & 3);
}

enum entities_error {
	ENTITIES_READ,
	ENTITIES_OVERRUN,  /* the bits end inside it */
	ENTITIES_CLASS,	   /* there is no such class */
	ENTITIES_UNKNOWN,  /* a change of an entity that was never there */
	ENTITIES_INDEX,	   /* there is no such entity */
	ENTITIES_PROP,	   /* the class has no such property */
	ENTITIES_ELEMENTS, /* an array has no room for so many */
	ENTITIES_NUMBER,   /* a varint of more than 32 bits */
	ENTITIES_FIRST	   /* the first temporary entity has no class */
};

struct entity {
	bool known;
	uint16_t class;
};

/* As it is written: of an int the number; of floats see entities_real(). */
struct entities_value {
	unsigned parts;	    /* numbers: 0 of a text, 3 of a vector */
	bool third_is_sign; /* 1: the third number of a vector is negative */
	int64_t part[3];
	uint64_t bit; /* where a text begins, and how long it is: */
	uint32_t bytes;
};

/* The number in the file. */
enum entities_change {
	ENTITIES_CHANGE,
	ENTITIES_LEAVE,
	ENTITIES_ENTER,
	ENTITIES_DELETE
};

/* What was read last. */
struct entities_at {
	uint64_t bit;  /* where it begins */
	int32_t index; /* of the entity; -1: none */
	enum entities_change change;
	uint32_t class_index;
	const struct sendtable_class *class; /* or NULL */
	const struct sendtable_prop *prop;   /* or NULL */
	const struct sendtable_prop *element; /* the template, and which one: */
	uint32_t number;
	struct entities_value value; /* of an array the number of elements */
};

struct entities_count;

struct entities_walk {
	const struct entities *e;
	struct bit_reader b;
	uint32_t left;	   /* updates that come */
	uint32_t elements; /* the same, of an array */
	uint64_t next;	   /* after the index of the last entity */
	uint64_t next_prop;
	bool temporary, delta;
	bool applied; /* before it is read: what changes may be gone since */
	bool in_props;
	bool any_class; /* a temporary entity had one */
	bool cut;	/* the list of removed ones has no end */
	bool in_removed; /* it has begun, there: */
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
	const struct sendtables *tables; /* NULL: they are not known */
	bool varint;			 /* ints may be written so */
	struct entity entity[ENTITIES_MOST];
	bool baseline[SENDTABLE_MOST_CLASSES]; /* which classes have one */
	struct entities_walk walk; /* what is read, or was last */

	/* What the last snapshot changes, until entities_commit(): */
	bool anew; /* no other entity is there */
	uint32_t n_new;
	struct entities_new new[ENTITIES_MOST];
};

/* Forgets all entities and baselines. */
void entities_clear(struct entities *e);

/* ------------------------------------------------------------------ reading */

enum entities_event {
	ENTITIES_END, /* or an error */
	ENTITIES_UPDATE,
	ENTITIES_PROPERTY,
	ENTITIES_ELEMENT, /* of the array before it */
	ENTITIES_REMOVED
};

/* A snapshot of so many updates; temporary entities: so many, 0 for one that must
   arrive; the properties of that class.  The entities stay the caller's. */
struct entities_walk entities_walk_snapshot(const struct entities *e,
					    const struct bit_reader *body,
					    uint32_t updates, bool delta);
struct entities_walk entities_walk_temporary(const struct entities *e,
					     const struct bit_reader *body,
					     uint32_t n);
struct entities_walk entities_walk_props(const struct entities *e,
					 const struct bit_reader *body,
					 uint32_t class);

/* The next thing, which is w->at; not called again after ENTITIES_END. */
enum entities_event entities_next(struct entities_walk *w);

/* value.c: reads the value of a property that is no array (DEM-16.1). */
enum entities_error entities_value(bool varint, struct bit_reader *b,
				   const struct sendtable_prop *p,
				   struct entities_value *v);

/* plain.c: passes properties, and changes of entities after them, as long as nothing
   is wrong but what is counted.  For a walk that is in properties, and in no array. */
void entities_pass_plain(struct entities_walk *w, uint32_t most,
			 struct entities_count *count);

/* A part of a float or vector as a number. */
double entities_real(const struct sendtable_prop *p, int64_t part);

/* How many parts of it are no numbers. */
uint32_t entities_odd_floats(const struct sendtable_prop *p,
			     const struct entities_value *v);

/* ----------------------------------------------------------------- checking */

/* What was read, and what is odd about it. */
struct entities_count {
	uint64_t enters, leaves, deletes, changes, removed, props;
	uint64_t odd_floats;	 /* that are no numbers */
	uint64_t unknown_leaves; /* of entities that were not there */
	uint64_t too_high;	 /* indices above what the snapshot says */
	uint64_t bare;		 /* that enter without a baseline of their class */
	bool cut;		 /* the list of removed ones has no end */
};

/* Reads it to its end, or an error, from `b`; `most`: above all indices. */
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

/* A snapshot that was just read counts: later ones are differences to it. */
void entities_commit(struct entities *e);

/* What was being read: "entity 5 > CTFPlayer > m_iHealth". */
void entities_path(const struct entities *e, char *room, size_t size);

#endif
