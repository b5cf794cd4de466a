/* SPDX-License-Identifier: MIT */
/* internal_error.c - what libbz2 calls at an error in libbz2, as it has no files */
#include <stdlib.h>

void bz_internal_error(int number);

void
bz_internal_error(int number)
{
	(void)number;
	abort();
}
