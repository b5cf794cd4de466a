/* SPDX-License-Identifier: MIT */
/*
 * posix.h - the functions of POSIX that the program uses, for Windows
 *
 * The compiler reads this file before every file of the program.  Paths are UTF-8 and have
 * slashes.  Functions return what POSIX says, and set errno.  What Windows cannot do, such
 * as fork(), fails with ENOSYS or a similar error.  Only what the program uses is here.
 *
 * A macro for a name also renames members of structs.  All files of the program read this
 * file, so both sides have the same name.
 */
#ifndef CLI_WINDOWS_POSIX_H
#define CLI_WINDOWS_POSIX_H

#define _CRT_RAND_S /* for getrandom() */

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

/* --------------------------------------------------------------- paths -- */

/* In bytes of UTF-8.  A path of Windows has up to 32767 units of UTF-16. */
#undef PATH_MAX
#define PATH_MAX 32768
#undef NAME_MAX
#define NAME_MAX 1023

#define AT_FDCWD            (-100)
#define AT_SYMLINK_NOFOLLOW 0x100
#define AT_REMOVEDIR        0x200
#define AT_SYMLINK_FOLLOW   0x400

#define realpath windows_realpath
#define dirname  windows_dirname
char *realpath(const char *path, char *resolved);
char *dirname(char *path);

/* -------------------------------------------------------------- status -- */

#undef stat
#undef fstat
#undef lstat
#define stat    windows_stat
#define fstat   windows_fstat
#define lstat   windows_lstat
#define fstatat windows_fstatat

#define dev_t windows_device
#define ino_t windows_file
typedef uint64_t dev_t, ino_t;

struct stat {
	dev_t st_dev;
	ino_t st_ino;
	unsigned st_mode, st_nlink;
	off_t st_size;
	struct timespec st_atim, st_mtim, st_ctim;
};
#undef st_mtime
#define st_mtime st_mtim.tv_sec

#undef S_IFLNK
#undef S_ISLNK
#define S_IFLNK       0xa000
#define S_ISLNK(mode) (((mode)&S_IFMT) == S_IFLNK)

int stat(const char *path, struct stat *status);
int lstat(const char *path, struct stat *status);
int fstat(int fd, struct stat *status);
int fstatat(int directory, const char *name, struct stat *status, int flags);

/* --------------------------------------------------------------- files -- */

/* No file descriptor is inherited unless the program says so. */
#define O_CLOEXEC   _O_NOINHERIT
#define O_NOCTTY    0
#define O_NONBLOCK  0
#define O_NOFOLLOW  0x01000000
#define O_DIRECTORY 0x02000000
#define O_PATH      0x04000000
#define O_TMPFILE   0x08000000 /* fails with EOPNOTSUPP */

#define F_GETFD         1
#define F_GETFL         3
#define F_SETFL         4
#define F_SETSIG        10
#define F_DUPFD_CLOEXEC 1030
#define F_SETLEASE      1024
#define F_RDLCK         0
#define F_UNLCK         2

#define RENAME_NOREPLACE 1

#define POSIX_FADV_SEQUENTIAL              0
#define posix_fadvise(fd, from, size, how) ((void)(fd), 0)

#undef ESTALE
#define ESTALE EBUSY

#undef open
#undef close
#undef read
#undef write
#undef access
#undef isatty
#undef mkdir
#undef rmdir
#define open      windows_open
#define openat    windows_openat
#define close     windows_close
#define read      windows_read
#define write     windows_write
#define access    windows_access
#define isatty    windows_isatty
#define mkdir     windows_mkdir
#define mkdirat   windows_mkdirat
#define rmdir     windows_rmdir
#define unlinkat  windows_unlinkat
#define linkat    windows_linkat
#define renameat  windows_renameat
#define renameat2 windows_renameat2
#define fcntl     windows_fcntl
#define fsync     windows_fsync
#define pread     windows_pread
#define futimens  windows_futimens

int open(const char *path, int flags, ...);
int openat(int directory, const char *name, int flags, ...);
int close(int fd);
ssize_t read(int fd, void *bytes, size_t size);
ssize_t write(int fd, const void *bytes, size_t size);
int access(const char *path, int how);
int isatty(int fd); /* a console that understands escape sequences */
int mkdir(const char *path, mode_t mode);
int mkdirat(int directory, const char *name, mode_t mode);
int rmdir(const char *path);
int unlinkat(int directory, const char *name, int flags);
int linkat(int from, const char *name, int to, const char *second, int flags);
int renameat(int from, const char *name, int to, const char *other);
int renameat2(int from, const char *name, int to, const char *other,
	      unsigned flags);
int fcntl(int fd, int command, ...);
int fsync(int fd);
ssize_t pread(int fd, void *bytes, size_t size, off_t at);
int futimens(int fd, const struct timespec times[2]);

/* --------------------------------------------------------- directories -- */

enum { DT_UNKNOWN = 0, DT_DIR = 4, DT_REG = 8, DT_LNK = 10 };
#define IFTODT(mode) (S_ISDIR(mode) ? DT_DIR : S_ISREG(mode) ? DT_REG : DT_LNK)

struct dirent {
	unsigned char d_type;
	char d_name[]; /* ends with a NUL */
};

int scandirat(int directory, const char *name, struct dirent ***entries,
	      int (*filter)(const struct dirent *entry),
	      int (*compare)(const struct dirent **a, const struct dirent **b));

#define FNM_PATHNAME 1
int fnmatch(const char *pattern, const char *text, int flags);

/* ---------------------------------------------------------------- sets -- */

void *tsearch(const void *key, void **root,
	      int (*compare)(const void *a, const void *b));
void *tfind(const void *key, void *const *root,
	    int (*compare)(const void *a, const void *b));
void tdestroy(void *root, void (*release)(void *key));

/* ------------------------------------------------- signals, time, chance -- */

/* These never come. */
enum {
	SIGHUP = 101,
	SIGQUIT,
	SIGPIPE,
	SIGALRM,
	SIGUSR1,
	SIGUSR2,
	SIGVTALRM,
	SIGPROF,
	SIGXCPU,
	SIGXFSZ,
	SIGIO,
	SIGURG,
};
/* No real-time signals. */
#define SIGRTMIN 2
#define SIGRTMAX 1

enum { SA_RESETHAND = 1, SA_RESTART = 2, SIG_BLOCK = 0, SIG_SETMASK = 2 };
#define sigset_t windows_signals
typedef int sigset_t;
struct sigaction {
	void (*sa_handler)(int number);
	sigset_t sa_mask;
	int sa_flags;
};
#define sigemptyset(set)       ((void)(*(set) = 0))
#define sigaddset(set, number) ((void)(set), (void)(number))
#define sigprocmask            windows_sigprocmask
#define strsignal(number)      ((void)(number), "a signal")
int sigaction(int number, const struct sigaction *action,
	      struct sigaction *before);
/* All signals are blocked together. */
int sigprocmask(int how, const sigset_t *set, sigset_t *before);

#undef localtime_r
#define localtime_r   windows_localtime_r
#define clock_gettime windows_clock_gettime
#ifndef CLOCK_MONOTONIC
#define CLOCK_MONOTONIC 1
#endif
struct tm *localtime_r(const time_t *seconds, struct tm *local);
int clock_gettime(int clock, struct timespec *now);
ssize_t getrandom(void *bytes, size_t size, unsigned flags);

/* ----------------------------------------------------------- processes -- */

#define POLLIN 1
struct pollfd {
	int fd;
	short events, revents;
};
/* A read waits instead. */
#define poll(list, n, ms) ((void)(list), (void)(n), (void)(ms), 1)

#define RLIMIT_NOFILE 7
struct rlimit {
	size_t rlim_cur, rlim_max;
};
#define getrlimit(name, limit) ((void)(limit), -1)

#define fork()                      (errno = ENOSYS, (pid_t)-1)
#define pipe(ends)                  ((void)(ends), errno = ENOSYS, -1)
#define waitpid(pid, status, flags) ((void)(status), errno = ENOSYS, (pid_t)-1)
#define prctl(name, value)	    ((void)0)
#define getppid()		    getpid()
#define WIFEXITED(status)	    ((status) == 0)
#define WEXITSTATUS(status)	    (status)
#define WTERMSIG(status)	    (status)

/* ------------------------------------------------------------ terminal -- */

struct winsize {
	unsigned short ws_col;
};
#define ioctl(fd, name, size) ((void)(size), -1)

/* The program begins in start.c, which calls main() with UTF-8. */
#define main program_main
int main(int argc, char **argv);

#endif
