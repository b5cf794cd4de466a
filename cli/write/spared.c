/* SPDX-License-Identifier: MIT */
/* spared.c - finds out whether an output is a file that the run reads */
#include "cli/write/spared.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/report/text.h"

/* ------------------------------------------------------ what is read -- */

static bool
read_path_status(const char *path, struct stat *status)
{
	return (strcmp(path, "-") == 0 ? fstat(STDIN_FILENO, status)
				       : stat(path, status)) == 0;
}

/* Adds a file that the run reads.  False: no memory.  A file that does not exist is not
   added. */
static bool
spare_path(struct spared *spared, const char *path, bool walked)
{
	struct stat status;

	if (path == NULL || !read_path_status(path, &status))
		return true;
	if (S_ISREG(status.st_mode))
		return published_add_status(&spared->files, &status);
	return !S_ISDIR(status.st_mode) || !walked ||
	       published_add_status(&spared->directories, &status);
}

/* Adds the files that options name. */
static bool
add_options(struct spared *spared, const struct args *args)
{
	const char *path;
	bool good = true;

	for (size_t i = 0; good && args_file(args, i, &path); i++)
		good = spare_path(spared, path, false);
	return good;
}

bool
spared_open(struct spared *spared, const struct args *args,
	    struct name_list *list)
{
	/* In a walk, --in-place reads kept originals only with --all. */
	const bool walked = args->out.directory != NULL ||
			    (args->out.suffix != NULL && args->what.all);
	const char *name;
	bool good = true;

	*spared = (struct spared){ .tree = -1 };
	if (!args->out.force)
		return true;
	good = add_options(spared, args);
	for (size_t i = 0; i < args->what.n_inputs && good; i++)
		good = spare_path(spared, args->what.inputs[i], walked);
	while ((name = list_next(list)) != NULL)
		good = good && spare_path(spared, name, walked);
	return good;
}

void
spared_close(struct spared *spared)
{
	published_free(&spared->files);
	published_free(&spared->directories);
}

/* -------------------------------------------------- as the names tell -- */

static bool
is_same(const struct stat *a, const struct stat *b)
{
	return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* Would the output of an input have this name?  Is it a second name of one file, or the
   file of another input?  Then prints a message. */
static bool
is_an_input(const struct spared *spared, const char *input, const char *output)
{
	struct stat in, out;

	if (read_path_status(input, &in) && stat(output, &out) == 0 &&
	    is_same(&in, &out)) {
		text_complain(output,
			      S_ISDIR(in.st_mode)
				      ? "is the input itself; -d needs another "
					"directory"
				      : "is the input itself; --in-place "
					"repairs it");
		return true;
	}
	/* Only regular files are replaced. */
	if (lstat(output, &out) != 0 || !S_ISREG(out.st_mode) ||
	    !published_has(&spared->files, &out))
		return false;
	text_complain(output, SPARED_IS_HERE "; -f does not replace it");
	return true;
}

/* With -d, a file keeps its own name in that directory. */
static bool
is_read_below(const struct spared *spared, const char *input,
	      const char *directory)
{
	const char *slash = strrchr(input, '/');
	char path[PATH_MAX];
	struct stat status;

	if (stat(input, &status) != 0 || S_ISDIR(status.st_mode) ||
	    snprintf(path, sizeof(path), "%s/%s", directory,
		     slash != NULL ? slash + 1 : input) >= (int)sizeof(path))
		return false;
	return is_an_input(spared, input, path);
}

static bool
refuses(const struct spared *spared, const struct args *args, const char *input)
{
	if (args->out.output != NULL)
		return is_an_input(spared, input, args->out.output);
	return args->out.directory != NULL &&
	       (is_an_input(spared, input, args->out.directory) ||
		is_read_below(spared, input, args->out.directory));
}

bool
spared_refuses(const struct spared *spared, const struct args *args,
	       struct name_list *list)
{
	bool refused = false;
	const char *name;

	for (size_t i = 0; i < args->what.n_inputs && !refused; i++)
		refused = refuses(spared, args, args->what.inputs[i]);
	while (!refused && (name = list_next(list)) != NULL)
		refused = refuses(spared, args, name);
	return refused;
}

/* ---------------------------------------------------- one that exists -- */

/* Opens the directory that contains the target, 0 or more levels below the directory of
   -d. */
static int
open_target_directory(const struct target *target)
{
	const char *slash = strrchr(target->name, '/');
	char path[PATH_MAX] = ".";

	if (slash != NULL)
		snprintf(path, sizeof(path), "%.*s",
			 (int)(slash - target->name), target->name);
	return openat(target->directory, path,
		      O_PATH | O_DIRECTORY | O_CLOEXEC);
}

/* Goes upwards from `place`.  Is a directory that the run walks above it?  The search
   stops at the directory of -d, which is left out.  If the search fails, the answer is
   true. */
static bool
is_walked(const struct spared *spared, int place)
{
	struct stat here = { 0 }, before, tree = { 0 };
	bool walked = true, ended = false;
	int above = -1;

	(void)!fstat(spared->tree, &tree);
	while (place >= 0 && !ended) {
		before = here;
		walked = fstat(place, &here) != 0 ||
			 published_has(&spared->directories, &here);
		/* The parent directory of the root is the root. */
		ended = walked || is_same(&here, &before) ||
			is_same(&here, &tree);
		if (!ended) {
			above = openat(place, "..",
				       O_PATH | O_DIRECTORY | O_CLOEXEC);
			/* No walk passes through a directory that cannot be searched. */
			walked = above < 0 && errno != EACCES;
		}
		close(place);
		place = ended ? -1 : above;
	}
	return walked;
}

bool
spared_has(const struct spared *spared, const struct target *target,
	   const struct stat *status)
{
	if (published_has(&spared->files, status))
		return true;
	return spared->directories.files != NULL &&
	       is_walked(spared, open_target_directory(target));
}
