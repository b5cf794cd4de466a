/* SPDX-License-Identifier: MIT */
/* facts.h - what a recording says of itself, as one object */
#ifndef API_WRITER_FACTS_H
#define API_WRITER_FACTS_H

#include "api/handles.h"
#include "api/writer/jsonout.h"

/* The member `key`.  A text that is longer than `longest` bytes is cut there. */
void facts_put(struct jsonout *json, const char *key,
	       const struct dfk_check *check, bool redact, size_t longest);

#endif
