/* SPDX-License-Identifier: MIT */
/*
 * rights.c - replaces cli/write/rights.c on Windows
 *
 * A new file or directory gets the rights of its directory, as always on Windows.
 */
#include "cli/write/rights.h"

int
rights_copy(int from, int to, const struct stat *like, bool exactly,
	    struct rights_lost *lost)
{
	(void)from, (void)to, (void)like, (void)exactly;
	*lost = (struct rights_lost){ NULL, 0 };
	return 0;
}

int
rights_limit(int made, const char *like, bool first)
{
	(void)made, (void)like, (void)first;
	return 0;
}
