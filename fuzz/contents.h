/* SPDX-License-Identifier: MIT */
/* contents.h - checks payloads of a demo (pieces.h), as the format dem does */
#ifndef FUZZ_CONTENTS_H
#define FUZZ_CONTENTS_H

#include "fuzz/harness.h"
#include "fuzz/pieces.h"
#include "validator/netmessage/netmessage.h"

enum { CONTENTS_MEMORY = 1 << 22, CONTENTS_STEPS = 1 << 14 };

/* The state and the findings of the check.  Memory may end at one allocation. */
struct contents {
	uint8_t head;
	struct report report;
	struct limits limits;
	struct budget budget;
	struct dfk_allocator allocator;
	struct sendtables tables;
	struct netmessages messages;
	bool tables_read, strings_read;
	bool passed; /* plainly clean packets are skipped, as in runs of
	                packets */
	enum sendtable_status tables_status; /* valid after the tables were
	                                        read */
	struct payload_piece at;
	uint64_t allocations, failing; /* number of allocations so far; the
	                                  first allocation that fails, or 0 */
	struct blob said;              /* a number for each finding */
};

struct contents *contents_open(uint8_t head);
void contents_close(struct contents *c);

/* Checks the piece.  The piece is read from a separate copy in memory. */
void contents_check(struct contents *c, const struct payload_piece *piece);

/* Is the memory or the budget used up? */
bool contents_ended(const struct contents *c);

#endif
