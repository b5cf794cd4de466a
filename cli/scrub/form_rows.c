/* SPDX-License-Identifier: MIT */
/* form_rows.c - the database for programs: NDJSON, and the news as CSV */
#include <string.h>

#include "cli/report/text.h"
#include "cli/scrub/escape.h"
#include "cli/scrub/form.h"
#include "cli/scrub/sqlite.h"
#include "include/demofsck.h"

struct rows {
	FILE *out;
	const char *type; /* of the record */
};

/* Prints a value of JSON.  Text that is not UTF-8 also has its bytes beside it. */
static void
put_json_column(FILE *out, struct sqlite3_stmt *row, int at)
{
	const char *name = scrub_sqlite.f.column_name(row, at);
	const bool number = scrub_db_is_number(row, at);
	const char *text = scrub_db_some_text(row, at);

	fprintf(out, ",\"%s\":", name);
	if (text == NULL)
		fputs("null", out);
	else if (number)
		fputs(text, out);
	else if (!scrub_put_json(out, text)) {
		fprintf(out, ",\"%s_base64\":\"", name);
		scrub_put_base64(out, text, strlen(text));
		putc('"', out);
	}
}

static void
put_record(void *ctx, struct sqlite3_stmt *row)
{
	const struct rows *rows = ctx;
	const int n = scrub_sqlite.f.column_count(row);

	fprintf(rows->out, "{\"type\":\"%s\"", rows->type);
	for (int i = 0; i < n; i++)
		put_json_column(rows->out, row, i);
	fputs("}\n", rows->out);
}

static bool
print_ndjson(FILE *out, const struct scrub_view *view)
{
	bool good = true;

	fprintf(out,
		"{\"type\":\"begin\",\"schema\":\"demofsck.scrub/1\","
		"\"tool\":\"demofsck\",\"version\":\"%s\",\"since\":",
		dfk_version());
	if (view->since < 0)
		fputs("null}\n", out);
	else
		fprintf(out, "%lld}\n", (long long)view->since);
	for (size_t i = 0; i < SCRUB_TABLES && good; i++)
		good = scrub_view_rows(
			view, scrub_tables[i].sql, put_record,
			&(struct rows){ out, scrub_tables[i].name });
	good = good && scrub_view_rows(view, scrub_news_sql, put_record,
				       &(struct rows){ out, "news" });
	if (good)
		fprintf(out,
			"{\"type\":\"summary\",\"files\":%lld,\"damaged\":%lld,"
			"\"last_run\":%lld}\n",
			(long long)view->files, (long long)view->damaged,
			(long long)view->last);
	return good;
}

#define CSV_HEAD \
	"kind,run,root,path,verdict,format,size,sha256,sha256_before," \
	"problem,rule\n"

static void
put_line(void *ctx, struct sqlite3_stmt *row)
{
	const struct rows *rows = ctx;
	const int n = scrub_sqlite.f.column_count(row);

	for (int i = 0; i < n; i++) {
		const bool number = scrub_db_is_number(row, i);
		const char *text = scrub_db_some_text(row, i);

		if (i > 0)
			putc(',', rows->out);
		if (text == NULL)
			continue;
		if (number)
			fputs(text, rows->out);
		else
			text_put_csv(rows->out, text);
	}
	putc('\n', rows->out);
}

static bool
print_csv(FILE *out, const struct scrub_view *view)
{
	fputs(CSV_HEAD, out);
	return scrub_view_rows(view, scrub_news_sql, put_line,
			       &(struct rows){ .out = out });
}

const struct scrub_form scrub_form_ndjson = {
	.head = "{\"type\":\"begin\",\"schema\":\"demofsck.scrub/",
	.print = print_ndjson,
};
const struct scrub_form scrub_form_csv = {
	.head = "kind,run,root,path,verdict,format,size,",
	.print = print_csv,
};
