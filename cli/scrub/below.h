/* SPDX-License-Identifier: MIT */
/* below.h - finds a file of the database in its directory, and nowhere else */
#ifndef CLI_SCRUB_BELOW_H
#define CLI_SCRUB_BELOW_H

#include <stdbool.h>

/* Could a walk through a directory have found this path?  A hostile database may have a
   path such as "../x". */
bool scrub_below_is_path(const char *path);

/* Opens the directory of the file `path`, which a walk through `root` could have found.
   Follows no symbolic link below `root`.  *name is the last part of the path.  Returns a
   descriptor, or -1 and an errno value in *error. */
int scrub_below_open(const char *root, const char *path, const char **name,
		     int *error);

#endif
