/* SPDX-License-Identifier: MIT */
/* form_text.c - the database for a terminal, as tables of text */
#include <string.h>

#include "cli/report/text.h"
#include "cli/scrub/form.h"
#include "cli/scrub/sqlite.h"

struct text_table {
	FILE *out;
	const char *title; /* of a table without a row so far */
	int64_t n;
};

/* The name of the row is the last text, because the name may be long. */
static void
put_text_heading(const struct text_table *table, struct sqlite3_stmt *row)
{
	const int n = scrub_sqlite.f.column_count(row);

	fprintf(table->out, "\n%s\n", table->title);
	for (int i = 1; i < n; i++)
		fprintf(table->out,
			scrub_db_is_number(row, i) ? "%12s" : "  %-10s",
			scrub_sqlite.f.column_name(row, i));
	fprintf(table->out, "  %s\n", scrub_sqlite.f.column_name(row, 0));
}

/* Prints text, and spaces up to a width. */
static void
put_padded(FILE *out, const char *text, size_t width)
{
	const size_t size = strlen(text);

	text_put(out, text);
	fprintf(out, "%*s", size < width ? (int)(width - size) : 0, "");
}

static void
put_total(void *ctx, struct sqlite3_stmt *row)
{
	struct text_table *table = ctx;
	const int n = scrub_sqlite.f.column_count(row);

	if (table->n++ == 0)
		put_text_heading(table, row);
	for (int i = 1; i < n; i++) {
		if (scrub_db_is_number(row, i)) {
			fprintf(table->out, "%12lld",
				(long long)scrub_db_number(row, i));
		} else {
			fputs("  ", table->out);
			put_padded(table->out, scrub_db_text(row, i), 10);
		}
	}
	fputs("  ", table->out);
	text_put(table->out, scrub_db_text(row, 0));
	putc('\n', table->out);
}

static void
put_news(void *ctx, struct sqlite3_stmt *row)
{
	struct text_table *table = ctx;
	const char *problem = scrub_db_some_text(row, 9);
	const char *rule = scrub_db_some_text(row, 10);

	if (table->n++ == 0)
		fprintf(table->out, "\n%s\n", table->title);
	fprintf(table->out, "  %-10s ", scrub_db_text(row, 0));
	put_padded(table->out, scrub_db_text(row, 4), 12);
	putc(' ', table->out);
	text_put(table->out, scrub_db_text(row, 2));
	fputs(": ", table->out);
	text_put(table->out, scrub_db_text(row, 3));
	if (problem != NULL) {
		fputs(": ", table->out);
		text_put(table->out, problem);
	} else if (rule != NULL) {
		fprintf(table->out, ": %s [", scrub_view_title(rule));
		text_put(table->out, rule);
		putc(']', table->out);
	}
	putc('\n', table->out);
}

static bool
print_text(FILE *out, const struct scrub_view *view)
{
	struct text_table news = { .out = out };
	char title[SCRUB_SINCE + 8], since[SCRUB_SINCE], began[32];
	bool good = true;

	scrub_view_time(began, view->began);
	fprintf(out,
		"demofsck scrub: %lld file%s, %lld damaged; last run %lld of "
		"%s\n",
		(long long)view->files, view->files == 1 ? "" : "s", (long long)view->damaged,
		(long long)view->last, view->last > 0 ? began : "never");
	for (size_t i = 0; i < SCRUB_TABLES && good; i++) {
		struct text_table table = { .out = out,
					    .title = scrub_tables[i].title };

		good = scrub_view_rows(view, scrub_tables[i].sql, put_total,
				       &table);
	}
	scrub_view_since(view, since);
	snprintf(title, sizeof(title), "New %s", since);
	news.title = title;
	good = good && scrub_view_rows(view, scrub_news_sql, put_news, &news);
	if (good && news.n == 0)
		fprintf(out, "\nNothing is new %s.\n", since);
	return good;
}

const struct scrub_form scrub_form_text = {
	.head = "demofsck scrub: ",
	.print = print_text,
};
