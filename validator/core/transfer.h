/* SPDX-License-Identifier: MIT */
/*
 * transfer.h - decides whether a file was transferred as text
 *
 * The first bytes are read unchanged, and with the transfer undone.  The better reading
 * is used, so a file that is valid unchanged is never changed.  If neither reading is
 * better, many LFs that all follow a CR decide.
 */
#ifndef VALIDATOR_CORE_TRANSFER_H
#define VALIDATOR_CORE_TRANSFER_H

#include "validator/core/format.h"
#include "validator/core/text_mode.h"

/* How the first bytes are read. */
struct trial {
	const struct dfk_allocator *allocator;
	const struct format *format; /* forced, or NULL */
	const struct limits *limits;
	struct given given;
	bool closed; /* nothing follows the bytes */
};

struct transfer {
	struct text_mode *text;
	struct trial trial;
	text_mode_receive *receive; /* of the bytes, or those before the transfer */
	void *ctx;
};

/* The next bytes of the file, or of what it decodes to. */
enum dfk_status transfer_feed(const struct transfer *t, struct span bytes);

/* No more of them come; `trial.closed`: the file ends there. */
enum dfk_status transfer_end(const struct transfer *t);

#endif
