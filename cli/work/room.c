/* SPDX-License-Identifier: MIT */
/*
 * room.c - adds up the memory that the limits in force allow
 *
 * A file that has taken over a worker must not use up the memory of the machine.  A file
 * that keeps to the limits must never meet this bound, so the bound is generous.
 */
#include "cli/work/room.h"

#include <fcntl.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

enum {
	/* The buffers of a check and of an answer, an encoder, and what is missing
	   here. */
	BASE_BYTES = 1 << 28,
	/* Memory that grows is moved, and an answer has a copy of the plan.  Tests show
	   that a check needs at most twice the bytes of a limit. */
	TIMES = 8,
	EDIT_BYTES = 256,
	/* An output may need a larger decoder than its input: see verify.c. */
	LEAST_DECODER = 1 << 25,
};

/* Limits of bytes that are held in memory. */
static const char *const held[] = {
	"header_bytes",	 "table_bytes",	  "map_ahead_bytes",
	"content_bytes", "insert_bytes",
};

/* Returns the bytes of address space that this process has.  0: not known. */
static uint64_t
present_bytes(void)
{
	const int fd = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
	const long page = sysconf(_SC_PAGESIZE);
	char text[128];
	ssize_t n;

	if (fd < 0)
		return 0;
	n = read(fd, text, sizeof(text) - 1);
	close(fd);
	if (n <= 0 || page <= 0)
		return 0;
	text[n] = '\0';
	return strtoull(text, NULL, 10) * (uint64_t)page;
}

uint64_t
room_for_worker(const struct args *args)
{
	const struct args_how *how = &args->how;
	const uint64_t decoder = args_limit_value(how, "decoder_bytes");
	const uint64_t present = present_bytes();
	uint64_t room = BASE_BYTES;

	if (present == 0)
		return 0;
	for (size_t i = 0; i < sizeof(held) / sizeof(held[0]); i++)
		room += TIMES * args_limit_value(how, held[i]);
	room += (uint64_t)TIMES * EDIT_BYTES * args_limit_value(how, "edits");
	if (args->what.map != NULL)
		room += TIMES * args_limit_value(how, "given_map_bytes");
	room += decoder > LEAST_DECODER ? decoder : LEAST_DECODER;
	return present + room;
}
