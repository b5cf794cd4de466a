/* SPDX-License-Identifier: MIT */
/* tables.h - functions that the steps of reading data tables share */
#ifndef VALIDATOR_SENDTABLE_TABLES_H
#define VALIDATOR_SENDTABLE_TABLES_H

#include "validator/sendtable/sendtable.h"

/* A place in the payload: a bit, and a path such as "DT_Table > m_iProperty". */
struct sendtable_place {
	uint32_t bit;
	char path[128];
};

/* tables.c: reports an error, like report().  If the severity of the rule is error, the
   tables become wrong. */
void sendtables_report(struct sendtables *t, enum rule_id rule,
		       const struct sendtable_place *place, const char *format,
		       ...) __attribute__((format(printf, 4, 5)));

/* Fill in *place for a property or a class, and return `place`. */
const struct sendtable_place *
sendtables_place_prop(const struct sendtables *t,
		      const struct sendtable_prop *prop,
		      struct sendtable_place *place);
const struct sendtable_place *
sendtables_place_class(const struct sendtables *t,
		       const struct sendtable_class *c,
		       struct sendtable_place *place);

/* read.c: reads all bytes.  False: the budget is used up, or an error was reported and
   the rest cannot be read. */
bool sendtables_read_all(struct sendtables *t, struct span payload,
			 const struct sendtable_layout *layout);

/* names.c: gives equal names the same number, and finds the tables that properties and
   classes refer to.  False: the budget is used up. */
bool sendtables_resolve(struct sendtables *t);

/* check.c: checks each property, and the tables of classes. */
void sendtables_check(struct sendtables *t);
/* False: a table contains itself, which was reported. */
bool sendtables_check_cycles(struct sendtables *t);

/* flatten.c: makes the list of properties of each class.  False: the budget is used up,
   or an error was reported. */
bool sendtables_flatten(struct sendtables *t);

static inline struct sendtable_table *
sendtables_table(const struct sendtables *t, size_t index)
{
	return growing_at(&t->tables, index);
}

static inline struct sendtable_name *
sendtables_name_at(const struct sendtables *t, size_t index)
{
	return growing_at(&t->names, index);
}

/* The number of a name, which all equal names share. */
static inline uint32_t
sendtables_number(const struct sendtables *t, uint32_t name)
{
	return sendtables_name_at(t, name)->number;
}

#endif
