/* SPDX-License-Identifier: MIT */
/* roots.c - refuses directories whose files would be in the database twice */
#include "cli/scrub/roots.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/report/text.h"

const char *
scrub_roots_label(const struct args_scrub *scrub, char *directory)
{
	size_t length = strlen(directory);

	while (length > 1 && directory[length - 1] == '/')
		directory[--length] = '\0';
	return scrub->root_name != NULL ? scrub->root_name : directory;
}

static enum exitcode
check_directory(const char *path)
{
	struct stat status;

	if (stat(path, &status) != 0) {
		text_complain(path, "%s", strerror(errno));
		return EXITCODE_IO;
	}
	if (S_ISDIR(status.st_mode))
		return EXITCODE_OK;
	text_complain(path, "is not a directory; scrub takes directories");
	return EXITCODE_USAGE;
}

/* Is the second path the first one, or below it?  Both are absolute. */
static bool
is_within(const char *outer, const char *inner)
{
	const size_t length = strlen(outer);

	return strncmp(outer, inner, length) == 0 &&
	       (inner[length] == '\0' || inner[length] == '/' ||
		strcmp(outer, "/") == 0);
}

/* Compares a directory with those before it. */
static enum exitcode
check_against(const struct args *args, size_t at)
{
	char **inputs = args->what.inputs;
	char *path = realpath(inputs[at], NULL);
	enum exitcode code = EXITCODE_OK;

	for (size_t i = 0; i < at && path != NULL; i++) {
		char *other = realpath(inputs[i], NULL);

		if (other != NULL && code == EXITCODE_OK &&
		    (is_within(other, path) || is_within(path, other))) {
			text_complain(inputs[at],
				      "has files that are also below '%s'",
				      inputs[i]);
			code = EXITCODE_USAGE;
		}
		free(other);
	}
	free(path);
	return code;
}

enum exitcode
scrub_roots_check(const struct args *args)
{
	const struct args_what *what = &args->what;
	enum exitcode code = EXITCODE_OK;

	for (size_t i = 0; i < what->n_inputs && code == EXITCODE_OK; i++)
		code = check_directory(what->inputs[i]);
	for (size_t i = 1; i < what->n_inputs && code == EXITCODE_OK; i++)
		code = check_against(args, i);
	return code;
}
