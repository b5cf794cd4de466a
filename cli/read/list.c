/* SPDX-License-Identifier: MIT */
/* list.c - the names of a list, in one block of memory */
#include "cli/read/list.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/read/input.h"
#include "cli/report/text.h"

/* Adds bytes to the list.  Returns 0 or an errno value. */
static int
append(struct name_list *list, size_t *room, const void *bytes, size_t size)
{
	char *grown;

	if (size > LIST_MOST - list->size)
		return EFBIG;
	/* One byte more, for the NUL that the last name may lack. */
	if (*room - list->size < size + 1) {
		*room = list->size + size + 1 > LIST_MOST / 2
				? LIST_MOST + 1
				: 2 * (list->size + size + 1);
		grown = realloc(list->names, *room);
		if (grown == NULL)
			return ENOMEM;
		list->names = grown;
	}
	memcpy(list->names + list->size, bytes, size);
	list->size += size;
	return 0;
}

static int
read_name_list(struct name_list *list, struct input *in)
{
	const void *bytes;
	size_t size = 1, room = 0;
	int error = 0;

	while (error == 0 && size > 0) {
		error = input_read(in, &bytes, &size);
		if (error == 0 && size > 0)
			error = append(list, &room, bytes, size);
	}
	return error;
}

enum exitcode
list_hold(struct name_list *list, const char *path)
{
	struct input in;

	*list = (struct name_list){ .held = true,
				    .error = input_open(&in, path) };
	if (list->error != 0)
		return EXITCODE_OK;
	list->error = read_name_list(list, &in);
	input_close(&in);
	if (list->size > 0 && list->names[list->size - 1] != '\0')
		list->names[list->size++] = '\0';
	if (list->error != 0)
		list_free(list);
	if (list->error != EFBIG)
		return EXITCODE_OK;
	text_complain(path,
		      "with -f, or a report that exists, a list has at most "
		      "%zu MiB; split the list",
		      LIST_MOST >> 20);
	return EXITCODE_USAGE;
}

const char *
list_next(struct name_list *list)
{
	const char *name;

	if (list->at == list->size) {
		list->at = 0;
		return NULL;
	}
	name = list->names + list->at;
	list->at += strlen(name) + 1;
	return name;
}

void
list_free(struct name_list *list)
{
	free(list->names);
	*list = (struct name_list){ .held = list->held, .error = list->error };
}
