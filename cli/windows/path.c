/* SPDX-License-Identifier: MIT */
/* path.c - paths of Windows from names in UTF-8 */
#include "cli/windows/system.h"

#include <string.h>
#include <wchar.h>

static const struct {
	DWORD windows;
	int posix;
} errors[] = {
	{ ERROR_FILE_NOT_FOUND, ENOENT },
	{ ERROR_PATH_NOT_FOUND, ENOENT },
	{ ERROR_INVALID_DRIVE, ENOENT },
	{ ERROR_BAD_NETPATH, ENOENT },
	{ ERROR_BAD_NET_NAME, ENOENT },
	{ ERROR_INVALID_NAME, ENOENT },
	{ ERROR_TOO_MANY_OPEN_FILES, EMFILE },
	{ ERROR_ACCESS_DENIED, EACCES },
	{ ERROR_SHARING_VIOLATION, EACCES },
	{ ERROR_LOCK_VIOLATION, EACCES },
	{ ERROR_WRITE_PROTECT, EROFS },
	{ ERROR_NOT_ENOUGH_MEMORY, ENOMEM },
	{ ERROR_OUTOFMEMORY, ENOMEM },
	{ ERROR_NOT_SAME_DEVICE, EXDEV },
	{ ERROR_FILE_EXISTS, EEXIST },
	{ ERROR_ALREADY_EXISTS, EEXIST },
	{ ERROR_DISK_FULL, ENOSPC },
	{ ERROR_HANDLE_DISK_FULL, ENOSPC },
	{ ERROR_DIR_NOT_EMPTY, ENOTEMPTY },
	{ ERROR_DIRECTORY, ENOTDIR },
	{ ERROR_FILENAME_EXCED_RANGE, ENAMETOOLONG },
	{ ERROR_INVALID_HANDLE, EBADF },
	{ ERROR_BROKEN_PIPE, EPIPE },
};

int
system_fail(void)
{
	const DWORD error = GetLastError();

	errno = EIO;
	for (size_t i = 0; i < sizeof(errors) / sizeof(errors[0]); i++)
		if (errors[i].windows == error)
			errno = errors[i].posix;
	return -1;
}

HANDLE
system_handle(int fd) { return (HANDLE)_get_osfhandle(fd); }

wchar_t *
system_wide(const char *text)
{
	const int n = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text,
					  -1, NULL, 0);
	wchar_t *wide;

	if (n <= 0) {
		errno = EILSEQ;
		return NULL;
	}
	wide = calloc((size_t)n, sizeof(*wide));
	if (wide != NULL)
		(void)MultiByteToWideChar(CP_UTF8, 0, text, -1, wide, n);
	return wide;
}

char *
system_utf8(const wchar_t *text)
{
	const int n = WideCharToMultiByte(CP_UTF8, 0, text, -1, NULL, 0, NULL,
					  NULL);
	char *utf8;

	if (n <= 0) {
		errno = EILSEQ;
		return NULL;
	}
	utf8 = calloc((size_t)n, 1);
	if (utf8 != NULL)
		(void)WideCharToMultiByte(CP_UTF8, 0, text, -1, utf8, n, NULL,
					  NULL);
	return utf8;
}

/* Returns both texts as one.  Free it.  NULL: no memory. */
static wchar_t *
join(const wchar_t *first, const wchar_t *second)
{
	const size_t n = wcslen(first), m = wcslen(second) + 1;
	wchar_t *both = calloc(n + m, sizeof(*both));

	if (both == NULL)
		return NULL;
	memcpy(both, first, n * sizeof(*both));
	memcpy(both + n, second, m * sizeof(*both));
	return both;
}

static bool
begins(const wchar_t *text, const wchar_t *with)
{
	return wcsncmp(text, with, wcslen(with)) == 0;
}

/* A path that begins with \\?\ may be longer than 260 units. */
static wchar_t *
lengthen(const wchar_t *full)
{
	if (begins(full, L"\\\\?\\") || begins(full, L"\\\\.\\"))
		return join(L"", full);
	if (begins(full, L"\\\\"))
		return join(L"\\\\?\\UNC\\", full + 2);
	return join(L"\\\\?\\", full);
}

static wchar_t *
from_current_directory(const wchar_t *name)
{
	const DWORD n = GetFullPathNameW(name, 0, NULL, NULL);
	wchar_t *full = calloc((size_t)n + 1, sizeof(*full));
	wchar_t *path = NULL;

	if (full == NULL)
		return NULL;
	if (GetFullPathNameW(name, n + 1, full, NULL) == 0)
		(void)system_fail();
	else
		path = lengthen(full);
	free(full);
	return path;
}

/* The C library has no more descriptors. */
enum { DESCRIPTORS = 2048 };

static wchar_t *directories[DESCRIPTORS];

bool
system_note_directory(int fd, const wchar_t *path)
{
	wchar_t *copy = NULL;

	if (fd < 0 || fd >= DESCRIPTORS)
		return false;
	if (path != NULL)
		copy = join(path,
			    path[wcslen(path) - 1] == L'\\' ? L"" : L"\\");
	free(directories[fd]);
	directories[fd] = copy;
	return path == NULL || copy != NULL;
}

const wchar_t *
system_directory(int fd)
{
	return fd >= 0 && fd < DESCRIPTORS ? directories[fd] : NULL;
}

/* Cuts the last part of a path that ends with a backslash.  The parent directory of the
   root is the root. */
static void
go_up(wchar_t *path)
{
	size_t n = wcslen(path) - 1;

	while (n > 0 && path[n - 1] != L'\\')
		n--;
	if (n > wcslen(L"\\\\?\\"))
		path[n] = L'\0';
}

static wchar_t *
from_directory(int directory, const wchar_t *name)
{
	const wchar_t *known = system_directory(directory);
	wchar_t *base, *path;

	if (known == NULL) {
		errno = EBADF;
		return NULL;
	}
	base = join(known, L"");
	if (base == NULL)
		return NULL;
	if (wcscmp(name, L"..") == 0)
		go_up(base);
	if (wcscmp(name, L".") == 0 || wcscmp(name, L"..") == 0)
		return base;
	path = join(base, name);
	free(base);
	return path;
}

wchar_t *
system_path(int directory, const char *name)
{
	const bool null = strcmp(name, "/dev/null") == 0;
	wchar_t *wide = system_wide(null ? "NUL" : name), *path;

	if (wide == NULL)
		return NULL;
	if (*wide == L'\0') {
		errno = ENOENT;
		free(wide);
		return NULL;
	}
	for (wchar_t *at = wide; *at != L'\0'; at++)
		if (*at == L'/')
			*at = L'\\';
	path = directory == AT_FDCWD ? from_current_directory(wide)
				     : from_directory(directory, wide);
	free(wide);
	return path;
}

char *
realpath(const char *path, char *resolved)
{
	(void)path;
	(void)resolved;
	errno = ENOSYS;
	return NULL;
}

char *
dirname(char *path)
{
	static char here[] = ".";
	char *slash;

	for (size_t n = strlen(path); n > 1 && path[n - 1] == '/'; n--)
		path[n - 1] = '\0';
	slash = strrchr(path, '/');
	if (slash == NULL)
		return here;
	slash[slash == path] = '\0';
	return path;
}
