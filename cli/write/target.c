/* SPDX-License-Identifier: MIT */
/* target.c - names of outputs, and the directories that they are in */
#include "cli/write/target.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/write/ending.h"

#define OPEN_DIRECTORY (O_RDONLY | O_DIRECTORY | O_CLOEXEC)

void
target_close_tree(struct target_tree *tree)
{
	if (tree->directory >= 0)
		close(tree->directory);
	/* This fails if the directory is not empty, as it should. */
	if (tree->created)
		(void)rmdir(tree->path);
}

/* What stranger may read a file is also up to the directory that it is in.  The
   files in it are made by us. */
static mode_t
mode_of_directory(const char *path)
{
	struct stat status;

	if (stat(path, &status) != 0)
		return S_IRWXU;
	return S_ISDIR(status.st_mode) ? S_IRWXU | (status.st_mode & 0777)
				       : 0777;
}

static mode_t
mode_of_inputs(const struct args *args)
{
	mode_t mode = 0777;

	for (size_t i = 0; i < args->n_inputs; i++)
		mode &= mode_of_directory(args->inputs[i]);
	return mode;
}

/* Could the directory be made, apart from permissions?  0 or errno. */
static int
could_make(const char *path)
{
	char parent[PATH_MAX];
	struct stat status;

	/* The name is taken by a link to nothing. */
	if (lstat(path, &status) == 0)
		return ENOENT;
	if (strlen(path) >= sizeof(parent))
		return ENAMETOOLONG;
	memcpy(parent, path, strlen(path) + 1);
	return stat(dirname(parent), &status) != 0 ? errno : 0;
}

int
target_open_tree(struct target_tree *tree, const struct args *args)
{
	*tree = (struct target_tree){ .path = args->directory,
				      .directory = -1 };
	int error;

	if (tree->path == NULL)
		return 0;
	if (!args->dry_run) {
		if (mkdir(tree->path, mode_of_inputs(args)) == 0)
			tree->created = true;
		else if (errno != EEXIST)
			return errno;
	}
	tree->directory = open(tree->path, OPEN_DIRECTORY);
	if (tree->directory >= 0)
		return 0;
	error = errno;
	if (args->dry_run && error == ENOENT)
		error = could_make(tree->path);
	target_close_tree(tree);
	return error;
}

static int
fits(int length, size_t size)
{
	return length < 0 || (size_t)length >= size ? ENAMETOOLONG : 0;
}

/* The directory and the name of `path`. */
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

static int
open_in_tree(struct target *target, const struct target_tree *tree,
	     const struct walk_item *item)
{
	const size_t length = strlen(tree->path);
	const char *slash = length > 0 && tree->path[length - 1] == '/' ? ""
									: "/";
	int error;

	/* A name such as ".." would leave the tree. */
	if (strcmp(item->path, "-") == 0 || strcmp(item->below, "..") == 0 ||
	    strcmp(item->below, ".") == 0 || item->below[0] == '\0')
		return EINVAL;
	target->directory = tree->directory;
	target->borrowed = true;
	target->input = item->path;
	target->input_root = strlen(item->path) - strlen(item->below);
	error = fits(
		snprintf(target->name, sizeof(target->name), "%s", item->below),
		sizeof(target->name));
	if (error != 0)
		return error;
	return fits(snprintf(target->path, sizeof(target->path), "%s%s%s",
			     tree->path, slash, item->below),
		    sizeof(target->path));
}

int
target_open(struct target *target, const struct target_tree *tree,
	    const struct args *args, const struct walk_item *item)
{
	target->directory = -1;
	target->borrowed = false;
	if (tree->path != NULL)
		return open_in_tree(target, tree, item);
	return open_beside(target,
			   args->output != NULL ? args->output : item->path);
}

static void
drop_end(char *text, const char *end)
{
	if (ending_is(text, end))
		text[strlen(text) - strlen(end)] = '\0';
}

void
target_drop_ending(struct target *target, const char *ending)
{
	drop_end(target->name, ending);
	drop_end(target->path, ending);
}

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

/* Of the directory that the input is in where the target has so many bytes. */
static mode_t
mode_of_step(const struct target *target, size_t length)
{
	char path[PATH_MAX];

	length += target->input_root;
	if (length >= sizeof(path))
		return S_IRWXU;
	memcpy(path, target->input, length);
	path[length] = '\0';
	return mode_of_directory(path);
}

/* `part` below `at`, made if it is missing. */
static int
step_into(int at, const char *part, mode_t mode, bool *made)
{
	int next;

	*made = mkdirat(at, part, mode) == 0;
	if (!*made && errno != EEXIST)
		return -1;
	if (*made && fsync(at) != 0 && errno != EINVAL)
		return -1;
	do {
		next = openat(at, part, OPEN_DIRECTORY | O_NOFOLLOW);
	} while (next < 0 && errno == EINTR);
	return next;
}

int
target_enter(const struct target *target, struct target_place *place)
{
	const char *slash;
	char step[NAME_MAX + 1];

	*place = (struct target_place){ .directory = dup(target->directory),
					.name = target->name };
	if (place->directory < 0)
		return errno;
	for (; (slash = strchr(place->name, '/')); place->name = slash + 1) {
		const size_t length = (size_t)(slash - place->name);
		int next, error;
		bool made;

		if (length >= sizeof(step))
			return ENAMETOOLONG;
		memcpy(step, place->name, length);
		step[length] = '\0';
		next = step_into(
			place->directory, step,
			mode_of_step(target, (size_t)(slash - target->name)),
			&made);
		error = errno;
		place->made += made;
		if (next < 0)
			return error;
		close(place->directory);
		place->directory = next;
	}
	return 0;
}

static void
unmake(const struct target *target, int made)
{
	char path[PATH_MAX];
	char *slash;

	snprintf(path, sizeof(path), "%s", target->name);
	while (made > 0 && (slash = strrchr(path, '/'))) {
		*slash = '\0';
		made -= unlinkat(target->directory, path, AT_REMOVEDIR) == 0;
	}
}

void
target_leave(const struct target *target, struct target_place *place, bool done)
{
	if (place->directory >= 0)
		close(place->directory);
	place->directory = -1;
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
