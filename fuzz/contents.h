/* SPDX-License-Identifier: MIT */
/*
 * contents.h - payloads of a demo (pieces.h), checked as the format dem does it
 */
#ifndef FUZZ_CONTENTS_H
#define FUZZ_CONTENTS_H

#include "fuzz/harness.h"
#include "fuzz/pieces.h"
#include "validator/netmessage/netmessage.h"

enum { CONTENTS_MEMORY = 1 << 22, CONTENTS_STEPS = 1 << 14 };

/* What is said of them.  Memory ends at an allocation, or never. */
struct contents {
	uint8_t head;
	struct report report;
	struct limits limits;
	struct budget budget;
	struct dfk_allocator allocator;
	struct sendtables tables;
	struct netmessages messages;
	bool tables_read, strings_read;
	bool passed; /* packets are passed if they are plainly clean, as in runs */
	enum sendtable_status tables_status; /* once they are read */
	struct payload_piece at;
	uint64_t allocations, failing; /* so far; the first that fails, or 0 */
	struct blob said;              /* a number for each finding */
};

struct contents *contents_open(uint8_t head);
void contents_close(struct contents *c);

/* Reads it from a copy in a block of its own, and only there. */
void contents_check(struct contents *c, const struct payload_piece *piece);

/* Has memory or its budget ended? */
bool contents_ended(const struct contents *c);

#endif
