/* SPDX-License-Identifier: MIT */
/* table.c - counts files, and prints a table without empty rows and columns */
#include "cli/report/table.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define N_ROWS (dfk_format_count() + 1)

bool
table_open(struct table *table)
{
	table->rows = calloc(N_ROWS, sizeof(*table->rows));
	return table->rows != NULL;
}

void
table_close(struct table *table)
{
	free(table->rows);
	table->rows = NULL;
}

void
table_count(struct table *table, const struct outcome *outcome)
{
	const struct dfk_format *format = outcome_format(outcome);
	size_t row = 0;

	while (row < dfk_format_count() && dfk_format_at(row) != format)
		row++;
	table->rows[row][outcome_verdict(outcome)]++;
}

static bool
has_row(const struct table *table, size_t row)
{
	for (int verdict = 0; verdict < OUTCOME_VERDICTS; verdict++) {
		if (table->rows[row][verdict] > 0)
			return true;
	}
	return false;
}

static bool
has_column(const struct table *table, int verdict)
{
	for (size_t row = 0; row < N_ROWS; row++) {
		if (table->rows[row][verdict] > 0)
			return true;
	}
	return false;
}

static const char *
name_of_row(size_t row)
{
	return row < dfk_format_count() ? dfk_format_at(row)->id : "no format";
}

static int
width_of_names(const struct table *table)
{
	size_t width = strlen("format");

	for (size_t row = 0; row < N_ROWS; row++) {
		const size_t length = strlen(name_of_row(row));

		if (has_row(table, row) && length > width)
			width = length;
	}
	return (int)width;
}

/* Returns the width of the number, or of the name of the verdict if it is wider. */
static int
width_of_column(const struct table *table, int verdict)
{
	int width = (int)strlen(outcome_verdict_name(verdict));

	for (size_t row = 0; row < N_ROWS; row++) {
		const int length = snprintf(NULL, 0, "%" PRIu64,
					    table->rows[row][verdict]);

		if (length > width)
			width = length;
	}
	return width;
}

static void
put_format_row(FILE *out, const struct table *table, size_t row)
{
	fprintf(out, "%-*s", width_of_names(table), name_of_row(row));
	for (int verdict = 0; verdict < OUTCOME_VERDICTS; verdict++) {
		if (has_column(table, verdict))
			fprintf(out, "  %*" PRIu64,
				width_of_column(table, verdict),
				table->rows[row][verdict]);
	}
	putc('\n', out);
}

void
table_put(FILE *out, const struct table *table)
{
	size_t n = 0;

	for (size_t row = 0; row < N_ROWS; row++)
		n += has_row(table, row);
	if (n < 2)
		return;
	fprintf(out, "%-*s", width_of_names(table), "format");
	for (int verdict = 0; verdict < OUTCOME_VERDICTS; verdict++) {
		if (has_column(table, verdict))
			fprintf(out, "  %*s", width_of_column(table, verdict),
				outcome_verdict_name(verdict));
	}
	putc('\n', out);
	for (size_t row = 0; row < N_ROWS; row++) {
		if (has_row(table, row))
			put_format_row(out, table, row);
	}
}
