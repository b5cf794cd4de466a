/* SPDX-License-Identifier: MIT */
/*
 * mutate_commands.h - a Source engine demo taken apart into header and
 * commands, and back
 *
 * A command remembers how far its tick and its sequence numbers are from those
 * before it, so that they follow each other again when others come or go.
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
	COMMANDS_SPARE = 64, /* of those, for what a change adds */
	COMMAND_FRESH = 1 << 18,
};

/* As the shape of a command; RAW: bytes that are none. */
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

/* The numbers of the header that the commands decide. */
enum { TIME, TICKS, FRAMES, SIGNON_LENGTH, NUMBERS };

struct seed_command {
	uint8_t shape, byte; /* what it is, and the id that is there */
	uint8_t slot;
	uint8_t stop_bytes; /* of dem_stop, with its id */
	bool literal;       /* tick and numbers are written as they are, */
	bool literal_length;
	int32_t tick, in, out;
	int32_t tick_step, in_step, out_step; /* else these */
	int32_t type;                         /* of custom data */
	int32_t length;                       /* that of literal_length */
	struct mutate_piece view;             /* flags and camera */
	struct mutate_piece bytes;            /* the payload */
};

struct command_seed {
	uint8_t header[COMMAND_HEADER];
	size_t blocks; /* of camera positions in a packet */
	bool literal[NUMBERS];
	uint32_t number[NUMBERS]; /* those that are literal */
	size_t n, used;
	struct seed_command command[COMMANDS];
	uint8_t fresh[COMMAND_FRESH]; /* what is not in the old file */
};

/* Least significant byte first. */
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

/* Protocol 4 has players, and custom data. */
static inline bool
mutate_command_four(const struct command_seed *m)
{
	return mutate_command_get(m->header + 8) == 4;
}

/* False: it has no header.  The commands are those of `bytes`. */
bool mutate_commands_parse(struct command_seed *m, const uint8_t *bytes,
			   size_t size);

/* Writes it, most often with ticks, numbers and a header that fit. */
size_t mutate_commands_write(struct command_seed *m, uint8_t *out, size_t room,
			     struct mutate_random *r);

#endif
