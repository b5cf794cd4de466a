/* SPDX-License-Identifier: MIT */
/* walk.c - directories, and lists of names */
#include "cli/read/walk.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/report/text.h"

/* One directory of the path that the walk is in. */
struct level {
	int fd; /* entries are opened relative to it, never by a path */
	struct dirent **entries;
	int n, at;
	size_t length; /* of its path, with the slash after it */
};

struct tree {
	const struct walk *walk;
	struct level *levels;
	size_t depth, room;
	char path[PATH_MAX];
	size_t root; /* length of the root's path, with the slash */
	bool any;    /* a file was found, or what could not be read */
};

static bool
visit_error(struct tree *tree, int error)
{
	const struct walk_item item = {
		.path = tree->path,
		.below = tree->path + tree->root,
		.error = strerror(error),
	};

	tree->any = true;
	return tree->walk->visit(tree->walk->ctx, &item);
}

static int
is_wanted(const struct dirent *entry)
{
	if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
		return 0;
	return entry->d_type == DT_REG || entry->d_type == DT_DIR ||
	       entry->d_type == DT_UNKNOWN;
}

static int
by_bytes(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

/* Room for one more level; 0 or ENOMEM. */
static int
make_room(struct tree *tree)
{
	const size_t room = tree->room * 2 + 16;
	struct level *grown;

	if (tree->depth < tree->room)
		return 0;
	grown = realloc(tree->levels, room * sizeof(*grown));
	if (!grown)
		return ENOMEM;
	tree->levels = grown;
	tree->room = room;
	return 0;
}

/*
 * Enters the directory tree->path, which is open as `fd`, and closes it in the
 * end.  0 or an errno value.
 */
static int
enter(struct tree *tree, int fd)
{
	const size_t length = strlen(tree->path);
	struct level level = { .fd = fd };
	int error = make_room(tree);

	if (error == 0 && length + 1 >= sizeof(tree->path))
		error = ENAMETOOLONG;
	if (error == 0) {
		level.n = scandirat(fd, ".", &level.entries, is_wanted,
				    by_bytes);
		error = level.n < 0 ? errno : 0;
	}
	if (error != 0) {
		close(fd);
		return error;
	}
	level.length = length;
	if (tree->path[length - 1] != '/') {
		tree->path[length] = '/';
		level.length++;
	}
	tree->path[level.length] = '\0';
	tree->levels[tree->depth++] = level;
	return 0;
}

static void
leave(struct tree *tree)
{
	struct level *level = &tree->levels[--tree->depth];

	while (level->at < level->n)
		free(level->entries[level->at++]);
	free(level->entries);
	close(level->fd);
}

static bool
is_skipped(const struct walk *walk, int fd)
{
	struct stat status;

	return walk->skip && fstat(fd, &status) == 0 &&
	       status.st_dev == walk->skip_device &&
	       status.st_ino == walk->skip_inode;
}

static int
open_directory(int directory, const char *name, int flags)
{
	int fd;

	do {
		fd = openat(directory, name,
			    O_RDONLY | O_DIRECTORY | O_CLOEXEC | flags);
	} while (fd < 0 && errno == EINTR);
	return fd;
}

static bool
visit_file(struct tree *tree, const struct level *level, const char *name)
{
	const struct walk_item item = {
		.path = tree->path,
		.below = tree->path + tree->root,
		.walked = true,
		.directory = level->fd,
		.name = name,
	};

	tree->any = true;
	return tree->walk->visit(tree->walk->ctx, &item);
}

static bool
visit_directory(struct tree *tree, const struct level *level, const char *name)
{
	const int fd = open_directory(level->fd, name, O_NOFOLLOW);
	int error;

	if (fd < 0)
		return visit_error(tree, errno);
	if (is_skipped(tree->walk, fd)) {
		close(fd);
		return true;
	}
	error = enter(tree, fd);
	return error == 0 || visit_error(tree, error);
}

/* The entry that tree->path names; false: stop. */
static bool
visit_entry(struct tree *tree, const struct level *level,
	    const struct dirent *entry)
{
	unsigned char type = entry->d_type;
	struct stat status;

	if (type == DT_UNKNOWN) { /* a file system without types */
		if (fstatat(level->fd, entry->d_name, &status,
			    AT_SYMLINK_NOFOLLOW) != 0)
			return visit_error(tree, errno);
		type = IFTODT(status.st_mode);
	}
	if (type == DT_DIR)
		return visit_directory(tree, level, entry->d_name);
	return type != DT_REG || visit_file(tree, level, entry->d_name);
}

/* The next entry of the innermost directory; false: stop. */
static bool
step(struct tree *tree)
{
	/* Entering a directory may move tree->levels. */
	struct level level = tree->levels[tree->depth - 1];
	const size_t room = sizeof(tree->path) - level.length;
	struct dirent *entry;
	bool going;

	tree->path[level.length] = '\0';
	if (level.at == level.n) {
		leave(tree);
		return true;
	}
	entry = level.entries[level.at];
	tree->levels[tree->depth - 1].at++;
	if ((size_t)snprintf(tree->path + level.length, room, "%s",
			     entry->d_name) >= room)
		going = visit_error(tree, ENAMETOOLONG);
	else
		going = visit_entry(tree, &level, entry);
	free(entry);
	return going;
}

static bool
walk_tree(const struct walk *walk, const char *root)
{
	struct tree tree = { .walk = walk };
	const int fd = open_directory(AT_FDCWD, root, 0);
	bool going = true;
	int error = fd < 0 ? errno : 0;

	snprintf(tree.path, sizeof(tree.path), "%s", root);
	if (error == 0)
		error = enter(&tree, fd);
	if (error != 0) {
		going = visit_error(&tree, error);
	} else {
		tree.root = tree.levels[0].length;
		while (going && tree.depth > 0)
			going = step(&tree);
		if (!tree.any)
			text_complain(root, "no regular files in this directory "
					    "or below it");
	}
	while (tree.depth > 0)
		leave(&tree);
	free(tree.levels);
	return going;
}

/* ------------------------------------------------ what the user named -- */

static bool
walk_named(const struct walk *walk, const char *path)
{
	const char *slash = strrchr(path, '/');
	const struct walk_item item = {
		.path = path,
		.below = slash != NULL ? slash + 1 : path,
	};
	struct stat status;

	if (walk->directories && strcmp(path, "-") != 0 &&
	    stat(path, &status) == 0 && S_ISDIR(status.st_mode))
		return walk_tree(walk, path);
	return walk->visit(walk->ctx, &item);
}

static bool
walk_listed(const struct walk *walk, const char *path)
{
	const struct walk_item standard_input = {
		.path = path,
		.below = path,
		.error = "standard input cannot be in a list",
	};
	const struct walk_item nameless = {
		.path = path,
		.below = path,
		.error = "an empty name in the list",
	};

	if (strcmp(path, "-") == 0)
		return walk->visit(walk->ctx, &standard_input);
	if (*path == '\0')
		return walk->visit(walk->ctx, &nameless);
	return walk_named(walk, path);
}

static enum exitcode
walk_list(const struct walk *walk, const char *list)
{
	const bool is_stdin = strcmp(list, "-") == 0;
	FILE *in = is_stdin ? stdin : fopen(list, "re");
	char *path = NULL;
	size_t room = 0, names = 0;
	bool going = true;
	int error;

	if (in == NULL) {
		text_complain(list, "%s", strerror(errno));
		return EXITCODE_IO;
	}
	errno = 0;
	while (going && getdelim(&path, &room, '\0', in) >= 0) {
		names++;
		going = walk_listed(walk, path);
		errno = 0;
	}
	error = errno;
	free(path);
	if (!is_stdin)
		fclose(in);
	if (error != 0) {
		text_complain(list, "%s", strerror(error));
		return EXITCODE_IO;
	}
	if (names == 0) {
		text_complain(list, "the list is empty");
		return EXITCODE_USAGE;
	}
	return EXITCODE_OK;
}

enum exitcode
walk_inputs(const struct walk *walk, const struct args *args)
{
	bool going = true;

	if (args->files0_from != NULL)
		return walk_list(walk, args->files0_from);
	for (size_t i = 0; i < args->n_inputs && going; i++)
		going = walk_named(walk, args->inputs[i]);
	return EXITCODE_OK;
}
