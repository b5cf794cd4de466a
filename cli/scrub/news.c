/* SPDX-License-Identifier: MIT */
/* news.c - what is new about a file, and what the next run must know of the file */
#include "cli/scrub/news.h"

#include <string.h>

/* Other bytes are bit rot if the file seems not to be written: same size, same time.  A
   rotten file that has its first bytes again was restored. */
static void
compare_bytes(struct scrub_known *known, const struct scrub_bytes *now,
	      int64_t run, struct scrub_news *news)
{
	const struct scrub_bytes *then = &known->bytes;
	const bool same_place = then->size == now->size &&
				then->mtime_ns == now->mtime_ns;

	if (then->sha256[0] == '\0' || now->sha256[0] == '\0' ||
	    strcmp(then->sha256, now->sha256) == 0)
		return;
	news->rotten = same_place &&
		       (known->events.rotten_run == 0 ||
			strcmp(known->sha256_before, now->sha256) != 0);
	news->changed = !news->rotten;
	known->events.rotten_run = news->rotten ? run : 0;
	if (news->changed)
		known->events.changed_run = run;
	memcpy(known->sha256_before, then->sha256, sizeof(then->sha256));
}

/* Each event keeps the run in which it began. */
static void
begin_event(bool now, int64_t run, int64_t *event, bool *news)
{
	*news = now && *event == 0;
	if (!now)
		*event = 0;
	else if (*event == 0)
		*event = run;
}

struct scrub_news
scrub_news_of(struct scrub_known *known, const struct scrub_reading *reading,
	      int64_t run)
{
	struct scrub_events *events = &known->events;
	struct scrub_news news = { .damaged = false };

	if (known->file == 0)
		events->new_run = run;
	known->problem = reading->problem;
	events->gone_run = 0;
	begin_event(reading->undecided, run, &events->undecided_run,
		    &news.undecided);
	/* The bytes, and the damage, stay as they were in the last whole reading. */
	if (!reading->undecided)
		begin_event(reading->bad, run, &events->damaged_run,
			    &news.damaged);
	if (reading->problem && known->bytes.sha256[0] != '\0')
		return news;
	if (!reading->problem)
		compare_bytes(known, &reading->bytes, run, &news);
	if (reading->bytes.known)
		known->bytes = reading->bytes;
	return news;
}
