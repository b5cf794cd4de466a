/* SPDX-License-Identifier: MIT */
/* replay.c - main() of a fuzz target without an engine, which runs files */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "fuzz/harness.h"

enum { INPUT_ROOM = 1 << 20, PATH_ROOM = 4096, MAX_DEPTH = 8 };

static unsigned long ran;

static bool
run(const char *path)
{
	static uint8_t bytes[INPUT_ROOM];
	FILE *file = fopen(path, "rb");
	size_t n;

	if (!file) {
		fprintf(stderr, "%s: %s\n", path, strerror(errno));
		return false;
	}
	n = fread(bytes, 1, sizeof(bytes), file);
	fclose(file);
	LLVMFuzzerTestOneInput(bytes, n);
	ran++;
	return true;
}

static bool visit(const char *path, int depth);

/* nftw() is not used, because MemorySanitizer does not see the bytes that nftw()
   writes. */
static bool
visit_directory(const char *path, int depth)
{
	DIR *directory = opendir(path);
	struct dirent *entry;
	bool good = directory != NULL;

	while (good && (entry = readdir(directory))) {
		char below[PATH_ROOM];

		if (entry->d_name[0] == '.')
			continue;
		snprintf(below, sizeof(below), "%s/%s", path, entry->d_name);
		good = visit(below, depth + 1);
	}
	if (directory)
		closedir(directory);
	return good;
}

static bool
visit(const char *path, int depth)
{
	struct stat status;

	if (depth > MAX_DEPTH || stat(path, &status) != 0) {
		fprintf(stderr,
			"%s: cannot be read; fuzz/README.md says where "
			"seeds are\n",
			path);
		return false;
	}
	return S_ISDIR(status.st_mode) ? visit_directory(path, depth)
				       : run(path);
}

/* The arguments are files, or directories of files.  A run without any input fails. */
int
main(int argc, char **argv)
{
	harness_all = true;
	for (int i = 1; i < argc; i++)
		if (!visit(argv[i], 0))
			return 1;
	printf("%lu inputs\n", ran);
	return ran ? 0 : 1;
}
