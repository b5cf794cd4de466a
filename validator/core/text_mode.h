/* SPDX-License-Identifier: MIT */
/*
 * text_mode.h - undoes a transfer as text, which turned each LF into CR LF
 *
 *   written       a LF b CR LF c
 *   transferred   a CR LF b CR CR LF c
 *
 * FTP in ASCII mode, streams that Windows opened as text, and version control that
 * converts line ends put a carriage return (CR) before each line feed (LF).  Leaving out
 * one CR before each LF undoes this; after two such transfers, two CRs.
 *
 * In binary data hardly any LF follows a CR.  So an LF without a CR shows that there was
 * no such transfer, usually in the first hundreds of bytes.  Until then the first bytes
 * are held, and the format does not get them.
 */
#ifndef VALIDATOR_CORE_TEXT_MODE_H
#define VALIDATOR_CORE_TEXT_MODE_H

#include "validator/core/window.h"

enum {
	TEXT_MODE_HELD = 64 * 1024, /* held at most */
	TEXT_MODE_TIMES = 3,        /* transfers that are undone at most */

	/* Numbers of LFs that all follow a CR.  By chance this happens for 8 LFs in one
	   file of 2^64, and for 16 in one of 2^128.  After so many, an LF without a CR is
	   damage.  Before, it shows that there was no transfer as text. */
	TEXT_MODE_ENOUGH = 8,
	TEXT_MODE_SURE = 16,
};

struct text_mode {
	struct window held;
	bool settled;   /* nothing is held: what follows is delivered at once */
	unsigned times; /* CRs to leave out before each LF; 0: it is no text */

	/* About the held bytes, until `settled`: */
	uint64_t feeds;  /* LFs after a CR */
	uint64_t run;    /* CRs at its end */
	uint64_t least;  /* CRs before the LF that has the fewest */

	/* About the undone transfer: */
	unsigned pending;   /* CRs at its end, which are not delivered yet */
	uint64_t at, out;   /* bytes read and delivered */
	uint64_t first_off; /* in `out`: of the first LF that had a CR too many */
	uint64_t bare;      /* LFs with fewer CRs than `times` */
	uint64_t bare_off;  /* in `out`: of the first of these */
	uint8_t buffer[512];
};

/* Holds bytes, and removes them from `bytes`.  True: there are enough bytes to decide. */
bool text_mode_hold(struct text_mode *t, const struct dfk_allocator *allocator,
		    struct span *bytes, bool *no_memory);

/* Receives the bytes without the CRs that are left out. */
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
