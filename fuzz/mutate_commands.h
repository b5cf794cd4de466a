/* SPDX-License-Identifier: MIT */
/*
 * mutate_commands.h - splits a Source engine demo into header and commands, and joins
 * them again
 *
 * A command remembers the distance of its tick and sequence numbers to the command
 * before.  So the numbers still fit after commands were added or removed.
 */
#ifndef FUZZ_MUTATE_COMMANDS_H
#define FUZZ_MUTATE_COMMANDS_H

#include <stdbool.h>

#include "fuzz/mutate.h"

enum {
	COMMAND_HEADER = 1072,
	COMMAND_TEXT = 260,
	COMMAND_VIEW = 76,
	COMMANDS = 2048,
	COMMANDS_SPARE = 64, /* the number of these for new commands */
	COMMAND_FRESH = 1 << 18,
};

/* The shape of a command.  RAW: bytes that are not a command. */
enum {
	RAW,
	SIGNON,
	PACKET,
	SYNC,
	CONSOLE,
	USER,
	TABLES,
	STOP,
	STRINGS, /* protocol 4: custom data */
	STRINGS_4,
	SHAPES,
};

/* The numbers of the header that the commands determine. */
enum { TIME, TICKS, FRAMES, SIGNON_LENGTH, NUMBERS };

struct seed_command {
	uint8_t shape, byte; /* the kind of command, and its id in the file */
	uint8_t slot;
	uint8_t stop_bytes; /* number of bytes of dem_stop, with its id */
	bool literal; /* tick and sequence numbers are written unchanged */
	bool literal_length;
	int32_t tick, in, out;
	/* Otherwise the distances to the command before. */
	int32_t tick_step, in_step, out_step;
	int32_t type;              /* type of custom data */
	int32_t length;            /* the length, if literal_length */
	struct mutate_piece view;  /* flags and camera positions */
	struct mutate_piece bytes; /* the payload */
};

struct command_seed {
	uint8_t header[COMMAND_HEADER];
	size_t blocks; /* number of camera positions in a packet */
	bool literal[NUMBERS];
	uint32_t number[NUMBERS]; /* numbers that are written unchanged */
	size_t n, used;
	struct seed_command command[COMMANDS];
	uint8_t fresh[COMMAND_FRESH]; /* new bytes, which are not in the old
	                                 file */
};

/* Reads a number, least significant byte first. */
static inline uint32_t
mutate_command_get(const uint8_t at[4])
{
	return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 |
	       (uint32_t)at[3] << 24;
}

static inline void
mutate_command_put(uint8_t at[4], uint32_t v)
{
	for (unsigned i = 0; i < 4; i++)
		at[i] = (uint8_t)(v >> (8 * i));
}

/* Protocol 4 has player slots and custom data. */
static inline bool
mutate_command_four(const struct command_seed *m)
{
	return mutate_command_get(m->header + 8) == 4;
}

/* Splits a demo.  False: there is no header.  The commands point into `bytes`. */
bool mutate_commands_parse(struct command_seed *m, const uint8_t *bytes,
			   size_t size);

/* Writes a demo, usually with ticks, numbers and a header that fit. */
size_t mutate_commands_write(struct command_seed *m, uint8_t *out, size_t room,
			     struct mutate_random *r);

#endif
