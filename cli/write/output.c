/* SPDX-License-Identifier: MIT */
/*
 * output.c - writes a temporary file, syncs it, and gives it its name
 *
 * A signal removes the temporary file.  The name is given with link() or rename(), and
 * then the directory is synced.
 */
#include "cli/write/output.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/temporary.h"

/* ----------------------------------------------------------- signals -- */

/*
 * Signals that end a program that does not catch them.  Signals of faults, such as
 * SIGSEGV, are not in the list, because nothing can be relied on after a fault.
 * Real-time signals also end a program, and are added later.
 */
static const int fatal_signals[] = {
	SIGINT,    SIGTERM, SIGHUP,    SIGQUIT, SIGPIPE, SIGALRM,
	SIGUSR1,   SIGUSR2, SIGVTALRM, SIGPROF, SIGXCPU, SIGIO,
#ifdef SIGPWR
	SIGPWR,
#endif
#ifdef SIGSTKFLT
	SIGSTKFLT,
#endif
};

#define N_SIGNALS (sizeof(fatal_signals) / sizeof(fatal_signals[0]))

/* Returns the number of signals, with the real-time signals. */
static size_t
count_signals(void)
{
	return N_SIGNALS + (size_t)(SIGRTMAX - SIGRTMIN + 1);
}

static int
signal_at(size_t at)
{
	return at < N_SIGNALS ? fatal_signals[at]
			      : SIGRTMIN + (int)(at - N_SIGNALS);
}

static struct leftover {
	volatile sig_atomic_t armed;
	int directory;
	char name[NAME_MAX + 1];
} leftovers[OUTPUT_FILES];

#define N_LEFTOVERS (sizeof(leftovers) / sizeof(leftovers[0]))

static void
remove_leftovers(int number)
{
	for (size_t i = 0; i < N_LEFTOVERS; i++) {
		if (leftovers[i].armed)
			(void)unlinkat(leftovers[i].directory,
				       leftovers[i].name, 0);
	}
	/* SA_RESETHAND: this second signal ends the program. */
	(void)raise(number);
}

void
output_catch_signals(void)
{
	struct sigaction action = { 0 }, before;

	action.sa_handler = remove_leftovers;
	action.sa_flags = (int)SA_RESETHAND;
	sigemptyset(&action.sa_mask);
	for (size_t i = 0; i < count_signals(); i++) {
		const int number = signal_at(i);

		/* If nohup or a shell ignores a signal, it stays ignored.  If a profiler
		   caught a signal before, the profiler keeps it. */
		if (number != SIGPIPE &&
		    sigaction(number, NULL, &before) == 0 &&
		    before.sa_handler != SIG_DFL)
			continue;
		(void)sigaction(number, &action, NULL);
	}
	/* At a file size limit a write fails, as on a full disk. */
	(void)signal(SIGXFSZ, SIG_IGN);
}

/* Blocks the signals between hold_signals() and release_signals(). */
static void
hold_signals(sigset_t *before)
{
	sigset_t set;

	sigemptyset(&set);
	for (size_t i = 0; i < count_signals(); i++)
		sigaddset(&set, signal_at(i));
	sigprocmask(SIG_BLOCK, &set, before);
}

static void
release_signals(const sigset_t *before)
{
	sigprocmask(SIG_SETMASK, before, NULL);
}

/*
 * Remembers the name of a temporary file in an open directory.  Call this function and
 * forget_leftover() only between hold_signals() and release_signals().
 */
static void
add_leftover(int directory, const char *name)
{
	size_t i = 0;

	while (i < N_LEFTOVERS && leftovers[i].armed)
		i++;
	assert(i < N_LEFTOVERS);
	if (i == N_LEFTOVERS)
		return;
	snprintf(leftovers[i].name, sizeof(leftovers[i].name), "%s", name);
	leftovers[i].directory = directory;
	leftovers[i].armed = 1;
}

static void
forget_leftover(int directory, const char *name)
{
	for (size_t i = 0; i < N_LEFTOVERS; i++) {
		struct leftover *l = &leftovers[i];

		if (l->armed && l->directory == directory &&
		    strcmp(l->name, name) == 0)
			l->armed = 0;
	}
}

/* ------------------------------------------------------------ create -- */

/* The number of temporary names to try. */
#define ATTEMPTS 100

int
output_create_named(struct output *output, int directory, const char *name,
		    mode_t mode)
{
	const int flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
	char temp[sizeof(output->temp)];
	sigset_t before;
	int error = EEXIST;

	*output = (struct output){ .directory = directory, .fd = -1 };
	for (int i = 0; i < ATTEMPTS && error == EEXIST; i++) {
		error = temporary_make(temp, sizeof(temp), name);
		if (error != 0)
			break;
		hold_signals(&before);
		output->fd = openat(output->directory, temp, flags, mode);
		error = output->fd < 0 ? errno : 0;
		if (error == 0) {
			memcpy(output->temp, temp, sizeof(temp));
			add_leftover(output->directory, temp);
		}
		release_signals(&before);
	}
	return error;
}

/* Forgets the temporary name, which was removed or replaced by the final name. */
static void
forget_name(struct output *output)
{
	forget_leftover(output->directory, output->temp);
	output->temp[0] = '\0';
}

int
output_create(struct output *output, int directory, const char *name,
	      mode_t mode)
{
	*output = (struct output){ .directory = directory, .fd = -1 };
	/* A file without a name can get a name only through /proc. */
	if (access("/proc/self/fd", X_OK) == 0) {
		output->fd = openat(directory, ".",
				    O_TMPFILE | O_RDWR | O_CLOEXEC, mode);
		if (output->fd >= 0)
			return 0;
		if (errno != EOPNOTSUPP && errno != EISDIR && errno != ENOENT &&
		    errno != EINVAL)
			return errno;
	}
	return output_create_named(output, directory, name, mode);
}

int
output_write(int fd, const void *bytes, size_t size)
{
	const unsigned char *at = bytes;

	while (size > 0) {
		const ssize_t n = write(fd, at, size);

		if (n < 0 && errno != EINTR)
			return errno;
		if (n > 0) {
			at += n;
			size -= (size_t)n;
		}
	}
	return 0;
}

int
output_settle(struct output *output, const struct stat *like)
{
	if (like) {
		const struct timespec times[2] = { like->st_atim,
						   like->st_mtim };

		if (futimens(output->fd, times) != 0)
			return errno;
	}
	return fsync(output->fd) != 0 ? errno : 0;
}

/* ----------------------------------------------------------- publish -- */

static int
sync_directory(int directory)
{
	/* Some file systems cannot sync a directory, and do not need it. */
	return fsync(directory) != 0 && errno != EINVAL ? errno : 0;
}

/* Gives the file a second name, which must be free.  Returns 0 or errno. */
static int
link_as(const struct output *output, int directory, const char *name)
{
	char link[32];
	int done;

	if (output->temp[0] != '\0') {
		done = linkat(output->directory, output->temp, directory, name,
			      0);
	} else {
		snprintf(link, sizeof(link), "/proc/self/fd/%d", output->fd);
		done = linkat(AT_FDCWD, link, directory, name,
			      AT_SYMLINK_FOLLOW);
	}
	return done != 0 ? errno : 0;
}

/* Gives the file a name that must be free.  Signals are blocked. */
static int
take_free_name(struct output *output, int directory, const char *name)
{
	int error;

	if (output->temp[0] == '\0')
		return link_as(output, directory, name);
	if (renameat2(output->directory, output->temp, directory, name,
		      RENAME_NOREPLACE) == 0) {
		forget_name(output);
		return 0;
	}
	if (errno != EINVAL && errno != ENOSYS)
		return errno;
	error = link_as(output, directory, name);
	if (error != 0)
		return error;
	if (unlinkat(output->directory, output->temp, 0) == 0) {
		forget_name(output);
		return 0;
	}
	error = errno;
	(void)unlinkat(directory, name, 0);
	return error;
}

/*
 * Refuses a FIFO, a device or a link that appeared meanwhile, because rename() would
 * replace it.
 */
static int
refuse_special(int directory, const char *name)
{
	struct stat status;

	if (fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) != 0)
		return errno == ENOENT ? 0 : errno;
	return S_ISREG(status.st_mode) ? 0 : EEXIST;
}

/* Gives the output a name, and replaces the file that has this name.  Signals are
   blocked. */
static int
take_name(struct output *output, int directory, const char *name)
{
	char temp[sizeof(output->temp)];
	int error = refuse_special(directory, name);

	if (error != 0)
		return error;
	if (output->temp[0] != '\0') {
		if (renameat(output->directory, output->temp, directory,
			     name) != 0)
			return errno;
		forget_name(output);
		return 0;
	}
	error = EEXIST;
	for (int i = 0; i < ATTEMPTS && error == EEXIST; i++) {
		error = temporary_make(temp, sizeof(temp), name);
		if (error == 0)
			error = link_as(output, directory, temp);
	}
	if (error == 0 && renameat(directory, temp, directory, name) != 0) {
		error = errno;
		(void)unlinkat(directory, temp, 0);
	}
	return error;
}

int
output_publish(struct output *output, int directory, const char *name,
	       bool replace)
{
	sigset_t before;
	int error;

	hold_signals(&before);
	error = replace ? take_name(output, directory, name)
			: take_free_name(output, directory, name);
	if (error == 0) {
		error = sync_directory(directory);
		if (error != 0 && !replace)
			(void)unlinkat(directory, name, 0);
	}
	release_signals(&before);
	return error;
}

/* Is the file with this name the original?  Returns 0, ESTALE or another errno. */
static int
find_original(int directory, const char *name, const struct stat *original)
{
	struct stat status;

	if (fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) != 0)
		return errno;
	return status.st_dev == original->st_dev &&
			       status.st_ino == original->st_ino
		       ? 0
		       : ESTALE;
}

/*
 * Gives the file `name` a second name, if the file is `original`.  *made: the second name
 * is new.  If it is not, a run that was killed has made it.  Returns 0 or errno.
 */
static int
link_original(int directory, const char *name, const char *second,
	      const struct stat *original, bool *made)
{
	int error;

	*made = linkat(directory, name, directory, second, 0) == 0;
	if (!*made && errno == EEXIST &&
	    find_original(directory, second, original) == 0)
		return find_original(directory, name, original);
	if (!*made)
		return errno;
	error = find_original(directory, second, original);
	if (error != 0)
		(void)unlinkat(directory, second, 0);
	return error;
}

int
output_replace(struct output *output, const char *name, const char *kept,
	       const struct stat *original, bool replace)
{
	const int directory = output->directory;
	char temp[NAME_MAX + 1];
	/* The file with the name `kept` stays until nothing else can fail. */
	const char *second = replace ? temp : kept;
	sigset_t before;
	bool made;
	int error = 0;

	hold_signals(&before);
	if (replace)
		error = refuse_special(directory, kept);
	if (replace && error == 0)
		error = temporary_make(temp, sizeof(temp), kept);
	if (error == 0)
		error = link_original(directory, name, second, original, &made);
	if (error == 0) {
		error = take_name(output, directory, name);
		if (error != 0 && made)
			(void)unlinkat(directory, second, 0);
	}
	if (error == 0 && replace) {
		if (renameat(directory, temp, directory, kept) != 0) {
			error = errno;
			/* The original gets its name back. */
			(void)renameat(directory, temp, directory, name);
		} else {
			/* `kept` may have been another name of the same file. */
			(void)unlinkat(directory, temp, 0);
		}
	}
	if (error == 0)
		error = sync_directory(directory);
	release_signals(&before);
	return error;
}

/* Reads `size` bytes.  False: this is not possible. */
static bool
read_exactly(int fd, off_t at, void *bytes, size_t size)
{
	for (size_t done = 0; done < size;) {
		const ssize_t n = pread(fd, (char *)bytes + done, size - done,
					at + (off_t)done);

		if (n == 0 || (n < 0 && errno != EINTR))
			return false;
		done += n > 0 ? (size_t)n : 0;
	}
	return true;
}

static bool
are_same_bytes(int a, int b, off_t size)
{
	unsigned char one[16384], other[16384];

	for (off_t at = 0; at < size;) {
		const size_t some = size - at < (off_t)sizeof(one)
					    ? (size_t)(size - at)
					    : sizeof(one);

		if (!read_exactly(a, at, one, some) ||
		    !read_exactly(b, at, other, some) ||
		    memcmp(one, other, some) != 0)
			return false;
		at += (off_t)some;
	}
	return true;
}

bool
output_is_same(const struct output *output, int directory, const char *name,
	       struct stat *status)
{
	const int fd = openat(directory, name,
			      O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NOFOLLOW |
				      O_NONBLOCK);
	struct stat own;
	bool same;

	if (fd < 0)
		return false;
	same = fstat(fd, status) == 0 && S_ISREG(status->st_mode) &&
	       fstat(output->fd, &own) == 0 &&
	       own.st_size == status->st_size &&
	       are_same_bytes(output->fd, fd, own.st_size);
	close(fd);
	return same;
}

void
output_close(struct output *output)
{
	sigset_t before;

	if (output->fd < 0)
		return;
	hold_signals(&before);
	if (output->temp[0] != '\0') {
		(void)unlinkat(output->directory, output->temp, 0);
		forget_name(output);
	}
	release_signals(&before);
	close(output->fd);
	output->fd = -1;
}
