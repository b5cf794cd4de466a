/* SPDX-License-Identifier: MIT */
/* temporary.h - the names of temporary files: ".NAME.demofsck-XXXXXX" */
#ifndef CLI_TEMPORARY_H
#define CLI_TEMPORARY_H

#include <stdbool.h>
#include <stddef.h>

/* Writes a new name for the temporary file of the output `name`, which is shortened if it
   is too long.  Returns 0 or an errno value. */
int temporary_make(char *buffer, size_t size, const char *name);

/* Is this the name of a temporary file? */
bool temporary_is(const char *name);

#endif
