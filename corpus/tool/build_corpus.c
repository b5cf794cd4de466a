/* SPDX-License-Identifier: MIT */
/*
 * build_corpus.c - writes the built samples of the corpus below a directory
 *
 *   build_corpus OUTDIR
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "corpus/builder/samples.h"

#define PATH_LENGTH 4096

/* Makes every directory of the path, but not its last component. */
static bool
make_directories(char *path)
{
	for (char *p = strchr(path + 1, '/'); p; p = strchr(p + 1, '/')) {
		*p = '\0';
		if (mkdir(path, 0777) != 0 && errno != EEXIST) {
			perror(path);
			return false;
		}
		*p = '/';
	}
	return true;
}

static bool
write_file(const char *path, const struct buffer *w)
{
	FILE *file = fopen(path, "wb");
	bool written;

	if (!file) {
		perror(path);
		return false;
	}
	written = w->size == 0 || fwrite(w->bytes, w->size, 1, file) == 1;
	if (fclose(file) != 0 || !written) {
		perror(path);
		return false;
	}
	return true;
}

static bool
write_sample(const char *directory, const struct sample *s)
{
	char path[PATH_LENGTH];
	const int n = snprintf(path, sizeof(path), "%s/%s", directory, s->path);
	struct buffer w;
	bool done;

	if (n < 0 || (size_t)n >= sizeof(path)) {
		fprintf(stderr, "%s: the path is too long\n", s->path);
		return false;
	}
	buffer_init(&w);
	done = sample_build(s, &w);
	if (!done)
		fprintf(stderr, "%s: cannot be built\n", s->path);
	done = done && make_directories(path) && write_file(path, &w);
	buffer_free(&w);
	return done;
}

int
main(int argc, char **argv)
{
	if (argc != 2) {
		fputs("usage: build_corpus OUTDIR\n", stderr);
		return 2;
	}
	for (size_t i = 0; i < samples_count(); i++) {
		const struct sample *s = samples_at(i);

		if (s->build && !write_sample(argv[1], s))
			return EXIT_FAILURE;
	}
	return EXIT_SUCCESS;
}
