/* SPDX-License-Identifier: MIT */
/* saved.h - the facts and edits of a check whose result was loaded */
#ifndef API_SAVED_H
#define API_SAVED_H

#include "validator/core/growing.h"

/* The texts of facts and edits are in `bytes`, which never change. */
struct saved {
	bool loaded;
	struct budget budget;
	struct growing bytes, facts, edits;
};

/* An index past the end gives false. */
bool saved_fact_at(const struct saved *saved, size_t index,
		   struct dfk_fact *fact);
bool saved_edit_at(const struct saved *saved, size_t index,
		   struct dfk_edit *edit);

void saved_close(struct saved *saved);

#endif
