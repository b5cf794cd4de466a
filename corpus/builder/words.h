/* SPDX-License-Identifier: MIT */
/*
 * words.h - reads the words of one statement of a script
 *
 * Words are separated by blanks.  A text in single quotes is one word.
 *
 *   -5 0x10      numbers
 *   'a%00b'      the bytes of a text; %XX is the byte XX
 *   x00ff        bytes in hex;  x00*20  so many times
 *   =5           an int of four bytes, the highest first
 */
#ifndef CORPUS_BUILDER_WORDS_H
#define CORPUS_BUILDER_WORDS_H

#include "corpus/builder/buffer.h"

struct words {
	const char *at, *end;
	bool failed; /* a word was missing or was not of the expected kind */
};

/* Is there another word?  Moves to its start. */
bool words_left(struct words *r);

/* Reads the next word if it is this word, or begins with this word. */
bool words_is(struct words *r, const char *word);
bool words_begin(struct words *r, const char *beginning);

long long words_number(struct words *r);
bool words_at_number(struct words *r);

/* A number, or no number. */
struct word_number {
	bool given, relative;
	long long value;
};

/* Reads "5" and "=-5", or the relative numbers "+5" and "-5". */
struct word_number words_given(struct words *r);
long long word_number_or(struct word_number g, long long base);

/* Append the bytes of one word, or of all remaining words. */
void words_bytes(struct words *r, struct buffer *out);
void words_all(struct words *r, struct buffer *out);

/* Returns the end of the statement that begins at `at`: the place of ; { } or `end`. */
const char *words_statement(const char *at, const char *end);

/* Returns the closing brace of the block whose first byte is at `at`, or `end`. */
const char *words_block(const char *at, const char *end);

#endif
