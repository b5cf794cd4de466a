/* SPDX-License-Identifier: MIT */
/*
 * findings.c - writes the results for all samples of a folder, one sample after the other
 */
#include "corpus/tool/findings.h"

#include <stdio.h>
#include <string.h>

#include "corpus/builder/samples.h"
#include "corpus/tool/damage.h"

#define ANEW \
	"`update_manifest` writes it anew; each\n" \
	"# line that changes has to be held against SPEC.md.\n"

static const struct {
	const char *name, *head;
} kinds[] = {
	[FINDINGS] = { "findings",
		       "# Every finding of every sample: severity, rule, "
		       "offset + length and place, then\n"
		       "# what was found and what was expected.  " ANEW },
	[FINDINGS_RECORDS] = { "records",
			       "# Every record, as `inspect` names it, and the "
			       "facts: offset + length, number, tick,\n"
			       "# name and fields; what a player wrote is in "
			       "brackets.  Of most samples a\n"
			       "# checksum holds the records.  " ANEW },
	[FINDINGS_EDITS] = { "edits",
			     "# The plan of each repair: offset - bytes that "
			     "go, + bytes that come, which finding\n"
			     "# asks for it, and the sums; then those with "
			     "--fix-warnings and with\n"
			     "# --level=prefix, if they differ.\n# " ANEW },
	[FINDINGS_DAMAGE] = { "damage", "" }, /* see damage.c */
};

const char *
findings_kind_name(enum findings_kind kind)
{
	return kinds[kind].name;
}

/* -------------------------------------------------------------- folders -- */

#define FORMAT(folder, ...) #folder,
#define PART(folder)        #folder,
static const char *const folders[] = {
#include "validator/formats.def"
};
#undef FORMAT
#undef PART

static bool
is_repeated(size_t index)
{
	for (size_t i = 0; i < index; i++)
		if (strcmp(folders[i], folders[index]) == 0)
			return true;
	return false;
}

const char *
findings_folder(size_t index)
{
	for (size_t i = 0; i < sizeof(folders) / sizeof(*folders); i++)
		if (!is_repeated(i) && index-- == 0)
			return folders[i];
	return NULL;
}

/* ---------------------------------------------------------------- folder -- */

static const struct buffer *
part_of(const struct judgement *j, enum findings_kind kind)
{
	return kind == FINDINGS_RECORDS ? &j->records
	       : kind == FINDINGS_EDITS ? &j->edits
					: &j->findings;
}

/* Returns the number of first records that are printed for a sample.  Most samples have
   too many records to review. */
static size_t
shown_records(const char *path)
{
	enum { SHOWN = 60 };

	return strstr(path, "/good/") || strstr(path, "/versions/") ? SHOWN : 0;
}

/* FNV-1a */
static uint32_t
sum(const unsigned char *bytes, size_t size)
{
	uint32_t sum = 0x811c9dc5;

	for (size_t i = 0; i < size; i++)
		sum = (sum ^ bytes[i]) * 0x01000193;
	return sum;
}

/* The facts are the last line, and are always printed. */
static void
add_records(const struct sample *s, const struct buffer *all,
	    struct buffer *text)
{
	const size_t most = shown_records(s->path);
	size_t line = 0, shown = 0, at = 0, last = 0;
	char words[80];

	for (size_t i = 0; i < all->size; i++) {
		if (all->bytes[i] != '\n')
			continue;
		last = at;
		at = i + 1;
		if (++line == most)
			shown = at;
	}
	if (line - 1 <= most)
		shown = last;
	buffer_append(text, all->bytes, shown);
	if (shown < last) {
		snprintf(words, sizeof(words), "  records %zu to %zu: %08x\n",
			 shown ? most : 0, line - 2,
			 (unsigned)sum(all->bytes + shown, last - shown));
		buffer_words(text, words);
	}
	buffer_append(text, all->bytes + last, all->size - last);
}

/* Adds another plan, if it differs.  For most samples it is the same. */
static bool
add_edits_of(const struct sample *s, const struct buffer *bytes,
	     struct judge_how how, const char *head, const struct buffer *plain,
	     struct buffer *text)
{
	struct judgement j;
	bool done;

	judge(bytes->bytes, bytes->size, s->options ? s->options : "-", how,
	      &j);
	done = j.status == DFK_OK;
	if (done && (j.edits.size != plain->size ||
		     (plain->size &&
		      memcmp(j.edits.bytes, plain->bytes, plain->size) != 0))) {
		buffer_byte(text, '\n');
		buffer_words(text, head);
		buffer_words(text, s->path);
		buffer_byte(text, '\n');
		buffer_append(text, j.edits.bytes, j.edits.size);
	}
	judgement_free(&j);
	return done;
}

/* Adds the plans for --fix-warnings and for --level=prefix. */
static bool
add_other_edits(const struct sample *s, const struct buffer *bytes,
		struct judge_how how, const struct buffer *plain,
		struct buffer *text)
{
	struct judge_how warnings = how, prefix = how;

	warnings.fix_warnings = true;
	prefix.level = DFK_LEVEL_PREFIX;
	return add_edits_of(s, bytes, warnings, "with warnings: ", plain,
			    text) &&
	       add_edits_of(s, bytes, prefix, "at level prefix: ", plain, text);
}

static bool
add_sample(const char *corpus, const struct sample *s, enum findings_kind kind,
	   struct judge_how how, struct buffer *text)
{
	struct buffer bytes = { 0 };
	struct judgement j;
	bool done = sample_load(corpus, s->path, &bytes);

	if (!done) {
		perror(s->path);
		return false;
	}
	judge(bytes.bytes, bytes.size, s->options ? s->options : "-", how, &j);
	if (j.status != DFK_OK) {
		fprintf(stderr, "%s: %s\n", s->path, dfk_status_text(j.status));
		done = false;
	} else if (part_of(&j, kind)->size > 0) {
		buffer_byte(text, '\n');
		buffer_words(text, s->path);
		buffer_byte(text, '\n');
		if (kind == FINDINGS_RECORDS)
			add_records(s, &j.records, text);
		else
			buffer_append(text, part_of(&j, kind)->bytes,
				      part_of(&j, kind)->size);
	}
	if (done && kind == FINDINGS_EDITS)
		done = add_other_edits(s, &bytes, how, &j.edits, text);
	judgement_free(&j);
	buffer_free(&bytes);
	return done;
}

static bool
is_below(const struct sample *s, const char *folder)
{
	const size_t length = strlen(folder);

	return strncmp(s->path, folder, length) == 0 && s->path[length] == '/';
}

bool
findings_has_samples(const char *folder)
{
	const struct sample *s;

	for (size_t i = 0; (s = samples_at(i)); i++)
		if (is_below(s, folder))
			return true;
	return false;
}

bool
findings_of_folder(const char *corpus, const char *folder,
		   enum findings_kind kind, struct judge_how how,
		   struct buffer *text)
{
	const struct sample *s;
	bool done = true;

	if (kind == FINDINGS_DAMAGE)
		return damage_of_folder(corpus, folder, text);
	buffer_words(text, kinds[kind].head);
	for (size_t i = 0; (s = samples_at(i)); i++)
		if (is_below(s, folder))
			done = add_sample(corpus, s, kind, how, text) && done;
	return done && buffer_ok(text);
}
