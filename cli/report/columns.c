/* SPDX-License-Identifier: MIT */
/* columns.c - divides a strip into columns, and finds round seconds along it */
#include "cli/report/columns.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* A cell that touches a column by less than this part of the column is not in it: both
   ends are rounded. */
static const double least_part = 1e-6;

/* A file decides the length of its ticks.  Longer recordings have no axis. */
static const double most_seconds = 1e12;

/* Returns the column of an offset, as a number with a fraction. */
static double
column_of(const struct columns *columns, uint64_t offset)
{
	return (double)offset / (double)columns->size * (double)columns->n;
}

/* The part of column i in the range from..to. */
static double
part_of(size_t i, double from, double to)
{
	const double start = (double)i, end = start + 1;

	return (to < end ? to : end) - (from > start ? from : start);
}

static bool
take_cell(void *ctx, const struct dfk_strip_cell *cell)
{
	struct columns *columns = ctx;
	const double from = column_of(columns, cell->offset);
	const double to = column_of(columns, cell->offset + cell->length);

	columns->of_kind[cell->kind] += cell->length;
	columns->of_fate[cell->fate] += cell->length;
	for (size_t i = (size_t)from; i < columns->n && (double)i < to; i++) {
		struct columns_one *one = &columns->at[i];
		const double part = part_of(i, from, to);

		if (part < least_part)
			continue;
		one->weights[cell->kind] += part;
		if (one->fate < cell->fate)
			one->fate = cell->fate;
	}
	return true;
}

static bool
take_added(void *ctx, const struct dfk_strip_added *added)
{
	struct columns *columns = ctx;
	const size_t at = (size_t)column_of(columns, added->offset);

	columns->at[at < columns->n ? at : columns->n - 1].added = true;
	columns->added += added->length;
	return true;
}

static void
choose_kind(struct columns_one *one)
{
	int best = DFK_STRIP_OTHER;

	for (int kind = 0; kind < COLUMNS_KINDS; kind++) {
		if (one->weights[kind] > one->weights[best])
			best = kind;
	}
	if (one->weights[DFK_STRIP_UNREAD] > 0)
		best = DFK_STRIP_UNREAD;
	one->kind = (enum dfk_strip_kind)best;
}

/* Looks at each cell of the strip, of which there are at most PROBES. */
static void
find_seconds(struct columns *columns, const struct dfk_strip *strip)
{
	enum { PROBES = 4096 };

	for (size_t i = 0; i < PROBES; i++) {
		const uint64_t offset = columns->size / PROBES * i +
					columns->size % PROBES * i / PROBES;
		const size_t at = (size_t)column_of(columns, offset);
		double seconds;

		if (at >= columns->n ||
		    !dfk_strip_seconds(strip, offset, &seconds) ||
		    !(seconds >= 0 && seconds < most_seconds))
			continue;
		columns->timed = true;
		if (seconds > columns->longest)
			columns->longest = seconds;
		if (columns->at[at].seconds < 0)
			columns->at[at].seconds = seconds;
	}
}

static bool
add_length(void *ctx, const struct dfk_strip_cell *cell)
{
	*(uint64_t *)ctx += cell->length;
	return true;
}

bool
columns_make(struct columns *columns, const struct dfk_strip *strip, size_t n)
{
	*columns = (struct columns){ .at = calloc(n, sizeof(*columns->at)) };
	if (columns->at == NULL)
		return false;
	dfk_strip_each_cell(strip, add_length, &columns->size);
	/* An empty file has no columns. */
	columns->n = columns->size > 0 ? n : 0;
	for (size_t i = 0; i < columns->n; i++)
		columns->at[i].seconds = -1;
	dfk_strip_each_cell(strip, take_cell, columns);
	if (columns->n == 0)
		return true;
	dfk_strip_each_added(strip, take_added, columns);
	for (size_t i = 0; i < columns->n; i++)
		choose_kind(&columns->at[i]);
	find_seconds(columns, strip);
	return true;
}

void
columns_free(struct columns *columns)
{
	free(columns->at);
	*columns = (struct columns){ .at = NULL };
}

/* ----------------------------------------------------------------- marks */

/* Returns a round number of seconds between two marks. */
static double
step_of(const struct columns *columns, size_t room)
{
	static const double steps[] = { 0.1,    0.2,    0.5,    1,     2,
					5,      10,     20,     30,    60,
					120,    300,    600,    1200,  1800,
					3600,   7200,   14400,  28800, 86400,
					172800, 604800, 2592000 };
	const size_t n = sizeof(steps) / sizeof(steps[0]);
	const double marks = (double)columns->n / (double)room;
	const double least = marks > 0 ? columns->longest / marks : 0;
	double step = steps[0];

	for (size_t i = 0; i < n && step < least; i++)
		step = steps[i];
	return step < least ? least : step;
}

static void
write_seconds(char text[32], double seconds, double longest)
{
	const uint64_t whole = (uint64_t)(seconds + 0.5);

	if (longest < 100)
		snprintf(text, 32, "%.4g s", seconds);
	else if (longest < 3600)
		snprintf(text, 32, "%" PRIu64 ":%02u", whole / 60,
			 (unsigned)(whole % 60));
	else
		snprintf(text, 32, "%" PRIu64 ":%02u:%02u", whole / 3600,
			 (unsigned)(whole / 60 % 60), (unsigned)(whole % 60));
}

bool
columns_mark(const struct columns *columns, size_t from, size_t room,
	     double *next, struct columns_mark *mark)
{
	const double step = step_of(columns, room);

	for (size_t i = from; i < columns->n; i++) {
		const double seconds = columns->at[i].seconds;

		if (seconds < *next)
			continue;
		const double at = (double)(uint64_t)(seconds / step) * step;

		mark->column = i;
		write_seconds(mark->text, at, columns->longest);
		*next = at + step;
		return true;
	}
	return false;
}

bool
columns_share(const struct columns *columns, size_t from,
	      struct columns_share *share)
{
	size_t kind = from;
	double percent;
	const char *name;

	while (kind < COLUMNS_KINDS && columns->of_kind[kind] == 0)
		kind++;
	if (kind >= COLUMNS_KINDS)
		return false;
	share->kind = (enum dfk_strip_kind)kind;
	name = dfk_strip_kind_name(share->kind);
	percent = 100.0 * (double)columns->of_kind[kind] /
		  (double)columns->size;
	if (percent < 1)
		snprintf(share->text, sizeof(share->text), "%s <1 %%", name);
	else
		snprintf(share->text, sizeof(share->text), "%s %.0f %%", name,
			 percent);
	return true;
}
