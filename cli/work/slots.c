/* SPDX-License-Identifier: MIT */
/* slots.c - as many pairs of processes as the limits allow, and one wait for all of them */
#include "cli/work/slots.h"

#include <poll.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "cli/write/output.h"

enum {
	AHEAD = 8, /* repairs that are begun for each slot */
	SPARE_FILES = 64,
	SLOT_FILES = 2, /* the sockets */
	/* The input, its copy, the output twice, and up to three directories. */
	REPAIR_FILES = 7,
};

static size_t
lesser(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* Lowers the number of slots, and sets the number of repairs that may be begun. */
static void
fit_limits(struct slots *slots)
{
	struct rlimit limit;
	size_t room = OUTPUT_FILES - 1;

	slots->n = lesser(slots->n, room);
	slots->most_begun = lesser(slots->n * AHEAD, room);
	if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
		return;
	room = limit.rlim_cur > SPARE_FILES ? limit.rlim_cur - SPARE_FILES : 0;
	slots->n = lesser(slots->n, room / (SLOT_FILES + REPAIR_FILES));
	if (slots->n == 0)
		slots->n = 1;
	room -= lesser(room, slots->n * SLOT_FILES);
	slots->most_begun = lesser(slots->most_begun, room / REPAIR_FILES);
	if (slots->most_begun == 0)
		slots->most_begun = 1;
}

bool
slots_open(struct slots *slots, const struct args *args, size_t n)
{
	*slots = (struct slots){ .n = n, .most_begun = 1 };
	if (n == 0)
		return true;
	fit_limits(slots);
	n = slots->n;
	slots->list = calloc(n, sizeof(*slots->list));
	slots->pools = calloc(2 * n, sizeof(struct pool *));
	slots->polled = calloc(2 * n, sizeof(*slots->polled));
	slots->n = 0;
	while (slots->list != NULL && slots->pools != NULL &&
	       slots->polled != NULL && slots->n < n &&
	       apart_open(&slots->list[slots->n], args)) {
		struct apart *slot = &slots->list[slots->n];

		slots->pools[2 * slots->n] = &slot->writer;
		slots->pools[2 * slots->n + 1] = &slot->verifier;
		slots->n++;
	}
	slots->n_usable = slots->n;
	if (slots->n == n)
		return true;
	slots_close(slots);
	return false;
}

bool
slots_have_free(const struct slots *slots)
{
	for (size_t i = 0; i < slots->n_usable; i++)
		if (slots->list[i].owner == NULL)
			return true;
	return false;
}

/* Starts the processes of the first slots.  If no more processes can be started, the run
   goes on with fewer slots. */
static bool
start_first(struct slots *slots, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (apart_start(&slots->list[i]) == 0)
			continue;
		slots->n_usable = i > 0 ? i : 1;
		return false;
	}
	return true;
}

struct apart *
slots_free(struct slots *slots)
{
	for (size_t i = 0; i < slots->n_usable; i++)
		if (slots->list[i].owner == NULL)
			/* A failure of the first slot is a failure of its repair. */
			return i == 0 || start_first(slots, i + 1)
				       ? &slots->list[i]
				       : NULL;
	return NULL;
}

void
slots_wait(struct slots *slots)
{
	pool_wait_together(slots->pools, 2 * slots->n, slots->polled);
}

void
slots_close(struct slots *slots)
{
	for (size_t i = 0; i < slots->n; i++)
		apart_close(&slots->list[i]);
	free(slots->list);
	free((void *)slots->pools);
	free(slots->polled);
	*slots = (struct slots){ .n = 0 };
}
