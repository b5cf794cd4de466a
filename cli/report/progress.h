/* SPDX-License-Identifier: MIT */
/* progress.h - a line on stderr that shows the progress of a large file or of many
   files */
#ifndef CLI_REPORT_PROGRESS_H
#define CLI_REPORT_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

void progress_init(bool wanted);

/* Is the number of files shown?  Only a terminal shows this number. */
bool progress_counts(void);

/* Sets the number of files of the run; 0 if the number is not known. */
void progress_expect(uint64_t files);

/* Call this function before each file. */
void progress_next(void);

/* Does progress_show() show anything? */
bool progress_is_wanted(void);

/* Shows the progress; `total` is 0 if the size is not known. */
void progress_show(const char *path, uint64_t done, uint64_t total);

/* Removes the line; call it before anything else is printed. */
void progress_clear(void);

#endif
