/* SPDX-License-Identifier: MIT */
/* directory.c - the entries of a directory */
#include <string.h>
#include <wchar.h>

#include "cli/windows/system.h"

static unsigned char
entry_type(const WIN32_FIND_DATAW *found)
{
	if ((found->dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0 &&
	    (found->dwReserved0 & 0x20000000) != 0)
		return DT_LNK;
	return (found->dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0
		       ? DT_DIR
		       : DT_REG;
}

/* Returns the entry.  Free it.  NULL: no memory, or a name that is no text. */
static struct dirent *
entry_of(const WIN32_FIND_DATAW *found)
{
	char *name = system_utf8(found->cFileName);
	struct dirent *entry = NULL;

	if (name != NULL)
		entry = malloc(sizeof(*entry) + strlen(name) + 1);
	if (entry != NULL) {
		entry->d_type = entry_type(found);
		memcpy(entry->d_name, name, strlen(name) + 1);
	}
	free(name);
	return entry;
}

struct entry_list {
	struct dirent **at;
	size_t n, room;
};

/* False: no memory. */
static bool
add_entry(struct entry_list *list, struct dirent *entry)
{
	const size_t room = list->room * 2 + 16;
	struct dirent **grown;

	if (list->n == list->room) {
		grown = realloc(list->at, room * sizeof(struct dirent *));
		if (grown == NULL)
			return false;
		list->at = grown;
		list->room = room;
	}
	list->at[list->n++] = entry;
	return true;
}

/* Reads the entries that the filter wants.  Returns 0 or an errno value. */
static int
read_found(const wchar_t *pattern, struct entry_list *list,
	     int (*filter)(const struct dirent *entry))
{
	WIN32_FIND_DATAW found;
	const HANDLE search = FindFirstFileW(pattern, &found);
	int error = 0;

	if (search == INVALID_HANDLE_VALUE)
		return system_fail() == 0 ? 0 : errno;
	do {
		struct dirent *entry = entry_of(&found);

		if (entry == NULL)
			error = ENOMEM;
		else if (!filter(entry))
			free(entry);
		else if (!add_entry(list, entry)) {
			free(entry);
			error = ENOMEM;
		}
	} while (error == 0 && FindNextFileW(search, &found));
	if (error == 0 && GetLastError() != ERROR_NO_MORE_FILES)
		error = system_fail() == 0 ? 0 : errno;
	FindClose(search);
	return error;
}

int
scandirat(int directory, const char *name, struct dirent ***entries,
	  int (*filter)(const struct dirent *entry),
	  int (*compare)(const struct dirent **a, const struct dirent **b))
{
	struct entry_list list = { .n = 0 };
	wchar_t *path = system_path(directory, name);
	wchar_t *pattern = NULL;
	int error;

	if (path != NULL)
		pattern = realloc(path, (wcslen(path) + 3) * sizeof(*path));
	if (pattern == NULL) {
		free(path);
		return -1;
	}
	wcscat(pattern, pattern[wcslen(pattern) - 1] == L'\\' ? L"*" : L"\\*");
	error = read_found(pattern, &list, filter);
	free(pattern);
	if (error != 0) {
		while (list.n > 0)
			free(list.at[--list.n]);
		free((void *)list.at);
		errno = error;
		return -1;
	}
	if (list.n > 0)
		qsort((void *)list.at, list.n, sizeof(struct dirent *),
		      (int (*)(const void *, const void *))(
			      void (*)(void))compare);
	*entries = list.at;
	return (int)list.n;
}
