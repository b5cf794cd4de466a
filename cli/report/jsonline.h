/* SPDX-License-Identifier: MIT */
/* jsonline.h - one JSON object on one line */
#ifndef CLI_REPORT_JSONLINE_H
#define CLI_REPORT_JSONLINE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * An object that is being built.  If there is no memory for a part of it, that
 * is remembered, and the line is not written.
 */
struct jsonline {
	json_t *object;
	bool good;
};

/* A line of the report: its first key is "type". */
struct jsonline jsonline_start(const char *type);

/* Adds `value` and frees it in the end.  NULL: there was no memory for it. */
void jsonline_put(struct jsonline *line, const char *key, json_t *value);

/* The same for an object. */
void jsonline_put_object(struct jsonline *line, const char *key,
			 struct jsonline *object);

/* Writes the line to stdout and frees it; false: no memory, nothing written. */
bool jsonline_end(struct jsonline *line);

/*
 * Writes a value and a line end to stdout, in ASCII; `flags` are those of
 * json_dumps().  false: no memory, nothing was written.
 */
bool jsonline_print(const json_t *value, size_t flags);

/* Values; NULL: no memory. */
json_t *jsonline_number(uint64_t value);
json_t *jsonline_hex(const unsigned char *bytes, size_t size);
json_t *jsonline_base64(const char *text);

/* Any bytes as text; what is not UTF-8 becomes U+FFFD, byte by byte. */
json_t *jsonline_text(const void *bytes, size_t size);
/* An array of the texts, each of which has a NUL after it. */
json_t *jsonline_texts(const void *bytes, size_t size);
json_t *jsonline_string(const char *text); /* NULL becomes null */

bool jsonline_is_utf8(const char *text);

#endif
