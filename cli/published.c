/* SPDX-License-Identifier: MIT */
/* published.c - a search tree of device and inode */
#include "cli/published.h"

#include <search.h>
#include <stdlib.h>

struct key {
	dev_t device;
	ino_t inode;
};

static int
compare(const void *a, const void *b)
{
	const struct key *x = a, *y = b;

	if (x->device != y->device)
		return x->device < y->device ? -1 : 1;
	return (x->inode > y->inode) - (x->inode < y->inode);
}

bool
published_add(struct published *published, int fd)
{
	struct key *key = malloc(sizeof(*key));
	struct stat status;
	struct key **node;

	if (key == NULL || fstat(fd, &status) != 0) {
		free(key);
		return false;
	}
	*key = (struct key){ status.st_dev, status.st_ino };
	node = tsearch(key, &published->root, compare);
	if (node == NULL || *node != key)
		free(key);
	return node != NULL;
}

bool
published_has(const struct published *published, const struct stat *status)
{
	const struct key key = { status->st_dev, status->st_ino };

	return tfind(&key, &published->root, compare) != NULL;
}

void
published_free(struct published *published)
{
	tdestroy(published->root, free);
	published->root = NULL;
}
