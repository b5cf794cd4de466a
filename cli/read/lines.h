/* SPDX-License-Identifier: MIT */
/* lines.h - reads a text file line by line, with limits */
#ifndef CLI_READ_LINES_H
#define CLI_READ_LINES_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/exitcode.h"
#include "cli/read/input.h"

/* Longer lines are refused. */
enum { LINES_LONGEST = 4096 };

struct lines {
	const char *path;
	struct input in;
	const unsigned char *bytes; /* bytes that were read, and that belong
	                               to no line yet */
	size_t left;
	bool ended;

	char line[LINES_LONGEST + 1]; /* the current line, without its end */
	size_t length;
	unsigned long number; /* number of the current line, from 1 */
};

/* Opens the file.  On an error prints a message, and returns another code than
   EXITCODE_OK.  Only one file may be open, because all inputs share one buffer. */
enum exitcode lines_open(struct lines *lines, const char *path);

/* Reads the next line.  False: the file ends, or *code is an error. */
bool lines_next(struct lines *lines, enum exitcode *code);

void lines_close(struct lines *lines);

/* Prints a message about the current line, and returns EXITCODE_USAGE. */
enum exitcode lines_refuse(const struct lines *lines, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Is this a space, a tab, or the carriage return that some editors write before a line
   end? */
bool lines_is_blank(char letter);

/* Writes "PATH:NUMBER", the subject of messages. */
void lines_place(const struct lines *lines, char *text, size_t size);

#endif
