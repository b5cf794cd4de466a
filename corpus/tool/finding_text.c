/* SPDX-License-Identifier: MIT */
/*
 * finding_text.c - writes a finding as lines of text
 *
 * One line has the rule and the place.  Two lines have the place in a part.  One line has
 * the found value, and one line the expected value.  Values that the finding does not
 * have are left out, such as tick, client and record.
 */
#include "corpus/tool/finding_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static void
put_line(struct buffer *text, const char *name, const char *value)
{
	if (!*value)
		return;
	buffer_words(text, name);
	buffer_words(text, value);
	buffer_byte(text, '\n');
}

static void
put_place(struct buffer *text, const struct dfk_finding *f)
{
	char words[128];

	snprintf(words, sizeof(words), " %" PRIu64 "+%" PRIu64 "%s", f->offset,
		 f->length, f->space == DFK_SPACE_DECODED ? " decoded" : "");
	buffer_words(text, words);
	if (f->record != UINT64_MAX) {
		snprintf(words, sizeof(words), ", record %" PRIu64, f->record);
		buffer_words(text, words);
	}
	if (f->tick != -1) {
		snprintf(words, sizeof(words), ", tick %" PRId64, f->tick);
		buffer_words(text, words);
	}
	if (f->client != -1) {
		snprintf(words, sizeof(words), ", client %" PRId32, f->client);
		buffer_words(text, words);
	}
}

/* Writes the place in a part of bits. */
static void
put_part(struct buffer *text, const struct dfk_finding *f)
{
	char words[128];

	if (f->part_bit < 0)
		return;
	snprintf(words, sizeof(words), "byte %" PRIu64 ", bit %d of the %s",
		 f->part_offset, f->part_bit, f->part);
	put_line(text, "    at       ", words);
	put_line(text, "    in       ", f->part_path);
}

void
finding_text(struct buffer *text, const struct dfk_finding *f)
{
	buffer_words(text, "  ");
	buffer_words(text, dfk_severity_name(f->severity));
	buffer_words(text, " ");
	buffer_words(text, f->rule->id);
	put_place(text, f);
	if (*f->field) {
		buffer_words(text, ", ");
		buffer_words(text, f->field);
	}
	buffer_byte(text, '\n');
	put_part(text, f);
	put_line(text, "    found    ", f->found);
	put_line(text, "    expected ", f->expected);
}
