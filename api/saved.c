/* SPDX-License-Identifier: MIT */
/* saved.c - answers from a result that was loaded */
#include "api/saved.h"

bool
saved_fact_at(const struct saved *saved, size_t index, struct dfk_fact *fact)
{
	if (index >= saved->facts.count)
		return false;
	*fact = *(const struct dfk_fact *)growing_at(&saved->facts, index);
	return true;
}

bool
saved_edit_at(const struct saved *saved, size_t index, struct dfk_edit *edit)
{
	if (index >= saved->edits.count)
		return false;
	*edit = *(const struct dfk_edit *)growing_at(&saved->edits, index);
	return true;
}

void
saved_close(struct saved *saved)
{
	growing_free(&saved->edits, &saved->budget);
	growing_free(&saved->facts, &saved->budget);
	growing_free(&saved->bytes, &saved->budget);
}
