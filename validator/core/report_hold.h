/* SPDX-License-Identifier: MIT */
/*
 * report_hold.h - holds findings back until they are known to be true
 *
 * A parser that reads on trial holds its findings.  Later the findings are handed over in
 * their order, or they are forgotten together with their counts.
 */
#ifndef VALIDATOR_CORE_REPORT_HOLD_H
#define VALIDATOR_CORE_REPORT_HOLD_H

#include "validator/core/report.h"

enum { REPORT_HELD = 96, REPORT_HELD_BYTES = 1 << 14 };

/* A held finding, or the fix of the finding before. */
struct report_held {
	bool is_fix;
	struct dfk_finding finding;
	struct fix fix;
};

/* Invariant: the first `used` bytes of `bytes` are the texts and insertions of the first
   n entries. */
struct report_hold {
	struct report *report; /* NULL: nothing is held */
	void (*emit)(void *ctx, const struct dfk_finding *finding);
	void *ctx;
	void (*mend)(void *ctx, const struct fix *fix);
	void *mender;
	bool over; /* there was no room for all findings: only the counts are
	              right */
	uint32_t n, used;
	struct report_held at[REPORT_HELD];
	uint8_t bytes[REPORT_HELD_BYTES];
};

/* The state of the report at a place, while findings are held. */
struct report_place {
	struct report report;
	bool over;
	uint32_t n, used;
};

/* Holds all further findings and fixes.  If a fix might reach a limit of the receiver of
   fixes, nothing is held and `over` is set, because reaching a limit is itself a
   finding. */
void report_hold(struct report_hold *hold, struct report *report);

/* Remembers a place for report_go_back(). */
void report_note(const struct report_hold *hold, struct report_place *place);

/* Forgets all findings since this place. */
void report_go_back(struct report_hold *hold, const struct report_place *place);

/* Hands over the findings before this place, and continues to hold the later findings.
   Then the place has no held findings. */
void report_release(struct report_hold *hold, struct report_place *place);

/* Hands over all held findings, and stops holding. */
void report_let_go(struct report_hold *hold);

#endif
