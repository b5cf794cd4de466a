/* SPDX-License-Identifier: MIT */
/*
 * captured.h - keeps what sinks write to stdout, and checks that programs can read it
 *
 *   parses    every line of NDJSON is one object with a type, in ASCII
 *   tame      text and CSV have no control byte, nothing that is not UTF-8, and no
 *             character that hides
 *   document  SARIF is one JSON object on one line, JUnit is printable ASCII
 */
#ifndef FUZZ_CAPTURED_H
#define FUZZ_CAPTURED_H

#include <stdio.h>

#include "cli/args.h"

struct captured {
	char *text;
	size_t size;
	FILE *before;
};

/* Between these two calls stdout is memory.  The caller frees the text. */
void captured_begin(struct captured *c);
void captured_end(struct captured *c);

/* Checks the properties of the form. */
void captured_is_readable(const struct captured *c, enum args_format format);

#endif
