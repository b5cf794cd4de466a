/* SPDX-License-Identifier: MIT */
/* loss.h - what --max-loss allows */
#ifndef CLI_WRITE_LOSS_H
#define CLI_WRITE_LOSS_H

#include <stdbool.h>

#include "cli/report/outcome.h"

/* Would a repair lose more?  Then the outcome says so. */
bool loss_is_refused(struct outcome *outcome);

#endif
