/* SPDX-License-Identifier: MIT */
/* player.c - what a player reads about a file: one sentence, and then the report */
#include "cli/windows/player.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --------------------------------------------------------- the row in CSV -- */

/* Ends the next cell with a NUL, and takes the quotes off. */
static const char *
next_cell(char **at)
{
	char *cell = *at, *in = cell, *out = cell;
	const bool quoted = *in == '"';

	if (quoted)
		in++;
	while (*in != '\0' && (quoted || (*in != ',' && *in != '\n'))) {
		if (quoted && *in == '"' && *++in != '"')
			break;
		*out++ = *in++;
	}
	/* The NUL may be in the place of the comma. */
	*at = *in == '\0' ? in : in + 1;
	*out = '\0';
	return cell;
}

bool
player_read(char *csv, struct player_row *row)
{
	const char *none;
	/* path, format, verdict, allowed, size, errors, warnings, repairable,
	   ok_up_to, lost_s, kept_s, rule, offset, message, problem, sha256 */
	const char **const cells[] = {
		&none,      &row->format,  &row->verdict,  &none,
		&row->size, &none,         &row->warnings, &row->repairable,
		&none,      &row->lost_s,  &row->kept_s,   &row->rule,
		&none,      &row->message, &none,          &none,
	};
	char *at = strchr(csv, '\n');

	if (at == NULL || *++at == '\0')
		return false;
	for (size_t i = 0; i < sizeof(cells) / sizeof(cells[0]); i++)
		*cells[i] = next_cell(&at);
	return *at == '\0' && row->verdict[0] != '\0';
}

static bool
is(const char *cell, const char *word)
{
	return strcmp(cell, word) == 0;
}

bool
player_may_repair(const struct player_row *row)
{
	return is(row->repairable, "lossless") || is(row->repairable, "lossy");
}

/* ----------------------------------------------------------- the sentence -- */

/* Writes "3.8 s", "4 min 12 s" or "2 h 5 min". */
static void
write_time(char *text, size_t size, double seconds)
{
	const int whole = (int)(seconds + 0.5);

	if (seconds >= 60 && whole < 3600)
		(void)snprintf(text, size, "%d min %d s", whole / 60,
			       whole % 60);
	else if (seconds >= 60)
		(void)snprintf(text, size, "%d h %d min", whole / 3600,
			       whole % 3600 / 60);
	else if (seconds >= 10 || (int)(seconds * 10 + 0.5) % 10 == 0)
		(void)snprintf(text, size, "%d s", whole);
	else
		(void)snprintf(text, size, "%.1f s", seconds);
}

/* A year is more than any game records.  Larger numbers do not fit into a time. */
static double
seconds_of(const char *cell)
{
	const double seconds = strtod(cell, NULL);

	return seconds > 0 && seconds < 366 * 86400.0 ? seconds : 0;
}

/* Prints what a lossy repair saves, after "is damaged: a repair " or "was cut off: a
   repair ". */
static void
put_saved(const struct player_row *row, bool truncated)
{
	const double kept_s = seconds_of(row->kept_s),
		     lost_s = seconds_of(row->lost_s);
	char kept[32], of[32];

	write_time(kept, sizeof(kept), kept_s);
	write_time(of, sizeof(of), kept_s + lost_s);
	if (kept_s == 0 || row->lost_s[0] == '\0')
		fputs("saves what can be read.", stdout);
	else if (!is(kept, of))
		printf("saves %s of %s.", kept, of);
	else if (!truncated)
		fputs("saves almost all of it.", stdout);
	else if (lost_s == 0)
		printf("keeps all %s that can be played.", kept);
	else
		printf("saves %s.", kept);
}

static void
put_broken(const struct player_row *row, const char *thing)
{
	const bool truncated = is(row->verdict, "truncated");

	if (is(row->size, "0")) {
		fputs("This file is empty.", stdout);
	} else if (is(row->repairable, "not-needed")) {
		printf("The bytes of this %s are whole, but its name is wrong.",
		       thing);
	} else if (is(row->repairable, "lossy")) {
		printf("This %s %s: a repair ", thing,
		       truncated ? "was cut off" : "is damaged");
		put_saved(row, truncated);
	} else if (is(row->repairable, "lossless")) {
		printf(truncated ? "This %s was not ended properly, but "
				   "nothing in it is lost."
				 : "This %s is damaged, and a repair restores "
				   "all of it.",
		       thing);
	} else {
		printf(truncated ? "This %s was cut off so early that nothing "
				   "in it can be played."
				 : "This %s is damaged, and nothing in it can "
				   "be saved.",
		       thing);
	}
}

/* Returns "a zip archive: unzip -p FILE ..." in the message of the finding, and the length
   of "a zip archive".  NULL: the file is no archive. */
static const char *
archive_of(const struct player_row *row, size_t *length)
{
	static const char found[] = "found ", archive[] = " archive";
	const char *kind = strstr(row->message, found);

	if (!is(row->rule, "file.unsupported") || kind == NULL)
		return NULL;
	kind += sizeof(found) - 1;
	*length = strcspn(kind, ":");
	return *length >= sizeof(archive) &&
			       strncmp(kind + *length - (sizeof(archive) - 1),
				       archive, sizeof(archive) - 1) == 0
		       ? kind
		       : NULL;
}

bool
player_put_sentence(const struct player_row *row)
{
	const char *thing = is(row->format, "datafile") ? "map" : "recording";
	size_t length = 0;
	const char *archive = archive_of(row, &length);
	bool more = true;

	if (archive != NULL) {
		printf("This is %.*s, not a recording.\nUnpack the archive, "
		       "and drag the recording that is in the archive.",
		       (int)length, archive);
		more = false;
	} else if (is(row->verdict, "unrecognized")) {
		fputs("This is not a recording that demofsck knows.", stdout);
		more = false;
	} else if (is(row->verdict, "unsupported")) {
		fputs("This is a recording of a version that demofsck does "
		      "not read.",
		      stdout);
	} else if (is(row->verdict, "undecided")) {
		fputs("There is no verdict, because the file reached a limit "
		      "of the check.",
		      stdout);
	} else if (!is(row->verdict, "valid")) {
		put_broken(row, thing);
	} else if (is(row->warnings, "0")) {
		printf("This %s is whole.", thing);
	} else if (is(row->warnings, "1")) {
		printf("This %s is whole, but one detail in it is unusual.",
		       thing);
	} else {
		printf("This %s is whole, but %s details in it are unusual.",
		       thing, row->warnings);
	}
	fputs("\n", stdout);
	return more;
}

/* ------------------------------------------------------------- the report -- */

/* Puts "a repair" in the place of "to repair: demofsck repair FILE -o OUT". */
static void
cut_command(char *text)
{
	static const char start[] = "; to repair: demofsck ", end[] = " -o OUT",
			  instead[] = "; a repair";
	char *from = NULL, *to = NULL;

	for (char *at = text; (at = strstr(at, start)) != NULL; at++)
		from = at;
	for (char *at = from; at != NULL && (at = strstr(at, end)) != NULL;
	     at++)
		to = at + sizeof(end) - 1;
	if (to == NULL)
		return;
	memcpy(from, instead, sizeof(instead) - 1);
	memmove(from + sizeof(instead) - 1, to, strlen(to) + 1);
}

/* Returns the number of characters of a word in UTF-8. */
static size_t
characters(const char *word, size_t length)
{
	size_t n = 0;

	for (size_t i = 0; i < length; i++)
		n += (word[i] & 0xc0) != 0x80;
	return n;
}

void
player_put_report(char *text, size_t width)
{
	size_t column = 0;

	cut_command(text);
	for (const char *at = text; *at != '\0';) {
		const size_t blanks = strspn(at, " ");
		const char *word = at + blanks;
		const size_t length = strcspn(word, " \n");
		const size_t need = blanks + characters(word, length);

		if (column > 0 && length > 0 && column + need >= width) {
			printf("\n%.*s", (int)length, word);
			column = need - blanks;
		} else {
			printf("%.*s", (int)(blanks + length), at);
			column += need;
		}
		at = word + length;
		if (*at == '\n') {
			putchar(*at++);
			column = 0;
		}
	}
}
