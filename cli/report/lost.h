/* SPDX-License-Identifier: MIT */
/* lost.h - the text about the loss of a repair */
#ifndef CLI_REPORT_LOST_H
#define CLI_REPORT_LOST_H

#include <stdio.h>

#include "include/demofsck.h"

/* Prints "lost 74 ticks (1.5 s) from 1:23 to 1:24, 3 messages, 70 snapshots; 4:10 of
   4:12 stay (99 %)".  Prints nothing if lost_says() is false. */
void lost_put(FILE *out, const struct dfk_loss *loss);

/* Is any loss known? */
bool lost_says(const struct dfk_loss *loss);

/* Is the length of the recording known, and longer than the length that stays? */
bool lost_is_measured(const struct dfk_loss *loss);

#endif
