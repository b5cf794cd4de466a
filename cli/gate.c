/* SPDX-License-Identifier: MIT */
/* gate.c - the answer of check --gate if no file was checked */
#include "cli/gate.h"

#include <stdio.h>

#include "include/demofsck_report.h"

/* The size of a static block.  There are two blocks: a report and its state. */
#define BLOCK_BYTES 8192

static void *
allocate_static(void *ctx, size_t size)
{
	static union {
		long double any;
		void *pointer;
		unsigned char bytes[BLOCK_BYTES];
	} blocks[2];
	size_t *taken = ctx;

	if (size > BLOCK_BYTES || *taken == 2)
		return NULL;
	return &blocks[(*taken)++];
}

static void
free_static(void *ctx, void *block)
{
	(void)ctx;
	(void)block;
}

static int
write_stdout(void *ctx, const void *bytes, size_t size)
{
	(void)ctx;
	return fwrite(bytes, 1, size, stdout) == size ? 0 : -1;
}

void
gate_refuse(const struct args *args, const char *why)
{
	size_t taken = 0;
	const struct dfk_report_options options = {
		.form = DFK_FORM_GATE,
		.command = args->command->name,
		.profile = args_profile(&args->how)->name,
		.write = write_stdout,
		.allocator = { allocate_static, free_static, &taken },
	};
	const struct dfk_report_file file = { .error = why };
	struct dfk_report *report;

	if (dfk_report_open(&options, &report) != DFK_OK)
		return;
	/* A failed write is noticed when standard output is closed. */
	if (dfk_report_start(report, "") == DFK_OK &&
	    dfk_report_file(report, &file) == DFK_OK)
		(void)!dfk_report_finish(report, EXITCODE_IO);
	dfk_report_close(report);
}
