/* SPDX-License-Identifier: MIT */
/* system.h - what the files of this folder share */
#ifndef CLI_WINDOWS_SYSTEM_H
#define CLI_WINDOWS_SYSTEM_H

#define WIN32_LEAN_AND_MEAN
#include <windows.h>

/* Sets errno to what the last error of Windows means.  Returns -1. */
int system_fail(void);

/* Returns the text in UTF-16 or in UTF-8.  Free it.  NULL: errno is set. */
wchar_t *system_wide(const char *text);
char *system_utf8(const wchar_t *text);

/* Returns the path of `name`, in a form that may be longer than 260 units.  `directory`
   is an open directory or AT_FDCWD.  Free the path.  NULL: errno is set. */
wchar_t *system_path(int directory, const char *name);

/* Remembers the path of an open directory, or forgets it if `path` is NULL.  False: no
   memory, or there are too many descriptors. */
bool system_note_directory(int fd, const wchar_t *path);

/* Returns the path of an open directory, or NULL. */
const wchar_t *system_directory(int fd);

/* Returns the handle of a descriptor. */
HANDLE system_handle(int fd);

#endif
