/* SPDX-License-Identifier: MIT */
/* nearest.c - compares names by the letters that differ */
#include "cli/nearest.h"

#include <stdint.h>
#include <string.h>

#include "cli/report/text.h"

/* Only this many letters of longer words are compared, because ids are shorter. */
#define WORD_MAX 64

static size_t
smallest(size_t a, size_t b, size_t c)
{
	const size_t d = a < b ? a : b;

	return d < c ? d : c;
}

/* Returns the number of letters that must be changed, added or removed to turn the first
   `n` bytes of `a` into `b`. */
static size_t
distance(const char *a, size_t n, const char *b)
{
	const size_t m = strnlen(b, WORD_MAX);
	size_t row[WORD_MAX + 1];

	for (size_t j = 0; j <= m; j++)
		row[j] = j;
	for (size_t i = 1; i <= n; i++) {
		size_t diagonal = row[0];

		row[0] = i;
		for (size_t j = 1; j <= m; j++) {
			const size_t above = row[j];

			row[j] = smallest(above + 1, row[j - 1] + 1,
					  diagonal + (a[i - 1] != b[j - 1]));
			diagonal = above;
		}
	}
	return row[m];
}

void
nearest_offer(struct nearest *nearest, const char *name)
{
	const size_t n = nearest->length < WORD_MAX ? nearest->length
						    : WORD_MAX;
	const size_t d = distance(nearest->word, n, name);

	/* At most a third of the letters may be wrong. */
	if (d > n / 3 || (nearest->best != NULL && d >= nearest->distance))
		return;
	nearest->best = name;
	nearest->distance = d;
}

/* Returns the first rule whose id begins with `word`, or whose name without the format
   does.  If there is no such rule, returns the first rule that contains `word`, or NULL.
   Words of one or two letters, and names of formats, would match too many rules. */
static const struct dfk_rule *
containing(const char *word)
{
	enum { LEAST = 3 };
	const size_t length = strlen(word);
	const struct dfk_rule *inside = NULL;

	if (length < LEAST)
		return NULL;
	for (size_t i = 0; i < dfk_rule_count(); i++) {
		const struct dfk_rule *rule = dfk_rule_at(i);

		if (strncmp(rule->id, word, length) == 0 &&
		    rule->id[length] == '.')
			return NULL;
		if (strncmp(rule->id, word, length) == 0 ||
		    strncmp(rule->name, word, length) == 0)
			return rule;
		if (inside == NULL && strstr(rule->id, word) != NULL)
			inside = rule;
	}
	return inside;
}

const struct dfk_rule *
nearest_rule(const char *word)
{
	struct nearest nearest = { .word = word, .length = strlen(word) };
	const struct dfk_rule *best = containing(word);

	for (size_t i = 0; i < dfk_rule_count() && best == NULL; i++) {
		nearest_offer(&nearest, dfk_rule_at(i)->id);
		nearest_offer(&nearest, dfk_rule_at(i)->name);
	}
	for (size_t i = 0; i < dfk_rule_count() && best == NULL; i++) {
		const struct dfk_rule *rule = dfk_rule_at(i);

		if (nearest.best == rule->id || nearest.best == rule->name)
			best = rule;
	}
	return best;
}

void
nearest_complain(const char *subject, const struct nearest *nearest,
		 const char *kind)
{
	if (nearest->best != NULL)
		text_complain(subject, "'%.*s' is no %s; did you mean %s?",
			      (int)nearest->length, nearest->word, kind,
			      nearest->best);
	else
		text_complain(subject, "'%.*s' is no %s", (int)nearest->length,
			      nearest->word, kind);
}
