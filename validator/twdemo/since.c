/* SPDX-License-Identifier: MIT */
/* since.c - what is remembered of the markers since the last tick in full */
#include "validator/twdemo/since.h"

/* Each member on its own, as there may be a marker in each byte: what counts
   nothing need not be cleared. */
void
twdemo_anchor(struct twdemo_anchor *a, const struct twdemo_chunk *chunk,
	      int64_t tick, const struct mark *before, const struct mark *cut,
	      int64_t keyframe_before)
{
	a->any = true;
	a->keyframe = chunk->keyframe;
	a->used = false;
	a->mended = chunk->ticks != tick;
	a->off = chunk->off;
	a->tick = tick;
	a->before = before->tick;
	a->keyframe_before = keyframe_before;
	a->cut = *cut;
	a->newest = INT32_MIN;
	for (unsigned i = 0; a->any_steps && i < TWDEMO_STEP_BITS; i++)
		AT(a->steps, i).n = 0;
	a->any_steps = false;
	a->n_later = 0;
}

void
twdemo_count_step(struct twdemo_anchor *a, const struct twdemo_chunk *chunk,
		  const struct mark *before)
{
	uint64_t step = (uint64_t)chunk->ticks;

	/* Without its only bit there would be no step. */
	if ((step & (step - 1)) == 0)
		return;
	a->any_steps = true;
	for (unsigned i = 0; step; i++, step >>= 1) {
		struct twdemo_steps *steps = &AT(a->steps, i);

		if (!(step & 1))
			continue;
		steps->n++;
		steps->off = chunk->off;
		steps->before = *before;
		steps->first = chunk->first;
	}
}

void
twdemo_count_later(struct twdemo_anchor *a, int64_t tick,
		   const struct mark *before)
{
	AT(a->later, a->n_later % TWDEMO_LAST_GROUPS) = (struct twdemo_later){
		.tick = tick,
		.before = *before,
	};
	a->n_later++;
}

const struct twdemo_later *
twdemo_first_later(const struct twdemo_anchor *a, int64_t tick)
{
	const uint64_t n = a->n_later < TWDEMO_LAST_GROUPS ? a->n_later
							   : TWDEMO_LAST_GROUPS;
	const struct twdemo_later *first = NULL;

	for (uint64_t i = 1; i <= n; i++) {
		const struct twdemo_later *later = &AT(
			a->later, (a->n_later - i) % TWDEMO_LAST_GROUPS);

		if (later->tick < tick)
			break;
		first = later;
	}
	return first && first->before.tick < tick ? first : NULL;
}
