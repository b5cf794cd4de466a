/* SPDX-License-Identifier: MIT */
/* report_part.c - what findings are about: the file, or a part of it */
#include "validator/core/report.h"

#include "validator/core/ints.h"

struct part
report_enter(struct report *r, const struct part *part)
{
	const struct part outer = r->part;

	r->part = *part;
	if (outer.decoded) {
		r->part.off = outer.off;
		r->part.len = outer.len;
		r->part.decoded = true;
		r->part.fix = outer.fix;
	} else {
		r->part.off += outer.off;
	}
	r->part.sealed |= outer.sealed;
	if (outer.at_most != DFK_OFF)
		r->part.at_most = outer.at_most;
	if (outer.soft.n)
		r->part.soft = outer.soft;
	return outer;
}

void
report_leave(struct report *r, const struct part *outer)
{
	r->part = *outer;
}

uint64_t
report_offset(const struct report *r, uint64_t offset)
{
	return r->part.decoded ? r->part.off : r->part.off + offset;
}

struct site
report_place(const struct report *r, const struct site *site, int64_t *first)
{
	const struct span ints = r->part.ints;
	struct site place = *site;

	*first = -1;
	if (ints.len == 0)
		return place;
	if (r->part.other_ints) {
		place.off = 0;
		place.len = ints.len;
		return place;
	}
	*first = (int64_t)(site->off / sizeof(int32_t));
	place.off = ints_position(ints, (uint32_t)*first);
	place.len = ints_position(ints, (uint32_t)((site->off + site->len) /
						   sizeof(int32_t))) -
		    place.off;
	return place;
}
