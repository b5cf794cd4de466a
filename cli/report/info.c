/* SPDX-License-Identifier: MIT */
/* info.c - prints the facts of a recording, for the command info */
#include "cli/report/info.h"

#include <inttypes.h>
#include <string.h>

#include "cli/report/text.h"
#include "cli/report/verdict.h"

static void
put_fact_value(FILE *out, const struct dfk_fact *fact)
{
	switch (fact->kind) {
	case DFK_FACT_INT:
		if (fact->integer == -1 && strcmp(fact->name, "last_tick") == 0)
			putc('-', out);
		else
			fprintf(out, "%" PRId64, fact->integer);
		break;
	case DFK_FACT_REAL: fprintf(out, "%.7g", fact->real); break;
	case DFK_FACT_TEXT:
		text_put(out, fact->text != NULL ? fact->text : "-");
		break;
	case DFK_FACT_BOOL: fputs(fact->truth ? "yes" : "no", out); break;
	}
	putc('\n', out);
}

/* Width of the names in `info`. */
#define INFO_COLUMN "%-17s"

/* Is this digest the digest of the input?  A map that is not compressed has the same
   digest twice. */
static bool
is_input_digest(const struct dfk_result *result, const char *text)
{
	char input[2 * sizeof(result->sha256) + 1];

	for (size_t i = 0; i < sizeof(result->sha256); i++)
		snprintf(input + 2 * i, 3, "%02x", (unsigned)result->sha256[i]);
	return result->has_sha256 && text != NULL && strcmp(input, text) == 0;
}

void
info_put(FILE *out, const struct outcome *outcome)
{
	const struct dfk_result *result = outcome->result;
	struct dfk_fact fact;

	fprintf(out, INFO_COLUMN, "path");
	text_put(out, outcome->path);
	fprintf(out, "\n" INFO_COLUMN "%s", "format",
		result->format != NULL ? result->format : "-");
	if (result->version != NULL) {
		putc(' ', out);
		text_put(out, result->version);
	}
	fprintf(out, "\n" INFO_COLUMN "%" PRIu64 "\n", "size", result->size);
	if (result->compression != NULL)
		fprintf(out, INFO_COLUMN "%s, %" PRIu64 " byte%s decoded\n",
			"compression", result->compression,
			result->decoded_size,
			text_plural(result->decoded_size));
	if (result->carriage_returns > 0)
		fprintf(out,
			INFO_COLUMN "as text, %" PRIu64 " carriage return%s "
				    "left out, %" PRIu64 " byte%s decoded\n",
			"transfer", result->carriage_returns,
			text_plural(result->carriage_returns),
			result->decoded_size,
			text_plural(result->decoded_size));
	if (result->has_sha256) {
		fprintf(out, INFO_COLUMN, "sha256");
		text_put_hex(out, result->sha256, sizeof(result->sha256));
		putc('\n', out);
	}
	fprintf(out, INFO_COLUMN, "verdict");
	verdict_put(out, outcome);
	verdict_put_damage(out, outcome);
	putc('\n', out);
	for (size_t i = 0; dfk_fact_at(outcome->check, i, &fact); i++) {
		const bool digest = strcmp(fact.name, "sha256") == 0;

		if (digest && is_input_digest(result, fact.text))
			continue;
		fprintf(out, INFO_COLUMN,
			digest ? "sha256 (decoded)" : fact.name);
		if (fact.personal && outcome->args->out.redact) {
			fputs("(left out)\n", out);
			continue;
		}
		put_fact_value(out, &fact);
	}
	putc('\n', out);
}
