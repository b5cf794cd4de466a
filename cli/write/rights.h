/* SPDX-License-Identifier: MIT */
/* rights.h - gives an output the rights of its input, and never more */
#ifndef CLI_WRITE_RIGHTS_H
#define CLI_WRITE_RIGHTS_H

#include <stdbool.h>
#include <sys/stat.h>

/* The right that could not be copied, or NULL, and the error. */
struct rights_lost {
	const char *what;
	int error; /* errno */
};

/*
 * Gives the file `to`, which only its owner can open yet, the mode, the access control
 * list and the extended attributes of the file `from`, whose status is `like`.  With
 * `exactly`, which is for --in-place, `to` also gets the owner and group.
 *
 * A right that cannot be copied is left out, unless somebody would get more rights
 * without it.  With `exactly` a right that cannot be copied is an error, and `lost` names
 * the right.  Returns 0 or an errno value.
 */
int rights_copy(int from, int to, const struct stat *like, bool exactly,
		struct rights_lost *lost);

/*
 * Reduces the rights of the open directory `made`, which this run made.  Nobody gets more
 * rights than on the directory `like`.  With `first`, only its owner can open `made` yet.
 * Then `made` gets the rights and the group of `like`.  Returns 0 or an errno value.
 */
int rights_limit(int made, const char *like, bool first);

#endif
