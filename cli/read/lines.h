/* SPDX-License-Identifier: MIT */
/* lines.h - a text file of the user, line by line, with bounds */
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
	const unsigned char *bytes; /* those that were read and not yet taken */
	size_t left;
	bool ended;

	char line[LINES_LONGEST + 1]; /* the line at hand, without its end */
	size_t length;
	unsigned long number; /* from 1 */
};

/* EXITCODE_OK, or it complained.  Only one file is open at a time: all inputs
   share one buffer. */
enum exitcode lines_open(struct lines *lines, const char *path);

/* Reads the next line.  False: the end of the file, or an error that *code gives. */
bool lines_next(struct lines *lines, enum exitcode *code);

void lines_close(struct lines *lines);

/* Complains about the line at hand; gives EXITCODE_USAGE. */
enum exitcode lines_refuse(const struct lines *lines, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Spaces, tabs and the carriage return that some editors write before a line end. */
bool lines_is_blank(char letter);

/* "PATH:NUMBER", as the subject of complaints. */
void lines_place(const struct lines *lines, char *text, size_t size);

#endif
