/* SPDX-License-Identifier: MIT */
/*
 * transfer.h - decides whether a file was transferred as text
 *
 * The first bytes are read twice: unchanged, and with the transfer undone.  The better
 * reading is used.  So a file that is valid unchanged is never changed.  If neither
 * reading is better, the number of LFs that all follow a CR decides.
 */
#ifndef VALIDATOR_CORE_TRANSFER_H
#define VALIDATOR_CORE_TRANSFER_H

#include "validator/core/format.h"
#include "validator/core/text_mode.h"

/* How the first bytes are read on trial. */
struct trial {
	const struct dfk_allocator *allocator;
	const struct format *format; /* a forced format, or NULL */
	const struct limits *limits;
	struct given given;
	bool closed; /* the file ends after the bytes */
};

struct transfer {
	struct text_mode *text;
	struct trial trial;
	text_mode_receive *receive; /* receives the bytes that are delivered */
	void *ctx;
};

/* Reads the next bytes of the file, or of the decoded file. */
enum dfk_status transfer_feed(const struct transfer *t, struct span bytes);

/* Ends the bytes.  `trial.closed`: the file ends, too. */
enum dfk_status transfer_end(const struct transfer *t);

#endif
