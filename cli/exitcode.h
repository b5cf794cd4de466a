/* SPDX-License-Identifier: MIT */
/* exitcode.h - the exit codes, and the choice between several codes */
#ifndef CLI_EXITCODE_H
#define CLI_EXITCODE_H

/* Numbers never change: scripts and schedulers depend on them. */
enum exitcode {
	EXITCODE_OK = 0,
	EXITCODE_FINDINGS = 1, /* repair: the file is not repairable */
	EXITCODE_USAGE = 2,
	EXITCODE_LOSSY = 3, /* repaired, but something was lost */
	EXITCODE_IO = 4,
	EXITCODE_UNDECIDED = 5,
	EXITCODE_INTERNAL = 70,
};

/* Returns the more severe exit code: 2 > 70 > 4 > 5 > 1 > 3 > 0. */
enum exitcode exitcode_worse(enum exitcode a, enum exitcode b);

/* For --exit-zero: returns 0 if the code comes from a verdict. */
enum exitcode exitcode_forgive(enum exitcode code);

#endif
