/* SPDX-License-Identifier: MIT */
/* twdemo_statements.h - the state of a script, and its statements */
#ifndef CORPUS_BUILDER_TWDEMO_STATEMENTS_H
#define CORPUS_BUILDER_TWDEMO_STATEMENTS_H

#include "corpus/builder/demo_script.h"
#include "corpus/builder/twdemo_state.h"
#include "corpus/builder/twdemo_writer.h"

struct twdemo_script {
	struct demo_script script;
	struct twdemo_writer d;
	struct twdemo_head head;
	struct buffer map;
	struct twdemo_state *state;
	bool running; /* the recorder is never stopped */
	struct word_number length, marker_count, marker_rest;

	/* The unusual values of the next chunk. */
	struct word_number type, size, form;
	struct buffer append;
};

struct twdemo_statement {
	const char *verb;
	void (*run)(struct twdemo_script *s, struct words *r);
};

/* Rows without a verb end the lists. */
extern const struct twdemo_statement twdemo_head_statements[];
extern const struct twdemo_statement twdemo_stream_statements[];

enum twdemo_protocol twdemo_script_protocol(const struct twdemo_script *s);

/* twdemo_script_message.c: reads the bytes of a message. */
void twdemo_script_read_message(struct words *r, bool system,
				enum twdemo_protocol protocol,
				struct buffer *out);

#endif
