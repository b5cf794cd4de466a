/* SPDX-License-Identifier: MIT */
/* list.h - a list of names that is read completely before the first name is used */
#ifndef CLI_READ_LIST_H
#define CLI_READ_LIST_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/exitcode.h"

/* It is held in memory; longer lists are refused. */
#define LIST_MOST ((size_t)64 << 20)

struct name_list {
	char *names; /* a NUL ends each */
	size_t size, at;
	bool held; /* it was read, or there is an error: */
	int error; /* 0, or why it could not be read */
};

/* Reads the list in a file; "-" is standard input.  EXITCODE_OK, also if the list cannot
   be read (see `error`); another code after a message if it is too long. */
enum exitcode list_hold(struct name_list *list, const char *path);

/* The next name; NULL after the last name, and then the first name again. */
const char *list_next(struct name_list *list);

void list_free(struct name_list *list);

#endif
