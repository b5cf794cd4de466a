/* SPDX-License-Identifier: MIT */
/*
 * generate.c - writes a recording of a profile to standard output
 *
 *   generate PROFILE SIZE
 *
 * The recording is valid.  The recording ends with the first tick that reaches SIZE
 * bytes, so it is a little larger than SIZE.  The program needs a fixed amount of memory,
 * and writes the same bytes on every machine.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench/play.h"

/* Writes the bytes of `play`, and clears them. */
static bool
flush(struct play *p, uint64_t *size)
{
	struct buffer *w = &p->out;

	if (!buffer_ok(w)) {
		fputs("generate: out of memory\n", stderr);
		return false;
	}
	if (w->size > 0 && fwrite(w->bytes, w->size, 1, stdout) != 1) {
		perror("generate: standard output");
		return false;
	}
	*size += w->size;
	buffer_cut(w, 0);
	w->n_marks = 0;
	return true;
}

static bool
generate(const struct profile *profile, uint64_t wanted)
{
	static struct play p;
	uint64_t size = 0;
	bool done;

	play_start(&p, profile);
	done = flush(&p, &size);
	while (done && size < wanted) {
		play_tick(&p);
		done = flush(&p, &size);
	}
	if (done) {
		play_end(&p);
		done = flush(&p, &size);
	}
	buffer_free(&p.out);
	if (done && fflush(stdout) != 0) {
		perror("generate: standard output");
		return false;
	}
	return done;
}

int
main(int argc, char **argv)
{
	const struct profile *profile;
	char *end;

	if (argc != 3) {
		fputs("usage: generate PROFILE SIZE\n", stderr);
		return 2;
	}
	profile = profile_find(argv[1]);
	if (!profile) {
		fprintf(stderr, "generate: no profile %s\n", argv[1]);
		return 2;
	}
	errno = 0;
	const uint64_t size = strtoumax(argv[2], &end, 10);

	if (errno || end == argv[2] || *end || argv[2][0] == '-') {
		fprintf(stderr, "generate: no size: %s\n", argv[2]);
		return 2;
	}
	return generate(profile, size) ? EXIT_SUCCESS : EXIT_FAILURE;
}
