/* SPDX-License-Identifier: MIT */
/* hold.c - copies of findings, which are reported after the verdict or not at all */
#include "cli/report/hold.h"

#include <stdlib.h>
#include <string.h>

/* The members of a finding that point to texts. */
enum { TEXTS = 5 };

static void
list_texts(struct dfk_finding *finding, const char **texts[TEXTS])
{
	texts[0] = &finding->part;
	texts[1] = &finding->part_path;
	texts[2] = &finding->field;
	texts[3] = &finding->found;
	texts[4] = &finding->expected;
}

/* Copies the finding and its texts into one block.  NULL: no memory. */
static struct dfk_finding *
copy_finding(const struct dfk_finding *finding)
{
	struct dfk_finding *copy, original = *finding;
	const char **from[TEXTS], **to[TEXTS];
	size_t size = sizeof(*copy);
	char *text;

	list_texts(&original, from);
	for (size_t i = 0; i < TEXTS; i++)
		size += strlen(*from[i]) + 1;
	copy = malloc(size);
	if (copy == NULL)
		return NULL;
	*copy = original;
	list_texts(copy, to);
	text = (char *)(copy + 1);
	for (size_t i = 0; i < TEXTS; i++) {
		const size_t length = strlen(*from[i]) + 1;

		*to[i] = memcpy(text, *from[i], length);
		text += length;
	}
	return copy;
}

bool
hold_add(struct hold *hold, const struct dfk_finding *finding)
{
	const size_t room = hold->room * 2 + 16;
	struct dfk_finding *copy, **grown;

	if (hold->n == hold->room) {
		grown = realloc(hold->findings, room * sizeof(*grown));
		if (grown == NULL)
			return false;
		hold->findings = grown;
		hold->room = room;
	}
	copy = copy_finding(finding);
	if (copy == NULL)
		return false;
	hold->findings[hold->n++] = copy;
	return true;
}

void
hold_forget(struct hold *hold)
{
	while (hold->n > 0)
		free(hold->findings[--hold->n]);
	hold->actions = false;
}

void
hold_close(struct hold *hold)
{
	hold_forget(hold);
	free(hold->findings);
	hold->findings = NULL;
	hold->room = 0;
}
