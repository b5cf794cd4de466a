/* SPDX-License-Identifier: MIT */
/* rights.h - who may do what with an output: what the input says, never more */
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
 * Gives the file `to`, which nobody but its owner can open yet, the mode, the
 * access control list and the extended attributes of the file `from`, whose
 * status is `like`; `exactly` also its owner and group, as in its place.
 *
 * What cannot be kept is left out if nobody gets a right by that; with
 * `exactly` it is a failure, and `lost` says of what.  Returns 0 or an errno
 * value.
 */
int rights_copy(int from, int to, const struct stat *like, bool exactly,
		struct rights_lost *lost);

#endif
