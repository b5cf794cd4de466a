/* SPDX-License-Identifier: MIT */
/* target.c - finds the names of outputs, and makes their directories */
#include "cli/write/target.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "cli/write/rights.h"

#define OPEN_DIRECTORY (O_RDONLY | O_DIRECTORY | O_CLOEXEC)

void
target_close_tree(struct target_tree *tree)
{
	if (tree->directory >= 0)
		close(tree->directory);
	/* The removal fails if the directory is not empty, as it should. */
	if (tree->created)
		(void)rmdir(tree->path);
	published_free(&tree->made);
}

/* Could the directory be made, apart from permissions?  Returns 0 or errno. */
static int
could_make(const char *path)
{
	char parent[PATH_MAX];
	struct stat status;

	/* The name is the name of a link to a file that does not exist. */
	if (lstat(path, &status) == 0)
		return ENOENT;
	if (strlen(path) >= sizeof(parent))
		return ENAMETOOLONG;
	memcpy(parent, path, strlen(path) + 1);
	return stat(dirname(parent), &status) != 0 ? errno : 0;
}

int
target_open_tree(struct target_tree *tree, const struct args_out *out)
{
	*tree = (struct target_tree){ .path = out->directory, .directory = -1 };
	int error;

	if (tree->path == NULL)
		return 0;
	if (!out->dry_run) {
		if (mkdir(tree->path, S_IRWXU) == 0)
			tree->created = true;
		else if (errno != EEXIST)
			return errno;
	}
	tree->directory = open(tree->path, OPEN_DIRECTORY);
	if (tree->directory >= 0)
		return 0;
	error = errno;
	if (out->dry_run && error == ENOENT)
		error = could_make(tree->path);
	target_close_tree(tree);
	return error;
}

static int
error_if_cut(int length, size_t size)
{
	return length < 0 || (size_t)length >= size ? ENAMETOOLONG : 0;
}

/* Splits `path` into the directory and the name, and opens the directory. */
static int
open_beside(struct target *target, const char *path)
{
	const char *slash = strrchr(path, '/');
	const size_t length = slash == NULL ? 0 : (size_t)(slash - path) + 1;
	char directory[PATH_MAX];

	if (strlen(path) >= sizeof(target->path))
		return ENAMETOOLONG;
	memcpy(directory, path, length);
	directory[length] = '\0';
	snprintf(target->path, sizeof(target->path), "%s", path);
	snprintf(target->name, sizeof(target->name), "%s", path + length);
	target->directory = open(length == 0 ? "." : directory, OPEN_DIRECTORY);
	return target->directory < 0 ? errno : 0;
}

/* Takes the directory in which the walk found the item, because another directory may
   have the path of this directory by now.  The walk may leave the directory before the
   output is written. */
static int
keep_walked(struct target *target, const struct walk_item *item)
{
	target->directory = fcntl(item->directory, F_DUPFD_CLOEXEC, 0);
	if (target->directory < 0)
		return errno;
	snprintf(target->name, sizeof(target->name), "%s", item->name);
	return error_if_cut(snprintf(target->path, sizeof(target->path), "%s",
				     item->path),
			    sizeof(target->path));
}

static int
open_in_tree(struct target *target, struct target_tree *tree,
	     const struct walk_item *item)
{
	const size_t length = strlen(tree->path);
	const char *slash = length > 0 && tree->path[length - 1] == '/' ? ""
									: "/";
	int error;

	/* A name such as ".." would lead out of the directory of -d. */
	if (strcmp(item->path, "-") == 0 || strcmp(item->below, "..") == 0 ||
	    strcmp(item->below, ".") == 0 || item->below[0] == '\0')
		return EINVAL;
	target->directory = tree->directory;
	target->borrowed = true;
	target->tree = tree;
	target->input = item->path;
	target->input_root = strlen(item->path) - strlen(item->below);
	error = error_if_cut(
		snprintf(target->name, sizeof(target->name), "%s", item->below),
		sizeof(target->name));
	if (error != 0)
		return error;
	return error_if_cut(snprintf(target->path, sizeof(target->path),
				     "%s%s%s", tree->path, slash, item->below),
			    sizeof(target->path));
}

int
target_open(struct target *target, struct target_tree *tree,
	    const struct args_out *out, const struct walk_item *item)
{
	target->directory = -1;
	target->borrowed = false;
	target->tree = NULL;
	if (tree->path != NULL)
		return open_in_tree(target, tree, item);
	if (out->suffix != NULL && item->walked)
		return keep_walked(target, item);
	return open_beside(target,
			   out->output != NULL ? out->output : item->path);
}

/* ----------------------------------------------------------- endings -- */

static const struct {
	const char *compression, *ending;
} endings[] = {
	{ "gzip", ".gz" },
	{ "xz", ".xz" },
	{ "zstd", ".zst" },
	{ "bzip2", ".bz2" },
};

#define N_ENDINGS (sizeof(endings) / sizeof(endings[0]))

const char *
target_ending_of(const char *compression)
{
	for (size_t i = 0; compression != NULL && i < N_ENDINGS; i++) {
		if (strcmp(compression, endings[i].compression) == 0)
			return endings[i].ending;
	}
	return "";
}

bool
target_has_ending(const char *name, const char *ending)
{
	const size_t length = strlen(name), size = strlen(ending);

	return size > 0 && length > size && name[length - size - 1] != '/' &&
	       strcasecmp(name + length - size, ending) == 0;
}

static void
drop_end(char *text, const char *end)
{
	if (target_has_ending(text, end))
		text[strlen(text) - strlen(end)] = '\0';
}

void
target_drop_ending(struct target *target, const char *ending)
{
	drop_end(target->name, ending);
	drop_end(target->path, ending);
}

/* ------------------------------------------------------- directories -- */

int
target_status(const struct target *target, struct stat *status)
{
	if (target->directory < 0)
		return ENOENT;
	return fstatat(target->directory, target->name, status,
		       AT_SYMLINK_NOFOLLOW) != 0
		       ? errno
		       : 0;
}

/* Cuts the path after its last slash.  False: the path has no slash. */
static bool
cut_name(char *path)
{
	char *slash = strrchr(path, '/');

	if (slash != NULL)
		slash[1] = '\0';
	return slash != NULL;
}

/* Reduces the rights of a directory that was made for the target.  The limit is the
   directory of the input at the same depth: the first `length` bytes of the target.
   Returns 0 or errno. */
static int
limit_step(const struct target *target, size_t length, int fd, bool first)
{
	char path[PATH_MAX];

	/* A link may lead to a place that is closed to other users. */
	if (strchr(target->name, '/') == NULL &&
	    realpath(target->input, path) != NULL && cut_name(path))
		return rights_limit(fd, path, first);
	length += target->input_root;
	if (length >= sizeof(path))
		return ENAMETOOLONG;
	memcpy(path, target->input, length);
	path[length] = '\0';
	return rights_limit(fd, length > 0 ? path : ".", first);
}

/* Users who may not read the input must not be able to read the output.  So the rights
   of the directories of inputs limit the directories of outputs. */
static int
limit_tree(const struct target *target)
{
	struct target_tree *tree = target->tree;
	bool first;

	if (tree == NULL || !tree->created)
		return 0;
	first = !tree->entered;
	tree->entered = true;
	return limit_step(target, 0, tree->directory, first);
}

/* Returns the length of the directories that this input and the last one have in common.
   Looking at their rights for each input would take long: the system follows a path from
   its start, so the time would grow with the square of the depth. */
static size_t
limited_before(const struct target *target)
{
	const struct target_tree *tree = target->tree;
	size_t length = 0;

	if (tree == NULL || tree->limited_root != target->input_root)
		return 0;
	for (size_t i = 0; tree->limited[i] != '\0' &&
			   tree->limited[i] == target->input[i];
	     i++)
		if (target->input[i] == '/')
			length = i + 1;
	return length;
}

/* The directories of the input have limited the rights. */
static void
note_limited(const struct target *target)
{
	struct target_tree *tree = target->tree;

	if (tree == NULL)
		return;
	snprintf(tree->limited, sizeof(tree->limited), "%s", target->input);
	tree->limited_root = target->input_root;
}

/* Enters the directory below `at` whose name is the next `length` bytes of the name of
   the target.  Makes this directory if it is missing. */
static int
step_into(const struct target *target, struct target_place *place,
	  size_t length, int *next)
{
	struct target_tree *tree = target->tree;
	const size_t until = (size_t)(place->name - target->name) + length;
	const int at = place->directory;
	char part[NAME_MAX + 1];
	struct stat status;
	bool made;

	if (length >= sizeof(part))
		return ENAMETOOLONG;
	memcpy(part, place->name, length);
	part[length] = '\0';
	made = mkdirat(at, part, S_IRWXU) == 0;
	place->made += made;
	if (!made && errno != EEXIST)
		return errno;
	if (made && fsync(at) != 0 && errno != EINVAL)
		return errno;
	do {
		*next = openat(at, part, OPEN_DIRECTORY | O_NOFOLLOW);
	} while (*next < 0 && errno == EINTR);
	if (*next < 0 || fstat(*next, &status) != 0)
		return errno;
	if (made && !published_add_status(&tree->made, &status))
		return ENOMEM;
	if (!made && target->input_root + until < place->limited)
		return 0;
	return published_has(&tree->made, &status)
		       ? limit_step(target, until, *next, made)
		       : 0;
}

int
target_enter(const struct target *target, struct target_place *place)
{
	const char *slash;
	int error;

	*place = (struct target_place){
		.directory = fcntl(target->directory, F_DUPFD_CLOEXEC, 0),
		.name = target->name,
		.limited = limited_before(target),
		.target = target,
	};
	if (place->directory < 0)
		return errno;
	if (target->tree != NULL) {
		place->next = target->tree->places;
		target->tree->places = place;
	}
	error = limit_tree(target);
	for (; error == 0 && (slash = strchr(place->name, '/'));
	     place->name = slash + 1) {
		int next = -1;

		error = step_into(target, place, (size_t)(slash - place->name),
				  &next);
		if (next < 0)
			break;
		close(place->directory);
		place->directory = next;
	}
	if (error == 0)
		note_limited(target);
	return error;
}

/* Will an output that is not finished be in the directory `path` or below it? */
static bool
is_needed(const struct target_tree *tree, const char *path)
{
	const size_t length = strlen(path);
	const struct target_place *place = tree->places;

	while (place != NULL &&
	       (strncmp(place->target->name, path, length) != 0 ||
		place->target->name[length] != '/'))
		place = place->next;
	return place != NULL;
}

/* Has this run made the directory `path`? */
static bool
is_made(const struct target *target, const char *path)
{
	struct stat status;

	return fstatat(target->directory, path, &status,
		       AT_SYMLINK_NOFOLLOW) == 0 &&
	       published_has(&target->tree->made, &status);
}

/* Removes the directories above the output that this run has made, also those that were
   made for another output.  A directory that is not empty stays. */
static void
unmake(const struct target *target, int made)
{
	char path[PATH_MAX];
	char *slash;

	snprintf(path, sizeof(path), "%s", target->name);
	while ((slash = strrchr(path, '/')) != NULL) {
		*slash = '\0';
		if ((made-- <= 0 && !is_made(target, path)) ||
		    is_needed(target->tree, path) ||
		    unlinkat(target->directory, path, AT_REMOVEDIR) != 0)
			return;
	}
}

static void
forget_place(struct target_tree *tree, const struct target_place *place)
{
	struct target_place **at = &tree->places;

	while (*at != NULL && *at != place)
		at = &(*at)->next;
	if (*at != NULL)
		*at = place->next;
}

void
target_leave(const struct target *target, struct target_place *place, bool done)
{
	if (place->directory >= 0)
		close(place->directory);
	place->directory = -1;
	place->target = NULL;
	if (target->tree == NULL)
		return;
	forget_place(target->tree, place);
	if (!done)
		unmake(target, place->made);
}

void
target_close(struct target *target)
{
	if (!target->borrowed && target->directory >= 0)
		close(target->directory);
	target->directory = -1;
}
