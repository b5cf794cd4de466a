/* SPDX-License-Identifier: MIT */
/* word.h - words of a command that a user copies into a shell */
#ifndef CLI_REPORT_WORD_H
#define CLI_REPORT_WORD_H

#include <stdio.h>

/* Prints a path as a word for the shells of this system, in quotes if necessary.  Prints
   `instead` if quotes are not enough. */
void word_put(FILE *out, const char *path, const char *instead);

#endif
