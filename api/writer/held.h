/* SPDX-License-Identifier: MIT */
/* held.h - text that is kept until its place in the report is known */
#ifndef API_WRITER_HELD_H
#define API_WRITER_HELD_H

#include "api/writer/jsonout.h"
#include "validator/core/growing.h"

struct held {
	struct jsonout json; /* writes into this text */
	struct growing bytes;
	struct budget budget;
};

/* Prepares memory for at most this number of bytes.  A failed write sets the error of
   `json.out`. */
void held_open(struct held *held, const struct dfk_allocator *allocator,
	       uint64_t most);
void held_close(struct held *held);

/* Returns the whole text, with the part that is still in the buffer. */
struct span held_text(struct held *held);

void held_forget(struct held *held);

/* Was there a lack of memory, or was the text too long? */
bool held_failed(const struct held *held);

#endif
