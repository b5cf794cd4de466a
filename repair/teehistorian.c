/* SPDX-License-Identifier: MIT */
/*
 * teehistorian.c - the end of a repaired teehistorian file (SPEC.md, TH-12)
 *
 * The output is the file that the writer would have made if it had been stopped at the
 * last good message.  The output has the header, every message up to the last good
 * message, and FINISH.  No message is changed or invented.
 */
#include "repair/plan.h"
#include "validator/teehistorian/teehistorian.h"

/* Is the FINISH of the file kept?  Bytes behind FINISH may be lost. */
static bool
is_finished(const struct plan *plan, const struct teehistorian *th)
{
	return th->phase == TEEHISTORIAN_FINISHED &&
	       (plan->end.kind == FIX_NONE || plan->end.off == th->here.off);
}

static void
end(struct plan *plan, const void *state)
{
	static const uint8_t finish[] = { 0x40 }; /* the int -1 */

	if (plan->end.kind == FIX_NONE || is_finished(plan, state))
		return;
	plan_edit(plan, &(struct edit){
				.off = plan->session->decoded_size,
				.ins = { finish, sizeof(finish) },
				.why = plan->end.why,
				.finding = plan->end.finding,
			});
}

static bool
has_end(const void *state)
{
	const struct teehistorian *th = state;

	return th->phase == TEEHISTORIAN_FINISHED;
}

const struct planner teehistorian_planner = { .has_end = has_end, .end = end };
