/* SPDX-License-Identifier: MIT */
/* print.c - opens the database for reading, and the file that is printed to */
#include "cli/scrub/print.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/report/text.h"
#include "cli/scrub/form.h"

static const struct scrub_form *
form_for(enum args_print print)
{
	switch (print) {
	case ARGS_PRINT_NDJSON: return &scrub_form_ndjson;
	case ARGS_PRINT_CSV: return &scrub_form_csv;
	case ARGS_PRINT_HTML: return &scrub_form_html;
	case ARGS_PRINT_TEXT:
	case ARGS_PRINT_NOTHING: break;
	}
	return &scrub_form_text;
}

/* Is there no file of this name, or an older print in the same form?  Nothing else is
   replaced. */
static bool
may_be_printed(const char *path, const struct scrub_form *form)
{
	const size_t size = strlen(form->head);
	struct stat status;
	char head[128] = "";
	ssize_t n = -1;
	int fd;

	if (lstat(path, &status) != 0)
		return errno == ENOENT;
	if (!S_ISREG(status.st_mode))
		return false;
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
	if (fd >= 0) {
		n = read(fd, head, size);
		close(fd);
	}
	return n == (ssize_t)size && memcmp(head, form->head, size) == 0;
}

/* Writes out all text.  Returns 0 or an errno value.  If an earlier write has failed, one
   more write shows the reason: the file will be removed. */
static int
flush_print(FILE *out)
{
	errno = 0;
	if (fflush(out) == 0 && ferror(out) == 0)
		return 0;
	if (errno == 0 && write(fileno(out), "", 1) == 1)
		errno = EIO;
	return errno;
}

/* Prints to the file `part`, which becomes the file `path` at the end. */
static enum exitcode
print_to(const char *part, const char *path, const struct scrub_form *form,
	 const struct scrub_view *view)
{
	FILE *out = fopen(part, "wxe");
	int error = out == NULL ? errno : 0;

	if (error == 0) {
		const bool good = form->print(out, view);

		error = flush_print(out);
		if (fclose(out) != 0 && error == 0)
			error = errno;
		if (error == 0 && good && rename(part, path) == 0)
			return EXITCODE_OK;
		error = error == 0 && good ? errno : error;
		(void)unlink(part);
	}
	if (error != 0)
		text_complain(path, "%s", strerror(error));
	return EXITCODE_IO;
}

static enum exitcode
print_to_file(const char *path, const struct scrub_form *form,
	      const struct scrub_view *view)
{
	enum exitcode code;
	char *part;

	if (!may_be_printed(path, form)) {
		text_complain(path,
			      "exists, and is not a print of a database in "
			      "this form");
		return EXITCODE_IO;
	}
	if (asprintf(&part, "%s.%ld.part", path, (long)getpid()) < 0) {
		text_complain(path, "out of memory");
		return EXITCODE_IO;
	}
	code = print_to(part, path, form, view);
	free(part);
	return code;
}

enum exitcode
scrub_print(const struct args *args)
{
	const struct args_scrub *scrub = &args->scrub;
	const struct scrub_form *form = form_for(scrub->print);
	enum exitcode code = EXITCODE_IO;
	struct scrub_view view;
	struct scrub_db db;

	if (!scrub_db_open_to_read(&db, scrub->db))
		return EXITCODE_IO;
	if (scrub_view_open(&view, &db, scrub->has_since ? scrub->since : -1)) {
		if (scrub->print_path != NULL)
			code = print_to_file(scrub->print_path, form, &view);
		else if (form->print(stdout, &view))
			code = EXITCODE_OK; /* main() flushes standard output */
	}
	scrub_db_close(&db);
	return code;
}
