/* SPDX-License-Identifier: MIT */
/* held.c - output into memory */
#include "api/writer/held.h"

static int
hold_bytes(void *ctx, const void *bytes, size_t size)
{
	struct held *held = ctx;
	void *room = growing_add(&held->bytes, &held->budget, size);

	if (!room)
		return -1;
	memcpy(room, bytes, size);
	return 0;
}

void
held_open(struct held *held, const struct dfk_allocator *allocator,
	  uint64_t most)
{
	held->bytes = (struct growing){ .size = 1 };
	held->budget = (struct budget){ .allocator = allocator, .most = most };
	held->json.has_one = false;
	textout_init(&held->json.out, hold_bytes, held);
}

void
held_close(struct held *held)
{
	growing_free(&held->bytes, &held->budget);
}

struct span
held_text(struct held *held)
{
	textout_flush(&held->json.out);
	return (struct span){ held->bytes.items, held->bytes.count };
}

void
held_forget(struct held *held)
{
	held->bytes.count = 0;
	held->json.has_one = false;
}

bool
held_failed(const struct held *held)
{
	return held->json.out.error != 0;
}
