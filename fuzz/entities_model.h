/* SPDX-License-Identifier: MIT */
/*
 * entities_model.h - a second, independent reader of entities
 *
 * This reader is recursive, and keeps no state between two calls.
 */
#ifndef FUZZ_ENTITIES_MODEL_H
#define FUZZ_ENTITIES_MODEL_H

#include "validator/entities/entities.h"

struct entities_model {
	const struct sendtables *tables;
	bool varint;
	int32_t class[ENTITIES_MOST]; /* class of each entity; -1: there is
	                                 no such entity */
	bool baseline[SENDTABLE_MOST_CLASSES];

	/* The place of reading, or the last place: */
	struct bit_reader b;
	struct entities_count count;
	uint64_t sum; /* checksum of all values */
};

void entities_model_open(struct entities_model *m,
			 const struct sendtables *tables, bool varint);

/* Do the same as entities_snapshot() and the other functions.  They read from m->b,
   which the caller sets. */
enum entities_error entities_model_snapshot(struct entities_model *m,
					    uint32_t updates, bool delta,
					    uint32_t most);
enum entities_error entities_model_temporary(struct entities_model *m,
					     uint32_t n);
enum entities_error entities_model_props(struct entities_model *m,
					 uint32_t class);

/* Adds a value to the checksum. */
uint64_t entities_model_add(uint64_t sum, const struct entities_value *v);

#endif
