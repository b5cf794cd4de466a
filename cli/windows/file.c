/* SPDX-License-Identifier: MIT */
/* file.c - files, their names and their status */
#include <string.h>
#include <wchar.h>

#include "cli/windows/system.h"

#define SHARE (FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE)

/* -------------------------------------------------------------- status -- */

/* Between 1601 and 1970. */
#define SECONDS_BEFORE INT64_C(11644473600)

static struct timespec
time_of(FILETIME time)
{
	const int64_t ticks = (int64_t)time.dwHighDateTime << 32 |
			      time.dwLowDateTime;

	return (struct timespec){
		.tv_sec = (time_t)(ticks / 10000000 - SECONDS_BEFORE),
		.tv_nsec = (long)(ticks % 10000000 * 100),
	};
}

static FILETIME
file_time_of(const struct timespec *time)
{
	const int64_t ticks = (time->tv_sec + SECONDS_BEFORE) * 10000000 +
			      time->tv_nsec / 100;

	return (FILETIME){ .dwLowDateTime = (DWORD)ticks,
			   .dwHighDateTime = (DWORD)(ticks >> 32) };
}

/* Other files, such as those of a cloud, also have a reparse point, but no other name. */
static bool
is_link(HANDLE handle, DWORD attributes)
{
	FILE_ATTRIBUTE_TAG_INFO info;

	return (attributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0 &&
	       GetFileInformationByHandleEx(handle, FileAttributeTagInfo, &info,
					    sizeof(info)) &&
	       (info.ReparseTag & 0x20000000) != 0;
}

static unsigned
mode_of(HANDLE handle, DWORD attributes)
{
	if (is_link(handle, attributes))
		return S_IFLNK | 0777;
	if ((attributes & FILE_ATTRIBUTE_DIRECTORY) != 0)
		return S_IFDIR | 0777;
	return S_IFREG |
	       ((attributes & FILE_ATTRIBUTE_READONLY) != 0 ? 0444 : 0666);
}

static int
fill_status(HANDLE handle, struct stat *status)
{
	BY_HANDLE_FILE_INFORMATION info;

	*status = (struct stat){ .st_nlink = 1 };
	switch (GetFileType(handle)) {
	case FILE_TYPE_CHAR: status->st_mode = S_IFCHR; return 0;
	case FILE_TYPE_PIPE: status->st_mode = S_IFIFO; return 0;
	default: break;
	}
	if (!GetFileInformationByHandle(handle, &info))
		return system_fail();
	*status = (struct stat){
		.st_dev = info.dwVolumeSerialNumber,
		.st_ino = (uint64_t)info.nFileIndexHigh << 32 |
			  info.nFileIndexLow,
		.st_mode = mode_of(handle, info.dwFileAttributes),
		.st_nlink = info.nNumberOfLinks,
		.st_size = (off_t)((uint64_t)info.nFileSizeHigh << 32 |
				   info.nFileSizeLow),
		.st_atim = time_of(info.ftLastAccessTime),
		.st_mtim = time_of(info.ftLastWriteTime),
		.st_ctim = time_of(info.ftLastWriteTime),
	};
	return 0;
}

int
fstat(int fd, struct stat *status)
{
	return fill_status(system_handle(fd), status);
}

int
fstatat(int directory, const char *name, struct stat *status, int flags)
{
	const DWORD link = (flags & AT_SYMLINK_NOFOLLOW) != 0
				   ? FILE_FLAG_OPEN_REPARSE_POINT
				   : 0;
	wchar_t *path = system_path(directory, name);
	HANDLE handle;
	int result;

	if (path == NULL)
		return -1;
	handle = CreateFileW(path, FILE_READ_ATTRIBUTES, SHARE, NULL,
			     OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS | link,
			     NULL);
	free(path);
	if (handle == INVALID_HANDLE_VALUE)
		return system_fail();
	result = fill_status(handle, status);
	CloseHandle(handle);
	return result;
}

int
stat(const char *path, struct stat *status)
{
	return fstatat(AT_FDCWD, path, status, 0);
}

int
lstat(const char *path, struct stat *status)
{
	return fstatat(AT_FDCWD, path, status, AT_SYMLINK_NOFOLLOW);
}

int
access(const char *path, int how)
{
	struct stat status;

	(void)how;
	return stat(path, &status);
}

int
futimens(int fd, const struct timespec times[2])
{
	const FILETIME read = file_time_of(&times[0]);
	const FILETIME written = file_time_of(&times[1]);

	return SetFileTime(system_handle(fd), NULL, &read, &written)
		       ? 0
		       : system_fail();
}

/* ---------------------------------------------------------------- open -- */

/* A colon in a name would write to a stream of another file. */
static bool
is_stream(const wchar_t *path)
{
	const wchar_t *name = wcsrchr(path, L'\\');

	return name != NULL && wcschr(name, L':') != NULL;
}

/* Is this the name of a device, also with an ending: NUL, com1.txt?  Is the end of the
   name a dot or a space?  Only \\\\?\\ gives a file such a name, and then most programs
   cannot open or delete the file. */
static bool
is_reserved(const wchar_t *path)
{
	static const wchar_t *const devices[] = { L"CON",    L"PRN",	L"AUX",
						  L"NUL",    L"CONIN$", L"CONOUT$" };
	const wchar_t *slash = wcsrchr(path, L'\\');
	const wchar_t *name = slash != NULL ? slash + 1 : path;
	const size_t length = wcslen(name);
	size_t stem = wcscspn(name, L".");

	if (length == 0)
		return false;
	while (stem > 0 && name[stem - 1] == L' ')
		stem--;
	for (size_t i = 0; i < sizeof(devices) / sizeof(*devices); i++)
		if (wcslen(devices[i]) == stem &&
		    _wcsnicmp(name, devices[i], stem) == 0)
			return true;
	return name[length - 1] == L'.' || name[length - 1] == L' ' ||
	       (stem == 4 && wcschr(L"0123456789\u00b9\u00b2\u00b3", name[3]) != NULL &&
		(_wcsnicmp(name, L"COM", 3) == 0 || _wcsnicmp(name, L"LPT", 3) == 0));
}

/* Returns the path for a file that does not exist.  Free it. */
static wchar_t *
new_path(int directory, const char *name)
{
	wchar_t *path = system_path(directory, name);

	if (path == NULL || !(is_stream(path) || is_reserved(path)))
		return path;
	free(path);
	errno = EINVAL;
	return NULL;
}

/* Returns the error of a file that is not what `flags` asks for, or 0. */
static int
refuse_kind(HANDLE handle, int flags)
{
	struct stat status;

	if (fill_status(handle, &status) != 0)
		return errno;
	if ((flags & O_NOFOLLOW) != 0 && S_ISLNK(status.st_mode))
		return ELOOP;
	if ((flags & O_DIRECTORY) != 0 && !S_ISDIR(status.st_mode))
		return ENOTDIR;
	if ((flags & O_ACCMODE) != O_RDONLY && S_ISDIR(status.st_mode))
		return EISDIR;
	return 0;
}

/* Returns a descriptor for the handle of this path, or closes the handle. */
static int
descriptor_of(HANDLE handle, const wchar_t *path, int flags)
{
	int error = refuse_kind(handle, flags);
	int fd = -1;

	if (error == 0) {
		fd = _open_osfhandle((intptr_t)handle,
				     _O_BINARY | _O_NOINHERIT |
					     (flags & O_ACCMODE));
		error = fd < 0 ? EMFILE : 0;
	}
	if (error == 0 && (flags & O_DIRECTORY) != 0 &&
	    !system_note_directory(fd, path))
		error = ENOMEM;
	if (error == 0)
		return fd;
	if (fd < 0)
		CloseHandle(handle);
	else
		(void)close(fd);
	errno = error;
	return -1;
}

static DWORD
access_of(int flags)
{
	switch (flags & O_ACCMODE) {
	case O_WRONLY: return GENERIC_WRITE;
	case O_RDWR: return GENERIC_READ | GENERIC_WRITE;
	default: return GENERIC_READ;
	}
}

int
openat(int directory, const char *name, int flags, ...)
{
	const bool creates = (flags & O_CREAT) != 0;
	const DWORD link = (flags & O_NOFOLLOW) != 0
				   ? FILE_FLAG_OPEN_REPARSE_POINT
				   : 0;
	wchar_t *path;
	HANDLE handle;
	int fd;

	if ((flags & O_TMPFILE) != 0) {
		errno = EOPNOTSUPP;
		return -1;
	}
	path = creates ? new_path(directory, name)
		       : system_path(directory, name);
	if (path == NULL)
		return -1;
	handle = CreateFileW(path, access_of(flags), SHARE, NULL,
			     !creates                ? OPEN_EXISTING
			     : (flags & O_EXCL) != 0 ? CREATE_NEW
						     : OPEN_ALWAYS,
			     FILE_FLAG_BACKUP_SEMANTICS | link, NULL);
	fd = handle == INVALID_HANDLE_VALUE
		     ? system_fail()
		     : descriptor_of(handle, path, flags);
	free(path);
	return fd;
}

int
open(const char *path, int flags, ...)
{
	return openat(AT_FDCWD, path, flags);
}

int
fcntl(int fd, int command, ...)
{
	const HANDLE self = GetCurrentProcess();
	HANDLE copy;

	switch (command) {
	/* The C library keeps the first three descriptors, even if they are closed: their
	   use fails, and no file gets their numbers. */
	case F_GETFD: return 0;
	/* The program duplicates descriptors of directories only. */
	case F_DUPFD_CLOEXEC:
		if (!DuplicateHandle(self, system_handle(fd), self, &copy, 0,
				     FALSE, DUPLICATE_SAME_ACCESS))
			return system_fail();
		return descriptor_of(copy, system_directory(fd), O_DIRECTORY);
	default: errno = ENOSYS; return -1;
	}
}

int
close(int fd)
{
	(void)system_note_directory(fd, NULL);
	return _close(fd);
}

enum { MOST_BYTES = 1 << 30 };

ssize_t
read(int fd, void *bytes, size_t size)
{
	return _read(fd, bytes,
		     size < MOST_BYTES ? (unsigned)size : MOST_BYTES);
}

ssize_t
write(int fd, const void *bytes, size_t size)
{
	return _write(fd, bytes,
		      size < MOST_BYTES ? (unsigned)size : MOST_BYTES);
}

ssize_t
pread(int fd, void *bytes, size_t size, off_t at)
{
	const off_t before = _lseeki64(fd, 0, SEEK_CUR);
	ssize_t n = -1;

	if (before >= 0 && _lseeki64(fd, at, SEEK_SET) >= 0)
		n = read(fd, bytes, size);
	if (before >= 0)
		(void)_lseeki64(fd, before, SEEK_SET);
	return n;
}

int
fsync(int fd)
{
	struct stat status;

	/* Windows writes the names itself, in the order of their changes. */
	if (fstat(fd, &status) == 0 && S_ISDIR(status.st_mode))
		return 0;
	return FlushFileBuffers(system_handle(fd)) ? 0 : system_fail();
}

/* --------------------------------------------------------------- names -- */

int
mkdirat(int directory, const char *name, mode_t mode)
{
	wchar_t *path = new_path(directory, name);
	int result;

	(void)mode;
	if (path == NULL)
		return -1;
	result = CreateDirectoryW(path, NULL) ? 0 : system_fail();
	free(path);
	return result;
}

int
mkdir(const char *path, mode_t mode)
{
	return mkdirat(AT_FDCWD, path, mode);
}

int
unlinkat(int directory, const char *name, int flags)
{
	wchar_t *path = system_path(directory, name);
	BOOL done;

	if (path == NULL)
		return -1;
	done = (flags & AT_REMOVEDIR) != 0 ? RemoveDirectoryW(path)
					   : DeleteFileW(path);
	free(path);
	return done ? 0 : system_fail();
}

int
rmdir(const char *path)
{
	return unlinkat(AT_FDCWD, path, AT_REMOVEDIR);
}

/* Gives the file a second name, or another name with these flags of MoveFileExW(). */
static int
name_file(int from, const char *name, int to, const char *other, bool second,
	  DWORD flags)
{
	wchar_t *path = system_path(from, name);
	wchar_t *target = path != NULL ? new_path(to, other) : NULL;
	int result = -1;

	if (target != NULL)
		result = (second ? CreateHardLinkW(target, path, NULL)
				 : MoveFileExW(path, target, flags))
				 ? 0
				 : system_fail();
	free(path);
	free(target);
	return result;
}

int
linkat(int from, const char *name, int to, const char *second, int flags)
{
	(void)flags;
	return name_file(from, name, to, second, true, 0);
}

int
renameat2(int from, const char *name, int to, const char *other, unsigned flags)
{
	return name_file(from, name, to, other, false,
			 MOVEFILE_WRITE_THROUGH |
				 ((flags & RENAME_NOREPLACE) != 0
					  ? 0
					  : MOVEFILE_REPLACE_EXISTING));
}

int
renameat(int from, const char *name, int to, const char *other)
{
	return renameat2(from, name, to, other, 0);
}
