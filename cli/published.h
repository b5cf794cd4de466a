/* SPDX-License-Identifier: MIT */
/* published.h - the outputs of this run, which -f must not overwrite */
#ifndef CLI_PUBLISHED_H
#define CLI_PUBLISHED_H

#include <stdbool.h>
#include <sys/stat.h>

/* All zero is empty. */
struct published {
	void *root;
};

bool published_add(struct published *published, int fd); /* false: no memory */
bool published_has(const struct published *published,
		   const struct stat *status);
void published_free(struct published *published);

#endif
