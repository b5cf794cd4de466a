/* SPDX-License-Identifier: MIT */
/* text.h - text from files and paths, escaped for a terminal */
#ifndef CLI_REPORT_TEXT_H
#define CLI_REPORT_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/*
 * Returns the length of the UTF-8 character at `bytes`, and its code point.  Returns 0 if
 * there is no character.  Overlong forms, surrogates and numbers above U+10FFFF are not
 * characters.
 */
size_t text_decode(const unsigned char *bytes, size_t size,
		   uint32_t *codepoint);

/*
 * Prints text.  Characters that could control a terminal, or be invisible there, are
 * escaped.  Control bytes, and bytes that are not UTF-8, become \xNN.  Bidi controls and
 * all other invisible characters become \u{...}.
 */
void text_put(FILE *out, const char *text);

/* Does text_put() print the text unchanged? */
bool text_is_plain(const char *text);

/* Prints text as text_put() does, in double quotes.  " and \ are escaped, too. */
void text_put_quoted(FILE *out, const void *bytes, size_t size);

/* Prints a cell of CSV with the text of text_put().  A program for tables would calculate
   a text that begins with = + - or @, so an apostrophe is put before such a text. */
void text_put_csv(FILE *out, const char *text);

/*
 * Prints a name that comes from a file.  The name is in quotes unless it is one plain
 * word.  So the name cannot look like the text after it.
 */
void text_put_name(FILE *out, const char *name);

/* Writes the text of text_put() as printable ASCII into `buffer`.  If the text is too
   long, it ends in "...". */
void text_ascii(char *buffer, size_t size, const char *text);

/* Prints a character of text for HTML or XML, also for an attribute.  Returns the number
   of bytes. */
size_t text_put_markup(FILE *out, char character);

void text_put_hex(FILE *out, const unsigned char *bytes, size_t size);

/* Writes 16 bytes in the usual form 8-4-4-4-12.  `buffer` needs 37 bytes. */
void text_uuid(char *buffer, const unsigned char *uuid);

/* Returns "s", or "" if the number is 1. */
const char *text_plural(uint64_t n);

/* Prints "demofsck: subject: reason" on stderr, escaped.  `subject` may be NULL. */
void text_complain(const char *subject, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

#endif
