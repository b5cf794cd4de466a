/* SPDX-License-Identifier: MIT */
/* entities_model.h - a reader of entities that is written another way: it calls
   itself where things are in each other, and keeps nothing in between */
#ifndef FUZZ_ENTITIES_MODEL_H
#define FUZZ_ENTITIES_MODEL_H

#include "validator/entities/entities.h"

struct entities_model {
	const struct sendtables *tables;
	bool varint;
	int32_t class[ENTITIES_MOST]; /* of each entity; -1: it is not there */
	bool baseline[SENDTABLE_MOST_CLASSES];

	/* What is read, or was last: */
	struct bit_reader b;
	struct entities_count count;
	uint64_t sum; /* of all values */
};

void entities_model_open(struct entities_model *m,
			 const struct sendtables *tables, bool varint);

/* As entities_snapshot() and the others, from m->b, which is set before. */
enum entities_error entities_model_snapshot(struct entities_model *m,
					    uint32_t updates, bool delta,
					    uint32_t most);
enum entities_error entities_model_temporary(struct entities_model *m,
					     uint32_t n);
enum entities_error entities_model_props(struct entities_model *m,
					 uint32_t class);

/* What a value adds to the sum. */
uint64_t entities_model_add(uint64_t sum, const struct entities_value *v);

#endif
