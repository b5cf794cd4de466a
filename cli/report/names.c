/* SPDX-License-Identifier: MIT */
/* names.c - compares the name of a file with its format and its game_uuid */
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

/*
 * Copies the next word of a list with blanks to `word` and moves *list after
 * it; false at the end.
 */
static bool
next_word(const char **list, char *word, size_t size)
{
	*list += strspn(*list, " ");
	const size_t length = strcspn(*list, " ");

	snprintf(word, size, "%.*s", (int)length, *list);
	*list += length;
	return length > 0;
}

/* Copies the extension of the name to `word` if the list has it. */
static bool
has_extension(const char *name, size_t length, const char *list, char *word,
	      size_t size)
{
	while (next_word(&list, word, size)) {
		if (ends_with(name, length, word))
			return true;
	}
	return false;
}

/* All extensions are shorter. */
enum { EXTENSION_ROOM = 32 };

static void
check_extension(struct outcome *outcome, const char *name, size_t length)
{
	/* Formats that are recognized, but not checked yet. */
	static const char others[] = ".demo .dem";
	const char *expected = outcome_format(outcome)->extensions;
	char found[EXTENSION_ROOM], own[EXTENSION_ROOM];
	bool foreign = has_extension(name, length, others, found,
				     sizeof(found));

	for (size_t i = 0; i < dfk_format_count() && !foreign; i++)
		foreign = has_extension(name, length,
					dfk_format_at(i)->extensions, found,
					sizeof(found));
	if (foreign && !has_extension(name, length, expected, own, sizeof(own)))
		report_add(outcome, "file.extension", 0, "", found, expected);
}

/* The name of a recording is often its UUID. */
static void
check_game_uuid(struct outcome *outcome, const char *name, size_t length)
{
	const char *uuid = outcome_fact_text(outcome, "game_uuid");
	const struct dfk_format *format = outcome_format(outcome);
	char found[UUID_LENGTH + 1], expected[128], extension[EXTENSION_ROOM];
	char rule[64];

	if (!uuid || !has_extension(name, length, format->extensions, extension,
				    sizeof(extension)))
		return;
	length -= strlen(extension);
	/* People rename files: only a name that is a UUID is compared. */
	if (!is_uuid(name, length) || (strlen(uuid) == UUID_LENGTH &&
				       strncasecmp(name, uuid, length) == 0))
		return;
	memcpy(found, name, UUID_LENGTH);
	found[UUID_LENGTH] = '\0';
	text_ascii(expected, sizeof(expected), uuid);
	snprintf(rule, sizeof(rule), "%s.header_filename", format->id);
	report_add(outcome, rule, REPORT_HEADER_OFFSET, "game_uuid", found,
		   expected);
}

static const struct {
	const char *compression, *ending;
} endings[] = {
	{ "gzip", ".gz" },
	{ "xz", ".xz" },
	{ "zstd", ".zst" },
	{ "bzip2", ".bz2" },
};

#define N_ENDINGS (sizeof(endings) / sizeof(endings[0]))

const char *
names_ending(const char *compression)
{
	for (size_t i = 0; compression != NULL && i < N_ENDINGS; i++) {
		if (strcmp(compression, endings[i].compression) == 0)
			return endings[i].ending;
	}
	return "";
}

/* The length of a name without the ending of what is compressed. */
static size_t
plain_length(const char *name, size_t length)
{
	for (size_t i = 0; i < N_ENDINGS; i++) {
		if (ends_with(name, length, endings[i].ending))
			return length - strlen(endings[i].ending);
	}
	return length;
}

void
names_check(struct outcome *outcome)
{
	const char *slash = strrchr(outcome->path, '/');
	const char *name = slash != NULL ? slash + 1 : outcome->path;
	size_t length = strlen(name);

	if (!outcome_format(outcome))
		return;
	length = plain_length(name, length);
	check_extension(outcome, name, length);
	check_game_uuid(outcome, name, length);
}
