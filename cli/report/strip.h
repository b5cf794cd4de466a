/* SPDX-License-Identifier: MIT */
/* strip.h - the picture of a file as text */
#ifndef CLI_REPORT_STRIP_H
#define CLI_REPORT_STRIP_H

#include <stdio.h>

#include "include/demofsck.h"
#include "include/demofsck_strip.h"

/* How the picture looks on this terminal. */
struct strip_look {
	size_t width; /* of the terminal, in characters */
	bool utf8, color;
};

/* Asks the environment and the terminal.  Call this before the process is locked. */
struct strip_look strip_look_here(bool color);

/* Prints the picture of a finished check.  False: no memory. */
bool strip_put(FILE *out, const struct dfk_strip *strip,
	       const struct dfk_result *result, const struct strip_look *look);

#endif
