/* SPDX-License-Identifier: MIT */
/* strip.c - prints the picture of a file: a line of kinds, a line of fates, an axis of
   seconds, and a legend */
#include "cli/report/strip.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/report/columns.h"
#include "cli/report/text.h"
#include "cli/scalar.h"

enum { USUAL_WIDTH = 80, LEAST_WIDTH = 20, MOST_WIDTH = 1000 };

/* The letter and the color of each kind. */
static const struct {
	char letter;
	const char *color;
} kinds[COLUMNS_KINDS] = {
	[DFK_STRIP_OTHER] = { 'o', "37" },
	[DFK_STRIP_HEADER] = { 'H', "1;37" },
	[DFK_STRIP_MAP] = { 'M', "33" },
	[DFK_STRIP_KEYFRAME] = { 'K', "1;34" },
	[DFK_STRIP_DELTA] = { 'd', "36" },
	[DFK_STRIP_MESSAGE] = { 'm', "32" },
	[DFK_STRIP_MARKER] = { 't', "35" },
	[DFK_STRIP_SIGNON] = { 'S', "1;35" },
	[DFK_STRIP_PACKET] = { 'p', "36" },
	[DFK_STRIP_COMMAND] = { 'c', "32" },
	[DFK_STRIP_END] = { 'E', "1;37" },
	[DFK_STRIP_UNREAD] = { '?', "1;31" },
};

/* What the line of fates can show; a later sign hides an earlier one. */
enum sign { SIGN_KEPT, SIGN_CHANGED, SIGN_ADDED, SIGN_DROPPED, SIGNS };

static const struct {
	const char *ascii, *utf8, *color, *word;
} signs[SIGNS] = {
	[SIGN_KEPT] = { "-", "\u2500", "32", "kept" },
	[SIGN_CHANGED] = { "~", "\u2248", "33", "changed" },
	[SIGN_ADDED] = { "+", "+", "1;36", "added" },
	[SIGN_DROPPED] = { "x", "\u00d7", "1;31", "dropped" },
};

/* ------------------------------------------------------------- terminal -- */

static bool
is_utf8_locale(void)
{
	static const char *const names[] = { "LC_ALL", "LC_CTYPE", "LANG" };
	static const char *const forms[] = { "UTF-8", "utf-8", "UTF8", "utf8" };
	const char *value = NULL;

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		value = getenv(names[i]);
		if (value != NULL && *value != '\0')
			break;
	}
	for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
		if (value != NULL && strstr(value, forms[i]) != NULL)
			return true;
	}
	return false;
}

static size_t
terminal_width(void)
{
	const char *columns = getenv("COLUMNS");
	uint64_t width = 0;
	struct winsize size;

	if (columns == NULL || !scalar_number(columns, &width) || width == 0)
		width = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 &&
					size.ws_col > 0
				? size.ws_col
				: USUAL_WIDTH;
	if (width < LEAST_WIDTH)
		width = LEAST_WIDTH;
	return width > MOST_WIDTH ? MOST_WIDTH : (size_t)width;
}

struct strip_look
strip_look_here(bool color)
{
	return (struct strip_look){ .width = terminal_width(),
				    .utf8 = is_utf8_locale(),
				    .color = color };
}

/* ----------------------------------------------------------------- lines -- */

/* Prints the same sign several times in one color. */
static void
put_signs(FILE *out, const struct strip_look *look, const char *color,
	  const char *sign, size_t times)
{
	if (look->color)
		fprintf(out, "\033[%sm", color);
	while (times-- > 0)
		fputs(sign, out);
	if (look->color)
		fputs("\033[0m", out);
}

/* "0x0 ... 0x2a79" above both ends of the strip. */
static void
put_offsets(FILE *out, const struct strip_look *look,
	    const struct columns *columns, const struct dfk_result *result)
{
	char end[48];

	snprintf(end, sizeof(end), "0x%" PRIx64 "%s", columns->size,
		 result->space == DFK_SPACE_DECODED ? " (decoded)" : "");
	fprintf(out, "0x0%*s\n", (int)look->width - 3, end);
}

static void
put_kinds(FILE *out, const struct strip_look *look,
	  const struct columns *columns)
{
	for (size_t i = 0, n; i < columns->n; i += n) {
		const enum dfk_strip_kind kind = columns->at[i].kind;
		const char sign[2] = { kinds[kind].letter, '\0' };

		for (n = 1;
		     i + n < columns->n && columns->at[i + n].kind == kind;)
			n++;
		put_signs(out, look, kinds[kind].color, sign, n);
	}
	putc('\n', out);
}

static enum sign
sign_of(const struct columns_one *one)
{
	if (one->fate == DFK_STRIP_DROPPED)
		return SIGN_DROPPED;
	if (one->added)
		return SIGN_ADDED;
	return one->fate == DFK_STRIP_CHANGED ? SIGN_CHANGED : SIGN_KEPT;
}

static const char *
sign_text(const struct strip_look *look, enum sign sign)
{
	return look->utf8 ? signs[sign].utf8 : signs[sign].ascii;
}

static void
put_fates(FILE *out, const struct strip_look *look,
	  const struct columns *columns)
{
	for (size_t i = 0, n; i < columns->n; i += n) {
		const enum sign sign = sign_of(&columns->at[i]);

		for (n = 1; i + n < columns->n &&
			    sign_of(&columns->at[i + n]) == sign;)
			n++;
		put_signs(out, look, signs[sign].color, sign_text(look, sign),
			  n);
	}
	putc('\n', out);
}

/* Prints an axis: each mark stands below the first letter of its text. */
static void
put_axis(FILE *out, const struct strip_look *look,
	 const struct columns *columns)
{
	enum { ROOM = 12, GAP = 2 };
	struct columns_mark mark = { .column = 0 };
	double next = 0;
	size_t end = 0;

	for (size_t from = 0; columns_mark(columns, from, ROOM, &next, &mark);
	     from = mark.column + 1) {
		const size_t length = strlen(mark.text) + 1;

		if ((end > 0 && mark.column < end + GAP) ||
		    mark.column + length > look->width)
			continue;
		fprintf(out, "%*s%s%s", (int)(mark.column - end), "",
			look->utf8 ? "\u2575" : "|", mark.text);
		end = mark.column + length;
	}
	putc('\n', out);
}

/* ---------------------------------------------------------------- legend -- */

/* The entries of a legend, which begin new lines at the width of the terminal. */
struct legend {
	FILE *out;
	const struct strip_look *look;
	size_t used;
};

static void
put_entry(struct legend *legend, const char *color, const char *sign,
	  const char *text)
{
	enum { GAP = 3 };
	const size_t length = strlen(text) + 2;

	if (legend->used > 0 &&
	    legend->used + GAP + length > legend->look->width) {
		putc('\n', legend->out);
		legend->used = 0;
	}
	if (legend->used > 0) {
		fprintf(legend->out, "%*s", GAP, "");
		legend->used += GAP;
	}
	put_signs(legend->out, legend->look, color, sign, 1);
	fprintf(legend->out, " %s", text);
	legend->used += length;
}

static void
end_legend(struct legend *legend)
{
	if (legend->used > 0)
		putc('\n', legend->out);
	legend->used = 0;
}

static void
put_kind_legend(struct legend *legend, const struct columns *columns)
{
	struct columns_share share;

	for (size_t from = 0; columns_share(columns, from, &share);
	     from = share.kind + 1) {
		const char sign[2] = { kinds[share.kind].letter, '\0' };

		put_entry(legend, kinds[share.kind].color, sign, share.text);
	}
	end_legend(legend);
}

static void
put_fate_legend(struct legend *legend, const struct dfk_result *result)
{
	const uint64_t bytes[SIGNS] = {
		[SIGN_KEPT] = result->kept,
		[SIGN_CHANGED] = result->changed,
		[SIGN_ADDED] = result->added,
		[SIGN_DROPPED] = result->dropped,
	};

	for (int sign = 0; sign < SIGNS; sign++) {
		char text[64];

		if (bytes[sign] == 0)
			continue;
		snprintf(text, sizeof(text), "%s %" PRIu64 " byte%s",
			 signs[sign].word, bytes[sign],
			 text_plural(bytes[sign]));
		put_entry(legend, signs[sign].color,
			  sign_text(legend->look, (enum sign)sign), text);
	}
	end_legend(legend);
}

bool
strip_put(FILE *out, const struct dfk_strip *strip,
	  const struct dfk_result *result, const struct strip_look *look)
{
	struct legend legend = { .out = out, .look = look };
	struct columns columns;

	if (!columns_make(&columns, strip, look->width))
		return false;
	if (columns.n > 0) {
		put_offsets(out, look, &columns, result);
		put_kinds(out, look, &columns);
		if (result->repairable != DFK_REPAIRABLE_NO)
			put_fates(out, look, &columns);
		if (columns.timed)
			put_axis(out, look, &columns);
		put_kind_legend(&legend, &columns);
		if (result->repairable != DFK_REPAIRABLE_NO)
			put_fate_legend(&legend, result);
	}
	columns_free(&columns);
	return true;
}
