/* SPDX-License-Identifier: MIT */
/*
 * forms.c - a tick marker of which one bit says that its tick is in full, or that it
 * is a step, and is wrong (TW-13.2)
 *
 *   writer   a2 | chunk ...               c0 00 00 04 e4 | snapshot ...
 *   file     82 chunk .|..                e0 | 00 00 04 e4 snapshot ...
 *
 * Only forms that no writer makes are tried.
 */
#include "validator/twdemo/stream.h"

static int64_t
tick_of(const struct twdemo *d, const struct twdemo_chunk *marker)
{
	return marker->absolute ? marker->ticks : d->tick + marker->ticks;
}

enum twdemo_proof
twdemo_other_form(const struct twdemo *d, struct cursor *at, uint8_t first,
		  bool closed, struct twdemo_chunk *other)
{
	const uint64_t off = cur_tell(at);

	cur_u8(at);
	*other = twdemo_read_marker(off, first, at, d->header.version);
	if (!cur_ok(at))
		return closed ? TWDEMO_NO : TWDEMO_MORE;
	/* A step counts from a tick. */
	return (other->absolute || d->tick >= 0) &&
			       twdemo_may_follow(d->tick, tick_of(d, other))
		       ? TWDEMO_YES
		       : TWDEMO_NO;
}

enum twdemo_proof
twdemo_mend_form(struct twdemo *d, const struct twdemo_chunk *other,
		 const struct cursor *at, bool closed,
		 struct twdemo_chunk *marker)
{
	const enum twdemo_proof proof = twdemo_probe_after(d, at, closed,
							   tick_of(d, other));
	const uint8_t byte[1] = { other->first };

	if (proof != TWDEMO_YES)
		return proof;
	report(d->report, RULE_twdemo_tick_form,
	       &(struct site){ .off = marker->off,
			       .len = 1,
			       .fix = fix_replace(marker->off, 1,
						  (struct span){ byte, 1 }) },
	       "0x%02x, %s" WANTED "0x%02x, %s", marker->first,
	       marker->absolute ? "a tick in full" : "a step", other->first,
	       other->absolute ? "a tick in full" : "a step");
	if (!report_mended(d->report))
		twdemo_keep_shifted(d, marker->off);
	/* Whether the tick may be depends on the last one in full. */
	d->anchor.used = true;
	*marker = *other;
	return proof;
}
