/* SPDX-License-Identifier: MIT */
/* posix.h - the functions of glibc that the program uses and musl lacks */
#ifndef CLI_MUSL_POSIX_H
#define CLI_MUSL_POSIX_H

#include <dirent.h>
#include <stdio.h>

#ifndef RENAME_NOREPLACE
#define RENAME_NOREPLACE 1
int renameat2(int from, const char *name, int to, const char *other,
	      unsigned flags);
#endif

int scandirat(int directory, const char *name, struct dirent ***entries,
	      int (*filter)(const struct dirent *entry),
	      int (*compare)(const struct dirent **a, const struct dirent **b));

#endif
