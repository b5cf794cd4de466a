/* SPDX-License-Identifier: MIT */
/* report.c - findings that several files report, and the places where a repair may end
   the demo */
#include "validator/core/extract.h"
#include "validator/dem/dem.h"

int32_t
dem_counted_tick(const struct dem *d, const struct dem_walk *walk)
{
	const bool counts_on = dem_unfinished(&d->header)
				       ? walk->many_negative
				       : d->header.ticks >= 0;

	return walk->slotted && walk->tick < 0 && counts_on ? walk->played
							    : walk->tick;
}

struct mark
dem_mark(const struct dem *d, uint64_t off)
{
	return (struct mark){ .off = off,
			      .records = d->progress.records,
			      .snapshots = (uint32_t)d->done.packets,
			      .tick = d->end.stopped ? d->end.stop.tick
				      : d->done.sync ? dem_counted_tick(d, &d->done)
						     : -1 };
}

void
dem_cut_before_loss(struct dem *d, const struct dem_walk *before,
		    const struct mark *mark)
{
	if (!report_mended(d->report))
		d->damage.unmended = true;
	else if (!d->cuts.first.there)
		d->cuts.first = (struct dem_cut){ true, *before, *mark };
}

void
dem_defer_edit(struct dem *d, struct dem_pending *pending, enum rule_id rule)
{
	if (report_mended(d->report))
		*pending = (struct dem_pending){
			.mended = true,
			.rule = rule,
			.finding = d->report->said.finding,
		};
}

void
dem_report_another(struct dem *d, uint64_t off, uint64_t end,
		   const struct fix *fix)
{
	report(d->report, RULE_dem_another_recording,
	       &(struct site){ .off = off, .len = end - off, .fix = *fix },
	       "%s, and `%s` copies that file",
	       d->report->input.behind[0] ? d->report->input.behind
					  : "the header of another demo",
	       extract_from(d->report, off).command);
}
