/* SPDX-License-Identifier: MIT */
/* svg.c - prints the picture of a file as a document of SVG */
#include "cli/report/svg.h"

#include <inttypes.h>
#include <string.h>

#include "cli/report/columns.h"
#include "cli/report/text.h"

/* Places in pixels, from the left and from the top. */
enum {
	WIDTH = 960,
	LEFT = 32,
	BAR = WIDTH - 2 * LEFT, /* width of the bars, and number of columns */
	NAME_Y = 36,
	SAYING_Y = 60,
	KINDS_Y = 84,
	KINDS_HEIGHT = 56,
	FATES_Y = KINDS_Y + KINDS_HEIGHT + 6,
	FATES_HEIGHT = 14,
	AXIS_Y = FATES_Y + FATES_HEIGHT + 4,
	LEGEND_Y = AXIS_Y + 48,
	ROW = 24,
	SWATCH = 12,
	/* Widths of letters of the sans-serif fonts that browsers have. */
	LETTER = 8,
};

/* Colors differ in brightness, too.  The first color is for a light page, the second
   color for a dark page. */
static const char *const kind_colors[COLUMNS_KINDS][2] = {
	[DFK_STRIP_OTHER] = { "#9aa0a6", "#80868b" },
	[DFK_STRIP_HEADER] = { "#3c4043", "#e8eaed" },
	[DFK_STRIP_MAP] = { "#a8814a", "#b8935c" },
	[DFK_STRIP_KEYFRAME] = { "#1a4f9c", "#5b95e8" },
	[DFK_STRIP_DELTA] = { "#8ab8e6", "#2f5f93" },
	[DFK_STRIP_MESSAGE] = { "#e0a30c", "#d9a520" },
	[DFK_STRIP_MARKER] = { "#8e5bb5", "#b388d9" },
	[DFK_STRIP_SIGNON] = { "#6b3fa0", "#c3a1ee" },
	[DFK_STRIP_PACKET] = { "#8ab8e6", "#2f5f93" },
	[DFK_STRIP_COMMAND] = { "#2e8b6f", "#4fb597" },
	[DFK_STRIP_END] = { "#202124", "#ffffff" },
	[DFK_STRIP_UNREAD] = { "#d93025", "#f28b82" },
};

static const char *const fate_colors[][2] = {
	[DFK_STRIP_KEPT] = { "#a8d5ba", "#2f6b4a" },
	[DFK_STRIP_CHANGED] = { "#e0a30c", "#d9a520" },
	[DFK_STRIP_DROPPED] = { "#d93025", "#f28b82" },
};

/* ----------------------------------------------------------------- texts -- */

static void
put_escaped(FILE *out, const char *text)
{
	for (; *text != '\0'; text++)
		text_put_markup(out, *text);
}

/* Prints the last part of the name of the input, as printable ASCII of at most 80
   characters. */
static void
put_name(FILE *out, const struct outcome *outcome)
{
	const char *slash = strrchr(outcome->path, '/');
	char name[81];

	text_ascii(name, sizeof(name),
		   slash != NULL ? slash + 1 : outcome->path);
	put_escaped(out, name);
}

/* "10872 bytes, 3.8 s, truncated; a repair keeps 10872 bytes, changes 0, drops 0 and adds
   1" */
static void
put_saying(FILE *out, const struct outcome *outcome,
	   const struct columns *columns)
{
	const struct dfk_result *result = outcome->result;

	fprintf(out, "%" PRIu64 " byte%s, ", columns->size,
		text_plural(columns->size));
	if (columns->timed)
		fprintf(out, "%.1f s, ", columns->longest);
	fputs(outcome_verdict_name(outcome_verdict(outcome)), out);
	switch (result->repairable) {
	case DFK_REPAIRABLE_NO:
		if (outcome_is(outcome, DFK_TRUNCATED) ||
		    outcome_is(outcome, DFK_DAMAGED))
			fputs("; not repairable", out);
		break;
	case DFK_REPAIRABLE_NOT_NEEDED: break;
	case DFK_REPAIRABLE_LOSSLESS:
	case DFK_REPAIRABLE_LOSSY:
		fprintf(out,
			"; a repair keeps %" PRIu64 " byte%s, changes %" PRIu64
			", drops %" PRIu64 " and adds %" PRIu64,
			result->kept, text_plural(result->kept),
			result->changed, result->dropped, result->added);
		break;
	}
}

/* The text for people who do not see the picture. */
static void
put_description(FILE *out, const struct outcome *outcome,
		const struct columns *columns)
{
	const struct dfk_format *format = outcome_format(outcome);
	struct columns_share share;

	fputs("<desc>", out);
	put_escaped(out, format != NULL ? format->title : "Unknown format");
	fputs(": ", out);
	put_saying(out, outcome, columns);
	fputs(". The shares of its parts:", out);
	for (size_t from = 0; columns_share(columns, from, &share);
	     from = share.kind + 1) {
		putc(' ', out);
		put_escaped(out, share.text);
		putc(';', out);
	}
	fputs("</desc>\n", out);
}

/* ----------------------------------------------------------------- style -- */

static void
put_colors(FILE *out, int page)
{
	static const char *const texts[] = { "#202124", "#e8eaed" };
	static const char *const grays[] = { "#5f6368", "#9aa0a6" };
	static const char *const pages[] = { "#ffffff", "#17181a" };

	fprintf(out, ".page{fill:%s}.t{fill:%s}.g{fill:%s}.l{stroke:%s}\n",
		pages[page], texts[page], grays[page], grays[page]);
	for (int kind = 0; kind < COLUMNS_KINDS; kind++)
		fprintf(out, ".k%d{fill:%s}", kind, kind_colors[kind][page]);
	putc('\n', out);
	for (int fate = 0; fate <= DFK_STRIP_DROPPED; fate++)
		fprintf(out, ".f%d{fill:%s}", fate, fate_colors[fate][page]);
	fprintf(out, ".add{fill:%s}\n", page == 0 ? "#1a73e8" : "#8ab4f8");
}

static void
open_document(FILE *out, const struct outcome *outcome,
	      const struct columns *columns, int height)
{
	fprintf(out,
		"<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" "
		"width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" "
		"font-family=\"system-ui,'Segoe UI',Roboto,Helvetica,Arial,"
		"sans-serif\" font-size=\"13\">\n<title>",
		WIDTH, height, WIDTH, height);
	put_name(out, outcome);
	fputs(": the parts of the file, drawn to scale</title>\n", out);
	put_description(out, outcome, columns);
	fputs("<style>\n", out);
	put_colors(out, 0);
	fputs("@media (prefers-color-scheme:dark){\n", out);
	put_colors(out, 1);
	fprintf(out,
		"}\n</style>\n<rect class=\"page\" width=\"%d\" "
		"height=\"%d\"/>\n"
		"<text class=\"t\" x=\"%d\" y=\"%d\" font-size=\"18\" "
		"font-weight=\"600\">",
		WIDTH, height, LEFT, NAME_Y);
	put_name(out, outcome);
	fprintf(out, "</text>\n<text class=\"g\" x=\"%d\" y=\"%d\">", LEFT,
		SAYING_Y);
	put_saying(out, outcome, columns);
	fputs("</text>\n", out);
}

/* ------------------------------------------------------------------ bars -- */

static void
put_rectangle(FILE *out, const char *class, int number, size_t column,
	      size_t width, int y, int height)
{
	fprintf(out,
		"<rect class=\"%s%d\" x=\"%zu\" y=\"%d\" width=\"%zu\" "
		"height=\"%d\"/>\n",
		class, number, LEFT + column, y, width, height);
}

static void
put_kinds_bar(FILE *out, const struct columns *columns)
{
	for (size_t i = 0, n; i < columns->n; i += n) {
		const enum dfk_strip_kind kind = columns->at[i].kind;

		for (n = 1;
		     i + n < columns->n && columns->at[i + n].kind == kind;)
			n++;
		put_rectangle(out, "k", (int)kind, i, n, KINDS_Y, KINDS_HEIGHT);
	}
}

/* A narrow loss is drawn LEAST pixels wide, over the kept bytes beside it. */
static void
put_fates_bar(FILE *out, const struct columns *columns)
{
	enum { LEAST = 3 };

	put_rectangle(out, "f", DFK_STRIP_KEPT, 0, columns->n, FATES_Y,
		      FATES_HEIGHT);
	for (size_t i = 0, n; i < columns->n; i += n) {
		const enum dfk_strip_fate fate = columns->at[i].fate;
		size_t width, at = i;

		for (n = 1;
		     i + n < columns->n && columns->at[i + n].fate == fate;)
			n++;
		if (fate == DFK_STRIP_KEPT)
			continue;
		width = n < LEAST ? LEAST : n;
		if (at + width > columns->n)
			at = columns->n - width;
		put_rectangle(out, "f", (int)fate, at, width, FATES_Y,
			      FATES_HEIGHT);
	}
	/* A triangle points at each place where bytes are added. */
	for (size_t i = 0; i < columns->n; i++) {
		if (columns->at[i].added)
			fprintf(out,
				"<path class=\"add\" d=\"M%zu %dl5 "
				"9h-10z\"/>\n",
				LEFT + i + (i + 1 == columns->n),
				FATES_Y + FATES_HEIGHT - 7);
	}
}

static void
draw_axis(FILE *out, const struct columns *columns)
{
	enum { ROOM = 80, TICK = 6, BELOW = 18, GAP = 12 };
	struct columns_mark mark;
	double next = 0;
	size_t end = 0;

	for (size_t from = 0; columns_mark(columns, from, ROOM, &next, &mark);
	     from = mark.column + 1) {
		const size_t width = LETTER * strlen(mark.text);
		const bool last = mark.column + width > columns->n;

		if (end > 0 && mark.column < end + GAP)
			continue;
		fprintf(out,
			"<path class=\"l\" d=\"M%zu.5 %dv%d\"/>"
			"<text class=\"g\" x=\"%zu\" y=\"%d\"%s>%s</text>\n",
			LEFT + mark.column, AXIS_Y, TICK, LEFT + mark.column,
			AXIS_Y + BELOW + TICK,
			last ? " text-anchor=\"end\"" : "", mark.text);
		end = mark.column + width;
	}
}

/* ---------------------------------------------------------------- legend -- */

struct svg_legend {
	FILE *out; /* NULL: only the rows are counted */
	int x, y;
};

/* Begins a new row if `text` does not fit into this row. */
static void
draw_entry(struct svg_legend *legend, const char *class, int number,
	   const char *text)
{
	enum { TEXT_X = SWATCH + 6, GAP = 16 };
	const int width = TEXT_X + LETTER * (int)strlen(text) + GAP;

	if (legend->x > LEFT && legend->x + width > WIDTH - LEFT) {
		legend->x = LEFT;
		legend->y += ROW;
	}
	if (legend->out != NULL) {
		if (number >= 0)
			fprintf(legend->out,
				"<rect class=\"%s%d\" x=\"%d\" y=\"%d\" "
				"width=\"%d\" height=\"%d\"/>",
				class, number, legend->x, legend->y - 11,
				SWATCH, SWATCH);
		else
			fprintf(legend->out,
				"<path class=\"%s\" d=\"M%d %dl6 11h-12z\"/>",
				class, legend->x + SWATCH / 2, legend->y - 10);
		fprintf(legend->out, "<text class=\"t\" x=\"%d\" y=\"%d\">",
			legend->x + TEXT_X, legend->y);
		put_escaped(legend->out, text);
		fputs("</text>\n", legend->out);
	}
	legend->x += width;
}

/* Begins a row of the legend. */
static void
put_row_name(struct svg_legend *legend, const char *name)
{
	enum { NAME_WIDTH = 72 };

	if (legend->out != NULL)
		fprintf(legend->out,
			"<text class=\"g\" x=\"%d\" y=\"%d\">%s</text>\n", LEFT,
			legend->y, name);
	legend->x = LEFT + NAME_WIDTH;
}

static void
put_kind_entries(struct svg_legend *legend, const struct columns *columns)
{
	struct columns_share share;

	put_row_name(legend, "The file");
	for (size_t from = 0; columns_share(columns, from, &share);
	     from = share.kind + 1)
		draw_entry(legend, "k", (int)share.kind, share.text);
}

/* The row below the kinds: what a repair does. */
static void
put_fate_entries(struct svg_legend *legend, const struct columns *columns)
{
	legend->y += ROW;
	put_row_name(legend, "A repair");
	for (int fate = 0; fate <= DFK_STRIP_DROPPED; fate++) {
		if (columns->of_fate[fate] > 0)
			draw_entry(
				legend, "f", fate,
				dfk_strip_fate_name((enum dfk_strip_fate)fate));
	}
	if (columns->added > 0)
		draw_entry(legend, "add", -1, "added");
}

/* Prints the legend, or only counts its rows.  Returns the y of its last row. */
static int
put_legend(FILE *out, const struct columns *columns, bool repairable)
{
	struct svg_legend legend = { .out = out, .x = LEFT, .y = LEGEND_Y };

	put_kind_entries(&legend, columns);
	if (repairable)
		put_fate_entries(&legend, columns);
	return legend.y;
}

bool
svg_put(FILE *out, const struct dfk_strip *strip, const struct outcome *outcome)
{
	const bool repairable = outcome->result->repairable !=
				DFK_REPAIRABLE_NO;
	struct columns columns;

	if (!columns_make(&columns, strip, BAR))
		return false;
	open_document(out, outcome, &columns,
		      put_legend(NULL, &columns, repairable) + ROW);
	put_kinds_bar(out, &columns);
	if (repairable && columns.n > 0)
		put_fates_bar(out, &columns);
	draw_axis(out, &columns);
	put_legend(out, &columns, repairable);
	fputs("</svg>\n", out);
	columns_free(&columns);
	return true;
}
