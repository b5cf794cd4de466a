/* SPDX-License-Identifier: MIT */
/*
 * form_html.c - the database as one page, which needs no other file and no network
 *
 * The page may run only its own script, by the digest in its policy.  All text of files
 * and paths is escaped.
 */
#include <string.h>

#include "cli/scrub/crypto.h"
#include "cli/scrub/escape.h"
#include "cli/scrub/form.h"
#include "cli/scrub/page.h"
#include "cli/scrub/sqlite.h"
#include "include/demofsck.h"

/* A page of any archive has at most about 2 MB. */
enum {
	MOST_FILES = 2000,
	MOST_FILE_BYTES = 1000 << 10,
	MOST_NEWS = 300,
	MOST_NEWS_BYTES = 250 << 10,
};

struct page {
	FILE *out;
	const struct scrub_view *view;
	const struct scrub_table *table;
	struct sqlite3_stmt *findings; /* of the file ?1 */
	size_t bytes;                  /* of text in the list that is printed */
	int64_t rows, left_out;
};

/* ------------------------------------------------------- small pieces -- */

static void
put_cell_text(struct page *page, const char *text)
{
	page->bytes += scrub_put_html(page->out, text);
}

static void
put_number_cell(struct page *page, int64_t number)
{
	fprintf(page->out, "<td class=\"n\">%lld</td>", (long long)number);
}

/* Prints a column as a cell. */
static void
put_column(struct page *page, struct sqlite3_stmt *row, int at)
{
	if (scrub_db_is_number(row, at)) {
		put_number_cell(page, scrub_db_number(row, at));
		return;
	}
	fputs("<td>", page->out);
	put_cell_text(page, scrub_db_text(row, at));
	fputs("</td>", page->out);
}

/* A wide table is scrolled in its own box, also by the keyboard. */
static void
begin_page_table(const struct page *page, const char *id, const char *title)
{
	fprintf(page->out,
		"<div class=\"scroll\" role=\"region\" tabindex=\"0\" "
		"aria-labelledby=\"h-%s\"><table id=\"t-%s\">",
		id, id);
	fprintf(page->out, "<caption hidden>%s</caption>", title);
}

static void
end_page_table(const struct page *page)
{
	fputs("</tbody></table></div>\n", page->out);
}

static void
put_heading(const struct page *page, const char *id, const char *title)
{
	fprintf(page->out, "<h2 id=\"h-%s\">%s</h2>\n", id, title);
}

/* ------------------------------------------------------------- totals -- */

static void
put_total_heads(const struct page *page, struct sqlite3_stmt *row)
{
	const int n = scrub_sqlite.f.column_count(row);

	put_heading(page, page->table->name, page->table->title);
	begin_page_table(page, page->table->name, page->table->title);
	fputs("<thead><tr>", page->out);
	for (int i = 0; i < n; i++)
		fprintf(page->out, "<th scope=\"col\"%s>%s</th>",
			i > 0 && scrub_db_is_number(row, i) ? " class=\"n\""
							    : "",
			scrub_sqlite.f.column_name(row, i));
	fputs("</tr></thead><tbody>\n", page->out);
}

static void
put_total_row(void *ctx, struct sqlite3_stmt *row)
{
	struct page *page = ctx;
	const int n = scrub_sqlite.f.column_count(row);

	if (page->rows++ == 0)
		put_total_heads(page, row);
	fputs("<tr><th scope=\"row\">", page->out);
	put_cell_text(page, scrub_db_text(row, 0));
	fputs("</th>", page->out);
	for (int i = 1; i < n; i++)
		put_column(page, row, i);
	fputs("</tr>\n", page->out);
}

static bool
put_totals(struct page *page, const struct scrub_table *table)
{
	bool good;

	page->table = table;
	page->rows = 0;
	good = scrub_view_rows(page->view, table->sql, put_total_row, page);
	if (page->rows > 0)
		end_page_table(page);
	return good;
}

/* --------------------------------------------------------------- time -- */

/* clang-format off */
static const char month_sql[] =
	"SELECT month, files, damaged, files * 200 / most, damaged * 200 / most FROM "
	"(SELECT *, max(files) OVER () AS most FROM (SELECT coalesce(strftime("
	"'%Y-%m', mtime_ns / 1000000000, 'unixepoch'), '?') AS month, count(*) AS "
	"files, count(damaged_run) AS damaged FROM file WHERE gone_run IS NULL AND "
	"mtime_ns IS NOT NULL GROUP BY 1 ORDER BY 1 DESC LIMIT 240)) ORDER BY month";
/* clang-format on */

static void
put_month(void *ctx, struct sqlite3_stmt *row)
{
	struct page *page = ctx;

	if (page->rows++ == 0) {
		put_heading(page, "month",
			    "Months in which the files were modified");
		begin_page_table(page, "month", "Months");
		fputs("<thead><tr><th scope=\"col\">month</th>"
		      "<th scope=\"col\" class=\"n\">files</th>"
		      "<th scope=\"col\" class=\"n\">damaged</th>"
		      "<th scope=\"col\">files, and damaged files below</th>"
		      "</tr></thead><tbody>\n",
		      page->out);
	}
	fputs("<tr><th scope=\"row\">", page->out);
	put_cell_text(page, scrub_db_text(row, 0));
	fputs("</th>", page->out);
	put_number_cell(page, scrub_db_number(row, 1));
	put_number_cell(page, scrub_db_number(row, 2));
	fprintf(page->out,
		"<td><svg width=\"200\" height=\"16\" aria-hidden=\"true\">"
		"<rect class=\"all\" width=\"%lld\" height=\"8\"/>"
		"<rect class=\"bad\" y=\"9\" width=\"%lld\" "
		"height=\"7\"/></svg>"
		"</td></tr>\n",
		(long long)scrub_db_number(row, 3),
		(long long)scrub_db_number(row, 4));
}

static bool
put_months(struct page *page)
{
	bool good;

	page->rows = 0;
	good = scrub_view_rows(page->view, month_sql, put_month, page);
	if (page->rows > 0)
		end_page_table(page);
	return good;
}

/* --------------------------------------------------------------- news -- */

static void
put_card(void *ctx, struct sqlite3_stmt *row)
{
	const struct page *page = ctx;

	fprintf(page->out, "<li><b>%lld</b> %s</li>\n",
		(long long)scrub_db_number(row, 1), scrub_db_text(row, 0));
}

/* clang-format off */
static const char card_sql[] =
	SCRUB_NEW_RUNS
	"SELECT 'files', count(*) FROM file WHERE gone_run IS NULL UNION ALL "
	"SELECT 'damaged', count(*) FROM file WHERE gone_run IS NULL AND "
	"damaged_run IS NOT NULL UNION ALL "
	"SELECT 'newly damaged', count(*) FROM file WHERE gone_run IS NULL AND "
	"damaged_run IN (SELECT run FROM new) UNION ALL "
	"SELECT 'newly rotten', count(*) FROM file WHERE gone_run IS NULL AND "
	"rotten_run IN (SELECT run FROM new) UNION ALL "
	"SELECT 'newly undecided', count(*) FROM file WHERE gone_run IS NULL AND "
	"undecided_run IN (SELECT run FROM new) UNION ALL "
	"SELECT 'newly gone', count(*) FROM file WHERE gone_run IN (SELECT run FROM new) UNION ALL "
	"SELECT 'changed', count(*) FROM file WHERE gone_run IS NULL AND "
	"changed_run IN (SELECT run FROM new)";
/* clang-format on */

static void
put_path_cell(struct page *page, const char *root, const char *path)
{
	fputs("<th scope=\"row\" class=\"path\">", page->out);
	put_cell_text(page, root);
	fputs("/<wbr>", page->out);
	put_cell_text(page, path);
	fputs("</th>", page->out);
}

/* Is there room for one more row of a list? */
static bool
has_room(struct page *page, int64_t most, size_t most_bytes)
{
	if (page->rows < most && page->bytes < most_bytes) {
		page->rows++;
		return true;
	}
	page->left_out++;
	return false;
}

/* The problem of a file that was not read to its end, or the rule that the file breaks. */
static void
put_reason_cell(struct page *page, struct sqlite3_stmt *row)
{
	const char *rule = scrub_db_some_text(row, 10);

	if (scrub_db_some_text(row, 9) != NULL || rule == NULL) {
		put_column(page, row, 9);
		return;
	}
	fputs("<td>", page->out);
	put_cell_text(page, scrub_view_title(rule));
	fputs(" <code>", page->out);
	put_cell_text(page, rule);
	fputs("</code></td>", page->out);
}

static void
put_news_row(void *ctx, struct sqlite3_stmt *row)
{
	struct page *page = ctx;

	if (!has_room(page, MOST_NEWS, MOST_NEWS_BYTES))
		return;
	fputs("<tr>", page->out);
	put_path_cell(page, scrub_db_text(row, 2), scrub_db_text(row, 3));
	put_column(page, row, 0);
	put_number_cell(page, scrub_db_number(row, 1));
	put_column(page, row, 4);
	put_reason_cell(page, row);
	fputs("</tr>\n", page->out);
}

static void
end_list(struct page *page)
{
	end_page_table(page);
	if (page->left_out > 0)
		fprintf(page->out,
			"<p>%lld more are in the database, but not on this "
			"page.</p>\n",
			(long long)page->left_out);
}

static void
begin_list(struct page *page)
{
	page->rows = page->left_out = 0;
	page->bytes = 0;
}

static bool
put_news_list(struct page *page)
{
	char since[SCRUB_SINCE];
	bool good;

	begin_list(page);
	scrub_view_since(page->view, since);
	fprintf(page->out, "<h2 id=\"h-news\">New %s</h2>\n", since);
	begin_page_table(page, "news", "News");
	fputs("<thead><tr><th scope=\"col\">file</th><th "
	      "scope=\"col\">news</th>"
	      "<th scope=\"col\" class=\"n\">run</th><th "
	      "scope=\"col\">verdict</th>"
	      "<th scope=\"col\">reason</th></tr></thead><tbody>\n",
	      page->out);
	good = scrub_view_rows(page->view, scrub_news_sql, put_news_row, page);
	end_list(page);
	return good;
}

/* -------------------------------------------------------------- files -- */

/* clang-format off */
static const char file_sql[] =
	SCRUB_NEW_RUNS
	"SELECT file, root, path, verdict, coalesce(format, '(none)'), size, "
	"CASE WHEN decoded_size > 0 THEN ok_up_to * 100 / decoded_size END, errors, "
	"rotten_run IS NOT NULL, coalesce(damaged_run IN (SELECT run FROM new), 0) OR "
	"coalesce(rotten_run IN (SELECT run FROM new), 0) OR "
	"coalesce(undecided_run IN (SELECT run FROM new), 0), problem FROM file WHERE gone_run IS "
	"NULL AND coalesce(damaged_run, rotten_run, undecided_run) IS NOT NULL "
	"ORDER BY rotten_run IS NULL, CASE verdict WHEN 'damaged' THEN 1 WHEN "
	"'truncated' THEN 2 WHEN 'unrecognized' THEN 4 ELSE 3 END, "
	"ok_up_to * 100 / max(decoded_size, 1), errors DESC, root, path";
/* clang-format on */

static void
put_finding(struct page *page, struct sqlite3_stmt *row)
{
	const char *id = scrub_db_text(row, 0);

	fputs("<li>", page->out);
	put_cell_text(page, scrub_db_text(row, 1));
	fputs(": ", page->out);
	put_cell_text(page, scrub_view_title(id));
	fputs(" <code>", page->out);
	put_cell_text(page, id);
	fprintf(page->out, "</code> at byte %lld%s</li>",
		(long long)scrub_db_number(row, 2),
		scrub_db_number(row, 3) != 0 ? " (decoded)" : "");
}

static void
put_finding_cell(struct page *page, struct sqlite3_stmt *file)
{
	const int64_t errors = scrub_db_number(file, 7);
	const char *problem = scrub_db_some_text(file, 10);
	bool more = true;

	fprintf(page->out, "<td><details><summary>%lld error%s</summary><ul>",
		(long long)errors, errors == 1 ? "" : "s");
	if (problem != NULL) {
		fputs("<li>", page->out);
		put_cell_text(page, problem);
		fputs("</li>", page->out);
	}
	scrub_db_bind(page->findings, 1, scrub_db_number(file, 0));
	while (more && scrub_db_step(page->view->db, page->findings, &more)) {
		if (more)
			put_finding(page, page->findings);
	}
	fputs("</ul></details></td>", page->out);
}

static void
put_file_row(void *ctx, struct sqlite3_stmt *row)
{
	struct page *page = ctx;
	const bool rotten = scrub_db_number(row, 8) != 0;

	if (!has_room(page, MOST_FILES, MOST_FILE_BYTES))
		return;
	fputs("<tr data-v=\"", page->out);
	put_cell_text(page, scrub_db_text(row, 3));
	fputs("\" data-f=\"", page->out);
	put_cell_text(page, scrub_db_text(row, 4));
	fprintf(page->out, "\" data-n=\"%s\">",
		scrub_db_number(row, 9) != 0 ? "new" : "old");
	put_path_cell(page, scrub_db_text(row, 1), scrub_db_text(row, 2));
	fputs("<td>", page->out);
	put_cell_text(page, scrub_db_text(row, 3));
	fputs(rotten ? ", rotten</td>" : "</td>", page->out);
	for (int i = 4; i <= 6; i++)
		put_column(page, row, i);
	put_finding_cell(page, row);
	fputs("</tr>\n", page->out);
}

/* clang-format off */
static const char filter[] =
	"<form id=\"filter\" hidden><label>Search <input type=\"search\" "
	"id=\"search\"></label><label>Verdict <select id=\"verdict\">"
	"<option value=\"\">all</option></select></label><label>Format "
	"<select id=\"format\"><option value=\"\">all</option></select></label>"
	"<label>Since <select id=\"new\"><option value=\"\">ever</option>"
	"<option value=\"new\">new</option><option value=\"old\">old</option>"
	"</select></label><output id=\"count\" aria-live=\"polite\"></output>"
	"</form>\n";
/* clang-format on */

static bool
put_files(struct page *page)
{
	static const char findings_sql[] = "SELECT rule, severity, offset, "
					   "space <> 'file' FROM finding WHERE "
					   "file = ?1 AND severity <> 'note' "
					   "ORDER BY severity, number LIMIT 4";
	bool good;

	begin_list(page);
	page->findings = scrub_db_prepare(page->view->db, findings_sql);
	if (page->findings == NULL)
		return false;
	put_heading(page, "files", "Files with errors, the worst first");
	fputs(filter, page->out);
	begin_page_table(page, "files", "Files");
	fputs("<thead><tr><th scope=\"col\">file</th><th "
	      "scope=\"col\">verdict</th>"
	      "<th scope=\"col\">format</th><th scope=\"col\" "
	      "class=\"n\">bytes</th>"
	      "<th scope=\"col\" class=\"n\">readable&nbsp;%</th>"
	      "<th scope=\"col\">findings</th></tr></thead><tbody>\n",
	      page->out);
	good = scrub_view_rows(page->view, file_sql, put_file_row, page);
	end_list(page);
	scrub_db_finish(page->findings);
	return good;
}

/* ----------------------------------------------------------- the page -- */

static void
put_policy_digest(FILE *out, const char *text)
{
	unsigned char digest[SCRUB_SHA256];

	scrub_sha256(digest, text, strlen(text));
	fputs("'sha256-", out);
	scrub_put_base64(out, digest, sizeof(digest));
	putc('\'', out);
}

#define HTML_HEAD \
	"<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta " \
	"charset=\"utf-8\">\n" \
	"<meta name=\"generator\" content=\"demofsck"

static void
put_head(FILE *out)
{
	fprintf(out, HTML_HEAD " %s\">\n", dfk_version());
	fputs("<meta http-equiv=\"Content-Security-Policy\" "
	      "content=\"default-src "
	      "'none'; style-src ",
	      out);
	put_policy_digest(out, scrub_page_style);
	fputs("; script-src ", out);
	put_policy_digest(out, scrub_page_script);
	fputs("; base-uri 'none'; form-action 'none'\">\n<meta "
	      "name=\"viewport\" "
	      "content=\"width=device-width, initial-scale=1\">\n"
	      "<title>Archive: verdicts of demofsck</title>\n",
	      out);
	fprintf(out, "<style>%s</style>\n</head>\n<body>\n", scrub_page_style);
}

static bool
print_html(FILE *out, const struct scrub_view *view)
{
	struct page page = { .out = out, .view = view };
	char began[32], since[SCRUB_SINCE];
	bool good;

	scrub_view_time(began, view->began);
	scrub_view_since(view, since);
	put_head(out);
	fprintf(out,
		"<header><h1>Verdicts of the archive</h1>\n<p "
		"class=\"soft\">Last "
		"run: %lld, %s. New means: %s.</p></header>\n<main>\n"
		"<ul class=\"cards\">\n",
		(long long)view->last, view->last > 0 ? began : "never", since);
	good = scrub_view_rows(view, card_sql, put_card, &page);
	fputs("</ul>\n<nav aria-label=\"Sections\"><a "
	      "href=\"#h-news\">News</a> "
	      "<a href=\"#h-files\">Files with errors</a> "
	      "<a href=\"#h-rule\">Rules</a> <a href=\"#h-month\">Months</a> "
	      "<a href=\"#h-run\">Runs</a></nav>\n",
	      out);
	/* Verdicts and formats come before the long lists. */
	for (size_t i = 0; i < SCRUB_TABLES && good; i++) {
		if (i == 2)
			good = put_news_list(&page) && put_files(&page);
		if (good)
			good = strcmp(scrub_tables[i].name, "month") == 0
				       ? put_months(&page)
				       : put_totals(&page, &scrub_tables[i]);
	}
	fprintf(out, "</main>\n<script>%s</script>\n</body>\n</html>\n",
		scrub_page_script);
	return good;
}

const struct scrub_form scrub_form_html = {
	.head = HTML_HEAD,
	.print = print_html,
};
