/* SPDX-License-Identifier: MIT */
/* published.c - search trees of device and inode, and of names */
#include "cli/write/published.h"

#include <limits.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct key {
	dev_t device;
	ino_t inode;
};

static int
compare_file_keys(const void *a, const void *b)
{
	const struct key *x = a, *y = b;

	if (x->device != y->device)
		return x->device < y->device ? -1 : 1;
	return (x->inode > y->inode) - (x->inode < y->inode);
}

bool
published_add(struct published *published, int fd)
{
	struct stat status;

	return fstat(fd, &status) == 0 &&
	       published_add_status(published, &status);
}

bool
published_add_status(struct published *published, const struct stat *status)
{
	struct key *key = malloc(sizeof(*key));
	struct key **node;

	if (key == NULL)
		return false;
	*key = (struct key){ status->st_dev, status->st_ino };
	node = tsearch(key, &published->files, compare_file_keys);
	if (node == NULL || *node != key)
		free(key);
	return node != NULL;
}

bool
published_has(const struct published *published, const struct stat *status)
{
	const struct key key = { status->st_dev, status->st_ino };

	return tfind(&key, &published->files, compare_file_keys) != NULL;
}

static int
compare_published_names(const void *a, const void *b)
{
	return strcmp(a, b);
}

static bool
add_published_name(struct published *published, const char *text)
{
	char *copy = strdup(text);
	char **node;

	if (copy == NULL)
		return false;
	node = tsearch(copy, &published->names, compare_published_names);
	if (node == NULL || *node != copy)
		free(copy);
	return node != NULL;
}

bool
published_add_name(struct published *published, const char *name)
{
	bool good = add_published_name(published, name);
	char path[PATH_MAX];
	char *slash;

	snprintf(path, sizeof(path), "%s", name);
	while (good && (slash = strrchr(path, '/')) != NULL) {
		slash[1] = '\0';
		good = add_published_name(published, path);
		*slash = '\0';
	}
	return good;
}

bool
published_has_name(const struct published *published, const char *name)
{
	return tfind(name, &published->names, compare_published_names) != NULL;
}

bool
published_has_directory(const struct published *published, const char *name)
{
	char path[PATH_MAX + 1];

	snprintf(path, sizeof(path), "%s/", name);
	return published_has_name(published, path);
}

bool
published_is_below_file(const struct published *published, const char *name)
{
	char path[PATH_MAX];
	char *slash;

	snprintf(path, sizeof(path), "%s", name);
	while ((slash = strrchr(path, '/')) != NULL) {
		*slash = '\0';
		if (published_has_name(published, path))
			return true;
	}
	return false;
}

void
published_free(struct published *published)
{
	tdestroy(published->files, free);
	tdestroy(published->names, free);
	*published = (struct published){ 0 };
}
