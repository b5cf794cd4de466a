/* SPDX-License-Identifier: MIT */
/* svg.h - the picture of a file as SVG */
#ifndef CLI_REPORT_SVG_H
#define CLI_REPORT_SVG_H

#include <stdio.h>

#include "cli/report/outcome.h"
#include "include/demofsck_strip.h"

/*
 * Prints a whole document in ASCII: it needs no other file, and has no script.  The
 * outcome has a result.  Of the input, the document has only the name, escaped.  False:
 * no memory.
 */
bool svg_put(FILE *out, const struct dfk_strip *strip,
	     const struct outcome *outcome);

#endif
