/* SPDX-License-Identifier: MIT */
/*
 * twdemo_words.h - the words of one statement of a script
 *
 * Words are blank-separated; a text in single quotes is one word.
 *
 *   -5 0x10      numbers
 *   'a%00b'      the bytes of a text; %XX is the byte XX
 *   x00ff        bytes in hex;  x00*20  so many times
 *   =5           an int of four bytes, the highest first
 */
#ifndef CORPUS_BUILDER_TWDEMO_WORDS_H
#define CORPUS_BUILDER_TWDEMO_WORDS_H

#include "corpus/builder/buffer.h"

struct twdemo_words {
	const char *at, *end;
	bool failed; /* a word was missing or of another kind */
};

/* Is there another word?  Stands on it then. */
bool twdemo_words_left(struct twdemo_words *r);

/* Takes the next word if it is this one, or begins with it. */
bool twdemo_words_is(struct twdemo_words *r, const char *word);
bool twdemo_words_begin(struct twdemo_words *r, const char *beginning);

long long twdemo_words_number(struct twdemo_words *r);
bool twdemo_words_at_number(struct twdemo_words *r);

/* Appends the bytes of one word, or of all that are left. */
void twdemo_words_bytes(struct twdemo_words *r, struct buffer *out);
void twdemo_words_all(struct twdemo_words *r, struct buffer *out);

/* Where the statement that begins at `at` ends: at one of ; { } or at `end`. */
const char *twdemo_words_statement(const char *at, const char *end);

/* The brace that closes the block whose first byte is at `at`, or `end`. */
const char *twdemo_words_block(const char *at, const char *end);

#endif
