/* SPDX-License-Identifier: MIT */
/* sweep.c - main() of the sweeps that run in one process */
#include "tests/sweeps/sweep.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "corpus/builder/samples.h"
#include "corpus/tool/judge.h"
#include "corpus/tool/option.h"

/* All violations are counted, and this number of violations is printed. */
#define PRINTED 20

/* If a point takes longer, it hangs. */
#define SECONDS 60

/* "KIND: FILE@POINT" of the current point, also for a crash. */
static char current[4096];

static void
fail(const char *what, const char *why)
{
	fprintf(stderr, "sweep: %s: %s\n", what, why);
	exit(2);
}

void
sweep_add(struct sweep_bytes *b, const void *bytes, size_t size)
{
	if (b->room - b->size < size) {
		b->room = b->room * 2 + size;
		b->at = realloc(b->at, b->room);
		if (!b->at)
			fail("bytes", strerror(ENOMEM));
	}
	if (size)
		memcpy(b->at + b->size, bytes, size);
	b->size += size;
}

void
sweep_free(struct sweep_bytes *b)
{
	free(b->at);
	*b = (struct sweep_bytes){ NULL, 0, 0 };
}

/* --------------------------------------------------------------- points -- */

/* Where programs are slow, a quick run takes one of so many of its points. */
static uint64_t
step(void)
{
	const char *text = getenv("DEMOFSCK_STEP");

	return text ? strtoull(text, NULL, 10) : 1;
}

/* Spreads the points of a quick run, with FNV-1a. */
static uint64_t
spread(const char *text)
{
	uint64_t hash = 14695981039346656037u;

	for (; *text; text++)
		hash = (hash ^ (unsigned char)*text) * 1099511628211u;
	return hash ^ hash >> 32;
}

bool
sweep_point(struct sweep *s, const struct sweep_file *file, uint64_t stride,
	    const char *format, ...)
{
	const int n = snprintf(current, sizeof(current), "%s: %s@", s->kind,
			       file->name);
	const char *point = current + strlen(s->kind) + strlen(": ");
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(current + n, sizeof(current) - (size_t)n, format, arguments);
	va_end(arguments);
	if (s->only ? strcmp(s->only, point) != 0
		    : !s->full && spread(point) % (stride * step()) != 0)
		return false;
	s->points++;
	alarm(SECONDS);
	return true;
}

bool
sweep_holds(struct sweep *s, bool truth, const char *property)
{
	if (!truth && s->violations++ < PRINTED)
		printf("%s: violated: %s\n", current, property);
	return truth;
}

/* ------------------------------------------------- crashes and hangs -- */

static void
say_current(void)
{
	static const char end[] = ": crash or hang here\n";
	ssize_t n = write(STDERR_FILENO, current, strlen(current));

	n += write(STDERR_FILENO, end, sizeof(end) - 1);
	(void)n;
}

static void
on_signal(int number)
{
	say_current();
	(void)signal(number, SIG_DFL);
	(void)raise(number);
}

/* This function exists only if a sanitizer is linked. */
extern void __sanitizer_set_death_callback(void (*callback)(void))
	__attribute__((weak));

static void
watch(void)
{
	static const int fatal[] = { SIGABRT, SIGALRM, SIGBUS,
				     SIGFPE,  SIGILL,  SIGSEGV };
	size_t first = 0;

	if (__sanitizer_set_death_callback) {
		__sanitizer_set_death_callback(say_current);
		first = 1; /* the sanitizer prints the rest */
		(void)signal(SIGALRM, on_signal);
	}
	for (size_t i = 0; i < sizeof(fatal) / sizeof(*fatal) && !first; i++)
		(void)signal(fatal[i], on_signal);
}

/* ---------------------------------------------------------------- files -- */

static bool
is_selected(const struct sweep *s, const char *name)
{
	const size_t n = strlen(name);

	return !s->only ||
	       (strncmp(s->only, name, n) == 0 && s->only[n] == '@');
}

/* "teehistorian/good/..." is of the kind "good". */
static bool
is_of_kind(const char *path, const char *const *kinds)
{
	const char *kind = path + strcspn(path, "/") + 1;
	const size_t n = strcspn(kind, "/");

	for (; *kinds; kinds++)
		if (strlen(*kinds) == n && strncmp(*kinds, kind, n) == 0)
			return true;
	return false;
}

static void
visit_sample(struct sweep *s, const struct sample *sample, size_t most,
	     sweep_visit *visit)
{
	struct sweep_file file = { .name = sample->path };
	char as[OPTION_MAX];
	struct buffer bytes = { 0 };

	if (!sample_load(s->corpus, sample->path, &bytes))
		fail(sample->path, "cannot be read");
	if (sample->options && option_value(sample->options, "as", as))
		file.as = as;
	s->as = file.as;
	sweep_add(&file.bytes, bytes.bytes, bytes.size);
	if (bytes.size <= most) {
		s->files++;
		visit(s, &file);
	}
	sweep_free(&file.bytes);
	buffer_free(&bytes);
}

void
sweep_files(struct sweep *s, const char *const *kinds, size_t most,
	    sweep_visit *visit)
{
	const struct sample *sample;

	for (size_t i = 0; (sample = samples_at(i)); i++)
		if (is_of_kind(sample->path, kinds) &&
		    is_selected(s, sample->path))
			visit_sample(s, sample, most, visit);
}

/* ------------------------------------------------------------------ run -- */

static const struct {
	const char *kind;
	void (*run)(struct sweep *s);
} kinds[] = {
	{ "truncate", sweep_truncate },
	{ "bitflip", sweep_bitflip },
	{ "oom", sweep_oom },
};

/* sweep_bytes KIND --quick|--full CORPUS [FILE@POINT] */
int
main(int argc, char **argv)
{
	struct sweep s = { .kind = NULL };

	if (argc < 4 || argc > 5)
		fail("usage", "KIND --quick|--full CORPUS [FILE@POINT]");
	s.kind = argv[1];
	s.full = strcmp(argv[2], "--full") == 0;
	s.corpus = argv[3];
	s.only = argv[4];
	watch();
	setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++)
		if (strcmp(kinds[i].kind, s.kind) == 0)
			kinds[i].run(&s);
	alarm(0);
	printf("%s: %llu points, %llu violations in %llu files\n", s.kind,
	       (unsigned long long)s.points, (unsigned long long)s.violations,
	       (unsigned long long)s.files);
	/* A sweep without points has failed. */
	return s.points == 0 || s.violations > 0;
}
