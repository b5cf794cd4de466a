/* SPDX-License-Identifier: MIT */
/* loss.h - the limit of --max-loss */
#ifndef CLI_WRITE_LOSS_H
#define CLI_WRITE_LOSS_H

#include <stdbool.h>

#include "cli/report/outcome.h"

/* Does --max-loss allow the repair? */
bool loss_is_allowed(const struct outcome *outcome);

/* Would the repair lose more than allowed?  Then the outcome gets the reason. */
bool loss_is_refused(struct outcome *outcome);

#endif
