/* SPDX-License-Identifier: MIT */
/*
 * report_hold.h - findings that are held back until it is known that they are true
 *
 * Whoever reads on trial holds what is said meanwhile.  It is handed over in its order,
 * or forgotten together with the counts of the report, which the caller keeps a copy of.
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

/* From here on what the report would hand over is held. */
void report_hold(struct report_hold *hold, struct report *report);

/* Hands over the first n that are held, and holds the others. */
void report_release(struct report_hold *hold, uint32_t n);

/* Nothing is held any more; what was, is forgotten. */
void report_let_go(struct report_hold *hold);

#endif
