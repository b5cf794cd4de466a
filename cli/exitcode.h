/* SPDX-License-Identifier: MIT */
/* exitcode.h - what the exit status says, and which one a batch ends with */
#ifndef CLI_EXITCODE_H
#define CLI_EXITCODE_H

/* Numbers are append-only: scripts and schedulers depend on them. */
enum exitcode {
	EXITCODE_OK = 0,
	EXITCODE_FINDINGS = 1, /* repair: not repairable */
	EXITCODE_USAGE = 2,
	EXITCODE_LOSSY = 3, /* repaired, but something was dropped */
	EXITCODE_IO = 4,
	EXITCODE_UNDECIDED = 5,
	EXITCODE_INTERNAL = 70,
};

/* The one of the two that decides a batch: 2 > 70 > 4 > 5 > 1 > 3 > 0. */
enum exitcode exitcode_worse(enum exitcode a, enum exitcode b);

/* --exit-zero: what was said about the files counts as success. */
enum exitcode exitcode_forgive(enum exitcode code);

#endif
