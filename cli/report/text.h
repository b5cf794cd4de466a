/* SPDX-License-Identifier: MIT */
/* text.h - bytes from files and paths, made safe for a terminal */
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
 * Prints text with everything escaped that could steer a terminal or hide in
 * it: \xNN for control bytes and bytes that are not UTF-8, \u{...} for bidi
 * controls and every other character that is not seen.
 */
void text_put(FILE *out, const char *text);

/* The same in double quotes, where " and \ are escaped too. */
void text_put_quoted(FILE *out, const void *bytes, size_t size);

/*
 * A name that a file gives to something: as it is if it is one plain word, else
 * in quotes, so that it cannot pass for what comes after it.
 */
void text_put_name(FILE *out, const char *name);

/* What text_put() prints, as printable ASCII in `buffer`; what does not fit ends in "...". */
void text_ascii(char *buffer, size_t size, const char *text);

void text_put_hex(FILE *out, const unsigned char *bytes, size_t size);

/* 16 bytes in the usual form 8-4-4-4-12; `buffer` takes 37 bytes. */
void text_uuid(char *buffer, const unsigned char *uuid);

/* "s" after a number that wants it. */
const char *text_plural(uint64_t n);

/* "demofsck: subject: reason" on stderr, escaped; `subject` may be NULL. */
void text_complain(const char *subject, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

#endif
