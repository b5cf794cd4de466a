/* SPDX-License-Identifier: MIT */
/* list.h - a list of names that is read completely before the first name is used */
#ifndef CLI_READ_LIST_H
#define CLI_READ_LIST_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/exitcode.h"

/* The list is held in memory, so longer lists are refused. */
#define LIST_MOST ((size_t)64 << 20)

struct name_list {
	char *names; /* the names, each with a NUL at its end */
	size_t size, at;
	bool held; /* the list was read, or `error` is set */
	int error; /* 0, or the reason why the list could not be read, as
	              errno */
};

/* Reads the list in a file.  "-" is standard input.  Returns EXITCODE_OK, also if the
   list cannot be read and `error` is set.  If the list is too long, prints a message and
   returns another code. */
enum exitcode list_hold(struct name_list *list, const char *path);

/* Returns the next name.  After the last name returns NULL, and then begins again. */
const char *list_next(struct name_list *list);

void list_free(struct name_list *list);

#endif
