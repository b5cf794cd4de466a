/* SPDX-License-Identifier: MIT */
/* trial.h - how well a format reads bytes, without a word about them */
#ifndef VALIDATOR_CORE_TRIAL_H
#define VALIDATOR_CORE_TRIAL_H

#include "validator/core/format.h"

/* The best first. */
enum trial_result {
	TRIAL_CLEAN,  /* nothing is wrong with them */
	TRIAL_EARLY,  /* they stop early */
	TRIAL_BROKEN, /* something else is wrong */
	TRIAL_LIMIT,  /* a limit was reached */
	TRIAL_FOREIGN, /* no format knows them */
	TRIAL_NO_MEMORY,
};

struct trial {
	const struct dfk_allocator *allocator;
	const struct format *format; /* forced, or NULL */
	const struct limits *limits;
	struct given given;
	bool closed; /* nothing follows the bytes */
};

struct trial_reading {
	enum trial_result result;
	uint64_t records; /* that were read */
};

struct trial_reading trial_read(const struct trial *t, struct span bytes);

#endif
