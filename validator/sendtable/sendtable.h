/* SPDX-License-Identifier: MIT */
/*
 * sendtable.h - the data tables of a Source demo: the properties that the entities of
 * each class have, and their widths in bits (DEM-12)
 *
 *   class CTFPlayer -> table DT_TFPlayer -> properties and further tables
 *
 * The tables of a class are flattened into one list of properties.  Updates refer to
 * properties by their index in this list.
 */
#ifndef VALIDATOR_SENDTABLE_SENDTABLE_H
#define VALIDATOR_SENDTABLE_SENDTABLE_H

#include "validator/core/bits.h"
#include "validator/core/growing.h"
#include "validator/core/limits.h"
#include "validator/core/report.h"

/* The types of network protocols above 15.  Older protocols have no SENDTABLE_VECTOR_XY,
   so the numbers of the types after it are one less. */
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
	SENDTABLE_NORMAL = 1 << 5, /* the flag of an int whose value is a
	                              varint */
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
	SENDTABLE_MOST_FLAT = 4096, /* largest number of properties of a class */
	SENDTABLE_NONE = UINT16_MAX
};

/* The ways to skip the value of a property without reading the value. */
enum sendtable_pass {
	SENDTABLE_PASS_NONE, /* the value must be read */
	SENDTABLE_PASS_FIXED,
	SENDTABLE_PASS_VARINT, /* a varint, if ints may be varints */
	SENDTABLE_PASS_FLOAT,  /* floats of 32 bits */
	SENDTABLE_PASS_COORD,
	SENDTABLE_PASS_COORD_MP,
	SENDTABLE_PASS_COORD_MP_LOW,
	SENDTABLE_PASS_COORD_MP_INTEGRAL
};

struct sendtable_layout {
	bool vector_xy;	    /* the type SENDTABLE_VECTOR_XY exists */
	unsigned size_bits; /* width of the field with the number of bits of a property */
};

/* A text of the tables.  Equal texts have the same `number`. */
struct sendtable_name {
	uint32_t off, len, number;
};

struct sendtable_prop {
	uint32_t bit;	 /* first bit in the payload */
	uint32_t name;	 /* index of the name */
	uint32_t target; /* index of the name of the table that the property refers to */
	uint32_t key;	 /* equal for the same name in the same table */
	float low, high;
	uint16_t table;	 /* index of the table that contains the property */
	uint16_t inner;	 /* index of the table that the property refers to, or
	                    SENDTABLE_NONE; for an array: index of its template */
	uint16_t flags, elements;
	uint8_t type, bits;
};

/* An item of the flattened list of a class.  The way to skip the value is stored here,
   because the property itself has 36 bytes at another place. */
struct sendtable_flat {
	uint16_t prop;
	uint8_t pass;  /* enum sendtable_pass */
	uint8_t width; /* for SENDTABLE_PASS_FIXED the number of bits, otherwise the
	                  number of numbers */
};

struct sendtable_table {
	uint32_t bit, name;
	uint32_t first, count; /* range of its properties */
};

struct sendtable_class {
	uint32_t bit, name, table_name;
	uint16_t table;
	uint32_t first, count; /* range of its flattened properties */
};

enum sendtable_status {
	SENDTABLE_READ,
	SENDTABLE_WRONG, /* the tables are wrong, and the error was reported */
	SENDTABLE_UNDECIDED,
	SENDTABLE_NO_MEMORY
};

struct sendtables {
	struct report *report;
	const struct limits *limits;
	struct budget *budget;
	struct growing texts, names, props, tables, classes;
	struct growing flat;
	unsigned class_bits; /* width of the index of a class */
	bool wrong;
};

/* tables.c: sendtables_open() opens an empty set of tables.  sendtables_free() frees the
   memory of the tables. *report, limits and *budget must live longer than *t. */
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

/* Returns item `index` of the flattened list of a class; index < count. */
static inline const struct sendtable_flat *
sendtables_flat_at(const struct sendtables *t, const struct sendtable_class *c,
		   uint32_t index)
{
	return growing_at(&t->flat, c->first + (size_t)index);
}

/* Returns the property of an item. */
const struct sendtable_prop *
sendtables_flat(const struct sendtables *t, const struct sendtable_class *c,
		uint32_t index);

/* Returns the template of the elements of an array. */
const struct sendtable_prop *
sendtables_element(const struct sendtables *t,
		   const struct sendtable_prop *array);

struct span sendtables_name(const struct sendtables *t, uint32_t name);

/*
 * read.c: reads the payload of dem_datatables, which has 1 to SENDTABLE_MOST_BYTES bytes.
 * Reports errors at offsets of the current part.  If the result is not SENDTABLE_READ,
 * the tables must not be used.
 */
enum sendtable_status sendtables_read(struct sendtables *t, struct span payload,
				      const struct sendtable_layout *layout);

/* Checks the whole payload like sendtables_read(), but does not make the lists of
   classes, which need the most time.  Errors are reported.  The check stops if the
   budget is used up. */
void sendtables_check_whole(struct sendtables *t, struct span payload,
			    const struct sendtable_layout *layout);

#endif
