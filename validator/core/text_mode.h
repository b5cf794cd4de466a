/* SPDX-License-Identifier: MIT */
/*
 * text_mode.h - a file whose line feeds a transfer as text made CR LF
 *
 *   written       a LF b CR LF c
 *   transferred   a CR LF b CR CR LF c
 *
 * FTP in ASCII mode, a stream that Windows opened as text, and version control that
 * ends lines put a carriage return (CR) before each line feed (LF).  To leave out one
 * CR before each LF undoes exactly that; after two such transfers, two.
 *
 * In binary data hardly any LF follows a CR.  So the first LF that does not ends the
 * doubt, mostly after some hundred bytes; until then the first bytes are held, and no
 * format sees them.
 */
#ifndef VALIDATOR_CORE_TEXT_MODE_H
#define VALIDATOR_CORE_TEXT_MODE_H

#include "validator/core/window.h"

enum {
	TEXT_MODE_HELD = 64 * 1024, /* held at most */
	TEXT_MODE_TIMES = 3,        /* transfers that are undone at most */

	/* LFs that all follow a CR.  By chance 8 of them do in one file of 2^64, and
	   16 in one of 2^128: an LF without a CR is damage after these.  Before, it
	   shows that there was no such transfer. */
	TEXT_MODE_ENOUGH = 8,
	TEXT_MODE_SURE = 16,
};

struct text_mode {
	struct window held;
	bool settled;   /* nothing is held: what follows is delivered at once */
	unsigned times; /* CRs to leave out before each LF; 0: it is no text */

	/* Of what is held, until it is settled: */
	uint64_t feeds;  /* LFs after a CR */
	uint64_t run;    /* CRs at its end */
	uint64_t least;  /* CRs before the LF that has the fewest */

	/* Of what was undone: */
	unsigned pending;   /* CRs at its end, which are not delivered yet */
	uint64_t at, out;   /* bytes read and delivered */
	uint64_t first_off; /* in `out`: of the first LF that had a CR too many */
	uint64_t bare;      /* LFs with fewer CRs than `times` */
	uint64_t bare_off;  /* in `out`: of the first of these */
	uint8_t buffer[512];
};

/* Takes from `bytes` what it holds.  True: there is enough to settle it. */
bool text_mode_hold(struct text_mode *t, const struct dfk_allocator *allocator,
		    struct span *bytes, bool *no_memory);

/* Receives bytes without those CRs. */
typedef enum dfk_status text_mode_receive(void *ctx, struct span bytes);

/* Leaves out `times` CRs before each LF. */
enum dfk_status text_mode_undo(struct text_mode *t, struct span in,
			       text_mode_receive *receive, void *ctx);

/* The input ends here: CRs at its end stay. */
enum dfk_status text_mode_end(struct text_mode *t, text_mode_receive *receive,
			      void *ctx);

/* CRs that were left out. */
uint64_t text_mode_dropped(const struct text_mode *t);

#endif
