/* SPDX-License-Identifier: MIT */
/*
 * deltas.c - measures how the time of applying a snapshot delta grows with its size
 *
 * Prints one JSON line for each shape and size.  The line has the CPU time of one
 * application, and the ratio to the time for half the size.  For some shapes the time of
 * a reader that searches would be quadratic.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "include/demofsck_snapshot.h"

enum { INTS = 16384, ROUNDS = 9 };

struct ints {
	size_t n;
	int32_t at[INTS];
};

static void
put(struct ints *out, int32_t value)
{
	if (out->n < INTS)
		out->at[out->n++] = value;
}

/* Writes n items of one int.  Deltas contain the size of their type. */
static void
snapshot(struct ints *out, int32_t n)
{
	out->n = 0;
	put(out, 8 * n);
	put(out, n);
	for (int32_t i = 0; i < n; i++)
		put(out, 8 * i);
	for (int32_t i = 0; i < n; i++) {
		put(out, 64 << 16 | i << 6); /* equal in the low bits */
		put(out, i);
	}
}

static void
head(struct ints *out, int32_t removed, int32_t updates)
{
	out->n = 0;
	put(out, removed);
	put(out, updates);
	put(out, 0);
}

static void
updates(struct ints *out, int32_t n, int32_t step)
{
	for (int32_t i = 0; i < n; i++) {
		put(out, 64);
		put(out, i * step);
		put(out, 1);
		put(out, 1);
	}
}

/* Writes a delta that updates every item of the base. */
static void
updated(struct ints *base, struct ints *delta, int32_t n)
{
	snapshot(base, n);
	head(delta, 0, n);
	updates(delta, n, 64);
}

static void
created(struct ints *base, struct ints *delta, int32_t n)
{
	snapshot(base, 0);
	head(delta, 0, n);
	updates(delta, n, 64);
}

/* Writes a delta that removes all items and adds the same number of other items. */
static void
replaced(struct ints *base, struct ints *delta, int32_t n)
{
	snapshot(base, n);
	head(delta, n, n);
	for (int32_t i = 0; i < n; i++)
		put(delta, 64 << 16 | i << 6);
	for (int32_t i = 0; i < n; i++) {
		put(delta, 65);
		put(delta, i << 6);
		put(delta, 0);
	}
}

/* Writes removed keys of items that do not exist, for a base of 1024 items. */
static void
unknown(struct ints *base, struct ints *delta, int32_t n)
{
	snapshot(base, 1024);
	head(delta, n, 0);
	for (int32_t i = 0; i < n; i++)
		put(delta, 66 << 16 | i);
}

/* Writes updates of the same item. */
static void
repeated(struct ints *base, struct ints *delta, int32_t n)
{
	snapshot(base, 1000);
	head(delta, 0, n);
	for (int32_t i = 0; i < n; i++) {
		put(delta, 67);
		put(delta, 5);
		put(delta, 0);
	}
}

static const struct {
	const char *name;
	void (*make)(struct ints *base, struct ints *delta, int32_t n);
	int32_t from, to;
} shapes[] = {
	{ "updated", updated, 64, 1024 },
	{ "created", created, 64, 1024 },
	{ "replaced", replaced, 64, 1024 },
	{ "removed, unknown", unknown, 1000, 16000 },
	{ "one updated again and again", repeated, 340, 5440 },
};

static double
now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* Returns the nanoseconds of one application of the delta.  This is the best of some
   rounds, because other work on the machine can only increase the time. */
static double
measure(struct dfk_snapshot *s, const struct ints *base,
	const struct ints *delta)
{
	double best = 0;

	for (int round = 0; round < ROUNDS; round++) {
		double used = 0;
		int times = 0;

		for (; used < 2e6; times++) {
			double begin;

			if (dfk_snapshot_load(s, base->at, base->n) != DFK_OK)
				return -1;
			begin = now();
			if (dfk_snapshot_apply(s, delta->at, delta->n) !=
			    DFK_OK)
				return -1;
			used += now() - begin;
		}
		if (round == 0 || used / times < best)
			best = used / times;
	}
	return best;
}

int
main(void)
{
	static struct ints base, delta;
	struct dfk_snapshot *s;

	if (dfk_snapshot_open(NULL, DFK_PROTOCOL_06, &s) != DFK_OK)
		return 1;
	for (size_t i = 0; i < sizeof(shapes) / sizeof(*shapes); i++) {
		double before = 0;

		for (int32_t n = shapes[i].from; n <= shapes[i].to; n *= 2) {
			shapes[i].make(&base, &delta, n);
			const double took = measure(s, &base, &delta);

			if (took < 0) {
				fprintf(stderr, "deltas: %s: %d: no delta\n",
					shapes[i].name, n);
				return 1;
			}
			printf("{\"shape\": \"%s\", \"n\": %d, \"ints\": %zu, "
			       "\"ns\": %.0f, \"ns_per_int\": %.2f",
			       shapes[i].name, n, delta.n, took,
			       took / (double)delta.n);
			if (before > 0)
				printf(", \"ratio\": %.2f", took / before);
			puts("}");
			before = took;
		}
	}
	dfk_snapshot_close(s);
	return 0;
}
