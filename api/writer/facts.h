/* SPDX-License-Identifier: MIT */
/* facts.h - the facts of a recording as one object */
#ifndef API_WRITER_FACTS_H
#define API_WRITER_FACTS_H

#include "api/handles.h"
#include "api/writer/jsonout.h"

/* Writes the facts as member `key`.  Texts of more than `longest` bytes are cut. */
void facts_put(struct jsonout *json, const char *key,
	       const struct dfk_check *check, bool redact, size_t longest);

#endif
