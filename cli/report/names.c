/* SPDX-License-Identifier: MIT */
/* names.c - extension against format, base name against game_uuid */
#include "cli/report/names.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "cli/report/report.h"
#include "cli/report/text.h"

#define UUID_LENGTH 36

static bool
ends_with(const char *text, size_t length, const char *end)
{
	const size_t size = strlen(end);

	return length >= size &&
	       strncasecmp(text + length - size, end, size) == 0;
}

static bool
is_uuid(const char *text, size_t length)
{
	if (length != UUID_LENGTH)
		return false;
	for (size_t i = 0; i < length; i++) {
		const bool dash = i == 8 || i == 13 || i == 18 || i == 23;

		if (dash ? text[i] != '-' : !isxdigit((unsigned char)text[i]))
			return false;
	}
	return true;
}

static const char *
extensions_of(const char *format)
{
	for (size_t i = 0; i < dfk_format_count(); i++) {
		if (strcmp(dfk_format(i)->id, format) == 0)
			return dfk_format(i)->extensions;
	}
	return "";
}

/* `word` stands in a list of words that blanks separate. */
static bool
is_listed(const char *list, const char *word)
{
	const size_t length = strlen(word);

	for (const char *at = list; (at = strstr(at, word)) != NULL; at++) {
		if ((at == list || at[-1] == ' ') &&
		    (at[length] == ' ' || at[length] == '\0'))
			return true;
	}
	return false;
}

static void
check_extension(struct outcome *outcome, const char *name, size_t length)
{
	static const char *const known[] = { ".teehistorian", ".demo", ".dem",
					     ".map" };
	const char *expected = extensions_of(outcome->result->format);

	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		if (ends_with(name, length, known[i]) &&
		    !is_listed(expected, known[i]))
			report_add(outcome, "file.extension", 0, "", known[i],
				   expected);
	}
}

static void
check_game_uuid(struct outcome *outcome, const char *name, size_t length)
{
	const char *uuid = outcome_fact_text(outcome, "game_uuid");
	char found[UUID_LENGTH + 1], expected[128];

	if (uuid == NULL || !ends_with(name, length, ".teehistorian"))
		return;
	length -= strlen(".teehistorian");
	/* People rename files; only a name that is a UUID claims anything. */
	if (!is_uuid(name, length) || (strlen(uuid) == UUID_LENGTH &&
				       strncasecmp(name, uuid, length) == 0))
		return;
	memcpy(found, name, UUID_LENGTH);
	found[UUID_LENGTH] = '\0';
	text_ascii(expected, sizeof(expected), uuid);
	report_add(outcome, "teehistorian.header_filename",
		   REPORT_HEADER_OFFSET, "game_uuid", found, expected);
}

void
names_check(struct outcome *outcome)
{
	const char *slash = strrchr(outcome->path, '/');
	const char *name = slash != NULL ? slash + 1 : outcome->path;
	size_t length = strlen(name);

	if (outcome->result->format == NULL)
		return;
	if (ends_with(name, length, ".gz"))
		length -= strlen(".gz");
	check_extension(outcome, name, length);
	if (strcmp(outcome->result->format, "teehistorian") == 0)
		check_game_uuid(outcome, name, length);
}
