/* SPDX-License-Identifier: MIT */
/*
 * damage.c - damages one place of a sample after the other
 *
 *   832 0f3a91c2 -1: damaged map.tiles_size@832+8; 0 1: damaged ...
 *
 * Numbers get other values.  In some samples bytes are changed, lost or added, see
 * damage_bytes.c.  Each line has the checksum of all findings, edits and records for all
 * values of a number.  Then come the values whose result differs from the result of the
 * sample.
 */
#include "corpus/tool/damage.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "corpus/builder/samples.h"

static const char head[] =
	"# What is said when one number of a sample is another: its offset, "
	"a checksum\n"
	"# of all that is said, and the values with verdict and first "
	"finding.\n"
	"# Of some, bytes are changed, lost or added, as damage_bytes.c lists "
	"them; a\n"
	"# letter says what became of it: R the repair is the sample itself, "
	"L nothing\n"
	"# is lost, l bytes are lost, x no repair, v valid with findings, "
	"= nothing is\n"
	"# found, u undecided, ? not checked, . the bytes were so before.\n"
	"# `update_manifest` writes it anew; each line that changes has to be "
	"held\n"
	"# against SPEC.md.\n";

enum {
	TEXT = 1460, /* the header of a recording, with its NUL */
	/* Offsets of the map in demos of version 3, of versions 4 and 5, and of version
	   6. */
	MAP_OF_3 = 176,
	MAP_OF_4 = 436,
	MAP = 484,
	/* The numbers of the header of a Source demo, before its commands. */
	COMMANDS = 1056
};

static const struct damaged {
	const char *path;
	size_t width; /* width of a number in bytes; 0: see damage_bytes.c */
	size_t text;  /* end of the text, which gets fewer values */
	size_t from, step;
} damaged[] = {
	{ "datafile/good/full.map", 4, 0, 0, 4 },
	{ "snapshot/good/two.snapshot", 4, 0, 0, 4 },
	{ "snapshot/good/two-based.delta", 4, 0, 0, 4 },
	{ "snapshot/good/declared.snapshot", 4, 0, 0, 4 },
	{ "snapshot/versions/0.5.snapshot", 4, 0, 0, 4 },
	{ "snapshot/versions/0.5.delta", 4, 0, 0, 4 },
	{ "snapshot/versions/0.7.snapshot", 4, 0, 0, 4 },
	{ "snapshot/versions/0.7.delta", 4, 0, 0, 4 },
	{ "teehistorian/good/ddnet-20.1.1.teehistorian", 1, TEXT, 0, 1 },
	{ "teehistorian/good/ddnet-20.1.1.teehistorian", 0, 0, TEXT, 2 },
	{ "datafile/good/full.map", 0, 0, 0, 11 },
	{ "twdemo/good/v6.demo", 0, 0, MAP, 1 },
	{ "twdemo/good/v5-server.demo", 0, 0, 130, 3 },
	{ "twdemo/good/v4-0.7.demo", 0, 0, MAP_OF_4, 3 },
	{ "twdemo/good/v3-map.demo", 0, 0, MAP_OF_3, 3 },
	{ "twdemo/good/markers.demo", 0, 0, MAP, 3 },
	{ "twdemo/near/map_mismatch-full.demo", 0, 0, MAP, 7 },
	{ "dem/good/pov-15.dem", 0, 0, COMMANDS, 2 },
	{ "dem/good/pov.dem", 0, 0, COMMANDS, 7 },
	{ "dem/good/stv-14.dem", 0, 0, COMMANDS, 5 },
	{ "dem/good/protocol-2.dem", 0, 0, COMMANDS, 5 },
	{ "dem/good/level-end.dem", 0, 0, COMMANDS, 4 },
};

/* ---------------------------------------------------------------- values -- */

enum { VALUES = 40, RESULT_MAX = 96 };

/* Lists the values that replace `was`.  A text gets only a few values. */
static size_t
list_values(int32_t was, size_t width, bool is_text, int32_t values[VALUES])
{
	static const int32_t ints[] = {
		INT32_MIN, -2,     -1,     0,       1,       2,
		3,         4,      5,      6,       15,      16,
		17,        31,     32,     63,      64,      65,
		127,       128,    255,    256,     1023,    1024,
		0x7fff,    0x8000, 0xffff, 0x10000, 0xfffff, 0x7fffffff
	};
	static const int32_t bytes[] = { 0,    0x22, 0x5c, 1,    2,
					 3,    0x3f, 0x40, 0x41, 0x43,
					 0x4a, 0x7f, 0x80, 0xbf, 0xff };
	const int32_t *list = width == 4 ? ints : bytes;
	const uint32_t u = (uint32_t)was, mask = width == 4 ? ~0u : 0xff;
	size_t n = width == 4 ? sizeof(ints) / sizeof(*ints)
		   : is_text  ? 3
			      : sizeof(bytes) / sizeof(*bytes);

	memcpy(values, list, n * sizeof(*list));
	values[n++] = (int32_t)((u + 1) & mask);
	values[n++] = (int32_t)((u - 1) & mask);
	if (width == 4) {
		values[n++] = (int32_t)(u + 4);
		values[n++] = (int32_t)(u - 4);
		values[n++] = (int32_t)(u ^ 0x10000);
	}
	return n;
}

static void
set(struct buffer *b, size_t at, size_t width, int32_t value)
{
	if (width == 4)
		buffer_poke(b, at, value);
	else
		b->bytes[at] = (unsigned char)value;
}

/* --------------------------------------------------------------- results -- */

/* Continues the FNV-1a checksum. */
static void
add_to_sum(uint32_t *sum, const struct buffer *b)
{
	for (size_t i = 0; i < b->size; i++)
		*sum = (*sum ^ b->bytes[i]) * 0x01000193;
}

void
damage_sum(uint32_t *sum, const struct judgement *j)
{
	add_to_sum(sum, &j->findings);
	add_to_sum(sum, &j->records);
	add_to_sum(sum, &j->edits);
}

static void
name_result(const struct judgement *j, char result[RESULT_MAX])
{
	snprintf(result, RESULT_MAX, "%s %.*s",
		 dfk_verdict_name(j->result.verdict),
		 (int)strcspn((char *)j->rules.bytes, ","),
		 (char *)j->rules.bytes);
}

static bool
result_of(const struct buffer *b, const char *options, uint32_t *all,
	  char result[RESULT_MAX])
{
	struct judgement j;
	bool done;

	judge(b->bytes, b->size, options,
	      (struct judge_how){ .pieces = JUDGE_WHOLE }, &j);
	done = j.status == DFK_OK;
	if (done) {
		damage_sum(all, &j);
		name_result(&j, result);
	}
	judgement_free(&j);
	return done;
}

/* Adds one line: all values of one place. */
static bool
add_values(const struct damaged *sample, struct damage_sample *s, size_t at,
	   struct buffer *text)
{
	struct buffer *b = &s->bytes;
	const int32_t was = sample->width == 4 ? buffer_peek(b, at)
					       : b->bytes[at];
	int32_t values[VALUES];
	const size_t n = list_values(was, sample->width, at < sample->text,
				     values);
	char last[RESULT_MAX] = "", result[RESULT_MAX], words[64];
	char base[RESULT_MAX];
	uint32_t all = 0x811c9dc5;
	struct buffer line = { 0 };
	size_t same = 0; /* number of equal results in a row */

	name_result(&s->whole, base);
	for (size_t i = 0; i < n; i++) {
		set(b, at, sample->width, values[i]);
		if (!result_of(b, s->options, &all, result))
			return false;
		if (strcmp(result, base) == 0)
			continue;
		if (*last && strcmp(last, result) != 0) {
			buffer_words(&line, ": ");
			buffer_words(&line, last);
			buffer_words(&line, ";");
		}
		snprintf(words, sizeof(words), " %" PRId32, values[i]);
		buffer_words(&line, words);
		same = strcmp(last, result) == 0 ? same + 1 : 1;
		strcpy(last, result);
	}
	set(b, at, sample->width, was);
	snprintf(words, sizeof(words), "  %zu %08" PRIx32, at, all);
	buffer_words(text, words);
	if (*last) {
		if (same == n)
			buffer_words(text, " any");
		else
			buffer_append(text, line.bytes, line.size);
		buffer_words(text, ": ");
		buffer_words(text, last);
	}
	buffer_words(text, "\n");
	buffer_free(&line);
	return true;
}

/* ---------------------------------------------------------------- samples -- */

static bool
add_places(const struct damaged *sample, struct damage_sample *s,
	   struct buffer *text)
{
	const size_t width = sample->width ? sample->width : 1;

	for (size_t at = sample->from; at + width <= s->bytes.size;
	     at += sample->step)
		if (!(sample->width ? add_values(sample, s, at, text)
				    : damage_bytes_at(s, at, text)))
			return false;
	return true;
}

static bool
add_sample(const char *corpus, const struct damaged *sample,
	   struct buffer *text)
{
	const struct sample *built = samples_find(sample->path);
	struct damage_sample s = { .options = "-" };
	bool done = built && sample_load(corpus, sample->path, &s.bytes);

	if (done) {
		s.options = built->options ? built->options : "-";
		judge(s.bytes.bytes, s.bytes.size, s.options,
		      (struct judge_how){ .pieces = JUDGE_WHOLE }, &s.whole);
		done = s.whole.status == DFK_OK;
	}
	buffer_words(text, "\n");
	buffer_words(text, sample->path);
	buffer_words(text, "\n");
	done = done && add_places(sample, &s, text);
	if (!done)
		perror(sample->path);
	judgement_free(&s.whole);
	buffer_free(&s.bytes);
	return done;
}

bool
damage_of_folder(const char *corpus, const char *folder, struct buffer *text)
{
	const size_t length = strlen(folder);
	bool done = true;

	buffer_words(text, head);
	for (size_t i = 0; i < sizeof(damaged) / sizeof(*damaged); i++)
		if (strncmp(damaged[i].path, folder, length) == 0 &&
		    damaged[i].path[length] == '/')
			done = add_sample(corpus, &damaged[i], text) && done;
	return done && buffer_ok(text);
}
