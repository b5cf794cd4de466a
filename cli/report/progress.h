/* SPDX-License-Identifier: MIT */
/* progress.h - a line on stderr that shows the progress of a large file */
#ifndef CLI_REPORT_PROGRESS_H
#define CLI_REPORT_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

void progress_init(bool wanted);

/* `total` is 0 where the size is not known. */
void progress_show(const char *path, uint64_t done, uint64_t total);

/* Call it before anything else is printed. */
void progress_clear(void);

#endif
