/* SPDX-License-Identifier: MIT */
/*
 * entities.h - the entities of a Source demo: which there are, and what changes
 * (DEM-16)
 *
 *   | 1 | distance to the next property | value | 1 | ... | 0 |
 */
#ifndef VALIDATOR_ENTITIES_ENTITIES_H
#define VALIDATOR_ENTITIES_ENTITIES_H

#include "validator/core/bits.h"
#include "validator/sendtable/sendtable.h"

enum {
	ENTITIES_MOST = 2048,
	ENTITIES_INDEX_BITS = 11
};

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

/* What was read, and what is odd about it. */
struct entities_count {
	uint64_t enters, leaves, deletes, changes, removed, props;
	uint64_t odd_floats;	 /* that are no numbers */
	uint64_t unknown_leaves; /* of entities that were not there */
	uint64_t too_high;	 /* indices above what the snapshot says */
	uint64_t bare;		 /* that enter without a baseline of their class */
	bool cut;		 /* the list of removed ones has no end */
};

struct entities {
	const struct sendtables *tables; /* NULL: they are not known */
	bool varint;			 /* ints may be written so */
	struct entity entity[ENTITIES_MOST];
	bool baseline[SENDTABLE_MOST_CLASSES]; /* which classes have one */

	/* What is being read: */
	uint64_t bit;  /* where it begins */
	int32_t index; /* of the entity; -1: none */
	const struct sendtable_class *class;
	const struct sendtable_prop *prop;
};

/* Forgets all entities and baselines. */
void entities_clear(struct entities *e);

/* What is being read: "entity 5 > CTFPlayer > m_iHealth". */
void entities_path(const struct entities *e, char *room, size_t size);

/* A snapshot: so many updates, from `b`; `most`: above all indices. */
enum entities_error entities_snapshot(struct entities *e, struct bit_reader *b,
				      uint32_t updates, bool delta,
				      uint32_t most,
				      struct entities_count *count);

/* Temporary entities: so many, 0 for one that must arrive. */
enum entities_error entities_temporary(struct entities *e,
				       struct bit_reader *b, uint32_t n,
				       struct entities_count *count);

/* A list of properties of that class. */
enum entities_error entities_props(struct entities *e, struct bit_reader *b,
				   const struct sendtable_class *class,
				   struct entities_count *count);

/* value.c: passes the value of a property (DEM-16.1). */
enum entities_error entities_value(const struct entities *e,
				   struct bit_reader *b,
				   const struct sendtable_prop *p,
				   struct entities_count *count);

#endif
