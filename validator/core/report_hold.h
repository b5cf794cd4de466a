/* SPDX-License-Identifier: MIT */
/*
 * report_hold.h - findings that are held back until it is known that they are true
 *
 * Whoever reads on trial holds what is said meanwhile.  It is handed over in its order,
 * or forgotten together with the counts of the report.
 */
#ifndef VALIDATOR_CORE_REPORT_HOLD_H
#define VALIDATOR_CORE_REPORT_HOLD_H

#include "validator/core/report.h"

enum { REPORT_HELD = 96, REPORT_HELD_BYTES = 1 << 14 };

/* A finding, or the fix of the one before it. */
struct report_held {
	bool is_fix;
	struct dfk_finding finding;
	struct fix fix;
};

/* Invariant: `bytes` has the texts and insertions of the first n, `used` of it. */
struct report_hold {
	struct report *report; /* NULL: nothing is held */
	void (*emit)(void *ctx, const struct dfk_finding *finding);
	void *ctx;
	void (*mend)(void *ctx, const struct fix *fix);
	void *mender;
	bool over; /* there was no room for all of it: only the counts are right */
	uint32_t n, used;
	struct report_held at[REPORT_HELD];
	uint8_t bytes[REPORT_HELD_BYTES];
};

/* What was said up to a place, while it is held. */
struct report_place {
	struct report report;
	bool over;
	uint32_t n, used;
};

/* From here on what the report would hand over is held.  It is not, and `over`, where a
   fix might reach a limit of the mender, as that would be a finding in its turn. */
void report_hold(struct report_hold *hold, struct report *report);

/* A place to go back to. */
void report_note(const struct report_hold *hold, struct report_place *place);

/* What was said since then was never said. */
void report_go_back(struct report_hold *hold, const struct report_place *place);

/* Hands over what was said before, and holds the rest; the place has nothing held then. */
void report_release(struct report_hold *hold, struct report_place *place);

/* Hands over what is held, and holds nothing any more. */
void report_let_go(struct report_hold *hold);

#endif
