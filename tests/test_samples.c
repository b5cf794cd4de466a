/* SPDX-License-Identifier: MIT */
/*
 * test_samples.c - each rule has a sample that trips it first and a near miss
 * that does not, and the committed files are what the builder makes
 */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "corpus/builder/samples.h"
#include "corpus/tool/judge.h"
#include "tests/stored.h"

#define WHOLE \
	(struct judge_how) { .pieces = JUDGE_WHOLE }

/* Reported by the command, which knows names, other files and time. */
static const char *const rules_of_the_command[] = {
	"teehistorian.header_filename",
	"file.extension",
	"file.growing",
	"file.open_elsewhere",
};

static bool
is_of_the_command(const char *rule)
{
	const size_t n = sizeof(rules_of_the_command) /
			 sizeof(*rules_of_the_command);

	for (size_t i = 0; i < n; i++)
		if (strcmp(rules_of_the_command[i], rule) == 0)
			return true;
	return false;
}

/* Their rules are about files of every format, or parts of them. */
static bool
is_of_a_part(const char *name)
{
	static const char *const parts[] = {
		"file.",
		"limit.",
/* Maps and snapshots are in demos, and formats themselves. */
#define FORMAT(folder, ...) #folder ".",
#define PART(folder) #folder ".",
#include "validator/formats.def"
#undef FORMAT
	};

	for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++)
		if (strncmp(name, parts[i], strlen(parts[i])) == 0)
			return true;
	return false;
}

/*
 * "teehistorian/bad/file.empty-x.teehistorian" is a sample of file.empty, and
 * "teehistorian/bad/magic-x.teehistorian" of teehistorian.magic.  False: it is
 * not in that folder.
 */
static bool
rule_of_sample(const char *path, const char *folder, char id[64])
{
	static const char word[] = "abcdefghijklmnopqrstuvwxyz0123456789_";
	const size_t format = strcspn(path, "/");
	const char *name = path + format + 1;
	size_t length;

	if (strncmp(name, folder, strlen(folder)) != 0 ||
	    name[strlen(folder)] != '/')
		return false;
	name += strlen(folder) + 1;
	length = strspn(name, word);
	if (is_of_a_part(name)) {
		length += 1 + strspn(name + length + 1, word);
		snprintf(id, 64, "%.*s", (int)length, name);
	} else {
		snprintf(id, 64, "%.*s.%.*s", (int)format, path, (int)length,
			 name);
	}
	return true;
}

static void
judge_sample(const struct sample *s, struct judgement *j)
{
	struct buffer bytes = stored_file(s->path);

	judge(bytes.bytes, bytes.size, s->options ? s->options : "-", WHOLE, j);
	cr_assert_eq(j->status, DFK_OK, "%s: %s", s->path,
		     dfk_status_text(j->status));
	buffer_free(&bytes);
}

/* How many samples of a rule are in a folder. */
static size_t
count_samples(const char *rule, const char *folder)
{
	const struct sample *s;
	char id[64];
	size_t n = 0;

	for (size_t i = 0; (s = samples_at(i)); i++)
		if (rule_of_sample(s->path, folder, id) &&
		    strcmp(id, rule) == 0)
			n++;
	return n;
}

/* Given the table of rules, no rule is without its two kinds of samples. */
Test(samples, each_rule_has_samples)
{
	const struct dfk_rule *rule;

	for (size_t i = 0; (rule = dfk_rule_at(i)); i++) {
		cr_expect_gt(count_samples(rule->id, "bad"), 0,
			     "%s: no sample trips it, add %s/bad/%s* (see "
			     "corpus/README.md)",
			     rule->id, rule->format, rule->name);
		cr_expect_gt(count_samples(rule->id, "near"), 0,
			     "%s: no sample misses it, add %s/near/%s* (see "
			     "corpus/README.md)",
			     rule->id, rule->format, rule->name);
	}
}

/* Given the table of formats, each has a file that is right. */
Test(samples, each_format_has_a_good_one)
{
	static const char *const folders[] = {
#define FORMAT(folder, ...) #folder,
#include "validator/formats.def"
#undef FORMAT
	};

	for (size_t i = 0; i < sizeof(folders) / sizeof(*folders); i++) {
		const size_t length = strlen(folders[i]);
		const struct sample *s;
		size_t n = 0;

		for (size_t k = 0; (s = samples_at(k)); k++)
			n += strncmp(s->path, folders[i], length) == 0 &&
			     strncmp(s->path + length, "/good/", 6) == 0;
		cr_expect_gt(n, 0, "%s: add a whole file, %s/good/*",
			     folders[i], folders[i]);
	}
}

/* The edits are counted when they are planned, after their findings. */
static bool
comes_first(const char *rules, const char *id)
{
	static const char unknown[] = "twdemo.net_version@8+64,";
	const size_t length = strlen(id);

	/* The text that names no game is noted before the items show the game. */
	if (strcmp(id, "twdemo.net_version_items") == 0 &&
	    strncmp(rules, unknown, strlen(unknown)) == 0)
		rules += strlen(unknown);
	/* Something has to be wrong before a repair meets a limit, or its cause is
	   looked for. */
	if (strcmp(id, "dem.text_mode_lost") == 0 ||
	    strcmp(id, "limit.edits") == 0 ||
	    strcmp(id, "limit.insert_bytes") == 0) {
		const char *last = strrchr(rules, ',');

		rules = last ? last + 1 : rules;
	}
	return strncmp(rules, id, length) == 0 && rules[length] == '@';
}

Test(samples, bad_ones_trip_their_rule_first)
{
	const struct sample *s;
	char id[64];

	for (size_t i = 0; (s = samples_at(i)); i++) {
		struct judgement j;

		if (!rule_of_sample(s->path, "bad", id))
			continue;
		cr_expect_not_null(dfk_rule_find(id), "%s: no such rule",
				   s->path);
		if (is_of_the_command(id))
			continue;
		judge_sample(s, &j);
		cr_expect(comes_first((const char *)j.rules.bytes, id),
			  "%s: %s", s->path, (const char *)j.rules.bytes);
		judgement_free(&j);
	}
}

Test(samples, near_ones_do_not_trip_their_rule)
{
	const struct sample *s;
	char id[64];

	for (size_t i = 0; (s = samples_at(i)); i++) {
		struct judgement j;

		if (!rule_of_sample(s->path, "near", id))
			continue;
		cr_expect_not_null(dfk_rule_find(id), "%s: no such rule",
				   s->path);
		strcat(id, "@");
		judge_sample(s, &j);
		cr_expect_null(strstr((const char *)j.rules.bytes, id),
			       "%s: %s", s->path, (const char *)j.rules.bytes);
		judgement_free(&j);
	}
}

Test(samples, good_ones_are_valid)
{
	const struct sample *s;
	char id[64];

	for (size_t i = 0; (s = samples_at(i)); i++) {
		struct judgement j;

		if (!rule_of_sample(s->path, "good", id))
			continue;
		judge_sample(s, &j);
		cr_expect_eq(j.result.verdict, DFK_VALID, "%s: %s", s->path,
			     (const char *)j.rules.bytes);
		judgement_free(&j);
	}
}

/* Where a finding is due is known before the library is asked. */
Test(samples, findings_are_where_the_builder_says)
{
	const struct sample *s;
	size_t n = 0;
	char id[64];

	for (size_t i = 0; (s = samples_at(i)); i++) {
		struct buffer w = { 0 };
		size_t offset, length;

		if (!rule_of_sample(s->path, "bad", id) ||
		    is_of_the_command(id))
			continue;
		cr_assert(sample_build(s, &w), "%s", s->path);
		if (sample_expected(&w, &offset, &length)) {
			char want[128];
			struct judgement j;

			snprintf(want, sizeof(want), "%s@%zu+%zu", id, offset,
				 length);
			judge_sample(s, &j);
			cr_expect_eq(strncmp((const char *)j.rules.bytes, want,
					     strlen(want)),
				     0, "%s: %s, not %s", s->path,
				     (const char *)j.rules.bytes, want);
			judgement_free(&j);
			n++;
		}
		buffer_free(&w);
	}
	cr_expect_gt(n, 150, "only %zu samples say it", n);
}

Test(samples, committed_files_are_what_the_builder_makes)
{
	const struct sample *s;

	for (size_t i = 0; (s = samples_at(i)); i++) {
		struct buffer built = { 0 }, stored = stored_file(s->path);

		if (s->build) {
			cr_expect(sample_build(s, &built),
				  "%s: cannot be built", s->path);
			cr_expect(built.size == stored.size &&
					  (built.size == 0 ||
					   memcmp(built.bytes, stored.bytes,
						  built.size) == 0),
				  "%s: not what the builder makes, which "
				  "`build_corpus corpus` writes",
				  s->path);
		}
		buffer_free(&built);
		buffer_free(&stored);
	}
}

/* ---------------------------------------------------------- severity -- */

/* The version of the writer lowers these from a warning or an error. */
Test(samples, old_writers_lower_a_severity)
{
	static const struct {
		const char *path;
		uint64_t errors, warnings, notes;
	} cases[] = {
		{ "good/v1-skip-minus-one", 0, 0, 1 },
		{ "bad/auth_logout_unknown-19.5", 0, 0, 1 },
		{ "bad/auth_logout_unknown-19.6", 0, 1, 0 },
		{ "bad/string_utf8-14.5", 0, 0, 1 },
		{ "bad/string_utf8-14.6", 0, 1, 0 },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		char path[128];
		const struct sample *s;
		struct judgement j;

		snprintf(path, sizeof(path), "teehistorian/%s.teehistorian",
			 cases[i].path);
		s = samples_find(path);
		cr_assert_not_null(s, "%s", path);
		judge_sample(s, &j);
		cr_expect_eq(j.result.errors, cases[i].errors, "%s", path);
		cr_expect_eq(j.result.warnings, cases[i].warnings, "%s", path);
		cr_expect_eq(j.result.notes, cases[i].notes, "%s", path);
		judgement_free(&j);
	}
}
