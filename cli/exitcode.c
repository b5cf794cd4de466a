/* SPDX-License-Identifier: MIT */
/* exitcode.c - the order of the exit codes */
#include "cli/exitcode.h"

static int
rank(enum exitcode code)
{
	switch (code) {
	case EXITCODE_OK: return 0;
	case EXITCODE_LOSSY: return 1;
	case EXITCODE_FINDINGS: return 2;
	case EXITCODE_UNDECIDED: return 3;
	case EXITCODE_IO: return 4;
	case EXITCODE_INTERNAL: return 5;
	case EXITCODE_USAGE: return 6;
	}
	return 5;
}

enum exitcode
exitcode_worse(enum exitcode a, enum exitcode b)
{
	return rank(a) >= rank(b) ? a : b;
}

enum exitcode
exitcode_forgive(enum exitcode code)
{
	/* Exit codes of verdicts are "undecided" or less severe. */
	return rank(code) <= rank(EXITCODE_UNDECIDED) ? EXITCODE_OK : code;
}
