/* SPDX-License-Identifier: MIT */
/* replay.c - main() of a fuzz target where no engine is linked: runs files */
#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "fuzz/harness.h"

enum { MAX_INPUT = 1 << 20 };

static unsigned long ran;

static int
run(const char *path)
{
	static uint8_t bytes[MAX_INPUT];
	FILE *file = fopen(path, "rb");
	size_t n;

	if (!file) {
		fprintf(stderr, "%s: %s\n", path, strerror(errno));
		return -1;
	}
	n = fread(bytes, 1, sizeof(bytes), file);
	fclose(file);
	LLVMFuzzerTestOneInput(bytes, n);
	ran++;
	return 0;
}

static int
visit(const char *path, const struct stat *status, int kind, struct FTW *ftw)
{
	(void)status, (void)ftw;
	return kind == FTW_F ? run(path) : 0;
}

/* Files, or directories of files.  A run without any input has failed. */
int
main(int argc, char **argv)
{
	harness_all = true;
	for (int i = 1; i < argc; i++)
		if (nftw(argv[i], visit, 16, FTW_PHYS) != 0)
			return 1;
	printf("%lu inputs\n", ran);
	return ran ? 0 : 1;
}
