/* SPDX-License-Identifier: MIT */
/* twdemo_statements.h - what a script has said so far, and its statements */
#ifndef CORPUS_BUILDER_TWDEMO_STATEMENTS_H
#define CORPUS_BUILDER_TWDEMO_STATEMENTS_H

#include "corpus/builder/twdemo_state.h"
#include "corpus/builder/twdemo_words.h"
#include "corpus/builder/twdemo_writer.h"

enum { TWDEMO_EDITS = 8 };

/* A number that was given, or not. */
struct twdemo_given {
	bool given, relative;
	long long value;
};

struct twdemo_script {
	struct twdemo_writer d;
	struct twdemo_head head;
	struct buffer map;
	struct twdemo_state *state;
	bool started; /* the header is written */
	bool running; /* the recorder is never stopped */
	bool failed;
	struct twdemo_given length, marker_count, marker_rest;

	/* What is odd about the next chunk. */
	struct twdemo_given type, size, form;
	struct buffer append;

	/* Once all is written. */
	struct twdemo_words edits[TWDEMO_EDITS];
	size_t n_edits;
	struct twdemo_given cut;
};

struct twdemo_statement {
	const char *verb;
	void (*run)(struct twdemo_script *s, struct twdemo_words *r);
};

/* The ends are rows without a verb. */
extern const struct twdemo_statement twdemo_head_statements[];
extern const struct twdemo_statement twdemo_stream_statements[];

/* "5", or "+5" and "-5", which are relative. */
struct twdemo_given twdemo_words_given(struct twdemo_words *r);
long long twdemo_given_or(struct twdemo_given g, long long base);

enum twdemo_protocol twdemo_script_protocol(const struct twdemo_script *s);

/* The bytes of a message, in twdemo_script_message.c. */
void twdemo_script_read_message(struct twdemo_words *r, bool system,
			 enum twdemo_protocol protocol, struct buffer *out);

#endif
