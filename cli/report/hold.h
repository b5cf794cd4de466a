/* SPDX-License-Identifier: MIT */
/* hold.h - the findings of a file whose verdict decides whether the file is reported */
#ifndef CLI_REPORT_HOLD_H
#define CLI_REPORT_HOLD_H

#include <stdbool.h>
#include <stddef.h>

#include "include/demofsck.h"

/* The library hands out at most 10,000 findings of a file, and a text of a finding has
   at most 320 bytes.  So the findings need at most 12 MiB. */
struct hold {
	bool wanted;
	struct dfk_finding **findings; /* copies, each in one block with its
	                                  texts */
	size_t n, room;
	bool actions; /* the actions of the repair follow the findings */
};

/* Keeps a copy of the finding.  False: no memory. */
bool hold_add(struct hold *hold, const struct dfk_finding *finding);

/* Removes the findings and actions of a file. */
void hold_forget(struct hold *hold);

void hold_close(struct hold *hold);

#endif
