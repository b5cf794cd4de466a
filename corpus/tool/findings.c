/* SPDX-License-Identifier: MIT */
/*
 * findings.c - the findings of all samples of a folder, one after the other
 */
#include "corpus/tool/findings.h"

#include <stdio.h>
#include <string.h>

#include "corpus/builder/samples.h"

static const char head[] =
	"# Every finding of every sample: severity, rule, offset + length and "
	"place, then\n"
	"# what was found and what was expected.  `update_manifest` writes it "
	"anew; each\n"
	"# line that changes has to be held against SPEC.md.\n";

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

static bool
add_sample(const char *corpus, const struct sample *s, struct judge_how how,
	   struct buffer *text)
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
	} else if (j.findings.size > 0) {
		buffer_byte(text, '\n');
		buffer_append(text, s->path, strlen(s->path));
		buffer_byte(text, '\n');
		buffer_append(text, j.findings.bytes, j.findings.size);
	}
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
findings_of_folder(const char *corpus, const char *folder, struct judge_how how,
		   struct buffer *text)
{
	const struct sample *s;
	bool done = true;

	buffer_append(text, head, strlen(head));
	for (size_t i = 0; (s = samples_at(i)); i++)
		if (is_below(s, folder))
			done = add_sample(corpus, s, how, text) && done;
	return done && buffer_ok(text);
}
