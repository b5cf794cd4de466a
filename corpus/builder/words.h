/* SPDX-License-Identifier: MIT */
/*
 * words.h - the words of one statement of a script
 *
 * Words are blank-separated; a text in single quotes is one word.
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
	bool failed; /* a word was missing or of another kind */
};

/* Is there another word?  Stands on it then. */
bool words_left(struct words *r);

/* Takes the next word if it is this one, or begins with it. */
bool words_is(struct words *r, const char *word);
bool words_begin(struct words *r, const char *beginning);

long long words_number(struct words *r);
bool words_at_number(struct words *r);

/* A number that was given, or not. */
struct word_number {
	bool given, relative;
	long long value;
};

/* "5" and "=-5", or "+5" and "-5", which are relative. */
struct word_number words_given(struct words *r);
long long word_number_or(struct word_number g, long long base);

/* Appends the bytes of one word, or of all that are left. */
void words_bytes(struct words *r, struct buffer *out);
void words_all(struct words *r, struct buffer *out);

/* Where the statement that begins at `at` ends: at one of ; { } or at `end`. */
const char *words_statement(const char *at, const char *end);

/* The brace that closes the block whose first byte is at `at`, or `end`. */
const char *words_block(const char *at, const char *end);

#endif
