/* SPDX-License-Identifier: MIT */
/* facts.c - writes the facts of a recording as one object */
#include "api/writer/facts.h"

static void
put_fact_member(struct jsonout *json, const struct dfk_fact *fact, bool redact,
		size_t longest)
{
	jsonout_key(json, fact->name);
	if (redact && fact->personal) {
		jsonout_null(json);
		return;
	}
	switch (fact->kind) {
	case DFK_FACT_INT: jsonout_int(json, fact->integer); break;
	case DFK_FACT_REAL: jsonout_real(json, fact->real); break;
	case DFK_FACT_TEXT:
		jsonout_text_within(json, fact->text, longest);
		break;
	case DFK_FACT_BOOL: jsonout_bool(json, fact->truth); break;
	}
}

void
facts_put(struct jsonout *json, const char *key, const struct dfk_check *check,
	  bool redact, size_t longest)
{
	struct dfk_fact fact;

	jsonout_put_object(json, key);
	for (size_t i = 0; dfk_fact_at(check, i, &fact); i++)
		put_fact_member(json, &fact, redact, longest);
	jsonout_close(json, '}');
}
