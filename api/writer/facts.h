/* SPDX-License-Identifier: MIT */
/* facts.h - the facts of a recording as one object */
#ifndef API_WRITER_FACTS_H
#define API_WRITER_FACTS_H

#include "api/handles.h"
#include "api/writer/jsonout.h"

/* Writes the member `key`.  A text of more than `longest` bytes is cut. */
void facts_put(struct jsonout *json, const char *key,
	       const struct dfk_check *check, bool redact, size_t longest);

#endif
