/* SPDX-License-Identifier: MIT */
/* picture.c - writes the file of --svg while an input is read */
#include "cli/picture.h"

#include <errno.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/report/outputs.h"
#include "cli/report/text.h"

static enum exitcode
refuse(const struct args *args, const char *why)
{
	text_complain(args->out.svg, "%s", why);
	return EXITCODE_IO;
}

/* Is the file of this name one of the files that the run reads? */
static bool
is_this(const struct stat *file, const char *name)
{
	struct stat input;

	return name != NULL &&
	       (strcmp(name, "-") == 0 ? fstat(STDIN_FILENO, &input)
				       : stat(name, &input)) == 0 &&
	       input.st_dev == file->st_dev && input.st_ino == file->st_ino;
}

static bool
is_any_input(const struct args *args, const struct stat *file)
{
	const char *name;

	for (size_t i = 0; args_file(args, i, &name); i++) {
		if (is_this(file, name))
			return true;
	}
	return is_this(file, args->what.inputs[0]);
}

/* Returns the reason why the name cannot be taken, or NULL. */
static const char *
find_hindrance(const struct picture *picture)
{
	const struct args *args = picture->args;
	struct stat status;
	const int error = target_status(&picture->target, &status);

	if (error == ENOENT)
		return NULL;
	if (error != 0)
		return strerror(error);
	if (is_any_input(args, &status))
		return "is an input";
	if (!S_ISREG(status.st_mode))
		return "exists and is not a regular file";
	return args->out.force ? NULL : "exists already; use -f to replace it";
}

static FILE *
open_stream(int fd)
{
	const int own = dup(fd);
	FILE *file = own >= 0 ? fdopen(own, "wb") : NULL;

	if (file == NULL && own >= 0)
		close(own);
	return file;
}

static void
close_picture(struct picture *picture)
{
	output_close(&picture->output);
	target_close(&picture->target);
}

enum exitcode
picture_open(struct picture *picture, const struct args *args)
{
	const struct args_out out = { .output = args->out.svg };
	struct target_tree tree = { .path = NULL };
	enum { RIGHTS = 0666 };
	const char *why;
	int error;

	*picture = (struct picture){ .args = args, .output.fd = -1 };
	error = target_open(&picture->target, &tree, &out, NULL);
	if (error != 0)
		return refuse(args, strerror(error));
	why = find_hindrance(picture);
	if (why == NULL) {
		error = output_create(&picture->output,
				      picture->target.directory,
				      picture->target.name, RIGHTS);
		if (error == 0) {
			picture->file = open_stream(picture->output.fd);
			error = picture->file == NULL ? errno : 0;
		}
		if (error == 0)
			return EXITCODE_OK;
		why = strerror(error);
	}
	refuse(args, why);
	close_picture(picture);
	return EXITCODE_IO;
}

/* Draws, and writes everything out. */
static enum exitcode
draw_here(const struct picture *picture,
	  enum exitcode (*draw)(const struct args *args, FILE *file))
{
	enum exitcode code = draw(picture->args, picture->file);

	errno = 0;
	if (fflush(picture->file) != 0 || ferror(picture->file))
		code = exitcode_worse(code, refuse(picture->args,
						   errno != 0 ? strerror(errno)
							      : "write error"));
	return code;
}

/* Draws in another process, which ends with this process. */
static enum exitcode
draw_apart(const struct picture *picture,
	   enum exitcode (*draw)(const struct args *args, FILE *file))
{
	const pid_t parent = getpid(), pid = fork();
	enum exitcode code;
	int status;

	if (pid < 0)
		return refuse(picture->args, strerror(errno));
	if (pid == 0) {
		(void)prctl(PR_SET_PDEATHSIG, SIGKILL);
		if (getppid() != parent)
			_exit(EXITCODE_INTERNAL);
		code = draw_here(picture, draw);
		if (!outputs_flush_stdout())
			code = exitcode_worse(code, EXITCODE_IO);
		_exit((int)code);
	}
	while (waitpid(pid, &status, 0) != pid) {
		if (errno != EINTR)
			return refuse(picture->args, strerror(errno));
	}
	if (WIFEXITED(status))
		return (enum exitcode)WEXITSTATUS(status);
	text_complain(picture->args->out.svg,
		      "the process that draws was ended by signal %d",
		      WTERMSIG(status));
	return EXITCODE_INTERNAL;
}

/* Is the exit code about the recording only?  Then the picture is complete. */
static bool
is_drawn(enum exitcode code)
{
	return code == EXITCODE_OK || code == EXITCODE_FINDINGS ||
	       code == EXITCODE_UNDECIDED;
}

static enum exitcode
publish_picture(struct picture *picture)
{
	int error = output_settle(&picture->output, NULL);

	if (error == 0)
		error = output_publish(
			&picture->output, picture->target.directory,
			picture->target.name, picture->args->out.force);
	return error == 0 ? EXITCODE_OK
			  : refuse(picture->args, strerror(error));
}

enum exitcode
picture_draw(struct picture *picture, bool apart,
	     enum exitcode (*draw)(const struct args *args, FILE *file))
{
	enum exitcode code = apart ? draw_apart(picture, draw)
				   : draw_here(picture, draw);

	if (is_drawn(code))
		code = exitcode_worse(code, publish_picture(picture));
	/* draw_here() has written everything out. */
	(void)fclose(picture->file);
	close_picture(picture);
	return code;
}
