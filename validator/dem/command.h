/* SPDX-License-Identifier: MIT */
/*
 * command.h - one command of a demo (DEM-3)
 *
 *   | id | tick | payload ...                      dem_synctick, dem_stop
 *   | id | tick | length | payload ...             dem_consolecmd, tables
 *   | id | tick | sequence | length | payload ...  dem_usercmd
 *   | id | tick | camera | sequence in, out | length | payload ...
 *                                                  dem_signon, dem_packet
 *     1     4       76         4        4      4
 */
#ifndef VALIDATOR_DEM_COMMAND_H
#define VALIDATOR_DEM_COMMAND_H

#include "validator/core/cursor.h"

enum dem_id {
	DEM_SIGNON = 1,
	DEM_PACKET = 2,
	DEM_SYNC = 3,
	DEM_CONSOLE = 4,
	DEM_USER = 5,
	DEM_TABLES = 6,
	DEM_STOP = 7,
	DEM_STRINGS = 8,
	DEM_IDS = 9
};

enum {
	DEM_MAGIC_BYTES = 8,
	DEM_HEADER_BYTES = 1072,
	DEM_STOP_BYTES = 5,
	DEM_STOP_LEAST = 4, /* newer engines leave out the last byte (DEM-3.6) */
	DEM_PACKET_HEAD = 93,
	DEM_CAMERA_VALUES = 18,
	DEM_CAMERA_FLAGS = 7,
	DEM_MOST_PACKET = 288000,
	DEM_MOST_OLD_PACKET = 96000, /* before network protocol 24 */
	DEM_MOST_CONSOLE = 1024,
	DEM_MOST_USER = 256,
	DEM_MOST_TABLES = 262144,
	DEM_MOST_STRINGS = 1 << 24,
	DEM_LARGE_STRINGS = 1 << 20
};

enum dem_error {
	DEM_ALL_THERE,
	DEM_CUT,     /* the bytes end inside the command */
	DEM_BAD_ID,  /* no command has this id */
	DEM_BAD_SIZE /* the length is negative, or more than any engine writes */
};

struct dem_command {
	uint64_t off;
	uint32_t head, size; /* bytes of the head and of the payload */
	enum dem_error error;
	uint8_t id;
	uint8_t written_id; /* the id in the file, if the text of the payload shows that the
			     id is wrong; or 0 */
	bool headed; /* the head was read; of a dem_stop: the whole command */
	bool unsure; /* the length may be right, and `size` wrong: bytes of the payload
			may be missing, or too many */
	int32_t tick, length;
	int32_t sequence, sequence_out; /* in and out, of dem_packet and dem_signon; a
					   dem_usercmd has only the first */
	int32_t flags;
	bool in_world;	     /* the camera is in the world (DEM-3.2) */
	bool near_world;     /* the camera has values that a recorder may write */
	bool id_mended : 1, size_mended : 1;
	bool repeats; /* the payload has bytes twice */
	union {
		size_t need; /* DEM_CUT: number of missing bytes */
		/* If `repeats`: the place in the payload and the length of the second
		   copy.  The copy does not belong to the payload, but counts in
		   `size`. */
		struct {
			uint32_t at, len;
		} repeated;
	};
};

/* Is at most one bit set? */
static inline bool
dem_is_one_bit(uint32_t bits)
{
	return (bits & (bits - 1)) == 0;
}

/* Bytes before the payload; 0: no command has this id. */
uint32_t dem_head_bytes(unsigned id);

/* The largest payload in bytes. */
uint32_t dem_most_bytes(unsigned id);

/* The name: "dem_packet", or "command 9" for an unknown id.  Such a name is written to
   `room`, of `size` bytes. */
const char *dem_name(unsigned id, char *room, size_t size);

/* Does a demo begin with these bytes? */
bool dem_begins(struct span bytes);

/* Does another demo begin with these bytes, behind or inside this demo?  Players may have
   typed the stamp, so possible protocols must follow. */
bool dem_begins_whole(struct span bytes);

/* Is the length of the command impossible?  The rest of the head is not read, because
   this check rejects nearly all bytes that begin no command.  `id`: as in
   dem_read_command(). */
bool dem_length_is_bad(const struct cursor *in, unsigned id);

/* Reads the command at the cursor, without moving the cursor.  `id`: the id to suppose,
   or 0 for the id in the file. */
struct dem_command dem_read_command(const struct cursor *in, unsigned id);

/* The offset behind the command. */
uint64_t dem_command_end(const struct dem_command *c);

/* The payload of the command.  The cursor is at the beginning of the command, or before
   it. */
struct span dem_payload(const struct cursor *in, const struct dem_command *c);

/* The length of the second copy in bytes, or 0. */
static inline uint32_t
dem_repeated_bytes(const struct dem_command *c)
{
	return c->repeats ? c->repeated.len : 0;
}

/* The offset in the file of the byte `at` of the payload without its second copy. */
uint64_t dem_payload_at(const struct dem_command *c, uint64_t at);

/* Sets the size of the payload, which a proof shows to differ from the length. */
void dem_mend_size(struct dem_command *c, uint32_t size);

/*
 * Is the length of a command with a corrected size certainly wrong?  An impossible length
 * is wrong for certain, if only one byte of it differs, or if the payload is `whole` by
 * its contents.  A possible length is, if one bit differs, the difference is large, and
 * the payload is whole.  Otherwise bytes of the payload may be missing or too many: a
 * lost block of 64 bytes and a length that is wrong by 64 look alike.  A payload that
 * lacks whole blocks of a disk may lack whole messages.
 */
bool dem_length_is_sure(const struct dem_command *c, bool whole);

/* Is the payload the text of a console command, with its NUL? */
bool dem_is_text(struct span payload);

/* Does the id of the command agree with its payload?  A console command has a text.  Data
   tables and string tables have the same head, but no text. */
bool dem_agrees_with_text(const struct cursor *in, const struct dem_command *c);

#endif
