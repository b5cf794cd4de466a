/* SPDX-License-Identifier: MIT */
/*
 * sendtable.h - the data tables of a Source demo: which properties the entities of
 * each class have, and in how many bits (DEM-12)
 *
 *   class CTFPlayer -> table DT_TFPlayer -> properties and further tables
 *
 * Flattened, the tables of a class are one list of properties; what changes is
 * said by an index into it.
 */
#ifndef VALIDATOR_SENDTABLE_SENDTABLE_H
#define VALIDATOR_SENDTABLE_SENDTABLE_H

#include "validator/core/bits.h"
#include "validator/core/growing.h"
#include "validator/core/limits.h"
#include "validator/core/report.h"

/* As in network protocols above 15; before them there is no SENDTABLE_VECTOR_XY,
   and those after it are one less. */
enum sendtable_type {
	SENDTABLE_INT,
	SENDTABLE_FLOAT,
	SENDTABLE_VECTOR,
	SENDTABLE_VECTOR_XY,
	SENDTABLE_STRING,
	SENDTABLE_ARRAY,
	SENDTABLE_TABLE,
	SENDTABLE_TYPES
};

enum sendtable_flag {
	SENDTABLE_UNSIGNED = 1 << 0,
	SENDTABLE_COORD = 1 << 1,
	SENDTABLE_NO_SCALE = 1 << 2,
	SENDTABLE_NORMAL = 1 << 5, /* of an int: varint */
	SENDTABLE_EXCLUDE = 1 << 6,
	SENDTABLE_INSIDE_ARRAY = 1 << 8,
	SENDTABLE_CHANGES_OFTEN = 1 << 10,
	SENDTABLE_COLLAPSIBLE = 1 << 12,
	SENDTABLE_COORD_MP = 1 << 13,
	SENDTABLE_COORD_MP_LOW = 1 << 14,
	SENDTABLE_COORD_MP_INTEGRAL = 1 << 15
};

enum {
	SENDTABLE_MOST_BYTES = 262144,
	SENDTABLE_MOST_TABLES = 1024,
	SENDTABLE_MOST_CLASSES = 512,
	SENDTABLE_MOST_FLAT = 4096, /* properties of a class */
	SENDTABLE_NONE = UINT16_MAX
};

/* How its value is passed without being read. */
enum sendtable_pass {
	SENDTABLE_PASS_NONE, /* it has to be read */
	SENDTABLE_PASS_FIXED,
	SENDTABLE_PASS_VARINT, /* where ints may be written so */
	SENDTABLE_PASS_FLOAT,  /* of 32 bits, each */
	SENDTABLE_PASS_COORD,
	SENDTABLE_PASS_COORD_MP,
	SENDTABLE_PASS_COORD_MP_LOW,
	SENDTABLE_PASS_COORD_MP_INTEGRAL
};

struct sendtable_layout {
	bool vector_xy;	    /* there is that type */
	unsigned size_bits; /* of the number of bits of a property */
};

/* A text of the tables; equal ones have the same number. */
struct sendtable_name {
	uint32_t off, len, number;
};

struct sendtable_prop {
	uint32_t bit;	 /* where it begins, in the payload */
	uint32_t name;	 /* an index into the names */
	uint32_t target; /* the same: of the table that it names */
	uint32_t key;	 /* the same for the same name in the same table */
	float low, high;
	uint16_t table;	 /* in which it is */
	uint16_t inner;	 /* the table that it is, or SENDTABLE_NONE; of an array
	                    the property of its elements */
	uint16_t flags, elements;
	uint8_t type, bits;
};

/* What a class calls by an index.  How it is passed is here, too: what follows in
   the bits is found without the property, which is 36 bytes in another place. */
struct sendtable_flat {
	uint16_t prop;
	uint8_t pass;  /* enum sendtable_pass */
	uint8_t width; /* of a fixed one all bits, else how many numbers */
};

struct sendtable_table {
	uint32_t bit, name;
	uint32_t first, count; /* of its properties */
};

struct sendtable_class {
	uint32_t bit, name, table_name;
	uint16_t table;
	uint32_t first, count; /* of its flattened properties */
};

enum sendtable_status {
	SENDTABLE_READ,
	SENDTABLE_WRONG, /* reported */
	SENDTABLE_UNDECIDED,
	SENDTABLE_NO_MEMORY
};

struct sendtables {
	struct report *report;
	const struct limits *limits;
	struct budget *budget;
	struct growing texts, names, props, tables, classes;
	struct growing flat;
	unsigned class_bits; /* of an index of a class */
	bool wrong;
};

/* tables.c: the tables in memory, which hold nothing at first. */
void sendtables_open(struct sendtables *t, struct report *report,
		     const struct limits *limits, struct budget *budget);
void sendtables_free(struct sendtables *t);

static inline const struct sendtable_class *
sendtables_class(const struct sendtables *t, size_t index)
{
	return growing_at(&t->classes, index);
}

static inline struct sendtable_prop *
sendtables_prop(const struct sendtables *t, size_t index)
{
	return growing_at(&t->props, index);
}

/* What an entity of the class calls `index`; index < count. */
static inline const struct sendtable_flat *
sendtables_flat_at(const struct sendtables *t, const struct sendtable_class *c,
		   uint32_t index)
{
	return growing_at(&t->flat, c->first + (size_t)index);
}

/* The property. */
const struct sendtable_prop *
sendtables_flat(const struct sendtables *t, const struct sendtable_class *c,
		uint32_t index);

/* The template of an array's elements. */
const struct sendtable_prop *
sendtables_element(const struct sendtables *t,
		   const struct sendtable_prop *array);

struct span sendtables_name(const struct sendtables *t, uint32_t name);

/*
 * read.c: the payload of dem_datatables: 1 to SENDTABLE_MOST_BYTES bytes.  What is wrong
 * with it is reported; its offsets are those of the part at hand.  If it was not
 * read, what the tables hold is of no use.
 */
enum sendtable_status sendtables_read(struct sendtables *t, struct span payload,
				      const struct sendtable_layout *layout);

/* The same, but for the lists of the classes, which take the most time: is all of it
   there, and as it has to be?  Else it is reported, or see the budget. */
void sendtables_check_whole(struct sendtables *t, struct span payload,
			    const struct sendtable_layout *layout);

#endif
