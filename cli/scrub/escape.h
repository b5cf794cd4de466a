/* SPDX-License-Identifier: MIT */
/* escape.h - hostile text in JSON and HTML */
#ifndef CLI_SCRUB_ESCAPE_H
#define CLI_SCRUB_ESCAPE_H

#include <stdbool.h>
#include <stdio.h>

/* Prints a string of JSON in ASCII.  Bytes that are not UTF-8 become U+FFFD.  Returns
   false if there are such bytes. */
bool scrub_put_json(FILE *out, const char *text);

/* Prints bytes as a string in base64. */
void scrub_put_base64(FILE *out, const void *bytes, size_t size);

/* Prints text for HTML, also for an attribute in double quotes.  Returns the number of
   bytes. */
size_t scrub_put_html(FILE *out, const char *text);

#endif
