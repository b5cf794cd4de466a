/* SPDX-License-Identifier: MIT */
/* input.c - opens files read-only, reads them, and notices a file that changes
   meanwhile */
#include "cli/read/input.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

/* Inputs are read one after the other, so one buffer is enough for all inputs. */
static unsigned char buffer[128 * 1024];

static int
prepare_input(struct input *in)
{
	if (fstat(in->fd, &in->before) != 0)
		return errno;
	if (S_ISDIR(in->before.st_mode))
		return EISDIR;
	in->regular = S_ISREG(in->before.st_mode);
	if (in->regular) {
		in->start = lseek(in->fd, 0, SEEK_CUR);
		if (in->start < 0)
			return errno;
		/* This is only a hint: reading works without the hint. */
		(void)posix_fadvise(in->fd, 0, 0, POSIX_FADV_SEQUENTIAL);
	}
	return 0;
}

static int
open_name(struct input *in, int directory, const char *name, int flags)
{
	*in = (struct input){ .fd = -1 };
	do {
		in->fd = openat(directory, name,
				O_RDONLY | O_CLOEXEC | O_NOCTTY | flags);
	} while (in->fd < 0 && errno == EINTR);
	return in->fd < 0 ? errno : 0;
}

static int
open_path(struct input *in, const char *path, int flags)
{
	int error = 0;

	if (strcmp(path, "-") == 0)
		*in = (struct input){ .fd = STDIN_FILENO, .borrowed = true };
	else
		error = open_name(in, AT_FDCWD, path, flags);
	if (error == 0)
		error = prepare_input(in);
	if (error != 0)
		input_close(in);
	return error;
}

int
input_open(struct input *in, const char *path)
{
	return open_path(in, path, 0);
}

int
input_open_now(struct input *in, const char *path)
{
	struct stat status;
	int error, flags;

	/* Other files open as always: with O_NONBLOCK, a device may do something else,
	   and a file with a lease could not be opened. */
	if (strcmp(path, "-") == 0 || stat(path, &status) != 0 ||
	    !S_ISFIFO(status.st_mode))
		return input_open(in, path);
	error = open_path(in, path, O_NONBLOCK);
	if (error != 0)
		return error;
	flags = fcntl(in->fd, F_GETFL);
	if (flags >= 0 && fcntl(in->fd, F_SETFL, flags & ~O_NONBLOCK) == 0)
		return 0;
	error = errno;
	input_close(in);
	return error;
}

int
input_open_file(struct input *in, int directory, const char *name)
{
	/* A FIFO may have replaced the file.  O_NONBLOCK does not wait for a writer. */
	int error = open_name(in, directory, name, O_NOFOLLOW | O_NONBLOCK);

	if (error == 0)
		error = prepare_input(in);
	if (error == 0 && !in->regular)
		error = INPUT_SPECIAL;
	if (error != 0)
		input_close(in);
	return error;
}

const char *
input_error(int error)
{
	switch (error) {
	case INPUT_SPECIAL: return "not a regular file";
	case EISDIR:
		return "is a directory; to search one, name it to check or "
		       "repair";
	default: return strerror(error);
	}
}

int
input_borrow(struct input *in, int fd)
{
	*in = (struct input){ .fd = fd, .borrowed = true };
	if (lseek(fd, 0, SEEK_SET) < 0)
		return errno;
	return prepare_input(in);
}

/* read() returns the end of a FIFO that has had no writer yet. */
static void
await_writer(int fd)
{
	struct pollfd polled = { .fd = fd, .events = POLLIN };

	int n;

	do
		n = poll(&polled, 1, -1);
	while (n < 0 && errno == EINTR);
}

int
input_receive(struct input *in, int fd, bool borrowed)
{
	int error;

	*in = (struct input){ .fd = fd, .borrowed = borrowed };
	error = prepare_input(in);
	if (error == 0 && S_ISFIFO(in->before.st_mode))
		await_writer(fd);
	return error;
}

static ssize_t
read_at(const struct input *in, size_t at, size_t room)
{
	ssize_t n;

	do {
		n = read(in->fd, &buffer[at], room);
	} while (n < 0 && errno == EINTR);
	return n;
}

/* Returns the number of peeked bytes, which are at the start of the buffer. */
static size_t
take_peeked(struct input *in)
{
	const size_t n = in->peeked;

	in->peeked = 0;
	return n;
}

int
input_read(struct input *in, const void **bytes, size_t *size)
{
	const size_t before = take_peeked(in);
	const ssize_t n = read_at(in, before, sizeof(buffer) - before);

	*bytes = buffer;
	*size = n > 0 ? before + (size_t)n : before;
	return n < 0 ? errno : 0;
}

/* Fills the buffer from `*size` to `room` bytes, or to the end of the input. */
static int
fill_buffer(const struct input *in, size_t room, size_t *size)
{
	while (*size < room) {
		const ssize_t n = read_at(in, *size, room - *size);

		if (n < 0)
			return errno;
		if (n == 0)
			break;
		*size += (size_t)n;
	}
	return 0;
}

int
input_read_head(struct input *in, const void **bytes, size_t *size)
{
	*bytes = buffer;
	*size = take_peeked(in);
	return fill_buffer(in, INPUT_HEAD, size);
}

int
input_peek(struct input *in, const void **bytes, size_t *size)
{
	const int error = fill_buffer(in, INPUT_PEEK, &in->peeked);

	*bytes = buffer;
	*size = in->peeked;
	return error;
}

int
input_rewind(struct input *in)
{
	in->peeked = 0;
	return lseek(in->fd, in->start, SEEK_SET) < 0 ? errno : 0;
}

uint64_t
input_size(const struct input *in)
{
	return in->before.st_size > in->start
		       ? (uint64_t)(in->before.st_size - in->start)
		       : 0;
}

static bool
same_time(const struct timespec *a, const struct timespec *b)
{
	return a->tv_sec == b->tv_sec && a->tv_nsec == b->tv_nsec;
}

int
input_changed(const struct input *in, bool *changed)
{
	struct stat now;

	*changed = false;
	if (!in->regular)
		return 0;
	if (fstat(in->fd, &now) != 0)
		return errno;
	*changed = now.st_size != in->before.st_size ||
		   !same_time(&now.st_mtim, &in->before.st_mtim) ||
		   !same_time(&now.st_ctim, &in->before.st_ctim);
	return 0;
}

bool
input_is_written(const struct input *in)
{
	/* Standard input belongs to the caller, too. */
	if (!in->regular || in->borrowed)
		return false;
	/* A process that opens the file for writing at this moment waits until the lease
	   is returned, and the kernel sends a signal.  SIGURG is ignored by default, and
	   SIGIO would end the program. */
	if (fcntl(in->fd, F_SETSIG, SIGURG) != 0)
		return false;
	/* A lease for reading is refused if the file is open for writing. */
	if (fcntl(in->fd, F_SETLEASE, F_RDLCK) != 0)
		return errno == EAGAIN;
	(void)fcntl(in->fd, F_SETLEASE, F_UNLCK);
	return false;
}

void
input_close(struct input *in)
{
	if (!in->borrowed && in->fd >= 0)
		close(in->fd);
	in->fd = -1;
}
