/* SPDX-License-Identifier: MIT */
/*
 * scanned.h - finds the messages that teehistorian_scan() skips
 *
 * Other tests compare the results of skipped messages.  A check with a callback for
 * records reads every message, and must give the same report.
 */
#ifndef TESTS_SCANNED_H
#define TESTS_SCANNED_H

#include <criterion/criterion.h>
#include <string.h>

#include "tests/support.h"
#include "validator/teehistorian/teehistorian.h"

enum { ALL = -1, FROM = 5000 };
/* Clients for which one fact differs from all other clients. */
enum { DEAD = 7, NEVER_JOINED, UNKNOWN_INPUT, NEVER_PLAYED, NOT_READY };
enum { RENEWS = 12, PROTOCOL6 = 13 };

/* The state after scanned_begin(), and after the messages that were skipped since. */
extern struct teehistorian th;
extern struct report report_of_all;

/* Begins a recording in which all clients play except the clients above.  Client 20
   moved last. */
void scanned_begin(void);

/* Returns how many bytes are skipped if bytes follow that are not skipped. */
size_t passed(const void *bytes, size_t size);

#define ROW(bytes, length) \
	{ \
		bytes, sizeof(bytes) - 1, length \
	}
#define INPUT(ints) "\x44\x03" ints

struct scan_row {
	const char *bytes;
	size_t size;
	int length; /* number of skipped bytes */
};

/* Checks each row from the beginning.  Nothing is reported. */
void expect_rows(const struct scan_row *rows, size_t n);

#endif
