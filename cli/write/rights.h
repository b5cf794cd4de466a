/* SPDX-License-Identifier: MIT */
/* rights.h - gives an output the rights of its input, and never more */
#ifndef CLI_WRITE_RIGHTS_H
#define CLI_WRITE_RIGHTS_H

#include <stdbool.h>
#include <sys/stat.h>

/* What could not be kept, or NULL; and why. */
struct rights_lost {
	const char *what;
	int error; /* errno */
};

/*
 * Gives the file `to`, which only its owner can open yet, the mode, the access
 * control list and the extended attributes of the file `from`, whose status is
 * `like`.  With `exactly`, which is for --in-place, also its owner and group.
 *
 * What cannot be copied is left out if nobody gets a right by that.  With
 * `exactly` it is a failure, and `lost` says what is lost.  Returns 0 or an
 * errno value.
 */
int rights_copy(int from, int to, const struct stat *like, bool exactly,
		struct rights_lost *lost);

/*
 * Lowers what others may in the directory `made`, which this run made and is open:
 * nobody may more than in the directory `like`.  With `first`, which is for one that
 * only its owner can open yet, it gets what `like` gives, and its group.  Returns 0
 * or an errno value.
 */
int rights_limit(int made, const char *like, bool first);

#endif
