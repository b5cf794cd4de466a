/* SPDX-License-Identifier: MIT */
/* text.h - text from files and paths, escaped for a terminal */
#ifndef CLI_REPORT_TEXT_H
#define CLI_REPORT_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/*
 * Length of the UTF-8 character at `bytes`, and its code point; 0 if there is
 * none (overlong forms, surrogates and numbers above U+10FFFF are none).
 */
size_t text_decode(const unsigned char *bytes, size_t size,
		   uint32_t *codepoint);

/*
 * Prints text and escapes what could control a terminal or be invisible there:
 * \xNN for control bytes and bytes that are not UTF-8, \u{...} for bidi
 * controls and all other invisible characters.
 */
void text_put(FILE *out, const char *text);

/* Does text_put() print the text unchanged? */
bool text_is_plain(const char *text);

/* Prints a word for a shell, in quotes if necessary; or `instead`, if the word needs
   escapes. */
void text_put_word(FILE *out, const char *path, const char *instead);

/* As text_put() in double quotes; " and \ are escaped, too. */
void text_put_quoted(FILE *out, const void *bytes, size_t size);

/*
 * Prints a name that comes from a file, in quotes unless it is one plain word, so that it
 * cannot look like the text after it.
 */
void text_put_name(FILE *out, const char *name);

/* The text of text_put() as printable ASCII in `buffer`; a text that is too long ends in
   "...". */
void text_ascii(char *buffer, size_t size, const char *text);

void text_put_hex(FILE *out, const unsigned char *bytes, size_t size);

/* 16 bytes in the usual form 8-4-4-4-12; `buffer` takes 37 bytes. */
void text_uuid(char *buffer, const unsigned char *uuid);

/* "s", or "" if the number is 1. */
const char *text_plural(uint64_t n);

/* "demofsck: subject: reason" on stderr, escaped; `subject` may be NULL. */
void text_complain(const char *subject, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

#endif
