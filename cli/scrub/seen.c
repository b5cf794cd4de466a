/* SPDX-License-Identifier: MIT */
/* seen.c - remembers a million files in a few hundred kilobytes */
#include "cli/scrub/seen.h"

#include <search.h>
#include <stdlib.h>
#include <string.h>

struct seen_link {
	dev_t device;
	ino_t inode;
};

bool
scrub_seen_add(struct scrub_seen *seen, int64_t file)
{
	const size_t byte = (size_t)file / 8;
	const size_t size = byte + byte / 2 + 64;
	unsigned char *grown;

	if (byte >= seen->size) {
		grown = realloc(seen->bits, size);
		if (grown == NULL)
			return false;
		memset(grown + seen->size, 0, size - seen->size);
		seen->bits = grown;
		seen->size = size;
	}
	seen->bits[byte] |= (unsigned char)(1U << (file % 8));
	return true;
}

bool
scrub_seen_has(const struct scrub_seen *seen, int64_t file)
{
	const size_t byte = (size_t)file / 8;

	return byte < seen->size && (seen->bits[byte] >> (file % 8) & 1) != 0;
}

static int
compare_links(const void *left, const void *right)
{
	const struct seen_link *a = left, *b = right;

	if (a->device != b->device)
		return a->device < b->device ? -1 : 1;
	return (a->inode > b->inode) - (a->inode < b->inode);
}

bool
scrub_seen_link(struct scrub_seen *seen, const struct stat *status, bool *again)
{
	struct seen_link *link;
	void **node;

	*again = false;
	if (status->st_nlink < 2)
		return true;
	link = malloc(sizeof(*link));
	if (link == NULL)
		return false;
	*link = (struct seen_link){ status->st_dev, status->st_ino };
	node = (void **)tsearch(link, &seen->links, compare_links);
	*again = node != NULL && *node != link;
	if (node == NULL || *again)
		free(link);
	return node != NULL;
}

void
scrub_seen_free(struct scrub_seen *seen)
{
	tdestroy(seen->links, free);
	free(seen->bits);
	*seen = (struct scrub_seen){ .size = 0 };
}
