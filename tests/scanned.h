/* SPDX-License-Identifier: MIT */
/*
 * scanned.h - which messages teehistorian_scan() steps over.  That what it makes
 * of them is right is seen elsewhere, too: who wants to see records has all of
 * them read and checked, and must get the same report.
 */
#ifndef TESTS_SCANNED_H
#define TESTS_SCANNED_H

#include <criterion/criterion.h>
#include <string.h>

#include "tests/support.h"
#include "validator/teehistorian/teehistorian.h"

enum { ALL = -1, FROM = 5000 };
/* Of one client each, what is not as for the others. */
enum { DEAD = 7, NEVER_JOINED, UNKNOWN_INPUT, NEVER_PLAYED, NOT_READY };
enum { RENEWS = 12, PROTOCOL6 = 13 };

/* As scanned_begin() left it, or what was stepped over since. */
extern struct teehistorian th;
extern struct report report_of_all;

/* All clients play but those above; the last one that moved is 20. */
void scanned_begin(void);

/* How many bytes it steps over, if bytes follow that it leaves to others. */
size_t passed(const void *bytes, size_t size);

#define ROW(bytes, length) \
	{ \
		bytes, sizeof(bytes) - 1, length \
	}
#define INPUT(ints) "\x44\x03" ints

struct scan_row {
	const char *bytes;
	size_t size;
	int length; /* that is stepped over */
};

/* Each of them from the beginning; nothing is reported. */
void expect_rows(const struct scan_row *rows, size_t n);

#endif
