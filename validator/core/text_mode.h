/* SPDX-License-Identifier: MIT */
/*
 * text_mode.h - undoes a transfer as text, which turned each LF into CR LF
 *
 *   written       a LF b CR LF c
 *   transferred   a CR LF b CR CR LF c
 *
 * FTP in ASCII mode puts a carriage return (CR) before each line feed (LF).  Streams that
 * Windows opened as text do the same, and so does version control that converts line
 * ends.  A repair removes one CR before each LF.  After two such transfers it removes two
 * CRs.
 *
 * In binary data hardly any LF follows a CR.  So an LF without a CR shows that there was
 * no such transfer.  Such an LF usually comes in the first hundreds of bytes.  Until then
 * the bytes are held, and the format does not read them.
 */
#ifndef VALIDATOR_CORE_TEXT_MODE_H
#define VALIDATOR_CORE_TEXT_MODE_H

#include "validator/core/window.h"

enum {
	TEXT_MODE_HELD = 64 * 1024, /* the largest number of held bytes */
	TEXT_MODE_TIMES = 3, /* the largest number of transfers that are
	                        undone */

	/* The number of LFs that must all follow a CR.  By chance 8 LFs do this in one
	   file of 2^64, and 16 LFs in one file of 2^128.  After that number, an LF
	   without a CR is damage.  Before that number, such an LF shows that there was
	   no transfer as text. */
	TEXT_MODE_ENOUGH = 8,
	TEXT_MODE_SURE = 16,
};

struct text_mode {
	struct window held;
	bool settled; /* nothing is held, and further bytes are delivered at
	                 once */
	unsigned times; /* number of CRs to leave out before each LF; 0: no
	                   transfer as text */

	/* Members about the held bytes, until `settled`: */
	uint64_t feeds;  /* number of LFs after a CR */
	uint64_t run;    /* number of CRs at the end of the held bytes */
	uint64_t least;  /* the smallest number of CRs before an LF */

	/* Members about the transfer that is undone: */
	unsigned pending; /* number of CRs at the end that are not delivered
	                     yet */
	uint64_t at, out;   /* numbers of bytes that were read and delivered */
	uint64_t first_off; /* offset in `out` of the first LF that had too
	                       many CRs */
	uint64_t bare;      /* number of LFs with fewer CRs than `times` */
	uint64_t bare_off; /* offset in `out` of the first LF with fewer CRs
	                      than `times` */
	uint8_t buffer[512];
};

/* Holds bytes, and removes them from `bytes`.  True: there are enough bytes to decide. */
bool text_mode_hold(struct text_mode *t, const struct dfk_allocator *allocator,
		    struct span *bytes, bool *no_memory);

/* Receives the bytes without the CRs that are left out. */
typedef enum dfk_status text_mode_receive(void *ctx, struct span bytes);

/* Delivers the bytes, and leaves out `times` CRs before each LF. */
enum dfk_status text_mode_undo(struct text_mode *t, struct span in,
			       text_mode_receive *receive, void *ctx);

/* Ends the input.  CRs at its end stay. */
enum dfk_status text_mode_end(struct text_mode *t, text_mode_receive *receive,
			      void *ctx);

/* Returns the number of CRs that were left out. */
uint64_t text_mode_dropped(const struct text_mode *t);

#endif
