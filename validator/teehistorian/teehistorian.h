/* SPDX-License-Identifier: MIT */
/*
 * teehistorian.h - the parser for DDNet teehistorian files, versions 1 and 2
 *
 *   teehistorian:  uuid[16]  json "\0"  message*
 *   message:       id(int)  fields...           (see messages.def)
 *
 * teehistorian_next() returns one event for each message.  Each event starts where the
 * event before ended.  The checks, the repair, the command inspect and the fuzz target
 * all use this function, because there is no second parser.
 *
 * The whole state is in one struct of fixed size.  So the memory does not depend on sizes
 * that the file declares.
 */
#ifndef VALIDATOR_TEEHISTORIAN_TEEHISTORIAN_H
#define VALIDATOR_TEEHISTORIAN_TEEHISTORIAN_H

#include "validator/core/format.h"
#include "validator/core/utf8.h"
#include "validator/core/uuid.h"
#include "validator/teehistorian/clients.h"
#include "validator/teehistorian/header.h"

/* The kinds of messages, in the order of the ids.  A kind is the id without its sign. */
enum teehistorian_kind {
#define MSG(id, NAME, ...) TEEHISTORIAN_##NAME,
#include "validator/teehistorian/messages.def"
#undef MSG
	TEEHISTORIAN_KIND_COUNT,
	TEEHISTORIAN_HEADER = TEEHISTORIAN_KIND_COUNT, /* not a message */
	/* The id does not exist. */
	TEEHISTORIAN_UNKNOWN = TEEHISTORIAN_KIND_COUNT,
};

enum {
	/* A message of this length or more is read in pieces, and its texts are not
	   kept. */
	TEEHISTORIAN_LONG = 128 * 1024,
	TEEHISTORIAN_MAX_INTS = 16,
	TEEHISTORIAN_MAX_TEXTS = 3,
};

/* An integer that is not in its shortest form. */
struct teehistorian_noncanonical_int {
	uint64_t off;
	uint8_t len;
	unsigned quirks;
	int32_t value;
};

/* A string without its NUL.  The bytes are absent in long messages. */
struct teehistorian_text {
	uint64_t off, len;
	int64_t bad; /* offset in the string of bytes that are not UTF-8, or
	                UTF8_CLEAN */
	struct span bytes;
};

/* Members for EX only.  The payload is the blob of the event. message.c sets these
   members.  In other messages with more than ints, `extension` is
   TEEHISTORIAN_EX_UNKNOWN. */
struct teehistorian_ex {
	struct uuid uuid;
	struct uuid inner_uuid; /* the UUID in the payload: connection or
	                           save id */
	uint64_t size_off;      /* offset of the size, and length of the size */
	uint64_t extra_off;     /* offset of the unread bytes of the payload, or
	                           0 */
	enum teehistorian_extension extension;
	uint8_t size_len;
	bool is_short; /* the payload ends before its last field ends */
};

struct teehistorian_event {
	uint64_t off, len; /* range of bytes of the whole message */
	enum teehistorian_kind kind;
	int32_t id;      /* id in the file */
	uint64_t id_len; /* number of bytes of the id */

	/* The ints in order, with client ids.  For EX: the ints of the payload. */
	uint32_t n_ints;
	int32_t ints[TEEHISTORIAN_MAX_INTS];
	uint32_t n_noncanonical;
	struct teehistorian_noncanonical_int
		noncanonical[TEEHISTORIAN_MAX_INTS];

	/* Members for messages that have more than ints: */
	uint32_t n_texts;
	struct teehistorian_text texts[TEEHISTORIAN_MAX_TEXTS];
	uint32_t n_arguments;
	struct teehistorian_text arguments; /* all arguments with their NULs */

	uint64_t blob_off, blob_len; /* payload of MESSAGE or EX */
	struct span blob;
	int32_t message_id;  /* MESSAGE: the first int of the payload; 0: no
	                        int */
	bool message_id_cut; /* this int does not end inside the payload */
	struct teehistorian_ex ex;
};

/*
 * The state of reading the current message: see message.c.
 *
 *   id  ints              | rest: strings and payloads, in pieces
 *   read as a whole, or     read once; the state below says how far
 *   again from the start
 */
struct teehistorian_reading {
	bool active;  /* a message was begun */
	bool in_rest; /* the ints are read, and other fields follow */
	/* Letters of these fields; NULL: the ints are not read yet. */
	const char (*rest)[TEEHISTORIAN_MAX_FIELDS];
	unsigned field;       /* index of the next field in `rest` */
	uint64_t payload_end; /* 0: reading is not in the payload of a known
	                         extension */
	bool in_text, in_arguments;
	uint32_t arguments_left;
	struct utf8 utf8;
	uint64_t skip; /* number of bytes to skip */
	struct teehistorian_event ev;
};

/* Messages of one kind after `cut_point`. */
struct teehistorian_run {
	uint64_t off, count;
};

/* Skips and join announcements after `cut_point`, without another message between them.
   check.c and scan.c extend the runs.  Any other message that is kept clears the runs.
   `any`: at least one of the counts is not 0. */
struct teehistorian_runs {
	struct teehistorian_run skips, joinvers;
	bool any;
};

/* The bytes after FINISH or after a cut, which are counted and not read. */
struct teehistorian_tail {
	uint64_t size, zeros; /* zeros: number of zero bytes at the start */
	uint8_t head[256];
	size_t head_len;
};

/* A PLAYER_DIFF without a movement.  It is kept until the zero bytes after it are
   counted. */
struct teehistorian_zero_diff {
	uint64_t off, len; /* len 0: there is no such message */
	int32_t cid;
};

/* SPEC.md, TH-6.1.  Skips and player messages move the clock, in ticks.c and scan.c.
   When a tick begins, network_seen is false. last_cid is then the client of the player
   message that began the tick, or -1 after a TICK_SKIP. */
struct teehistorian_clock {
	int64_t tick;
	int32_t last_cid;  /* the highest client id in this tick; INT32_MAX at
	                      first */
	bool network_seen; /* this tick has an INPUT, MESSAGE, JOIN or
	                      player-ready */
	bool high_tick_reported, duration_reported;
};

/* The last TICK_SKIP. ticks.c and scan_other.c set these members.  Before the first
   TICK_SKIP only is_last is valid.  Each message that is kept sets is_last. */
struct teehistorian_skip {
	uint64_t row_off; /* offset of the first of several skips in a row */
	int64_t row_dt;   /* distance of one skip that replaces these skips */
	int32_t dt;
	int32_t highest_cid_before; /* the highest client id in the tick
	                               before the skip */
	bool is_last;               /* the last message was a TICK_SKIP */
};

/* The last extension that announced a JOIN. */
struct teehistorian_joinver {
	int32_t cid;
	bool is_last; /* the last message was such an extension */
};

enum teehistorian_phase {
	TEEHISTORIAN_IN_HEADER,
	TEEHISTORIAN_IN_MESSAGES,
	TEEHISTORIAN_FINISHED, /* FINISH was read */
	TEEHISTORIAN_CUT,      /* nothing after `here` can be read */
	TEEHISTORIAN_DEAD,     /* the header cannot be used */
};

struct teehistorian {
	struct report *report;
	const struct limits *limits;
	struct tap tap;
	const struct given_map *given_map; /* the given map, or NULL */
	enum teehistorian_phase phase;
	struct teehistorian_reading reading;

	struct teehistorian_clock clock;
	struct teehistorian_skip skip;
	struct teehistorian_joinver joinver;
	bool begun; /* there was a message other than auth-init and antibot */

	struct teehistorian_clients clients;

	struct mark here; /* the mark after the last message */
	/* The mark after the last message that may come before FINISH.  The messages
	   after this mark are in `runs`. */
	struct mark cut_point;
	struct teehistorian_runs runs;
	bool finished_empty; /* FINISH was read, and no message before FINISH
	                        stays */

	uint64_t shrunk; /* number of bytes that a repair drops from the
	                    payload of an EX */
	struct teehistorian_zero_diff zero_diff;
	struct teehistorian_tail tail;
	struct teehistorian_header header; /* this member is last, because
	                                      most of it is not cleared */
};

extern const struct format teehistorian_format;

/*
 * message.c: reads one message.  PULL_EVENT: *ev is valid until the next call, and the
 * cursor is after the message.  PULL_HALT: the reason was reported.
 */
enum pull teehistorian_next(struct teehistorian *th, struct cursor *in,
			    bool closed, const struct teehistorian_event **ev);

/* 30 days of 50 ticks a second.  No server runs so long without a new map. */
enum { TEEHISTORIAN_PLAUSIBLE_TICKS = 30 * 24 * 3600 * 50 };

/*
 * scan.c: skips clean messages, as if each message had been read and checked.  Stops
 * before the first message that is not plainly clean.  This function may only be called
 * if no message is partly read and no tap wants events.
 */
void teehistorian_scan(struct teehistorian *th, struct cursor *in);

/* header_scan.c: returns the evidence of the first bytes for this format, as in struct
   format. */
unsigned teehistorian_match(struct span head, bool closed);

/* header_scan.c: reads the header.  PULL_EVENT: the messages begin. */
enum pull teehistorian_read_header(struct teehistorian *th, struct cursor *in,
				   bool closed);

/* check.c: checks a message.  False: a repair must cut before this message. */
bool teehistorian_check(struct teehistorian *th,
			const struct teehistorian_event *ev);
void teehistorian_check_end(struct teehistorian *th, uint64_t size);

/* One row of messages.def. message.c has the table of these rows. */
struct teehistorian_message {
	int32_t id;
	const char *name;
	uint8_t ints;
	char rest[TEEHISTORIAN_MAX_FIELDS], fields[TEEHISTORIAN_MAX_FIELDS];
};

const struct teehistorian_message *
teehistorian_message(enum teehistorian_kind kind);

/* describe.c: see struct format. */
void teehistorian_describe(const void *state, const void *event,
			   struct description *out);

#endif
