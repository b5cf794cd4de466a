/* SPDX-License-Identifier: MIT */
/* outputs.c - opens the files of --report, and notices each failed write */
#include "cli/report/outputs.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/report/sink.h"
#include "cli/report/text.h"

static int
write_file(void *ctx, const void *bytes, size_t size)
{
	struct report_output *output = ctx;

	errno = 0;
	if (fwrite(bytes, 1, size, output->file) == size)
		return 0;
	if (output->error == 0)
		output->error = errno != 0 ? errno : EIO;
	return output->error;
}

/* Returns the text with which a report of that form begins in every version.  No other
   program writes this text.  NULL: the form has no such text. */
static const char *
head_of(enum args_format format)
{
	switch (format) {
	case ARGS_NDJSON:
		return "{\"type\":\"begin\",\"schema\":\"demofsck.report/";
	case ARGS_SARIF:
	case ARGS_SARIF_GITHUB:
		return "{\"$schema\":\"https://json.schemastore.org/"
		       "sarif-2.1.0.json\",\"version\":\"2.1.0\","
		       "\"runs\":[{\"results\":[";
	case ARGS_JUNIT:
		return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
		       "<testsuites name=\"demofsck\">";
	case ARGS_CSV: return SINK_CSV_COLUMNS;
	case ARGS_TEXT:
	case ARGS_GATE:
	case ARGS_JSON:
	case ARGS_MARKDOWN:
	case ARGS_MAN: break;
	}
	return NULL;
}

/* A report may replace an older report, but no other file: the file could be a
   recording. */
static bool
may_replace(int fd, enum args_format format)
{
	const char *head = head_of(format);
	struct stat status;
	char is[128];

	if (fstat(fd, &status) != 0)
		return false;
	if (!S_ISREG(status.st_mode) || status.st_size == 0)
		return true;
	if (head == NULL || strlen(head) > sizeof(is))
		return false;

	const ssize_t n = pread(fd, is, strlen(head), 0);

	return n == (ssize_t)strlen(head) && memcmp(is, head, (size_t)n) == 0;
}

/* Is this a FIFO?  If the process could read the FIFO, it would be one of its readers.
   Then no write would ever fail, and the last write would wait forever. */
static bool
is_fifo(const char *path)
{
	struct stat status;

	return stat(path, &status) == 0 && S_ISFIFO(status.st_mode);
}

static FILE *
open_report_file(const struct args_report *report)
{
	const int flags = O_CREAT | O_CLOEXEC | O_NOCTTY;
	const int access = is_fifo(report->path) ? O_WRONLY : O_RDWR;
	int fd = open(report->path, flags | access, 0666);
	FILE *file = NULL;

	/* A file that can only be written, such as a FIFO or a device, holds no data. */
	if (fd < 0 && (errno == EACCES || errno == ENXIO || errno == EINVAL))
		fd = open(report->path, flags | O_WRONLY, 0666);
	if (fd >= 0 && !may_replace(fd, report->format)) {
		text_complain(report->path, "%s",
			      report->format == ARGS_TEXT
				      ? "exists, and a report in text replaces "
					"no file"
				      : "exists, and is not a report of this "
					"form");
		close(fd);
		return NULL;
	}
	if (fd >= 0)
		file = fdopen(fd, "w");
	if (file == NULL) {
		text_complain(report->path, "%s", strerror(errno));
		if (fd >= 0)
			close(fd);
	}
	return file;
}

static enum dfk_form
form_of(enum args_format format)
{
	switch (format) {
	case ARGS_SARIF: return DFK_FORM_SARIF;
	case ARGS_SARIF_GITHUB: return DFK_FORM_SARIF_GITHUB;
	case ARGS_JUNIT: return DFK_FORM_JUNIT;
	case ARGS_GATE: return DFK_FORM_GATE;
	case ARGS_NDJSON:
	case ARGS_CSV:
	case ARGS_TEXT:
	case ARGS_JSON:
	case ARGS_MARKDOWN:
	case ARGS_MAN: break;
	}
	return DFK_FORM_NDJSON;
}

static bool
open_writer(struct report_output *output, const struct args *args,
	    enum args_format format)
{
	const struct dfk_report_options options = {
		.form = form_of(format),
		.command = args->command->name,
		.profile = args_profile(&args->how)->name,
		.payload = args->out.payload,
		.redact = args->out.redact,
		.fail_on = args->how.fail_on,
		.write = write_file,
		.ctx = output,
	};

	output->sink = &sink_library;
	return dfk_report_open(&options, &output->writer) == DFK_OK;
}

static bool
open_table(struct report_output *output)
{
	output->sink = &sink_csv;
	output->row = calloc(1, sizeof(*output->row));
	return output->row != NULL;
}

static bool
open_text(struct report_output *output)
{
	output->sink = &sink_text;
	output->repeats = calloc(2 * dfk_rule_count(), sizeof(*output->repeats));
	if (output->repeats == NULL)
		return false;
	output->actions = &output->repeats[dfk_rule_count()];
	return true;
}

/* Opens an output.  `path` is NULL for standard output. */
static bool
open_output(struct report_output *output, const struct args *args,
	    const struct args_report *report)
{
	bool good;

	*output = (struct report_output){ .path = report->path };
	output->file = report->path != NULL ? open_report_file(report) : stdout;
	if (output->file == NULL)
		return false;
	if (report->format == ARGS_TEXT)
		good = open_text(output);
	else if (report->format == ARGS_CSV)
		good = open_table(output);
	else
		good = open_writer(output, args, report->format);
	if (!good)
		text_complain(NULL, "out of memory");
	return good;
}

/* Cuts the file to no bytes.  A pipe or a device cannot be cut: EINVAL. */
static bool
empty_file(const struct report_output *output)
{
	if (output->path == NULL || ftruncate(fileno(output->file), 0) == 0 ||
	    errno == EINVAL)
		return true;
	text_complain(output->path, "%s", strerror(errno));
	return false;
}

/* Is the output a regular file?  Several outputs may share a device or a pipe. */
static bool
is_in_regular_file(const struct report_output *output, struct stat *own)
{
	return fstat(fileno(output->file), own) == 0 && S_ISREG(own->st_mode);
}

static bool
is_report(const struct report_output *output, const struct stat *file)
{
	struct stat own;

	return is_in_regular_file(output, &own) && own.st_dev == file->st_dev &&
	       own.st_ino == file->st_ino;
}

bool
outputs_are_in(const struct report_outputs *outputs, const struct stat *file)
{
	for (size_t i = 0; i < outputs->n; i++)
		if (is_report(&outputs->list[i], file))
			return true;
	return false;
}

/* Would lines of two outputs be mixed? /dev/null may receive many outputs, and so may
   any other device that is not a terminal. */
static bool
would_mix(int a, int b)
{
	struct stat one, other;

	return fstat(a, &one) == 0 && fstat(b, &other) == 0 &&
	       one.st_dev == other.st_dev && one.st_ino == other.st_ino &&
	       (!S_ISCHR(one.st_mode) || isatty(a) == 1);
}

/* Do all outputs go to different files? */
static bool
are_apart(const struct report_outputs *outputs)
{
	for (size_t i = 1; i < outputs->n; i++) {
		const int fd = fileno(outputs->list[i].file);
		const char *why = NULL;

		if (would_mix(fd, STDERR_FILENO))
			why = "standard error goes there already";
		for (size_t before = i; before-- > 0;)
			if (would_mix(fd, fileno(outputs->list[before].file)))
				why = before == 0
					      ? "standard output goes there "
						"already"
					      : "two reports cannot go to one "
						"file";
		if (why != NULL) {
			text_complain(outputs->list[i].path, "%s", why);
			return false;
		}
	}
	return true;
}

/* No report may overwrite an input.  The answer of a gate is exempt, because nobody
   keeps it. */
static bool
are_no_input(const struct report_outputs *outputs, const struct args *args,
	     const char *input)
{
	struct stat file;

	if (input == NULL || !outputs->in_files || args->how.gate ||
	    (strcmp(input, "-") == 0 ? fstat(STDIN_FILENO, &file)
				     : stat(input, &file)) != 0 ||
	    !outputs_are_in(outputs, &file))
		return true;
	text_complain(input, OUTPUTS_ARE_HERE);
	return false;
}

/* The reports are open, and nothing is written yet. */
static bool
are_in_place(struct report_outputs *outputs, const struct args *args,
	     struct name_list *list)
{
	struct stat file;
	const char *name;
	bool good = are_apart(outputs);

	for (size_t i = 0; i < outputs->n; i++)
		outputs->in_files |=
			is_in_regular_file(&outputs->list[i], &file);
	for (size_t i = 0; good && args_file(args, i, &name); i++)
		good = are_no_input(outputs, args, name);
	for (size_t i = 0; i < args->what.n_inputs && good; i++)
		good = are_no_input(outputs, args, args->what.inputs[i]);
	while ((name = list_next(list)) != NULL)
		good = good && are_no_input(outputs, args, name);
	return good;
}

bool
outputs_will_replace(const struct args_out *out)
{
	struct stat status;

	for (size_t i = 0; i < out->n_reports; i++)
		if (stat(out->reports[i].path, &status) == 0 &&
		    S_ISREG(status.st_mode))
			return true;
	return false;
}

bool
outputs_open(struct report_outputs *outputs, const struct args *args,
	     struct name_list *list)
{
	const struct args_report first = { args->out.format, NULL };
	bool good = true;

	*outputs = (struct report_outputs){
		.list = calloc(args->out.n_reports + 1, sizeof(*outputs->list))
	};
	if (outputs->list == NULL) {
		text_complain(NULL, "out of memory");
		return false;
	}
	for (size_t i = 0; i <= args->out.n_reports && good; i++)
		good = open_output(&outputs->list[outputs->n++], args,
				   i == 0 ? &first : &args->out.reports[i - 1]);
	good = good && are_in_place(outputs, args, list);
	/* Files are cut only after all reports are open, so an older report is kept
	   until then. */
	for (size_t i = 0; i < outputs->n && good; i++)
		good = empty_file(&outputs->list[i]);
	if (!good)
		outputs_close(outputs);
	return good;
}

bool
outputs_flush_stdout(void)
{
	static bool failed;

	if (failed)
		return false;
	errno = 0;
	if (fflush(stdout) == 0 && !ferror(stdout))
		return true;
	failed = true;
	text_complain("standard output", "%s",
		      errno != 0 ? strerror(errno) : "write error");
	return false;
}

static void
flush_output(struct report_output *output)
{
	if (output->failed || output->file == NULL)
		return;
	errno = 0;
	/* A failed write of the report is an error of the output. */
	if (output->writer != NULL)
		(void)!dfk_report_flush(output->writer);
	if (output->path == NULL) {
		output->failed = !outputs_flush_stdout();
	} else if (fflush(output->file) != 0 || ferror(output->file)) {
		const int error = output->error != 0 ? output->error : errno;

		output->failed = true;
		text_complain(output->path, "%s",
			      error != 0 ? strerror(error) : "write error");
	}
}

bool
outputs_flush(struct report_outputs *outputs)
{
	bool good = true;

	for (size_t i = 0; i < outputs->n; i++) {
		flush_output(&outputs->list[i]);
		good = good && !outputs->list[i].failed;
	}
	return good;
}

bool
outputs_close(struct report_outputs *outputs)
{
	bool good = outputs_flush(outputs);

	for (size_t i = 0; i < outputs->n; i++) {
		struct report_output *output = &outputs->list[i];

		dfk_report_close(output->writer);
		free(output->repeats);
		free(output->row);
		if (output->path == NULL || output->file == NULL)
			continue;
		if (fclose(output->file) != 0 && !output->failed) {
			text_complain(output->path, "%s", strerror(errno));
			good = false;
		}
	}
	free(outputs->list);
	*outputs = (struct report_outputs){ .list = NULL };
	return good;
}
