/* SPDX-License-Identifier: MIT */
/* lost.c - prints the loss of a repair */
#include "cli/report/lost.h"

#include <inttypes.h>

#include "cli/report/text.h"

/* Prints "1:23" or "1:02:03".  In a recording of less than a minute prints "12.3 s". */
static void
put_time(FILE *out, const struct dfk_loss *loss, double seconds)
{
	const uint64_t all = (uint64_t)seconds;
	const uint64_t hours = all / 3600, minutes = all / 60 % 60;

	if (loss->of_s < 60)
		fprintf(out, "%.1f s", seconds);
	else if (hours)
		fprintf(out, "%" PRIu64 ":%02" PRIu64 ":%02" PRIu64, hours,
			minutes, all % 60);
	else
		fprintf(out, "%" PRIu64 ":%02" PRIu64, minutes, all % 60);
}

/* Prints the time of the loss.  A loss of less than a tenth of a second has only one
   time. */
static void
put_when(FILE *out, const struct dfk_loss *loss, const char *separator)
{
	if (loss->from_s < 0 && !loss->ticks)
		return;
	fputs(separator, out);
	if (loss->from_s < 0) {
		fprintf(out, "from tick %" PRId64 " to %" PRId64,
			loss->first_tick, loss->last_tick);
		return;
	}
	fputs(loss->to_s - loss->from_s < 0.1 ? "at " : "from ", out);
	put_time(out, loss, loss->from_s);
	if (loss->to_s - loss->from_s < 0.1)
		return;
	fputs(" to ", out);
	put_time(out, loss, loss->to_s);
}

static void
put_lost_count(FILE *out, const struct dfk_loss *loss)
{
	fprintf(out, "%" PRIu64 " tick%s", loss->ticks,
		text_plural(loss->ticks));
	if (loss->lost_s >= 0)
		fprintf(out, " (%.1f s)", loss->lost_s);
	if (loss->places > 1)
		fprintf(out, " in %" PRIu64 " places", loss->places);
}

/* Does the picture stand still for longer than until the next snapshot? */
static bool
is_still(const struct dfk_loss *loss)
{
	return loss->still_s >= 0.1;
}

bool
lost_is_measured(const struct dfk_loss *loss)
{
	return loss->of_s > loss->kept_s;
}

/* Prints "4:10 of 4:18 stay (96 %)".  Never prints 100 % if something is lost. */
static void
put_share(FILE *out, const struct dfk_loss *loss, const char *separator)
{
	const double lost_s = loss->of_s - loss->kept_s;

	if (!lost_is_measured(loss))
		return;
	fputs(separator, out);
	/* put_time() may write the same for both times. */
	if (loss->kept_s >= 1 && lost_s < (loss->of_s < 60 ? 0.1 : 1))
		fprintf(out, "all but %.2f s", lost_s);
	else
		put_time(out, loss, loss->kept_s);
	fprintf(out, " of %s", loss->more ? "at least " : "");
	put_time(out, loss, loss->of_s);
	fputs(" stay", out);
	if (!loss->more)
		fprintf(out, " (%d %%)",
			(int)(100 * loss->kept_s / loss->of_s));
}

/* Has the loss a number of ticks, messages or other records?  Bytes that could not be
   read do not count. */
static bool
is_counted(const struct dfk_loss *loss)
{
	return loss->ticks || loss->messages || loss->snapshots ||
	       loss->packets;
}

bool
lost_says(const struct dfk_loss *loss)
{
	return is_counted(loss) || loss->unread || loss->string_tables || is_still(loss) ||
	       lost_is_measured(loss);
}

void
lost_put(FILE *out, const struct dfk_loss *loss)
{
	const struct {
		uint64_t n;
		const char *what, *more;
	} rows[] = {
		{ loss->messages, "message", "" },
		{ loss->snapshots, "snapshot", "" },
		{ loss->packets, "packet", "" },
		{ loss->unread, "byte", " that could not be read" },
	};
	const char *separator = loss->more && is_counted(loss) ? "lost at least "
							       : "lost ";

	if (loss->ticks) {
		fputs(separator, out);
		put_lost_count(out, loss);
		separator = ", ";
	}
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		if (rows[i].n == 0)
			continue;
		fprintf(out, "%s%" PRIu64 " %s%s%s", separator, rows[i].n,
			rows[i].what, text_plural(rows[i].n), rows[i].more);
		separator = ", ";
	}
	if (*separator == ',') {
		put_when(out, loss, separator);
		separator = "; ";
	} else {
		separator = "";
	}
	if (loss->string_tables) {
		fprintf(out,
			"%slost %" PRIu64 " string table%s, without which the "
			"game may stop when it loads the demo",
			separator, loss->string_tables,
			text_plural(loss->string_tables));
		separator = "; ";
	}
	if (is_still(loss)) {
		fprintf(out, "%sthe picture stands still for %.1f s", separator,
			loss->still_s);
		separator = "; ";
	}
	put_share(out, loss, separator);
}
