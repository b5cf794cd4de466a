/* SPDX-License-Identifier: MIT */
/* plan.h - the actions of a repair, which cover input and output */
#ifndef CLI_REPORT_PLAN_H
#define CLI_REPORT_PLAN_H

#include <stdbool.h>
#include <stdint.h>

#include "cli/report/outcome.h"
#include "include/demofsck.h"

struct plan_action {
	const char *op; /* "keep", "replace", "insert", "drop" */
	uint64_t offset, length;
	uint64_t out_offset, out_length;
	const unsigned char *inserted; /* out_length bytes; NULL: keep, drop */
	enum dfk_space space;
	const struct dfk_rule *rule; /* NULL: keep */
	uint64_t finding;            /* number of the finding it answers, or
	                     OUTCOME_NO_NUMBER: its rule is off */
	bool lossy;
	/* With the bytes, this tick and those after it are lost, so many; 0: as
	   far as is known, none. */
	int64_t tick;
	uint64_t ticks;
};

/* Calls `visit` for each action, in order, until it returns false. */
bool plan_actions(const struct outcome *outcome,
		  bool (*visit)(void *ctx, const struct plan_action *action),
		  void *ctx);

#endif
