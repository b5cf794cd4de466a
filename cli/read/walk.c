/* SPDX-License-Identifier: MIT */
/* walk.c - walks through directories and lists of names */
#include "cli/read/walk.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <inttypes.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/clock.h"
#include "cli/report/text.h"
#include "cli/temporary.h"

/* Bytes of a list that are read together. */
enum { NAMES_BYTES = 64 << 10 };

/* One directory of the current path. */
struct walk_level {
	int fd; /* entries are opened relative to this directory, never by a
	           path */
	struct dirent **entries;
	int n, at;
	size_t length; /* length of the path of the directory, with the slash
	                  at the end */
};

static int
is_wanted_entry(const struct dirent *entry)
{
	if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
		return 0;
	return entry->d_type == DT_REG || entry->d_type == DT_DIR ||
	       entry->d_type == DT_UNKNOWN;
}

static int
compare_entry_names(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

/* Makes room for one more level.  Returns 0 or ENOMEM. */
static int
make_level_room(struct walk *walk)
{
	const size_t room = walk->room * 2 + 16;
	struct walk_level *grown;

	if (walk->depth < walk->room)
		return 0;
	grown = realloc(walk->levels, room * sizeof(*grown));
	if (!grown)
		return ENOMEM;
	walk->levels = grown;
	walk->room = room;
	return 0;
}

/*
 * Enters the directory walk->path, which is open as `fd`.  The walk closes `fd`.  Returns
 * 0 or an errno value.
 */
static int
enter_directory(struct walk *walk, int fd)
{
	const size_t length = strlen(walk->path);
	struct walk_level level = { .fd = fd };
	int error = make_level_room(walk);

	if (error == 0 && length + 1 >= sizeof(walk->path))
		error = ENAMETOOLONG;
	if (error == 0) {
		level.n = scandirat(fd, ".", &level.entries, is_wanted_entry,
				    compare_entry_names);
		error = level.n < 0 ? errno : 0;
	}
	if (error != 0) {
		close(fd);
		return error;
	}
	level.length = length;
	if (walk->path[length - 1] != '/') {
		walk->path[length] = '/';
		level.length++;
	}
	walk->path[level.length] = '\0';
	walk->levels[walk->depth++] = level;
	return 0;
}

static void
leave_directory(struct walk *walk)
{
	struct walk_level *level = &walk->levels[--walk->depth];

	while (level->at < level->n)
		free(level->entries[level->at++]);
	free(level->entries);
	close(level->fd);
}

static bool
is_skipped(const struct walk *walk, int fd)
{
	struct stat status;

	return walk->skip.wanted && fstat(fd, &status) == 0 &&
	       status.st_dev == walk->skip.device &&
	       status.st_ino == walk->skip.inode;
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

/* Is this entry the file of a report that this run writes? */
static bool
is_report_at(const struct walk *walk, int directory, const char *name,
	     int flags)
{
	struct stat status;

	return walk->reports->in_files &&
	       fstatat(directory, name, &status, flags) == 0 &&
	       outputs_are_in(walk->reports, &status);
}

/* Does a pattern of --exclude fit the path below the named directory?  A pattern without
   a slash is for the last part of the path. */
static bool
is_excluded(const struct args *args, const char *below)
{
	const struct args_what *what = &args->what;
	const char *slash = strrchr(below, '/');
	const char *name = slash != NULL ? slash + 1 : below;

	for (size_t i = 0; i < what->n_excludes; i++) {
		const char *glob = what->excludes[i];

		if (strchr(glob, '/') != NULL
			    ? fnmatch(glob, below, FNM_PATHNAME) == 0
			    : fnmatch(glob, name, 0) == 0)
			return true;
	}
	return false;
}

/* Is the regular file an original that was kept with this suffix?  Then the repaired
   file, which has the same name without the suffix, is in the same directory. */
static bool
has_repaired(int directory, const char *name, const char *end)
{
	const size_t length = strlen(name), suffix = strlen(end);
	char repaired[PATH_MAX];
	struct stat status;

	if (length <= suffix || length >= PATH_MAX ||
	    strcmp(name + length - suffix, end) != 0)
		return false;
	memcpy(repaired, name, length - suffix);
	repaired[length - suffix] = '\0';
	return fstatat(directory, repaired, &status, AT_SYMLINK_NOFOLLOW) ==
		       0 &&
	       S_ISREG(status.st_mode);
}

/* Is the regular file an original that --in-place kept, in this run or in an earlier one
   without a suffix of its own? */
static bool
is_kept_original(const struct args *args, int directory, const char *name)
{
	return !args->what.all &&
	       (has_repaired(directory, name, ARGS_KEPT) ||
		(args->out.suffix != NULL &&
		 has_repaired(directory, name, args->out.suffix)));
}

/* Looks at the entry at walk->path.  A directory is entered. *file is set for a file.
   Other entries are ignored.  Returns 0 or an errno value. */
static int
look_at(struct walk *walk, const struct dirent *entry, int directory,
	bool *file)
{
	unsigned char type = entry->d_type;
	struct stat status;
	int fd;

	*file = false;
	if (is_excluded(walk->args, walk->path + walk->root.length)) {
		walk->root.left_out = true;
		return 0;
	}
	if (type == DT_UNKNOWN) { /* the file system does not give types */
		if (fstatat(directory, entry->d_name, &status,
			    AT_SYMLINK_NOFOLLOW) != 0)
			return errno;
		type = IFTODT(status.st_mode);
	}
	if (type == DT_REG && !walk->args->what.all &&
	    temporary_is(entry->d_name)) {
		walk->root.left_out = true;
		walk->n_temporary++;
		return 0;
	}
	if (type == DT_REG &&
	    is_kept_original(walk->args, directory, entry->d_name)) {
		walk->root.left_out = true;
		walk->n_kept++;
		return 0;
	}
	*file = type == DT_REG && !is_report_at(walk, directory, entry->d_name,
						AT_SYMLINK_NOFOLLOW);
	if (type != DT_DIR)
		return 0;
	fd = open_directory(directory, entry->d_name, O_NOFOLLOW);
	if (fd < 0)
		return errno;
	if (is_skipped(walk, fd)) {
		close(fd);
		return 0;
	}
	return enter_directory(walk, fd);
}

/* Handles the next entry of the innermost directory.  True: the entry is an item. */
static bool
step(struct walk *walk, struct walk_item *item)
{
	/* Entering a directory may move walk->levels. */
	const struct walk_level level = walk->levels[walk->depth - 1];
	char *const name = walk->path + level.length;
	const size_t room = sizeof(walk->path) - level.length;
	struct dirent *entry;
	bool file = false;
	int error;

	*name = '\0';
	if (level.at == level.n) {
		leave_directory(walk);
		return false;
	}
	entry = level.entries[level.at];
	walk->levels[walk->depth - 1].at++;
	if ((size_t)snprintf(name, room, "%s", entry->d_name) >= room)
		error = ENAMETOOLONG;
	else
		error = look_at(walk, entry, level.fd, &file);
	free(entry);
	if (error == 0 && !file)
		return false;
	walk->root.any = true;
	*item = (struct walk_item){
		.path = walk->path,
		.below = walk->path + walk->root.length,
		.walked = error == 0,
		.directory = level.fd,
		.name = name,
		.error = error != 0 ? strerror(error) : NULL,
	};
	return true;
}

/* Finds the next file below the last named directory. */
static bool
next_below(struct walk *walk, struct walk_item *item)
{
	while (walk->depth > 0) {
		if (step(walk, item))
			return true;
		if (walk->depth == 0 && !walk->root.any && !walk->silent)
			text_complain(walk->root.path,
				      "no regular files in this directory "
				      "or below it%s",
				      walk->root.left_out
					      ? ", apart from skipped files"
					      : "");
	}
	return false;
}

/* ------------------------------------------------ what the user named -- */

/* Reads more of the list.  False: the list ends, or cannot be read. */
static bool
read_more_names(struct walk_names *names)
{
	char *grown;
	ssize_t n;

	if (names->at > 0) {
		names->n -= names->at;
		memmove(names->bytes, names->bytes + names->at, names->n);
		names->at = 0;
	}
	/* One byte more, for the NUL that the last name may lack. */
	if (names->room - names->n < NAMES_BYTES + 1) {
		names->room = 2 * names->room + NAMES_BYTES + 1;
		grown = realloc(names->bytes, names->room);
		if (grown == NULL) {
			names->error = ENOMEM;
			names->room = 0;
			return false;
		}
		names->bytes = grown;
	}
	do {
		n = read(names->fd, names->bytes + names->n, NAMES_BYTES);
	} while (n < 0 && errno == EINTR);
	if (n > 0)
		names->n += (size_t)n;
	names->ended = n <= 0;
	names->error = n < 0 ? errno : 0;
	return n > 0;
}

/* Returns the next name if the bytes that were read have all of it, or NULL. */
static const char *
whole_name(const struct walk_names *names)
{
	const char *name;

	if (names->n == names->at)
		return NULL;
	name = names->bytes + names->at;
	return memchr(name, '\0', names->n - names->at) != NULL ? name : NULL;
}

/* Returns the next name of the file with the list, or NULL. */
static const char *
next_name_of_file(struct walk_names *names)
{
	const char *name = whole_name(names);

	while (name == NULL && !names->ended && read_more_names(names))
		name = whole_name(names);
	if (name == NULL && names->error == 0 && names->n > names->at) {
		names->bytes[names->n++] = '\0';
		name = names->bytes + names->at;
	}
	if (name != NULL)
		names->at += strlen(name) + 1;
	return name;
}

/* Returns the next name of the list, or NULL. */
static const char *
next_listed(struct walk *walk)
{
	const char *list = walk->args->what.files0_from;
	const char *name;

	if (walk->held != NULL && walk->held->error == 0) {
		name = list_next(walk->held);
		walk->n_listed += name != NULL;
		if (name == NULL && walk->n_listed == 0 && !walk->silent)
			text_complain(list, "no names in this list");
		return name;
	}
	if (walk->names.fd < 0)
		return NULL;
	name = next_name_of_file(&walk->names);
	if (name != NULL) {
		walk->n_listed++;
		return name;
	}
	if (walk->names.error != 0) {
		text_complain(list, "%s", strerror(walk->names.error));
		walk->code = EXITCODE_IO;
	} else if (walk->n_listed == 0) {
		text_complain(list, "no names in this list");
	}
	return NULL;
}

static const char *
next_name(struct walk *walk)
{
	const struct args_what *what = &walk->args->what;

	if (what->files0_from != NULL)
		return next_listed(walk);
	if (walk->next == what->n_inputs)
		return NULL;
	return what->inputs[walk->next++];
}

static const char *
why_unlisted(const struct walk *walk, const char *path)
{
	if (walk->args->what.files0_from == NULL)
		return NULL;
	if (strcmp(path, "-") == 0)
		return "standard input cannot be in a list";
	if (*path == '\0')
		return "an empty name in the list";
	if (is_report_at(walk, AT_FDCWD, path, 0))
		return OUTPUTS_ARE_HERE;
	/* The name of a file may contain a newline.  A list of several names is no
	   file. */
	if (strchr(path, '\n') != NULL && access(path, F_OK) != 0)
		return "no such file; in a list, a NUL ends each name, not a "
		       "newline: find -print0 writes it so";
	return NULL;
}

/* Enters the named directory.  False: the name is an item, and no directory to walk. */
static bool
enter_named(struct walk *walk, const char *path, struct walk_item *item)
{
	const char *slash = strrchr(path, '/');
	struct stat status;
	int fd, error;

	*item = (struct walk_item){
		.path = path,
		.below = slash != NULL ? slash + 1 : path,
		.error = why_unlisted(walk, path),
	};
	if (item->error != NULL || !walk->directories || strcmp(path, "-") == 0)
		return false;
	if (walk->before_directory != NULL && !walk->silent &&
	    (stat(path, &status) != 0 || S_ISDIR(status.st_mode)))
		walk->before_directory(walk->ctx);
	if (stat(path, &status) != 0 || !S_ISDIR(status.st_mode))
		return false;
	walk->root.path = path;
	walk->root.any = walk->root.left_out = false;
	snprintf(walk->path, sizeof(walk->path), "%s", path);
	fd = open_directory(AT_FDCWD, path, 0);
	error = fd < 0 ? errno : enter_directory(walk, fd);
	if (error == 0) {
		walk->root.length = walk->levels[0].length;
		return true;
	}
	item->below = path;
	item->error = strerror(error);
	return false;
}

/* ------------------------------------------------------------ the walk -- */

void
walk_open(struct walk *walk, const struct args *args)
{
	const char *list = args->what.files0_from;
	int error = 0;

	walk->args = args;
	walk->code = EXITCODE_OK;
	walk->names.fd = -1;
	if (list == NULL)
		return;
	if (walk->held != NULL) {
		error = walk->held->error;
	} else {
		walk->names.fd = strcmp(list, "-") == 0
					 ? STDIN_FILENO
					 : open(list, O_RDONLY | O_CLOEXEC);
		error = walk->names.fd < 0 ? errno : 0;
	}
	if (error != 0) {
		text_complain(list, "%s", strerror(error));
		walk->code = EXITCODE_IO;
	}
}

bool
walk_next(struct walk *walk, struct walk_item *item)
{
	while (!next_below(walk, item)) {
		const char *path = next_name(walk);

		if (path == NULL)
			return false;
		if (!enter_named(walk, path, item))
			return true;
	}
	return true;
}

bool
walk_is_ready(struct walk *walk)
{
	struct walk_names *names = &walk->names;
	struct pollfd polled = { .fd = names->fd, .events = POLLIN };

	if (names->fd < 0 || walk->depth > 0)
		return true;
	while (whole_name(names) == NULL && !names->ended) {
		if (poll(&polled, 1, 0) == 0)
			return false;
		(void)read_more_names(names);
	}
	return true;
}

bool
walk_skips(const struct args *args, const char *prefix, const char *below)
{
	const size_t start = strlen(prefix);
	const char *slash = strrchr(below, '/');
	char path[PATH_MAX];

	if (!args->what.all &&
	    temporary_is(slash != NULL ? slash + 1 : below))
		return true;
	if ((size_t)snprintf(path, sizeof(path), "%s%s", prefix, below) >=
	    sizeof(path))
		return false;
	for (char *at = path + start; (at = strchr(at, '/')) != NULL; at++) {
		bool excluded;

		*at = '\0';
		excluded = is_excluded(args, path + start);
		*at = '/';
		if (excluded)
			return true;
	}
	return is_excluded(args, path + start) ||
	       is_kept_original(args, AT_FDCWD, path);
}

enum exitcode
walk_close(struct walk *walk)
{
	while (walk->depth > 0)
		leave_directory(walk);
	free(walk->levels);
	free(walk->names.bytes);
	if (walk->names.fd > STDIN_FILENO)
		close(walk->names.fd);
	if (walk->n_kept > 0 && !walk->args->out.quiet && !walk->silent)
		text_complain(NULL,
			      "%" PRIu64 " kept original%s of repair "
			      "--in-place skipped; --all reads them",
			      walk->n_kept, text_plural(walk->n_kept));
	if (walk->n_temporary > 0 && !walk->args->out.quiet && !walk->silent)
		text_complain(NULL,
			      "%" PRIu64 " temporary file%s of other runs "
			      "skipped; --all reads them",
			      walk->n_temporary, text_plural(walk->n_temporary));
	return walk->code;
}

uint64_t
walk_count(const struct walk *walk, const struct args *args)
{
	enum { MOST_MS = 2000 };
	const int64_t start = clock_ms();
	struct walk counted = *walk;
	struct walk_item item;
	uint64_t n = 0;

	if (args->what.files0_from != NULL &&
	    (walk->held == NULL || walk->held->error != 0))
		return 0;
	counted.silent = true;
	walk_open(&counted, args);
	while (walk_next(&counted, &item)) {
		n++;
		if (clock_ms() - start > MOST_MS) {
			n = 0;
			break;
		}
	}
	walk_close(&counted);
	if (walk->held != NULL)
		walk->held->at = 0;
	return n;
}
