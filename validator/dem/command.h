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
	DEM_STOP_LEAST = 4, /* engines leave its last byte out (DEM-3.6) */
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
	DEM_CUT,     /* the bytes end inside it */
	DEM_BAD_ID,  /* there is no such command */
	DEM_BAD_SIZE /* its length is negative, or more than any engine writes */
};

struct dem_command {
	uint64_t off;
	uint32_t head, size; /* bytes of the head, and of the payload */
	enum dem_error error;
	uint8_t id;
	uint8_t written_id; /* the id in the file, if the text shows another id; or 0 */
	bool headed; /* the head is there; of dem_stop: all that it has */
	bool unsure; /* of a mended size: bytes of the payload may be missing, or too
	                many, while the length is right */
	int32_t tick, length;
	int32_t sequence, sequence_out; /* dem_packet, dem_signon; dem_usercmd: the
	                                   first */
	int32_t flags;
	bool in_world;	     /* the camera: as DEM-3.2 says */
	bool near_world;     /* of a size that a recorder may write */
	bool id_mended : 1, size_mended : 1;
	bool repeats; /* bytes of the payload are there twice */
	union {
		size_t need; /* DEM_CUT: so many more bytes may help */
		/* If it `repeats`: the second copy, which is none of the payload, but
		   counts in `size`. */
		struct {
			uint32_t at, len;
		} repeated;
	};
};

/* Of bits that differ: at most one? */
static inline bool
dem_is_one_bit(uint32_t bits)
{
	return (bits & (bits - 1)) == 0;
}

/* Bytes before the payload; 0: there is no such command. */
uint32_t dem_head_bytes(unsigned id);

/* The most that a payload may have. */
uint32_t dem_most_bytes(unsigned id);

/* "dem_packet"; or "command 9" for those that do not exist, in `room` bytes. */
const char *dem_name(unsigned id, char *room, size_t size);

/* Does a demo begin with these bytes? */
bool dem_begins(struct span bytes);

/* The same of a demo that may be behind or in another one, where players may have typed
   the mark: there are protocols behind it. */
bool dem_begins_whole(struct span bytes);

/* Is the length of that command one that it cannot have?  The rest of its head is
   not read: nearly all bytes that begin no command are known by it. */
bool dem_length_is_bad(const struct cursor *in, unsigned id);

/* The command at the cursor, which stays; with another id than it has, if that is
   not 0. */
struct dem_command dem_read_command(const struct cursor *in, unsigned id);

/* Where it ends. */
uint64_t dem_command_end(const struct dem_command *c);

/* Its payload; the cursor is where it begins, or before that. */
struct span dem_payload(const struct cursor *in, const struct dem_command *c);

/* Bytes of the second copy, or 0. */
static inline uint32_t
dem_repeated_bytes(const struct dem_command *c)
{
	return c->repeats ? c->repeated.len : 0;
}

/* Where a byte of the payload is in the file, if the payload is without what is
   repeated. */
uint64_t dem_payload_at(const struct dem_command *c, uint64_t at);

/* Another size than its length says is proven. */
void dem_mend_size(struct dem_command *c, uint32_t size);

/*
 * Of a size that was mended: is the length what is damaged?  An impossible length is, if
 * one byte of it is wrong, or the payload is `whole`, by what is in it; and one that is
 * wrong in one bit and by a lot, before a payload that is whole.  Else bytes of the payload may be missing, or too many: a lost block
 * of 64 bytes, and a length that is wrong by 64, look the same from outside.  What
 * lacks whole blocks of a disk may lack whole messages.
 */
bool dem_length_is_sure(const struct dem_command *c, bool whole);

/* Is this the text of a console command, with its NUL? */
bool dem_is_text(struct span payload);

/* Is its payload text if it is a console command, and none if it is data tables or string
   tables, whose head is the same? */
bool dem_agrees_with_text(const struct cursor *in, const struct dem_command *c);

#endif
