/* SPDX-License-Identifier: MIT */
/* lost.h - what a repair with loss says of the loss */
#ifndef CLI_REPORT_LOST_H
#define CLI_REPORT_LOST_H

#include <stdio.h>

#include "include/demofsck.h"

/* "lost 74 ticks (1.5 s) from 1:23 to 1:24, 3 messages, 70 snapshots; 4:10 of 4:12
   stay (99 %)"; nothing, if lost_says() is false. */
void lost_put(FILE *out, const struct dfk_loss *loss);

/* Is anything known to be lost? */
bool lost_says(const struct dfk_loss *loss);

#endif
