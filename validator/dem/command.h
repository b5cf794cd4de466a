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
 *
 * In protocol 4 a player slot of one byte follows the tick, a packet has several cameras,
 * the byte of dem_stringtables is 9, and 8 is another command (DEM-7):
 *
 *   | id | tick | slot | type | length | payload ...     dem_customdata
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
	DEM_CUSTOM = 9, /* these two are the bytes 9 and 8 in protocol 4 */
	DEM_IDS = 10
};

enum {
	DEM_MAGIC_BYTES = 8,
	DEM_HEADER_BYTES = 1072,
	DEM_STOP_BYTES = 6, /* the largest dem_stop */
	DEM_STOP_LEAST = 4, /* newer engines leave out the last byte of the tick
			       (DEM-3.6) */
	DEM_CAMERA_BYTES = 76,
	DEM_CAMERA_VALUES = 18,
	DEM_CAMERA_FLAGS = 7,
	DEM_MOST_PACKET = 288000,
	DEM_MOST_OLD_PACKET = 96000, /* before network protocol 24 */
	DEM_MOST_CONSOLE = 1024,
	DEM_MOST_USER = 256,
	DEM_MOST_TABLES = 262144,
	DEM_MOST_STRINGS = 1 << 24,
	DEM_MOST_CUSTOM = 1 << 18,
	DEM_LARGE_STRINGS = 1 << 20
};

enum dem_error {
	DEM_ALL_THERE,
	DEM_CUT,     /* the bytes end inside the command */
	DEM_BAD_ID,  /* no command has this id */
	DEM_BAD_SIZE /* the length is negative, or more than any engine writes */
};

/* The layout of the commands of a demo, which depends on the protocol, and in protocol 4 on
   the game. */
struct dem_layout {
	uint16_t head[DEM_IDS]; /* bytes before a payload; 0: no command has this id */
	uint8_t cameras;        /* in a packet */
	uint8_t stop;           /* bytes of a whole dem_stop */
	uint8_t stop_least;     /* bytes of the shortest possible dem_stop */
	bool slotted;           /* a player slot follows the tick */
	uint32_t horizon;       /* bytes that a search for the next command looks ahead */
};

struct dem_command {
	uint64_t off;
	uint32_t head, size; /* bytes of the head and of the payload */
	enum dem_error error;
	uint8_t id;
	uint8_t written_id; /* the id in the file, if the text of the payload shows that the
			     id is wrong; or 0 */
	bool headed; /* the head was read; of a dem_stop: the whole command */
	uint8_t slot; /* the player on the screen, in protocol 4 */
	int32_t tick, length;
	int32_t sequence, sequence_out; /* in and out, of dem_packet and dem_signon; a
					   dem_usercmd has only the first, and `sequence`
					   of a dem_customdata is its type */
	int32_t flags;	     /* the flags of all cameras together */
	bool in_world;	     /* no camera is out of the world (DEM-3.2) */
	bool near_world;     /* no camera has a value that no recorder writes */
	struct {
		bool id : 1, size : 1;
		bool unsure : 1; /* the length may be right, and `size` wrong: bytes of the
				    payload may be missing, or too many */
	} mended;
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

/* The layout of protocols 2 and 3, and the layouts of protocol 4. */
enum {
	DEM_PLAIN,
	DEM_FOUR_CAMERAS,
	DEM_TWO_CAMERAS,
	DEM_ONE_CAMERA,
	DEM_LAYOUTS
};
extern const struct dem_layout dem_layouts[DEM_LAYOUTS];

/* The byte in the file for an id; and, the other way round, the id for a byte.  Protocol 4
   has the bytes 8 and 9 for the ids 9 and 8. */
static inline uint8_t
dem_id_byte(const struct dem_layout *l, unsigned id)
{
	const bool swapped = l->slotted &&
			     (id == DEM_STRINGS || id == DEM_CUSTOM);

	return (uint8_t)(swapped ? DEM_STRINGS + DEM_CUSTOM - id : id);
}

/* Bytes before the payload; 0: no command has this id. */
static inline uint32_t
dem_head_bytes(const struct dem_layout *l, unsigned id)
{
	return id < DEM_IDS ? AT(l->head, id) : 0;
}

/* The largest payload in bytes. */
uint32_t dem_most_bytes(unsigned id);

/* The name: "dem_packet", or "command 9" for an unknown id.  Such a name is written to
   `room`, of `size` bytes. */
const char *dem_name(const struct dem_layout *l, unsigned id, char *room,
		     size_t size);

/* Does a demo begin with these bytes? */
bool dem_begins(struct span bytes);

/* May a header begin with these bytes?  Then no command contains them.  Players may have
   typed the stamp, so possible protocols must follow. */
bool dem_begins_whole(struct span bytes);

/* another.c: does another demo begin with these bytes, behind or inside this demo?  A disk
   may have written a part of a header over other bytes, so a whole header and commands must
   follow, as far as there are bytes. */
bool dem_begins_another(struct span bytes);

/* Is the length of the command impossible?  The rest of the head is not read, because
   this check rejects nearly all bytes that begin no command.  `id`: as in
   dem_read_command(). */
bool dem_length_is_bad(const struct dem_layout *l, const struct cursor *in,
		       unsigned id);

/* Reads the command at the cursor, without moving the cursor.  `id`: the id to suppose,
   or 0 for the id in the file. */
struct dem_command dem_read_command(const struct dem_layout *l,
				    const struct cursor *in, unsigned id);

/* The offset behind the dem_customdata at `off`, or `off` if there is none. */
uint64_t dem_custom_end(const struct dem_layout *l, const struct cursor *in,
			uint64_t off);

/* The number of bytes that the tick of a dem_stop has. */
static inline uint32_t
dem_stop_tick_bytes(const struct dem_command *stop)
{
	return stop->head > DEM_STOP_LEAST ? 4 : DEM_STOP_LEAST - 1;
}

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
 * Is the length of a command with a corrected size certainly wrong?  An impossible
 * length is certainly wrong if one bit differs, or if the payload is `whole` by its
 * contents.  A possible length is certainly wrong only if three things hold: one bit
 * differs, the difference is large, and the payload is whole.  Otherwise bytes of the
 * payload may be missing or too many: a lost block of 64 bytes and a length that is
 * wrong by 64 look alike.  A payload that lacks whole blocks of a disk may lack whole
 * messages.
 */
bool dem_length_is_sure(const struct dem_command *c, bool whole);

/*
 * Nobody reads the payload of a command with a corrected size: may its length be right, and
 * its bytes be wrong?  Not if no command has the length, and not if one bit of the length
 * is wrong, unless whole blocks of a disk may be missing.  A length that is too small is
 * wrong, too, if the command has a sequence number: no command is missing inside, and
 * repeated.c finds bytes that were written twice.  But a difference of less than 16 bytes
 * proves nothing.  Only such a difference makes a dem_stringtables doubtful, because its
 * tables show if another length is right.  Commands that a demo needs to be played are
 * never doubtful.
 */
bool dem_payload_is_doubtful(const struct dem_command *c);

/* Is the payload the text of a console command, with its NUL? */
bool dem_is_text(struct span payload);

/* Does the id of the command agree with its payload?  A console command has a text.  Data
   tables and string tables have the same head, but no text. */
bool dem_agrees_with_text(const struct cursor *in, const struct dem_command *c);

#endif
